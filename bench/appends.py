"""How many events a second become durable, beside the library `eventsourcing`.

Both sides append one event with each save and answer when it is on the disk. Our side does all that
the product does: permission, decision, hash chain, stored answer, positions without holes. Like
for like is the library's application; its recorder alone is the floor that it stands on. The sides
take turns, so that whatever else the machine does slows all of them.
"""

import asyncio
import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from bench import library
from bench.figures import Figure, Section, milliseconds_of
from bench.library import Append
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.engines import appending_engine
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.migrate import migrate
from planilla.adapters.store.writer import Writer
from planilla.application.envelope import Actor, Submission
from planilla.application.handle import Handler
from planilla.application.roles import full_grant
from planilla.config import find_assets

GAMES = 64
"""Boards of the one tournament that all submitters write to: the hardest case for us."""
SUBMITTERS = (1, 64)
SLICE_S = 0.4
ROUNDS = 12
IDS_A_SECOND = 15_000
"""Command ids made before a slice, as the senders make them: more than are used."""
ORGANISER = Actor(id="bench", grants=(full_grant("*"),))
TOURNAMENT = "bench"
HOW = (
    "one event a save, answered when durable, on both sides alike: SQLite in WAL mode with "
    "synchronous=FULL, PostgreSQL with fsync and synchronous_commit on (checked on connections "
    "that append), files in one temporary folder. The sides take turns, in alternating order, "
    "after a slice that does not count; a rate is the median of the slices, a ratio the median of "
    "the ratios of each turn, with the least and the greatest beside it. Ours: commands through "
    f"the real writer, all for one tournament of {GAMES} boards; permission, parsing, decision, "
    "hash chain, stored answer and positions without holes included; the id of a command, which "
    "its sender makes (a UUIDv7, as that of our command line), is made before. One submitter is a "
    "caller without an event loop, as the import of a file or a command handed over by another "
    "process, and waits for each answer; 64 "
    "are tasks of an event loop that each wait for theirs. One task of an event loop, as a request "
    "to a server, is measured beside them: its command goes to the writer's thread and its answer "
    "back, which their side does not do. What is in the queue is decided on states in memory and "
    "shares one transaction, which fails if a stream does not end where it did or a command was "
    "answered. Their application is like for like: an "
    "aggregate from the repository (kept in its cache and brought up to date from the log, as our "
    "tournaments are), one event triggered, saved, by 1 or 64 threads; each has an aggregate of "
    "its own, which spares it the conflicts of one tournament. Their recorder is what this stands "
    "on: insert_events with an event of our size; no aggregate, no decision, no encoding."
)


