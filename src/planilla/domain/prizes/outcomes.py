"""Open games: the ways in which they may end, how likely each is, and the crosstable afterwards.

Every open game may be won, drawn or lost; forfeits are left out. `EVEN` is the book's likelihood:
the three ends are equally likely. `ELO` goes by White's expected score E from the table of rating
differences, with a *declared share of draws*: the game is drawn with the declared share, or with
twice the smaller of E and 1 - E where that is less, so that no chance is negative; White wins with
E less half of that, and the expected score is kept. The colour has no weight. Where one of the two
has no rating, all ends are equally likely.

Source: seed 000, 1.2.2 (equally likely) and chapter 4 (expected score).
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import accumulate, product
from math import prod
from typing import NamedTuple

import msgspec

from planilla.domain.chance import GENERATORS
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.ratings.tables import expected_hundredths
from planilla.domain.vocabulary import GameResult

ENDS = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)
"""The ends of an open game."""
DRAWS_DEFAULT = 30
"""Hundredths of games that are drawn, unless another share is declared."""
DRAW_BITS = 64
"""Bits of one number of a generator in `chance.GENERATORS`."""

Outcome = tuple[int, ...]
"""One end (an index of `ENDS`) for each open game, in their order."""
Weights = tuple[tuple[int, int, int], ...]
"""The weights of the three ends, for each open game."""


class OpenGame(NamedTuple):
    """A paired game without a result: its round (from 1), its board (from 0), and its players."""

    round: int
    board: int
    white: Seat
    black: Seat


def open_games(crosstable: Crosstable) -> tuple[OpenGame, ...]:
    """Return all games without a result, by round and then by board."""
    return tuple(
        OpenGame(number, board, *played.boards[board])
        for number, played in enumerate(crosstable.rounds, start=1)
        for board, result in enumerate(played.results)
        if result == GameResult.OPEN
    )


# --- likelihood ----------------------------------------------------------------------------------


class Likelihood(StrEnum):
    """The measure by which the ends of open games are weighed."""

    EVEN = "even"
    ELO = "elo"


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A likelihood, and for `ELO` the declared share of draws in hundredths, from 0 to 100."""

    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT


def weights_of(model: Model, crosstable: Crosstable, game: OpenGame) -> tuple[int, int, int]:
    """Return the weights of White's win, a draw and Black's win; only their ratio has a meaning."""
    white, black = (crosstable.entrants[seat].rating for seat in (game.white, game.black))
    if model.likelihood is Likelihood.EVEN or not white or not black:
        return (1, 1, 1)
    expected = expected_hundredths(white - black)
    draws = min(model.draws, 2 * expected, 2 * (100 - expected))
    return (2 * expected - draws, 2 * draws, 2 * (100 - expected) - draws)


def every_outcome(weights: Weights) -> Iterator[tuple[Outcome, int]]:
    """Yield each outcome with its weight; those that are impossible are left out."""
    for outcome in product(range(len(ENDS)), repeat=len(weights)):
        weight = prod(each[end] for each, end in zip(weights, outcome, strict=True))
        if weight:
            yield outcome, weight


def ends_drawn(seed: int, weights: Weights, generator: str) -> Iterator[Outcome]:
    """Yield drawn outcomes without end, each end as often as its weight says.

    `generator` is a name of `chance.GENERATORS`; each game of each outcome takes one number of it,
    so that the same seed and generator always give the same outcomes.
    """
    drawn = GENERATORS[generator](seed)
    bounds = [tuple(accumulate(each)) for each in weights]
    while True:
        yield tuple(
            0 if lot < first else 1 if lot < second else 2
            for (first, second, total) in bounds
            for lot in (next(drawn) * total >> DRAW_BITS,)
        )
