"""The library `eventsourcing` beside us: its application, and its recorder alone.

Each opener gives a function that appends for some time and answers with the rate; each of its
threads has a saver, which appends one event durably.
"""

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    StoredEvent,
)
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresDatastore,
)
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore, SQLiteFactory
from eventsourcing.utils import Environment

TIMEOUT_S = 30
STATE_BYTES = b'{"type":"ResultRecorded","game":"1.17","result":"1-0"}'
TOPIC = "bench.events:ResultRecorded"

Save = Callable[[], None]
NewSaver = Callable[[], Save]
Append = Callable[[float], float]
"""Append for so many seconds; the answer is the rate."""


class Board(Aggregate):
    """What the library's application keeps: a board whose result is entered and taken back."""

    result = ""

    @event("ResultRecorded")
    def record(self, result: str) -> None:
        self.result = result


def appending(new_saver: NewSaver, count: int) -> Append:
    """Return the function that appends with `count` threads, each with a saver of its own."""
    savers = [new_saver() for _ in range(count)]
    return lambda seconds: _rate(savers, seconds)


def _rate(savers: Sequence[Save], seconds: float) -> float:
    appended = [0] * len(savers)
    start = time.perf_counter()
    until = start + seconds

    def work(worker: int) -> None:
        while time.perf_counter() < until:
            savers[worker]()
            appended[worker] += 1

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(len(savers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(appended) / (time.perf_counter() - start)


@contextlib.contextmanager
def sqlite_recorder(path: Path, count: int) -> Iterator[Append]:
    datastore = _sqlite_datastore(path, count)
    recorder = SQLiteApplicationRecorder(datastore)
    recorder.create_table()
    yield appending(lambda: _recording(recorder), count)
    datastore.close()


@contextlib.contextmanager
def postgres_recorder(url: str, count: int) -> Iterator[Append]:
    address = urlsplit(url)
    datastore = PostgresDatastore(
        dbname=address.path.lstrip("/"),
        host=str(address.hostname),
        port=int(address.port or 5432),
        user=str(address.username),
        password="",
        pool_size=count,
        connect_timeout=TIMEOUT_S,
    )
    recorder = PostgresApplicationRecorder(datastore)
    recorder.create_table()
    yield appending(lambda: _recording(recorder), count)
    datastore.close()


@contextlib.contextmanager
def sqlite_application(path: Path, count: int) -> Iterator[Append]:
    class WithRoom(Application[UUID]):
        """With a connection for each thread, which no setting of the library asks for."""

        name = "bench"

        def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
            factory = SQLiteFactory(env)
            factory.datastore.close()
            factory.datastore = _sqlite_datastore(path, count)
            return factory

    with _open(WithRoom, {"SQLITE_DBNAME": str(path)}, count) as application:
        yield appending(lambda: _deciding(application), count)


@contextlib.contextmanager
def postgres_application(url: str, count: int) -> Iterator[Append]:
    address = urlsplit(url)
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": address.path.lstrip("/"),
        "POSTGRES_HOST": str(address.hostname),
        "POSTGRES_PORT": str(address.port or 5432),
        "POSTGRES_USER": str(address.username),
        "POSTGRES_PASSWORD": "none",
        "POSTGRES_POOL_SIZE": str(count),
        "POSTGRES_CONNECT_TIMEOUT": str(TIMEOUT_S),
    }
    with _open(Application[UUID], settings, count) as application:
        yield appending(lambda: _deciding(application), count)


@contextlib.contextmanager
def _open(
    kind: type[Application[UUID]], settings: Mapping[str, str], count: int
) -> Iterator[Application[UUID]]:
    application = kind({**settings, "AGGREGATE_CACHE_MAXSIZE": str(2 * count)})
    yield application
    application.close()


def _sqlite_datastore(path: Path, count: int) -> SQLiteDatastore:
    datastore = SQLiteDatastore(
        str(path), pool_size=count, lock_timeout=TIMEOUT_S, pool_timeout=TIMEOUT_S
    )
    with datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2, "the library's connection is not synchronous=FULL"
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal", "the library's connection has no WAL"
    return datastore


def _recording(recorder: ApplicationRecorder) -> Save:
    board, versions = uuid4(), itertools.count(1)

    def save() -> None:
        stored = StoredEvent(
            originator_id=board, originator_version=next(versions), topic=TOPIC, state=STATE_BYTES
        )
        recorder.insert_events([stored])

    return save


def _deciding(application: Application[UUID]) -> Save:
    opened = Board()
    application.save(opened)
    results = itertools.cycle(("1-0", "*"))

    def save() -> None:
        board: Board = application.repository.get(opened.id)
        board.record(next(results))
        application.save(board)

    return save
