"""An archive proves what was written: whatever is done to it is found, by two verifiers alike."""

import argparse
import ast
import asyncio
import inspect
import io
import json
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsl.archives import (
    OTHER_SIGNER,
    SIGNER,
    archive,
    club,
    cut_short,
    signed_again,
    with_a_byte_changed,
    with_lines_moved,
)
from dsl.verifier import PAGE, PROGRAM, VERIFIER
from planilla.audit import ed25519
from planilla.audit.archive import EVENTS_MAX, LINE_MAX, ArchiveForm, head_line
from planilla.audit.archive_check import (
    ArchiveFault,
    Expected,
    Verified,
    lines_in,
    verified,
)
from planilla.audit.proofs import SignedHead
from planilla.presentation.catalogue import CATALOGUES
from stores import NAMES

CLUB = club()
FULL, PUBLIC, UNSIGNED = (
    asyncio.run(archive(CLUB)),
    asyncio.run(archive(CLUB, ArchiveForm.PUBLIC)),
    asyncio.run(archive(CLUB, signer=None, with_head=False)),
)
LINES = FULL.splitlines(keepends=True)
OF_NOBODY = msgspec.json.encode({"digest": "0" * 64}) + b"\n"


def read(content: bytes, expected: Expected = Expected()) -> Verified:  # noqa: B008 - frozen
    return verified(lines_in(io.BytesIO(content).readline), expected)


def fault_of(content: bytes, expected: Expected = Expected()) -> tuple[int, str]:  # noqa: B008
    """The line and the code of the first fault, which both verifiers name alike."""
    ours, of_the_file = faults_of(content, expected)
    found = ours.line, ours.code
    assert (*found, ours.fields) == (of_the_file.line, of_the_file.code, of_the_file.fields)
    return found


def faults_of(content: bytes, expected: Expected) -> tuple[ArchiveFault, Any]:
    """The first fault as Planilla names it, and as the file does."""
    with pytest.raises(ArchiveFault) as fault:
        read(content, expected)
    head = (expected.version, expected.hash_begins) if expected.version else None
    with pytest.raises(VERIFIER.Fault) as by_file:
        VERIFIER.Reading(io.BytesIO(content), expected.public_key.hex(), head).verify()
    return fault.value, by_file.value


def test_a_whole_archive_says_what_it_proves() -> None:
    found = read(FULL)
    assert (found.form, found.stream_id, found.events) == (ArchiveForm.FULL, "tournament/club", 10)
    assert (found.withheld, found.version) == (0, 10)
    assert found.public_key == SIGNER.public_key.hex()
    assert found.signed_head is not None
    assert found.hash == found.signed_head.head.hash


def test_a_public_archive_withholds_what_only_the_staff_sees() -> None:
    # The pairing of round 1 as a draft is v9; its publication, v10, is everybody's.
    withheld = json.loads(PUBLIC.splitlines()[9])
    assert set(withheld) == {"version", "hash", "withheld"}
    assert (read(PUBLIC).withheld, withheld["version"]) == (1, 9)
    assert read(PUBLIC).hash == read(FULL).hash


def test_an_archive_that_nobody_signed_says_so() -> None:
    found = read(UNSIGNED)
    assert (found.public_key, found.signed_head) == ("", None)
    assert VERIFIER.Reading(io.BytesIO(UNSIGNED)).verify()["public_key"] == ""


def test_a_known_key_and_a_known_head_are_found() -> None:
    hash_ = json.loads(LINES[7])["hash"]
    known = Expected(public_key=SIGNER.public_key, version=7, hash_begins=hash_[:12])
    assert read(FULL, known).version == 10
    assert VERIFIER.Reading(io.BytesIO(FULL), SIGNER.public_key.hex(), (7, hash_)).verify()


@pytest.mark.parametrize("content", [FULL, PUBLIC, UNSIGNED], ids=["full", "public", "unsigned"])
def test_a_change_a_cut_and_a_line_out_of_place_are_found(content: bytes) -> None:
    for changed in with_a_byte_changed(content, 61):
        assert fault_of(changed)[0] >= 1
    for moved in with_lines_moved(content):
        assert fault_of(moved)[0] >= 1
    for cut in cut_short(content, 97):
        assert fault_of(cut)[1] in {"empty", "no-archive", "cut"}


