"""The development coefficient: who has which, now and formerly."""

import datetime as dt

import pytest

from dsl.rated_tables import golden
from planilla.domain.ratings.rules import (
    K_FIDE,
    K_FORMER,
    K_LIBRO,
    Career,
    k_by_rating,
    k_for_period,
    k_of,
)

TODAY = dt.date(2026, 6, 15)
CASES = golden("k_rules")["cases_derived"]
NEWCOMER_ABOVE_2400 = next(case for case in CASES if case["K"] == "ambiguous")


def born(age: int) -> dt.date:
    """Somebody whose birthday was in May."""
    return dt.date(TODAY.year - age, 5, 1)


def career_of(case: dict[str, int]) -> Career:
    return Career(
        rating=case["rating"],
        on=TODAY,
        games=case["games"],
        born=born(case["age"]),
        peak=case["peak"],
    )


@pytest.mark.parametrize("case", [case for case in CASES if case["K"] != "ambiguous"])
def test_the_cases_of_the_book(case: dict[str, int]) -> None:
    assert k_of(K_LIBRO, career_of(case)) == case["K"]


def test_a_newcomer_above_2400_has_the_first_k_of_the_list() -> None:
    assert k_of(K_LIBRO, career_of(NEWCOMER_ABOVE_2400)) == 40


def test_the_figures_of_both_editions_of_the_book() -> None:
    printed = golden("k_rules")
    in_force, former = ([line["K"] for line in printed[each]] for each in ("current", "former"))
    assert [K_LIBRO.newcomer, K_LIBRO.usual, K_LIBRO.top] == in_force
    assert [K_FORMER.newcomer, K_FORMER.usual, K_FORMER.top] == former


@pytest.mark.parametrize(
    ("games", "peak", "k"), [(29, 0, 25), (30, 0, 15), (29, 2400, 25), (30, 2400, 10)]
)
def test_formerly_ten_needed_2400_and_thirty_games(games: int, peak: int, k: int) -> None:
    career = Career(rating=2380, on=TODAY, games=games, peak=peak)
    assert k_of(K_FORMER, career) == k


@pytest.mark.parametrize(
    ("rules", "birthday", "k"),
    [
        pytest.param(K_LIBRO, dt.date(2008, 6, 16), 40, id="book: the day before"),
        pytest.param(K_LIBRO, dt.date(2008, 6, 15), 20, id="book: the day itself"),
        pytest.param(K_FIDE, dt.date(2008, 1, 1), 40, id="FIDE: turned 18 this year"),
        pytest.param(K_FIDE, dt.date(2007, 12, 31), 20, id="FIDE: turned 18 last year"),
        pytest.param(K_FORMER, dt.date(2015, 1, 1), 15, id="formerly no juniors"),
        pytest.param(K_FIDE, None, 20, id="birth date unknown"),
    ],
)
def test_how_long_one_is_a_junior(rules: object, birthday: dt.date | None, k: int) -> None:
    assert isinstance(rules, type(K_FIDE))
    assert k_of(rules, Career(rating=2000, on=TODAY, games=80, born=birthday)) == k


@pytest.mark.parametrize(("rating", "k"), [(2299, 40), (2300, 20), (2400, 10)])
def test_a_junior_keeps_forty_only_below_2300(rating: int, k: int) -> None:
    assert k_of(K_FIDE, Career(rating=rating, on=TODAY, games=80, born=born(17))) == k


def test_ten_stays_ten_for_a_junior_who_fell_below_2300() -> None:
    career = Career(rating=2290, on=TODAY, games=80, born=born(17), peak=2410)
    assert k_of(K_FIDE, career) == 10


def test_where_only_the_rating_is_known_it_decides() -> None:
    assert [k_by_rating(K_FIDE, rating) for rating in (1500, 2399, 2400)] == [20, 20, 10]


@pytest.mark.parametrize(
    ("k", "games", "cap", "expected"),
    [(40, 17, 700, 40), (40, 18, 700, 38), (20, 35, 700, 20), (20, 36, 700, 19), (40, 18, 0, 40)],
)
def test_k_times_the_games_stays_within_the_cap(
    k: int, games: int, cap: int, expected: int
) -> None:
    """18 x 40 = 720 > 700, and 700 / 18 = 38.9; 36 x 20 = 720, and 700 / 36 = 19.4."""
    assert k_for_period(k, games, cap) == expected
