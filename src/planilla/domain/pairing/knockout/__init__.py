"""Knockouts: a side that loses a match, or two or three, is out; brackets, byes, progress.

Sections of the seed, functions, choices and what is unverified: `docs/rules/knockout.md`.
"""

from collections.abc import Callable

from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    PlacesPlayed,
    double_elimination,
    single_elimination,
    triple_elimination,
)
from planilla.domain.pairing.knockout.dapiran import PLAYERS_MIN, dapiran
from planilla.domain.pairing.knockout.order import Pairs, SeedOrder, first_round
from planilla.domain.pairing.system import RankingMethod, System, Usual
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


def _system(name: str, draw: Callable[[Pairs, PlacesPlayed], Bracket]) -> System:
    """Return the system of a knockout: its matches follow from its bracket, round by round."""

    def bracket(size: int, order: str, played: str) -> Bracket:
        return draw(first_round(dapiran(size), SeedOrder(order)), PlacesPlayed(played))

    def rounds_for(size: int) -> int:
        if size < PLAYERS_MIN:
            return 0
        return len(bracket(size, SeedOrder.COMPENSATION, PlacesPlayed.FIRST).rounds)

    return System(
        name=name,
        edition="libro",
        usual=Usual(tiebreaks=()),
        rounds_default=0,
        rounds_max=0,
        byes_on_request=frozenset(),
        may_forbid_pairs=False,
        takes_late_entries=False,
        ranking=RankingMethod.BRACKET,
        bracket=bracket,
        rounds_for=rounds_for,
    )


KNOCKOUTS = (
    _system("knockout-single", lambda pairs, played: single_elimination(pairs, played=played)),
    _system("knockout-double", lambda pairs, _: double_elimination(pairs)),
    _system("knockout-triple", lambda pairs, _: triple_elimination(pairs)),
)
"""The systems of knockouts, in the order of the losses after which a side is out."""
