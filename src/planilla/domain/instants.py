"""Instants, in microseconds since 1970 (UTC): which may come from outside, and how one is shown."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

YEARS = (1970, 9998)
"""The first and the last year of what is told to a tournament."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)
_MICROSECOND = timedelta(microseconds=1)
_FIRST = (datetime.min.replace(tzinfo=UTC) + 2 * _DAY - _EPOCH) // _MICROSECOND
_LAST = (datetime.max.replace(tzinfo=UTC) - 2 * _DAY - _EPOCH) // _MICROSECOND
"""The last instant that has a date in every time zone, in microseconds since 1970 (UTC)."""

EARLIEST = (datetime(YEARS[0], 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND
LATEST = (datetime(YEARS[1] + 1, 1, 1, tzinfo=UTC) - _EPOCH) // _MICROSECOND - 1

Instant = Annotated[int, msgspec.Meta(ge=EARLIEST, le=LATEST)]
"""An instant in a command: one that is out of bounds makes the command malformed."""


def is_instant(at: int) -> bool:
    """Return whether the instant is accepted from outside."""
    return EARLIEST <= at <= LATEST


def utc(at: int) -> datetime:
    """Return an instant of the log; of one outside the calendar the nearest day that it has."""
    return _EPOCH + min(max(at, _FIRST), _LAST) * _MICROSECOND


def in_calendar(moment: datetime) -> datetime:
    """Return a local moment of the log, at the nearest year in which every time zone has it."""
    year = min(max(moment.year, YEARS[0]), YEARS[1])
    return moment if year == moment.year else datetime(year, 1, 1)  # noqa: DTZ001


def utc_day(at: int) -> date:
    """Its day."""
    return utc(at).date()


def time_zone_of(name: str) -> ZoneInfo | None:
    """Return the time zone of that name; None where the tz database has none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
