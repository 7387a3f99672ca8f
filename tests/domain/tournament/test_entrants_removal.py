"""Taking mistaken entries back."""

import pytest
from msgspec.structs import replace

from dsl.keizer_club import KeizerClub
from dsl.masnou_scenarios import Played
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
    ROUND_2,
    ROUND_ROBIN,
    START,
    drafted,
    entered,
    folded,
    given,
    numbered,
    published,
)
from planilla.domain.pairing.keizer.rules import Absence
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.closing import AlreadyFinished, CloseRound, RoundClosed
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.committee import AppealsCommitteeFormed, Seated
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.drafting import DraftDiscarded, RoundPaired
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import (
    EnterEntrants,
    EntrantEntered,
    EntryInUse,
    EntryRemoved,
    NewEntrant,
    RemoveEntries,
    may_be_removed,
    remove_entries,
)
from planilla.domain.tournament.erasure import ErasePerson, PersonErased
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer import RuleAbsence
from planilla.domain.tournament.keizer_values import KeizerState, keizer_standings
from planilla.domain.tournament.masnou.hall import Hall
from planilla.domain.tournament.numbering import NumbersFixed
from planilla.domain.tournament.pairings import PairRound, PublishPairings, RoundUnpaired
from planilla.domain.tournament.prohibitions import PairsForbidden
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.values import Office, Way
from planilla.domain.vocabulary import EntrantId


def remove(*entrants: EntrantId, erases: bool = False) -> RemoveEntries:
    return RemoveEntries(entrants=entrants, erases=erases)


def test_numbers_close_up_and_the_former_ones_stay_readable() -> None:
    scene = given(*START).when(remove(BEA))
    assert scene.then() == (EntryRemoved(entrant=BEA),)
    state = scene.state()
    assert state.order == (ANA, CARL, DORA)
    assert BEA not in state.entrants
    assert state.former_numbers[DORA] == (4,)
    assert [numbering.order for numbering in state.numberings] == [FOUR, (ANA, CARL, DORA)]


def test_a_berger_table_has_no_place_for_who_was_removed() -> None:
    events = (ROUND_ROBIN, *entered(*FOUR, EVA))
    state = given(*events).when(remove(EVA)).state()
    (paired,) = (
        event
        for event in given(*events, EntryRemoved(entrant=EVA)).when(PairRound(round=1)).then()
        if isinstance(event, RoundPaired)
    )
    assert len(state.entrants) == 4
    # C.05, Berger for four: two boards and nobody is free; with five there would be a bye
    assert (len(paired.games), paired.byes) == (2, ())


def test_a_list_is_taken_back_at_once_and_each_but_once() -> None:
    assert given(CREATED, *entered(*FOUR)).when(remove(ANA, BEA, ANA)).then() == (
        EntryRemoved(entrant=ANA),
        EntryRemoved(entrant=BEA),
    )
    assert given(*START).when(remove()).then() == ()


def test_a_draft_with_them_is_thrown_away_and_another_is_kept() -> None:
    draft = (*START, drafted(1, (ANA, CARL), (DORA, BEA)))
    assert given(*draft).when(remove(BEA)).then() == (
        DraftDiscarded(round=1),
        EntryRemoved(entrant=BEA),
    )
    late = (*AFTER_1, *entered(EVA), RoundClosed(round=1), drafted(2, (BEA, ANA), (CARL, DORA)))
    assert given(*late).when(remove(EVA)).then() == (EntryRemoved(entrant=EVA),)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(ROUND_1, id="on a board"),
        pytest.param((*ROUND_1, RoundUnpaired(round=1)), id="in a pairing that was taken back"),
        pytest.param(
            (
                *START,
                AppealsCommitteeFormed(
                    way=Way.RULES, seats=(Seated(entrant=ANA, office=Office.PRESIDENT),)
                ),
            ),
            id="in the committee",
        ),
    ],
)
def test_who_was_seen_in_a_pairing_or_holds_an_office_stays(events: tuple[Event, ...]) -> None:
    with pytest.raises(EntryInUse) as refused:
        given(*events).when(remove(ANA)).then()
    assert refused.value.fields == {"entrant": ANA}
    assert not may_be_removed(folded(*events), folded(*events).entrants[ANA])


def test_who_came_late_and_met_nobody_is_removed_until_numbers_are_fixed() -> None:
    events = (*ROUND_2, *entered(EVA))
    assert given(*events).when(remove(EVA)).then() == (EntryRemoved(entrant=EVA),)
    rounds: tuple[Event, ...] = ()
    for number in (3, 4):
        rounds += (published(number, (ANA, BEA), (CARL, DORA)),)
    fixed = (*events, numbered(*FOUR, EVA), *rounds)
    with pytest.raises(NumbersFixed):
        given(*fixed).when(remove(EVA)).then()
    without_number = (*ROUND_2, *rounds, *entered(EVA))
    assert given(*without_number).when(remove(EVA)).then() == (EntryRemoved(entrant=EVA),)


