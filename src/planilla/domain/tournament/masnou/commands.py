"""Acts of a Masnou hall. They name the game or the call, never the table at a moment.

`made_at`, in microseconds since 1970 (UTC), is the time of an act made offline. An act also states
what its maker saw: if the hall differs it is refused. An act with `made_at` must state it, because
a tablet numbers games and calls by itself while it is offline.
"""

import msgspec

from planilla.domain.instants import Instant
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.command import Sealed, StagedCommand
from planilla.domain.tournament.masnou.events import Away
from planilla.domain.tournament.masnou.hall import Status
from planilla.domain.vocabulary import EntrantId, GameId


class MasnouAct(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act in a hall."""

    made_at: Instant | None = None


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The status of a player as the maker of an act saw it.

    With a game: White and Black of it, its identity, and when it began.
    """

    status: Status
    players: tuple[EntrantId, ...] = ()
    game: GameId | None = None
    began_at: Instant | None = None


class OpenHall(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the hall and begin the marathon with all entrants except `absent`."""

    rules: MasnouRules
    absent: tuple[EntrantId, ...] = ()


class QueuePlayer(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put a player who has arrived or returned at the end of the queue."""

    entrant: EntrantId
    seen: Seen | None = None


class TakeSeat(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seat the called player; `entrant` and `table` are those of the call."""

    call: int
    entrant: EntrantId | None = None
    table: int | None = None


class MissCall(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record that the called player did not come; the rest as in `TakeSeat`."""

    call: int
    entrant: EntrantId | None = None
    table: int | None = None


class StandDown(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record that a player pauses, is absent, goes home or is expelled; a running game is lost."""

    entrant: EntrantId
    away: Away
    reason: Sealed = Sealed()
    seen: Seen | None = None


class AddTable(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Add a table; without a number the next one."""

    table: int | None = None


class WithdrawTable(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw a table when its game ends: this one, or the first whose game ends.

    A `broken` table is withdrawn at once: its game stops without a result.
    """

    table: int | None = None
    broken: bool = False


class KeepTable(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cancel the withdrawal of a table."""

    table: int | None = None


class MoveInQueue(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give a player another place in the queue; place 1 is the next to be called.

    `at_place` is the player who stands there until then.
    """

    entrant: EntrantId
    place: int
    reason: Sealed
    at_place: EntrantId | None = None


class MoveHallEnd(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Move the end of the marathon; a hall that was over continues."""

    ends_at: Instant


class PauseHall(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pause the hall: nobody is called until it is resumed; games continue and are reported."""


class ResumeHall(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Resume the hall; with `extend` the marathon ends later by the length of the pause."""

    extend: bool = False


class EndHall(MasnouAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the marathon now."""


class DrawPlayoff(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw the knockout for the first place among those tied, or some of them."""

    entrants: tuple[EntrantId, ...] = ()