SPLINTERS = (
    b'"',
    b"\n",
    b"}{",
    b" ",
    b"\\u",
    b"\\ud800",
    b"NaN",
    b"1e5",
    b"\xed\xa0\x80",
    b',"data":',
)


@pytest.mark.no_cover
@settings(deadline=None, max_examples=60)
@given(
    whole=st.sampled_from([FULL, PUBLIC, UNSIGNED]),
    start=st.integers(min_value=0, max_value=8000),
    length=st.integers(min_value=0, max_value=300),
    pasted=st.one_of(st.binary(max_size=40), st.sampled_from([*LINES, *SPLINTERS])),
)
def test_nothing_that_is_pasted_in_leads_to_anything_but_a_fault(
    whole: bytes, start: int, length: int, pasted: bytes
) -> None:
    changed = whole[:start] + pasted + whole[start + length :]
    assume(changed != whole)
    ours, of_the_file = faults_of(changed, Expected())
    assert ours.line == of_the_file.line


@pytest.mark.deep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("content", [FULL, PUBLIC, UNSIGNED], ids=["full", "public", "unsigned"])
def test_every_byte_changed_and_every_cut_is_found(content: bytes) -> None:
    tried = 0
    for made in (with_a_byte_changed(content), with_lines_moved(content), cut_short(content)):
        for changed in made:
            assert fault_of(changed)[0] >= 1
            tried += 1
    assert tried > 3 * len(content)


def again(*changed: tuple[int, bytes], signer: Any = SIGNER, drop: int = 1) -> bytes:
    """The archive with other lines, the last `drop` lines away, signed again."""
    lines = list(LINES[: len(LINES) - drop])
    for place, line in changed:
        lines[place] = line
    return signed_again(lines, signer)


def edited(place: int, **fields: Any) -> tuple[int, bytes]:
    """A line with other fields, in canonical form."""
    line = {**msgspec.json.decode(LINES[place]), **fields}
    return place, msgspec.json.encode(line) + b"\n"


HEAD: dict[str, Any] = msgspec.json.decode(LINES[0])["head"]


