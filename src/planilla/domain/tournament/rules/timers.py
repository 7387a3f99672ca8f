"""Timers: set by people or by other rules, fired by the alarm, cancelled, settled.

A second firing, a cancelled timer or an unknown one changes nothing. What follows a firing is in
`FIRED`: to add a kind, write a function of the state after `TimerFired` and name it there.
Source of the default time: FIDE Laws of Chess, 6.7.1; seed 000, 1.1 has it announced.
"""

from collections.abc import Callable

from msgspec.structs import replace

from planilla.domain.tournament.commands import (
    CancelTimer,
    FireTimer,
    PublishPairings,
    ScheduleTimer,
    SettleTimer,
)
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.events import (
    Event,
    TimerCancelled,
    TimerFired,
    TimerKind,
    TimerScheduled,
    TimerSettled,
)
from planilla.domain.tournament.folds.timers import FOLDS
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    NoSuchRound,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
    RoundIsPublished,
)
from planilla.domain.tournament.refusals.timers import (
    DefaultMinutesOutOfRange,
    DueOutOfRange,
    NoSuchHour,
    NoSuchTimer,
    TimerNotDue,
    TimerNotOffered,
)
from planilla.domain.tournament.rules.absences import forfeits_at_default_time
from planilla.domain.tournament.rules.hall_results import call_expired, time_expired
from planilla.domain.tournament.rules.keizer import values_when_due
from planilla.domain.tournament.rules.rounds import publish_pairings
from planilla.domain.tournament.state import RoundStatus, Tournament, following
from planilla.domain.tournament.timers import Timer, cancelled, next_due, scheduled, time_zone_of
from planilla.domain.vocabulary import number_written

Fired = Callable[[Tournament, Timer, Given], tuple[Event, ...]]

MINUTE_US = 60_000_000
AHEAD_MAX_US = 2 * 366 * 24 * 60 * MINUTE_US
"""How far ahead a timer may be set: two years."""
DEFAULT_MINUTES_MAX = 24 * 60
KINDS = frozenset(kind.value for kind in TimerKind)
WEEKDAYS = range(1, 8)
MINUTES = range(24 * 60)
KEIZER = "keizer"

OF_A_ROUND = frozenset({TimerKind.PUBLISH, TimerKind.ROUND_START, TimerKind.DEFAULT_TIME})
BY_PEOPLE = OF_A_ROUND | {TimerKind.REMINDER, TimerKind.KEIZER_VALUES}
"""What people set and cancel; the others belong to the rules that set them."""


def schedule_timer(state: Tournament, command: ScheduleTimer, given: Given) -> tuple[Event, ...]:
    """Set a timer; nothing when the same is pending already."""
    if command.kind not in BY_PEOPLE:
        raise TimerNotOffered(kind=command.kind.value)
    if command.kind in OF_A_ROUND:
        return _of_a_round(state, command, given)
    if command.kind is TimerKind.KEIZER_VALUES:
        return _recalculation(state, command, given)
    _check_due(command.due_at, given)
    reminder = scheduled(state, command.kind, command.due_at or 0)
    return (replace(reminder, note=command.note.commitment),)


def _of_a_round(state: Tournament, command: ScheduleTimer, given: Given) -> tuple[Event, ...]:
    _check_round(state, command)
    _check_due(command.due_at, given)
    wanted = [_timer(state, command.kind, command.due_at or 0, command)]
    minutes = _default_minutes(state, command)
    if minutes is not None:
        due_at = wanted[0].due_at + minutes * MINUTE_US
        wanted.append(_timer(state, TimerKind.DEFAULT_TIME, due_at, command))
    return _replacing(state, wanted)


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


def _check_due(due_at: int | None, given: Given) -> None:
    latest = given.at + AHEAD_MAX_US
    if due_at is None or not given.at < due_at <= latest:
        raise DueOutOfRange(due_at=due_at, earliest=given.at, latest=latest)


def _default_minutes(state: Tournament, command: ScheduleTimer) -> int | None:
    """How long after its start a round's default time is; None where none is wanted."""
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


def _replacing(state: Tournament, wanted: list[TimerScheduled]) -> tuple[Event, ...]:
    """The wanted timers in place of those pending for the same; what is so already stays."""
    gone: list[TimerCancelled] = []
    new: list[TimerScheduled] = []
    for timer in wanted:
        pending = _pending(state, timer.kind, timer.about)
        if any(_is_same(each, timer) for each in pending):
            continue
        gone += map(cancelled, pending)
        named = scheduled(state, timer.kind, timer.due_at, timer.about, ahead=len(new))
        new.append(replace(timer, timer=named.timer))
    return (*gone, *new)


def _pending(state: Tournament, kind: TimerKind, about: str) -> list[Timer]:
    return [each for each in state.timers.values() if each.kind is kind and each.about == about]


def _is_same(pending: Timer, wanted: TimerScheduled) -> bool:
    return (pending.due_at, pending.by_rule, pending.repeats) == (
        wanted.due_at,
        wanted.by_rule,
        wanted.repeats,
    )


