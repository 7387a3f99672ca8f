"""Prizes, money and chances as they are written."""

from fractions import Fraction

import pytest

from dsl.prize_plans import group
from planilla.domain.prizes.plan import PrizeGroup
from planilla.words.money import money
from planilla.words.prizes import chance_said, group_said


@pytest.mark.parametrize(
    ("language", "amount", "currency", "said"),
    [
        ("es", 125_050, "EUR", "1250,50 EUR"),
        ("es", 1_250_050, "EUR", "12\u202f500,50 EUR"),
        ("en", 125_050, "EUR", "1,250.50 EUR"),
        ("en", 5, "USD", "0.05 USD"),
        ("es", -550, "EUR", "−5,50 EUR"),
        ("en", 300, "JPY", "300 JPY"),
    ],
)
def test_money_has_the_decimals_of_its_currency(
    language: str, amount: int, currency: str, said: str
) -> None:
    assert money(language, amount, currency) == said


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        pytest.param(group(1), "General", id="everybody"),
        pytest.param(group(1, category="U16"), "Category U16", id="a category"),
        pytest.param(group(1, rating_to=1800), "Rating up to 1800", id="the weaker"),
        pytest.param(group(1, rating_from=2000), "Rating from 2000", id="the stronger"),
        pytest.param(
            group(1, category="W", rating_from=1600, rating_to=1800, admits_unrated=True),
            "Category W, Rating 1600 to 1800, unrated included",
            id="everything at once",
        ),
    ],
)
def test_a_group_is_called_by_whom_it_is_for(prizes: PrizeGroup, said: str) -> None:
    assert group_said("en", prizes) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(2, 3), "66,7 %"),
        (Fraction(1, 2), "50 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10_000), "< 0,1 %"),
        (Fraction(9_999, 10_000), "> 99,9 %"),
    ],
)
def test_a_chance_is_written_in_hundredths(chance: Fraction, said: str) -> None:
    assert chance_said("es", chance) == said
