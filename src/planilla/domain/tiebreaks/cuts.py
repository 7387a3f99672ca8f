"""Elements that are left out: the lowest (`/C1`), or lowest and highest (`/M1`).

Source: FIDE C.07 (1 March 2026), 14.1, 14.2 and the exception for voluntarily unplayed rounds,
16.5; seed 000, 3.2.2 and 3.2.3.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter, not_
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
    left = sorted(zip(faced.totals, values, range(len(values)), strict=True))
    voluntary = faced.voluntary or bytes(len(values))
    unplayed = sorted((value, total, at) for total, value, at in left if voluntary[at])
    cut: list[int] = []
    excepted: list[int] = []
    for _ in range(min(cuts.low, len(left))):
        _, lowest, least = left[0]
        if unplayed and unplayed[0][0] >= lowest and unplayed[0][2] != least:
            least = unplayed[0][2]
            excepted.append(least)
        left = [each for each in left if each[2] != least]
        unplayed = [each for each in unplayed if each[2] != least]
        cut.append(least)
    for _ in range(min(cuts.high, len(left))):
        # The first of those that are equal.
        most = max(left, key=itemgetter(0, 1))
        left.remove(most)
        cut.append(most[2])
    return cut, excepted


def sum_after_cuts(faced: Faced, values: Sequence[int], cuts: Cuts) -> int:
    """The sum of the elements that are left."""
    if faced.voluntary is not None:
        cut, _ = cut_elements(faced, values, cuts)
        return sum(values) - sum([values[at] for at in cut])
    # Without an exception, what is cut are the ends of one order.
    low, high = cuts
    end = max(low, len(values) - high)
    return sum([value for _, value in sorted(zip(faced.totals, values, strict=True))[low:end]])


def totals_after_cuts(faced: Iterable[Faced], cuts: Cuts) -> list[int]:
    """The sum of the totals that are left of each, which is `sum_after_cuts` of them."""
    low, high = cuts
    return [
        sum(sorted(each.totals)[low : max(low, len(each.totals) - high) if high else None])
        if each.voluntary is None
        else _total_with_exception(each.voluntary, each.totals, cuts)
        for each in faced
    ]


def _total_with_exception(voluntary: Sequence[int], totals: Sequence[int], cuts: Cuts) -> int:
    """The lowest is the least significant one, but any that was left unplayed goes first (16.5)."""
    in_order = sorted(zip(map(not_, voluntary), totals, strict=True))
    left = sorted([total for _, total in in_order[cuts.low :]])
    return sum(left[: max(0, len(left) - cuts.high)])
