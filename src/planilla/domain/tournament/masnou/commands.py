"""Acts of a Masnou hall. They name the game or the call, never the table of a moment.

`made_at`, in microseconds since 1970 (UTC), tells that an act was made then, without a connection.
An act also tells what its maker saw: where the hall has something else it is refused. An act with
`made_at` must tell it, because a tablet numbers games and calls by itself while it is offline.
"""

import msgspec

from planilla.domain.instants import Instant
from planilla.domain.pairing.masnou import HallRules
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.masnou.events import Away
from planilla.domain.tournament.masnou_state import Status
from planilla.domain.vocabulary import EntrantId, GameId


class HallAct(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act in a hall."""

    made_at: Instant | None = None


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The status of a player as the maker of an act saw it.

    With a game: White and Black of it, which one it is, and when it began.
    """

    status: Status
    players: tuple[EntrantId, ...] = ()
    game: GameId | None = None
    began_at: Instant | None = None


class OpenHall(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin the marathon with everybody who entered but `absent`."""

    rules: HallRules
    absent: tuple[EntrantId, ...] = ()


class QueuePlayer(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put a player who has arrived, or is back, at the end of the queue."""

    entrant: EntrantId
    seen: Seen | None = None


class TakeSeat(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seat the called player; `entrant` and `table` are those of the call."""

    call: int
    entrant: EntrantId | None = None
    table: int | None = None


class MissCall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Record that the called player did not come; the rest as in `TakeSeat`."""

    call: int
    entrant: EntrantId | None = None
    table: int | None = None


class StandDown(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player pauses, is absent, goes home, or is expelled; a game that runs is lost."""

    entrant: EntrantId
    away: Away
    reason: Sealed = Sealed()
    seen: Seen | None = None


class AddTable(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Use one more table; without a number the next one."""

    table: int | None = None


class WithdrawTable(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Use one table less: this one, or the first whose game ends."""

    table: int | None = None


class KeepTable(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do not withdraw a table after all."""

    table: int | None = None


class MoveInQueue(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The director designates another place in the queue; place 1 is the next to be called.

    `at_place` is who stands there until then.
    """

    entrant: EntrantId
    place: int
    reason: Sealed
    at_place: EntrantId | None = None


class MoveHallEnd(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the marathon at another time; a hall that was over goes on."""

    ends_at: Instant


class PauseHall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Call nobody until the hall is resumed; games go on and are reported."""


class ResumeHall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the pause of the hall; `extend`: the marathon ends later by the length of the pause."""

    extend: bool = False


class EndHall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the marathon now."""


class DrawPlayoff(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw the knockout for the first place among those tied, or some of them."""

    entrants: tuple[EntrantId, ...] = ()
