"""The data stored about a person, and the texts and files that may name them.

A name in free text is found by its words, whatever their case and accents. A program cannot decide
whether the text means that person, so the texts are proposed and the arbiter chooses.
"""

import asyncio
import re
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from planilla.application.envelope import Person, Recorded
from planilla.application.evidence import named_in
from planilla.application.ports import Evidence, Log
from planilla.application.rating_lists import ListUnusable, RatingLists
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.tournament.setup import NoSuchTournament
from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.formats.rating_list.cells import ID_DIGITS_MAX

WORD_LETTERS = 3
"""Shorter words of a name are in too many texts."""
PARTICLES = frozenset({"del", "der", "den", "des", "las", "los", "van", "von"})
READABLE = "text/plain"
"""Types of evidence files that can be searched; photos and PDFs cannot."""


class TextFound(msgspec.Struct, frozen=True, kw_only=True):
    """A free text that is kept: who may read it, the versions of its facts, the words found."""

    commitment: str
    audience: str
    versions: tuple[int, ...]
    text: str
    words: tuple[str, ...] = ()


class FileFound(msgspec.Struct, frozen=True, kw_only=True):
    """A file of evidence that is kept; `words` is None where it cannot be searched."""

    sha256: str
    media_type: str
    size: int
    about: tuple[int, ...]
    words: tuple[str, ...] | None = None


class EnteredElsewhere(msgspec.Struct, frozen=True, kw_only=True):
    """Another tournament of this database in which the same FIDE id or name is entered."""

    tournament: str
    entrant: str


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A federation's rating list on this machine that holds the person."""

    kind: str
    month: str


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """The stored data of an entrant; `fields` are the names of the personal data.

    `facts` is how many name the entrant's key; `key_tells` that the key holds a word of the name.
    """

    tournament: str
    entrant: str
    number: int
    commitment: str
    fields: tuple[str, ...]
    texts: tuple[TextFound, ...]
    files: tuple[FileFound, ...]
    elsewhere: tuple[EnteredElsewhere, ...]
    listed: tuple[Listing, ...]
    facts: int
    rating: int
    title: str
    federation: str
    key_tells: bool

    @property
    def is_erased(self) -> bool:
        """True if no personal data are stored any more."""
        return not self.fields


class Sources(msgspec.Struct, frozen=True, kw_only=True):
    """The places that are searched."""

    log: Log
    evidence: Evidence | None
    lists: RatingLists