def _recalculation(state: Tournament, command: ScheduleTimer, given: Given) -> tuple[Event, ...]:
    """Keizer's values every week at an hour, or once at `due_at`."""
    if not state.system.startswith(KEIZER):
        raise NotInThisSystem(system=state.system)
    due_at = command.due_at
    if command.repeats is not None:
        weekly = command.repeats
        known = time_zone_of(weekly.time_zone) is not None
        if weekly.weekday not in WEEKDAYS or weekly.minute not in MINUTES or not known:
            raise NoSuchHour(
                weekday=weekly.weekday, minute=weekly.minute, time_zone=weekly.time_zone
            )
        due_at = next_due(weekly, given.at)
    _check_due(due_at, given)
    timer = scheduled(state, command.kind, due_at or 0)
    return _replacing(state, [replace(timer, repeats=command.repeats)])


def cancel_timer(state: Tournament, command: CancelTimer, _: Given) -> tuple[Event, ...]:
    """Cancel a pending timer; nothing when it fired or was cancelled before."""
    timer = state.timers.get(command.timer)
    if timer is None:
        _check_known(state, command.timer)
        return ()
    if timer.kind not in BY_PEOPLE:
        raise TimerNotOffered(kind=timer.kind.value)
    gone = [timer]
    if timer.kind is TimerKind.ROUND_START:
        gone += _pending(state, TimerKind.DEFAULT_TIME, timer.about)
    return tuple(map(cancelled, gone))


def _check_known(state: Tournament, timer: str) -> None:
    """Raises NoSuchTimer unless a timer once had this key."""
    kind, _, number = timer.rpartition(".")
    made = 1 <= (number_written(number) or 0) <= state.timers_made
    if not made or kind not in KINDS:
        raise NoSuchTimer(timer=timer)


def fire_timer(state: Tournament, command: FireTimer, given: Given) -> tuple[Event, ...]:
    """A timer is due: what follows, once.

    Nothing for one that is not pending, or was meant for another time. After the end of the
    tournament only the firing is recorded; so it is where the rules refuse what was to follow.

    Raises:
        TimerNotDue: the clock of the writer is behind the due time. This answer is not kept, so
            that the same command fires it when the time has come.
    """
    timer = state.timers.get(command.timer)
    if timer is None or timer.due_at != command.due_at:
        return ()
    if given.at < timer.due_at:
        raise TimerNotDue(timer=timer.id, due_at=timer.due_at, at=given.at)
    fired = TimerFired(
        timer=timer.id,
        due_at=timer.due_at,
        fired_at=given.at,
        awaits=_awaits(timer),
        about=timer.about,
    )
    if state.finished:
        return (fired,)
    ahead = following(state, fired, given.at, FOLDS)
    return (fired, *_consequences(ahead, timer, given), *_next(ahead, timer, given))


def _awaits(timer: Timer) -> bool:
    by_arbiter = timer.kind is TimerKind.DEFAULT_TIME and not timer.by_rule
    return by_arbiter or timer.kind is TimerKind.REMINDER


def _consequences(state: Tournament, timer: Timer, given: Given) -> tuple[Event, ...]:
    try:
        return FIRED.get(timer.kind, _nothing)(state, timer, given)
    except Refusal:  # what was wanted then cannot be done now: that it was due is a fact
        return ()


def _next(state: Tournament, timer: Timer, given: Given) -> tuple[TimerScheduled, ...]:
    """The same timer a week on; weeks that were missed are not made up for."""
    if timer.repeats is None:
        return ()
    following = scheduled(state, timer.kind, next_due(timer.repeats, given.at), timer.about)
    return (replace(following, repeats=timer.repeats),)


def _nothing(_: Tournament, __: Timer, ___: Given) -> tuple[Event, ...]:
    return ()


def _publication(state: Tournament, timer: Timer, given: Given) -> tuple[Event, ...]:
    """The draft of the round, shown as the arbiter would; nothing where there is none."""
    played = state.round(int(timer.about))
    if played is None or played.is_published:
        return ()
    return publish_pairings(state, PublishPairings(round=played.number), given)


def _default_time(state: Tournament, timer: Timer, _: Given) -> tuple[Event, ...]:
    return forfeits_at_default_time(state, int(timer.about)) if timer.by_rule else ()


def _values(state: Tournament, _: Timer, given: Given) -> tuple[Event, ...]:
    """The values of a ladder, worked out anew."""
    return values_when_due(state, given)


FIRED: dict[TimerKind, Fired] = {
    TimerKind.PUBLISH: _publication,
    TimerKind.ROUND_START: _nothing,
    TimerKind.DEFAULT_TIME: _default_time,
    TimerKind.REMINDER: _nothing,
    TimerKind.KEIZER_VALUES: _values,
    TimerKind.HALL_END: time_expired,
    TimerKind.CALL: call_expired,
}
"""What follows `TimerFired`, by kind; the state is the one after it."""


def settle_timer(state: Tournament, command: SettleTimer, _: Given) -> tuple[Event, ...]:
    """Do what a fired timer left to a person; nothing when it was done before."""
    timer = state.awaiting.get(command.timer)
    if timer is None:
        _check_known(state, command.timer)
        return ()
    settled = TimerSettled(timer=timer.id)
    if command.is_dropped or timer.kind is not TimerKind.DEFAULT_TIME:
        return (settled,)
    return (settled, *forfeits_at_default_time(state, int(timer.about)))
