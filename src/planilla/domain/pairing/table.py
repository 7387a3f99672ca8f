"""Tables of closed systems and brackets: who meets whom, fixed before the first game.

A table is a sequence of rounds, each a sequence of games in board order; a game is a pair of
places, White first. `planilla.domain.pairing.table_systems` names the systems.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec


class PlaceKind(StrEnum):
    """The occupant of a place in a table."""

    PLAYER = "player"
    BOARD = "board"
    WINNER = "winner"
    LOSER = "loser"


class Place(NamedTuple):
    """A place in a table: a player's number, a board of a team, or the winner or loser of a match.

    `number` counts from 1: of the player, of the board in `team`, or of the match. Number 0 is
    nobody: the other player of the game is free.
    """

    number: int
    team: int = 0
    kind: PlaceKind = PlaceKind.PLAYER

    @property
    def written(self) -> int | str:
        """The place for programs: `7`, `"A3"` (team 1, board 3), `"W5"` or `"L5"`; 0: free."""
        match self.kind:
            case PlaceKind.PLAYER:
                return self.number
            case PlaceKind.BOARD:
                return f"{team_letters(self.team)}{self.number}"
            case PlaceKind.WINNER:
                return f"W{self.number}"
            case _:
                return f"L{self.number}"


FREE = Place(0)
"""Nobody: the player who would meet this place is free."""

Game = tuple[Place, Place]
"""A game: White's place and Black's. In a bracket it is a match, whose colours are drawn later."""
Rounds = tuple[tuple[Game, ...], ...]
"""The rounds of a table in order, each with its games in board order."""


class TableRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The size of the table that is wanted; 0 means that the figure is not given.

    `players` for tables of players and brackets, `teams` (in a final, the groups of its players)
    and `boards` for team tables; `cycles` is how often everybody meets everybody, `games` the games
    of each match of a bracket, `order` that of the seeds of a bracket, or the lot of a table whose
    colours are drawn, empty for the usual one.
    """

    players: int = 0
    teams: int = 0
    boards: int = 0
    cycles: int = 1
    games: int = 1
    order: str = ""


class NoTable(Exception):
    """A system has no table of the size, or in the order, that is wanted.

    `field` names the figure of the request, `given` its value, `offered` the values that exist;
    where every size from `least` up exists, or every even one, `offered` is empty.
    """

    def __init__(
        self,
        field: str,
        given: int | str,
        *,
        offered: tuple[int | str, ...] = (),
        least: int = 0,
        even: bool = False,
    ) -> None:
        self.field = field
        self.given = given
        self.offered = offered
        self.least = least
        self.even = even
        super().__init__(f"{field} {given}")


MOST = {"players": 1_000, "teams": 100, "boards": 100, "cycles": 4, "games": 99}
"""Largest figures of a table: at most some two million games."""


class TableSystem(msgspec.Struct, frozen=True, kw_only=True):
    """A system whose rounds are a table: its name, its source, and the figures that it takes.

    `takes` names the fields of `TableRequest` that are given; the others keep their defaults. `of`
    returns the rounds, and raises `NoTable`. `most` are the largest figures that a stranger may ask
    for, so that no table fills the memory.
    """

    name: str
    source: str
    takes: frozenset[str]
    of: Callable[[TableRequest], Rounds]
    most: Mapping[str, int] = msgspec.field(default_factory=MOST.copy)


def team_letters(team: int) -> str:
    """Return the letters of a team: A to Z, then AA, AB … (as the columns of a sheet)."""
    letters = ""
    while team > 0:
        team, rest = divmod(team - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
