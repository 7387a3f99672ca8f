"""The schedule of rounds: the order in which the rounds of a table are played, and their starts.

The order may be changed as long as a round is not paired; its colours stay those of the table.
Source: seed 000, 2.4 (the order of the rounds may be altered). A start is at the time of the venue,
as in the announced schedule, and holds instead of the one announced.
"""

from datetime import datetime
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.command import Command, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.contradictions import faults_of_day
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRound,
    NotInThisSystem,
    RoundAlreadyPaired,
)
from planilla.domain.tournament.state import Folds, Restatements, Tournament

# Commands


class OrderRounds(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put the rounds that are not paired in another order: their numbers in the table."""

    needs_rounds: ClassVar[bool] = True

    rounds: tuple[int, ...]


class DateRound(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give a round a start, at the time of the venue; without `starts` the announced one holds."""

    needs_rounds: ClassVar[bool] = True

    round: int
    starts: datetime | None = None


# Events


class RoundsOrdered(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Rounds of the table were put in another order: from round `from_round` they are `rounds`."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    may_affect_pairings: ClassVar[bool] = True

    from_round: int
    rounds: tuple[int, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rounds": tuple(map(str, self.rounds))}


class RoundDated(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A round was given a start, at the time of the venue; None: the announced one holds again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = DateRound

    round: int
    starts: datetime | None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"starts": written(self.starts)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.starts else ".announced"


def written(moment: datetime | None) -> str | None:
    """Return a local moment in ISO form, to the minute; None without one."""
    return None if moment is None else moment.isoformat(timespec="minutes")


# Refusals


class NotTheRemainingRounds(Conflict):
    """The order does not have each round that is still to be paired once."""

    given: tuple[int, ...]
    remaining: tuple[int, ...]


# Rules


def order_rounds(state: Tournament, command: OrderRounds, _: DecisionContext) -> tuple[Event, ...]:
    """Put the rounds that are not paired in another order of the table (seed 000, 2.4).

    Raises:
        NotInThisSystem: the system has no schedule.
        RoundAlreadyPaired: a round of the order is paired; a draft is.
        NotTheRemainingRounds: the order does not have each of the others once.
    """
    if not state.system.has_schedule:
        raise NotInThisSystem(system=state.system_name)
    played, remaining = _divided(state)
    for number in command.rounds:
        if number in played:
            raise RoundAlreadyPaired(round=played.index(number) + 1)
    if sorted(command.rounds) != sorted(remaining):
        raise NotTheRemainingRounds(given=command.rounds, remaining=remaining)
    is_outdated = len(state.table_order) not in {0, len(played) + len(remaining)}
    if command.rounds == remaining and not is_outdated:
        return ()
    return (RoundsOrdered(from_round=len(played) + 1, rounds=command.rounds),)


def _divided(state: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rounds of the table that are paired, and the others, in order."""
    order = table_order(state)
    return order[: len(state.rounds)], order[len(state.rounds) :]


def table_order(state: Tournament) -> tuple[int, ...]:
    """Return the round of the table for each round of the stage; empty without a schedule."""
    if not state.system.has_schedule:
        return ()
    planned = rounds_planned(state)
    if len(state.table_order) == planned:
        return state.table_order
    return tuple(range(1, planned + 1))


def remaining_rounds(state: Tournament) -> tuple[int, ...]:
    """Return the rounds of the table that are not paired, in the order in which they will be."""
    return _divided(state)[1]


def date_round(state: Tournament, command: DateRound, _: DecisionContext) -> tuple[Event, ...]:
    """Give a round a start instead of the announced one, or take it back.

    Raises:
        NoSuchRound: the stage has no such round.
        NumberOutOfRange, LocalTimeWanted: the start is no local time of the calendar.
    """
    planned = max(rounds_planned(state), len(state.rounds))
    if not 1 <= command.round <= planned:
        raise NoSuchRound(round=command.round, rounds=planned)
    check_moment("starts", command.starts)
    if state.starts.get(command.round) == command.starts:
        return ()
    return (RoundDated(round=command.round, starts=command.starts),)


def check_moment(field: str, moment: datetime | None) -> None:
    """Check that a moment is a local time within the calendar.

    Raises:
        NumberOutOfRange, LocalTimeWanted: it is not.
    """
    for fault in () if moment is None else faults_of_day(field, moment):
        raise fault


def start_of(state: Tournament, number: int) -> datetime | None:
    """Return the start of a round at the time of the venue, as dated or announced; None without.

    The announced schedule is that of the first stage.
    """
    dated = state.starts.get(number)
    if dated is not None:
        return dated
    announced = _announced_starts(state)
    return announced[number - 1] if number <= len(announced) else None


def starts_of(state: Tournament) -> dict[int, datetime]:
    """Return the rounds of a stage that have a start, by number."""
    last = max((len(_announced_starts(state)), *state.starts))
    return {
        number: start
        for number in range(1, last + 1)
        if (start := start_of(state, number)) is not None
    }


def _announced_starts(state: Tournament) -> tuple[datetime, ...]:
    regulations: Regulations | None = state.regulations
    return () if regulations is None or state.stage > 1 else regulations.schedule.starts


RULES: Rules = {OrderRounds: order_rounds, DateRound: date_round}


# Folds


def _ordered(state: Tournament, event: RoundsOrdered, _: int) -> Tournament:
    before = event.from_round - 1
    played = (state.table_order or tuple(range(1, before + 1)))[:before]
    return replace(state, table_order=(*played, *event.rounds))


def _dated(state: Tournament, event: RoundDated, _: int) -> Tournament:
    starts = {number: each for number, each in state.starts.items() if number != event.round}
    return replace(
        state, starts=starts if event.starts is None else {**starts, event.round: event.starts}
    )


FOLDS: Folds = {RoundsOrdered: _ordered, RoundDated: _dated}


# Restatements


def _restated(state: Tournament, event: RoundsOrdered) -> Event:
    """Return the order if the same rounds are still to be paired.

    Raises:
        NotTheRemainingRounds: the table has others.
    """
    remaining = remaining_rounds(state)
    if sorted(event.rounds) != sorted(remaining):
        raise NotTheRemainingRounds(given=event.rounds, remaining=remaining)
    return event


RESTATEMENTS: Restatements = {RoundsOrdered: _restated}
