"""Moments as the clocks at the venue show them."""

from datetime import UTC, datetime

from planilla.application.moments import zone_name
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.tournament.state import Tournament
from planilla.presentation.dates import stamp

__all__ = ["local_moment", "local_time", "zone_name"]


def local_time(state: Tournament, at: int) -> datetime:
    """A moment (microseconds since 1970, UTC) in the time zone of the event."""
    return utc(at).astimezone(time_zone_of(zone_name(state)) or UTC)


def local_moment(language: str, state: Tournament, at: int) -> str:
    """A moment with its date: `22 Nov 2026, 16:00`."""
    return stamp(language, local_time(state, at))
