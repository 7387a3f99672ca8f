"""The laws of a hall without a hall: how many tables, who sits down first."""

import pytest

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.masnou import (
    MasnouRules,
    StartOrder,
    points_of,
    start_order,
    suggested_tables,
)
from planilla.domain.vocabulary import EntrantId


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        pytest.param(120, 40, id="the original: 40 tables, 80 playing and 40 waiting"),
        pytest.param(24, 8, id="the first one"),
        pytest.param(8, 2, id="two thirds of a table are none"),
        pytest.param(2, 1, id="one table at least"),
        pytest.param(0, 1, id="nobody yet"),
    ],
)
def test_a_third_of_the_players_is_suggested(players: int, tables: int) -> None:
    assert suggested_tables(players) == tables


def test_the_system_seats_players_at_once() -> None:
    assert SYSTEMS["masnou"].seats_at_once


def test_a_lot_gives_places_in_the_order_of_entry() -> None:
    ana, bea, carl = (EntrantId(each) for each in ("ana", "bea", "carl"))
    rules = MasnouRules(tables=1, order=StartOrder.LOT)
    arrived = ((ana, 0), (bea, 0), (carl, 0))
    assert start_order(rules, arrived, (2, 0, 1)) == (carl, ana, bea)


def test_points_are_halves() -> None:
    assert points_of(MasnouRules(tables=1), wins=3, draws=1) == 7
