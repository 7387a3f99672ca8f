"""How likely the ends of an open game are: all the same, or by the ratings of the players.

`EVEN` is the book's: won, drawn and lost are equally likely. `ELO` goes by White's expected score
E from the table of rating differences, with the model *declared share of draws*: the game is drawn
with the declared share, or with twice the smaller of E and 1 - E where that is less, so that no
chance falls below nothing; White wins with E less half of that, and the expected score is kept. The
colour has no weight. Where one of the two has no rating, all ends are equally likely.

Source: seed 000, 1.2.2 (equally likely) and chapter 4 (expected score).
"""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable
from planilla.domain.prizes.outcomes import OpenGame
from planilla.domain.ratings.tables import expected_hundredths

DRAWS_DEFAULT = 30
"""Hundredths of games that are drawn, unless another share is declared."""
Weights = tuple[tuple[int, int, int], ...]
"""For each open game how much its ends weigh."""


class Likelihood(StrEnum):
    """By what the ends of open games are weighed."""

    EVEN = "even"
    ELO = "elo"


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A likelihood, and for `ELO` the declared share of draws in hundredths, from 0 to 100."""

    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT


def weights_of(model: Model, crosstable: Crosstable, game: OpenGame) -> tuple[int, int, int]:
    """The weights of White's win, a draw and Black's win; only their proportion has a meaning."""
    white, black = (crosstable.entrants[seat].rating for seat in (game.white, game.black))
    if model.likelihood is Likelihood.EVEN or not white or not black:
        return (1, 1, 1)
    expected = expected_hundredths(white - black)
    draws = min(model.draws, 2 * expected, 2 * (100 - expected))
    return (2 * expected - draws, 2 * draws, 2 * (100 - expected) - draws)
