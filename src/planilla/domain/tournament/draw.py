"""The draw of a table: the numbers of the entrants, and the schedule or bracket that follows.

It is recorded once, before the first round; rounds are read from it. Numbers are those of the
pairing list, are drawn by lot or from the envelopes of Varma, or are given.
Source: seed 000, 2.1.4 and 2.2; C.05, Annexes 1 and 2.
"""

from enum import StrEnum
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.chance import GENERATOR, GENERATORS, order_by_lot
from planilla.domain.pairing.closed.varma import NoEnvelope, VarmaPlayer, draw
from planilla.domain.pairing.knockout.bracket import Bracket
from planilla.domain.pairing.system import System
from planilla.domain.pairing.table import NoTable, Rounds
from planilla.domain.tournament.command import ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import rounds_planned
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
from planilla.domain.tournament.lots import FEWEST, NobodyToDraw
from planilla.domain.tournament.numbering import NumberingIncomplete, numbering_before_pairing
from planilla.domain.tournament.personal import alphabetical, person_of
from planilla.domain.tournament.refusal import (
    Conflict,
    NotInThisSystem,
    RoundAlreadyPaired,
    Unacceptable,
)
from planilla.domain.tournament.shapes import DrawnTable, EnvelopeDrawn
from planilla.domain.tournament.state import Folds, Numbering, Restatements, Tournament
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import EntrantId

# Commands


class DrawnBy(StrEnum):
    """The source of the numbers: the pairing numbers, a lot, a given order, or envelopes."""

    NUMBERS = "numbers"
    LOT = "lot"
    ORDER = "order"
    ENVELOPES = "envelopes"


