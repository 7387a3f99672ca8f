"""Round robins in which somebody withdrew or was expelled: the rule of half of the games.

The games of a player who completed less than half of them stay in the crosstable and are rated, but
the points in them count for nobody. From half of them on they count. Games not played become
forfeits: "-" for the player, "+" for the opponent, "-" for both if both withdrew.

A game is completed if it was played on the board, and half is of all games that were scheduled for
the player, in all cycles; a free round is no game.

Source: seed 004, unplayed games; FIDE C.05 (2026), wording UNVERIFIED.
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from planilla.domain.vocabulary import GameResult


class ScheduledGame(NamedTuple):
    """A game of the schedule with its result so far, by the numbers of its players."""

    white: int
    black: int
    result: GameResult = GameResult.OPEN


class SettledGame(NamedTuple):
    """The result to be shown, with the signs of a forfeit, and whether its points count."""

    result: GameResult
    counts: bool


def has_half(scheduled: int, completed: int) -> bool:
    """Return whether the results of a player who withdrew count: at least half is completed."""
    return 2 * completed >= scheduled


def settled(games: Sequence[ScheduledGame], withdrawn: AbstractSet[int]) -> tuple[SettledGame, ...]:
    """Return each game of the whole schedule after the withdrawal of the players `withdrawn`.

    An open game of theirs is a forfeit; a forfeit that is already recorded stays. A game with a
    player below half does not count, and that of two players who stay is as it was.
    """
    scheduled = Counter(number for game in games for number in game[:2])
    completed = Counter(number for game in games if game.result.is_played for number in game[:2])
    below_half = {each for each in withdrawn if not has_half(scheduled[each], completed[each])}
    return tuple(
        SettledGame(
            _forfeited(game, withdrawn),
            game.white not in below_half and game.black not in below_half,
        )
        for game in games
    )


def _forfeited(game: ScheduledGame, withdrawn: AbstractSet[int]) -> GameResult:
    white, black = game.white in withdrawn, game.black in withdrawn
    if game.result is not GameResult.OPEN or not (white or black):
        return game.result
    if white and black:
        return GameResult.BOTH_FORFEIT
    return GameResult.BLACK_WINS_BY_FORFEIT if white else GameResult.WHITE_WINS_BY_FORFEIT
