"""The state of a hall after its events: tables with their games, the queue, and its members.

`web/scripts/masnou.js` implements the same value for a tablet that is offline.
"""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, MasnouRules
from planilla.domain.tournament.masnou.refusals import HallNotOpen
from planilla.domain.tournament.memory import CalledPlayer, MemoryGame, Seating, SystemMemory
from planilla.domain.tournament.refusal import NotInThisSystem
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameKind, GameRef, GameResult

SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US

STAYED = 0
"""The order of a player who stayed at a table; a called player has the number of the call."""


class Status(StrEnum):
    """The whereabouts of a member of the hall."""

    WAITING = "waiting"
    CALLED = "called"
    SITTING = "sitting"
    PLAYING = "playing"
    HELD = "held"
    RESTING = "resting"
    PAUSED = "paused"
    ABSENT = "absent"
    GONE = "gone"
    EXPELLED = "expelled"


class OvertakeCause(StrEnum):
    """Why somebody was called before another who came first; `none` is an injustice."""

    OVERRIDE = "override"
    MISSED_CALL = "missed-call"
    NO_REMATCH = "no-rematch"
    KEPT_APART = "kept-apart"
    TAKEN_BACK = "taken-back"
    PAUSED = "paused"
    HELD = "held"
    NONE = "none"


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """A player who came before a waiting one, and why.

    `table` is 0 where the director only changed the queue; `opponent` is the player at the table
    whom the waiting one could not meet.
    """

    entrant: EntrantId
    table: int
    cause: OvertakeCause
    opponent: EntrantId | None = None


PASSED_KEPT = 3
"""Entries kept of each player, the last ones."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the hall: finished games by outcome, streak, last opponent, waiting times.

    `waiting_since`, `waited` and `longest` are in microseconds; `waits` counts the finished ones.
    `passed_by` are the players who came before this one since the last game.
    """

    status: Status
    table: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0
    opponent: EntrantId | None = None
    missed: int = 0
    waiting_since: int = 0
    waited: int = 0
    waits: int = 0
    longest: int = 0
    passed_by: tuple[Passed, ...] = ()

    @property
    def games(self) -> int:
        """Finished games."""
        return self.wins + self.draws + self.losses


class MasnouGame(MemoryGame, frozen=True, kw_only=True):
    """A game at a table. `version` is that of the current event about it.

    `newcomer` came to the table last; `streaks` are the streaks of White and Black before it, and
    `opponents` their previous opponents. A `seatless` game was stopped by the end of the marathon
    or reported after it; its result moves nobody.
    """

    at: int = 0
    newcomer: EntrantId
    streaks: tuple[int, int] = (0, 0)
    opponents: tuple[EntrantId | None, EntrantId | None] = (None, None)
    version: int = 0
    voided: bool = False
    offline: bool = False
    seatless: bool = False

    @property
    def is_running(self) -> bool:
        """Return whether it has no result and was not made void."""
        return self.result is GameResult.OPEN and not self.voided


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table without a game: the lower `order` came first.

    `stayed_at` is the table at which the player stayed, `had` the colour there.
    """

    entrant: EntrantId
    order: int
    stayed_at: int = 0
    had: Colour = Colour.WHITE


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A call that has not been answered, valid until `until`."""

    number: int
    entrant: EntrantId
    table: int
    at: int
    until: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its games, oldest first, the players seated at it and those called to it."""

    number: int
    games: tuple[MasnouGame, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    calls: tuple[Call, ...] = ()
    withdrawing: bool = False
    withdrawn: bool = False

    @property
    def running(self) -> GameId | None:
        """Return the current game: the last that is not void, unless it has a result."""
        for number in range(len(self.games), 0, -1):
            game = self.games[number - 1]
            if not game.voided:
                return table_game(self.number, number) if game.is_running else None
        return None

    @property
    def running_game(self) -> MasnouGame | None:
        """Return the game of `running`."""
        return next((game for game in reversed(self.games) if game.is_running), None)

    @property
    def wants(self) -> int:
        """Return the number of players still to be called to it, when no game runs."""
        return PLAYERS_AT_A_TABLE - len(self.sitters) - len(self.calls)

    @property
    def next_game(self) -> GameId:
        """Return the identity of its next game."""
        return table_game(self.number, len(self.games) + 1)


class Playoff(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the knockout: its games in order, and the byes."""

    games: tuple[MasnouGame, ...]
    byes: tuple[EntrantId, ...]


