"""The standings of a file: which tie-breaks, and how they are applied."""

import pytest

from dsl.trf_text import trf
from planilla.application.trf_standings import Question, standings_of_file
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

PLAYED = (
    ("2w1", "3b=", "4w1"),
    ("1b0", "4w1", "3w="),
    ("4w=", "1w=", "2b="),
    ("3b=", "2b0", "1b0"),
)


def document() -> TrfDocument:
    read = read_trf(trf(PLAYED).encode(), "all.trf")
    assert isinstance(read, TrfDocument)
    return read


@pytest.mark.parametrize(
    ("edition", "asked", "mode"),
    [
        ("libro", None, "subsidiary"),
        ("fide-2026-03", None, "successive"),
        ("fide-2024-08", None, "successive"),
        ("libro", "successive", "successive"),
    ],
)
def test_the_book_starts_again_and_fide_goes_on(edition: str, asked: str | None, mode: str) -> None:
    made = standings_of_file(document(), Question(edition=edition, mode=asked))
    assert made.announced.mode == mode


def test_rounds_that_nobody_announced_are_those_played() -> None:
    made = standings_of_file(document(), Question(after_round=1))
    assert (made.crosstable.rounds_planned, len(made.crosstable.rounds)) == (3, 1)
