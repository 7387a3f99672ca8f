"""The engine against trying everything; a failure names the seed and the round."""

import pytest

from dsl.dubov_oracle import dubov_by_hand, rated
from dsl.dutch_chances import Pairer, tournament_by_chance
from dsl.dutch_oracle import answer_of
from planilla.domain.pairing.swiss.dubov import DUBOV

pytestmark = pytest.mark.no_cover

SYSTEMS = pytest.mark.parametrize("name", list(DUBOV))
SEEDS_OF_A_SLICE = range(150)
SEEDS_OF_A_CHUNK = 400
CHUNKS = range(8)


def rounds_compared(name: str, seeds: range, sizes: tuple[int, int]) -> int:
    """How many rounds the tournaments of these seeds had, all paired alike."""
    compared = 0
    for seed in seeds:
        for given, expected in tournament_by_chance(seed, sizes, _by_hand(name, seed)):
            answer = answer_of(DUBOV[name].answer(rated(given, seed)))
            assert answer == expected, f"{name}, seed {seed}, round {given.round}"
            compared += 1
    return compared


def _by_hand(name: str, seed: int) -> Pairer:
    return lambda given: dubov_by_hand(rated(given, seed), name)


@SYSTEMS
def test_a_small_round_is_paired_as_trying_everything_pairs_it(name: str) -> None:
    assert rounds_compared(name, SEEDS_OF_A_SLICE, (2, 10)) >= 700


@pytest.mark.deep
@SYSTEMS
@pytest.mark.parametrize("chunk", CHUNKS)
def test_thousands_of_small_rounds_are_paired_as_trying_everything_pairs_them(
    name: str, chunk: int
) -> None:
    first = 10_000 + chunk * SEEDS_OF_A_CHUNK
    assert rounds_compared(name, range(first, first + SEEDS_OF_A_CHUNK), (2, 10)) >= 1_900


@pytest.mark.deep
@SYSTEMS
@pytest.mark.parametrize("chunk", CHUNKS)
def test_so_are_hundreds_of_larger_ones(name: str, chunk: int) -> None:
    first = 50_000 + chunk * 40
    assert rounds_compared(name, range(first, first + 40), (10, 12)) >= 220
