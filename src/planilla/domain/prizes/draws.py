"""Chance as an argument: numbers that follow from a seed, the same on every machine.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): enough for drawing outcomes, and short
enough to be checked by hand. It is not for drawing lots.
"""

from collections.abc import Iterator
from itertools import accumulate

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31


def numbers(seed: int) -> Iterator[int]:
    """Integers from 0 to 2⁶⁴ - 1 without end."""
    state = seed & MASK
    while True:
        state = (state + STEP) & MASK
        mixed = state
        for shift, factor in MIX:
            mixed = ((mixed ^ (mixed >> shift)) * factor) & MASK
        yield mixed ^ (mixed >> LAST_SHIFT)


def ends_drawn(seed: int, weights: tuple[tuple[int, int, int], ...]) -> Iterator[tuple[int, ...]]:
    """Outcomes without end: for each game an index, as often as its weight says."""
    drawn = numbers(seed)
    bounds = [tuple(accumulate(each)) for each in weights]
    while True:
        yield tuple(
            0 if lot < first else 1 if lot < second else 2
            for (first, second, total) in bounds
            for lot in (next(drawn) * total >> 64,)
        )