class ForbiddenPair(msgspec.Struct, frozen=True, kw_only=True):
    """Entrants none of whom may meet another of them; `version` is that of the prohibition."""

    version: int
    entrants: tuple[EntrantId, ...]


class Hall(SystemMemory, msgspec.Struct, frozen=True, kw_only=True):
    """A hall. `free` are the tables without a game, the one free for longest first.

    Players in `held` stayed at withdrawn tables and wait for another. `to_withdraw` is the number
    of tables to withdraw as soon as games end, whichever they are. `paused_at` is the start of the
    pause of the whole hall, 0 if there is none; `pauses` are the finished ones, from and until.
    `ended_at` is the time at which it was `over`. `skipped` has just missed a call, and the next
    player is called instead.
    """

    has_games: ClassVar[bool] = True

    rules: MasnouRules
    opened_at: int
    ends_at: int
    tables: dict[int, Table] = {}
    queue: tuple[EntrantId, ...] = ()
    members: dict[EntrantId, Member] = {}
    free: tuple[int, ...] = ()
    held: tuple[Sitter, ...] = ()
    to_withdraw: int = 0
    calls_made: int = 0
    over: bool = False
    paused_at: int = 0
    pauses: tuple[tuple[int, int], ...] = ()
    apart: tuple[ForbiddenPair, ...] = ()
    ended_at: int = 0
    playoff: tuple[Playoff, ...] = ()
    skipped: EntrantId | None = None

    @property
    def known_entrants(self) -> frozenset[EntrantId]:
        """Return everybody who came to the hall: their entries cannot be removed."""
        return frozenset(self.members)

    @property
    def expelled(self) -> frozenset[EntrantId]:
        """The members who were expelled."""
        return frozenset(
            entrant for entrant, member in self.members.items() if member.status is Status.EXPELLED
        )

    @property
    def seating(self) -> Seating:
        """The players at each table, and the queue."""
        running = (
            (table.number, game)
            for table in self.tables.values()
            if table.running is not None and (game := self.find(table.running)) is not None
        )
        return Seating(
            tables=tuple((number, game.white, game.black) for number, game in running),
            queue=self.queue,
        )

    @property
    def last_start_at(self) -> int:
        """Return the time from which nobody is called, in microseconds since 1970 (UTC)."""
        return self.ends_at - self.rules.last_start * MINUTE_US

    def may_meet(self, one: EntrantId, other: EntrantId) -> bool:
        """Return whether no prohibition keeps the two apart."""
        return not any(one in each.entrants and other in each.entrants for each in self.apart)

    def find(self, game: GameId) -> MasnouGame | None:
        """Return the game with this identity."""
        ref = GameRef.parse(game)
        if ref is None or ref.stage > 1 or ref.game > 1:
            return None
        if ref.kind is GameKind.TABLE and ref.round in self.tables:
            games = self.tables[ref.round].games
        elif ref.kind is GameKind.PLAYOFF and ref.round <= len(self.playoff):
            games = self.playoff[ref.round - 1].games
        else:
            return None
        return games[ref.match - 1] if ref.match <= len(games) else None

    def called(self, number: int) -> CalledPlayer | None:
        """Return the player of the call with this number, if it is still unanswered."""
        call = self.call(number)
        return None if call is None else CalledPlayer(call.entrant, call.table)

    def call(self, number: int) -> Call | None:
        """Return the call with this number, if it is still unanswered."""
        for table in self.free:
            for call in self.tables[table].calls:
                if call.number == number:
                    return call
        return None


def hall_of(state: Tournament) -> Hall:
    """Return the open hall of the tournament.

    Raises:
        NotInThisSystem: the system has rounds.
        HallNotOpen: the hall is not open yet.
    """
    found = Hall.of(state.memory)
    if found is not None:
        return found
    if state.system.seats_at_once:
        raise HallNotOpen
    raise NotInThisSystem(system=state.system_name)


def table_game(table: int, number: int) -> GameId:
    """Return the id of a game at a table."""
    return GameRef(kind=GameKind.TABLE, round=table, match=number).written


def playoff_game(number: int, place: int) -> GameId:
    """Return the id of a game of a round of the play-off."""
    return GameRef(kind=GameKind.PLAYOFF, round=number, match=place).written
