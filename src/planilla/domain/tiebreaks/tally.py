"""A crosstable by columns: for each seat and round an opponent, points, and what kind it was.

Tie-breaks are sums over these columns; they are made once and shared. Rounds are counted from 0
here, from 1 for people.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, PointSystem, Round, Seat
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult

NOBODY = -1
"""The opponent in a round without one."""

POINTS_OVER_THE_BOARD = 2
"""A game won over the board, in half points of 1-½-0: what ratings are computed with."""


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


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What each scored against whom, by seat and then by round.

    Points, `win`, `draw` and `loss` are in units of one `unit`-th of a point. `kinds` and `blacks`
    hold one byte a round (`blacks`: whether the pieces were black), `outcomes` the results over
    the board in half points of 1-½-0. A board at which a round is still open has its opponent.
    `predetermined`: who meets whom was known from the start (15.2).
    """

    unit: int
    win: int
    draw: int
    loss: int
    rounds: int
    opponents: Sequence[Sequence[Seat]]
    points: Sequence[Sequence[int]]
    kinds: list[bytes]
    blacks: list[bytes]
    outcomes: list[bytes]
    scores: list[int]
    predetermined: bool = False

    @property
    def size(self) -> int:
        """How many entrants there are."""
        return len(self.scores)


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
    columns = [_column(played, size) for played in crosstable.rounds]
    told = bytearray(size * rounds)
    for at, column in enumerate(columns):
        told[at::rounds] = column.told
    kinds = told.translate(_KINDS_BY_SCHEDULE if crosstable.predetermined else _KINDS)
    points = _points_by_seat(told, system, size, rounds)
    return Tally(
        unit=system.unit,
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        rounds=rounds,
        opponents=list(zip(*[each.opponents for each in columns], strict=True)) or [()] * size,
        points=points,
        kinds=_bytes_by_seat(kinds, size, rounds),
        blacks=_bytes_by_seat(told.translate(_BLACKS), size, rounds),
        outcomes=_bytes_by_seat(told.translate(_OUTCOMES), size, rounds),
        scores=list(map(sum, points)),
        predetermined=crosstable.predetermined,
    )


class _Column(NamedTuple):
    """One round by seat: whom each met, and the byte that tells what it was."""

    opponents: list[Seat]
    told: bytes


@lru_cache(maxsize=ROUNDS_KEPT)
def _column(played: Round, size: int) -> _Column:
    opponents = [NOBODY] * size
    told = bytearray((_UNPAIRED,)) * size
    for (white, black), code in zip(played.boards, played.results, strict=True):
        opponents[white], opponents[black] = black, white
        told[white], told[black] = code, code + _BLACK
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
        return _bytes_by_seat(told.translate(bytes(points).ljust(256, b"\0")), size, rounds)
    return [[points[each] for each in row] for row in _bytes_by_seat(told, size, rounds)]


def _bytes_by_seat(values: bytes | bytearray, size: int, rounds: int) -> list[bytes]:
    """Bytes of one seat after another as a row for each."""
    whole = bytes(values)
    return [whole[at : at + rounds] for at in [seat * rounds for seat in range(size)]]


def opponents_met(tally: Tally, seats: Iterable[Seat]) -> list[Sequence[Seat]]:
    """Those whom each of `seats` has met over the board, in the order of the rounds."""
    opponents, kinds, games = tally.opponents, tally.kinds, first_games(tally.rounds)
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
