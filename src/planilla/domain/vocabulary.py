"""Basic values of a tournament: ids, colours, results, byes.

The whole domain uses these words. Sums of points are integers in the unit that the point system
names (`scoring`), never floats.
"""

import re
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, NewType

import msgspec

EntrantId = NewType("EntrantId", str)
"""The id of an entrant, made by the client that enters them, also offline; no pairing number."""

GameId = NewType("GameId", str)
"""The id of a game: the written form of its `GameRef`; pages show boards instead."""

TournamentId = NewType("TournamentId", str)
RoundNumber = NewType("RoundNumber", int)
"""Rounds count from 1."""

DIGITS_MAX = 9
"""Rounds, boards, versions and timers have no more, and every database keeps so long a number."""


def number_written(text: str) -> int | None:
    """The number that a text is; None where it is none, or longer than any that is counted here."""
    is_number = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    return int(text) if is_number else None


class GameKind(StrEnum):
    """The kind of a game by the first letter of its id."""

    ROUND = ""
    TABLE = "T"
    PLAYOFF = "P"


REFS_CACHED = 8192
"""Parsed references in memory: more than the 5,000 games of a round of 10,000 players."""


class GameRef(msgspec.Struct, frozen=True, order=True, kw_only=True, gc=False):
    """The parsed id of a game: its stage, its round, its match in it, its game of the match.

    `round` is the table of a game at a table. `match` is the running number in the order of
    pairing, not the board. References are ordered by stage, kind, round, match and game. Each has
    one written form: `1.17`, `T3.2` at a table, `P1.2` in a play-off; the second game of a match
    is `1.17.2`, and a game of the second stage is `2-1.17`. Source: ADR 0051.
    """

    stage: int = 1
    kind: GameKind = GameKind.ROUND
    round: int
    match: int
    game: int = 1

    @staticmethod
    @lru_cache(maxsize=REFS_CACHED)
    def parse(text: str) -> "GameRef | None":
        """Return the reference with this written form; None if there is none."""
        found = _GAME.fullmatch(text)
        if found is None:
            return None
        stage, kind, number, match, game = found.groups("1")
        return GameRef(
            stage=int(stage),
            kind=_KINDS[kind],
            round=int(number),
            match=int(match),
            game=int(game),
        )

    @staticmethod
    def of(game: GameId) -> "GameRef":
        """Return the reference of a recorded game."""
        ref = GameRef.parse(game)
        assert ref is not None, "a recorded game has a well-formed id"
        return ref

    @property
    def written(self) -> GameId:
        """The id: the first stage and the first game of a match are not written."""
        stage = "" if self.stage == 1 else f"{self.stage}-"
        game = "" if self.game == 1 else f".{self.game}"
        return GameId(f"{stage}{self.kind}{self.round}.{self.match}{game}")


_KINDS = {kind.value: kind for kind in GameKind}
_NUMBER = rf"[1-9][0-9]{{0,{DIGITS_MAX - 1}}}"
_LATER = rf"(?!1[.-]|1$){_NUMBER}"
_GAME = re.compile(
    rf"(?:({_LATER})-)?([{''.join(_KINDS)}]?)({_NUMBER})\.({_NUMBER})(?:\.({_LATER}))?"
)


class CodedFault(Exception):
    """Something cannot be done or read: the stable code of its sentence, and the fields in it."""

    def __init__(self, code: str, **fields: Any) -> None:
        self.code = code
        self.fields = fields
        super().__init__(f"{code} {fields}")


class Colour(StrEnum):
    """The colour of the pieces; the book writes `B` (blancas) and `N` (negras)."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class GameResult(IntEnum):
    """The result of a board in one byte, from White's side."""

    OPEN = 0
    WHITE_WINS = 1
    DRAW = 2
    BLACK_WINS = 3
    WHITE_WINS_BY_FORFEIT = 4
    BLACK_WINS_BY_FORFEIT = 5
    BOTH_FORFEIT = 6
    BOTH_LOSE = 7

    __hash__ = (
        int.__hash__
    )  # the enum hashes its name, in Python; results are looked up by thousands

    @property
    def is_played(self) -> bool:
        """Return whether the game was played on the board: colours and opponents count."""
        return self in PLAYED

    @property
    def is_forfeit(self) -> bool:
        """Return whether at least one player forfeited."""
        return self in FORFEITS

    @property
    def reversed(self) -> "GameResult":
        """The same outcome seen from Black, as when colours are corrected."""
        return REVERSED[self]


RESULTS = tuple(GameResult)
"""Results by their byte: faster than the enum's own look-up where a whole tournament is read."""

PLAYED = frozenset(
    {GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS, GameResult.BOTH_LOSE}
)
FORFEITS = frozenset(
    {
        GameResult.WHITE_WINS_BY_FORFEIT,
        GameResult.BLACK_WINS_BY_FORFEIT,
        GameResult.BOTH_FORFEIT,
    }
)
REVERSED = {
    GameResult.OPEN: GameResult.OPEN,
    GameResult.WHITE_WINS: GameResult.BLACK_WINS,
    GameResult.DRAW: GameResult.DRAW,
    GameResult.BLACK_WINS: GameResult.WHITE_WINS,
    GameResult.WHITE_WINS_BY_FORFEIT: GameResult.BLACK_WINS_BY_FORFEIT,
    GameResult.BLACK_WINS_BY_FORFEIT: GameResult.WHITE_WINS_BY_FORFEIT,
    GameResult.BOTH_FORFEIT: GameResult.BOTH_FORFEIT,
    GameResult.BOTH_LOSE: GameResult.BOTH_LOSE,
}

GAME_RESULTS = tuple(GameResult)
"""Results by their bytes: a look-up takes a fifth of the time of `GameResult(…)`."""

RESULT_NOTATION: dict[GameResult, str] = {
    GameResult.OPEN: "*",
    GameResult.WHITE_WINS: "1-0",
    GameResult.DRAW: "½-½",
    GameResult.BLACK_WINS: "0-1",
    GameResult.WHITE_WINS_BY_FORFEIT: "+/-",
    GameResult.BLACK_WINS_BY_FORFEIT: "-/+",
    GameResult.BOTH_FORFEIT: "-/-",
    GameResult.BOTH_LOSE: "0-0",
}
"""Notation of results in commands, events and pages."""

RESULT_OF_NOTATION = {text: result for result, text in RESULT_NOTATION.items()}

_ALSO_WRITTEN = {"1/2-1/2": "½-½", "+-": "+/-", "-+": "-/+", "--": "-/-"}
"""Results as PGN writes them, and as pages show them without spaces."""
_AS_SHOWN = str.maketrans({"\u2013": "-", "\u2212": "-", "\u2060": None, " ": None})


def result_notation(text: str) -> str:
    """Return a result of PGN or of a page as `RESULT_NOTATION` writes it; others as they are."""
    plain = text.translate(_AS_SHOWN)
    known = _ALSO_WRITTEN.get(plain, plain)
    return known if known in RESULT_OF_NOTATION else text


class ByeKind(StrEnum):
    """Why an entrant has no opponent in a round; the letters are those of the TRF."""

    PAIRING_ALLOCATED = "U"
    FULL_POINT = "F"
    HALF_POINT = "H"
    ZERO_POINT = "Z"