class TournamentReading(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as its log tells it, to the staff."""

    tournament: str
    events: tuple[Recorded, ...]
    state: Tournament


async def reading_of(log: Log, tournament: str) -> TournamentReading:
    """Return the tournament.

    Raises:
        NoSuchTournament: there is none.
    """
    events = await log.events(tournament)
    if not events:
        raise NoSuchTournament(tournament=tournament)
    state = fold(each.fact for each in events)
    return TournamentReading(tournament=tournament, events=events, state=state)


def _entry_of(state: Tournament, entrant: EntrantId) -> EntrantState:
    """Return an entrant, or of a mistaken entry that was taken back what is still known.

    Raises:
        NoSuchEntrant: there is none.
    """
    known = state.entry(entrant)
    if known is not None:
        return known
    if entrant not in state.removed:
        raise NoSuchEntrant(entrant=entrant)
    return EntrantState(id=entrant, person=state.removed[entrant])


def _number_of(state: Tournament, entrant: EntrantId) -> int:
    """Return the pairing number; 0 of a mistaken entry."""
    return state.order.index(entrant) + 1 if entrant in state.entrants else 0


async def prospect(
    sources: Sources, tournament: str, entrant: str, *, person: Person | None = None
) -> Prospect:
    """Return the stored data of an entrant; `person` is given where it is not stored any more.

    Raises:
        NoSuchTournament, NoSuchEntrant: there is none.
    """
    reading = await reading_of(sources.log, tournament)
    known = _entry_of(reading.state, EntrantId(entrant))
    kept = (await sources.log.people(tournament)).get(entrant)
    who = person or kept
    words = frozenset() if who is None else words_of(who)
    return Prospect(
        tournament=tournament,
        entrant=entrant,
        number=_number_of(reading.state, known.id),
        commitment=known.person,
        fields=() if kept is None else fields_kept(kept),
        texts=await texts_with(sources.log, reading, words) if words else (),
        files=await files_with(sources.evidence, reading, words),
        elsewhere=() if who is None else await _elsewhere(sources.log, who, tournament, entrant),
        listed=() if who is None else _listed(sources.lists, who),
        facts=sum(f'"{entrant}"'.encode() in each.data for each in reading.events),
        rating=known.rating,
        title=known.title,
        federation=known.federation,
        key_tells=bool(words & _words_in(entrant)),
    )


def fields_kept(person: Person) -> tuple[str, ...]:
    """Return the names of the fields that hold data of a person."""
    return tuple(name for name, value in msgspec.structs.asdict(person).items() if value)


def words_of(person: Person) -> frozenset[str]:
    """Return the search words of a person: those of the name, the FIDE id and the contact."""
    words = {
        word
        for word in _words_in(person.name)
        if len(word) >= WORD_LETTERS and word not in PARTICLES
    }
    return frozenset(words | _words_in(person.fide_id) | _joined(person.contact))


async def texts_with(
    log: Log, reading: TournamentReading, words: frozenset[str] | None
) -> tuple[TextFound, ...]:
    """The texts in which one of `words` occurs, those with most first; without words all texts."""
    audiences = {
        audience: await log.texts(reading.tournament, audience)
        for audience in (Audience.STAFF, Audience.PUBLIC)
    }
    versions = _versions(reading.events)
    found = (
        TextFound(
            commitment=commitment,
            audience=Audience.PUBLIC if commitment in audiences[Audience.PUBLIC] else "staff",
            versions=tuple(versions.get(commitment, ())),
            text=text,
            words=tuple(sorted(_words_in(text) & words)) if words else (),
        )
        for commitment, text in audiences[Audience.STAFF].items()
    )
    chosen = (each for each in found if words is None or each.words)
    return tuple(sorted(chosen, key=lambda each: (-len(each.words), each.versions)))


def searched(text: str) -> frozenset[str] | None:
    """Return the typed search words; None without any."""
    return frozenset(_words_in(text)) or None


async def files_with(
    evidence: Evidence | None, reading: TournamentReading, words: frozenset[str]
) -> tuple[FileFound, ...]:
    """All files of evidence that are kept, each with the words found where it can be searched."""
    if evidence is None:
        return ()
    about = {file.sha256: versions for file, versions in named_in(reading.state).items()}
    found = []
    for each in await evidence.kept(reading.tournament):
        if each.is_erased:
            continue
        in_it = None
        if each.file.media_type == READABLE:
            body = await evidence.body(reading.tournament, each.file.sha256)
            # A long statement takes a second: beside the loop.
            in_it = await asyncio.to_thread(_words_of_file, body or b"", words)
        found.append(
            FileFound(
                sha256=each.file.sha256,
                media_type=each.file.media_type,
                size=each.file.size,
                about=about.get(each.file.sha256, ()),
                words=in_it,
            )
        )
    return tuple(found)


def _words_of_file(body: bytes, words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(_words_in(body.decode("utf-8", "replace")) & words))


def _versions(events: Sequence[Recorded]) -> Mapping[str, list[int]]:
    versions: dict[str, list[int]] = {}
    for each in events:
        for commitment in filter(None, each.event.commitments()):
            versions.setdefault(commitment, []).append(each.version)
    return versions


async def _elsewhere(
    log: Log, person: Person, tournament: str, entrant: str
) -> tuple[EnteredElsewhere, ...]:
    found = []
    for other in await log.tournaments():
        for key, somebody in (await log.people(other.id)).items():
            if (other.id, key) != (tournament, entrant) and _are_one(person, somebody):
                found.append(EnteredElsewhere(tournament=other.id, entrant=key))
    return tuple(found)


def _are_one(person: Person, other: Person) -> bool:
    if person.fide_id and other.fide_id:
        return person.fide_id == other.fide_id
    return _words_in(person.name) == _words_in(other.name)


def _listed(lists: RatingLists, person: Person) -> tuple[Listing, ...]:
    try:
        return tuple(
            Listing(kind=each.kind, month=each.month)
            for each in lists.lists()
            if _is_in(lists, each.kind, person)
        )
    except ListUnusable:  # the list must be imported again before it can be searched
        return ()


def _is_in(lists: RatingLists, kind: str, person: Person) -> bool:
    if person.fide_id.isascii() and person.fide_id.isdigit():
        fits = len(person.fide_id) <= ID_DIGITS_MAX
        return fits and lists.with_id(kind, int(person.fide_id)) is not None
    return bool(lists.named(kind, person.name))


def _words_in(text: str) -> set[str]:
    """Return the words of a text without case and accents."""
    return set(re.findall(r"\w+", _plain(text))) | set(re.findall(r"[^\W\d_]+", _plain(text)))


def _joined(contact: str) -> set[str]:
    """Return the words of an address or a number that are long enough to identify a person."""
    return {word for word in _words_in(contact) if len(word) > WORD_LETTERS}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    marks = (each for each in set(apart) if unicodedata.category(each) == "Mn")
    return apart.translate({ord(mark): None for mark in marks})
