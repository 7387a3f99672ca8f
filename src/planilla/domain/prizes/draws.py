"""Outcomes drawn from one seed: who has the seed and the generator's name draws the same ones.

Source of the numbers: `chance`.
"""

from collections.abc import Iterator
from itertools import accumulate

from planilla.domain.chance import GENERATORS

BITS = 64


def ends_drawn(
    seed: int, weights: tuple[tuple[int, int, int], ...], generator: str
) -> Iterator[tuple[int, ...]]:
    """Outcomes without end: for each game an index, as often as its weight says.

    `generator` is a name of `chance.GENERATORS`; each game of each outcome takes one draw.
    """
    drawn = GENERATORS[generator](seed)
    bounds = [tuple(accumulate(each)) for each in weights]
    while True:
        yield tuple(
            0 if lot < first else 1 if lot < second else 2
            for (first, second, total) in bounds
            for lot in (next(drawn) * total >> BITS,)
        )
