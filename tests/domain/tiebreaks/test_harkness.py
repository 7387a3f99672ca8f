"""Harkness median: the seven rounds of the book's open example, longer ones, and forfeits."""

import pytest
from msgspec.structs import replace

from domain.tiebreaks.test_opponents import OPEN_EXAMPLE
from dsl.crosstables import crosstable
from dsl.tiebreaking import BOOK, exactly, shown, working
from planilla.domain.tiebreaks.tiebreak import Note


@pytest.mark.parametrize(
    ("rounds", "value"),
    [
        # Opponents 1½, 1, 4, 2½ and 2½; the bye counts 0, the game lost by forfeit its 3½.
        pytest.param(7, "11", id="without 0 and 4: 1½ + 1 + 2½ + 3½ + 2½"),
        pytest.param(8, "11", id="eight rounds cut one at each end"),
        pytest.param(9, "6.5", id="without 0, 1, 4 and 3½: 1½ + 2½ + 2½"),
        pytest.param(12, "6.5", id="twelve rounds cut two"),
        pytest.param(13, "2.5", id="thirteen cut three: the middle one of seven is left"),
    ],
)
def test_the_open_example_of_the_book(rounds: int, value: str) -> None:
    table = replace(OPEN_EXAMPLE, rounds_planned=rounds)
    assert shown("HARK", table, (0,), BOOK) == exactly(value)


def test_the_working_shows_what_is_cut_and_what_counts_nothing() -> None:
    terms = working("HARK", OPEN_EXAMPLE, 0).terms
    assert [(term.round, term.value) for term in terms if term.cut] == [(3, 8), (4, 0)]
    assert [(term.opponent, term.note) for term in terms[3:6]] == [
        (None, Note.NOT_COUNTED),
        (4, Note.PLAYED),
        (5, Note.FORFEIT),
    ]


def test_a_forfeit_win_counts_nothing_and_a_forfeit_loss_the_opponent() -> None:
    # Points: 1 has 2, 2 has 1, 3 has 1½, 4 has 1½; the game of the last round is open.
    table = crosstable(
        4, "1 2 +/-, 3 4 ½-½", "1 3 ½-½, 2 4 ½-½", "1 4 ½-½, 2 3 ½-½", "1 2 *, 3 4 *"
    )
    # 1: 0 (by forfeit), 1½, 1½ without one at each end; 2 lost it: 2, 1½, 1½.
    assert shown("HARK", table, (0, 1), BOOK) == exactly("1.5 1.5")
    assert [term.value for term in working("HARK", table, 0).terms] == [0, 3, 3]
    assert [term.value for term in working("HARK", table, 1).terms] == [4, 3, 3]


def test_after_one_round_nothing_is_left() -> None:
    assert shown("HARK", crosstable(2, "1 2 1-0"), edition=BOOK) == exactly("0 0")
