"""The order of the first round, for every size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import Pairs, SeedOrder, first_round, leaves

Tree = int | frozenset["Tree"]
SIZES = [2**power for power in range(1, 17)]


def tree(numbers: tuple[int, ...]) -> Tree:
    """The bracket without the order of the two sides of a match."""
    nodes: list[Tree] = list(numbers)
    while len(nodes) > 1:
        nodes = [frozenset(pair) for pair in zip(nodes[::2], nodes[1::2], strict=True)]
    return nodes[0]


def following(pairs: Pairs) -> tuple[int, ...]:
    """Those in the next round if the stronger one always wins; alone is who has nobody."""
    return tuple(max(pair) if 0 in pair else min(pair) for pair in pairs)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("order", SeedOrder)
def test_every_number_has_one_place(size: int, order: SeedOrder) -> None:
    numbers = leaves(size, order)
    assert sorted(numbers) == list(range(1, size + 1))
    pairs = first_round(dapiran(size), order)
    assert tuple(number for pair in pairs for number in pair) == numbers


@pytest.mark.parametrize("size", SIZES)
def test_compensation_gives_every_match_the_same_sum(size: int) -> None:
    pairs = first_round(dapiran(size), SeedOrder.COMPENSATION)
    assert {sum(pair) for pair in pairs} == {size + 1}


@pytest.mark.parametrize("size", SIZES)
def test_the_equidistant_order_gives_every_match_the_same_difference(size: int) -> None:
    pairs = first_round(dapiran(size), SeedOrder.EQUIDISTANT)
    assert {abs(a - b) for a, b in pairs} == {size // 2}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("order", SeedOrder)
def test_if_the_stronger_one_wins_the_next_round_is_the_order_of_half_the_size(
    size: int, order: SeedOrder
) -> None:
    half = following(first_round(dapiran(size), order))
    assert tree(half) == tree(leaves(size // 2, order))


@pytest.mark.parametrize("size", [8, 16])
def test_the_two_printed_lists_that_differ_are_the_tree_of_the_construction(size: int) -> None:
    def constructed(size: int) -> tuple[int, ...]:
        if size == 1:
            return (1,)
        return tuple(each for low in constructed(size // 2) for each in (low, size + 1 - low))

    assert leaves(size, SeedOrder.COMPENSATION) != constructed(size)
    assert tree(leaves(size, SeedOrder.COMPENSATION)) == tree(constructed(size))


@pytest.mark.parametrize("order", SeedOrder)
def test_the_two_strongest_meet_in_the_final_alone(order: SeedOrder) -> None:
    for players in range(2, 130):
        pairs = first_round(dapiran(players), order)
        half = len(pairs) // 2
        of_one = next(at for at, pair in enumerate(pairs) if 1 in pair)
        of_two = next(at for at, pair in enumerate(pairs) if 2 in pair)
        assert half == 0 or (of_one < half) != (of_two < half)


@given(st.integers(2, 3000), st.sampled_from(SeedOrder))
def test_the_strongest_numbers_are_without_an_opponent(players: int, order: SeedOrder) -> None:
    pairs = first_round(dapiran(players), order)
    assert len(pairs) == 1 << (players - 1).bit_length() >> 1
    free = sorted(max(pair) for pair in pairs if 0 in pair)
    assert free == list(range(1, 2 * len(pairs) - players + 1))
    assert sorted(each for pair in pairs for each in pair if each) == list(range(1, players + 1))
    played = [pair for pair in pairs if 0 not in pair]
    compared = {a + b if order is SeedOrder.COMPENSATION else abs(a - b) for a, b in played}
    assert len(compared) == 1
    assert tree(following(pairs)) == tree(leaves(len(pairs), order))


@pytest.mark.parametrize("order", SeedOrder)
@pytest.mark.parametrize(
    ("entrants", "exempt"), [(25, {1: 6}), (31, {1: 6}), (40, {1: 7, 2: 3}), (16, {1: 6})]
)
def test_those_who_are_dispensed_enter_in_their_round(
    entrants: int, exempt: dict[int, int], order: SeedOrder
) -> None:
    plan = dapiran(entrants, exempt)
    numbers = [each for pair in first_round(plan, order) for each in pair]
    assert sorted(filter(None, numbers)) == list(range(1, entrants + 1))
    for round_ in plan.rounds:
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        played = [pair for pair in pairs if 0 not in pair]
        assert 2 * len(played) == round_.players
        alone = sorted(max(pair) for pair in pairs if max(pair) and 0 in pair)
        assert alone == list(range(1, round_.skipping + 1))
        numbers = list(following(pairs))
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
