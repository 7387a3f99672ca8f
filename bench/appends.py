"""How many events a second become durable, beside the library `eventsourcing`.

Both sides append one event with each save and answer when it is on the disk. Our side does all that
the product does: permission, decision, hash chain, stored answer, positions without holes. Like
for like is the library's application; its recorder alone is the floor that it stands on.
"""

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import msgspec

from bench import library
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
HOW = (
    "one event a save, answered when durable, on both sides alike: SQLite in WAL mode with "
    "synchronous=FULL, PostgreSQL with fsync and synchronous_commit on, files in one temporary "
    f"folder. Ours: commands through the real writer, all for one tournament of {GAMES} boards, 1 "
    "or 64 tasks that each wait for their answer; permission, decision, hash chain, stored answer "
    "and positions without holes included. What is in the queue is decided on states in memory and "
    "shares one transaction, which fails if a stream does not end where it did or a command was "
    "answered. Their application is like for like: an aggregate from "
    "the repository (kept in its cache and brought up to date from the log, as our tournaments "
    "are), one event triggered, saved, by 1 or 64 threads; each has an aggregate of its own, which "
    "spares it the conflicts of one tournament. Their recorder is what this stands on: "
    "insert_events with an event of our size; no aggregate, no decision, no encoding."
)


def measure(sqlite_folder: Path, postgres_url: Callable[[], str] | None, *, quick: bool) -> Section:
    """The section on appending; without PostgreSQL its rows are missing, and the note says so."""
    seconds = 0.5 if quick else 4.0
    figures = [_sync(sqlite_folder), *_sqlite(sqlite_folder, seconds)]
    if postgres_url is not None:
        figures += _postgres(postgres_url, seconds)
    missing = "" if postgres_url is not None else " PostgreSQL was not there: not measured."
    return Section(
        "Appends a second, beside the library eventsourcing",
        f"{seconds:g} s each, {HOW}{missing}",
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
        with library.sqlite_application(folder / f"application-{count}.db", count) as saver:
            application = library.rate(saver, count, seconds)
        with library.sqlite_recorder(folder / f"recorder-{count}.db", count) as saver:
            recorder = library.rate(saver, count, seconds)
        yield from _beside("SQLite", count, ours, (application, recorder))


def _postgres(new_url: Callable[[], str], seconds: float) -> Iterator[Figure]:
    for count in SUBMITTERS:
        ours = _ours(new_url(), count, seconds)
        with library.postgres_application(new_url(), count) as saver:
            application = library.rate(saver, count, seconds)
        with library.postgres_recorder(new_url(), count) as saver:
            recorder = library.rate(saver, count, seconds)
        yield from _beside("PostgreSQL", count, ours, (application, recorder))


def _beside(
    database: str, count: int, ours: float, theirs: tuple[float, float]
) -> Iterator[Figure]:
    who = f"{database}, " + ("1 submitter" if count == 1 else f"{count} submitters")
    application, recorder = theirs
    yield Figure(f"{who}: planilla", ours, "events/s")
    yield Figure(f"{who}: their application", application, "events/s", "like for like")
    yield Figure(f"{who}: ratio", ours / application, "×", "ours to their application")
    yield Figure(f"{who}: their recorder", recorder, "events/s", "storage alone")
    yield Figure(f"{who}: ratio", ours / recorder, "×", "ours, whole, to their recorder alone")


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
