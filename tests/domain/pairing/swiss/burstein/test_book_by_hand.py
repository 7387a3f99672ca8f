"""The engine against the literal procedure in the order of strength, in tournaments by chance.

The histories are paired by the oracle, or in any way, so that the same seeds give the same rounds
whatever the engine does. Some tournaments have standings of their own, origins or prohibitions.
"""

from random import Random

import pytest
from msgspec.structs import replace

from dsl.burstein_book_oracle import order_by_hand, paired_by_hand_burstein_book
from dsl.dutch_oracle import answer_of
from dsl.dutch_worlds import wild_tournament
from planilla.domain.pairing.swiss.burstein import BURSTEIN_LIBRO
from planilla.domain.pairing.swiss.burstein.by_strength import order_of_strength
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind

pytestmark = pytest.mark.no_cover

SIZES = (2, 7)
SEEDS_OF_A_SLICE = range(120)
SEEDS_OF_A_CHUNK = 180
CHUNKS = range(20)
REQUESTED = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT)


def asked(world: PairingInput, seed: int) -> PairingInput:
    """The round with what an arbiter may have entered beside the games."""
    chance = Random(f"{seed} {world.round}")
    seats = range(world.crosstable.size)
    away = sorted(set(seats) - set(world.present))
    standings = tuple(chance.sample(seats, len(seats))) if seed % 3 == 0 else ()
    return replace(
        world,
        requested=tuple((seat, chance.choice(REQUESTED)) for seat in away if chance.random() < 0.5),
        unwanted=_pairs(chance, len(seats)) if seed % 4 == 0 else frozenset(),
        forbidden=_pairs(chance, len(seats)) if seed % 5 == 0 else frozenset(),
        standings=standings,
    )


def _pairs(chance: Random, size: int) -> frozenset[tuple[int, int]]:
    drawn = [sorted(chance.sample(range(size), 2)) for _ in range(2)]
    return frozenset((low, high) for low, high in drawn)


def rounds_compared(seeds: range) -> int:
    """How many rounds these tournaments had, all paired alike."""
    compared = 0
    for seed in seeds:

        def by_hand(world: PairingInput, seed: int = seed) -> Pairing | NoPairing:
            found = paired_by_hand_burstein_book(asked(world, seed))
            if found is None:
                return NoPairing(reason="no-legal-pairing", seats=())
            byes = () if found[1] is None else ((found[1], ByeKind.PAIRING_ALLOCATED),)
            return Pairing(
                boards=tuple(sorted(found[0])), byes=byes, explanation=Explanation(system="by hand")
            )

        oracle = replace(BURSTEIN_LIBRO, pair=by_hand)
        for world in wild_tournament(seed, SIZES, None if seed % 7 == 0 else oracle):
            given = asked(world, seed)
            assert list(order_of_strength(given)) == order_by_hand(given)
            answer = answer_of(BURSTEIN_LIBRO.answer(given))
            expected = paired_by_hand_burstein_book(given)
            assert answer == expected, f"seed {seed}, round {world.round}"
            compared += 1
    return compared


def test_a_small_round_is_paired_as_by_hand() -> None:
    assert rounds_compared(SEEDS_OF_A_SLICE) >= 350


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
def test_thousands_of_small_rounds_are_paired_as_by_hand(chunk: int) -> None:
    first = 10_000 + chunk * SEEDS_OF_A_CHUNK
    assert rounds_compared(range(first, first + SEEDS_OF_A_CHUNK)) >= 500
