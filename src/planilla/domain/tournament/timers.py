"""Timers: scheduled, cancelled, and the next time of a weekly one.

Any rule may put `scheduled(...)` among its events; `firing` holds the consequences of a firing.

Source of the default time: FIDE Laws of Chess, 6.7.1; by seed 000, 1.1 it is announced.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import ClassVar, Protocol
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from planilla.domain.instants import Instant, time_zone_of, utc
from planilla.domain.tournament.command import Command, Sealed, StagedCommand, TimerCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import (
    NoSuchRound,
    NotInThisSystem,
    RoundIsClosed,
    RoundIsPublished,
    Unacceptable,
)
from planilla.domain.tournament.state import Folds, RoundStatus, Tournament
from planilla.domain.tournament.values import Recurrence, Timer, TimerKind
from planilla.domain.vocabulary import number_written

# Commands


class ScheduleTimer(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Schedule a timer for `due_at`, in microseconds since 1970 (UTC).

    A start, a publication and a default time belong to a `round`; a pending one of the same round
    is replaced. With a start its default time is scheduled: `default_minutes` later, or as the
    regulations announce. `by_rule` belongs to a default time, `note` to a reminder, `repeats` to
    Keizer's recalculation, whose first `due_at` follows from it.
    """

    kind: TimerKind
    due_at: Instant | None = None
    round: int = 0
    default_minutes: int | None = None
    by_rule: bool = False
    note: Sealed = Sealed()
    repeats: Recurrence | None = None


