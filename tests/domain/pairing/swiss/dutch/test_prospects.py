"""What lies below each bracket, against all ways of pairing it, tried out."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

import pytest

from dsl.dutch_brackets import field
from planilla.domain.pairing.matching import bits, set_of
from planilla.domain.pairing.swiss.dutch.edition import OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.prospects import Level, Prospects, foresee, spare
from planilla.domain.pairing.swiss.players import SwissPlayer

SEEDS = range(60)


def graph(chance: Random, size: int) -> list[int]:
    """Who may meet whom, in any way."""
    density = chance.choice([0.2, 0.4, 0.7])
    rows = [0] * size
    for one, other in combinations(range(size), 2):
        if chance.random() < density:
            rows[one] |= 1 << other
            rows[other] |= 1 << one
    return rows


def fewest_left(rows: Sequence[int], mask: int) -> int:
    """How many of `mask` are left over by the best pairing, all pairings being tried."""

    @cache
    def left(free: int) -> int:
        if not free:
            return 0
        first = free & -free
        row = rows[first.bit_length() - 1]
        others = [left(free ^ first ^ 1 << other) for other in bits(row & free)]
        return min([1 + left(free ^ first), *others])

    return left(mask)


def levels() -> Iterator[tuple[Random, list[int], int, Level]]:
    for seed in SEEDS:
        chance = Random(seed)
        rows = graph(chance, 8)
        mask = chance.getrandbits(8) & chance.choice([0b11111000, 0b11110000])
        yield chance, rows, mask, Level(rows, (), mask)


def test_as_few_are_left_over_as_can_be() -> None:
    for _, rows, mask, level in levels():
        assert level.left.bit_count() == fewest_left(rows, mask)
        assert level.left & ~mask == 0


def test_who_comes_in_is_taken_if_then_everybody_can_be_paired() -> None:
    taken = 0
    for _, rows, mask, level in levels():
        outside = [place for place in range(8) if not mask >> place & 1]
        for count in range(4):
            for coming in combinations(outside, count):
                expected = fewest_left(rows, mask | set_of(coming)) == 0
                assert level.takes(coming) is expected
                taken += expected
    assert taken > 50


def test_a_larger_level_goes_on_from_what_is_known_of_a_smaller_one() -> None:
    for _, rows, mask, level in levels():
        whole = Level(rows, level.mates, mask | 0b111)
        assert whole.left.bit_count() == fewest_left(rows, mask | 0b111)


def test_who_is_loose_may_be_left_over_instead() -> None:
    for _, rows, mask, level in levels():
        for place in bits(level.left):
            for loose in bits(level.loosened_by(place)):
                assert fewest_left(rows, mask & ~(1 << loose)) == level.left.bit_count() - 1


FIVE = field([6, 4, 4, 2, 2], [(0, 1), (3, 4)])


def prospects_of(players: tuple[SwissPlayer, ...] = FIVE) -> Prospects:
    return foresee(players, OF_2017)


def test_score_groups_are_counted_from_the_top() -> None:
    prospects = prospects_of()
    assert prospects.groups == 3
    assert [[p.seat for p in prospects.group(number)] for number in range(3)] == [
        [0], [1, 2], [3, 4],
    ]  # fmt: skip
    assert [prospects.mask(number) for number in range(3)] == [0b1, 0b110, 0b11000]


def test_floaters_complete_what_is_below_with_the_bye_for_one() -> None:
    prospects = prospects_of()
    # 3 and 4 have met: one more is needed for one of them, and the bye takes the other.
    assert not prospects.completes(2, [])
    assert prospects.completes(2, [FIVE[1]])
    assert not prospects.completes(2, [FIVE[1], FIVE[2]])
    assert prospects.left_over == ()


def test_nobody_is_left_to_a_bracket_below_the_last() -> None:
    prospects = prospects_of()
    assert prospects.completes(3, [FIVE[4]])
    assert not prospects.completes(3, [FIVE[3], FIVE[4]])


def test_who_can_meet_nobody_is_left_over() -> None:
    assert foresee(field([2, 2], [(0, 1)]), OF_2017).left_over == (0, 1)
    alone = field([2, 2, 0], [(0, 1)], may_have_bye={0: False, 1: False, 2: False})
    assert len(foresee(alone, OF_2026).left_over) == 1


@pytest.mark.parametrize(
    ("edition", "seats"), [(OF_2012, [0, 3, 4]), (OF_2017, [0, 3, 4]), (OF_2026, [3, 4])]
)
def test_the_bye_of_2026_goes_to_the_lowest_score_that_can_have_it(
    edition: Edition, seats: list[int]
) -> None:
    players = field([6, 4, 4, 2, 2], may_have_bye={1: False, 2: False})
    assert list(bits(foresee(players, edition).eligible)) == seats


def test_the_bye_of_2026_is_higher_where_the_lowest_must_play() -> None:
    # 1 and 2 may meet 0 alone: one of them has the bye.
    players = field([4, 2, 2, 0, 0], [(1, 2), (1, 3), (2, 3), (1, 4), (2, 4)])
    prospects = foresee(players, OF_2026)
    assert list(bits(prospects.eligible)) == [1, 2]
    assert prospects.left_over == ()


def test_an_even_number_needs_no_bye() -> None:
    prospects = foresee(field([2, 2, 0, 0]), OF_2026)
    assert (prospects.odd, prospects.eligible, len(prospects.rows)) == (False, 0, 4)


def test_opponents_within_a_bracket_are_those_of_the_whole_round_renumbered() -> None:
    for seed in SEEDS:
        chance = Random(seed)
        met = [pair for pair in combinations(range(9), 2) if chance.random() < 0.4]
        players = field([6, 6, 6, 4, 4, 2, 2, 2, 2], met)
        prospects = prospects_of(players)
        # Some from above, and everybody of the group of four.
        members = [*sorted(chance.sample(range(5), chance.randint(0, 5))), 5, 6, 7, 8]
        expected = [
            set_of(
                at
                for at, other in enumerate(members)
                if other != own and (min(own, other), max(own, other)) not in met
            )
            for own in members
        ]
        assert prospects.local([players[seat] for seat in members]) == expected


def test_how_many_are_spare_is_counted_among_one_group_and_who_floats_in() -> None:
    for seed in SEEDS:
        chance = Random(seed)
        met = [pair for pair in combinations(range(7), 2) if chance.random() < 0.5]
        players = field([6, 6, 4, 4, 4, 2, 2], met)
        prospects = prospects_of(players)
        rows = prospects.rows[:7]
        found = spare(prospects, 1, players[:2])
        assert found == fewest_left([row & 0b11111 for row in rows], 0b11111)