def measure(sqlite_folder: Path, postgres_url: Callable[[], str] | None, *, quick: bool) -> Section:
    """The section on appending; without PostgreSQL its rows are missing, and the note says so."""
    rounds = 1 if quick else ROUNDS
    figures = [_sync(sqlite_folder), *_sqlite(sqlite_folder, rounds)]
    if postgres_url is not None:
        figures += _postgres(postgres_url, rounds)
    missing = "" if postgres_url is not None else " PostgreSQL was not there: not measured."
    return Section(
        "Appends a second, beside the library eventsourcing",
        f"{rounds} slices of {SLICE_S:g} s each, {HOW}{missing}",
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


def _sqlite(folder: Path, rounds: int) -> Iterator[Figure]:
    for count in SUBMITTERS:
        with (
            _ours(f"sqlite:///{folder / f'ours-{count}.db'}", count) as ours,
            library.sqlite_application(folder / f"application-{count}.db", count) as application,
            library.sqlite_recorder(folder / f"recorder-{count}.db", count) as recorder,
        ):
            yield from _beside("SQLite", count, (application, recorder, *ours), rounds)


def _postgres(new_url: Callable[[], str], rounds: int) -> Iterator[Figure]:
    for count in SUBMITTERS:
        with (
            _ours(new_url(), count) as ours,
            library.postgres_application(new_url(), count) as application,
            library.postgres_recorder(new_url(), count) as recorder,
        ):
            yield from _beside("PostgreSQL", count, (application, recorder, *ours), rounds)


def _beside(database: str, count: int, sides: Sequence[Append], rounds: int) -> Iterator[Figure]:
    who = f"{database}, " + ("1 submitter" if count == 1 else f"{count} submitters")
    application, recorder, ours, *in_a_loop = _alternated(sides, rounds)
    yield Figure(f"{who}: planilla", statistics.median(ours), "events/s")
    yield Figure(
        f"{who}: their application", statistics.median(application), "events/s", "like for like"
    )
    yield _ratio(who, ours, application, "ours to their application")
    yield Figure(f"{who}: their recorder", statistics.median(recorder), "events/s", "storage alone")
    yield _ratio(who, ours, recorder, "ours, whole, to their recorder alone")
    for rates in in_a_loop:
        task = f"{database}, 1 task of an event loop"
        yield Figure(f"{task}: planilla", statistics.median(rates), "events/s")
        yield _ratio(task, rates, application, "to their application, which uses no event loop")


def _alternated(sides: Sequence[Append], rounds: int) -> Sequence[Sequence[float]]:
    """Return the rates of each side, measured in turns: what slows the machine slows all."""
    for append in sides:
        append(SLICE_S)
    rates: list[list[float]] = [[] for _ in sides]
    for turn in range(rounds):
        order = list(zip(sides, rates, strict=True))
        for append, found in order if turn % 2 == 0 else reversed(order):
            found.append(append(SLICE_S))
    return rates


def _ratio(who: str, ours: Sequence[float], theirs: Sequence[float], note: str) -> Figure:
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return Figure(f"{who}: ratio", statistics.median(ratios), "×", f"{note}; {spread}")


@contextlib.contextmanager
def _ours(url: str, count: int) -> Iterator[Sequence[Append]]:
    """Our side: one caller without an event loop and one with, or `count` tasks of a loop."""
    migrate(url, find_assets("migrations"))
    _check_durable(url)
    ledger = DatabaseLedger(url)
    handler = Handler(ledger, clock=SystemClock(), ids=RandomIds())
    with Writer(handler, on_append=lambda _: None) as writer:
        for answer in writer.submit_all(_opening()):
            assert answer.status == "done", answer
        boards = [_Board(writer, f"1.{board}") for board in range(1, count + 1)]
        in_a_loop: Append = lambda seconds: _rate(boards, seconds)  # noqa: E731 - bound to boards
        yield (boards[0].rate, in_a_loop) if count == 1 else (in_a_loop,)
    ledger.close()


def _check_durable(url: str) -> None:
    """Check the settings of a connection that appends."""
    engine = appending_engine(url)
    wanted = {"SHOW fsync": "on", "SHOW synchronous_commit": "on", "SHOW full_page_writes": "on"}
    if engine.dialect.name == "sqlite":
        wanted = {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": "2"}
    with engine.connect() as connection:
        for question, answer in wanted.items():
            assert str(connection.exec_driver_sql(question).scalar()) == answer, question
    engine.dispose()


def _opening() -> Iterator[Submission]:
    entrants = [
        {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2400 - place}
        for place in range(2 * GAMES)
    ]
    yield _submission("create-tournament", {"name": "Bench", "rounds": 9})
    yield _submission("enter-entrants", {"entrants": entrants})
    yield _submission("pair-round", {"round": 1})
    yield _submission("publish-pairings", {"round": 1})


def _submission(name: str, body: Mapping[str, object], command_id: str = "") -> Submission:
    return Submission(
        tournament=TOURNAMENT,
        name=name,
        body=msgspec.json.encode(body),
        command_id=command_id or RandomIds().event_id(),
        actor=ORGANISER,
    )


class _Board:
    """A board whose result is entered and taken back, again and again: one event each."""

    def __init__(self, writer: Writer, game: str) -> None:
        self._writer = writer
        self._entered = {"game": game, "result": "1-0"}
        self._taken_back = {"game": game}
        self._is_entered = False

    def _next(self, command_ids: Iterator[str]) -> Submission:
        self._is_entered = not self._is_entered
        if self._is_entered:
            return _submission("record-result", self._entered, next(command_ids))
        return _submission("withdraw-result", self._taken_back, next(command_ids))

    async def append_until(self, moment: float, command_ids: Iterator[str]) -> int:
        """Append in a task of an event loop until then, and return the number of events."""
        done = 0
        while time.perf_counter() < moment:
            answer = await self._writer.submit(self._next(command_ids))
            assert answer.status == "done", answer
            done += 1
        return done

    def rate(self, seconds: float) -> float:
        """Append in this thread, and return the events a second."""
        command_ids = _command_ids(seconds)
        start, done = time.perf_counter(), 0
        while time.perf_counter() < start + seconds:
            (answer,) = self._writer.submit_all((self._next(command_ids),))
            assert answer.status == "done", answer
            done += 1
        return done / (time.perf_counter() - start)


def _command_ids(seconds: float) -> Iterator[str]:
    ids = RandomIds()
    return iter([ids.event_id() for _ in range(int(IDS_A_SECOND * seconds))])


def _rate(boards: Sequence[_Board], seconds: float) -> float:
    """Return the events a second that one task for each board appends."""
    command_ids = _command_ids(seconds)

    async def run() -> float:
        start = time.perf_counter()
        until = start + seconds
        appended = await asyncio.gather(
            *(board.append_until(until, command_ids) for board in boards)
        )
        return sum(appended) / (time.perf_counter() - start)

    return asyncio.run(run())
