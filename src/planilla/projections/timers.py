"""Scheduled public actions: one row for each pending timer, by its key.

Reminders are visible to the arbiter only, and calls to a table are shown in the hall.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import TimerKind


class TimerRow(NamedTuple):
    """One pending timer; `due_at` in microseconds since 1970 (UTC).

    `about` is the number of a round, or empty.
    """

    kind: str
    due_at: int
    about: str


HIDDEN_KINDS = frozenset({TimerKind.REMINDER, TimerKind.CALL})


def rows(state: Tournament) -> Mapping[str, TimerRow]:
    """Return the pending timers that concern everybody."""
    return {
        timer.id: TimerRow(kind=timer.kind.value, due_at=timer.due_at, about=timer.about)
        for timer in state.timers.values()
        if timer.kind not in HIDDEN_KINDS
    }
