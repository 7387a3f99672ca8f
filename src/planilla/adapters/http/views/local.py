"""Moments as the clocks at the venue show them."""

from datetime import UTC, datetime, timedelta

from planilla.domain.tournament.regulations.announcement import Schedule
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.timers import time_zone_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def zone_name(state: Tournament) -> str:
    """The time zone of the event: the announced one, else the usual one; UTC if it is unknown."""
    schedule = Schedule() if state.regulations is None else state.regulations.schedule
    return schedule.time_zone if time_zone_of(schedule.time_zone) is not None else "UTC"


def local_time(state: Tournament, at: int) -> datetime:
    """A moment (microseconds since 1970, UTC) in the time zone of the event."""
    return (_EPOCH + timedelta(microseconds=at)).astimezone(time_zone_of(zone_name(state)) or UTC)


def local_moment(state: Tournament, at: int) -> str:
    """A moment with its date: `2026-11-22 16:00`."""
    return f"{local_time(state, at):%Y-%m-%d %H:%M}"
