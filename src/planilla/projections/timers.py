"""What is to happen at a set time, for everybody: one row for each pending timer, by its key.

Reminders are the arbiter's alone, and calls to a table are shown in the hall.
"""

from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import TimerKind
from planilla.projections.view import Rows

COLUMNS = ("kind", "due_at", "about")
"""`due_at` in microseconds since 1970 (UTC); `about` is the number of a round, or empty."""

NOT_SHOWN = frozenset({TimerKind.REMINDER, TimerKind.CALL})


def rows(state: Tournament) -> Rows:
    """The pending timers that concern everybody."""
    return {
        timer.id: (timer.kind.value, timer.due_at, timer.about)
        for timer in state.timers.values()
        if timer.kind not in NOT_SHOWN
    }
