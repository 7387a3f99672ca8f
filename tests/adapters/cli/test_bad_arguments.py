"""Whatever a command is given, it comes to one sentence and exit code 1 or 2, never to a trace."""

import gzip
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla, Said

T = "muestra"
"""The tournament of the sample."""

MOMENTS = (
    "2999-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z",
    "0000-00-00",
    "2026-02-30T10:00",
    "24:00",
    "99:99",
    "now",
    "☃",
    *("v0", "v-1", "v99999", "v999999999999"),
    *("p0", "p-1", "p99999999999"),
    *("before-round-0", "before-round-99", "after-round-99"),
)
AT = (
    f"show {T} standings",
    f"log show {T}",
    f"export {T}",
    f"audit {T}",
    f"whatif {T} --game 1.1 --result 1-0",
)

NUMBERS = ("-1", "x", "v-1", "99999999999999999999", "9" * 5_000)
NUMBERED = (
    f"log proof {T} N",
    f"log proof {T} 3 --position=N",
    f"dossier {T} N",
    f"dossier {T} --game=N --result=1-0",
    f"whatif {T} --remove=N",
    f"whatif {T} --correction=N",
    f"whatif {T} --game=N --result=1-0",
    f"whatif {T} --game=1.1 --result=0-1 --draws=N",
    f"act {T} record-result {{}} --head=N",
    f"evidence add {T} N slip.txt",
    f"evidence erase {T} N",
    f"person erase {T} N",
    f"person erase-texts {T} N",
    "check slip.txt --jobs=N",
    "serve --port=N",
)

TOURNAMENTS = ("\udcff", "nobody", "", "../x", "a/b", "'; DROP TABLE event;--", "x" * 5_000)
NAMING = (
    "show X standings",
    "log show X",
    "log verify X",
    "log export X",
    "log head X",
    "log proof X 1",
    "log key announce X",
    "export X",
    "act X record-result {}",
    "whatif X --game 1.1 --result 1-0",
    "audit X",
    "dossier X 3",
    "person erase X 1",
    "person texts X",
    "evidence list X",
    "evidence verify X",
)

READING = (
    "pair F",
    "check F",
    "standings F",
    "ratings F",
    "import F",
    "regulations F",
    "log import F",
    "log verify ./F",
    "log check-proof F",
    "log check-head F",
    f"log verify {T} --key F",
    "list import F --kind fide --month 2026-11",
    "person erase-again F",
)
"""Commands that read a file."""


def contents() -> dict[str, bytes]:
    """Files that no command can read."""
    return {
        "nested.json": b'{"a":' * 100_000,
        "cut.gz": gzip.compress(b'{"planilla-archive":1}\n' * 2_000)[:60],
        "empty.json": b"",
        "binary": bytes(range(256)) * 40,
        "nested.toml": b"a=" + b"[" * 5_000,
        "latin.json": b'{"a":"\xff"}',
        "null.json": b"null",
        "keizer.trf": b'012 X\n### keizer {"x":' + b"[" * 100_000 + b"\n",
    }


def few(cases: Sequence[str], first: int) -> list[Any]:
    """All cases, those after the first ones for nightly runs alone."""
    return [
        pytest.param(
            case,
            id=f"{number} {ascii(case)[:12]}",
            marks=() if number < first else pytest.mark.deep,
        )
        for number, case in enumerate(cases)
    ]


def asked(pattern: str, **given: str) -> Iterator[str]:
    """The words of a command, with something in the place of its capital letter."""
    for word in pattern.split():
        for name, value in given.items():
            word = value if word == name else word.replace(f"={name}", f"={value}")  # noqa: PLW2901 - one after another
        yield word


def assert_said(said: Said, *what: str) -> None:
    """It ended as it should, and said why."""
    assert said.code in {1, 2}, what
    assert (said.err + said.out).strip(), what
    for wrong in ("Traceback", "internal", "installation"):
        assert wrong not in said.err, (what, said.err)
    assert not Path("var", "planilla.log").exists(), what


@pytest.mark.no_cover
@pytest.mark.parametrize("pattern", few(AT, 2))
def test_a_moment_that_is_none(planilla: Planilla, database: Path, pattern: str) -> None:
    for moment in MOMENTS:
        if moment.startswith("2999") and pattern.startswith("audit"):
            continue
        assert_said(planilla(*pattern.split(), f"--at={moment}"), pattern, moment)


@pytest.mark.no_cover
@pytest.mark.parametrize("number", few(NUMBERS, 1))
def test_a_number_that_is_none(planilla: Planilla, database: Path, number: str) -> None:
    Path("slip.txt").write_text("1-0", encoding="utf-8")
    for pattern in NUMBERED:
        assert_said(planilla(*asked(pattern, N=number)), pattern, number[:30])


@pytest.mark.no_cover
@pytest.mark.parametrize("name", few(TOURNAMENTS, 1))
def test_a_tournament_that_is_none(planilla: Planilla, database: Path, name: str) -> None:
    for pattern in NAMING:
        assert_said(planilla(*asked(pattern, X=name)), pattern, ascii(name)[:30])


@pytest.mark.no_cover
@pytest.mark.parametrize("name", few((*contents(), "folder", "missing", "x" * 5_000, "loop"), 2))
def test_a_file_that_cannot_be_read(planilla: Planilla, database: Path, name: str) -> None:
    for file, content in contents().items():
        Path(file).write_bytes(content)
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    for pattern in READING:
        assert_said(
            planilla(*asked(pattern.replace("./F", "F"), F=f"./{name}")), pattern, name[:30]
        )


def test_a_folder_that_may_not_be_entered_is_told_as_a_file_that_cannot_be_read(
    planilla: Planilla,
) -> None:
    if os.geteuid() == 0:
        pytest.skip("root enters every folder")
    closed = Path("closed")
    closed.mkdir(mode=0)
    assert_said(planilla("check", "closed/round.trf"), "check")
    assert_said(planilla("log", "verify", "closed/archive.jsonl"), "log verify")


def test_only_announcing_a_key_is_about_a_tournament(planilla: Planilla, database: Path) -> None:
    before = planilla("log", "key", "show").out
    for act in ("show", "rotate"):
        said = planilla("log", "key", act, T)
        assert (said.code, said.out) == (2, "")
        assert f"“{T}” cannot be read. Help: “planilla log key {act} --help”." in said.err
    assert planilla("log", "key", "show").out == before


def test_no_what_if_is_known_before_the_first_round(planilla: Planilla) -> None:
    said = planilla("whatif", T, "--game=1.1", "--result=0-1", "--known-from=0")
    assert (said.code, "“0” is not valid for --known-from" in said.err) == (2, True)


def test_a_body_that_is_not_utf_8_is_malformed(planilla: Planilla, database: Path) -> None:
    said = planilla("act", T, "record-result", '{"game": "\udcff"}')
    assert said.code == 2
    assert "not UTF-8" in said.err
