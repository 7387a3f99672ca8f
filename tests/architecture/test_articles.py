"""Every article of the rules that code cites is in `docs/rules`, beside a test that exists.

A citation is `C.04.2, 4.3` (a chapter of the FIDE handbook, an edition in brackets may stand
between, and the article) or `seed 000, 3.2.1` (a seed document and its section), anywhere in
`src`; in the Dutch systems also a bare article, `A7.d` or `E3`. In `docs/rules` it stands in a row
of a table that names at least one test in backticks.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from architecture.sources import PACKAGE, ROOT, functions, named, python_files

EDITION = re.compile(r" \([^()]*\)")
FIDE = re.compile(r"\bC\.\d\d(?:\.\d+)*,? \d+(?:\.\d+)*")
SEED = re.compile(r"\bseed \d{3},? (?:chapter )?\d+(?:\.\d+)*")
BARE = re.compile(r"\b[A-F]\d{1,2}(?:\.[a-z])?\b")
TEST_NAME = re.compile(r"`(?:[\w/]+\.py::)?(test_\w+)`")


def test_every_cited_article_has_its_row() -> None:
    rows = {article for row in _rows() for article in _articles(row, bare=True)}
    missing = {
        f"{named(path)}: {article}"
        for path in python_files("src")
        for article in _articles(path.read_text(encoding="utf-8"), bare=_is_dutch(path))
        if article not in rows
    }
    assert not missing, "no row in docs/rules for\n" + "\n".join(sorted(missing))


def test_every_row_names_tests_that_exist() -> None:
    tests = {function.name for path in python_files("tests") for function in functions(path)}
    wrong = [
        row
        for row in _rows()
        if _articles(row, bare=True)
        and (not TEST_NAME.findall(row) or set(TEST_NAME.findall(row)) - tests)
    ]
    assert wrong == []


def _rows() -> Iterator[str]:
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("|"):
                yield line


def _articles(text: str, *, bare: bool) -> set[str]:
    plain = EDITION.sub("", " ".join(text.split()))
    found = set(FIDE.findall(plain)) | set(SEED.findall(plain))
    if bare:
        found |= set(BARE.findall(plain))
    return {article.replace(",", "").replace("chapter ", "") for article in found}


def _is_dutch(path: Path) -> bool:
    return path.is_relative_to(PACKAGE / "domain" / "pairing" / "swiss")