def test_nobody_is_removed_who_is_not_there() -> None:
    with pytest.raises(NoSuchEntrant):
        given(*START).when(remove(EVA)).then()


def test_prohibitions_and_lots_go_without_them() -> None:
    forbidden = PairsForbidden(entrants=(ANA, BEA), first_round=1, last_round=None)
    three = PairsForbidden(entrants=(ANA, BEA, CARL), first_round=1, last_round=None)
    state = given(*START, forbidden, three).when(remove(BEA)).state()
    assert [each.entrants for each in state.prohibitions] == [(ANA, CARL)]


def test_the_personal_data_are_erased_with_the_entry_or_later() -> None:
    at_once = given(*START).when(remove(BEA, erases=True))
    person = folded(*START).entrants[BEA].person
    assert at_once.then() == (
        PersonErased(entrant=BEA, commitment=person),
        EntryRemoved(entrant=BEA),
    )
    later = given(*START, EntryRemoved(entrant=BEA)).when(ErasePerson(entrant=BEA))
    assert later.then() == (PersonErased(entrant=BEA, commitment=person),)
    again = (*START, PersonErased(entrant=BEA, commitment=person))
    assert given(*again).when(remove(BEA, erases=True)).then() == (EntryRemoved(entrant=BEA),)


def test_the_id_may_be_entered_again() -> None:
    entering = EnterEntrants(entrants=(NewEntrant(id=BEA, person=Sealed("f" * 64), rating=1500),))
    scene = given(*START, EntryRemoved(entrant=BEA)).when(entering)
    (event,) = scene.then()
    assert isinstance(event, EntrantEntered)
    state = scene.state()
    assert state.removed == {}
    assert state.order == (ANA, CARL, DORA, BEA)


def test_who_has_a_place_in_a_hall_or_a_value_in_a_keizer_tournament_stays() -> None:
    hall = Played({"entrants": [{"id": each} for each in "abc"], "rules": {"tables": 1}}).state
    with pytest.raises(EntryInUse):
        remove_entries(hall, remove(EntrantId("c")), DecisionContext())
    keizer = replace(folded(*START), memory=KeizerState(original={ANA: 40}))
    with pytest.raises(EntryInUse):
        remove_entries(keizer, remove(ANA), DecisionContext())
    assert remove_entries(keizer, remove(BEA), DecisionContext()) == (EntryRemoved(entrant=BEA),)


def test_an_absence_ruled_in_a_keizer_tournament_goes_with_the_entry() -> None:
    club = keizer_club()
    club.enter(1500)
    club.do(RuleAbsence(entrant=LATE, round=1, absence=Absence.JUSTIFIED))
    club.do(remove(LATE))
    assert len(keizer_standings(club.state).order) == 4
    club.do(PairRound(round=2))


def test_a_keizer_tournament_pairs_on_after_who_had_left_was_removed() -> None:
    club = keizer_club()
    club.enter(1500)
    club.do(WithdrawEntrant(entrant=LATE))
    club.do(CloseRound(round=1))
    club.do(remove(LATE))
    club.do(PairRound(round=2))
    assert club.state.rounds[1].number == 2


LATE = EntrantId("e")


def keizer_club() -> KeizerClub:
    """Four players a to d who have played their first round."""
    club = KeizerClub()
    club.enter(2000, 1900, 1800, 1700)
    club.do(PairRound(round=1))
    club.do(PublishPairings(round=1))
    for game in club.state.rounds[0].games:
        club.do(RecordResult(game=game, result="1-0"))
    return club


def test_a_finished_tournament_keeps_its_entries() -> None:
    state = replace(folded(*START), finished=True)
    assert not may_be_removed(state, state.entrants[BEA])
    with pytest.raises(AlreadyFinished):
        decide(state, remove(BEA), DecisionContext())


def test_a_lot_goes_with_the_entry() -> None:
    state = replace(folded(*START), lots={ANA: 1, BEA: 2})
    gone = Fact(version=state.version + 1, recorded_at=1, event=EntryRemoved(entrant=BEA))
    assert evolve(state, gone).lots == {ANA: 1}


def test_a_hall_stays_as_it_is_without_an_entry_that_never_came() -> None:
    hall = Hall(rules=MasnouRules(tables=1), opened_at=0, ends_at=1)
    assert hall.without(ANA) == hall
