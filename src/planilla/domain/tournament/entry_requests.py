"""Requests to enter by the public form: a queue for the arbiters, with a limit of places.

A request enters nobody. An arbiter accepts it, and it becomes an ordinary entry under the same id,
or refuses it. Requests beyond the limit are on a waiting list in the order of arrival; its places
are not recorded but follow from the entrants, so that the list moves up when somebody withdraws.
The personal data of whoever is refused or gives up are erased in the same act (ADR 0056).
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict, replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command, ConfirmFirst, Duty, PersonGiven, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.entrants import (
    ENTRANTS_MAX,
    NewEntrant,
    check_rating,
    entries_now,
)
from planilla.domain.tournament.erasure import person_erased
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, check_length
from planilla.domain.tournament.personal import Entered, Personal, person_of
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import EntryForm, EntryRequest, RequestStatus
from planilla.domain.vocabulary import EntrantId

PENDING_MAX = 500
"""Requests that may be open at the same time."""
REQUESTS_MAX = 3_000
"""Requests that a tournament takes in all: each is a fact for ever."""

# Commands


class OpenEntryForm(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the public form for requests to enter, or change its end and its limit.

    It closes by itself at `closes_at` (microseconds since 1970, UTC; None: when it is closed).
    Requests beyond `places` entrants are on the waiting list; 0: no limit.
    """

    duty: ClassVar[Duty] = Duty.ENTRIES
    changes_entries: ClassVar[bool] = True

    closes_at: Instant | None = None
    places: Annotated[int, msgspec.Meta(ge=0, le=ENTRANTS_MAX)] = 0


