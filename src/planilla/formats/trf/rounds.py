"""Played rounds of a file, and the meaning of the signs in a player's columns of a round.

The round to be paired follows the last one with a result. Byes granted in advance (Z, H, F) are no
results: a last block with nothing else is the round to be paired. Source: TRF writing checklist 1;
JaVaFo AUM ("unusual info").
"""

from planilla.domain.vocabulary import ByeKind, GameResult
from planilla.formats.trf.document import BLANK, OPEN, Cell, TrfDocument

BYE_OF = {
    "F": ByeKind.FULL_POINT,
    "H": ByeKind.HALF_POINT,
    "=": ByeKind.HALF_POINT,
    "D": ByeKind.HALF_POINT,
    "U": ByeKind.PAIRING_ALLOCATED,
    "+": ByeKind.PAIRING_ALLOCATED,
    "1": ByeKind.PAIRING_ALLOCATED,
    "W": ByeKind.PAIRING_ALLOCATED,
    "Z": ByeKind.ZERO_POINT,
    "-": ByeKind.ZERO_POINT,
    "0": ByeKind.ZERO_POINT,
    "L": ByeKind.ZERO_POINT,
}
"""Bye kinds by the sign of a result without an opponent; signs of TRF06 (UNVERIFIED).

A `+` without an opponent counts as participation and bars a further bye, as a pairing-allocated
bye does. A blank is an absence, and so is `?`.
"""

RESULT_OF = {
    ("1", "0"): GameResult.WHITE_WINS,
    ("W", "L"): GameResult.WHITE_WINS,
    ("=", "="): GameResult.DRAW,
    ("D", "D"): GameResult.DRAW,
    ("0", "1"): GameResult.BLACK_WINS,
    ("L", "W"): GameResult.BLACK_WINS,
    ("+", "-"): GameResult.WHITE_WINS_BY_FORFEIT,
    ("-", "+"): GameResult.BLACK_WINS_BY_FORFEIT,
    ("-", "-"): GameResult.BOTH_FORFEIT,
    ("0", "0"): GameResult.BOTH_LOSE,
    ("L", "L"): GameResult.BOTH_LOSE,
    ("=", "0"): GameResult.BOTH_LOSE,
    ("D", "L"): GameResult.BOTH_LOSE,
    ("0", "="): GameResult.BOTH_LOSE,
    ("L", "D"): GameResult.BOTH_LOSE,
    (BLANK, BLANK): GameResult.OPEN,
    (OPEN, OPEN): GameResult.OPEN,
}
"""Result of a board by White's and Black's sign.

A draw for one side and a loss for the other is a game lost by both; the half point is added by
`fictitious`.
"""

UNRATED = frozenset("WDL")


def is_decided(cell: Cell) -> bool:
    """Return whether a cell has a result or a pairing-allocated bye: its round was played."""
    if cell.opponent:
        return cell.result != BLANK
    return BYE_OF.get(cell.result) is ByeKind.PAIRING_ALLOCATED


def rounds_played(document: TrfDocument) -> int:
    """Return the last round with any result; 0 before the first."""
    for number in range(len(document.rounds), 0, -1):
        if any(is_decided(cell) for cell in document.round_of(number)):
            return number
    return 0
