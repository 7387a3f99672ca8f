"""The rating average of the book, exact, and its performance of an unrated player."""

import json

import pytest

from domain.tiebreaks.test_opponents import OPEN_EXAMPLE
from dsl.crosstables import crosstable
from dsl.golden_tournaments import GOLDEN, golden
from dsl.tiebreaking import BOOK, column, exactly, rated, shown, working
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of

# Seed 000, 3.5.2: A to F are 2 to 7.
RATED = rated(OPEN_EXAMPLE, 2200, 2100, 2026, 2014, 1980, 1859, 2047)

# Seed 000, 4.3.2: lost to 2400, beat 1550, lost to 1900, drew 2000, 1800 did not come.
UNRATED = rated(
    crosstable(6, "1 2 0-1", "1 3 1-0", "1 4 0-1", "1 5 ½-½", "1 6 +/-"),
    *(0, 2400, 1550, 1900, 2000, 1800),
)


def test_the_open_example_has_the_average_in_print() -> None:
    printed = golden("example_open_3_5_2.json")
    assert shown("ARO", RATED, (0,), BOOK) == (printed["rating_average"],)
    worked = working("ARO", RATED, 0)
    mean, rounded = worked.steps
    assert float(mean.value) == printed["rating_average_exact"]
    assert rounded.value == worked.value == printed["rating_average"]
    assert [term.value for term in worked.terms] == [2100, 2026, 2014, 1980, 2047]


def test_what_rounds_to_the_same_is_not_the_same() -> None:
    # 1 has 2000½ from two games, 3 has 2001 from one: both are shown as 2001.
    table = rated(crosstable(4, "1 2 1-0", "1 3 ½-½", "4 2 ½-½"), 2001, 2000, 2001, 2003)
    assert shown("ARO", table, (0, 2), BOOK) == exactly("2001 2001")
    one, other = column("ARO", table, (0, 2))
    assert one < other


@pytest.mark.parametrize(
    ("code", "value"),
    [
        # Without 1980: (2100 + 2026 + 2014 + 2047) / 4 = 2046¾.
        pytest.param("ARO/C1", "2047", id="one cut"),
        # Without 2014 too: (2100 + 2026 + 2047) / 3 = 2057⅔.
        pytest.param("ARO/C2", "2058", id="two cut"),
        pytest.param("ARO/C9", "0", id="nothing is left"),
    ],
)
def test_the_lowest_ratings_are_cut(code: str, value: str) -> None:
    assert shown(code, RATED, (0,), BOOK) == exactly(value)


def test_the_working_shows_the_cut_rating() -> None:
    assert [term.value for term in working("ARO/C1", RATED, 0).terms if term.cut] == [1980]


def test_the_performance_is_that_of_the_unrated_player_of_the_book() -> None:
    expected = json.loads((GOLDEN / "elo" / "unrated_player_example.json").read_text())
    assert column("TPR", UNRATED, (0,)) == (expected["Ru"],)
    steps = {step.name: step.value for step in working("TPR", UNRATED, 0).steps}
    assert steps == {
        "score": exactly("3/2")[0],
        "average-rating": expected["Rc"],
        "percentage": exactly("0.38")[0],
        "rating-difference": expected["D"],
        "performance": expected["Ru"],
    }


def test_above_one_half_each_half_point_adds_fifteen_and_by_the_table_what_it_says() -> None:
    # 3 of 5: 2033 + 15; by the table .60 adds 72.
    assert column("TPR", RATED, (0,)) == (2033 + 15,)
    assert column("RCD", RATED, (0,)) == (2033 + 72,)


def test_below_one_half_both_are_the_same() -> None:
    assert column("RCD", UNRATED, (0,)) == column("TPR", UNRATED, (0,))


def test_who_has_lost_everything_has_a_value_and_who_has_not_played_none() -> None:
    table = rated(crosstable(3, "1 2 0-1, 3 U"), 1500, 2000, 1600)
    assert column("TPR", table) == (2000 - 800, 1500 + 15, 0)
    assert [step.name for step in working("TPR", table, 2).steps] == ["score", "performance"]


@pytest.mark.parametrize("code", ["ARO", "TPR", "RCD"])
def test_they_are_dropped_where_somebody_has_no_rating(code: str) -> None:
    assert tiebreak_of(code, BOOK).applies(contest_of(RATED))
    assert not tiebreak_of(code, BOOK).applies(contest_of(UNRATED))
    assert tiebreak_of(f"{code}/U1400", BOOK).applies(contest_of(UNRATED))
