"""Timers: what is pending, how a new one is named, and when a weekly one falls due again.

Any rule may put `scheduled(...)` among its events; `rules.timers` tells what follows when it fires.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from planilla.domain.instants import utc
from planilla.domain.tournament.events import Recurrence, TimerCancelled, TimerKind, TimerScheduled
from planilla.domain.tournament.events.timers import is_late, kind_of

__all__ = [
    "Timer",
    "TimerKind",
    "cancelled",
    "is_late",
    "kind_of",
    "next_due",
    "scheduled",
    "time_zone_of",
]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_WEEK = 7


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """A timer as it was scheduled; the fields are those of `TimerScheduled`."""

    id: str
    kind: TimerKind
    due_at: int
    about: str = ""
    by_rule: bool = False
    note: str = ""
    repeats: Recurrence | None = None


class CountsTimers(Protocol):
    """A state that knows how many timers it ever had."""

    @property
    def timers_made(self) -> int:
        """The running number of the last one; 0 before the first."""


def scheduled(
    state: CountsTimers, kind: TimerKind, due_at: int, about: str = "", *, ahead: int = 0
) -> TimerScheduled:
    """The next timer, due at a moment in microseconds since 1970 (UTC).

    `ahead` counts the timers that the same decision schedules before it.
    """
    number = state.timers_made + ahead + 1
    return TimerScheduled(timer=f"{kind.value}.{number}", kind=kind, due_at=due_at, about=about)


def cancelled(timer: Timer) -> TimerCancelled:
    """That a pending timer fires no more."""
    return TimerCancelled(timer=timer.id, about=timer.about)


def time_zone_of(name: str) -> ZoneInfo | None:
    """The time zone of that name; None where the tz database has none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def next_due(repeats: Recurrence, after: int) -> int:
    """The next moment of a weekly timer after a moment, both in microseconds since 1970 (UTC).

    The local hour is kept when clocks are changed. An hour that is skipped then comes as long
    after midnight as it would have; of one that comes twice the first counts.
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
