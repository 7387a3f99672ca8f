"""Eligibility for the bye of a round with an odd number of players.

A player with a point without playing, by a bye or a win by forfeit, cannot have the bye; the
editions differ in the rounds that count. Each rule is a function of one round and the point system,
so that an edition names it as data.
"""

from collections.abc import Callable

from planilla.domain.crosstable import Crosstable, Game
from planilla.domain.scoring import PointSystem, points_of, system_of
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

ByeBar = Callable[[Game, PointSystem], bool]
"""A rule that returns whether this round of an entrant bars them from the bye."""

FULL_POINT_BYES = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})
"""Byes that bring a full point without playing."""


def point_without_playing(game: Game, _system: PointSystem) -> bool:
    """A bye worth a point or a win by forfeit (seed 000, 2.9 B1.b; C.04.3 of 2012, B1.b).

    A half point or nothing by request bars nobody.
    """
    return is_forfeit_win(game) if game.bye is None else game.bye in FULL_POINT_BYES


def bye_or_forfeit_win(game: Game, _system: PointSystem) -> bool:
    """A pairing-allocated bye or a win by forfeit (C.04.3 of 2017, C.2)."""
    return is_forfeit_win(game) if game.bye is None else game.bye is ByeKind.PAIRING_ALLOCATED


def as_much_as_a_win(game: Game, system: PointSystem) -> bool:
    """A pairing-allocated bye, or the points of a win without playing (C.04.3 of 2026, C2)."""
    if game.bye is ByeKind.PAIRING_ALLOCATED:
        return True
    return game.is_unplayed and points_of(game, system) >= system.win


def may_have_bye(crosstable: Crosstable, bar: ByeBar = point_without_playing) -> tuple[bool, ...]:
    """Return whether each entrant may have the pairing-allocated bye, by seat."""
    system = system_of(crosstable)
    return tuple(not any(bar(game, system) for game in games) for games in crosstable.games)


def is_forfeit_win(game: Game) -> bool:
    """Return whether this entrant won by the opponent's forfeit."""
    return game.colour is not None and game.result is _FORFEIT_WIN[game.colour]


_FORFEIT_WIN = {
    Colour.WHITE: GameResult.WHITE_WINS_BY_FORFEIT,
    Colour.BLACK: GameResult.BLACK_WINS_BY_FORFEIT,
}
