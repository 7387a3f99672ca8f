"""The engine against the literal procedure, on whole rounds of small fields."""

from hypothesis import given
from hypothesis import strategies as st

from dsl.dutch_articles import libro as edition_of_the_book
from dsl.dutch_by_hand import round_by_hand
from dsl.dutch_worlds import (
    as_by_hand,
    libro,
    lively_tournament,
    mirrored,
    tournaments,
    with_somebody_absent,
)
from planilla.domain.pairing.check import check, first_difference
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput


@given(st.integers(0, 10**9))
def test_a_small_round_is_paired_as_the_procedure_written_out_pairs_it(seed: int) -> None:
    for world in lively_tournament(seed, size_max=7):
        assert as_by_hand(libro().pair(world)) == round_by_hand(world, edition_of_the_book)


@given(tournaments(size_max=16))
def test_every_pairing_is_legal_and_differs_nowhere_from_itself(world: PairingInput) -> None:
    answer = libro().pair(world)
    if not isinstance(answer, NoPairing):
        assert check(world, answer) == ()
        assert first_difference(world, answer) is None


@given(tournaments(size_max=16))
def test_the_same_question_has_the_same_answer(world: PairingInput) -> None:
    assert libro().pair(world) == libro().pair(world)


@given(st.integers(0, 10**9))
def test_with_all_colours_turned_round_the_same_pairs_meet_with_colours_turned(seed: int) -> None:
    for world in lively_tournament(seed, size_max=14):
        answer, turned = libro().pair(world), libro().pair(mirrored(world))
        if isinstance(answer, NoPairing):
            assert turned == answer
        else:
            assert isinstance(turned, Pairing)
            assert turned.boards == tuple((black, white) for white, black in answer.boards)
            assert turned.byes == answer.byes


@given(tournaments(size_max=12))
def test_an_entrant_who_never_comes_changes_nothing(world: PairingInput) -> None:
    assert libro().pair(with_somebody_absent(world)) == libro().pair(world)


@given(tournaments(size_max=12))
def test_who_cannot_be_paired_is_one_of_those_present(world: PairingInput) -> None:
    answer = libro().pair(world)
    if isinstance(answer, NoPairing):
        assert answer.seats
        assert set(answer.seats) <= set(world.present)
