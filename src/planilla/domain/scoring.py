"""Point systems: results and byes become points, as integers in the smallest unit.

To add one: add it to `POINT_SYSTEMS`. Names are recorded in events and are never changed.
"""

import msgspec

from planilla.domain.crosstable import Crosstable, Game
from planilla.domain.vocabulary import ByeKind, Colour, GameResult


class PointSystem(msgspec.Struct, frozen=True, kw_only=True):
    """What each outcome is worth, in units of one `unit`-th of a point.

    With `unit` = 2 a win is written 2 and means one point.
    """

    name: str
    unit: int
    win: int
    draw: int
    loss: int
    forfeit_win: int
    forfeit_loss: int
    pairing_bye: int
    full_bye: int
    half_bye: int
    zero_bye: int


STANDARD = PointSystem(
    name="1-½-0",
    unit=2,
    win=2,
    draw=1,
    loss=0,
    forfeit_win=2,
    forfeit_loss=0,
    pairing_bye=2,
    full_bye=2,
    half_bye=1,
    zero_bye=0,
)
"""One point for a win, half for a draw; a bye and a forfeit win count one (seed 000, 2.9)."""

THREE_ONE_NOUGHT = PointSystem(
    name="3-1-0",
    unit=1,
    win=3,
    draw=1,
    loss=0,
    forfeit_win=3,
    forfeit_loss=0,
    pairing_bye=3,
    full_bye=3,
    half_bye=1,
    zero_bye=0,
)

POINT_SYSTEMS: dict[str, PointSystem] = {
    "1-½-0": STANDARD,
    "3-1-0": THREE_ONE_NOUGHT,
}


def system_of(crosstable: Crosstable) -> PointSystem:
    """The point system that the tournament announced."""
    return POINT_SYSTEMS[crosstable.point_system]


def points_of(game: Game, system: PointSystem) -> int:
    """What one round brought one entrant; an open game and an absence bring nothing."""
    if game.bye is not None:
        return _POINTS_OF_BYE[system.name][game.bye]
    if game.opponent is None:
        return system.zero_bye
    to_white, to_black = _POINTS_OF_RESULT[system.name][game.result]
    return to_white if game.colour is Colour.WHITE else to_black


def points_by_round(crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Points of each entrant in each round, by seat and then in the order of the rounds."""
    system = system_of(crosstable)
    return tuple(tuple(points_of(game, system) for game in games) for games in crosstable.games)


def scores(crosstable: Crosstable) -> tuple[int, ...]:
    """The sum of each entrant's points, by seat."""
    return tuple(sum(points) for points in points_by_round(crosstable))


def _points_of_result(system: PointSystem) -> dict[GameResult, tuple[int, int]]:
    return {
        GameResult.OPEN: (0, 0),
        GameResult.WHITE_WINS: (system.win, system.loss),
        GameResult.DRAW: (system.draw, system.draw),
        GameResult.BLACK_WINS: (system.loss, system.win),
        GameResult.WHITE_WINS_BY_FORFEIT: (system.forfeit_win, system.forfeit_loss),
        GameResult.BLACK_WINS_BY_FORFEIT: (system.forfeit_loss, system.forfeit_win),
        GameResult.BOTH_FORFEIT: (system.forfeit_loss, system.forfeit_loss),
        GameResult.BOTH_LOSE: (system.loss, system.loss),
    }


def _points_of_bye(system: PointSystem) -> dict[ByeKind, int]:
    return {
        ByeKind.PAIRING_ALLOCATED: system.pairing_bye,
        ByeKind.FULL_POINT: system.full_bye,
        ByeKind.HALF_POINT: system.half_bye,
        ByeKind.ZERO_POINT: system.zero_bye,
    }


_POINTS_OF_RESULT = {name: _points_of_result(system) for name, system in POINT_SYSTEMS.items()}
_POINTS_OF_BYE = {name: _points_of_bye(system) for name, system in POINT_SYSTEMS.items()}
