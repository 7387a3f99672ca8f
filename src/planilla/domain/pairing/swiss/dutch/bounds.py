"""Lower bounds of the criteria, as certificates: the pairs that a best pairing may hold.

The numbers of colour preferences by strength bound the breaches of a colour criterion from below; a
floater or a moved-down player costs at least as much as the cheapest allowed. Criterion after
criterion only the pairs that such a bound allows are kept. A pairing of all players with the
remaining pairs breaks each criterion as little as possible, and only these pairs can do so.

The colour bound is weak duality: give each player +1/2 or -1/2 such that no allowed pair costs
less than its two halves; then any complete pairing costs at least the sum, and costs just that if
all its pairs cost exactly their halves.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import msgspec

from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.criteria import Floating, OfLeans, PairingCriterion
from planilla.domain.pairing.swiss.players import ABSOLUTE, SwissPlayer

LEANS = range(-ABSOLUTE, ABSOLUTE + 1)
_DOWN = ABSOLUTE + 1
"""The class of the place that stands for floating down: it costs no colour."""


class Allowed(msgspec.Struct, kw_only=True):
    """The pairs that may still be in a best pairing of a bracket.

    `rows` holds for each of `members` those it may meet, one bit each; the first `moved` come from
    above and may meet residents only. `drop` are those of whom one floats down, 0 if nobody does.
    """

    members: tuple[SwissPlayer, ...]
    moved: int
    rows: list[int]
    drop: int

    def state(self) -> tuple[tuple[int, ...], int]:
        """Return a copy of what is allowed now."""
        return tuple(self.rows), self.drop


class BoundStage(msgspec.Struct, frozen=True, kw_only=True):
    """Permitted pairs and floaters after the bound of one criterion."""

    article: str
    rows: tuple[int, ...]
    drop: int


def restrict(
    allowed: Allowed, criteria: Sequence[PairingCriterion], floating: Floating
) -> tuple[BoundStage, ...]:
    """Keep of `allowed` what the bounds of the criteria allow, one criterion after another.

    The stages are those of the criteria that took something away, in order.
    """
    colours = _Colours(allowed)
    stages: list[BoundStage] = []
    before = allowed.state()
    for criterion in criteria:
        if criterion.of_leans is not None:
            colours.restrict(criterion.of_leans)
        elif criterion.avoids is not None:
            for place, avoided in enumerate(criterion.avoids(allowed.members)):
                allowed.rows[place] &= ~avoided
        else:
            if criterion.concerns is not None:
                _restrict_residents(allowed, criterion, criterion.concerns(allowed.members))
            _restrict_floater(allowed, criterion, floating)
            _restrict_moved(allowed, criterion)
        after = allowed.state()
        if after != before:
            stages.append(BoundStage(article=criterion.article, rows=after[0], drop=after[1]))
            before = after
    return tuple(stages)


def _restrict_residents(
    allowed: Allowed, criterion: PairingCriterion, places: Sequence[int]
) -> None:
    """Take away the pairs of residents that cost something, each with one of `places`."""
    residents = -1 << allowed.moved
    for place in places:
        for other in bits(allowed.rows[place] & residents if place >= allowed.moved else 0):
            one, two = sorted((place, other))
            if criterion.of_pair(allowed.members[one], allowed.members[two]):
                allowed.rows[place] &= ~(1 << other)
                allowed.rows[other] &= ~(1 << place)


def _restrict_floater(allowed: Allowed, criterion: PairingCriterion, floating: Floating) -> None:
    if allowed.drop & (allowed.drop - 1):
        allowed.drop = _cheapest(
            {
                place: criterion.of_floater(allowed.members[place], floating)
                for place in bits(allowed.drop)
            }
        )


def _restrict_moved(allowed: Allowed, criterion: PairingCriterion) -> None:
    for place in range(allowed.moved):
        player = allowed.members[place]
        kept = _cheapest(
            {
                other: criterion.of_pair(player, allowed.members[other])
                for other in bits(allowed.rows[place])
            }
        )
        for other in bits(allowed.rows[place] & ~kept):
            allowed.rows[other] &= ~(1 << place)
        allowed.rows[place] = kept


def _cheapest(costs: dict[int, int]) -> int:
    least = min(costs.values(), default=0)
    return sum(1 << place for place, cost in costs.items() if cost == least)


Classes = tuple[int, int]


class _Colours:
    """The members by preference, and which preferences may still meet."""

    def __init__(self, allowed: Allowed) -> None:
        self.allowed = allowed
        self.members = dict.fromkeys(LEANS, 0)
        self.count = dict.fromkeys(LEANS, 0)
        for place, player in enumerate(allowed.members):
            self.members[player.lean] |= 1 << place
            self.count[player.lean] += 1
        self.count[_DOWN] = int(allowed.drop != 0)
        present = [lean for lean, count in self.count.items() if count]
        self.meeting: set[Classes] = {
            (one, other)
            for one, other in combinations_with_replacement(present, 2)
            if (one != other or self.count[one] > 1)
            and not one == other == ABSOLUTE
            and not one == other == -ABSOLUTE
        }

    def restrict(self, cost: OfLeans) -> None:
        """Keep the pairs that are tight under the largest bound."""
        self.meeting -= {
            (lean, _DOWN) for lean in LEANS if not self.members[lean] & self.allowed.drop
        }
        costs = {pair: 0 if _DOWN in pair else 2 * cost(*pair) for pair in self.meeting}
        halves = max(self._bounds(costs), key=self._sum, default=None)
        if halves is None or self._sum(halves) <= 0:
            halves = dict.fromkeys((*LEANS, _DOWN), 0)
        tight = {pair for pair in self.meeting if halves[pair[0]] + halves[pair[1]] == costs[pair]}
        if tight != self.meeting:
            self.meeting = tight
            self._apply()

    def _bounds(self, costs: dict[Classes, int]) -> list[dict[int, int]]:
        """Halves, doubled: +1 for who prefers a colour at least so strongly, -1 for all others."""
        candidates = (
            {lean: 1 if sign * lean >= strength else -1 for lean in LEANS} | {_DOWN: down}
            for sign in (1, -1)
            for strength in range(1, ABSOLUTE + 1)
            for down in ((1, -1) if self.count[_DOWN] else (0,))
        )
        return [
            halves
            for halves in candidates
            if all(halves[one] + halves[other] <= cost for (one, other), cost in costs.items())
        ]

    def _sum(self, halves: dict[int, int]) -> int:
        return sum(halves[lean] * count for lean, count in self.count.items())

    def _apply(self) -> None:
        fitting = dict.fromkeys(self.count, 0)
        for one, other in self.meeting:
            if other != _DOWN:
                fitting[one] |= self.members[other]
                fitting[other] |= self.members[one]
        rows = self.allowed.rows
        for place, player in enumerate(self.allowed.members):
            rows[place] &= fitting[player.lean]
        leaving = sum(self.members[lean] for lean in LEANS if (lean, _DOWN) in self.meeting)
        self.allowed.drop &= leaving
