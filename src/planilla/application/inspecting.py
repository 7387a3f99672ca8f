"""The inspection of a store: the log and all data beside it, compared with one another.

The chain seals events only. Here the heads are compared with the events, names and texts with their
commitments, files of evidence with their hashes, answers with the events recorded for them, and
links with the key that signed them; the guards of the table are checked. Nothing is written.
"""

import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

import msgspec

from planilla.application.envelope import Answer, Recorded
from planilla.application.permissions import link_id
from planilla.application.ports import Erasure
from planilla.application.recording import name_in, people_erased_by, texts_erased_by
from planilla.application.redaction import IDENTIFIER
from planilla.audit.seal import (
    GENESIS,
    Fault,
    LinkRow,
    commitment_to,
    event_ids_after,
    holes,
    is_link_signed,
    verify,
)
from planilla.domain.tournament.erasure import PersonErased, TextsErased
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.facts import UnknownEvent
from planilla.domain.tournament.festival import FestivalJoined, FestivalLeft
from planilla.domain.tournament.keys import LogKeyAnnounced
from planilla.domain.tournament.leading import LeadHandedOver, LeadTakenOver
from planilla.domain.tournament.setup import TournamentHidden, TournamentShown
from planilla.domain.tournament.subjects import EVENT_TYPES
from planilla.domain.tournament.values import EvidenceFile
from planilla.formats.evidence import media_type_of

COMMITMENT = re.compile("[0-9a-f]{64}")
"""A commitment to a text, unlike a reason that is one of a few words."""

EVENT_FAULTS = frozenset({"version-gap", "other-stream", "hash-mismatch", "unreadable"})
"""Faults at one fact, which they name."""

LOG_FAULTS = EVENT_FAULTS | {"head-moved", "stream-missing", "event-ids", "corrects-another"}
"""Faults of the log itself: nothing is appended to it. The others concern data beside it."""

TELLING = frozenset(
    name
    for name, kind in EVENT_TYPES.items()
    if {"person", "reason", "header", "note", "prose", "name", "regulations"}
    & set(kind.__struct_fields__)
) | {
    each.__name__
    for each in (
        PersonErased,
        TextsErased,
        LogKeyAnnounced,
        LeadHandedOver,
        LeadTakenOver,
        TournamentHidden,
        TournamentShown,
        FestivalJoined,
        FestivalLeft,
    )
}
"""Types of event that name data beside the log."""


