"""Drawing of lots: by machine, by hand, or from the last figure of the national lottery.

Source: seed 000, 3.4.3.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.standings import standings
from planilla.domain.tournament.command import ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.event import (
    Audience,
    DecidedByLot,
    Details,
    Event,
    StagedEvent,
    Topic,
    lot_shown,
)
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.personal import alphabetical, person_of
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Restatements, Tournament
from planilla.domain.vocabulary import EntrantId

# Events


class Draw(StrEnum):
    """The source of lots: the machine, a draw by hand, or the national lottery (3.4.3)."""

    MACHINE = "machine"
    HAND = "hand"
    LOTTERY = "lottery"


class DrawLots(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw lots among `entrants`; by default among all, or among the tied in the lottery.

    `numbers` are those drawn by hand, in the order of `entrants`. `figure` is the last figure of
    the national lottery (seed 000, 3.4.3).
    """

    needs_rounds: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    draw: Draw = Draw.MACHINE
    entrants: tuple[EntrantId, ...] = ()
    numbers: tuple[int, ...] = ()
    figure: int | None = None


class DrawnLot(msgspec.Struct, frozen=True, kw_only=True):
    """The number drawn for an entrant: the smaller is ahead."""

    entrant: EntrantId
    number: int


class LotsDrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Numbers were drawn; they replace the earlier numbers of the same entrants.

    By machine: `generator` of `chance` made them from `lot`, for the entrants of `lots` in order of
    pairing number. From the lottery: `figure` is its last one; the rest depended on the names,
    which are not recorded here.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    editable_in_what_if: ClassVar[bool] = True
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.LOTS

    draw: Draw
    lots: tuple[DrawnLot, ...]
    lot: int | None = None
    generator: str = ""
    figure: int | None = None

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return tuple(each.entrant for each in self.lots)

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "draw": self.draw,
            "drawn": len(self.lots),
            "figure": self.figure,
            "lot": lot_shown(self.lot),
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.figure is not None:
            return ".lottery"
        return "" if self.lot is None else ".lot"


# Refusals


class LotsDoNotFit(Unacceptable):
    """Numbers drawn by hand must be one for each entrant, all different; else there are none."""

    entrants: int
    numbers: int


class NoLotteryFigure(Unacceptable):
    """The last figure of the lottery is 0 to 9; only the lottery has one."""


class NobodyToDraw(Conflict):
    """There are fewer than two entrants to draw among."""


# Rules


FEWEST = 2

FIGURES = range(10)

LOTS = "LOTS"
"""The tie-break that reads the numbers drawn."""


def draw_lots(state: Tournament, command: DrawLots, context: DecisionContext) -> tuple[Event, ...]:
    """Draw numbers; the same numbers by hand again change nothing."""
    _check(state, command)
    drawn = _DRAWS[command.draw](state, command, context)
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


def _by_machine(state: Tournament, command: DrawLots, context: DecisionContext) -> LotsDrawn:
    among = _in_order(state, command.entrants or state.order)
    drawn = tuple(among[place] for place in order_by_lot(context.lot, len(among)))
    return LotsDrawn(draw=Draw.MACHINE, lots=_numbered(drawn), lot=context.lot, generator=GENERATOR)


def _by_hand(_: Tournament, command: DrawLots, __: DecisionContext) -> LotsDrawn:
    pairs = zip(command.entrants, command.numbers, strict=True)
    lots = (DrawnLot(entrant=entrant, number=number) for entrant, number in pairs)
    return LotsDrawn(draw=Draw.HAND, lots=tuple(sorted(lots, key=lambda each: each.number)))


def _by_lottery(state: Tournament, command: DrawLots, context: DecisionContext) -> LotsDrawn:
    figure = command.figure or 0
    groups = (command.entrants,) if command.entrants else tied_groups(state)
    drawn = tuple(
        entrant
        for group in groups
        for entrant in order_by_lottery(_alphabetical(state, group, context), figure)
    )
    return LotsDrawn(draw=Draw.LOTTERY, lots=_numbered(drawn), figure=figure)


def order_by_lottery(group: tuple[EntrantId, ...], figure: int) -> tuple[EntrantId, ...]:
    """Return a group in the order given by the last figure of the lottery.

    The group is in alphabetical order. The first is number (figure modulo the size), counted from
    0; the first of the group follows its last.
    """
    first = figure % len(group)
    return (*group[first:], *group[:first])


def tied_groups(state: Tournament) -> tuple[tuple[EntrantId, ...], ...]:
    """Return the groups that share a rank before lots are used, from the top."""
    codes = tuple(code for code in state.tiebreaks if code != LOTS)
    announced = msgspec.structs.replace(state.announced, codes=codes)
    crosstable = for_standings(state)
    groups: dict[int, list[EntrantId]] = {}
    for row in standings(crosstable, announced):
        groups.setdefault(row.rank, []).append(crosstable.entrants[row.seat].id)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _alphabetical(
    state: Tournament, group: tuple[EntrantId, ...], context: DecisionContext
) -> tuple[EntrantId, ...]:
    """Return the order by surnames, then name, then pairing number."""
    by_number = _in_order(state, group)
    names = {each: alphabetical(person_of(context.people, each).name) for each in group}
    return tuple(sorted(by_number, key=lambda each: names[each]))


def _in_order(state: Tournament, entrants: Iterable[EntrantId]) -> tuple[EntrantId, ...]:
    wanted = frozenset(entrants)
    return tuple(entrant for entrant in state.order if entrant in wanted)


def _numbered(drawn: tuple[EntrantId, ...]) -> tuple[DrawnLot, ...]:
    return tuple(DrawnLot(entrant=each, number=place) for place, each in enumerate(drawn, start=1))


_DRAWS = {Draw.MACHINE: _by_machine, Draw.HAND: _by_hand, Draw.LOTTERY: _by_lottery}


RULES: Rules = {
    DrawLots: draw_lots,
}


# Folds


def _drawn(state: Tournament, event: LotsDrawn, _: int) -> Tournament:
    drawn = {each.entrant: each.number for each in event.lots}
    return replace(state, lots={**state.lots, **drawn})


FOLDS: Folds = {
    LotsDrawn: _drawn,
}


# Restatements


def _restated(state: Tournament, event: LotsDrawn) -> Event:
    lots = tuple(lot for lot in event.lots if lot.entrant in state.entrants)
    return event if lots == event.lots else replace(event, lots=lots)


RESTATEMENTS: Restatements = {LotsDrawn: _restated}
