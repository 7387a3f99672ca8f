"""The two conversion tables, every value of them."""

import pytest

from dsl.rated_tables import golden, hundredths
from planilla.domain.ratings.abbreviated import logistic
from planilla.domain.ratings.tables import difference_of, expected_hundredths

BANDS = golden("table_d_to_p")["intervals"]


def test_every_score_has_the_difference_of_the_book() -> None:
    printed = golden("table_p_to_d")["p_percent_to_d"]
    assert len(printed) == 101
    assert {percent: difference_of(int(percent)) for percent in printed} == printed


def test_every_band_has_the_scores_of_the_book_from_its_first_to_its_last_difference() -> None:
    assert len(BANDS) == 51
    for band in BANDS:
        high, low = hundredths(band["high"]), hundredths(band["low"])
        for difference in range(band["from"], (band["to"] or 4000) + 1):
            assert expected_hundredths(difference) == high, difference
            if difference:
                assert expected_hundredths(-difference) == low, difference


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 50), (-3, 50), (3, 50), (4, 51), (-4, 49), (735, 99), (736, 100), (-735, 1), (-736, 0)],
)
def test_a_difference_on_the_end_of_a_band(difference: int, expected: int) -> None:
    assert expected_hundredths(difference) == expected


def test_a_score_turned_into_a_difference_and_back_is_itself() -> None:
    exceptions = golden("table_d_to_p")["round_trip"]["P->D->P not the identity for"]
    back = {score: expected_hundredths(difference_of(score)) for score in range(101)}
    assert [score for score, found in back.items() if score != found] == exceptions


def test_both_sides_together_expect_one_point() -> None:
    assert all(expected_hundredths(each) + expected_hundredths(-each) == 100 for each in range(900))
    assert all(difference_of(each) == -difference_of(100 - each) for each in range(101))


def test_the_logistic_curve_is_nowhere_further_from_the_table_than_at_560() -> None:
    """The book's formula "practically" gives the same: at most .0183, says the golden file."""
    apart = {each: abs(logistic(each) - 100 * expected_hundredths(each)) for each in range(736)}
    assert max(apart.values()) == 183
    assert apart[560] == 183
    assert "at most 0.0183 (at D=560)" in golden("table_d_to_p")["formula_note"]
