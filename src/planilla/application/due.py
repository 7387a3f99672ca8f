"""The pending timers of all tournaments, as the events of the log leave them.

They are kept in a table beside the log, written with the events themselves; it can be made again
from them.
"""

import logging
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from planilla.application.envelope import Recorded

SCHEDULED = "TimerScheduled"
TIMER_EVENTS = (SCHEDULED, "TimerFired", "TimerCancelled")
"""The types of event that make a timer pending, or no more."""


ALARM_ID = "alarm"
"""The actor that fires timers; command ids with this prefix are reserved for it."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """A pending timer of a tournament, due at a moment in microseconds since 1970 (UTC)."""

    tournament: str
    timer: str
    due_at: int

    @property
    def key(self) -> "Key":
        """The key of the timer among all."""
        return self.tournament, self.timer


Key = tuple[str, str]
"""Tournament and timer."""


class Moved(NamedTuple):
    """The effect of events: the timers that they schedule, and those that they end."""

    scheduled: tuple[Due, ...]
    gone: tuple[Key, ...]


class _TimerFields(msgspec.Struct, frozen=True):
    """The fields of a timer's event that are read here."""

    timer: str
    due_at: int = 0


_DECODER = msgspec.json.Decoder(_TimerFields)

logger = logging.getLogger(__name__)


def moved(events: Iterable[Recorded]) -> Moved:
    """Return the effect of the timer events among `events`, in the order of the log."""
    return moved_by((each.stream_id, each.type, each.data) for each in events)


def moved_by(said: Iterable[tuple[str, str, bytes]]) -> Moved:
    """Return the same, of streams, types and data; one that cannot be read is told and left out."""
    scheduled: dict[Key, Due] = {}
    gone: dict[Key, None] = {}
    for stream, kind, data in said:
        if kind not in TIMER_EVENTS:
            continue
        try:
            timer = _DECODER.decode(data)
        except msgspec.MsgspecError as error:  # the other timers still fire
            logger.error("a timer of %s cannot be read: %s", stream, error)  # noqa: TRY400
            continue
        due = Due(tournament=stream.partition("/")[2], timer=timer.timer, due_at=timer.due_at)
        if kind == SCHEDULED:
            scheduled[due.key] = due
        elif scheduled.pop(due.key, None) is None:
            gone[due.key] = None
    return Moved(tuple(scheduled.values()), tuple(gone))