def replaced(place: int, old: bytes, new: bytes) -> tuple[int, bytes]:
    assert old in LINES[place]
    return place, LINES[place].replace(old, new, 1)


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [
        pytest.param(b"", 1, "empty", id="empty"),
        pytest.param(b"012 An open\n", 1, "no-archive", id="a tournament file"),
        pytest.param(b"012 An open", 1, "no-archive", id="not even a line"),
        pytest.param(b"[1]\n", 1, "no-archive", id="JSON"),
        pytest.param(b'{"planilla-archive":"1"}\n', 1, "no-archive", id="a text for a number"),
        pytest.param(b'{"planilla-archive":2}\n', 1, "other-format", id="of another format"),
        pytest.param(b'{"planilla-archive":1}\n', 1, "unreadable", id="fields missing"),
        pytest.param(again(edited(0, form="half")), 1, "unreadable", id="no such form"),
        pytest.param(again(edited(0, events=11)), 1, "unreadable", id="two heads"),
        pytest.param(
            again(edited(0, head={**HEAD, "hash": "F" * 64})), 1, "unreadable", id="no hash"
        ),
        pytest.param(
            again(edited(0, events=0, head={**HEAD, "version": 0})), 1, "too-many", id="none"
        ),
        pytest.param(
            again(edited(0, events=EVENTS_MAX + 1, head={**HEAD, "version": EVENTS_MAX + 1})),
            1,
            "too-many",
            id="more than may be",
        ),
        pytest.param(again(replaced(0, b":1,", b": 1,")), 1, "not-canonical", id="a space"),
        pytest.param(again(replaced(3, b"null", b"true")), 4, "unreadable", id="another type"),
        pytest.param(again(replaced(3, b"command", b"c\xffmmand")), 4, "unreadable", id="bytes"),
        pytest.param(
            again(replaced(3, b'"version":3', b'"version":03')), 4, "unreadable", id="octal"
        ),
        pytest.param(
            again(replaced(3, b'"command', b'"\\u0063ommand')), 4, "not-canonical", id="escaped"
        ),
        pytest.param(
            again(replaced(3, b'"version":3', b'"version":3e0')), 4, "unreadable", id="an exponent"
        ),
        pytest.param(
            again(replaced(0, b'"events":10', b'"events":10.0')), 1, "unreadable", id="a fraction"
        ),
        pytest.param(
            again(replaced(3, b'"round":1', b'"round":9007199254740992')),
            4,
            "unreadable",
            id="a number that not everybody reads",
        ),
        pytest.param(again((3, b"[" * 200_000 + b"\n")), 4, "unreadable", id="nested"),
        pytest.param(again((3, b"{" * (LINE_MAX + 1))), 4, "too-long", id="endless"),
        pytest.param(again(edited(3, data=[])), 4, "unreadable", id="data that are no object"),
        pytest.param(again(edited(3, hash="0" * 63)), 4, "unreadable", id="half a hash"),
        pytest.param(again(edited(3, version=4)), 4, "order", id="another version"),
        pytest.param(again(edited(3, stream_id="tournament/b")), 4, "other-stream", id="elsewhere"),
        pytest.param(again(edited(3, round=2)), 4, "seal", id="another header"),
        pytest.param(again(edited(3, data={})), 4, "seal", id="other data"),
        pytest.param(
            again((9, PUBLIC.splitlines(keepends=True)[9])), 10, "unreadable", id="withheld in full"
        ),
        pytest.param(
            again(edited(0, head={**HEAD, "hash": "0" * 64})), 11, "head", id="another end"
        ),
        pytest.param(again(edited(4, position=9)), 13, None, id="a position, signed again"),
        pytest.param(b"".join([*LINES[:12], OF_NOBODY]), 13, "digest", id="another digest"),
        pytest.param(
            again(drop=2, signer=OTHER_SIGNER), 12, None, id="signed by somebody else alone"
        ),
        pytest.param(again(signer=OTHER_SIGNER), 13, "head-key", id="two keys"),
        pytest.param(FULL + b"\n", 14, "more", id="something after the end"),
        pytest.param(b"".join(LINES[:-1]), 13, "cut", id="no end"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(content: bytes, line: int, code: str | None) -> None:
    if code is None:  # nothing in the file can show it: only a key that is known
        assert read(content).events == 10
        assert VERIFIER.Reading(io.BytesIO(content)).verify()["events"] == 10
    else:
        assert fault_of(content) == (line, code)


def test_whoever_signs_again_cannot_use_the_key_that_is_known() -> None:
    forged = signed_again(LINES[:11], OTHER_SIGNER)
    known = Expected(public_key=SIGNER.public_key)
    assert fault_of(forged, known) == (12, "other-key")
    assert fault_of(UNSIGNED, known) == (12, "unsigned")


def test_an_archive_of_an_earlier_day_lacks_the_head_that_was_published() -> None:
    earlier = asyncio.run(archive(CLUB, version=7, with_head=False))
    assert read(earlier).version == 7
    assert fault_of(earlier, Expected(version=10, hash_begins=HEAD["hash"])) == (1, "tail")
    assert fault_of(FULL, Expected(version=7, hash_begins="0" * 12)) == (8, "other-head")
    assert fault_of(PUBLIC, Expected(version=9, hash_begins="0" * 12)) == (10, "other-head")


PUBLIC_LINES = PUBLIC.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b"true", b"false", "unreadable"),
        (b'"version":9', b'"version":8', "order"),
        (b'"version":9', b'"version":"9"', "unreadable"),
        (b'"hash":"', b'"hash":"0', "unreadable"),
        (b"true}", b"true }", "not-canonical"),
    ],
)
def test_a_line_that_withholds_is_read_as_strictly(old: bytes, new: bytes, code: str) -> None:
    lines = PUBLIC_LINES[:11]
    assert old in lines[9]
    lines[9] = lines[9].replace(old, new)
    assert fault_of(signed_again(lines)) == (10, code)


def test_another_seal_of_what_is_withheld_breaks_the_seal_after_it() -> None:
    lines = PUBLIC_LINES[:11]
    lines[9] = msgspec.json.encode({"version": 9, "hash": "0" * 64, "withheld": True}) + b"\n"
    assert fault_of(signed_again(lines)) == (11, "seal")


