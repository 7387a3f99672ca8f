"""One entrant's round in a few characters: colour and points of a game, or the kind of bye.

`W1` won with White, `B½` drew with Black, `W0` lost, `W*` still playing, `W+` and `W-` by forfeit
(won, lost), `U F H Z` byes by their letters, `--` absent or not entered yet.
"""

from planilla.domain.crosstable import Game
from planilla.domain.vocabulary import Colour, GameResult

ABSENT = "--"
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
    """How a board ended for the side with `colour`, one character."""
    return _SEEN_FROM_WHITE[result if colour is Colour.WHITE else result.reversed]


def outcome_of(game: Game) -> str:
    """The round as two characters, or the letter of a bye."""
    if game.bye is not None:
        return game.bye.value
    if game.colour is None:
        return ABSENT
    return COLOUR_LETTER[game.colour] + mark_of(game.result, game.colour)
