"""The engine against the literal procedure, on whole rounds of small fields."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.dutch_articles import Articles, edition_2012
from dsl.dutch_articles import libro as edition_of_the_book
from dsl.dutch_by_hand import round_by_hand
from dsl.dutch_printed import group_by_chance
from dsl.dutch_worlds import (
    as_by_hand,
    libro,
    lively_tournament,
    mirrored,
    tournaments,
    wild_tournament,
    with_somebody_absent,
)
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.swiss.dutch.compare import check, first_difference
from planilla.domain.pairing.system import (
    NoPairing,
    Pairing,
    PairingInput,
    System,
)

pytestmark = pytest.mark.no_cover

Edition = Callable[[int], Articles]


EDITIONS = pytest.mark.parametrize(
    ("system", "edition"),
    [
        pytest.param("swiss-dutch-libro", edition_of_the_book, id="libro"),
        pytest.param("swiss-dutch-2012", edition_2012, id="2012"),
    ],
)
SEEDS_OF_A_PART = 500
"""Of each about four and a half rounds: ten parts are more than 20 000."""
GROUPS_OF_A_PART = 2_000


@EDITIONS
@given(st.integers(0, 10**9))
def test_a_small_round_is_paired_as_the_procedure_written_out_pairs_it(
    system: str, edition: Edition, seed: int
) -> None:
    _assert_paired_as_by_hand(system, edition, seed)


@EDITIONS
@given(st.integers(0, 10**9))
def test_a_group_by_chance_is_paired_as_the_procedure_written_out_pairs_it(
    system: str, edition: Edition, seed: int
) -> None:
    world = group_by_chance(seed, (4, 8))
    assert as_by_hand(_engine(system).answer(world)) == round_by_hand(world, edition)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
@EDITIONS
def test_many_small_rounds_are_paired_as_the_procedure_written_out_pairs_them(
    system: str, edition: Edition, part: int
) -> None:
    for seed in range(part * SEEDS_OF_A_PART, (part + 1) * SEEDS_OF_A_PART):
        _assert_paired_as_by_hand(system, edition, seed)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
@EDITIONS
def test_many_groups_by_chance_are_paired_as_the_procedure_written_out_pairs_them(
    system: str, edition: Edition, part: int
) -> None:
    for seed in range(part * GROUPS_OF_A_PART, (part + 1) * GROUPS_OF_A_PART):
        world = group_by_chance(seed, (4, 8))
        assert as_by_hand(_engine(system).answer(world)) == round_by_hand(world, edition), seed


def _assert_paired_as_by_hand(system: str, edition: Edition, seed: int) -> None:
    """A wild tournament of this seed; in every second one the system pairs all rounds itself."""
    engine = _engine(system)
    for world in wild_tournament(seed, (4, 8), engine if seed % 2 else None):
        assert as_by_hand(engine.answer(world)) == round_by_hand(world, edition), seed


def _engine(system: str) -> System:
    engine = SYSTEMS[system]
    assert engine.pair is not None
    return engine


@given(tournaments(size_max=16))
def test_every_pairing_is_legal_and_differs_nowhere_from_itself(world: PairingInput) -> None:
    answer = libro().answer(world)
    if not isinstance(answer, NoPairing):
        assert check(world, answer) == ()
        assert first_difference(world, answer) is None


@given(tournaments(size_max=16))
def test_the_same_question_has_the_same_answer(world: PairingInput) -> None:
    assert libro().answer(world) == libro().answer(world)


@given(st.integers(0, 10**9))
def test_with_all_colours_turned_round_the_same_pairs_meet_with_colours_turned(seed: int) -> None:
    for world in lively_tournament(seed, size_max=14):
        answer, turned = libro().answer(world), libro().answer(mirrored(world))
        if isinstance(answer, NoPairing):
            assert turned == answer
        else:
            assert isinstance(turned, Pairing)
            assert turned.boards == tuple((black, white) for white, black in answer.boards)
            assert turned.byes == answer.byes


@given(tournaments(size_max=12))
def test_an_entrant_who_never_comes_changes_nothing(world: PairingInput) -> None:
    assert libro().answer(with_somebody_absent(world)) == libro().answer(world)


@given(tournaments(size_max=12))
def test_who_cannot_be_paired_is_one_of_those_present(world: PairingInput) -> None:
    answer = libro().answer(world)
    if isinstance(answer, NoPairing):
        assert answer.seats
        assert set(answer.seats) <= set(world.present)
