"""The order of the pairings of a bracket (C.04.4.2, 4)."""

from itertools import pairwise
from random import Random

import pytest

from dsl.burstein_oracle import pairings_in_order
from dsl.burstein_rounds import burstein_golden
from planilla.domain.pairing.swiss.burstein.bracket import first_in_order, order_of_pairings

Opponents = tuple[int, ...]


def pairs(opponents: Opponents) -> list[tuple[int, int]]:
    """The pairs by bracket numbers, 0 for who floats."""
    numbered = enumerate(opponents, start=1)
    return [(bsn, other) for bsn, other in numbered if other == 0 or bsn < other]


def printed(opponents: Opponents) -> str:
    return " ".join(f"{bsn}-{other}" for bsn, other in pairs(opponents))


def with_letters(opponents: Opponents) -> str:
    """As the edition before 2018 prints them: the floater last."""
    ordered = sorted(pairs(opponents), key=lambda pair: pair[1] == 0)
    return " ".join(f"{bsn}{other or 'F'}" for bsn, other in ordered)


def test_4_3_the_45_pairings_of_six_players_with_two_floaters() -> None:
    found = [printed(each) for each in pairings_in_order(6, 2)]
    golden = burstein_golden("order.json")["six_players_two_floaters"]
    assert len(set(found)) == len(found) == golden["count"]
    assert (found[:7], found[-1]) == (golden["first"], golden["last"])


def test_the_15_combinations_of_five_players() -> None:
    found = [with_letters(each) for each in pairings_in_order(5, 1)]
    assert found == burstein_golden("order.json")["five_players"]


@pytest.mark.parametrize(("size", "floaters"), [(6, 2), (5, 1), (6, 0), (7, 3), (7, 1), (4, 4)])
def test_4_3_the_weights_of_pairings_fall_in_that_order(size: int, floaters: int) -> None:
    column = order_of_pairings(size)
    weights = [
        sum(column(bsn - 1, other - 1) for bsn, other in pairs(each) if other)
        for each in pairings_in_order(size, floaters)
    ]
    assert all(earlier > later for earlier, later in pairwise(weights))


@pytest.mark.parametrize("seed", range(200))
def test_4_3_the_first_allowed_pairing_is_the_first_in_that_order(seed: int) -> None:
    chance = Random(seed)
    size = chance.randint(1, 8)
    rows = [0] * size
    for one in range(size):
        for other in range(one):
            if chance.random() < 0.5:
                rows[one] |= 1 << other
                rows[other] |= 1 << one
    drop = chance.getrandbits(size) if size % 2 else 0
    expected = next(
        (
            tuple((bsn - 1, other - 1) for bsn, other in pairs(each) if other)
            for each in pairings_in_order(size, size % 2)
            if all(
                rows[bsn - 1] >> (other - 1) & 1 if other else drop >> (bsn - 1) & 1
                for bsn, other in pairs(each)
            )
        ),
        None,
    )
    assert first_in_order(rows, drop) == expected
