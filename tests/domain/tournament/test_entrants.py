import pytest

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    given,
    numbered,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.entrants import (
    CorrectPersonalData,
    CorrectSportingData,
    EnterEntrants,
    EntrantEntered,
    EntrantExists,
    NewEntrant,
    PersonalDataCorrected,
    RatingOutOfRange,
    SportingDataCorrected,
)
from planilla.domain.tournament.numbering import (
    AssignNumbers,
    NumberingIncomplete,
    NumbersFixed,
    PairingNumbersAssigned,
)
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.refusal import EntrantTwice, NoSuchEntrant, NotInThisSystem
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import EntrantId


def enter(*new: NewEntrant) -> EnterEntrants:
    return EnterEntrants(entrants=new)


def new(entrant: EntrantId, rating: int = 1800) -> NewEntrant:
    return NewEntrant(id=entrant, person=Sealed(f"p-{entrant}"), rating=rating)


def test_people_are_entered_with_their_sporting_facts_alone() -> None:
    assert given(CREATED).when(enter(new(ANA), new(BEA, 0))).then() == (
        EntrantEntered(entrant=ANA, person="p-ana", rating=1800),
        EntrantEntered(entrant=BEA, person="p-bea", rating=0),
    )


def test_a_list_that_comes_twice_enters_only_who_is_new() -> None:
    events = (CREATED, EntrantEntered(entrant=ANA, person="p-ana", rating=1800))
    assert given(*events).when(enter(new(ANA), new(BEA))).then() == (
        EntrantEntered(entrant=BEA, person="p-bea", rating=1800),
    )


def test_after_the_first_pairing_an_entry_is_late() -> None:
    (event,) = given(*ROUND_1).when(enter(new(EVA))).then()
    assert isinstance(event, EntrantEntered)
    assert event.first_round == 2


def test_entries_are_refused() -> None:
    with pytest.raises(EntrantTwice):
        given(CREATED).when(enter(new(ANA), new(ANA))).then()
    with pytest.raises(EntrantExists):
        given(*START).when(enter(new(ANA, 1234))).then()
    with pytest.raises(RatingOutOfRange):
        given(CREATED).when(enter(new(ANA, 4001))).then()
    with pytest.raises(RatingOutOfRange):
        given(CREATED).when(enter(new(ANA, -1))).then()


def test_a_schedule_that_has_begun_takes_no_late_entries() -> None:
    events = (ROUND_ROBIN, *entered(*FOUR), numbered(*FOUR), drafted(1, (ANA, DORA), (BEA, CARL)))
    with pytest.raises(NotInThisSystem):
        given(*events).when(enter(new(EVA))).then()
    with pytest.raises(NotInThisSystem):
        given(*events).when(AssignNumbers(order=(BEA, ANA, CARL, DORA))).then()


def test_a_corrected_name_is_a_new_commitment() -> None:
    command = CorrectPersonalData(entrant=ANA, person=Sealed("p-anna"))
    scene = given(*START).when(command)
    assert scene.then() == (PersonalDataCorrected(entrant=ANA, person="p-anna"),)
    assert scene.and_then().when(command).then() == ()
    assert scene.state().entrants[ANA].person == "p-anna"


def test_a_corrected_rating_leaves_the_numbers_until_they_are_assigned_again() -> None:
    command = CorrectSportingData(entrant=DORA, rating=2400, title="GM", federation="ESP")
    scene = given(*START).when(command)
    assert scene.then() == (
        SportingDataCorrected(entrant=DORA, rating=2400, title="GM", federation="ESP", corrects=5),
    )
    after = scene.and_then()
    assert after.when(command).then() == ()
    assert after.state().order == FOUR
    renumber = AssignNumbers(reason=NumberingReason.RATING_CORRECTED)
    assert after.when(renumber).then() == (
        PairingNumbersAssigned(
            order=(DORA, ANA, BEA, CARL), reason=NumberingReason.RATING_CORRECTED
        ),
    )


