"""With whom the next bracket does as well as it can, against all its pairings tried out."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from dsl.dutch_brackets import field
from planilla.domain.pairing.matching import bits, set_of
from planilla.domain.pairing.swiss.dutch.edition import OF_2017
from planilla.domain.pairing.swiss.dutch.outlooks import all_but_one, good_floaters
from planilla.domain.pairing.swiss.dutch.prospects import Prospects, foresee

SEEDS = range(150)


def round_of(chance: Random, above: int, below: int) -> Prospects:
    """Two score groups, and who has met whom."""
    density = chance.choice([0.3, 0.5, 0.7])
    size = above + below
    met = [pair for pair in combinations(range(size), 2) if chance.random() < density]
    return foresee(field([2] * above + [0] * below, met), OF_2017)


def left_over(prospects: Prospects, mask: int) -> set[int]:
    """Every set of places that a largest pairing of `mask` leaves over, all being tried."""
    found: dict[int, set[int]] = {}

    def pair(free: int, left: int) -> None:
        if not free:
            found.setdefault(left.bit_count(), set()).add(left)
            return
        first = free & -free
        rest = free ^ first
        pair(rest, left | first)
        for other in bits(prospects.rows[first.bit_length() - 1] & rest):
            pair(rest ^ 1 << other, left)

    pair(mask, 0)
    return found[min(found)]


def takes_all(_left: Sequence[int]) -> bool:
    return True


@pytest.mark.parametrize("below", [3, 4, 5])
def test_those_are_good_with_whom_as_few_as_can_be_are_left_over(below: int) -> None:
    asked = 0
    for seed in SEEDS:
        prospects = round_of(Random(seed), 3, below)
        group = prospects.mask(1)
        alone = min(left.bit_count() for left in left_over(prospects, group))
        best = alone - 1 if alone else 1
        expected = set_of(
            place
            for place in range(3)
            if any(
                left.bit_count() == best and not left >> place & 1
                for left in left_over(prospects, group | 1 << place)
            )
        )
        assert good_floaters(prospects, 0, group, takes_all) == expected
        asked += expected not in {0, 0b111}
    assert asked > 10


def test_where_one_is_left_over_it_is_one_who_may_be() -> None:
    asked = 0
    for seed in SEEDS:
        chance = Random(seed)
        prospects = round_of(chance, 3, 4)
        group = prospects.mask(1)
        leaving = chance.getrandbits(7) & group
        if any(left_over(prospects, group)):
            continue
        expected = set_of(
            place
            for place in range(3)
            if any(
                left.bit_count() == 1 and left & leaving
                for left in left_over(prospects, group | 1 << place)
            )
        )
        assert good_floaters(prospects, 0, leaving, takes_all) == expected
        asked += 1
    assert asked > 30


def test_nothing_is_known_where_those_left_over_cannot_be_taken_together() -> None:
    # All three below have met: with any floater two of them are left over, and nobody takes two.
    below = [(2, 3), (2, 4), (3, 4)]
    prospects = foresee(field([2, 2, 0, 0, 0], below), OF_2017)
    group = prospects.mask(1)
    assert good_floaters(prospects, 0, group, takes_all) == 0b11
    assert good_floaters(prospects, 0, group, lambda left: len(left) < 2) == 0


def test_all_but_one_can_be_paired_or_not() -> None:
    asked = 0
    for seed in SEEDS:
        chance = Random(seed)
        prospects = round_of(chance, 2, 5)
        group = prospects.mask(1)
        leaving = chance.getrandbits(7) & group
        floaters = prospects.players[:2]
        expected = any(
            left.bit_count() == 1 and left & leaving for left in left_over(prospects, group | 0b11)
        )
        assert all_but_one(prospects, 1, floaters, leaving) is expected
        asked += expected
    assert asked > 20