class StreamRow(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a tournament as it is stored; times in microseconds since 1970 (UTC)."""

    tournament: str
    name: str
    version: int
    hash: bytes
    created_at: int
    changed_at: int
    event_ids: bytes
    hidden: int = 0
    led_from: str = ""
    festival: str = ""
    festival_words: str = ""


class CommandRow(NamedTuple):
    """A command that was answered; `answer` is None where it cannot be read.

    `is_sealed`: the row fits its keyed hash. `is_imported`: it came with an archive.
    """

    command_id: str
    answer: Answer | None
    is_sealed: bool
    is_imported: bool


class ApartRow(msgspec.Struct, frozen=True, kw_only=True):
    """Personal data or a text as stored: `key` is the entrant, or again the commitment."""

    key: str
    commitment: str
    salt: bytes | None
    body: bytes | None
    audience: str = ""

    @property
    def is_empty(self) -> bool:
        """True if it was erased."""
        return self.salt is None and self.body is None

    @property
    def fits(self) -> bool:
        """True if it fits its commitment."""
        if type(self.salt) is not bytes or type(self.body) is not bytes:
            return False
        return commitment_to(self.salt, self.body) == self.commitment


class EvidenceRow(NamedTuple):
    """A file of evidence as stored; erased, it has no body."""

    file: EvidenceFile
    body: bytes | None

    @property
    def fits(self) -> bool:
        """True if the bytes have the hash that the row, and every fact, names."""
        if self.body is None:
            return True
        if type(self.body) is not bytes:
            return False
        digest = hashlib.sha256(self.body).hexdigest()
        named = (self.file.sha256, self.file.size, self.file.media_type)
        return named == (digest, len(self.body), media_type_of(self.body))


class StoreSnapshot(Protocol):
    """A store at one moment, as it is inspected; a tournament or, with None, all of them."""

    def log_id(self) -> bytes:
        """Return the name of this log in signed links."""

    def position(self) -> int:
        """Return the position that the head of the log names."""

    def positions(self) -> Iterable[int]:
        """Return the positions of all events, in order."""

    def tournaments(self) -> frozenset[str]:
        """Return the tournaments that any table names."""

    def stream(self, tournament: str) -> StreamRow | None:
        """Return the head of a tournament, if it has one."""

    def events(self, tournament: str) -> Sequence[Recorded]:
        """Return the events of a tournament by version."""

    def commands(self, tournament: str | None) -> Iterable[tuple[str, CommandRow]]:
        """Return the commands with their tournaments, all of one tournament together."""

    def people(self, tournament: str) -> Iterable[ApartRow]:
        """Return the personal data of a tournament."""

    def texts(self, tournament: str) -> Iterable[ApartRow]:
        """Return the texts of a tournament."""

    def evidence(self, tournament: str) -> Iterable[EvidenceRow]:
        """Return the files of evidence of a tournament, one at a time: each has some megabytes."""

    def links(self) -> Iterable[LinkRow]:
        """Return all secret links."""

    def guards(self) -> Iterable[tuple[str, str]]:
        """Yield the faults of the triggers that guard the log, with their names.

        `guard-missing`, `guard-changed` or `guard-foreign`.
        """


class InspectedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that was inspected: how many events, and what is wrong with it."""

    tournament: str
    events: int
    faults: tuple[Fault, ...]
    is_hidden: bool = False

    @property
    def is_broken(self) -> bool:
        """True if the log itself is damaged, not only the data beside it."""
        return any(fault.code in LOG_FAULTS for fault in self.faults)


class LinkSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A link as it is listed; its `id` is `permissions.link_id`.

    `code` is empty, `link-unsigned`, or `link-unjudged` where no key of this log is at hand.
    """

    id: str
    actor_id: str
    scope: str
    created_at: int
    revoked_at: int | None
    code: str


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of an inspection: by tournament, and of the store as a whole."""

    tournaments: tuple[InspectedTournament, ...]
    holes: tuple[int, ...] = ()
    store: tuple[Fault, ...] = ()
    links: tuple[LinkSeen, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True if there is no fault."""
        return not (self.holes or self.store or any(each.faults for each in self.tournaments))


class KnownOutside(msgspec.Struct, frozen=True, kw_only=True):
    """Data outside the database: the list of erasures, and the keys of the log, in hex."""

    erasures: tuple[Erasure, ...] = ()
    keys: frozenset[str] = frozenset()


def inspect(snapshot: StoreSnapshot, known: KnownOutside) -> Inspection:
    """Inspect the whole store."""
    found: list[InspectedTournament] = []
    announced: set[str] = set()
    groups = itertools.groupby(snapshot.commands(None), key=lambda each: each[0])
    waiting = next(groups, None)
    for tournament in sorted(snapshot.tournaments()):
        commands: list[CommandRow] = []
        if waiting is not None and waiting[0] == tournament:
            commands = [row for _, row in waiting[1]]
            waiting = next(groups, None)
        checked, keys = _inspected(snapshot, tournament, commands, known.erasures)
        announced |= keys
        if checked is not None:
            found.append(checked)
    positions = list(snapshot.positions())
    links = tuple(_links(snapshot, known.keys, announced))
    strays = len(positions) - sum(each.events for each in found)
    return Inspection(
        tournaments=tuple(found),
        holes=holes(positions),
        store=tuple(_store_faults(snapshot, positions, links, strays)),
        links=links,
    )


def inspect_one(
    snapshot: StoreSnapshot, tournament: str, known: KnownOutside
) -> InspectedTournament | None:
    """Inspect one tournament; None where there is none."""
    if not IDENTIFIER.fullmatch(tournament):  # no database takes any text
        return None
    commands = [row for _, row in snapshot.commands(tournament)]
    return _inspected(snapshot, tournament, commands, known.erasures)[0]


def _inspected(
    snapshot: StoreSnapshot,
    tournament: str,
    commands: Sequence[CommandRow],
    erasures: Sequence[Erasure],
) -> tuple[InspectedTournament | None, frozenset[str]]:
    """Return a tournament inspected, and the keys that it announced."""
    events, stream = snapshot.events(tournament), snapshot.stream(tournament)
    named = _NamedContents(events)
    faults = _log_faults(events, stream, named)
    if not faults:
        lines = [line for line in erasures if line.tournament == tournament]
        of_texts = {text for line in lines for text in line.texts}
        imported = frozenset(row.command_id for row in commands if row.is_imported)
        listed = {line.entrant for line in lines}
        people = _Apart("person", named.people, named.erased, listed)
        texts = _Apart("text", named.texts, named.erased_texts, of_texts)
        faults = [
            *_beside_the_head(events, stream, named, snapshot.log_id().hex()),
            *people.faults(snapshot.people(tournament), imported),
            *texts.faults(snapshot.texts(tournament), imported),
            *_evidence_faults(snapshot.evidence(tournament)),
            *_answer_faults(events, commands),
        ]
    if not events and stream is None and not faults:
        return None, frozenset()
    checked = InspectedTournament(
        tournament=tournament,
        events=len(events),
        faults=tuple(faults),
        is_hidden=named.is_hidden,
    )
    return checked, frozenset() if checked.is_broken else frozenset(named.keys)


class _NamedContents:
    """The contents beside the log that the events of a tournament name."""

    def __init__(self, events: Sequence[Recorded]) -> None:
        self.names: set[str] = set()
        self.keys: set[str] = set()
        self.people: dict[str, _Commitment] = {}
        self.texts: dict[str, _Commitment] = {}
        self.erased: set[str] = set()
        self.erased_texts: set[str] = set()
        self.faults: list[Fault] = []
        self.is_hidden = False
        self.festival = self.festival_words = ""
        self.led_by = ""
        self._ids = {each.version: each.event_id for each in events}
        for recorded in events:
            if recorded.type in TELLING or recorded.type not in EVENT_TYPES or recorded.corrects:
                self._read(recorded)

    def _read(self, recorded: Recorded) -> None:
        try:
            event = recorded.event
        except (UnknownEvent, msgspec.DecodeError, TypeError):
            self.faults.append(Fault(version=recorded.version, code="unreadable"))
            return
        corrected = self._ids.get(event.corrects or 0)
        if recorded.corrects is not None and recorded.corrects != corrected:
            self.faults.append(Fault(version=recorded.version, code="corrects-another"))
        name = name_in(event)
        if name is not None:
            self.names.add(name)
        self._place(event)
        self._apart(recorded, event)

    def _place(self, event: Event) -> None:
        """Follow what the list of tournaments and the keys of the log repeat of an event."""
        match event:
            case LogKeyAnnounced():
                self.keys.add(event.public_key)
            case TournamentHidden() | TournamentShown():
                self.is_hidden = isinstance(event, TournamentHidden)
            case FestivalJoined():
                self.festival, self.festival_words = event.id, event.words
            case FestivalLeft():
                self.festival = self.festival_words = ""
            case LeadHandedOver():
                self.led_by = event.to
            case LeadTakenOver():
                self.led_by = event.by
            case _:
                pass

    def _apart(self, recorded: Recorded, event: Event) -> None:
        shown = frozenset({Audience.PUBLIC if event.reason_is_public else Audience.STAFF})
        if event.person and event.entrant is not None:
            self.people[event.entrant] = _Commitment(event.person, recorded.command_id)
            self.erased.discard(event.entrant)
        for text in filter(COMMITMENT.fullmatch, event.commitments()):
            before = self.texts.get(text)
            if before is None:
                self.texts[text] = _Commitment(text, recorded.command_id, shown)
            else:  # said again without being written again: both readers may have it
                before.audiences |= shown
        self.erased.update(each.key for each in people_erased_by("", event))
        self.erased_texts.update(each.key for each in texts_erased_by("", event))


class _Commitment:
    """A commitment, the command that it came by, and who may read what it stands for."""

    def __init__(
        self, commitment: str, command_id: str, audiences: frozenset[str] = frozenset()
    ) -> None:
        self.commitment = commitment
        self.command_id = command_id
        self.audiences = audiences


class _Apart:
    """Rows of one kind, compared with the commitments in the events."""

    def __init__(
        self,
        kind: str,
        wanted: Mapping[str, _Commitment],
        erased: AbstractSet[str],
        listed: AbstractSet[str],
    ) -> None:
        self._kind = kind
        self._wanted = wanted
        self._erased = erased
        self._may_be_empty = erased | listed

    def faults(self, rows: Iterable[ApartRow], imported: frozenset[str]) -> Iterator[Fault]:
        """Yield the rows that were changed, added or removed.

        A row that is empty or not there is right where a fact, or the list outside the database,
        says that it was erased; one that is not there also where it came without it in an archive.
        """
        missing = dict(self._wanted)
        for row in rows:
            how = self._judged(row, missing.pop(row.key, None))
            if how:
                yield Fault(version=0, code=f"{self._kind}-{how}", what=row.key)
        for key, wanted in missing.items():
            if key not in self._may_be_empty and wanted.command_id not in imported:
                yield Fault(version=0, code=f"{self._kind}-missing", what=key)

    def _judged(self, row: ApartRow, wanted: _Commitment | None) -> str:
        """Return the fault of a row; empty without one."""
        if wanted is None:
            return "foreign"
        if row.commitment != wanted.commitment or not (row.is_empty or row.fits):
            return "changed"
        if row.is_empty:
            return "" if row.key in self._may_be_empty else "missing"
        if row.key in self._erased:
            return "returned"
        return "shown" if wanted.audiences and row.audience not in wanted.audiences else ""


def _log_faults(
    events: Sequence[Recorded], stream: StreamRow | None, named: _NamedContents
) -> list[Fault]:
    """Return the faults of the log of a tournament, its head included."""
    faults = list(verify(events))
    last = events[-1].version if events else 0
    if stream is None:
        return [*faults, Fault(version=1, code="stream-missing")] if events else faults
    if last < stream.version or not events:
        return [*faults, Fault(version=last + 1, code="version-gap")]
    if faults:
        return faults
    at = events[-1]
    if (stream.version, stream.hash) != (at.version, at.hash):
        return [Fault(version=at.version, code="head-moved", what=f"v{stream.version}")]
    if stream.event_ids != event_ids_after(GENESIS, (each.event_id for each in events)):
        return [Fault(version=1, code="event-ids", what=f"v1 – v{at.version}"), *named.faults]
    return named.faults


def _beside_the_head(
    events: Sequence[Recorded], stream: StreamRow | None, named: _NamedContents, log_id: str
) -> Iterator[Fault]:
    """Return the faults of a head whose version and hash are right.

    From where a tournament is led no fact says before the lead is handed or taken over.
    """
    if stream is None:
        return
    times = (events[0].recorded_at, events[-1].recorded_at)
    if stream.name not in named.names or (stream.created_at, stream.changed_at) != times:
        yield Fault(version=0, code="stream-changed", what=stream.name)
    if bool(stream.hidden) != named.is_hidden:
        yield Fault(version=0, code="stream-shown", what=stream.tournament)
    if (stream.festival, stream.festival_words) != (named.festival, named.festival_words):
        yield Fault(version=0, code="stream-festival", what=stream.festival)
    led_by = "" if named.led_by == log_id else named.led_by
    if named.led_by and stream.led_from.partition(" ")[0] != led_by:
        yield Fault(version=0, code="stream-led", what=stream.tournament)


def _evidence_faults(rows: Iterable[EvidenceRow]) -> Iterator[Fault]:
    """Files whose bytes are not those that their hash stands for.

    A file that is not here is no fault: one may be erased without a fact, and named without ever
    being kept (ADR 0024).
    """
    for row in rows:
        if not row.fits:
            yield Fault(version=0, code="evidence-changed", what=row.file.sha256)


def _answer_faults(events: Sequence[Recorded], commands: Sequence[CommandRow]) -> Iterator[Fault]:
    """Answers that are not what was recorded for their commands, or that are not there."""
    recorded: dict[str, tuple[int, list[str]]] = {}
    for event in events:
        kinds = recorded.get(event.command_id, (0, []))[1]
        kinds.append(event.type)
        recorded[event.command_id] = (event.version, kinds)
    for row in commands:
        version, kinds = recorded.pop(row.command_id, (0, []))
        if not _is_right(row, version, kinds, len(events)):
            yield Fault(version=0, code="answer-changed", what=row.command_id)
    for command_id, (version, _) in recorded.items():
        yield Fault(version=version, code="answer-missing", what=command_id)


def _is_right(row: CommandRow, version: int, kinds: list[str], last: int) -> bool:
    """Return whether an answer is sealed, and lists the events recorded for the command."""
    answer = row.answer
    if not row.is_sealed or answer is None or list(answer.events) != kinds:
        return False
    if kinds:
        return answer.status == "done" and answer.version == version
    return answer.status != "done" and answer.version <= last


def _store_faults(
    snapshot: StoreSnapshot, positions: Sequence[int], links: Sequence[LinkSeen], strays: int
) -> Iterator[Fault]:
    """Yield the faults of the store as a whole; `strays` are events of no tournament."""
    if snapshot.position() != (positions[-1] if positions else 0):
        yield Fault(version=0, code="position-moved", what=str(snapshot.position()))
    if strays:
        yield Fault(version=0, code="event-foreign", what=str(strays))
    for code, name in snapshot.guards():
        yield Fault(version=0, code=code, what=name)
    for link in links:
        if link.code == "link-unsigned":
            yield Fault(version=0, code=link.code, what=f"{link.id} {link.actor_id} {link.scope}")


def _links(
    snapshot: StoreSnapshot, known: AbstractSet[str], announced: AbstractSet[str]
) -> Iterator[LinkSeen]:
    """Yield the links as they are listed; `known` are the keys of outside.

    Any arbiter may announce a key, hence those `announced` count only where none is known.
    """
    log_id = snapshot.log_id()
    for link in snapshot.links():
        if not is_link_signed(log_id, link):
            code = "link-unsigned"
        elif link.public_key.hex() in (known or announced):
            code = ""
        else:
            code = "link-unsigned" if known else "link-unjudged"
        yield LinkSeen(
            id=link_id(link.token_hash),
            actor_id=link.actor_id,
            scope=link.scope,
            created_at=link.created_at,
            revoked_at=link.revoked_at,
            code=code,
        )