class DrawTable(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw the table of a closed system or a knockout; `order` names everybody if it is given."""

    needs_rounds: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    by: DrawnBy = DrawnBy.NUMBERS
    order: tuple[EntrantId, ...] = ()


# Events


class TableDrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The numbers and the table were drawn: the first of `order` has number 1.

    The table is of its first entrants; those after them had left. By lot: `generator` of `chance`
    made the order from `lot`, for those of the table in the order of their numbers before. From
    envelopes: it made the `envelopes` too, in the order of federations.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    may_affect_pairings: ClassVar[bool] = True
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.TABLE

    by: DrawnBy
    order: tuple[EntrantId, ...]
    table: DrawnTable
    lot: int | None = None
    generator: str = ""
    envelopes: tuple[EnvelopeDrawn, ...] | UnsetType = UNSET

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return self.order[: self.table.size]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"entrants": self.table.size, "lot": lot_shown(self.lot)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.by is DrawnBy.NUMBERS else f".{self.by.value}"


# Refusals


class NoTableOfSize(Conflict):
    """The system has no table for so many entrants."""

    system: str
    entrants: int
    smallest: int
    largest: int


class TableNotDrawn(Conflict):
    """The numbers of this system are drawn before round 1 is paired."""

    system: str


class EnvelopesUsedUp(Conflict):
    """No envelope has numbers left for all players of a federation; another draw may succeed."""

    federation: str
    players: int
    largest: int


class NoEnvelopeFits(Conflict):
    """A federation has more players than any choice of envelopes has numbers for."""

    federation: str
    players: int
    largest: int


class DrawOutdated(Conflict):
    """The table was drawn for other entrants than those who take part now."""

    drawn: int
    entrants: int


class OrderOutdated(Conflict):
    """The rounds were put in an order when the table had another number of them."""

    ordered: int
    rounds: int


class OrderNotUsed(Unacceptable):
    """An order is given, but the numbers are to come from elsewhere."""

    by: DrawnBy


# Rules


def draw_table(
    state: Tournament, command: DrawTable, context: DecisionContext
) -> tuple[Event, ...]:
    """Draw the numbers and the table; a second draw replaces the first until a round is paired."""
    moves = state.system.follows_groups and command.by is not DrawnBy.NUMBERS
    if moves or not state.system.has_table:
        raise NotInThisSystem(system=state.system_name)
    if state.rounds:
        raise RoundAlreadyPaired(round=1)
    if command.order and command.by is not DrawnBy.ORDER:
        raise OrderNotUsed(by=command.by)
    return (_drawn_by(state, command, context),)


def check_current(state: Tournament) -> None:
    """Check before round 1 that the entrants with the numbers of a table are those who take part.

    Raises:
        DrawOutdated: some came or left since the draw.
        OrderOutdated: its rounds were put in order, and it has more or fewer now.
        TableNotDrawn: the system needs a draw, and there was none.
    """
    if state.rounds:
        return
    ordered, planned = len(state.table_order), rounds_planned(state)
    if ordered not in {0, planned}:
        raise OrderOutdated(ordered=ordered, rounds=planned)
    if state.table is None:
        if state.system.numbers_by_envelopes:
            raise TableNotDrawn(system=state.system_name)
        return
    drawn = state.numberings[-1].order[: state.table.size]
    taking_part = _taking_part(state)
    if not frozenset(taking_part) <= frozenset(drawn) <= frozenset(state.entrants):
        raise DrawOutdated(drawn=len(drawn), entrants=len(taking_part))


def drawn_before_pairing(state: Tournament, context: DecisionContext) -> tuple[TableDrawn, ...]:
    """Return the draw by pairing numbers where nobody drew the bracket.

    Raises:
        DrawOutdated: entrants came or left since the draw.
    """
    check_current(state)
    return () if state.table else (_drawn_by(state, DrawTable(), context),)


def _drawn_by(state: Tournament, command: DrawTable, context: DecisionContext) -> TableDrawn:
    if command.by is DrawnBy.ENVELOPES:
        return _drawn_from_envelopes(state, context)
    order = _order(state, command, context)
    lot: int | None = None
    if command.by is DrawnBy.LOT:
        lot = context.lot
        order = tuple(order[place] for place in order_by_lot(lot, len(order)))
    if len(order) < FEWEST:
        raise NobodyToDraw
    present = frozenset(order)
    return TableDrawn(
        by=command.by,
        order=(*order, *(each for each in state.order if each not in present)),
        table=table_of(state, len(order)),
        lot=lot,
        generator="" if lot is None else GENERATOR,
    )


def _drawn_from_envelopes(state: Tournament, context: DecisionContext) -> TableDrawn:
    """Draw the numbers federation by federation (seed 000, 2.2.2; C.05, Annex 2).

    Players are in alphabetical order, those of equal names by number.
    """
    if not state.system.numbers_by_envelopes:
        raise NotInThisSystem(system=state.system_name)
    taking_part = _taking_part(state)
    table = table_of(state, len(taking_part))
    players = [
        VarmaPlayer(
            state.entrants[each].federation, alphabetical(person_of(context.people, each).name)
        )
        for each in taking_part
    ]
    try:
        drawn = draw(players, GENERATORS[GENERATOR](context.lot))
    except NoEnvelope as missing:
        kind = EnvelopesUsedUp if missing.may_draw_again else NoEnvelopeFits
        raise kind(
            federation=missing.federation, players=missing.players, largest=missing.largest
        ) from missing
    by_number = dict(zip(drawn.numbers, taking_part, strict=True))
    present = frozenset(taking_part)
    return TableDrawn(
        by=DrawnBy.ENVELOPES,
        order=(
            *(by_number[number] for number in sorted(by_number)),
            *(each for each in state.order if each not in present),
        ),
        table=table,
        lot=context.lot,
        generator=GENERATOR,
        envelopes=tuple(
            EnvelopeDrawn(
                federation=each.federation,
                large_enough=each.large_enough,
                envelope=each.envelope,
                entrants=tuple(taking_part[player] for player, _ in each.numbers),
                numbers=tuple(number for _, number in each.numbers),
                left=each.left,
            )
            for each in drawn.working
        ),
    )


def _order(
    state: Tournament, command: DrawTable, context: DecisionContext
) -> tuple[EntrantId, ...]:
    """Return those who take part, in the order that is given or in that of their numbers."""
    if command.by is not DrawnBy.ORDER:
        numbered = [event.order for event in numbering_before_pairing(state, context)]
        here = frozenset(_taking_part(state))
        return tuple(each for each in (numbered or [state.order])[0] if each in here)
    check_each_once(command.order)
    for entrant in command.order:
        known_entrant(state, entrant)
    given = frozenset(command.order)
    missing = tuple(each for each in _taking_part(state) if each not in given)
    if missing:
        raise NumberingIncomplete(missing=missing)
    return command.order


def _taking_part(state: Tournament) -> tuple[EntrantId, ...]:
    """Return the entrants of the table: a schedule keeps those who left with their numbers."""
    if state.system.has_schedule:
        return state.order
    return tuple(each for each in state.order if state.entrants[each].plays(1))


def table_of(state: Tournament, size: int) -> DrawnTable:
    """Return the table of the system for `size` entrants, in the cycles of the stage.

    Raises:
        NoTableOfSize: it has none.
    """
    system, shape = state.system, state.shape
    try:
        if system.bracket is not None:
            bracket: Bracket = system.bracket(size, shape.order, shape.places)
            return DrawnTable(system=system.name, size=size, rounds=(), bracket=bracket)
        rounds = system.table(size, shape.cycles)
    except NoTable as missing:
        raise no_table(system, size, missing) from missing
    return DrawnTable(system=system.name, size=size, rounds=rounds)


def rounds_of(state: Tournament, system: System) -> Rounds:
    """Return the rounds of the table that was drawn, or else those of a system, as they are played.

    Raises:
        NoTable: the system has none of this size.
    """
    if state.table is not None:
        return in_order(state, state.table.rounds)
    return in_order(state, system.table(len(state.order), state.shape.cycles))


def in_order(state: Tournament, rounds: Rounds) -> Rounds:
    """Return the rounds of a table in the order in which they are played, with their colours.

    Source: seed 000, 2.4.
    """
    if len(state.table_order) != len(rounds):
        return rounds
    return tuple(rounds[number - 1] for number in state.table_order)


def no_table(system: System, size: int, missing: NoTable) -> NoTableOfSize:
    """Return the refusal of a size, with the smallest and the largest that exist."""
    offered = [int(each) for each in missing.offered] or [missing.least]
    return NoTableOfSize(
        system=system.name, entrants=size, smallest=min(offered), largest=max(offered)
    )


RULES: Rules = {DrawTable: draw_table}


# Folds


def _drawn(state: Tournament, event: TableDrawn, version: int) -> Tournament:
    """Keep the table, whose rounds are in their own order, and number the entrants."""
    numbering = Numbering(
        version=version,
        order=event.order,
        reason=NumberingReason.ARBITER,
        envelopes=() if event.envelopes is UNSET else event.envelopes,
    )
    numberings = (*state.numberings, numbering)
    return replace(state, table=event.table, table_order=(), numberings=numberings)


FOLDS: Folds = {TableDrawn: _drawn}


# Restatements


def _restated(state: Tournament, event: TableDrawn) -> Event:
    """Return the draw without entrants who never entered, and the table of that size."""
    order = tuple(each for each in event.order if each in state.entrants)
    if order == event.order:
        return event
    size = sum(each in state.entrants for each in event.order[: event.table.size])
    return replace(event, order=order, table=table_of(state, size), envelopes=UNSET)


RESTATEMENTS: Restatements = {TableDrawn: _restated}
