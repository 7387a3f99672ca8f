"""A prize plan and a ranking become payouts, each amount with its working.

*One group.* Candidates tied on points are a *tie*: the prizes of their places are pooled, and those
tied beyond the last prize share in the pool. `common` is the part of the pool that is equal for all
of a tie, `by_place` the part that goes by the places. Candidates whom no tie-break separates have
an equal part of what goes to their places.

*Rounding.* Each amount is rounded half up to the smallest unit of the currency; a missing rest
goes, one unit each, to the best placed of those who were rounded down, and an excess is taken, one
unit each, from the last placed of those who were rounded up. So every tie gets exactly its pool.

*Several groups.* With `Taking.HIGHEST` the groups are settled from the greatest amount down: of all
that is still to be won, the winner of the greatest amount takes it (of equal amounts that of the
earlier group, then that of the better placed) and is struck from the other groups, where the rest
move up. Prizes do not rise from place to place, so striking one brings the others no less, but for
a rounded unit. A prize without a winner is not paid: `unpaid`.

Source: seed 000, 1.2.2; `tests/golden/prizes/hort` for the ties beyond the last prize and cents.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.prizes.plan import PrizePlan, Sharing, Taking
from planilla.domain.standings import StandingEntry

HALF = Fraction(1, 2)
COMMON_PART = {Sharing.FIXED: Fraction(0), Sharing.SHARED: Fraction(1), Sharing.HORT: HALF}
"""The part of a pool that is shared equally; the rest goes by the places."""
SHAPES_CACHED = 4096
"""Shapes of ties whose shares are cached: an unfinished tournament has few, often."""


# --- a ranking -----------------------------------------------------------------------------------


class RankedEntrant(NamedTuple):
    """One entrant in the final order; `rank` is shared where the tie-breaks leave a tie."""

    seat: Seat
    points: int
    rank: int


Ranking = tuple[RankedEntrant, ...]
"""Entrants from the first to the last."""


def ranking_of(standings: Iterable[StandingEntry]) -> Ranking:
    """Return the standings as a ranking."""
    return tuple(RankedEntrant(each.seat, each.points, each.rank) for each in standings)


def tied_on_points(ranking: Iterable[RankedEntrant]) -> list[Ranking]:
    """Return the ranking in runs of equal points."""
    return [tuple(run) for _, run in groupby(ranking, key=lambda each: each.points)]


def tied_on_rank(ranking: Iterable[RankedEntrant]) -> list[Ranking]:
    """Return the ranking in runs of equal rank, which no tie-break separates."""
    return [tuple(run) for _, run in groupby(ranking, key=lambda each: each.rank)]


# --- one group -----------------------------------------------------------------------------------


class Share(NamedTuple):
    """The share of one candidate: `common` + `by_place` + `rounding` = `amount`."""

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
        """The place of the last of the tied."""
        return self.first + len(self.shares) - 1


def shared(prizes: Sequence[int], sharing: Sharing, candidates: Ranking) -> tuple[Tie, ...]:
    """Return the ties that reach a prize, from the top; `candidates` are in their final order."""
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


@lru_cache(maxsize=SHAPES_CACHED)
def parts_of(
    prizes: tuple[int, ...], sharing: Sharing, runs: tuple[int, ...]
) -> tuple[tuple[Fraction, Fraction, Fraction, int], ...]:
    """Return the shares of a tie, which depend on its shape alone.

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
    """Return the prize of each place; those of undecided places in equal parts."""
    found: list[Fraction] = []
    for size in runs:
        theirs = prizes[len(found) : len(found) + size]
        found += [Fraction(sum(theirs), size)] * size
    return found


def rounded(exact: Sequence[Fraction]) -> list[int]:
    """Return whole amounts, the best placed first, that add up to the sum of the exact ones.

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


# --- a plan --------------------------------------------------------------------------------------


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate who wins nothing in this group because the group `takes` (an index) pays more."""

    seat: Seat
    takes: int


class GroupShared(msgspec.Struct, frozen=True, kw_only=True):
    """One group of the plan shared: the ties that reach a prize, from the top."""

    ties: tuple[Tie, ...]
    struck: tuple[Struck, ...]
    unpaid: int


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """The prizes of everybody: by group in the order of the plan, and in all.

    `amounts` are in the smallest unit of the currency, by seat, for those who win something, the
    best placed first. `paid` + `unpaid` is the fund.
    """

    groups: tuple[GroupShared, ...]
    amounts: dict[Seat, int]

    @property
    def paid(self) -> int:
        """The sum of all amounts."""
        return sum(self.amounts.values())

    @property
    def unpaid(self) -> int:
        """The prizes without a winner."""
        return sum(group.unpaid for group in self.groups)


def distribution(plan: PrizePlan, entrants: Sequence[Entrant], ranking: Ranking) -> Distribution:
    """Share the prizes among `ranking`; `entrants` are by seat.

    `ranking` leaves out entrants who may take no prize.
    """
    candidates = [
        tuple(each for each in ranking if group.admits(entrants[each.seat]))
        for group in plan.groups
    ]
    struck: list[list[Struck]] = [[] for _ in plan.groups]
    if plan.taking is Taking.HIGHEST and len(plan.groups) > 1:
        _strike(plan, candidates, struck)
    ties = [
        shared(group.prizes, group.sharing, each)
        for group, each in zip(plan.groups, candidates, strict=True)
    ]
    return Distribution(
        groups=tuple(
            GroupShared(
                ties=won,
                struck=tuple(out),
                unpaid=sum(group.prizes) - sum(tie.pool for tie in won),
            )
            for group, won, out in zip(plan.groups, ties, struck, strict=True)
        ),
        amounts=_amounts(ties, ranking),
    )


def _strike(plan: PrizePlan, candidates: list[Ranking], struck: list[list[Struck]]) -> None:
    """Settle winners one by one, the greatest amount first; each is struck everywhere else."""
    members = [{each.seat for each in theirs} for theirs in candidates]
    wins = [_wins(plan, number, theirs) for number, theirs in enumerate(candidates)]
    settled: set[Seat] = set()
    while left := [win for theirs in wins for win in theirs if win.seat not in settled]:
        won = min(left)
        settled.add(won.seat)
        for other, theirs in enumerate(candidates):
            if other != won.group and won.seat in members[other]:
                candidates[other] = tuple(each for each in theirs if each.seat != won.seat)
                struck[other].append(Struck(seat=won.seat, takes=won.group))
                wins[other] = _wins(plan, other, candidates[other])


class _Win(NamedTuple):
    """An amount to be won: its negative, the index of its group, the place in it, the winner."""

    minus: int
    group: int
    place: int
    seat: Seat


def _wins(plan: PrizePlan, number: int, candidates: Ranking) -> list[_Win]:
    """Return the amounts of one group for these candidates."""
    group = plan.groups[number]
    shares = (
        share for tie in shared(group.prizes, group.sharing, candidates) for share in tie.shares
    )
    return [
        _Win(-share.amount, number, place, share.seat)
        for place, share in enumerate(shares, start=1)
        if share.amount
    ]


def _amounts(ties: list[tuple[Tie, ...]], ranking: Ranking) -> dict[Seat, int]:
    won: dict[Seat, int] = {}
    for group in ties:
        for tie in group:
            for share in tie.shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
    return {each.seat: won[each.seat] for each in ranking if won.get(each.seat)}
