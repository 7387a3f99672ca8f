"""The subgroups of a bracket: who seeks White, who Black, who is shifted, and who meets whom.

Source: FIDE C.04.4.1 (2026), 3.2.3 to 3.2.6, 4.3 and 4.4.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.pairing.blossom import combined, heaviest_matching
from planilla.domain.pairing.matching import bits, largest_matching, set_of
from planilla.domain.pairing.swiss.dubov.seekers import DubovRules, Seeker
from planilla.domain.pairing.swiss.transpositions import first_transposition


class Subgroups(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket as it is paired: the first of `upper` meets the first of `lower`, and so on.

    All are numbers of members of the bracket. `before` is the order of the lower subgroup before
    its transposition. `shifted` are those who left their subgroup, for want of an opponent in the
    other one and to make both equal.
    """

    upper: tuple[int, ...]
    lower: tuple[int, ...]
    before: tuple[int, ...]
    shifted: tuple[tuple[int, ...], tuple[int, ...]]


def subgroups_of(members: Sequence[Seeker], rows: Sequence[int], rules: DubovRules) -> Subgroups:
    """Return the subgroups of a bracket that can be paired, and its first pairing.

    `rows` holds whom each of `members` may meet, one bit each.
    """
    first = _first_subgroup(members)
    recomposition = _Recomposition(members, rows, first, rules)
    unavoidable = recomposition.unavoidable()
    evening = recomposition.evening(unavoidable)
    moved = unavoidable | evening
    upper = sorted(bits(first ^ moved), key=lambda at: rules.whites(members[at]))
    others = (1 << len(members)) - 1 & ~(first ^ moved)
    lower = sorted(bits(others), key=lambda at: rules.blacks(members[at]))
    columns = [
        set_of(at for at, one in enumerate(lower) if rows[each] >> one & 1) for each in upper
    ]
    mates = first_transposition(columns, (1 << len(lower)) - 1)
    assert mates is not None, "a recomposition leaves a legal pairing"
    return Subgroups(
        upper=tuple(upper),
        lower=tuple(lower[mate] for mate in mates),
        before=tuple(lower),
        shifted=(tuple(bits(unavoidable)), tuple(bits(evening))),
    )


def _first_subgroup(members: Sequence[Seeker]) -> int:
    """Return G1: those who seek White or, while nobody has a game, the first half (3.2.3)."""
    if any(each.games for each in members):
        return set_of(at for at, each in enumerate(members) if each.white)
    order = sorted(range(len(members)), key=lambda at: members[at].player.seat)
    return set_of(order[: len(order) // 2])


def middle_outward(listed: Sequence[Seeker]) -> list[int]:
    """Return the places of a list from its middle outwards, of two equally near the upper (4.3)."""
    size = len(listed)
    return sorted(range(size), key=lambda place: (abs(2 * place - (size - 1)), place))


def lowest_mark_first(listed: Sequence[Seeker]) -> list[int]:
    """Return the places by rising marks, of equal ones the upper first (1997, 7.3)."""
    return sorted(range(len(listed)), key=lambda place: listed[place].mark)


def highest_mark_first(listed: Sequence[Seeker]) -> list[int]:
    """Return the places by falling marks, of equal ones the lower first (1997, 7.4)."""
    return sorted(range(len(listed)), key=lambda place: (-listed[place].mark, -place))


class _Recomposition:
    """A bracket whose subgroups are to be made equal, so that each pair has one of both (3.2.4)."""

    def __init__(
        self, members: Sequence[Seeker], rows: Sequence[int], first: int, rules: DubovRules
    ) -> None:
        self.rows = rows
        self.size = len(members)
        second = (1 << self.size) - 1 & ~first
        small_first = first.bit_count() <= second.bit_count()
        self.smaller, self.larger = (first, second) if small_first else (second, first)
        upper = sorted(bits(first), key=lambda at: rules.whites(members[at]))
        lower = sorted(bits(second), key=lambda at: rules.blacks(members[at]))
        orders = [
            [each[at] for at in shifters([members[at] for at in each])]
            for each, shifters in ((upper, rules.white_shifters), (lower, rules.black_shifters))
        ]
        self.of_smaller, self.of_larger = orders if small_first else reversed(orders)

    def unavoidable(self) -> int:
        """Return those of the smaller subgroup who are shifted to meet another of it (a)."""
        if None not in largest_matching(self._without_pairs_in(self.smaller)):
            return 0
        gains = {at: 1 << place for place, at in enumerate(reversed(self.of_smaller))}
        edges = [
            (one, other)
            for one, row in enumerate(self.rows)
            for other in bits(row >> one + 1 << one + 1)
        ]
        within = [self.smaller >> one & self.smaller >> other & 1 for one, other in edges]
        columns = [
            [1] * len(edges),
            [1 - each for each in within],
            [
                max(gains[one], gains[other]) if each else 0
                for (one, other), each in zip(edges, within, strict=True)
            ],
        ]
        weights = combined(columns, self.size // 2)
        mates = heaviest_matching(self.size, dict(zip(edges, weights, strict=True)))
        return set_of(
            max(one, mate, key=gains.__getitem__)
            for one in bits(self.smaller)
            if (mate := mates[one]) is not None and self.smaller >> mate & 1
        )

    def evening(self, unavoidable: int) -> int:
        """Return those who seek the larger subgroup's colour and are shifted to even both (b)."""
        missing = self.size // 2 - (self.smaller & ~unavoidable).bit_count()
        taken = set_of(self.of_larger[:missing])
        refused = self.larger & ~taken
        if not missing or self._fits(unavoidable, taken, refused) is not None:
            return taken
        return self._one_by_one(unavoidable, missing)

    def _one_by_one(self, unavoidable: int, missing: int) -> int:
        """Fix the candidates one after another, each shifted if that leaves a pairing."""
        taken = refused = 0
        known = self._fits(unavoidable, taken, refused)
        for candidate in self.of_larger:
            one, mates = 1 << candidate, None
            if taken.bit_count() < missing:
                mates = self._fits(unavoidable, taken | one, refused, known or ())
            if mates is None:
                refused |= one
                known = self._fits(unavoidable, taken, refused, known or ())
            else:
                taken |= one
                known = mates
        return taken

    def _fits(
        self, unavoidable: int, taken: int, refused: int, known: Sequence[int | None] = ()
    ) -> list[int | None] | None:
        """Return a pairing in which nobody meets another who is bound for the same subgroup.

        Those who are neither taken nor refused yet may meet anybody.
        """
        near = self.smaller & ~unavoidable | taken
        far = unavoidable | refused
        rows = self._without_pairs_in(near, far)
        mates = largest_matching(
            rows,
            [
                mate if mate is not None and rows[at] >> mate & 1 else None
                for at, mate in enumerate(known)
            ],
        )
        return None if None in mates else mates

    def _without_pairs_in(self, *subgroups: int) -> list[int]:
        rows = list(self.rows)
        for subgroup in subgroups:
            for at in bits(subgroup):
                rows[at] &= ~subgroup
        return rows
