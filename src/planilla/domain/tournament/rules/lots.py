"""Drawing lots: by the machine, by hand, or from the last figure of the national lottery.

Source: seed 000, 3.4.3.
"""

from collections.abc import Iterable

import msgspec

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.standings import standings
from planilla.domain.tournament.commands import DrawLots
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.events import Draw, DrawnLot, Event, LotsDrawn
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.personal import alphabetical, person_of
from planilla.domain.tournament.refusals import (
    LotsDoNotFit,
    NobodyToDraw,
    NoLotteryFigure,
)
from planilla.domain.tournament.rules.lists import check_each_once
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

FEWEST = 2
FIGURES = range(10)
LOTS = "LOTS"
"""The tie-break that reads the numbers drawn."""


def draw_lots(state: Tournament, command: DrawLots, given: Given) -> tuple[Event, ...]:
    """Give numbers; the same numbers by hand again change nothing."""
    _check(state, command)
    drawn = _DRAWS[command.draw](state, command, given)
    if len(drawn.lots) < FEWEST:
        raise NobodyToDraw
    by_hand = command.draw is Draw.HAND
    if by_hand and all(state.lots.get(each.entrant) == each.number for each in drawn.lots):
        return ()
    return (drawn,)


def _check(state: Tournament, command: DrawLots) -> None:
    for entrant in command.entrants:
        known_entrant(state, entrant)
    check_each_once(command.entrants)
    wanted = len(command.entrants) if command.draw is Draw.HAND else 0
    different = set(command.numbers)
    if len(command.numbers) != wanted or len(different) != wanted or min(different, default=1) < 1:
        raise LotsDoNotFit(entrants=wanted, numbers=len(command.numbers))
    if (command.figure in FIGURES) is not (command.draw is Draw.LOTTERY):
        raise NoLotteryFigure


def _by_machine(state: Tournament, command: DrawLots, given: Given) -> LotsDrawn:
    among = _in_order(state, command.entrants or state.order)
    drawn = tuple(among[place] for place in order_by_lot(given.lot, len(among)))
    return LotsDrawn(draw=Draw.MACHINE, lots=_numbered(drawn), lot=given.lot, generator=GENERATOR)


def _by_hand(_: Tournament, command: DrawLots, __: Given) -> LotsDrawn:
    pairs = zip(command.entrants, command.numbers, strict=True)
    lots = (DrawnLot(entrant=entrant, number=number) for entrant, number in pairs)
    return LotsDrawn(draw=Draw.HAND, lots=tuple(sorted(lots, key=lambda each: each.number)))


def _by_lottery(state: Tournament, command: DrawLots, given: Given) -> LotsDrawn:
    figure = command.figure or 0
    groups = (command.entrants,) if command.entrants else tied_groups(state)
    drawn = tuple(
        entrant
        for group in groups
        for entrant in order_by_lottery(_alphabetical(state, group, given), figure)
    )
    return LotsDrawn(draw=Draw.LOTTERY, lots=_numbered(drawn), figure=figure)


def order_by_lottery(group: tuple[EntrantId, ...], figure: int) -> tuple[EntrantId, ...]:
    """Those of a group in the order that the last figure of the lottery gives them.

    The group is in alphabetical order. The first is number (figure modulo their number), counted
    from 0, and after the last the first of them follows.
    """
    first = figure % len(group)
    return (*group[first:], *group[:first])


def tied_groups(state: Tournament) -> tuple[tuple[EntrantId, ...], ...]:
    """Who shares a rank when everything but lots has been asked, from the top."""
    codes = tuple(code for code in state.tiebreaks if code != LOTS)
    announced = msgspec.structs.replace(state.announced, codes=codes)
    crosstable = for_standings(state)
    groups: dict[int, list[EntrantId]] = {}
    for row in standings(crosstable, announced):
        groups.setdefault(row.rank, []).append(crosstable.entrants[row.seat].id)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _alphabetical(
    state: Tournament, group: tuple[EntrantId, ...], given: Given
) -> tuple[EntrantId, ...]:
    """By surnames, then name, then pairing number."""
    by_number = _in_order(state, group)
    names = {each: alphabetical(person_of(given.people, each).name) for each in group}
    return tuple(sorted(by_number, key=lambda each: names[each]))


def _in_order(state: Tournament, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    wanted = frozenset(entrants)
    return tuple(entrant for entrant in state.order if entrant in wanted)


def _numbered(drawn: tuple[EntrantId, ...]) -> tuple[DrawnLot, ...]:
    return tuple(DrawnLot(entrant=each, number=place) for place, each in enumerate(drawn, start=1))


_DRAWS = {Draw.MACHINE: _by_machine, Draw.HAND: _by_hand, Draw.LOTTERY: _by_lottery}
