"""Events of a Masnou hall: seats are facts, and each step of an act is an event.

Times are in microseconds since 1970 (UTC): when it happened, which for acts made offline
(`offline`) is earlier than when it was recorded. Source: seed 004, "Sistema Masnou".
"""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.event import (
    Audience,
    DecidedByLot,
    Details,
    StagedEvent,
    Topic,
    lot_shown,
)
from planilla.domain.tournament.prohibitions import PairsAllowed, PairsForbidden
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import EntrantId, GameId

# Events


class Away(StrEnum):
    """The reason for which a player is not in the queue."""

    PAUSED = "paused"
    ABSENT = "absent"
    GONE = "gone"
    EXPELLED = "expelled"


class PairKeptApart(msgspec.Struct, frozen=True, kw_only=True):
    """Entrants none of whom may meet another, and the version of their `HallPairsForbidden`."""

    forbidden: int
    entrants: tuple[EntrantId, ...]


class MasnouEvent(StagedEvent, frozen=True, kw_only=True):
    """A fact of a hall, which is public."""

    audience: ClassVar[Audience] = Audience.PUBLIC


class HallOpened(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The hall was opened and the marathon began: tables 1 to `rules.tables`, until `ends_at`.

    `apart` are the prohibitions that apply from the opening on.
    """

    topic: ClassVar[Topic] = Topic.SETUP
    on_day_of_play: ClassVar[bool] = True
    begins_a_round: ClassVar[bool] = True

    rules: MasnouRules
    at: int
    ends_at: int
    apart: tuple[PairKeptApart, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"tables": self.rules.tables, "ends_at": self.ends_at}


class HallPairsForbidden(PairsForbidden, frozen=True, kw_only=True, tag=True):
    """Meetings among `entrants` were forbidden, from the next call on.

    Unlike `PairsForbidden` it is public, because the public queue cannot be replayed without it;
    the reason is not public.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"entrants": self.entrants}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ""


class HallPairsAllowed(PairsAllowed, frozen=True, kw_only=True, tag=True):
    """A prohibition of a hall was lifted; `forbidden` is the version of its event."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True


class QueueFormed(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The starting order of those present was formed, with `lot` and `generator` if by lot."""

    topic: ClassVar[Topic] = Topic.SETUP
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.QUEUE

    order: tuple[EntrantId, ...]
    at: int
    lot: int | None = None
    generator: str = ""

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return self.order

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"waiting": len(self.order), "lot": lot_shown(self.lot)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.lot is None else ".lot"


class PlayerQueued(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A player joined the end of the queue, or `place` in it (0: the first)."""

    topic: ClassVar[Topic] = Topic.ENTRANT

    entrant: EntrantId
    at: int
    place: int | None = None
    offline: bool = False

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"place": None if self.place is None else self.place + 1}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.place is None else ".place"


class QueueMoved(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The director moved a player in the queue, ahead of `passed`; `reason` is kept apart."""

    topic: ClassVar[Topic] = Topic.CORRECTION

    entrant: EntrantId
    place: int
    passed: tuple[EntrantId, ...] = ()
    reason: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"place": self.place + 1, "passed": self.passed}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".passed" if self.passed else ""


class PlayerCalled(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A player was called to a table, until `until` (0: seated at once).

    Those in `passed` were ahead in the queue and have just met the player at the table.
    """

    topic: ClassVar[Topic] = Topic.ROUND

    call: int
    entrant: EntrantId
    table: int
    at: int
    until: int = 0
    passed: tuple[EntrantId, ...] = ()
    offline: bool = False

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "call": self.call,
            "table": self.table,
            "until": self.until,
            "passed": self.passed,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".passed" if self.passed else ""


class SeatTaken(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The called player has come to the table."""

    topic: ClassVar[Topic] = Topic.ROUND

    call: int
    at: int

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {}


class CallMissed(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The called player did not come and loses the turn."""

    topic: ClassVar[Topic] = Topic.ROUND

    call: int
    at: int

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {}


class CallWithdrawn(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """A call was withdrawn, through no fault of the player, who is first in the queue again."""

    topic: ClassVar[Topic] = Topic.ROUND

    call: int
    at: int

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {}


class GameSeated(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A game began; its identity is `T<table>.<running number of the game at it>`.

    One with `ended_at` was reported after the end of the marathon: it was already over and takes no
    seat.
    """

    topic: ClassVar[Topic] = Topic.ROUND
    on_day_of_play: ClassVar[bool] = True

    game: GameId
    table: int
    white: EntrantId
    black: EntrantId
    at: int
    offline: bool = False
    ended_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"table": self.table}


class GameVoided(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A game without a result was made void; `back` are first in the queue again."""

    topic: ClassVar[Topic] = Topic.CORRECTION

    game: GameId
    at: int
    back: tuple[EntrantId, ...] = ()


class TableLeft(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """A player left the table after a game."""

    topic: ClassVar[Topic] = Topic.ROUND

    table: int
    entrant: EntrantId


class PlayerStoodDown(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A player is not to be called: paused, absent, gone home or expelled."""

    topic: ClassVar[Topic] = Topic.ENTRANT

    entrant: EntrantId
    away: Away
    at: int
    reason: str = ""


class TableAdded(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """A table was added, or a withdrawn one is used again."""

    topic: ClassVar[Topic] = Topic.SETUP

    table: int


class TableWithdrawalAsked(MasnouEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """This table is to be withdrawn when its game ends; None: the next one whose game ends.

    Nobody can play at a `broken` table: it is withdrawn at once and its game is void.
    """

    topic: ClassVar[Topic] = Topic.SETUP

    table: int | None
    broken: bool = False

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.broken:
            return ".broken"
        return ".any" if self.table is None else ""


class TableWithdrawalCancelled(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The withdrawal of this table, or (None) of one not named, was cancelled."""

    topic: ClassVar[Topic] = Topic.SETUP

    table: int | None

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".any" if self.table is None else ""


class TableWithdrawn(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """A table was withdrawn; a player who stays at it waits for a table whose game ends."""

    topic: ClassVar[Topic] = Topic.SETUP

    table: int


class StayerMoved(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The player who stayed at a table moved to another, to play the one who stayed there."""

    topic: ClassVar[Topic] = Topic.ROUND

    entrant: EntrantId
    from_table: int
    to_table: int


class HallEndMoved(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The end of the marathon was moved."""

    topic: ClassVar[Topic] = Topic.SETUP

    ends_at: int


class HallPaused(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The whole hall paused: games continue, nobody is called."""

    topic: ClassVar[Topic] = Topic.SETUP

    at: int


class HallResumed(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The pause of the hall ended; it does not count as waiting time."""

    topic: ClassVar[Topic] = Topic.SETUP

    at: int


class TimeExpired(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """The time ended: no game begins any more."""

    topic: ClassVar[Topic] = Topic.ROUND

    at: int


class PlayoffDrawn(MasnouEvent, frozen=True, kw_only=True, tag=True):
    """A round of the knockout for the first place was drawn: byes and colours by lot.

    White loses a draw. The identity of a game is `P<round>.<number>`.
    """

    topic: ClassVar[Topic] = Topic.ROUND
    begins_a_round: ClassVar[bool] = True
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.PLAYOFF

    round: int
    games: tuple[PairedGame, ...]
    byes: tuple[EntrantId, ...]
    lot: int
    generator: str

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return (*(each for game in self.games for each in (game.white, game.black)), *self.byes)

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "round": self.round,
            "games": len(self.games),
            "byes": len(self.byes),
            "lot": lot_shown(self.lot),
        }
