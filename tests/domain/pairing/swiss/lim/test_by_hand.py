"""The engine against the text written out by hand, on small fields; and the laws of its rounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from dsl.crosstables import entrants
from dsl.dutch_worlds import as_by_hand, with_somebody_absent
from dsl.lim_oracle import round_by_lim
from dsl.lim_worlds import BOOK, FIDE, wild_lim_tournament
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, PairingInput
from planilla.domain.vocabulary import Colour, EntrantId

BOTH = pytest.mark.parametrize("system", [FIDE, BOOK])
SEEDS = st.integers(0, 10**9)
SEEDS_OF_A_PART = 300
"""Of each about four and a quarter rounds: in ten parts of both systems more than 25 000."""
LARGER = (8, 24)


def _assert_paired_as_by_hand(system: str, seed: int) -> None:
    for world in wild_lim_tournament(seed, system):
        by_hand = round_by_lim(world, book=system == BOOK)
        assert as_by_hand(SYSTEMS[system].answer(world)) == by_hand, seed


@BOTH
@pytest.mark.parametrize("seed", range(60))
def test_a_small_round_is_paired_as_the_text_written_out_pairs_it(system: str, seed: int) -> None:
    _assert_paired_as_by_hand(system, seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_small_maxi_tournament_is_paired_as_the_text_written_out_pairs_it(seed: int) -> None:
    for world in wild_lim_tournament(seed, FIDE):
        maxi = structs.replace(world, is_maxi=True)
        assert as_by_hand(SYSTEMS[FIDE].answer(maxi)) == round_by_lim(maxi), seed


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
@BOTH
def test_many_small_rounds_are_paired_as_the_text_written_out_pairs_them(
    system: str, part: int
) -> None:
    for seed in range(part * SEEDS_OF_A_PART, (part + 1) * SEEDS_OF_A_PART):
        _assert_paired_as_by_hand(system, seed)


@pytest.mark.no_cover
@BOTH
@given(SEEDS)
def test_every_round_is_legal_and_pairs_everybody(system: str, seed: int) -> None:
    engine = SYSTEMS[system]
    assert engine.check is not None
    for world in wild_lim_tournament(seed, system, LARGER):
        answer = engine.answer(world)
        if isinstance(answer, NoPairing):
            assert answer.seats
            assert set(answer.seats) <= set(world.present)
        else:
            assert not {fault.code for fault in engine.check(world, answer)} - _FROM_BEFORE
            assert len(answer.boards) == len(world.present) // 2


_FROM_BEFORE = frozenset({"colour-difference"})
"""Wild histories hold differences beyond three, which any game only makes smaller or larger."""


@pytest.mark.no_cover
@BOTH
@given(SEEDS)
def test_the_same_question_has_the_same_answer(system: str, seed: int) -> None:
    first, again = (list(wild_lim_tournament(seed, system, LARGER)) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert SYSTEMS[system].answer(one) == SYSTEMS[system].answer(other)


@pytest.mark.no_cover
@BOTH
@given(SEEDS)
def test_ids_change_nothing(system: str, seed: int) -> None:
    for world in wild_lim_tournament(seed, system, LARGER):
        assert SYSTEMS[system].answer(_with_other_ids(world)) == SYSTEMS[system].answer(world)


def _with_other_ids(world: PairingInput) -> PairingInput:
    renamed = tuple(
        structs.replace(each, id=EntrantId(f"other-{len(world.present)}-{number}"))
        for number, each in enumerate(reversed(entrants(world.crosstable.size)))
    )
    rated = zip(renamed, world.crosstable.entrants, strict=True)
    named = tuple(structs.replace(each, rating=other.rating) for each, other in rated)
    return structs.replace(world, crosstable=structs.replace(world.crosstable, entrants=named))


@pytest.mark.no_cover
@BOTH
@given(SEEDS)
def test_an_entrant_who_never_comes_changes_nothing(system: str, seed: int) -> None:
    for world in wild_lim_tournament(seed, system, LARGER):
        more = with_somebody_absent(world)
        rated = zip(more.crosstable.entrants, (*world.crosstable.entrants, None), strict=True)
        named = tuple(
            each if other is None else structs.replace(each, rating=other.rating)
            for each, other in rated
        )
        more = structs.replace(more, crosstable=structs.replace(more.crosstable, entrants=named))
        assert SYSTEMS[system].answer(more) == SYSTEMS[system].answer(world)


@pytest.mark.no_cover
@given(SEEDS)
def test_the_book_does_not_look_at_colours(seed: int) -> None:
    for world in wild_lim_tournament(seed, BOOK, LARGER):
        turned = structs.replace(world, first_colour=Colour.BLACK)
        assert SYSTEMS[BOOK].answer(turned) == SYSTEMS[BOOK].answer(world)
