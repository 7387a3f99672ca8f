"""What is to happen at a set time, and who is missing when a round begins."""

from planilla.domain.instants import Instant
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.events import Recurrence, TimerKind
from planilla.domain.vocabulary import EntrantId, GameId


class ScheduleTimer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let something happen at `due_at`, in microseconds since 1970 (UTC).

    A start, a publication and a default time are of a `round`; one that is pending for the same
    round is replaced. With a start its default time is scheduled: `default_minutes` later, or as
    the regulations announce. `by_rule` belongs to a default time, `note` to a reminder, `repeats`
    to Keizer's recalculation, whose first `due_at` follows from it.
    """

    kind: TimerKind
    due_at: Instant | None = None
    round: int = 0
    default_minutes: int | None = None
    by_rule: bool = False
    note: Sealed = Sealed()
    repeats: Recurrence | None = None


class CancelTimer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let a pending timer fire no more; with the start of a round its default time goes."""

    timer: str


class FireTimer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say that the due time of a timer has come: what the alarm does."""

    timer: str
    due_at: Instant


class SettleTimer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do what a fired timer left to a person, or with `is_dropped` leave it undone.

    A reminder is put away; at a default time the games of those noted absent are forfeited.
    """

    timer: str
    is_dropped: bool = False


class NoteAbsence(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Note that a player is not at the board; the default time makes it a forfeit."""

    game: GameId
    entrant: EntrantId


class WithdrawAbsence(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back that a player is absent: they have come."""

    game: GameId
    entrant: EntrantId
