"""One group of prizes shared among its candidates, with the working of every amount.

Candidates tied on points are a *tie*: the prizes of their places are pooled, and who is tied
beyond the last prize shares in the pool. What is equal for all of a tie is `common`, what goes by
the places `by_place`. Candidates whom no tie-break separates have an equal part of what goes to
their places.

Rounding: each amount is rounded half up to the smallest unit of the currency; what is then missing
goes, one unit each, to the best placed of those who were rounded down, and what is too much is
taken, one unit each, from the last placed of those who were rounded up. So every tie gets exactly
its pool.

Source: seed 000, 1.2.2; `tests/golden/prizes/hort` for the ties beyond the last prize and cents.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.plan import Sharing
from planilla.domain.prizes.ranking import Ranking, tied_on_points, tied_on_rank

HALF = Fraction(1, 2)
COMMON_PART = {Sharing.FIXED: Fraction(0), Sharing.SHARED: Fraction(1), Sharing.HORT: HALF}
"""How much of a pool is shared in equal parts; the rest goes by the places."""
SHAPES_KEPT = 4096
"""Shapes of ties whose shares are remembered: an unfinished tournament has few, often."""


class Share(NamedTuple):
    """What one candidate gets: `common` + `by_place` + `rounding` = `amount`."""

    seat: Seat
    common: Fraction
    by_place: Fraction
    rounding: Fraction
    amount: int


class Tie(NamedTuple):
    """Candidates with equal points, from `first` place among the candidates on.

    `prizes` are those of their places, `pool` their sum.
    """

    first: int
    points: int
    prizes: tuple[int, ...]
    pool: int
    shares: tuple[Share, ...]

    @property
    def last(self) -> int:
        """The place of the last of them."""
        return self.first + len(self.shares) - 1


def shared(prizes: Sequence[int], sharing: Sharing, candidates: Ranking) -> tuple[Tie, ...]:
    """The ties that reach a prize, from the top; `candidates` are in their final order."""
    ties = []
    first = 1
    for tied in tied_on_points(candidates):
        if first > len(prizes):
            break
        theirs = tuple(prizes[first - 1 : first - 1 + len(tied)])
        runs = tuple(len(run) for run in tied_on_rank(tied))
        parts = parts_of(theirs, sharing, runs)
        shares = tuple(Share(each.seat, *part) for each, part in zip(tied, parts, strict=True))
        ties.append(Tie(first, tied[0].points, theirs, sum(theirs), shares))
        first += len(tied)
    return tuple(ties)


@lru_cache(maxsize=SHAPES_KEPT)
def parts_of(
    prizes: tuple[int, ...], sharing: Sharing, runs: tuple[int, ...]
) -> tuple[tuple[Fraction, Fraction, Fraction, int], ...]:
    """What each of a tie gets, by nothing but its shape: the same shapes come again and again.

    `runs` are the sizes of the groups that no tie-break separates, from the top.
    """
    part = COMMON_PART[sharing]
    common = part * sum(prizes) / sum(runs)
    by_place = [(1 - part) * each for each in _by_place(prizes, runs)]
    amounts = rounded([common + each for each in by_place])
    return tuple(
        (common, of_place, amount - common - of_place, amount)
        for of_place, amount in zip(by_place, amounts, strict=True)
    )


def _by_place(prizes: tuple[int, ...], runs: tuple[int, ...]) -> list[Fraction]:
    """The prize of each place; those of undecided places in equal parts."""
    found: list[Fraction] = []
    for size in runs:
        theirs = prizes[len(found) : len(found) + size]
        found += [Fraction(sum(theirs), size)] * size
    return found


def rounded(exact: Sequence[Fraction]) -> list[int]:
    """Whole amounts, the best placed first, that add up to the sum of the exact ones.

    Each is within one unit of its exact amount. Of a sum that is not whole, the part of a unit is
    left over.
    """
    amounts = [(each + HALF).__floor__() for each in exact]
    missing = sum(exact).__floor__() - sum(amounts)
    lowered = [place for place, each in enumerate(exact) if amounts[place] < each]
    raised = [place for place, each in enumerate(exact) if amounts[place] > each]
    for place in lowered[: max(missing, 0)]:
        amounts[place] += 1
    for place in raised[::-1][: max(-missing, 0)]:
        amounts[place] -= 1
    return amounts
