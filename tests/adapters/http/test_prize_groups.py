"""Groups of prizes by the players they are for."""

import pytest

from dsl.prize_plans import group
from planilla.adapters.http.views.prizes import group_text
from planilla.domain.prizes.plan import PrizeGroup


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
    assert group_text("en", prizes) == said
