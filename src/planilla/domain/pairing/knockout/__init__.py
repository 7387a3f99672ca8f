"""Knockouts: a side that loses a match, or two or three, is out; brackets, byes, progress.

Sections of the seed, functions, choices and what is unverified: `docs/rules/knockout.md`.
"""

from collections.abc import Callable, Mapping

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
from planilla.domain.pairing.table import MOST, NoTable, TableRequest, TableSystem

PLAYERS_MAX = 65_536
"""Most players of a printed bracket."""


def _bracket(draw: Callable[[Pairs], Bracket]) -> Callable[[TableRequest], Bracket]:
    """Return the function that draws a knockout for any number of players from 2."""

    def drawn(request: TableRequest) -> Bracket:
        if request.games < 1:
            raise NoTable("games", request.games, least=1)
        order = request.order or SeedOrder.COMPENSATION
        if order not in set(SeedOrder):
            raise NoTable("order", order, offered=tuple(SeedOrder))
        return draw(first_round(dapiran(request.players), SeedOrder(order)))

    return drawn


BRACKETS: Mapping[str, Callable[[TableRequest], Bracket]] = {
    "knockout-single": _bracket(single_elimination),
    "knockout-double": _bracket(double_elimination),
    "knockout-triple": _bracket(triple_elimination),
}
"""The knockouts by name, drawn with byes of the first round for the strongest numbers.

A function raises `NoTable` for a size or an order that does not exist.
"""


def _table(name: str, drawn: Callable[[TableRequest], Bracket]) -> TableSystem:
    """Return the table of a knockout: its matches by round."""
    return TableSystem(
        name=name,
        source="seed 000, 2.1",
        takes=frozenset({"players", "order", "games"}),
        of=lambda request: drawn(request).rounds,
        most={**MOST, "players": PLAYERS_MAX},
    )


KNOCKOUT_TABLES = tuple(_table(name, drawn) for name, drawn in BRACKETS.items())
"""The tables of knockouts."""


def _system(
    name: str,
    draw: Callable[[Pairs, PlacesPlayed], Bracket],
    *,
    plays_for_places: bool = False,
) -> System:
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
        plays_for_places=plays_for_places,
    )


KNOCKOUTS = (
    _system(
        "knockout-single",
        lambda pairs, played: single_elimination(pairs, played=played),
        plays_for_places=True,
    ),
    _system("knockout-double", lambda pairs, _: double_elimination(pairs)),
    _system("knockout-triple", lambda pairs, _: triple_elimination(pairs)),
)
"""The systems of knockouts, in the order of the losses after which a side is out."""
