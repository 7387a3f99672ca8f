"""A crosstable by columns, which all tie-breaks read."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable
from dsl.tiebreaking import BOOK, IN_FORCE, by_schedule
from planilla.domain.scoring import STANDARD
from planilla.domain.tiebreaks import arrays, tiebreak_of
from planilla.domain.tiebreaks.contest import (
    NOBODY,
    RoundKind,
    contest_of,
    tally_of,
    with_last_round_drawn,
)

TABLE = crosstable(3, "1 2 1-0, 3 U", "2 1 -/+, 3 H", "1 3 ½-½", "2 3 *, 1 F", "1 2 0-0", "2 3 -/-")


def test_each_round_has_its_kind() -> None:
    tally = tally_of(TABLE)
    assert [RoundKind(kind).name for kind in tally.kinds[1]] == [
        *("PLAYED", "FORFEIT_LOSS", "REQUESTED", "OPEN", "PLAYED", "FORFEIT_LOSS"),
    ]
    assert [RoundKind(kind).name for kind in tally.kinds[2]] == [
        *("FULL_BYE", "REQUESTED", "PLAYED", "OPEN", "REQUESTED", "FORFEIT_LOSS"),
    ]


def test_points_opponents_colours_and_outcomes_by_round() -> None:
    tally = tally_of(TABLE)
    assert list(tally.points[0]) == [2, 2, 1, 2, 0, 0]
    assert tally.scores == [7, 0, 4]
    assert list(tally.opponents[0]) == [1, 1, 2, NOBODY, 1, NOBODY]
    assert list(tally.blacks[0]) == [0, 1, 0, 0, 0, 0]
    # Over the board alone, in half points.
    assert list(tally.outcomes[0]) == [2, 0, 1, 0, 0, 0]


def test_with_predetermined_pairings_a_round_without_board_is_free() -> None:
    tally = tally_of(by_schedule(TABLE))
    assert [RoundKind(kind).name for kind in tally.kinds[0]][3::2] == ["FREE", "FREE"]
    assert tally.predetermined


def test_a_tally_is_made_once() -> None:
    assert tally_of(TABLE) is tally_of(TABLE)


def test_a_drawn_last_round_leaves_out_who_was_not_paired() -> None:
    drawn = with_last_round_drawn(tally_of(TABLE))
    assert [row[-1] for row in drawn.points] == [0, 1, 1]
    assert [RoundKind(row[-1]).name for row in drawn.kinds] == ["REQUESTED", "PLAYED", "PLAYED"]
    assert drawn.scores == [7, 1, 5]


def test_a_tournament_without_rounds_has_empty_rows() -> None:
    tally = tally_of(crosstable(2))
    assert (tally.rounds, tally.size) == (0, 2)
    assert list(map(list, tally.points)) == [[], []]
    assert list(tally.kinds) == [b"", b""]


@pytest.mark.parametrize(("win", "loss"), [(300, 0), (2, -1)])
def test_points_may_be_too_large_for_a_byte_or_less_than_nothing(win: int, loss: int) -> None:
    system = replace(STANDARD, win=win, loss=loss)
    tally = tally_of(replace(crosstable(2, "1 2 1-0", "1 2 ½-½"), points=system))
    assert [list(row) for row in tally.points] == [[win, 1], [loss, 1]]
    assert tally.scores == [win + 1, loss + 1]


def test_sums_beyond_64_bits_are_exact() -> None:
    # 1 and 2 beat each other with 2^40 points each; cubes of that are in the second degree.
    win = 2**40
    system = replace(STANDARD, win=win)
    table = replace(crosstable(2, "1 2 1-0", "1 2 0-1"), points=system)
    contest = contest_of(table)
    assert tiebreak_of("SB2", BOOK).values(contest, (0,)) == [win**3]
    assert tiebreak_of("BH/C1", BOOK).values(contest, (0,)) == [win]
    assert tiebreak_of("AOB", IN_FORCE).values(contest, (0,)) == [2 * win * 2]


def test_numpy_is_loaded_with_the_first_tie_break_that_is_calculated() -> None:
    program = (
        "import sys\n"
        "from planilla.domain.standings import Announced, standings\n"
        "from planilla.domain.tournament.decide import decide\n"
        "from planilla.domain.crosstable import Crosstable\n"
        "print('numpy' in sys.modules)\n"
        "standings(Crosstable(entrants=()), Announced(codes=('BH',)))\n"
        "print('numpy' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


def test_numpy_may_be_loaded_beforehand() -> None:
    arrays.load()
    assert "numpy" in sys.modules
