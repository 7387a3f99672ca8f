"""Acts of a Masnou hall. They name the game or the call, never the table of a moment.

`made_at`, in microseconds since 1970 (UTC), tells that an act was made then, without a connection.
"""

from planilla.domain.pairing.masnou import HallRules
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.events import Away
from planilla.domain.vocabulary import EntrantId


class HallAct(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act in a hall."""

    made_at: int | None = None


class OpenHall(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin the marathon with everybody who entered but `absent`."""

    rules: HallRules
    absent: tuple[EntrantId, ...] = ()


class QueuePlayer(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Put a player who has arrived, or is back, at the end of the queue."""

    entrant: EntrantId


class TakeSeat(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who was called has come."""

    call: int


class MissCall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who was called did not come."""

    call: int


class StandDown(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player pauses, is absent, goes home, or is expelled; a game that runs is lost."""

    entrant: EntrantId
    away: Away
    reason: Sealed = Sealed()


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
    """The director designates another place in the queue; place 1 is the next to be called."""

    entrant: EntrantId
    place: int
    reason: Sealed


class MoveHallEnd(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the marathon at another time; a hall that was over goes on."""

    ends_at: int


class EndHall(HallAct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """End the marathon now."""


class DrawPlayoff(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw the knockout for the first place among those tied, or some of them."""

    entrants: tuple[EntrantId, ...] = ()