class CloseEntryForm(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close the public form; the requests that were sent stay in the queue."""

    duty: ClassVar[Duty] = Duty.ENTRIES
    changes_entries: ClassVar[bool] = True


class RequestEntry(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for an entry; the client forms the id, under which a person is entered if accepted."""

    duty: ClassVar[Duty] = Duty.APPLY
    changes_entries: ClassVar[bool] = True

    entrant: EntrantId
    person: Sealed
    rating: int = 0
    federation: Annotated[str, msgspec.Meta(pattern="^([A-Z]{3})?$")] = ""

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the personal data of whoever asks."""
        return (PersonGiven("$", self.entrant, self.person),)


class WithdrawEntryRequest(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give up a request that was not decided yet."""

    duty: ClassVar[Duty] = Duty.APPLY
    changes_entries: ClassVar[bool] = True

    entrant: EntrantId


class AcceptEntryRequests(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Enter those who asked, in the order of the list; after the start as late entries.

    `listed` are those of them who are entered with other data than they typed, as a rating list has
    them. A person who is entered already, or has asked twice, is refused unless `also_twice`.
    """

    duty: ClassVar[Duty] = Duty.ENTRIES
    changes_entries: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PUBLISHED

    entrants: tuple[EntrantId, ...]
    listed: tuple[NewEntrant, ...] = ()
    also_twice: bool = False

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the personal data of those who are entered with other data."""
        return tuple(
            PersonGiven(f"$.listed[{place}]", new.id, new.person)
            for place, new in enumerate(self.listed)
        )


class RefuseEntryRequests(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Refuse requests; those who asked see the reason on their own page."""

    duty: ClassVar[Duty] = Duty.ENTRIES
    changes_entries: ClassVar[bool] = True

    entrants: tuple[EntrantId, ...]
    reason: Sealed = Sealed()


# Events


class EntryFormOpened(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The public form for requests to enter is open, with this end and this limit."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CloseEntryForm

    closes_at: int | None = None
    places: int = 0

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"closes_at": self.closes_at, "places": self.places}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        until = "" if self.closes_at is None else ".until"
        return f"{until}.limited" if self.places else until


class EntryFormClosed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The public form was closed."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False


class EntryRequested(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Somebody asked to be entered; an entry under this id follows if it is accepted."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    person: str
    rating: int = 0
    federation: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rating": self.rating, "federation": self.federation}


class EntryRequestRefused(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A request to enter was refused."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    reason: str = ""


class EntryRequestWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Whoever had asked to be entered gave the request up."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId


# Refusals


class EntryFormEndsBefore(Unacceptable):
    """The form would close before it opens."""

    closes_at: int


class EntryFormNotOpen(Conflict):
    """The public form for requests to enter is not open."""


class EntryQueueFull(Conflict):
    """The queue has as many requests as it may have, or the tournament had."""

    largest: int


class EntryRequestExists(Conflict):
    """Another request, or an entrant, has this id."""

    entrant: EntrantId


class NoSuchEntryRequest(Conflict):
    """No request with this id waits for a decision."""

    entrant: EntrantId


class OnWaitingList(Conflict):
    """There is no place for this request: it has this number on the waiting list."""

    entrant: EntrantId
    number: int


class AskedTwice(Conflict):
    """The person of a request is entered already, or by another request that is accepted too.

    `by` is what shows it: `fide_id` or `name`.
    """

    entrant: EntrantId
    by: str


# Rules


def open_entry_form(
    state: Tournament, command: OpenEntryForm, context: DecisionContext
) -> tuple[Event, ...]:
    """Open the form; the same end and limit again change nothing."""
    if command.closes_at is not None and command.closes_at <= context.at:
        raise EntryFormEndsBefore(closes_at=command.closes_at)
    wanted = EntryForm(closes_at=command.closes_at, places=command.places)
    if state.entry_form == wanted:
        return ()
    return (EntryFormOpened(closes_at=command.closes_at, places=command.places),)


def close_entry_form(
    state: Tournament, _: CloseEntryForm, __: DecisionContext
) -> tuple[Event, ...]:
    """Close the form, also one that has closed by itself."""
    return () if state.entry_form is None else (EntryFormClosed(),)


def takes_requests(state: Tournament, at: int) -> bool:
    """Return whether the form is open at `at` (microseconds since 1970, UTC)."""
    form = state.entry_form
    if form is None or (state.rounds and not state.system.takes_late_entries):
        return False
    return not state.is_over and (form.closes_at is None or at < form.closes_at)


def request_entry(
    state: Tournament, command: RequestEntry, context: DecisionContext
) -> tuple[Event, ...]:
    """Put a request at the end of the queue."""
    if not takes_requests(state, context.at):
        raise EntryFormNotOpen
    if command.entrant in state.requests or state.entry(command.entrant) is not None:
        raise EntryRequestExists(entrant=command.entrant)
    if len(pending_requests(state)) >= PENDING_MAX:
        raise EntryQueueFull(largest=PENDING_MAX)
    if len(state.requests) >= REQUESTS_MAX:
        raise EntryQueueFull(largest=REQUESTS_MAX)
    check_rating(command.entrant, command.rating)
    return (
        EntryRequested(
            entrant=command.entrant,
            person=command.person.commitment,
            rating=command.rating,
            federation=command.federation,
        ),
    )


def withdraw_entry_request(
    state: Tournament, command: WithdrawEntryRequest, _: DecisionContext
) -> tuple[Event, ...]:
    """Take a request out of the queue and erase its data."""
    known = _pending(state, command.entrant)
    erased = person_erased(command.entrant, known.person)
    return (EntryRequestWithdrawn(entrant=command.entrant), erased)


def accept_entry_requests(
    state: Tournament, command: AcceptEntryRequests, context: DecisionContext
) -> tuple[Event, ...]:
    """Enter those who have a place; who is on the waiting list has none."""
    return entries_now(state, accepted_entrants(state, command, context), context)


def accepted_entrants(
    state: Tournament, command: AcceptEntryRequests, context: DecisionContext
) -> tuple[NewEntrant, ...]:
    """Return those who are accepted, as they are entered.

    Raises:
        NoSuchEntryRequest: a request does not wait for a decision, or other data are of none.
        OnWaitingList: there is no place for one.
        AskedTwice: a person would be entered twice.
    """
    _check_list(command.entrants)
    check_each_once(new.id for new in command.listed)
    listed = {new.id: new for new in command.listed}
    other = next((each for each in listed if each not in command.entrants), None)
    if other is not None:
        raise NoSuchEntryRequest(entrant=other)
    numbers = waiting_numbers(state)
    entries = []
    for entrant in command.entrants:
        known = _pending(state, entrant)
        if numbers[entrant]:
            raise OnWaitingList(entrant=entrant, number=numbers[entrant])
        entries.append(listed.get(entrant) or _as_typed(entrant, known))
    if not command.also_twice:
        _check_people(state, command.entrants, context.people)
    return tuple(entries)


def _as_typed(entrant: EntrantId, known: EntryRequest) -> NewEntrant:
    return NewEntrant(
        id=entrant,
        person=Sealed(known.person),
        rating=known.rating,
        federation=known.federation,
    )


def _check_people(
    state: Tournament, accepted: tuple[EntrantId, ...], people: Mapping[EntrantId, Personal]
) -> None:
    """Refuse a person who is entered already, or stands among the accepted twice."""
    seen = Entered()
    for entrant in state.entrants:
        seen.add(asdict(person_of(people, entrant)))
    for entrant in accepted:
        person = asdict(person_of(people, entrant))
        found = seen.twice(person)
        if found is not None:
            raise AskedTwice(entrant=entrant, by=found[0])
        seen.add(person)


def refuse_entry_requests(
    state: Tournament, command: RefuseEntryRequests, _: DecisionContext
) -> tuple[Event, ...]:
    """Refuse requests, and erase their data."""
    _check_list(command.entrants)
    return tuple(_refused(state, command))


def _refused(state: Tournament, command: RefuseEntryRequests) -> Iterator[Event]:
    for entrant in command.entrants:
        known = _pending(state, entrant)
        yield EntryRequestRefused(entrant=entrant, reason=command.reason.commitment)
        yield person_erased(entrant, known.person)


def _check_list(entrants: tuple[EntrantId, ...]) -> None:
    check_length(entrants)
    check_each_once(entrants)


def _pending(state: Tournament, entrant: EntrantId) -> EntryRequest:
    known = state.requests.get(entrant)
    if known is None or known.status is not RequestStatus.PENDING:
        raise NoSuchEntryRequest(entrant=entrant)
    return known


def pending_requests(state: Tournament) -> dict[EntrantId, EntryRequest]:
    """Return the requests that wait for a decision, in the order of arrival."""
    return {
        entrant: each
        for entrant, each in state.requests.items()
        if each.status is RequestStatus.PENDING
    }


def places_left(state: Tournament) -> int | None:
    """Return the places that are not taken by an entrant who still plays; None without a limit."""
    form = state.entry_form
    if form is None or not form.places:
        return None
    playing = sum(each.out_from is None for each in state.entrants.values())
    return max(0, form.places - playing)


def waiting_numbers(state: Tournament) -> dict[EntrantId, int]:
    """Return the number of each pending request on the waiting list; 0: there is a place."""
    left = places_left(state)
    return {
        entrant: 0 if left is None else max(0, number - left)
        for number, entrant in enumerate(pending_requests(state), start=1)
    }


RULES: Rules = {
    OpenEntryForm: open_entry_form,
    CloseEntryForm: close_entry_form,
    RequestEntry: request_entry,
    WithdrawEntryRequest: withdraw_entry_request,
    AcceptEntryRequests: accept_entry_requests,
    RefuseEntryRequests: refuse_entry_requests,
}


# Folds


def _opened(state: Tournament, event: EntryFormOpened, _: int) -> Tournament:
    form = EntryForm(closes_at=event.closes_at, places=event.places)
    return replace(state, entry_form=form)


def _closed(state: Tournament, _: EntryFormClosed, __: int) -> Tournament:
    """Close the form; without a limit nobody is on a waiting list."""
    return replace(state, entry_form=None)


def _requested(state: Tournament, event: EntryRequested, _: int) -> Tournament:
    request = EntryRequest(
        person=event.person, rating=event.rating, federation=event.federation, at=state.changed_at
    )
    return replace(state, requests={**state.requests, event.entrant: request})


def _ended(state: Tournament, entrant: EntrantId, status: RequestStatus, reason: str) -> Tournament:
    known = state.requests.get(entrant)
    if known is None:
        return state
    ended = replace(known, status=status, reason=reason)
    return replace(state, requests={**state.requests, entrant: ended})


FOLDS: Folds = {
    EntryFormOpened: _opened,
    EntryFormClosed: _closed,
    EntryRequested: _requested,
    EntryRequestRefused: lambda state, event, _: _ended(
        state, event.entrant, RequestStatus.REFUSED, event.reason
    ),
    EntryRequestWithdrawn: lambda state, event, _: _ended(
        state, event.entrant, RequestStatus.WITHDRAWN, ""
    ),
}
