"""Late entries take their places, and what that does to the others (C.04.2, 2.3 to 2.5).

Ana, Bea, Carl and Dora have 2000, 1990, 1980 and 1970 and the numbers 1 to 4.
"""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    START,
    entered,
    given,
    published,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.entrants import (
    EnterEntrants,
    EntrantEntered,
    NewEntrant,
    SportingDataCorrected,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.numbering import (
    AssignNumbers,
    LatePlace,
    NumbersFixed,
    PairingNumbersAssigned,
    late_places,
)
from planilla.domain.tournament.refusal import KnownTooLate
from planilla.domain.tournament.values import NumberingReason

BOARDS = ((ANA, CARL), (DORA, BEA))
AFTER_ROUND_1 = (*START, published(1, *BOARDS))
AFTER_ROUND_4 = (*START, *(published(number, *BOARDS) for number in (1, 2, 3, 4)))


def late(rating: int, first_round: int) -> EntrantEntered:
    return EntrantEntered(entrant=EVA, person="p-eva", rating=rating, first_round=first_round)


CORRECTED = SportingDataCorrected(entrant=DORA, rating=2300)
"""Dora's rating was wrong: by rating she would be the first."""


@pytest.mark.parametrize(("rating", "number", "moves"), [(2100, 1, 4), (1985, 3, 2), (1000, 5, 0)])
def test_who_enters_late_takes_the_place_of_the_rating(
    rating: int, number: int, moves: int
) -> None:
    state = given(*AFTER_ROUND_1, late(rating, 2)).state()
    assert late_places(state, DecisionContext()) == (
        LatePlace(entrant=EVA, number=number, moves=moves),
    )


def test_two_late_entries_are_placed_together() -> None:
    fay = EntrantEntered(entrant="fay", person="p-fay", rating=2200, first_round=2)  # type: ignore[arg-type]
    state = given(*AFTER_ROUND_1, late(1985, 2), fay).state()
    places = [
        (each.entrant, each.number, each.moves) for each in late_places(state, DecisionContext())
    ]
    # Fay, Ana, Bea, Eva, Carl, Dora: four with a number come after Fay, two after Eva.
    assert places == [("fay", 1, 4), (EVA, 4, 2)]


def test_before_the_first_numbering_nobody_is_late() -> None:
    assert late_places(given(CREATED, *entered(*FOUR)).state(), DecisionContext()) == ()


def test_numbering_late_entries_leaves_the_others_in_their_order() -> None:
    command = AssignNumbers(reason=NumberingReason.LATE_ENTRY)
    assert given(*AFTER_ROUND_1, CORRECTED, late(1985, 2)).when(command).then() == (
        PairingNumbersAssigned(
            order=(ANA, BEA, EVA, CARL, DORA), reason=NumberingReason.LATE_ENTRY
        ),
    )


def test_numbering_everybody_anew_uses_what_is_now_known() -> None:
    (numbering,) = given(*AFTER_ROUND_1, CORRECTED, late(1985, 2)).when(AssignNumbers()).then()
    assert isinstance(numbering, PairingNumbersAssigned)
    assert numbering.order == (DORA, ANA, BEA, EVA, CARL)


def test_before_any_numbering_a_late_entry_is_one_of_all() -> None:
    command = AssignNumbers(reason=NumberingReason.LATE_ENTRY)
    (numbering,) = given(CREATED, *entered(*FOUR)).when(command).then()
    assert isinstance(numbering, PairingNumbersAssigned)
    assert numbering.order == FOUR


def test_after_round_4_a_late_entry_is_put_among_the_others_who_stay_in_order() -> None:
    events: tuple[Event, ...] = (*AFTER_ROUND_4, CORRECTED, late(1985, 5))
    assert given(*events).when(AssignNumbers()).then() == (
        PairingNumbersAssigned(
            order=(ANA, BEA, EVA, CARL, DORA), reason=NumberingReason.LATE_ENTRY
        ),
    )


def test_after_round_4_the_arbiter_may_place_a_late_entry_but_nobody_else() -> None:
    scene = given(*AFTER_ROUND_4, late(1985, 5))
    assert scene.when(AssignNumbers(order=(EVA, ANA, BEA, CARL, DORA))).then() == (
        PairingNumbersAssigned(
            order=(EVA, ANA, BEA, CARL, DORA), reason=NumberingReason.LATE_ENTRY
        ),
    )
    with pytest.raises(NumbersFixed):
        scene.when(AssignNumbers(order=(BEA, ANA, EVA, CARL, DORA))).then()


def test_after_round_4_without_a_late_entry_numbers_are_fixed() -> None:
    with pytest.raises(NumbersFixed):
        given(*AFTER_ROUND_4, CORRECTED).when(AssignNumbers()).then()


def test_a_late_entry_says_when_it_was_handed_in() -> None:
    new = NewEntrant(id=EVA, person=Sealed("p-eva"), rating=1985)
    scene = given(*AFTER_ROUND_1).when(EnterEntrants(entrants=(new,), known_at=3))
    assert scene.then() == (replace(late(1985, 2), known_at=3),)
    with pytest.raises(KnownTooLate):
        given(*AFTER_ROUND_1).when(EnterEntrants(entrants=(new,), known_at=10**18)).then()
