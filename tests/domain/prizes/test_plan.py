"""What a plan says of itself."""

import pytest

from dsl.prize_plans import group, plan
from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.prizes.plan import (
    negative_prize,
    repeated_group,
    rising_prize,
    sum_of,
)


@pytest.mark.parametrize(("currency", "decimals"), [("EUR", 2), ("JPY", 0), ("KWD", 3)])
def test_a_currency_has_its_decimals(currency: str, decimals: int) -> None:
    assert decimals_of(currency) == decimals


def test_all_prizes_together() -> None:
    assert sum_of(plan(group(100, 50), group(25, category="U16"))) == 175


def test_a_plan_without_fault_has_none() -> None:
    sound = plan(group(100, 100, 50), group(25, category="U16"), group(25, rating_to=1800))
    assert (negative_prize(sound), rising_prize(sound), repeated_group(sound)) == (None,) * 3


def test_a_fault_is_told_with_its_group_and_place() -> None:
    wrong = plan(group(100), group(50, 60, category="U16"), group(5, -1, category="U16"))
    assert negative_prize(wrong) == (3, 2)
    assert rising_prize(wrong) == (2, 2)
    assert repeated_group(wrong) == 3