def test_a_rating_mended_by_hand_is_from_no_list_and_the_rest_stays() -> None:
    listed = CorrectSportingData(
        entrant=DORA, rating=2100, k=10, rating_list="FIDE standard 2026-11", categories=("Sub-18",)
    )
    scene = given(*START).when(listed).and_then()
    titled = CorrectSportingData(entrant=DORA, rating=2100, title="WFM")
    (event,) = scene.when(titled).then()
    assert event == SportingDataCorrected(
        entrant=DORA,
        rating=2100,
        title="WFM",
        k=10,
        rating_list="FIDE standard 2026-11",
        categories=("Sub-18",),
        corrects=7,
    )
    (event,) = scene.when(CorrectSportingData(entrant=DORA, rating=2110)).then()
    assert event == SportingDataCorrected(
        entrant=DORA, rating=2110, k=10, rating_list="", categories=("Sub-18",), corrects=7
    )


def test_data_of_nobody_are_not_corrected() -> None:
    with pytest.raises(NoSuchEntrant):
        given(*START).when(CorrectPersonalData(entrant=EVA, person=Sealed("p"))).then()
    with pytest.raises(RatingOutOfRange):
        given(*START).when(CorrectSportingData(entrant=ANA, rating=9999)).then()


def test_the_initial_order_is_rating_then_title_then_alphabet() -> None:
    """C.04.2, 2.2: 2100 before 2000; among those GM, FM, none; among two without, Bea, Dora."""
    events = (
        CREATED,
        EntrantEntered(entrant=DORA, person="", rating=2000),
        EntrantEntered(entrant=CARL, person="", rating=2000, title="FM"),
        EntrantEntered(entrant=BEA, person="", rating=2000, title="candidate"),
        EntrantEntered(entrant=ANA, person="", rating=2000, title="GM"),
        EntrantEntered(entrant=EVA, person="", rating=2100),
    )
    names = {DORA: "dora", BEA: "Bea", ANA: "Ana", CARL: "Carl", EVA: "Eva"}
    (numbering,) = given(*events).when(AssignNumbers(), alphabet=names).then()
    assert isinstance(numbering, PairingNumbersAssigned)
    assert numbering.order == (EVA, ANA, CARL, BEA, DORA)


def test_a_numbering_names_everybody_once() -> None:
    scene = given(*START)
    with pytest.raises(NumberingIncomplete) as refused:
        scene.when(AssignNumbers(order=(ANA, BEA, CARL))).then()
    assert refused.value.fields == {"missing": (DORA,)}
    with pytest.raises(EntrantTwice):
        scene.when(AssignNumbers(order=(ANA, BEA, CARL, DORA, ANA))).then()
    with pytest.raises(NoSuchEntrant):
        scene.when(AssignNumbers(order=(ANA, BEA, CARL, EVA))).then()
    assert scene.when(AssignNumbers(order=FOUR)).then() == ()


def test_numbers_are_fixed_once_round_four_is_paired() -> None:
    """C.04.2, 2.3: not after the fourth round has been paired."""
    rounds = tuple(drafted(number, (ANA, BEA), (CARL, DORA)) for number in (1, 2, 3, 4))
    command = AssignNumbers(order=(BEA, ANA, CARL, DORA))
    assert len(given(*START, *rounds[:3]).when(command).then()) == 1
    with pytest.raises(NumbersFixed):
        given(*START, *rounds).when(command).then()


def test_a_late_entry_is_numbered_by_strength_when_the_next_round_is_paired() -> None:
    """Eva, 1985, comes between Bea (1990) and Carl (1980); both numberings stay readable."""
    late = EntrantEntered(entrant=EVA, person="p", rating=1985, first_round=2)
    events = given(*AFTER_1, late).when(PairRound(round=2)).then()
    order = (ANA, BEA, EVA, CARL, DORA)
    assert PairingNumbersAssigned(order=order, reason=NumberingReason.LATE_ENTRY) in events
    state = given(*AFTER_1, late).when(PairRound(round=2)).state()
    assert [numbering.order for numbering in state.numberings] == [FOUR, order]
    assert [state.former_numbers[entrant] for entrant in order] == [(), (), (), (3,), (4,)]
    draft = events[-1]
    assert isinstance(draft, RoundPaired)
    paired = {game.white for game in draft.games} | {game.black for game in draft.games}
    assert EVA in paired | {bye.entrant for bye in draft.byes}


def test_the_weakest_late_entry_comes_last() -> None:
    late = EntrantEntered(entrant=EVA, person="p", rating=0, first_round=2)
    state = given(*AFTER_1, late).when(PairRound(round=2)).state()
    assert state.order == (*FOUR, EVA)
