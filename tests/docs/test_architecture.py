"""The map of the code and the table of additions name files, folders and words that exist."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "ARCHITECTURE.md"
NAMED = re.compile(r"`([\w./-]+/|[\w./-]+\.(?:py|md|js|toml))`")
AROUND = (
    ROOT,
    ROOT / "src" / "planilla",
    ROOT / "src" / "planilla" / "adapters",
    ROOT / "src" / "planilla" / "domain",
    ROOT / "src" / "planilla" / "domain" / "pairing",
    ROOT / "src" / "planilla" / "domain" / "tournament",
    ROOT / "src" / "planilla" / "formats",
    ROOT / "src" / "planilla" / "presentation",
    ROOT / "src" / "planilla" / "projections",
    ROOT / "docs",
    ROOT / "docs" / "walks",
    ROOT / "web",
)
"""Folders from which a section of the page names its files."""


def missing(page: str) -> list[str]:
    """Return the names of files and folders on a page that do not exist."""
    named = dict.fromkeys(NAMED.findall(page))
    return [name for name in named if not any((base / name).exists() for base in AROUND)]


def test_every_file_and_folder_of_the_map_exists() -> None:
    assert missing(PAGE.read_text(encoding="utf-8")) == []


def test_a_file_that_is_gone_is_found() -> None:
    assert missing("`domain/nowhere.py` and `domain/tiebreaks/`") == ["domain/nowhere.py"]


QUOTED = re.compile(r"`([^`\n]+)`")
WORD = re.compile(r"[A-Za-z_][\w-]*")
SOURCES = (
    ("src/planilla", {".py", ".po", ".json"}),
    ("web", {".html", ".js"}),
    ("tests", {".py"}),
)


@cache
def words() -> frozenset[str]:
    """Return the words of the code, of its catalogues and of the names of its files."""
    found = set(WORD.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    found.update(WORD.findall((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    for path in (path for part in ("docs", "bench", "deploy") for path in (ROOT / part).rglob("*")):
        found.update(WORD.findall(path.name))
    for folder, kinds in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            found.update(WORD.findall(path.name))
            if path.suffix in kinds and path != Path(__file__):
                found.update(WORD.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def unknown(page: str) -> list[str]:
    """Return the quoted names of a page with a word that is nowhere in the code."""
    prose = re.sub(r"(?ms)^```.*?^```", "", page)
    quoted = dict.fromkeys(QUOTED.findall(prose))
    return [name for name in quoted if not words().issuperset(WORD.findall(name))]


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_quoted_name_is_in_the_code(page: str) -> None:
    assert unknown((ROOT / page).read_text(encoding="utf-8")) == []


def test_a_name_that_is_gone_is_found() -> None:
    assert unknown("`Contest`, `refold_everything` and `event.ResultUnheard`") == [
        "refold_everything",
        "event.ResultUnheard",
    ]
