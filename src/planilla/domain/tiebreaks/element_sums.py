"""Sums of elements for everybody at once, those that are cut left out.

What a few entrants have of their own (rounds that they left unplayed, 16.5, or fewer elements than
are cut) is worked out for each of those alone.
"""

from collections.abc import Sequence
from operator import mul, sub

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.cuts import NO_CUTS, Cuts, totals_after_cuts
from planilla.domain.tiebreaks.lanes import (
    GAP,
    MOST_CUT,
    by_seat,
    columns_of,
    greatest_in,
    in_every_lane,
    products,
    sum_of_greatest,
    sum_of_least,
    sums,
)
from planilla.domain.tiebreaks.meetings import fits, places_of
from planilla.domain.tiebreaks.unplayed import NONE, WILFUL, Met

_IS_ELEMENT = bytes(each != NONE for each in range(256))
_IS_WILFUL = bytes(each == WILFUL for each in range(256))
"""For `bytes.translate`."""


def sums_of_products(met: Met, size: int) -> Sequence[int]:
    """Of each the sum of the points scored times what the opponents are worth."""
    columns, scored = met.columns, met.scored
    if columns is None or not (isinstance(scored, bytes) or fits(scored, 1)):
        return _one_by_one(met, size)
    points = columns_of(scored, size, met.rounds)
    greatest = greatest_in(points, size)
    if not met.has_room_for(greatest):
        return _one_by_one(met, size)
    ones, pairs = in_every_lane(1, size), zip(columns, points, strict=True)
    return by_seat(sum([products(*pair, ones, greatest) for pair in pairs]), size)


def _one_by_one(met: Met, size: int) -> list[int]:
    return [sum(map(mul, each.totals, each.scored)) for each in map(met.of, range(size))]


def sums_of_worths(met: Met, size: int, cuts: Cuts) -> Sequence[int]:
    """Of each the sum of what the opponents are worth, as `totals_after_cuts`."""
    columns = met.columns
    if columns is None or sum(cuts) > MOST_CUT:
        return totals_after_cuts(map(met.of, range(size)), cuts)
    totals = by_seat(sum(columns), size)
    return totals if cuts == NO_CUTS else _after_cuts(met, columns, totals, cuts)


def _after_cuts(met: Met, columns: list[int], totals: Sequence[int], cuts: Cuts) -> Sequence[int]:
    size = len(totals)
    least = sum_of_least(_in_order_of_cutting(met, columns, size), size, cuts.low)
    if not cuts.high:
        return [*map(sub, totals, by_seat(least, size))]
    greatest = sum_of_greatest(columns, size, cuts.high)
    left = [*map(sub, totals, by_seat(least + greatest, size))]
    for seat in _alone(met, size, sum(cuts)):
        (left[seat],) = totals_after_cuts((met.of(seat),), cuts)
    return left


def _in_order_of_cutting(met: Met, columns: list[int], size: int) -> list[int]:
    """The columns with something added: the more the later it is cut.

    What was left unplayed goes first (16.5), what is no element last.
    """
    gap, step = in_every_lane(GAP, size), GAP // WILFUL
    places = columns_of(met.elements, size, met.rounds)
    return [column + gap - step * place for column, place in zip(columns, places, strict=True)]


def _alone(met: Met, size: int, cut: int) -> set[Seat]:
    """Those whose low and high end are not the ends of one order, or who have too few elements."""
    counts = sums(met.elements.translate(_IS_ELEMENT), size, (1,) * met.rounds)
    few = [seat for seat, count in enumerate(counts) if count < cut]
    return {*few, *(place // met.rounds for place in places_of(met.elements.translate(_IS_WILFUL)))}
