"""A crosstable by columns: for each seat and round an opponent, points, and what kind it was.

Tie-breaks are sums over these columns; they are made once and shared. Rounds are counted from 0
here, from 1 for people.
"""

from collections.abc import Hashable, Iterable, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import compress
from typing import Any, NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, PointSystem, Round, Seat
from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks.lanes import sums_of_rows
from planilla.domain.tiebreaks.rows import Rows
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult

NOBODY = -1
"""The opponent in a round without one."""

MAX_BYTE = 255

ROUNDS_KEPT = 64
"""So many rounds are remembered by column: those before the present one do not change."""


class Kind(IntEnum):
    """What a round was for an entrant (FIDE C.07, 16.2); one byte.

    `REQUESTED` is a half- or zero-point bye, an absence, a round before a late entry or after a
    withdrawal; `FREE` the free round of an odd field, which is no element of anything (15.2).
    """

    OPEN = 0
    PLAYED = 1
    FORFEIT_WIN = 2
    FORFEIT_LOSS = 3
    FULL_BYE = 4
    REQUESTED = 5
    FREE = 6


_PLAYED = bytes(kind == Kind.PLAYED for kind in range(256))
"""For `bytes.translate`: 1 for a game over the board."""

VOLUNTARY = frozenset({Kind.FORFEIT_LOSS, Kind.REQUESTED})
"""Voluntarily unplayed rounds (VUR; FIDE C.07, 16.2)."""

