"""Tournament and perfect performances, and their averages: article 10 of C.07."""

import pytest

from dsl.crosstables import crosstable
from dsl.tiebreaking import IN_FORCE, column, exactly, rated, working
from planilla.domain.tiebreaks.ratings import perfect_performance, tournament_performance


@pytest.mark.parametrize(
    ("ratings", "score", "value"),
    [
        # Scores in half points. 5 of 8: 62.5 % is rounded to .63, for which the table says 95.
        pytest.param([2000] * 4, 5, 2095, id="five of eight"),
        pytest.param([2000, 2001], 2, 2001, id="one of two: the average, 2000½, rounded first"),
        pytest.param([2000, 2001], 4, 2801, id="all: 800 more"),
        pytest.param([2000, 2001], 0, 1201, id="nothing: 800 less"),
        pytest.param([1900, 2000, 2100], 4, 2125, id="two of three: .67 adds 125"),
        pytest.param([], 0, 0, id="nobody met"),
    ],
)
def test_a_tournament_performance(ratings: list[int], score: int, value: int) -> None:
    assert tournament_performance(ratings, score) == value


@pytest.mark.parametrize(
    ("ratings", "score", "value"),
    [
        # The least difference for which .50 is expected is -3 (table 8.1.2).
        pytest.param([2000, 2000], 2, 1997, id="one of two: .50 of each"),
        # .75 is expected from 189 on.
        pytest.param([2000, 2000], 3, 2189, id="one and a half of two: .75 of each"),
        # 1.00 is expected from 736 on: of the highest too.
        pytest.param([1800, 2000], 4, 2736, id="all: 736 above the highest"),
        # Of 1000 one is expected, so .50 of 3000 is wanted: 3 less than he.
        pytest.param([1000, 3000], 3, 2997, id="the full scale: nobody is cut to 400"),
        pytest.param([1800, 2000], 0, 1000, id="nothing: the lowest less 800"),
        pytest.param([], 0, 0, id="nobody met"),
    ],
)
def test_a_perfect_performance(ratings: list[int], score: int, value: int) -> None:
    assert perfect_performance(ratings, score) == value


# 1 beat 2 and drew with 3; 4 did not come. 2 beat 3; 3 and 4 drew.
TABLE = rated(
    crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 ½-½", "2 3 1-0, 1 4 +/-"), 2000, 1900, 2100, 1800
)


def test_the_performances_are_of_games_over_the_board() -> None:
    assert column("TPR", TABLE, edition=IN_FORCE) == (
        2000 + 193,  # 1½ of 2 against 1900 and 2100: .75
        2050,  # 1 of 2 against 2000 and 2100
        1900 - 125,  # 1 of 3 against 1800, 2000 and 1900: .33 takes 125
        2100,  # ½ of 1 against 2100
    )


def test_the_working_of_a_performance() -> None:
    worked = working("TPR", TABLE, 0, None, IN_FORCE)
    assert [(term.opponent, term.value) for term in worked.terms] == [(1, 1900), (2, 2100)]
    assert [(step.name, step.value) for step in worked.steps] == list(
        zip(
            ("score", "average-rating", "percentage", "rating-difference", "performance"),
            exactly("1.5 2000 0.75 193 2193"),
            strict=True,
        )
    )
    assert [step.name for step in working("PTP", TABLE, 0, None, IN_FORCE).steps] == [
        "score",
        "performance",
    ]


def test_the_average_performance_of_those_met() -> None:
    # 1 met 2 and 3: (2050 + 1775) / 2 = 1912½; 4 met 3 alone.
    assert column("APRO", TABLE, (0, 3), IN_FORCE) == (1913, 1775)
    worked = working("APRO", TABLE, 0, None, IN_FORCE)
    assert [(term.opponent, term.value) for term in worked.terms] == [(1, 2050), (2, 1775)]
    assert [step.value for step in worked.steps] == list(exactly("1912.5 1913"))


def test_the_average_perfect_performance_of_those_met() -> None:
    # 4 met 3 alone, and 3 has 1 of 3 points against 1800, 1900, 2000.
    perfect = perfect_performance([1800, 1900, 2000], 2)
    assert column("PTP", TABLE, (2,), IN_FORCE) == (perfect,)
    assert column("APPO", TABLE, (3,), IN_FORCE) == (perfect,)


def test_who_has_met_nobody_has_no_average() -> None:
    table = rated(crosstable(2, "1 2 +/-"), 2000, 1900)
    assert column("APRO", table, edition=IN_FORCE) == (0, 0)
    assert [step.value for step in working("APRO", table, 0, None, IN_FORCE).steps] == [0, 0]
