"""The page that verifies works from disk and finds what the other verifiers find."""

import asyncio
import base64
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Planilla
from dsl.archives import (
    SIGNER,
    archive,
    club,
    cut_short,
    with_a_byte_changed,
    with_lines_moved,
)
from dsl.forged_proofs import FORGED, PROOFS
from dsl.forgeries import ARCHIVES, KEY, Row
from dsl.signatures import SIGNATURES
from dsl.verifier import PAGE, VERIFIER
from planilla.audit.archive import ArchiveForm
from planilla.audit.proofs import Proof, SignedHead, encoded

pytestmark = [pytest.mark.service, pytest.mark.no_cover]

CLUB = club()
FULL, PUBLIC = asyncio.run(archive(CLUB)), asyncio.run(archive(CLUB, ArchiveForm.PUBLIC))
VECTORS = Path(__file__).parents[1] / "golden" / "ed25519" / "rfc8032.json"

PHONE: Any = {"width": 360, "height": 780}

FIRST_FAULTS = """async (archives) => {
    const found = [];
    for (const each of archives) {
        const { line, code } = await planillaVerify(Uint8Array.fromBase64
            ? Uint8Array.fromBase64(each)
            : Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0)));
        found.push([line, code]);
    }
    return found;
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page from disk, in Spanish, with no network; nothing may go wrong in it."""
    context = browser.new_context(locale="es-ES", offline=True, viewport=PHONE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    kept = tmp_path / "verify.html"
    kept.write_text(PAGE, encoding="utf-8")
    page.goto(kept.as_uri())
    yield page
    assert faults == []
    context.close()


def choose(page: Page, folder: Path, content: bytes) -> list[str]:
    """What the page says of an archive."""
    path = folder / "club.jsonl"
    path.write_bytes(content)
    page.set_input_files("#file", path)
    page.wait_for_selector("#answer:not([hidden])")
    return page.inner_text("#answer").split("\n\n")


def test_a_whole_archive_gets_its_tick_in_both_languages(page: Page, tmp_path: Path) -> None:
    said = choose(page, tmp_path, PUBLIC)
    assert said[:3] == [
        "Íntegro",
        (
            "club.jsonl: íntegro. De v1 a v10 de tournament/club; "
            "nada cambiado, ausente ni fuera de sitio."
        ),
        "De 10 hechos, solo con su sello: 1. Su contenido lo leen únicamente los árbitros.",
    ]
    page.click("nav button[value=en]")
    assert page.inner_text("#verdict") == "Intact"
    page.click("summary")
    page.fill("#key", SIGNER.public_key.hex())
    page.fill("#head", "v10 · 0000 0000 0000")
    page.click("h1")
    page.wait_for_selector("#answer.bad")
    assert "this is a different history" in page.inner_text("#sentences")
    page.fill("#head", "")
    page.click("h1")
    page.wait_for_selector("#answer.good")
    assert "It is signed by the expected key." in page.inner_text("#sentences")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_fault_is_named_with_its_line(page: Page, tmp_path: Path) -> None:
    said = choose(page, tmp_path, FULL.replace(b'"rating":2000', b'"rating":2001'))
    assert said == [
        "Alterado",
        "club.jsonl, línea 3: el sello de v2 no corresponde: se cambió este hecho o uno anterior.",
    ]


def test_the_vectors_of_the_rfc_are_good_in_the_page_too(page: Page) -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    good = page.evaluate(
        """(vectors) => vectors.map((each) => planillaIsSigned(
            unhex(each.public_key), unhex(each.message), unhex(each.signature)))""",
        vectors,
    )
    assert good == [True] * 5


def test_the_page_works_as_it_is_served(browser: Browser, planilla: Planilla) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{planilla.url}/verify")
    page.set_input_files(
        "#file", {"name": "club.jsonl", "mimeType": "text/plain", "buffer": FULL[:-9]}
    )
    page.wait_for_selector("#answer.bad")
    assert page.inner_text("#sentences") == "club.jsonl, line 13: the archive is cut off here."
    assert page.evaluate("getComputedStyle(document.querySelector('header')).display") == "flex"
    page.click("header a")
    page.wait_for_url(f"{planilla.url}/")
    assert complaints == []
    context.close()


DOCUMENTS = (*PROOFS.values(), PROOFS[10].signed_head)


@pytest.mark.parametrize(
    "document", DOCUMENTS, ids=["told", "of the staff", "the last", "a signed head"]
)
@pytest.mark.parametrize("key", ["", KEY], ids=["no key", "the key"])
def test_a_proof_is_verified_and_told_as_by_the_file(
    page: Page, tmp_path: Path, document: Proof | SignedHead, key: str
) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(encoded(document) + b"\n")
    page.click("summary")
    page.fill("#key", key)
    page.set_input_files("#file", path)
    page.wait_for_selector("#answer.good")
    found = VERIFIER.proved(path.read_bytes(), key, None)
    for language, verdict in (("es", "Probado"), ("en", "Proved")):
        page.click(f"nav button[value={language}]")
        said = [verdict, *VERIFIER.of_proof(language, path.name, found, key)]
        assert page.inner_text("#answer").split("\n\n") == said
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_proof_of_something_else_proves_nothing(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(encoded(PROOFS[9]).replace(b'"version":9', b'"version":8', 1))
    page.set_input_files("#file", path)
    page.wait_for_selector("#answer.bad")
    assert page.inner_text("#answer").split("\n\n") == [
        "No queda probado",
        ("proof.json: v8 no está en el registro de esta cabeza: el camino a su raíz no es válido."),
    ]


VERDICTS = """async ([ask, rows]) => {
    const found = [];
    for (const [content, key, head] of rows) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        const known = head && { version: head[0], begins: head[1] };
        const verdict = await globalThis[ask](bytes, key, known);
        found.push(verdict.code ?? verdict.trust ?? "");
    }
    return found;
}"""


def verdicts(page: Page, ask: str, rows: tuple[Row, ...]) -> dict[str, str]:
    given = [[base64.b64encode(row.content).decode(), row.key, row.head] for row in rows]
    found: list[str] = page.evaluate(VERDICTS, [ask, given])
    return dict(zip((row.name for row in rows), found, strict=True))


def test_the_page_is_taken_in_by_no_forgery_either(page: Page) -> None:
    expected = {row.name: row.code or row.trust for row in ARCHIVES}
    assert verdicts(page, "planillaVerify", ARCHIVES) == expected
    assert verdicts(page, "planillaProve", FORGED) == {row.name: row.code for row in FORGED}


def test_the_page_takes_no_other_signatures(page: Page) -> None:
    given = [[part.hex() for part in each.parts] for each in SIGNATURES]
    found = page.evaluate(
        "(all) => all.map((each) => planillaIsSigned(...each.map(unhex)))",
        given,
    )
    assert found == [each.is_good for each in SIGNATURES]


def found_by_the_file(content: bytes) -> list[object]:
    """The first fault as the Python file names it."""
    with pytest.raises(VERIFIER.Fault) as fault:
        VERIFIER.Reading(io.BytesIO(content)).verify()
    return [fault.value.line, fault.value.code]


def tampered(content: bytes, step: int) -> list[bytes]:
    return [
        *with_a_byte_changed(content, step),
        *with_lines_moved(content),
        *cut_short(content, step),
    ]


def compare(page: Page, archives: list[bytes]) -> None:
    """Whether page and file name the same line and the same fault for each."""
    given = [base64.b64encode(each).decode() for each in archives]
    found = page.evaluate(FIRST_FAULTS, given)
    expected = [found_by_the_file(each) for each in archives]
    assert found == expected


@pytest.mark.parametrize("content", [FULL, PUBLIC], ids=["full", "public"])
def test_what_is_done_to_an_archive_is_found_in_the_page_too(page: Page, content: bytes) -> None:
    numbers = [content.replace(b'"version":3', b'"version":3e0'), content.replace(b":1,", b":1.0,")]
    compare(page, [*tampered(content, 241), *numbers])


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("content", [FULL, PUBLIC], ids=["full", "public"])
def test_every_byte_changed_and_every_cut_is_found_in_the_page(page: Page, content: bytes) -> None:
    archives = tampered(content, 1)
    for start in range(0, len(archives), 500):
        compare(page, archives[start : start + 500])