_BOTH_PLAYED = (Kind.PLAYED, Kind.PLAYED)
_OF_RESULT: dict[GameResult, tuple[Kind, Kind]] = {
    GameResult.OPEN: (Kind.OPEN, Kind.OPEN),
    GameResult.WHITE_WINS: _BOTH_PLAYED,
    GameResult.DRAW: _BOTH_PLAYED,
    GameResult.BLACK_WINS: _BOTH_PLAYED,
    GameResult.WHITE_WINS_BY_FORFEIT: (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS),
    GameResult.BLACK_WINS_BY_FORFEIT: (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN),
    GameResult.BOTH_FORFEIT: (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
    GameResult.BOTH_LOSE: _BOTH_PLAYED,
}
_OF_BYE = {
    ByeKind.PAIRING_ALLOCATED: Kind.FULL_BYE,
    ByeKind.FULL_POINT: Kind.FULL_BYE,
    ByeKind.HALF_POINT: Kind.REQUESTED,
    ByeKind.ZERO_POINT: Kind.REQUESTED,
}
_OVER_THE_BOARD = {
    GameResult.WHITE_WINS: (2, 0),
    GameResult.DRAW: (1, 1),
    GameResult.BLACK_WINS: (0, 2),
}

# One byte tells what a round was for an entrant: a result with White, a result with Black, a bye,
# or no board. The tables below make something else of all of them at once.
_BLACK = len(RESULTS)
_BYES = {bye: 2 * _BLACK + place for place, bye in enumerate(_OF_BYE)}
_UNPAIRED = 2 * _BLACK + len(_BYES)


def _table(by_result: Iterable[tuple[int, int]], by_bye: Iterable[int], unpaired: int) -> bytes:
    """For `bytes.translate`: what White and Black have of each result, a bye, and no board."""
    of_white, of_black = zip(*by_result, strict=True)
    return bytes((*of_white, *of_black, *by_bye, unpaired)).ljust(256, b"\0")


_KINDS_OF_RESULTS = tuple(_OF_RESULT[result] for result in RESULTS)
_KINDS = _table(_KINDS_OF_RESULTS, _OF_BYE.values(), Kind.REQUESTED)
_KINDS_BY_SCHEDULE = _table(_KINDS_OF_RESULTS, [Kind.FREE] * len(_OF_BYE), Kind.FREE)
_BLACKS = _table([(0, 1)] * len(RESULTS), bytes(len(_OF_BYE)), 0)
_OUTCOMES = _table(
    [_OVER_THE_BOARD.get(result, (0, 0)) for result in RESULTS], bytes(len(_OF_BYE)), 0
)


class Tally(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What each scored against whom, by seat and then by round.

    Points, `win`, `draw` and `loss` are in units of one `unit`-th of a point. `kinds` and `blacks`
    hold one byte a round (`blacks`: whether the pieces were black), `outcomes` the results over
    the board in half points of 1-½-0. A board at which a round is still open has its opponent.
    `predetermined`: who meets whom was known from the start (15.2). (`dict=True` gives `kept` a
    place to stay.)
    """

    unit: int
    win: int
    draw: int
    loss: int
    rounds: int
    opponents: Sequence[Sequence[Seat]]
    points: Sequence[Sequence[int]]
    kinds: Sequence[bytes]
    blacks: Sequence[bytes]
    outcomes: Sequence[bytes]
    scores: Sequence[int]
    predetermined: bool = False

    @property
    def size(self) -> int:
        """How many entrants there are."""
        return len(self.scores)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """What readings of this value have worked out, each under a key of its own."""
        return {}


def tally_of(crosstable: Crosstable) -> Tally:
    """The columns of a crosstable, made once and kept with it."""
    kept = crosstable.kept
    if "tally" not in kept:
        kept["tally"] = _tally(crosstable)
    tally: Tally = kept["tally"]
    return tally


def _tally(crosstable: Crosstable) -> Tally:
    system = system_of(crosstable)
    size, rounds = crosstable.size, len(crosstable.rounds)
    told, opponents = bytearray(size * rounds), [NOBODY] * (size * rounds)
    for at, played in enumerate(crosstable.rounds):
        column = _column(played, size)
        told[at::rounds], opponents[at::rounds] = column.told, column.opponents
    kinds = told.translate(_KINDS_BY_SCHEDULE if crosstable.predetermined else _KINDS)
    points = _points_by_seat(told, system, size, rounds)
    return Tally(
        unit=system.unit,
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        rounds=rounds,
        opponents=Rows(opponents, size, rounds),
        points=points,
        kinds=Rows(bytes(kinds), size, rounds),
        blacks=Rows(bytes(told.translate(_BLACKS)), size, rounds),
        outcomes=Rows(bytes(told.translate(_OUTCOMES)), size, rounds),
        scores=[*sums_of_rows(points, (1,) * rounds)],
        predetermined=crosstable.predetermined,
    )


class _Column(NamedTuple):
    """One round by seat: whom each met, and the byte that tells what it was."""

    opponents: list[Seat]
    told: bytes


@lru_cache(maxsize=ROUNDS_KEPT)
def _column(played: Round, size: int) -> _Column:
    opponents, told = [NOBODY] * size, [_UNPAIRED] * size
    # Two assignments of one place each are quicker than one of two.
    for (white, black), code in zip(played.boards, played.results, strict=True):
        opponents[white] = black
        opponents[black] = white
        told[white] = code
        told[black] = code + _BLACK
    for seat, bye in played.byes:
        told[seat] = _BYES[bye]
    return _Column(opponents, bytes(told))


def _points_by_seat(
    told: bytearray, system: PointSystem, size: int, rounds: int
) -> Sequence[Sequence[int]]:
    """What the rounds brought, by seat; as bytes wherever that is enough."""
    of_white, of_black = zip(*system.by_result, strict=True)
    points = (*of_white, *of_black, *(system.by_bye[bye] for bye in _BYES), system.zero_bye)
    if min(points) >= 0 and max(points) <= MAX_BYTE:
        return Rows(bytes(told.translate(bytes(points).ljust(256, b"\0"))), size, rounds)
    return Rows([points[each] for each in told], size, rounds)


def in_rows(tally: Tally) -> Tally:
    """The same tally with rows that are made, for those who read each place by itself."""
    return msgspec.structs.replace(
        tally,
        opponents=[*tally.opponents],
        points=[*tally.points],
        kinds=[*tally.kinds],
        blacks=[*tally.blacks],
        outcomes=[*tally.outcomes],
    )


def opponents_met(tally: Tally, seats: Iterable[Seat]) -> list[Sequence[Seat]]:
    """Those whom each of `seats` has met over the board, in the order of the rounds."""
    opponents, kinds, games = [*tally.opponents], [*tally.kinds], first_games(tally.rounds)
    return [
        [*compress(opponents[seat], kinds[seat].translate(_PLAYED))]
        if (played := games.get(kinds[seat])) is None
        else opponents[seat][:played]
        for seat in seats
    ]


def first_games(rounds: int) -> dict[bytes, int]:
    """The kinds of the rounds of those who have played from the first on, and how many they played.

    The rest of their rounds is open. They are most entrants of a tournament at any moment.
    """
    played, still_open = bytes((Kind.PLAYED,)), bytes((Kind.OPEN,))
    return {played * count + still_open * (rounds - count): count for count in range(rounds + 1)}


def with_last_round_drawn(tally: Tally) -> Tally:
    """The tally as if all paired games of its last round were draws (FIDE C.07, `FB`)."""
    at, draw, played = tally.rounds - 1, tally.draw, bytes((Kind.PLAYED,))
    points, kinds, scores = list(tally.points), list(tally.kinds), list(tally.scores)
    for seat, opponents in enumerate(tally.opponents):
        if opponents[at] != NOBODY:
            scores[seat] += draw - points[seat][at]
            points[seat] = [*points[seat][:at], draw]
            kinds[seat] = kinds[seat][:at] + played
    return msgspec.structs.replace(tally, points=points, kinds=kinds, scores=scores)
