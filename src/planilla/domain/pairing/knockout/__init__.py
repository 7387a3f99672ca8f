"""Knockouts: a side that loses a match, or two or three, is out; brackets, byes, progress.

Sections of the seed, functions, choices and what is unverified: `docs/rules/knockout.md`.
"""

from collections.abc import Callable

from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    double_elimination,
    single_elimination,
    triple_elimination,
)
from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import Pairs, SeedOrder, first_round
from planilla.domain.pairing.table import MOST, NoTable, Rounds, TableRequest, TableSystem

PLAYERS_MAX = 65_536
"""Most players of a printed bracket."""


def _table(name: str, draw: Callable[[Pairs], Bracket]) -> TableSystem:
    """Return the table of a knockout: its matches by round, for any number of players from 2."""

    def rounds(request: TableRequest) -> Rounds:
        if request.games < 1:
            raise NoTable("games", request.games, least=1)
        order = request.order or SeedOrder.COMPENSATION
        if order not in set(SeedOrder):
            raise NoTable("order", order, offered=tuple(SeedOrder))
        return draw(first_round(dapiran(request.players), SeedOrder(order))).rounds

    return TableSystem(
        name=name,
        source="seed 000, 2.1",
        takes=frozenset({"players", "order", "games"}),
        of=rounds,
        most={**MOST, "players": PLAYERS_MAX},
    )


KNOCKOUT_TABLES = (
    _table("knockout-single", single_elimination),
    _table("knockout-double", double_elimination),
    _table("knockout-triple", triple_elimination),
)
"""The tables of knockouts, with byes of the first round for the strongest numbers."""
