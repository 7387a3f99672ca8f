"""The engine against trying everything, in tournaments by chance: the editions of 2017 and 2026.

The histories are paired by the oracle, so that the same seeds give the same rounds whatever the
engine does. A failure names the seed and the round.
"""

import contextlib
from collections.abc import Callable

import msgspec
import pytest

from dsl.dutch_chances import tournament_by_chance
from dsl.dutch_oracle import Answer, TooManyCandidates, answer_of
from dsl.dutch_oracle_2017 import paired_by_hand_2017
from dsl.dutch_oracle_2026 import paired_by_hand_2026
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import PairingInput, System

pytestmark = pytest.mark.no_cover


class Differential(msgspec.Struct, frozen=True, kw_only=True):
    """An edition, its oracle, and the fields that it answers soon enough."""

    name: str
    by_hand: Callable[[PairingInput, int | None], Answer | None]
    sizes: tuple[int, int]

    def __str__(self) -> str:
        return self.name

    @property
    def system(self) -> System:
        found = SYSTEMS[self.name]
        assert found.pair is not None
        return found

    def rounds_compared(self, seeds: range) -> int:
        """How many rounds the tournaments of these seeds had, all paired alike."""
        compared = 0
        for seed in seeds:
            tournament = tournament_by_chance(seed, self.sizes, lambda it: self.by_hand(it, None))
            for world, expected in tournament:
                answer = answer_of(self.system.answer(world))
                assert answer == expected, f"{self.name}, seed {seed}, round {world.round}"
                compared += 1
        return compared

    def larger_rounds_compared(self, seeds: range) -> int:
        """As many rounds of larger fields as can be tried out, in tournaments of the engine."""
        compared = 0
        for seed in seeds:
            tournament = tournament_by_chance(
                seed, LARGER, lambda it: answer_of(self.system.answer(it))
            )
            for world, answer in tournament:
                with contextlib.suppress(TooManyCandidates):
                    expected = self.by_hand(world, CANDIDATES_AT_MOST)
                    assert answer == expected, f"{self.name}, seed {seed}, round {world.round}"
                    compared += 1
        return compared


EDITIONS = (
    Differential(name="swiss-dutch-2017", by_hand=paired_by_hand_2017, sizes=(2, 8)),
    Differential(name="swiss-dutch-2026", by_hand=paired_by_hand_2026, sizes=(2, 10)),
)
LARGER = (9, 18)
CANDIDATES_AT_MOST = 5_000
SEEDS_OF_A_SLICE = 60
SEEDS_OF_A_LARGER_SLICE = 5
SEEDS_OF_A_CHUNK = 150
CHUNKS = range(30)
THIRD_COLOURS_BY_PREFERENCE = (53_570, 54_418)
"""Histories made by hand in which C.9 alone decides the last round, in 2017.

In the first 10, after ...WWBB with a difference of three, would have a third Black against a top
scorer, and in the second 2, after ...BBWW with a difference of two, a third White.
"""


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_a_small_round_is_paired_as_trying_everything_pairs_it(edition: Differential) -> None:
    assert edition.rounds_compared(range(SEEDS_OF_A_SLICE)) >= 200


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_so_is_many_a_round_of_a_larger_field(edition: Differential) -> None:
    assert edition.larger_rounds_compared(range(SEEDS_OF_A_LARGER_SLICE)) >= 15


@pytest.mark.parametrize("seed", THIRD_COLOURS_BY_PREFERENCE)
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_a_third_colour_by_preference_counts_against_top_scorers(
    edition: Differential, seed: int
) -> None:
    assert edition.larger_rounds_compared(range(seed, seed + 1)) >= 1


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_thousands_of_small_rounds_are_paired_as_trying_everything_pairs_them(
    edition: Differential, chunk: int
) -> None:
    first = 10_000 + chunk * SEEDS_OF_A_CHUNK
    seeds = range(first, first + SEEDS_OF_A_CHUNK)
    assert edition.rounds_compared(seeds) >= 670


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_so_are_thousands_of_larger_ones(edition: Differential, chunk: int) -> None:
    first = 50_000 + chunk * SEEDS_OF_A_CHUNK
    seeds = range(first, first + SEEDS_OF_A_CHUNK)
    assert edition.larger_rounds_compared(seeds) >= 300
