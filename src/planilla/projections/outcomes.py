"""One entrant's round in a few characters: colour and points of a game, or the kind of bye.

`W1` won with White, `B½` drew with Black, `W0` lost, `W*` still playing, `W+` and `W-` by forfeit
(won, lost), `U F H Z` byes by their letters, `--` absent or not entered yet.
"""

from collections.abc import Sequence
from functools import lru_cache

from planilla.domain.crosstable import Crosstable, Game, Round
from planilla.domain.scoring import written_points
from planilla.domain.vocabulary import RESULTS, Colour, GameResult

ABSENT = "--"
ROUNDS_KEPT = 64
"""Limit of cached rounds; rounds before the current one do not change."""

COLOUR_LETTER = {Colour.WHITE: "W", Colour.BLACK: "B"}

_SEEN_FROM_WHITE = {
    GameResult.OPEN: "*",
    GameResult.WHITE_WINS: "1",
    GameResult.DRAW: "½",
    GameResult.BLACK_WINS: "0",
    GameResult.WHITE_WINS_BY_FORFEIT: "+",
    GameResult.BLACK_WINS_BY_FORFEIT: "-",
    GameResult.BOTH_FORFEIT: "-",
    GameResult.BOTH_LOSE: "0",
}


def mark_of(result: GameResult, colour: Colour) -> str:
    """Return the result of a board for the side with `colour`, as one character."""
    return _SEEN_FROM_WHITE[result if colour is Colour.WHITE else result.reversed]


def score_of(game: Game, colour: Colour, unit: int) -> str:
    """Return the result of a board for the side with `colour`, of a match its points.

    `unit` is that of the points. A match that is open or was forfeited has its sign.
    """
    if game.scored is None or game.is_open or game.is_unplayed:
        return mark_of(game.result, colour)
    return written_points(game.scored, unit)


def outcome_of(game: Game) -> str:
    """Return the round as two characters, or the letter of a bye."""
    if game.bye is not None:
        return game.bye.value
    if game.colour is None:
        return ABSENT
    return COLOUR_LETTER[game.colour] + mark_of(game.result, game.colour)


def forms_of(crosstable: Crosstable) -> Sequence[str]:
    """Return the outcomes of all rounds, parted by spaces, of each entrant by seat."""
    columns = [_outcomes_of(played, crosstable.size) for played in crosstable.rounds]
    if not columns:
        return ("",) * crosstable.size
    return list(map(" ".join, zip(*columns, strict=True)))


@lru_cache(maxsize=ROUNDS_KEPT)
def _outcomes_of(played: Round, size: int) -> tuple[str, ...]:
    """Return the outcomes of one round, by seat."""
    outcomes = [ABSENT] * size
    for (white, black), code in zip(played.boards, played.results, strict=True):
        outcomes[white], outcomes[black] = _OF_BOARD[code]
    for seat, bye in played.byes:
        outcomes[seat] = bye.value
    return tuple(outcomes)


_OF_BOARD = tuple(
    (f"W{mark_of(result, Colour.WHITE)}", f"B{mark_of(result, Colour.BLACK)}") for result in RESULTS
)
"""Results of a board for White and for Black, by the byte of its result."""
