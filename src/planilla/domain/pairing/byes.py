"""Who may still be given the bye of a round with an odd number of players.

Source: seed 000, 2.9 B1.b: whoever got a point without playing, by a bye or because the opponent
did not come, cannot have the bye. A half point or nothing by request bars nobody.
"""

from planilla.domain.crosstable import Crosstable, Game, games_by_entrant
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

BARRING_BYES = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})
"""Byes that bring a full point without playing."""


def may_have_bye(crosstable: Crosstable) -> tuple[bool, ...]:
    """Whether each entrant may still be given the pairing-allocated bye, by seat."""
    return tuple(
        not any(is_point_without_playing(game) for game in games)
        for games in games_by_entrant(crosstable)
    )


def is_point_without_playing(game: Game) -> bool:
    """Whether this round brought a point without a game: a bye or a win by forfeit (B1.b)."""
    if game.bye is not None:
        return game.bye in BARRING_BYES
    return game.colour is not None and game.result is _FORFEIT_WIN[game.colour]


_FORFEIT_WIN = {
    Colour.WHITE: GameResult.WHITE_WINS_BY_FORFEIT,
    Colour.BLACK: GameResult.BLACK_WINS_BY_FORFEIT,
}
