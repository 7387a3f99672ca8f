"""Requests to enter: a queue in order of arrival, a limit of places, a waiting list."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, DORA, ROUND_1, START, given
from planilla.domain.tournament import entry_requests
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.entrants import EntrantEntered, NewEntrant, RatingOutOfRange
from planilla.domain.tournament.entry_requests import (
    AcceptEntryRequests,
    AskedTwice,
    CloseEntryForm,
    EntryFormClosed,
    EntryFormEndsBefore,
    EntryFormNotOpen,
    EntryFormOpened,
    EntryQueueFull,
    EntryRequested,
    EntryRequestExists,
    EntryRequestRefused,
    EntryRequestWithdrawn,
    NoSuchEntryRequest,
    OnWaitingList,
    OpenEntryForm,
    RefuseEntryRequests,
    RequestEntry,
    WithdrawEntryRequest,
    pending_requests,
    places_left,
    takes_requests,
    waiting_numbers,
)
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.refusal import EntrantTwice, Refusal
from planilla.domain.tournament.setup import HideTournament
from planilla.domain.tournament.values import RequestStatus
from planilla.domain.vocabulary import EntrantId

EVA, FAY, GIL = (EntrantId(each) for each in ("r-eva", "r-fay", "r-gil"))
OPEN = EntryFormOpened(places=6)
"""Four have entered, so two places are left."""


def asked(who: EntrantId) -> EntryRequested:
    return EntryRequested(entrant=who, person=f"sealed {who}", rating=1700, federation="ESP")


THREE = (*START, OPEN, asked(EVA), asked(FAY), asked(GIL))


def entered(who: EntrantId, first_round: int = 1) -> EntrantEntered:
    return EntrantEntered(
        entrant=who,
        person=f"sealed {who}",
        rating=1700,
        federation="ESP",
        first_round=first_round,
    )


def test_the_form_opens_changes_and_closes() -> None:
    scene = given(*START).when(OpenEntryForm(places=6))
    assert scene.then() == (OPEN,)
    assert scene.and_then().when(OpenEntryForm(places=6)).then() == ()
    changed = scene.and_then().when(OpenEntryForm(places=8, closes_at=2 * 10**15))
    assert changed.then() == (EntryFormOpened(places=8, closes_at=2 * 10**15),)
    assert scene.and_then().when(CloseEntryForm()).then() == (EntryFormClosed(),)
    assert given(*START).when(CloseEntryForm()).then() == ()


def test_the_form_is_open_until_its_end() -> None:
    state = given(*START, EntryFormOpened(closes_at=100)).state()
    assert [takes_requests(state, at) for at in (99, 100)] == [True, False]
    assert takes_requests(given(*START, OPEN).state(), 10**15)
    assert not takes_requests(given(*START).state(), 0)
    assert not takes_requests(replace(given(*START, OPEN).state(), finished=True), 0)


def test_a_system_without_late_entries_takes_no_request_once_it_has_begun() -> None:
    state = given(*ROUND_1, OPEN).state()
    assert takes_requests(state, 0)
    assert not takes_requests(replace(state, system_name="round-robin"), 0)


def test_a_request_waits_and_enters_nobody() -> None:
    command = RequestEntry(
        entrant=EVA, person=Sealed(f"sealed {EVA}"), rating=1700, federation="ESP"
    )
    scene = given(*START, OPEN).when(command)
    assert scene.then() == (asked(EVA),)
    state = scene.state()
    assert [*pending_requests(state)] == [EVA]
    assert EVA not in state.entrants
    assert len(state.requests) == 1


def test_requests_beyond_the_limit_are_on_the_waiting_list_in_order() -> None:
    state = given(*THREE).state()
    assert places_left(state) == 2
    assert waiting_numbers(state) == {EVA: 0, FAY: 0, GIL: 1}
    unlimited = given(*START, EntryFormOpened(), asked(EVA)).state()
    assert places_left(unlimited) is None
    assert waiting_numbers(unlimited) == {EVA: 0}


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(EntrantWithdrawn(entrant=ANA, from_round=1), id="an entrant withdraws"),
        pytest.param(EntryRequestWithdrawn(entrant=EVA), id="somebody ahead gives up"),
        pytest.param(EntryRequestRefused(entrant=FAY), id="somebody ahead is refused"),
        pytest.param(EntryFormOpened(places=7), id="the limit is raised"),
        pytest.param(EntryFormClosed(), id="the form and its limit are closed"),
    ],
)
def test_the_waiting_list_moves_up(event: Event) -> None:
    assert waiting_numbers(given(*THREE, event).state())[GIL] == 0


def test_those_accepted_are_entered_with_what_they_sent() -> None:
    scene = given(*THREE).when(AcceptEntryRequests(entrants=(FAY, EVA)))
    assert scene.then() == (entered(FAY), entered(EVA))
    state = scene.state()
    assert [*state.entrants] == [ANA, BEA, CARL, DORA, FAY, EVA]
    assert waiting_numbers(state) == {GIL: 1}


def test_after_the_start_they_are_late_entries() -> None:
    scene = given(*ROUND_1, OPEN, asked(EVA)).when(AcceptEntryRequests(entrants=(EVA,)))
    assert scene.then() == (entered(EVA, first_round=2),)


def test_those_accepted_are_entered_with_the_data_of_a_list_where_they_are_given() -> None:
    listed = NewEntrant(
        id=EVA, person=Sealed("listed"), rating=2194, title="FM", federation="CHI", k=20
    )
    command = AcceptEntryRequests(entrants=(EVA, FAY), listed=(listed,))
    assert [each.entrant for each in command.people()] == [EVA]
    scene = given(*THREE).when(command)
    assert scene.then() == (
        EntrantEntered(
            entrant=EVA, person="listed", rating=2194, title="FM", federation="CHI", k=20
        ),
        entered(FAY),
    )
    assert scene.state().requests[EVA].status is RequestStatus.ACCEPTED


LEO = Personal(name="Ibáñez, Leo", birth="2001", club="Masnou")


@pytest.mark.parametrize(
    ("other", "by"),
    [
        pytest.param(Personal(name="Leo Ibañez"), "name", id="the same name in another order"),
        pytest.param(Personal(name="L. Ibáñez", fide_id="7"), "fide_id", id="the same id"),
    ],
)
def test_a_person_who_asked_twice_is_entered_once(other: Personal, by: str) -> None:
    one = replace(LEO, fide_id="7") if other.fide_id else LEO
    both = AcceptEntryRequests(entrants=(EVA, FAY))
    scene = given(*THREE).when(both, people={EVA: one, FAY: other})
    with pytest.raises(AskedTwice) as refused:
        scene.then()
    assert refused.value.fields == {"entrant": FAY, "by": by}
    alone = given(*THREE).when(AcceptEntryRequests(entrants=(EVA,)), people={EVA: one, FAY: other})
    assert alone.then() == (entered(EVA),)


def test_a_person_who_is_entered_is_not_entered_again() -> None:
    people = {ANA: LEO, EVA: replace(LEO, club="")}
    with pytest.raises(AskedTwice):
        given(*THREE).when(AcceptEntryRequests(entrants=(EVA,)), people=people).then()


def test_people_of_one_name_are_entered_where_they_differ_or_the_arbiter_says_so() -> None:
    two = AcceptEntryRequests(entrants=(EVA, FAY))
    born = {EVA: LEO, FAY: replace(LEO, birth="1970")}
    assert given(*THREE).when(two, people=born).then() == (entered(EVA), entered(FAY))
    same = {EVA: LEO, FAY: LEO}
    sure = replace(two, also_twice=True)
    assert given(*THREE).when(sure, people=same).then() == (entered(EVA), entered(FAY))


def test_the_data_of_those_refused_are_erased() -> None:
    command = RefuseEntryRequests(entrants=(EVA, GIL), reason=Sealed("sealed reason"))
    scene = given(*THREE).when(command)
    assert scene.then() == (
        EntryRequestRefused(entrant=EVA, reason="sealed reason"),
        PersonErased(entrant=EVA, commitment=f"sealed {EVA}"),
        EntryRequestRefused(entrant=GIL, reason="sealed reason"),
        PersonErased(entrant=GIL, commitment=f"sealed {GIL}"),
    )
    known = scene.state().requests[EVA]
    assert (known.status, known.reason) == (RequestStatus.REFUSED, "sealed reason")


def test_the_data_of_whoever_gives_up_are_erased() -> None:
    scene = given(*THREE).when(WithdrawEntryRequest(entrant=EVA))
    assert scene.then() == (
        EntryRequestWithdrawn(entrant=EVA),
        PersonErased(entrant=EVA, commitment=f"sealed {EVA}"),
    )
    assert scene.state().requests[EVA].status is RequestStatus.WITHDRAWN


def test_hiding_with_erasure_erases_open_requests_too() -> None:
    events = (
        given(*THREE, EntryRequestRefused(entrant=GIL)).when(HideTournament(erases=True)).then()
    )
    gone = {each.entrant for each in events if isinstance(each, PersonErased)}
    assert {EVA, FAY} <= gone
    assert GIL not in gone


def test_the_public_state_knows_nobody_who_was_refused() -> None:
    state = given(*START, OPEN, EntryRequestRefused(entrant=GIL)).state()
    assert state.requests == {}


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, OpenEntryForm(closes_at=0), EntryFormEndsBefore, id="ends at once"),
        pytest.param(
            START, RequestEntry(entrant=EVA, person=Sealed("x")), EntryFormNotOpen, id="closed"
        ),
        pytest.param(
            THREE, RequestEntry(entrant=EVA, person=Sealed("x")), EntryRequestExists, id="again"
        ),
        pytest.param(
            THREE, RequestEntry(entrant=ANA, person=Sealed("x")), EntryRequestExists, id="entered"
        ),
        pytest.param(
            THREE,
            RequestEntry(entrant=EntrantId("r"), person=Sealed("x"), rating=4001),
            RatingOutOfRange,
            id="no such rating",
        ),
        pytest.param(
            THREE, AcceptEntryRequests(entrants=(EVA, GIL)), OnWaitingList, id="waiting list"
        ),
        pytest.param(THREE, AcceptEntryRequests(entrants=(EVA, EVA)), EntrantTwice, id="twice"),
        pytest.param(
            THREE,
            AcceptEntryRequests(entrants=(EVA,), listed=(NewEntrant(id=FAY, person=Sealed("x")),)),
            NoSuchEntryRequest,
            id="data of another one",
        ),
        pytest.param(
            THREE,
            RefuseEntryRequests(entrants=(EntrantId("x"),)),
            NoSuchEntryRequest,
            id="nobody",
        ),
        pytest.param(
            (*THREE, EntryRequestRefused(entrant=EVA)),
            WithdrawEntryRequest(entrant=EVA),
            NoSuchEntryRequest,
            id="decided",
        ),
    ],
)
def test_a_request_is_refused(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


@pytest.mark.parametrize("limit", ["PENDING_MAX", "REQUESTS_MAX"])
def test_the_queue_is_limited(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(entry_requests, limit, 3)
    another = RequestEntry(entrant=EntrantId("r"), person=Sealed("x"))
    with pytest.raises(EntryQueueFull):
        given(*THREE).when(another).then()


@pytest.mark.parametrize(
    ("event", "wording"),
    [
        (EntryFormOpened(), ""),
        (EntryFormOpened(closes_at=1), ".until"),
        (EntryFormOpened(places=2), ".limited"),
        (EntryFormOpened(closes_at=1, places=2), ".until.limited"),
    ],
)
def test_the_sentence_of_the_form_says_its_end_and_its_limit(
    event: EntryFormOpened, wording: str
) -> None:
    assert event.wording() == wording
    assert event.details() == {"closes_at": event.closes_at, "places": event.places}
    assert asked(EVA).details() == {"rating": 1700, "federation": "ESP"}