class CancelTimer(TimerCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cancel a pending timer; with the start of a round its default time is cancelled too."""

    allowed_after_end: ClassVar[bool] = True


# Events


OF_A_ROUND = (TimerKind.PUBLISH, TimerKind.ROUND_START, TimerKind.DEFAULT_TIME)

LATE_US = 60_000_000
"""Microseconds after the due time from which a firing is reported as late."""


def kind_of(timer: str) -> TimerKind:
    """Return the kind of the timer with that key."""
    return TimerKind(timer.rpartition(".")[0])


def is_late(due_at: int, fired_at: int) -> bool:
    """Return whether a timer fired late enough to be reported."""
    return fired_at - due_at >= LATE_US


class TimerScheduled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A timer was scheduled for `due_at` (microseconds since 1970, UTC).

    `about` is the number of a round or a call, empty without one. With `by_rule` the games of
    absent players are forfeited at the default time; otherwise the arbiter confirms. `note` is the
    commitment to the text of a reminder.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CancelTimer

    timer: str
    kind: TimerKind
    due_at: int
    about: str = ""
    by_rule: bool = False
    note: str = ""
    repeats: Recurrence | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": self.kind, "about": self.about, "due_at": self.due_at}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return f".{self.kind.value}" if self.kind in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class TimerCancelled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A pending timer was cancelled."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    timer: str
    about: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": kind_of(self.timer), "about": self.about}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".round" if kind_of(self.timer) in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


# Refusals


class TimerNotOffered(Unacceptable):
    """Timers of this kind are set only by the rules."""

    kind: str


class DueOutOfRange(Unacceptable):
    """The due time must be after now and at most two years ahead."""

    due_at: int | None
    earliest: int
    latest: int


class DefaultMinutesOutOfRange(Unacceptable):
    """A default time must be a number of minutes within a day."""

    minutes: int
    largest: int


class NoSuchHour(Unacceptable):
    """A weekly timer needs a weekday, a minute of the day and a time zone."""

    weekday: int
    minute: int
    time_zone: str


class NoSuchTimer(Unacceptable):
    """No timer has this key, or it is no longer pending."""

    timer: str


# Rules


MINUTE_US = 60_000_000

AHEAD_MAX_US = 2 * 366 * 24 * 60 * MINUTE_US
"""Microseconds that a timer may be set ahead: two years."""

DEFAULT_MINUTES_MAX = 24 * 60

KINDS = frozenset(kind.value for kind in TimerKind)

WEEKDAYS = range(1, 8)

MINUTES = range(24 * 60)


BY_PEOPLE = {*OF_A_ROUND, TimerKind.REMINDER, TimerKind.KEIZER_VALUES}
"""Kinds of timers that people set and cancel; the rules set the others."""


def schedule_timer(
    state: Tournament, command: ScheduleTimer, context: DecisionContext
) -> tuple[Event, ...]:
    """Schedule a timer; nothing if the same one is pending already."""
    if command.kind not in BY_PEOPLE:
        raise TimerNotOffered(kind=command.kind.value)
    if command.kind in OF_A_ROUND:
        return _of_a_round(state, command, context)
    if command.kind is TimerKind.KEIZER_VALUES:
        return _recalculation(state, command, context)
    check_due(command.due_at, context)
    reminder = scheduled(state, command.kind, command.due_at or 0)
    return (replace(reminder, note=command.note.commitment),)


def _of_a_round(
    state: Tournament, command: ScheduleTimer, context: DecisionContext
) -> tuple[Event, ...]:
    _check_round(state, command)
    check_due(command.due_at, context)
    wanted = [_timer(state, command.kind, command.due_at or 0, command)]
    minutes = _default_minutes(state, command)
    if minutes is not None:
        due_at = wanted[0].due_at + minutes * MINUTE_US
        wanted.append(_timer(state, TimerKind.DEFAULT_TIME, due_at, command))
    return replacing(state, wanted)


def _check_round(state: Tournament, command: ScheduleTimer) -> None:
    planned = rounds_planned(state)
    if not 1 <= command.round <= planned:
        raise NoSuchRound(round=command.round, rounds=planned)
    played = state.round(command.round)
    if played is None:
        return
    if played.status is RoundStatus.CLOSED:
        raise RoundIsClosed(round=played.number)
    if played.is_published and command.kind is TimerKind.PUBLISH:
        raise RoundIsPublished(round=played.number)


def check_due(due_at: int | None, context: DecisionContext) -> None:
    """Check that a timer may be set for a time in microseconds since 1970 (UTC).

    Raises:
        DueOutOfRange: it is not after now, or more than two years ahead.
    """
    latest = context.at + AHEAD_MAX_US
    if due_at is None or not context.at < due_at <= latest:
        raise DueOutOfRange(due_at=due_at, earliest=context.at, latest=latest)


def _default_minutes(state: Tournament, command: ScheduleTimer) -> int | None:
    """Return the minutes from the start of a round to its default time; None without one."""
    if command.kind is not TimerKind.ROUND_START:
        return None
    minutes = command.default_minutes
    if minutes is None:
        return None if state.regulations is None else state.regulations.conduct.default_minutes
    if not 0 <= minutes <= DEFAULT_MINUTES_MAX:
        raise DefaultMinutesOutOfRange(minutes=minutes, largest=DEFAULT_MINUTES_MAX)
    return minutes


def _timer(
    state: Tournament, kind: TimerKind, due_at: int, command: ScheduleTimer
) -> TimerScheduled:
    by_rule = command.by_rule and kind is TimerKind.DEFAULT_TIME
    return replace(scheduled(state, kind, due_at, str(command.round)), by_rule=by_rule)


def replacing(state: Tournament, wanted: list[TimerScheduled]) -> tuple[Event, ...]:
    """Return the events that replace pending timers of the same kind; an equal one stays."""
    gone: list[TimerCancelled] = []
    new: list[TimerScheduled] = []
    for timer in wanted:
        pending = pending_timers(state, timer.kind, timer.about)
        if any(_is_same(each, timer) for each in pending):
            continue
        gone += map(cancelled, pending)
        named = scheduled(state, timer.kind, timer.due_at, timer.about, ahead=len(new))
        new.append(replace(timer, timer=named.timer))
    return (*gone, *new)


def pending_timers(state: Tournament, kind: TimerKind, about: str = "") -> list[Timer]:
    """Return the pending timers of a kind in the stage, about a round, a call or nothing."""
    return [
        each
        for each in state.timers.values()
        if (each.kind, each.about, each.stage) == (kind, about, state.stage)
    ]


def _is_same(pending: Timer, wanted: TimerScheduled) -> bool:
    return (pending.due_at, pending.by_rule, pending.repeats) == (
        wanted.due_at,
        wanted.by_rule,
        wanted.repeats,
    )


def _recalculation(
    state: Tournament, command: ScheduleTimer, context: DecisionContext
) -> tuple[Event, ...]:
    """Schedule the recalculation of Keizer's values, weekly or once at `due_at`."""
    if not state.system.keeps_values:
        raise NotInThisSystem(system=state.system_name)
    due_at = command.due_at
    if command.repeats is not None:
        weekly = command.repeats
        known = time_zone_of(weekly.time_zone) is not None
        if weekly.weekday not in WEEKDAYS or weekly.minute not in MINUTES or not known:
            raise NoSuchHour(
                weekday=weekly.weekday, minute=weekly.minute, time_zone=weekly.time_zone
            )
        due_at = next_due(weekly, context.at)
    check_due(due_at, context)
    timer = scheduled(state, command.kind, due_at or 0)
    return replacing(state, [replace(timer, repeats=command.repeats)])


def cancel_timer(state: Tournament, command: CancelTimer, _: DecisionContext) -> tuple[Event, ...]:
    """Cancel a pending timer; nothing if it has fired or was cancelled."""
    timer = state.timers.get(command.timer)
    if timer is None:
        check_timer_known(state, command.timer)
        return ()
    if timer.kind not in BY_PEOPLE:
        raise TimerNotOffered(kind=timer.kind.value)
    gone = [timer]
    if timer.kind is TimerKind.ROUND_START:
        gone += pending_timers(state, TimerKind.DEFAULT_TIME, timer.about)
    return tuple(map(cancelled, gone))


def check_timer_known(state: Tournament, timer: str) -> None:
    """Check that a timer once had this key.

    Raises:
        NoSuchTimer: none had.
    """
    kind, _, number = timer.rpartition(".")
    made = 1 <= (number_written(number) or 0) <= state.timers_made
    if not made or kind not in KINDS:
        raise NoSuchTimer(timer=timer)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_MICROSECOND = timedelta(microseconds=1)

_WEEK = 7


class CountsTimers(Protocol):
    """A state that counts the timers ever made."""

    @property
    def timers_made(self) -> int:
        """The running number of the last timer; 0 before the first."""


def scheduled(
    state: CountsTimers, kind: TimerKind, due_at: int, about: str = "", *, ahead: int = 0
) -> TimerScheduled:
    """Return the event of the next timer, due at a time in microseconds since 1970 (UTC).

    `ahead` is the number of timers that the same decision schedules before it.
    """
    number = state.timers_made + ahead + 1
    return TimerScheduled(timer=f"{kind.value}.{number}", kind=kind, due_at=due_at, about=about)


def cancelled(timer: Timer) -> TimerCancelled:
    """Return the event of cancelling a pending timer."""
    return TimerCancelled(timer=timer.id, about=timer.about)


def next_due(repeats: Recurrence, after: int) -> int:
    """Return the next time of a weekly timer after a time, both in microseconds since 1970 (UTC).

    The local hour is kept when clocks change. An hour that is skipped is replaced by the time
    equally long after midnight; of one that occurs twice the first counts.
    """
    zone = time_zone_of(repeats.time_zone)
    assert zone is not None, "a recorded recurrence names a time zone"
    today = utc(after).astimezone(zone).date()
    ahead = (repeats.weekday - today.isoweekday()) % _WEEK
    due = _moment(today + timedelta(days=ahead), repeats.minute, zone)
    if due <= after:
        due = _moment(today + timedelta(days=ahead + _WEEK), repeats.minute, zone)
    return due


def _moment(day: date, minute: int, zone: ZoneInfo) -> int:
    hour, minute_of_hour = divmod(minute, 60)
    local = datetime.combine(day, time(hour, minute_of_hour), tzinfo=zone)
    return (local - _EPOCH) // _MICROSECOND


RULES: Rules = {
    ScheduleTimer: schedule_timer,
    CancelTimer: cancel_timer,
}


# Folds


def _scheduled(state: Tournament, event: TimerScheduled, _: int) -> Tournament:
    timer = Timer(
        id=event.timer,
        kind=event.kind,
        due_at=event.due_at,
        about=event.about,
        by_rule=event.by_rule,
        note=event.note,
        repeats=event.repeats,
        stage=event.stage_number,
    )
    timers = {**state.timers, event.timer: timer}
    return replace(state, timers=timers, timers_made=state.timers_made + 1)


def _cancelled(state: Tournament, event: TimerCancelled, _: int) -> Tournament:
    return replace(state, timers=without_timer(state.timers, event.timer)[0])


def without_timer(timers: dict[str, Timer], key: str) -> tuple[dict[str, Timer], Timer | None]:
    """Return the other timers, and the one of that key if there is one."""
    others = dict(timers)
    timer = others.pop(key, None)
    return others, timer


FOLDS: Folds = {
    TimerScheduled: _scheduled,
    TimerCancelled: _cancelled,
}
