"""The queue of requests to enter: what was typed, what a rating list says, and who asks twice."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from planilla.adapters.http.command_forms import PERSON_FIELDS, new_entrant
from planilla.application.completing import CompletionSource, Lookup, looked_up, with_listed
from planilla.application.envelope import Person
from planilla.domain.tournament.entry_requests import (
    pending_requests,
    places_left,
    takes_requests,
    waiting_numbers,
)
from planilla.domain.tournament.personal import Entered
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import EntryRequest
from planilla.domain.vocabulary import EntrantId
from planilla.formats.entry_list import EntryLine

NOBODY = Person(name="")
"""The person of a request whose data were erased."""


class ListedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry with the data of a rating list, as `listed` of `accept-entry-requests` takes it.

    `person` has the fields that are not empty.
    """

    id: EntrantId
    person: dict[str, str]
    rating: int
    title: str
    federation: str
    k: int
    rating_list: str
    categories: tuple[str, ...]


class QueuedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to enter with its personal data; `at` is in microseconds since 1970 (UTC).

    `waiting` is its number on the waiting list, 0 if there is a place. `listed` is the entry with
    the data of the rating list, if it has the player. `twice` is `entered` if the person is entered
    already, `asked` if an earlier request is theirs too, else "".
    """

    entrant: str
    name: str
    rating: int
    federation: str
    birth: str
    fide_id: str
    club: str
    contact: str
    at: int
    waiting: int
    listed: ListedEntry | None
    twice: str


class EntryQueue(msgspec.Struct, frozen=True, kw_only=True):
    """The entry form and its queue; `closes_at` null: no end, `left` null: no limit of places."""

    is_open: bool
    closes_at: int | None
    places: int
    left: int | None
    requests: tuple[QueuedRequest, ...]


class RequestLookup(NamedTuple):
    """The answer of a rating list about a request, and the entry with the data of its player."""

    found: Lookup = Lookup()
    listed: ListedEntry | None = None


def requests_looked_up(
    state: Tournament,
    people: Mapping[str, Person],
    source: CompletionSource,
    picked: Mapping[str, str],
) -> dict[EntrantId, RequestLookup]:
    """Return what a rating list says about each request that waits for a decision.

    `picked` has the answers of the arbiter by entrant: an id, or `NO_LISTED_PLAYER`.
    """
    return {
        entrant: _looked_up(entrant, each, people.get(entrant, NOBODY), source, picked)
        for entrant, each in pending_requests(state).items()
    }


def _looked_up(
    entrant: EntrantId,
    known: EntryRequest,
    person: Person,
    source: CompletionSource,
    picked: Mapping[str, str],
) -> RequestLookup:
    line = _line_of(known, person)
    found = looked_up(line, source, picked.get(entrant, ""))
    if found.player is None:
        return RequestLookup(found)
    listed = new_entrant(with_listed(line, found.player, source), "")
    if person.contact:
        listed["person"]["contact"] = person.contact
    return RequestLookup(found, msgspec.convert({**listed, "id": entrant}, ListedEntry))


def _line_of(known: EntryRequest, person: Person) -> EntryLine:
    """Return a request as a line of an entry list, with what was typed."""
    typed = {name: getattr(person, name) for name in PERSON_FIELDS}
    typed |= {"federation": known.federation, "rating": str(known.rating or "")}
    return EntryLine(line=1, values={name: text for name, text in typed.items() if text})


def queue_of(
    state: Tournament,
    people: Mapping[str, Person],
    now: int,
    lookups: Mapping[EntrantId, RequestLookup],
) -> EntryQueue:
    """Return the queue with what a rating list says about its requests."""
    form = state.entry_form
    return EntryQueue(
        is_open=takes_requests(state, now),
        closes_at=None if form is None else form.closes_at,
        places=0 if form is None else form.places,
        left=places_left(state),
        requests=_requests(state, people, lookups),
    )


def _requests(
    state: Tournament,
    people: Mapping[str, Person],
    lookups: Mapping[EntrantId, RequestLookup],
) -> tuple[QueuedRequest, ...]:
    numbers, twice, requests = waiting_numbers(state), PeopleTwice(state, people), []
    for entrant, each in pending_requests(state).items():
        person, listed = people.get(entrant, NOBODY), lookups.get(entrant, RequestLookup()).listed
        requests.append(
            QueuedRequest(
                entrant=entrant,
                name=person.name,
                rating=each.rating,
                federation=each.federation,
                birth=person.birth,
                fide_id=person.fide_id,
                club=person.club,
                contact=person.contact,
                at=each.at,
                waiting=numbers[entrant],
                listed=listed,
                twice=twice.seen(asdict(person) if listed is None else listed.person),
            )
        )
    return tuple(requests)


class PeopleTwice:
    """The people who are entered, and then those who ask to be, in order."""

    def __init__(self, state: Tournament, people: Mapping[str, Person]) -> None:
        self._entered = entered_of(state, people)
        self._asked = Entered()

    def seen(self, values: Mapping[str, str]) -> str:
        """Add a person who asks; return `entered` or `asked` if they are known, else ""."""
        if self._entered.twice(values):
            return "entered"
        if self._asked.twice(values):
            return "asked"
        self._asked.add(values)
        return ""


def entered_of(state: Tournament, people: Mapping[str, Person]) -> Entered:
    """Return the entrants of a tournament, to find those who come twice."""
    entered = Entered()
    for entrant in state.entrants.keys() & people.keys():
        entered.add(asdict(people[entrant]))
    return entered