@pytest.mark.parametrize(
    ("changed", "signature", "code"),
    [
        pytest.param({"version": 9}, None, "head-elsewhere", id="another version"),
        pytest.param({"stream_id": "t/b"}, None, "head-elsewhere", id="another tournament"),
        pytest.param({}, "0" * 128, "head-signature", id="another signature"),
        pytest.param({}, "0" * 127, "unreadable", id="half a signature"),
        pytest.param({"public_key": "ab"}, None, "unreadable", id="half a key"),
    ],
)
def test_a_head_that_is_not_true_is_found(
    changed: dict[str, Any], signature: str | None, code: str
) -> None:
    signed = read(FULL).signed_head
    assert signed is not None
    head = msgspec.structs.replace(signed.head, **changed)
    forged = SignedHead(head=head, signature=signature or SIGNER.sign(head.message).hex())
    lines = [*LINES[:11], head_line(forged)]
    assert fault_of(signed_again(lines)) == (12, code)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b',"signature"', b',"signatory"', "unreadable"),
        (b'"digest":"', b'"digest":"0', "digest"),
        (b'"public_key":"', b'"public_key":"0', "unreadable"),
        (b'"signature":"', b'"signature":"0', "unreadable"),
        (b"}\n", b',"more":1}\n', "unreadable"),
        (b"{", b"", "unreadable"),
        (b'{"digest', b'{ "digest', "not-canonical"),
    ],
)
def test_the_last_line_is_read_strictly(old: bytes, new: bytes, code: str) -> None:
    last = LINES[-1].replace(old, new)
    assert last != LINES[-1]
    assert fault_of(b"".join([*LINES[:-1], last])) == (13, code)


def test_a_key_without_a_signature_is_no_end() -> None:
    closing = msgspec.json.decode(LINES[-1])
    half = msgspec.json.encode({name: closing[name] for name in ("digest", "public_key")})
    assert fault_of(b"".join([*LINES[:-1], half, b"\n"])) == (13, "unreadable")


def test_the_file_verifies_signatures_by_the_same_text() -> None:
    def functions(module: ModuleType) -> dict[str, str]:
        found = vars(ed25519).items()
        names = [name for name, each in found if inspect.isfunction(each)]
        return {name: inspect.getsource(getattr(module, name)) for name in names}

    assert functions(VERIFIER) == functions(ed25519)
    constants = ("PRIME", "ORDER", "D", "ROOT_OF_MINUS_ONE", "NEUTRAL", "BASE_Y")
    for name in constants:
        assert getattr(VERIFIER, name) == getattr(ed25519, name)


def test_file_and_page_say_what_the_catalogue_says() -> None:
    start = PAGE.index('id="said">') + len('id="said">')
    page = json.loads(PAGE[start : PAGE.index("</script>", start)])
    for language, catalogue in CATALOGUES.items():
        said = {
            key.removeprefix("archive."): text
            for key, text in catalogue.items()
            if key.startswith("archive.")
        }
        of_the_file = {key: text for key, text in said.items() if not key.startswith("page.")}
        name = {"name": catalogue["language.name"]}
        assert page[language] == name | said
        assert VERIFIER.TEXTS[language] == name | of_the_file


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        pytest.param("es", {"LANG": "en_GB.UTF-8"}, "es", id="as it is asked for"),
        pytest.param("", {"LANG": "es_ES.UTF-8"}, "es", id="as the terminal speaks"),
        pytest.param("", {"LC_ALL": "es_MX", "LANG": "en_GB"}, "es", id="the wider variable first"),
        pytest.param("", {"LANG": "de_DE.UTF-8"}, "en", id="English where it is not here"),
        pytest.param("", {}, "en", id="and without any"),
    ],
)
def test_the_file_speaks_the_language_of_the_terminal(
    arguments: str, environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert VERIFIER.language_of(argparse.Namespace(lang=arguments)) == language


def test_no_name_is_in_an_archive() -> None:
    assert not [name for name in NAMES if name.encode() in FULL]


def test_the_file_is_read_by_an_old_python_too() -> None:
    assert ast.parse(PROGRAM, feature_version=(3, 8)).body
