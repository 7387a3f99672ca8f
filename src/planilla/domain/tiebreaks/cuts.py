"""Elements that are left out: the lowest (`/C1`), or lowest and highest (`/M1`).

Source: FIDE C.07 (1 March 2026), 14.1, 14.2 and the exception for voluntarily unplayed rounds,
16.5; seed 000, 3.2.2 and 3.2.3.
"""

from collections.abc import Sequence
from typing import NamedTuple

from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.unplayed import Faced


class Cuts(NamedTuple):
    """How many elements are cut at the low and at the high end."""

    low: int
    high: int


NO_CUTS = Cuts(0, 0)


def cuts_of(code: Code) -> Cuts:
    """What the modifiers of a code cut; a median cuts as many at both ends."""
    low, both = code.number("C") or 0, code.number("M") or 0
    return Cuts(low + both, both)


def cut_elements(faced: Faced, values: Sequence[int], cuts: Cuts) -> tuple[list[int], list[int]]:
    """Which elements are cut, as indices of `values` in the order of cutting, and which by 16.5.

    The least significant element is the one against the opponent with the lowest total (of
    several, the one of the lowest value). Where the entrant left rounds unplayed, the lowest of
    those is cut in its place unless it is lower. There is no exception at the high end.
    """
    left = list(range(len(values)))
    cut: list[int] = []
    excepted: list[int] = []
    totals, voluntary = faced.totals, faced.voluntary
    for _ in range(min(cuts.low, len(left))):
        least = min(left, key=lambda at: (totals[at], values[at]))
        if voluntary is not None:
            unplayed = [at for at in left if voluntary[at]]
            lowest = min(unplayed, key=lambda at: (values[at], totals[at]), default=least)
            if lowest != least and values[lowest] >= values[least]:
                least = lowest
                excepted.append(lowest)
        left.remove(least)
        cut.append(least)
    for _ in range(min(cuts.high, len(left))):
        most = max(left, key=lambda at: (totals[at], values[at]))
        left.remove(most)
        cut.append(most)
    return cut, excepted


def sum_after_cuts(faced: Faced, values: Sequence[int], cuts: Cuts) -> int:
    """The sum of the elements that are left."""
    if cuts == NO_CUTS:
        return sum(values)
    if faced.voluntary is None:
        # Without an exception, what is cut are the ends of one order.
        kept = slice(cuts.low, max(cuts.low, len(values) - cuts.high))
        if values is faced.totals:
            return sum(sorted(values)[kept])
        return sum(value for _, value in sorted(zip(faced.totals, values, strict=True))[kept])
    cut, _ = cut_elements(faced, values, cuts)
    return sum(values) - sum(values[at] for at in cut)
