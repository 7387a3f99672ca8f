"""A prize plan and a ranking become payouts, with everything that led to them.

With `Taking.HIGHEST` the groups are settled from the greatest amount down: of all that is still to
be won, who wins the most anywhere takes it (of equal amounts that of the earlier group, then that
of the better placed) and is struck from the other groups, where the rest move up. Prizes do not
rise from place to place, so striking one brings the others no less, but for a rounded unit.

A prize that nobody is there to win is not paid: `unpaid`.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.prizes.plan import PrizePlan, Taking
from planilla.domain.prizes.ranking import Ranking
from planilla.domain.prizes.sharing import Tie, shared


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate who wins nothing in this group because `takes` (an index) brings more."""

    seat: Seat
    takes: int


class GroupShared(msgspec.Struct, frozen=True, kw_only=True):
    """One group of the plan shared: the ties that reach a prize, from the top."""

    ties: tuple[Tie, ...]
    struck: tuple[Struck, ...]
    unpaid: int


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody wins: by group in the order of the plan, and in all.

    `amounts` are in the smallest unit of the currency, by seat, for those who win something, the
    best placed first. `paid` + `unpaid` is the fund.
    """

    groups: tuple[GroupShared, ...]
    amounts: dict[Seat, int]

    @property
    def paid(self) -> int:
        """What all win together."""
        return sum(self.amounts.values())

    @property
    def unpaid(self) -> int:
        """The prizes that nobody is there to win."""
        return sum(group.unpaid for group in self.groups)


def distribution(plan: PrizePlan, entrants: Sequence[Entrant], ranking: Ranking) -> Distribution:
    """The prizes shared among `ranking`; `entrants` are by seat.

    Who may take no prize is left out of `ranking` beforehand.
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
    settled: set[Seat] = set()
    while True:
        wins = [win for win in _wins(plan, candidates) if win[3] not in settled]
        if not wins:
            return
        _, group, _, seat = min(wins)
        settled.add(seat)
        for other, theirs in enumerate(candidates):
            if other != group and any(each.seat == seat for each in theirs):
                candidates[other] = tuple(each for each in theirs if each.seat != seat)
                struck[other].append(Struck(seat=seat, takes=group))


def _wins(plan: PrizePlan, candidates: list[Ranking]) -> Iterator[tuple[int, int, int, Seat]]:
    """Every amount to be won: less itself, its group, the place in it, and whose it is."""
    for number, (group, theirs) in enumerate(zip(plan.groups, candidates, strict=True)):
        place = 0
        for tie in shared(group.prizes, group.sharing, theirs):
            for share in tie.shares:
                place += 1
                if share.amount:
                    yield -share.amount, number, place, share.seat


def _amounts(ties: list[tuple[Tie, ...]], ranking: Ranking) -> dict[Seat, int]:
    won: dict[Seat, int] = {}
    for group in ties:
        for tie in group:
            for share in tie.shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
    return {each.seat: won[each.seat] for each in ranking if won.get(each.seat)}
