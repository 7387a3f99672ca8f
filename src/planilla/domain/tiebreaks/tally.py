"""A crosstable by columns: for each seat and round an opponent, points, and what kind it was.

Tie-breaks are sums over these columns; they are made once and shared. Rounds are counted from 0
here, from 1 for people.
"""

from enum import IntEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult

NOBODY = -1
"""The opponent in a round without one."""

POINTS_OVER_THE_BOARD = 2
"""A game won over the board, in half points of 1-½-0: what ratings are computed with."""


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
_KINDS = tuple(_OF_RESULT[result] for result in RESULTS)
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
_OUTCOMES = tuple(_OVER_THE_BOARD.get(result, (0, 0)) for result in RESULTS)


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
    opponents: list[list[Seat]]
    points: list[list[int]]
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
    unpaired = Kind.FREE if crosstable.predetermined else Kind.REQUESTED
    opponents = [[NOBODY] * rounds for _ in range(size)]
    points = [[system.zero_bye] * rounds for _ in range(size)]
    kinds = [bytearray((unpaired,)) * rounds for _ in range(size)]
    blacks = [bytearray(rounds) for _ in range(size)]
    outcomes = [bytearray(rounds) for _ in range(size)]
    worth = system.by_result
    for at, played in enumerate(crosstable.rounds):
        for (white, black), code in zip(played.boards, played.results, strict=True):
            opponents[white][at], opponents[black][at] = black, white
            points[white][at], points[black][at] = worth[code]
            kinds[white][at], kinds[black][at] = _KINDS[code]
            outcomes[white][at], outcomes[black][at] = _OUTCOMES[code]
            blacks[black][at] = 1
        for seat, bye in played.byes:
            points[seat][at] = system.by_bye[bye]
            kinds[seat][at] = Kind.FREE if crosstable.predetermined else _OF_BYE[bye]
    return Tally(
        unit=system.unit,
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        rounds=rounds,
        opponents=opponents,
        points=points,
        kinds=[bytes(row) for row in kinds],
        blacks=[bytes(row) for row in blacks],
        outcomes=[bytes(row) for row in outcomes],
        scores=[sum(row) for row in points],
        predetermined=crosstable.predetermined,
    )


def with_last_round_drawn(tally: Tally) -> Tally:
    """The tally as if all paired games of its last round were draws (FIDE C.07, `FB`)."""
    at = tally.rounds - 1
    paired = [row[at] != NOBODY for row in tally.opponents]
    points = [
        [*row[:at], tally.draw] if drawn else row
        for row, drawn in zip(tally.points, paired, strict=True)
    ]
    return msgspec.structs.replace(
        tally,
        points=points,
        kinds=[
            row[:at] + bytes((Kind.PLAYED,)) if drawn else row
            for row, drawn in zip(tally.kinds, paired, strict=True)
        ],
        scores=[sum(row) for row in points],
    )
