"""Sums of elements of everybody are those of each alone."""

from itertools import product
from random import Random

import pytest

from planilla.domain.tiebreaks.cuts import Cuts, totals_after_cuts
from planilla.domain.tiebreaks.element_sums import sums_of_products, sums_of_worths
from planilla.domain.tiebreaks.unplayed import NONE, USUAL, WILFUL, Met

SIZE = 40


def met(rounds: int, greatest: int, least: int = 0, *, wide: bool = False, seed: int = 7) -> Met:
    """Random elements; some entrants have few, some left rounds out."""
    chance = Random(seed)
    elements = bytes(
        chance.choices((NONE, USUAL, WILFUL), (1, 8, 1))[0] for _ in range(SIZE * rounds)
    )
    worths = [chance.randint(least, greatest) if each else 0 for each in elements]
    scored = [chance.randint(0, 2) for _ in elements]
    worst_and_best = [least, greatest] * (SIZE // 2)
    points = scored if wide else bytes(scored)
    return Met(rounds, worst_and_best, worst_and_best, worths, points, elements)


@pytest.mark.parametrize("cuts", [Cuts(*each) for each in product(range(4), range(4))], ids=str)
@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
def test_sums_after_cuts_are_those_of_each_alone(cuts: Cuts, rounds: int) -> None:
    for seed, greatest in enumerate((1, 18, 2**24, 2**40)):
        elements = met(rounds, greatest, seed=seed)
        expected = totals_after_cuts(map(elements.of, range(SIZE)), cuts)
        assert list(sums_of_worths(elements, SIZE, cuts)) == expected


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(("least", "greatest"), [(0, 18), (0, 2**22), (0, 2**25), (-3, 18)])
def test_products_are_those_of_each_alone(least: int, greatest: int, *, wide: bool) -> None:
    elements = met(5, greatest, least, wide=wide)
    expected = [
        sum(worth * scored for worth, scored in zip(each.totals, each.scored, strict=True))
        for each in map(elements.of, range(SIZE))
    ]
    assert list(sums_of_products(elements, SIZE)) == expected


def test_points_may_be_less_than_nothing() -> None:
    elements = Met(1, [4, 2], [4, 2], [2, 4], [-1, 3], bytes((USUAL, USUAL)))
    assert list(sums_of_products(elements, 2)) == [-2, 12]


def test_nobody_has_nothing() -> None:
    assert list(sums_of_worths(Met(3, [], [], [], b"", b""), 0, Cuts(1, 1))) == []
