"""How many events a second become durable, beside the library `eventsourcing`.

Both sides append one event with each save and answer when it is on the disk. Our side does all that
the product does: permission, decision, hash chain, stored answer, positions without holes. Of the
library only its recorder runs: no aggregate, no encoding, an event of the same size.
"""

import asyncio
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import msgspec
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from bench.figures import Figure, Section, milliseconds_of
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.migrate import migrate
from planilla.adapters.store.writer import Writer
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.handle import Handler
from planilla.config import find_assets

GAMES = 64
"""Boards of the one tournament that all submitters write to: the hardest case for us."""
SUBMITTERS = (1, 64)
ORGANISER = Actor(id="bench", scopes=frozenset({"*"}))
TOURNAMENT = "bench"
STATE_BYTES = b'{"type":"ResultRecorded","game":"1.17","result":"1-0"}'
TOPIC = "bench.events:ResultRecorded"


def measure(sqlite_folder: Path, postgres_url: Callable[[], str] | None, *, quick: bool) -> Section:
    """The section on appending; without PostgreSQL its rows are missing, and the note says so."""
    seconds = 0.5 if quick else 4.0
    figures = [_sync(sqlite_folder), *_sqlite(sqlite_folder, seconds)]
    if postgres_url is not None:
        figures += _postgres(postgres_url, seconds)
    missing = "" if postgres_url is not None else " PostgreSQL was not there: not measured."
    return Section(
        "Appends a second, beside the library eventsourcing",
        f"{seconds:g} s each, one event a save, answered when durable, on both sides alike: SQLite "
        "in WAL mode with synchronous=FULL, PostgreSQL with fsync and synchronous_commit on, files "
        f"in one temporary folder. Ours: commands through the real writer, all for one tournament "
        f"of {GAMES} boards, 1 or 64 tasks that each wait for their answer. Theirs: "
        f"insert_events of the library's application recorder, 1 or 64 threads.{missing}",
        figures,
    )


def _sync(folder: Path) -> Figure:
    """What the disk allows: nobody can be durable more often than it syncs."""
    with (folder / "sync").open("wb", buffering=0) as file:

        def append_and_sync() -> None:
            file.write(bytes(4096))
            os.fsync(file.fileno())

        once = milliseconds_of(append_and_sync, runs=100)
    return Figure("append 4 kB to a file and fsync", once, "ms", "the floor of every commit")


def _sqlite(folder: Path, seconds: float) -> Iterator[Figure]:
    for count in SUBMITTERS:
        ours = _ours(f"sqlite:///{folder / f'ours-{count}.db'}", count, seconds)
        datastore = SQLiteDatastore(
            str(folder / f"theirs-{count}.db"), pool_size=count, lock_timeout=30, pool_timeout=30
        )
        _check_durable(datastore)
        recorder = SQLiteApplicationRecorder(datastore)
        recorder.create_table()
        theirs = _theirs(recorder, count, seconds)
        datastore.close()
        yield from _beside("SQLite", count, ours, theirs)


def _check_durable(datastore: SQLiteDatastore) -> None:
    with datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2, "the library's connection is not synchronous=FULL"


def _postgres(new_url: Callable[[], str], seconds: float) -> Iterator[Figure]:
    for count in SUBMITTERS:
        ours = _ours(new_url(), count, seconds)
        address = urlsplit(new_url())
        datastore = PostgresDatastore(
            dbname=address.path.lstrip("/"),
            host=str(address.hostname),
            port=int(address.port or 5432),
            user=str(address.username),
            password="",
            pool_size=count,
            connect_timeout=30,
        )
        recorder = PostgresApplicationRecorder(datastore)
        recorder.create_table()
        theirs = _theirs(recorder, count, seconds)
        datastore.close()
        yield from _beside("PostgreSQL", count, ours, theirs)


def _beside(database: str, count: int, ours: float, theirs: float) -> Iterator[Figure]:
    who = "1 submitter" if count == 1 else f"{count} submitters"
    yield Figure(f"{database}, {who}: planilla", ours, "events/s")
    yield Figure(f"{database}, {who}: eventsourcing", theirs, "events/s")
    yield Figure(f"{database}, {who}: ratio", ours / theirs, "×", "ours to theirs")


def _ours(url: str, count: int, seconds: float) -> float:
    migrate(url, find_assets("migrations"))
    ledger = DatabaseLedger(url)
    handler = Handler(ledger, clock=SystemClock(), ids=RandomIds())
    with Writer(handler, on_append=lambda _: None) as writer:
        for answer in writer.submit_all(_opening()):
            assert answer.status == "done", answer
        rate = asyncio.run(_submitting(writer, count, seconds))
    ledger.close()
    return rate


def _opening() -> Iterator[Submission]:
    entrants = [
        {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2400 - place}
        for place in range(2 * GAMES)
    ]
    yield _submission("create-tournament", {"name": "Bench", "rounds": 9})
    yield _submission("enter-entrants", {"entrants": entrants})
    yield _submission("pair-round", {"round": 1})
    yield _submission("publish-pairings", {"round": 1})


def _submission(name: str, body: dict[str, object]) -> Submission:
    return Submission(
        tournament=TOURNAMENT,
        name=name,
        body=msgspec.json.encode(body),
        command_id=str(uuid4()),
        actor=ORGANISER,
    )


async def _submitting(writer: Writer, count: int, seconds: float) -> float:
    start = time.perf_counter()
    until = start + seconds
    appended = await asyncio.gather(
        *(_one_submitter(writer, f"1.{board}", until) for board in range(1, count + 1))
    )
    return sum(appended) / (time.perf_counter() - start)


async def _one_submitter(writer: Writer, game: str, until: float) -> int:
    """Enter a result and take it back, again and again: one event each."""
    for done in itertools.count():
        if time.perf_counter() > until:
            return done
        answer = await _enter_or_take_back(writer, game, taking_back=done % 2 == 1)
        assert answer.status == "done", answer
    raise AssertionError("unreachable")


async def _enter_or_take_back(writer: Writer, game: str, *, taking_back: bool) -> Answer:
    if taking_back:
        return await writer.submit(_submission("withdraw-result", {"game": game}))
    return await writer.submit(_submission("record-result", {"game": game, "result": "1-0"}))


def _theirs(
    recorder: SQLiteApplicationRecorder | PostgresApplicationRecorder, count: int, seconds: float
) -> float:
    appended = [0] * count
    start = time.perf_counter()
    until = start + seconds

    def save(worker: int) -> None:
        aggregate = uuid4()
        while time.perf_counter() < until:
            appended[worker] += 1
            recorder.insert_events([_stored(aggregate, appended[worker])])

    threads = [threading.Thread(target=save, args=(worker,)) for worker in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(appended) / (time.perf_counter() - start)


def _stored(aggregate: UUID, version: int) -> StoredEvent:
    return StoredEvent(
        originator_id=aggregate, originator_version=version, topic=TOPIC, state=STATE_BYTES
    )
