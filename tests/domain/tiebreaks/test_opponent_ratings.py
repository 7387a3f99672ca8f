"""Ratings: the own one and the average of those met, article 10 of C.07."""

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable
from dsl.tiebreaking import IN_FORCE, column, exactly, rated, working
from planilla.domain.standings import Announced, standings
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of

# 1 met 2, 3, 4 over the board; 5 did not come, and a round was free.
TABLE = rated(
    crosstable(5, "1 2 1-0", "1 3 ½-½", "1 4 0-1", "1 5 +/-", "1 U"), 2000, 1901, 2150, 2350, 1500
)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        pytest.param("ARO", 2134, id="(1901 + 2150 + 2350) / 3 = 2133⅔"),
        pytest.param("ARO/C1", 2250, id="without 1901: 2250"),
        pytest.param("ARO/C2", 2350, id="without 2150 too"),
        pytest.param("ARO/C3", 0, id="nothing is left"),
        pytest.param("ARO/M1", 2150, id="without 1901 and 2350"),
    ],
)
def test_the_average_is_of_games_over_the_board_and_rounded(code: str, value: int) -> None:
    assert column(code, TABLE, (0,), IN_FORCE) == (value,)


def test_one_half_is_rounded_up() -> None:
    table = rated(crosstable(3, "1 2 1-0", "1 3 1-0"), 2000, 2000, 2001)
    assert column("ARO", table, (0,), IN_FORCE) == (2001,)
    mean, rounded = working("ARO", table, 0, None, IN_FORCE).steps
    assert (mean.name, rounded.name) == ("mean", "rounded")
    assert (mean.value, rounded.value) == exactly("2000.5 2001")


def test_who_has_met_nobody_has_nothing() -> None:
    table = rated(crosstable(3, "1 2 +/-, 3 U"), 2000, 2000, 2001)
    assert column("ARO", table, edition=IN_FORCE) == (0, 0, 0)
    assert [step.value for step in working("ARO", table, 0, None, IN_FORCE).steps] == [0, 0]


def test_the_working_shows_the_cut_ratings() -> None:
    terms = working("ARO/M1", TABLE, 0, None, IN_FORCE).terms
    assert [(term.round, term.value) for term in terms if term.cut] == [(1, 1901), (3, 2350)]


@pytest.mark.parametrize("code", ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_with_an_unrated_player_they_are_dropped_unless_the_code_says_his_rating(
    code: str,
) -> None:
    table = rated(TABLE, 2000, 1901, 2150, 2350, 0)
    assert tiebreak_of(code, IN_FORCE).applies(contest_of(TABLE))
    assert not tiebreak_of(code, IN_FORCE).applies(contest_of(table))
    assert tiebreak_of(f"{code}/U1500", IN_FORCE).applies(contest_of(table))
    assert column(f"{code}/U1500", table, edition=IN_FORCE) == column(code, TABLE, None, IN_FORCE)


def test_a_dropped_tiebreak_shows_nothing_and_separates_nobody() -> None:
    table = rated(crosstable(4, "1 2 1-0, 3 4 1-0"), 2000, 0, 2400, 2300)
    rows = standings(table, Announced(codes=("ARO", "TPN"), edition=IN_FORCE))
    assert [(row.seat, row.rank, row.values) for row in rows] == [
        (0, 1, (None, 1)),
        (2, 2, (None, 3)),
        (1, 3, (None, 2)),
        (3, 4, (None, 4)),
    ]


def test_the_higher_rating_is_ahead_and_reversed_the_lower() -> None:
    table = rated(crosstable(2), 1900, 2000)
    for code, ranks in (("RTNG", [1, 0]), ("RTNG/R", [0, 1])):
        rows = standings(table, Announced(codes=(code,), edition=IN_FORCE))
        assert [row.seat for row in rows] == ranks
    (step,) = working("RTNG", table, 0, None, IN_FORCE).steps
    assert (step.name, step.numerator) == ("rating", 1900)


def test_pairing_numbers_and_lots_decide_the_lower_first() -> None:
    table = replace(crosstable(3), lots=(2, 3, 1))
    for code, order in (("TPN", [0, 1, 2]), ("TPN/R", [2, 1, 0]), ("LOTS", [2, 0, 1])):
        rows = standings(table, Announced(codes=(code,), edition=IN_FORCE))
        assert [row.seat for row in rows] == order
    (step,) = working("LOTS", table, 2, None, IN_FORCE).steps
    assert (step.name, step.numerator) == ("number", 1)


def test_before_lots_are_drawn_they_separate_nobody() -> None:
    rows = standings(crosstable(2), Announced(codes=("LOTS",), edition=IN_FORCE))
    assert [(row.rank, row.values) for row in rows] == [(1, (None,)), (1, (None,))]
