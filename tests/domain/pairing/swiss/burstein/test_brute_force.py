"""The engine against trying everything, in tournaments by chance (C.04.4.2 of 2026).

The histories are paired by the oracle, so that the same seeds give the same rounds whatever the
engine does. In every fourth tournament two pairs of one origin are kept apart where possible.
"""

from random import Random

import pytest
from msgspec.structs import replace

from dsl.burstein_oracle import paired_by_hand_burstein
from dsl.dutch_chances import tournament_by_chance
from dsl.dutch_oracle import Answer, answer_of
from planilla.domain.pairing.swiss.burstein import BURSTEIN
from planilla.domain.pairing.swiss.burstein.rules import seeding_rounds
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind

pytestmark = pytest.mark.no_cover

SIZES, LARGER = (2, 9), (10, 11)
SEEDS_OF_A_SLICE, SEEDS_OF_A_LARGER_SLICE = range(120), range(5_000, 5_006)
SEEDS_OF_A_CHUNK, LARGER_SEEDS_OF_A_CHUNK = 200, 20
CHUNKS = range(20)
REQUESTED = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT)


def asked(world: PairingInput, seed: int) -> PairingInput:
    """The round with byes requested by some of those absent, and with origins."""
    chance = Random(f"{seed} {world.round}")
    away = sorted(set(range(world.crosstable.size)) - set(world.present))
    requested = tuple((seat, chance.choice(REQUESTED)) for seat in away if chance.random() < 0.5)
    seats = range(world.crosstable.size)
    drawn = [tuple(sorted(chance.sample(seats, 2))) for _ in range(2 * (seed % 4 == 0))]
    unwanted = frozenset((low, high) for low, high in drawn)
    return replace(world, requested=requested, unwanted=unwanted)


def rounds_compared(seeds: range, sizes: tuple[int, int]) -> int:
    """How many rounds after the seeding rounds these tournaments had, all paired alike."""
    compared = 0
    for seed in seeds:

        def by_hand(world: PairingInput, seed: int = seed) -> Answer | None:
            return paired_by_hand_burstein(asked(world, seed))

        for world, expected in tournament_by_chance(seed, sizes, by_hand):
            is_seeding = world.round <= seeding_rounds(world.crosstable)
            if is_seeding and seed % 4 == 0:
                continue  # the oracle of the Dutch system has no origins
            answer = answer_of(BURSTEIN.answer(asked(world, seed)))
            assert answer == expected, f"seed {seed}, round {world.round}"
            compared += not is_seeding
    return compared


def test_a_small_round_is_paired_as_trying_everything_pairs_it() -> None:
    assert rounds_compared(SEEDS_OF_A_SLICE, SIZES) >= 250


def test_so_is_a_round_of_ten_or_eleven() -> None:
    assert rounds_compared(SEEDS_OF_A_LARGER_SLICE, LARGER) >= 15


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
def test_thousands_of_small_rounds_are_paired_as_trying_everything_pairs_them(chunk: int) -> None:
    first = 10_000 + chunk * SEEDS_OF_A_CHUNK
    assert rounds_compared(range(first, first + SEEDS_OF_A_CHUNK), SIZES) >= 500


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
def test_so_are_rounds_of_ten_and_eleven(chunk: int) -> None:
    first = 50_000 + chunk * LARGER_SEEDS_OF_A_CHUNK
    assert rounds_compared(range(first, first + LARGER_SEEDS_OF_A_CHUNK), LARGER) >= 40
