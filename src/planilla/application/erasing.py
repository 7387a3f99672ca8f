"""Erasure of people, texts and files, with the reason and the end of what remains.

The act that records it empties the rows; then their space is overwritten, the chain is verified,
and the list outside the database gets a line. A report holds no names. After a backup was restored,
the erasures of the list are repeated (`erase_again`), because a backup holds rows that were erased
after it was made. An entrant who was entered again after the erasure stays.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import msgspec

from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.erasure import Prospect, Sources, TournamentReading, prospect, reading_of
from planilla.application.ledger import PersonalData
from planilla.application.ports import (
    CommandBus,
    Compacted,
    Erasure,
    Erasures,
    People,
    ReportProgress,
)
from planilla.audit.seal import Fault, verify
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.vocabulary import EntrantId

BACKUP_DAYS = 91
"""A backup is removed when it is older than ninety whole days (`deploy/systemd`)."""
DIGITS_MIN = 8
"""Digits that identify a hash, at least."""
_DAY_US = 86_400_000_000


class NotDone(Exception):
    """The erasure was not recorded; the answer has the reason."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(answer.code)


class NotKept(Exception):
    """No such `text` or `file` was ever kept; `what` says which of the two, `key` its hash."""

    def __init__(self, what: str, key: str) -> None:
        self.what = what
        self.key = key
        super().__init__(f"{what} {key}")


class Tools(msgspec.Struct, frozen=True, kw_only=True):
    """The ports that erasing uses; `now` is in microseconds since 1970 (UTC)."""

    sources: Sources
    bus: CommandBus
    people: People
    new_id: Callable[[], str]
    now: Callable[[], int]
    erasures: Erasures


class ErasureRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to erase: an entrant, and the chosen texts (commitments) and files (SHA-256).

    Without an entrant texts and files alone. `matching` chooses all texts in which the name occurs.
    """

    tournament: str
    entrant: str = ""
    texts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    matching: bool = False


class Remaining(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is left: the key of its sentence (`erasure.remains.…`) and its fields."""

    code: str
    fields: dict[str, Any] = {}


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """The log after it: how many events, the hash of the last in hex, and what is wrong."""

    events: int
    head: str
    faults: tuple[Fault, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The data that were emptied and those that remain; `fields` are the names of the former.

    `at` is in microseconds since 1970 (UTC); `number` is 0 where no entrant was meant.
    """

    tournament: str
    entrant: str
    number: int
    at: int
    version: int
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    files: tuple[str, ...]
    remains: tuple[Remaining, ...]
    storage: Compacted
    chain: Chain


async def erase(
    tools: Tools,
    wanted: ErasureRequest,
    actor: Actor,
    report_progress: ReportProgress,
    *,
    most: int | None = None,
) -> Report:
    """Erase an entrant with the chosen texts and files, and return the report.

    Raises:
        NoSuchTournament, NoSuchEntrant: there is none.
        NotKept: a text or file that was chosen was never kept here.
        NotDone: it was not recorded; nothing was emptied.
        StoreUnavailable: as `CommandBus.submit`.
    """
    sources = tools.sources
    wanted = await chosen(tools, wanted)
    person = (await sources.log.people(wanted.tournament)).get(wanted.entrant)
    before = await prospect(sources, wanted.tournament, wanted.entrant)
    found = tuple(each.commitment for each in before.texts) if wanted.matching else ()
    texts = tuple(dict.fromkeys((*wanted.texts, *found)))
    emptied = await empty(tools, msgspec.structs.replace(wanted, texts=texts), actor)
    storage = await tools.people.compact(report_progress, most=most)
    left = await prospect(sources, wanted.tournament, wanted.entrant, person=person)
    at = tools.now()
    return Report(
        tournament=wanted.tournament,
        entrant=wanted.entrant,
        number=before.number,
        at=at,
        version=emptied.version,
        fields=before.fields,
        texts=emptied.texts,
        files=emptied.files,
        remains=(*remains_of(left), *remains_of_storage(storage), *remains_beside(at)),
        storage=storage,
        chain=await chain_of(tools, wanted.tournament),
    )


async def erase_texts(
    tools: Tools,
    wanted: ErasureRequest,
    actor: Actor,
    report_progress: ReportProgress,
    *,
    most: int | None = None,
) -> Report:
    """Erase texts and files alone; see `erase`."""
    wanted = await chosen(tools, wanted)
    emptied = await empty(tools, wanted, actor)
    storage = await tools.people.compact(report_progress, most=most)
    at = tools.now()
    return Report(
        tournament=wanted.tournament,
        entrant="",
        number=0,
        at=at,
        version=emptied.version,
        fields=(),
        texts=emptied.texts,
        files=emptied.files,
        remains=(*remains_of_storage(storage), *remains_beside(at)),
        storage=storage,
        chain=await chain_of(tools, wanted.tournament),
    )


async def chosen(tools: Tools, wanted: ErasureRequest) -> ErasureRequest:
    """Return the texts and files that are meant, by their whole hashes.

    Raises:
        NoSuchTournament: there is none.
        NotKept: one was never kept here, or several begin as it does.
    """
    reading = await reading_of(tools.sources.log, wanted.tournament)
    texts = {text for each in reading.events for text in each.event.commitments()}
    evidence = tools.sources.evidence
    kept = () if evidence is None else await evidence.kept(wanted.tournament)
    return msgspec.structs.replace(
        wanted,
        texts=tuple(_meant("text", each, texts) for each in wanted.texts),
        files=tuple(_meant("file", each, {of.file.sha256 for of in kept}) for each in wanted.files),
    )


def _meant(what: str, digits: str, known: Collection[str]) -> str:
    found = [each for each in known if each.startswith(digits)] if len(digits) >= DIGITS_MIN else []
    if len(found) != 1:
        raise NotKept(what, digits)
    return found[0]


class Emptied(msgspec.Struct, frozen=True, kw_only=True):
    """The version of the tournament after it, and the texts and files that there were."""

    version: int
    texts: tuple[str, ...]
    files: tuple[str, ...]


async def empty(tools: Tools, wanted: ErasureRequest, actor: Actor) -> Emptied:
    """Record it and empty everything; rows that came back since they were erased go again.

    Raises:
        NotDone: it was not recorded; nothing was emptied.
        StoreUnavailable: as `CommandBus.submit`.
    """
    tournament = wanted.tournament
    kept = await tools.sources.log.texts(tournament, "staff")
    version = await tools.sources.log.head(tournament)
    if wanted.entrant:
        body: dict[str, Any] = {"entrant": wanted.entrant, "texts": wanted.texts}
        version = (await _submitted(tools, tournament, actor, "erase-person", body)).version
        await tools.people.erase_person(tournament, wanted.entrant)
    elif wanted.texts:
        body = {"texts": wanted.texts}
        version = (await _submitted(tools, tournament, actor, "erase-texts", body)).version
    for text in wanted.texts:
        await tools.people.erase_text(tournament, text)
    files = [each for each in wanted.files if await _file_erased(tools, tournament, each)]
    tools.erasures.add(
        Erasure(
            tournament=tournament,
            at=tools.now(),
            entrant=wanted.entrant,
            texts=wanted.texts,
            files=wanted.files,
        )
    )
    return Emptied(
        version=version,
        texts=tuple(each for each in wanted.texts if each in kept),
        files=tuple(files),
    )


async def _submitted(
    tools: Tools, tournament: str, actor: Actor, name: str, body: dict[str, Any]
) -> Answer:
    answer = await tools.bus.submit(
        Submission(
            tournament=tournament,
            name=name,
            body=msgspec.json.encode(body),
            command_id=f"erase:{tools.new_id()}",
            actor=actor,
        )
    )
    if answer.status not in {"done", "already"}:
        raise NotDone(answer)
    return answer


async def _file_erased(tools: Tools, tournament: str, sha256: str) -> bool:
    evidence = tools.sources.evidence
    return evidence is not None and await evidence.erase(tournament, sha256)


async def chain_of(tools: Tools, tournament: str) -> Chain:
    """Return the log of a tournament, followed link by link."""
    events = await tools.sources.log.events(tournament)
    return Chain(
        events=len(events),
        head=events[-1].hash.hex() if events else "",
        faults=verify(events),
    )


def remains_of(left: Prospect) -> Iterator[Remaining]:
    """Yield the remains of an entrant in this database, and of the person on this machine."""
    yield Remaining(code="facts", fields={"n": left.facts, "number": left.number})
    if left.rating or left.title or left.federation:
        said = " ".join(filter(None, (left.title, left.federation, str(left.rating or ""))))
        yield Remaining(code="sporting", fields={"said": said})
    yield Remaining(code="commitment", fields={"commitment": left.commitment})
    if left.key_tells:
        yield Remaining(code="key", fields={"entrant": left.entrant})
    for text in left.texts:
        versions = ", ".join(f"v{version}" for version in text.versions)
        yield Remaining(code="text", fields={"commitment": text.commitment, "versions": versions})
    for file in left.files:
        code = "file-unread" if file.words is None else "file"
        if file.words is None or file.words:
            yield Remaining(code=code, fields={"sha256": file.sha256, "type": file.media_type})
    for other in left.elsewhere:
        yield Remaining(code="elsewhere", fields=msgspec.structs.asdict(other))
    for listed in left.listed:
        yield Remaining(code="listed", fields=msgspec.structs.asdict(listed))


def remains_of_storage(storage: Compacted) -> Iterator[Remaining]:
    """Yield the possible remains in the storage of the rows."""
    if not storage.rewritten:
        yield Remaining(code=f"{storage.database}.{storage.why}")
    if storage.database == "sqlite" and not storage.wal_emptied:
        yield Remaining(code="sqlite.journal")
    if storage.database == "postgresql":
        code = "postgresql.archived" if storage.archived else "postgresql.wal"
        yield Remaining(code=code, fields={"segment": storage.wal_upto})
        yield Remaining(code="postgresql.log")


def remains_beside(at: int) -> Iterator[Remaining]:
    """Yield the remains outside the database; `at` is the time of the erasure there."""
    yield Remaining(code="backups", fields={"until": at + BACKUP_DAYS * _DAY_US})
    yield Remaining(code="devices")
    yield Remaining(code="copies")


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """The data that were found and emptied again, by tournament, and the state of their storage.

    `storage` is None where nothing was found.
    """

    done: tuple[ErasureRequest, ...]
    storage: Compacted | None = None


async def erase_again(
    tools: Tools,
    listed: Sequence[Erasure],
    actor: Actor,
    report_progress: ReportProgress,
    *,
    dry_run: bool = False,
) -> Again:
    """Empty rows that are here although the facts or the list record their erasure.

    Raises:
        NotDone: an erasure was not recorded; those before it were.
        StoreUnavailable: as `CommandBus.submit`.
    """
    done: list[ErasureRequest] = []
    for summary in await tools.sources.log.tournaments():
        lines = [line for line in listed if line.tournament == summary.id]
        done += await _found(tools, summary.id, lines)
    if dry_run or not done:
        return Again(done=tuple(done))
    for wanted in done:
        await empty(tools, wanted, actor)
    return Again(done=tuple(done), storage=await tools.people.compact(report_progress))


async def _found(tools: Tools, tournament: str, lines: Sequence[Erasure]) -> list[ErasureRequest]:
    log, evidence = tools.sources.log, tools.sources.evidence
    apart = await log.apart(tournament)
    reading = await reading_of(log, tournament)
    texts = {text for line in lines for text in line.texts} | reading.state.erased
    files = {file for line in lines for file in line.files}
    kept = () if evidence is None else await evidence.kept(tournament)
    here = ErasureRequest(
        tournament=tournament,
        texts=tuple(row.commitment for row in apart.texts if row.commitment in texts),
        files=tuple(
            each.file.sha256 for each in kept if each.file.sha256 in files and not each.is_erased
        ),
    )
    people = [
        ErasureRequest(tournament=tournament, entrant=entrant)
        for entrant in _entrants(reading, apart, {line.entrant for line in lines})
    ]
    return [*people, here] if here.texts or here.files else people


def _entrants(reading: TournamentReading, apart: PersonalData, listed: set[str]) -> list[str]:
    recorded = {
        each.event.entrant for each in reading.events if isinstance(each.event, PersonErased)
    }
    found = []
    for row in apart.people:
        came_back = row.commitment in reading.state.erased
        is_older = row.entrant in listed and row.entrant not in recorded
        if _is_known(reading, row.entrant) and (came_back or is_older):
            found.append(row.entrant)
    return found


def _is_known(reading: TournamentReading, entrant: str) -> bool:
    state, id_ = reading.state, EntrantId(entrant)
    return state.entry(id_) is not None or id_ in state.removed
