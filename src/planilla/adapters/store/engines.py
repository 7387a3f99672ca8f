"""Engines of both databases for appending, for reading, and for the tables beside the log.

Errors hide the values of statements, which may be people's names, since errors are logged.
"""

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

from planilla.adapters.store.faults import faults_translated
from planilla.application.ports import StoreUnavailable

BUSY_MS = 5000
"""Milliseconds that SQLite waits for another writing process."""
PAGE_BYTES = 1024
"""Bytes of a page of a new SQLite file. An append changes eight pages, however small it is."""
JOURNAL_PAGES_MAX = 4_000
"""Pages of the WAL after which an append checkpoints it.

The WAL is then overwritten from its start, which costs less I/O than a longer file.
"""
LOCK_TIMEOUT_MS = 1000
"""Milliseconds that PostgreSQL waits for a lock, and tolerates one held by an idle node."""
BOUNDED = {
    "options": f"-c lock_timeout={LOCK_TIMEOUT_MS}"
    f" -c idle_in_transaction_session_timeout={LOCK_TIMEOUT_MS}"
}
READ_ONLY = {"options": "-c default_transaction_read_only=on"}
READERS = 4
"""Connections of readers; those of SQLite are used in as many threads."""

Result = TypeVar("Result")


class LoopEngine(ABC):
    """An engine for code of the event loop.

    `run` and `rows` raise `StoreUnavailable` if the database does not answer in time.
    """

    async def rows(self, query: Any, **values: object) -> Sequence[Any]:
        """Return the rows of one statement."""
        return await self.run(lambda connection: connection.execute(query, values).all())

    @abstractmethod
    async def run(self, act: Callable[[Connection], Result]) -> Result:
        """Run `act` in one transaction."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections."""


class ThreadedEngine(LoopEngine):
    """Engine of SQLite: each act runs as a whole in a thread."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store")

    async def run(self, act: Callable[[Connection], Result]) -> Result:
        """Run `act` in one transaction; begun, it is completed even if its caller is cancelled."""
        loop = asyncio.get_running_loop()
        with faults_translated():
            return await loop.run_in_executor(self._threads, self._run, act)

    def _run(self, act: Callable[[Connection], Result]) -> Result:
        with self._engine.begin() as connection:
            return act(connection)

    async def close(self) -> None:
        """Complete the acts that have begun, then close the connections."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


class PooledEngine(LoopEngine):
    """Engine of PostgreSQL, whose connections the event loop uses itself."""

    def __init__(self, url: str, size: int, **settings: Any) -> None:
        # it brings SQLAlchemy's ORM, a tenth of the start of a program on SQLite
        from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

        self._pool = create_async_engine(
            _driver_url(url),
            hide_parameters=True,
            pool_size=size,
            max_overflow=size,
            pool_pre_ping=True,
            **settings,
        )

    async def run(self, act: Callable[[Connection], Result]) -> Result:
        """Run `act` in one transaction; it is rolled back if its caller is cancelled."""
        with faults_translated():
            async with self._pool.begin() as connection:
                return await connection.run_sync(act)

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.dispose()


class SideStore:
    """Connections for the tables beside the log; reading waits for no writer."""

    def __init__(self, url: str) -> None:
        self._writing, self._reading = side_engine(url), reading_engine(url)
        self.write, self.read = self._writing.run, self._reading.rows

    async def close(self) -> None:
        """Close the connections."""
        await self._writing.close()
        await self._reading.close()


def is_sqlite(url: str) -> bool:
    """Return whether `url` names an SQLite file."""
    return make_url(url).get_backend_name() == "sqlite"


def sqlite_path(url: str) -> Path:
    """Return the file of an SQLite URL."""
    database = make_url(url).database
    assert database, url
    return Path(database)


def appending_engine(url: str) -> Engine:
    """Return the engine of the single writer: one connection, durable commits.

    `HeldConnection.transaction` begins and ends its transactions.
    """
    acts = (_open_sqlite, _bound_the_journal)
    return _engine(url, acts, isolation_level="AUTOCOMMIT", connect_args=BOUNDED)


def migrating_engine(url: str) -> Engine:
    """Return an engine for migrations, which may hold locks longer than a writer."""
    return _engine(url, (_open_sqlite,), _begin_immediate, may_create=True)


def lookup_engine(url: str) -> Engine:
    """Return an engine for the lookups of the writer: single statements that hold no lock."""
    return _engine(url, (_open_sqlite,), isolation_level="AUTOCOMMIT")


def inspecting_engine(url: str) -> Engine:
    """Return a read-only engine for a consistent snapshot of a whole store."""
    acts, level = (_open_sqlite_to_inspect,), "REPEATABLE READ"
    return _engine(url, acts, _begin, isolation_level=level, connect_args=READ_ONLY)


def reading_engine(url: str) -> LoopEngine:
    """Return a read-only engine for readers."""
    if not is_sqlite(url):
        return PooledEngine(url, READERS, isolation_level="AUTOCOMMIT", connect_args=READ_ONLY)
    return ThreadedEngine(_engine(url, (_open_sqlite_to_read,), size=READERS), READERS)


def side_engine(url: str) -> LoopEngine:
    """Return an engine for small transactions outside the log: links, people, timers."""
    if not is_sqlite(url):
        return PooledEngine(url, 2, connect_args=BOUNDED)
    return ThreadedEngine(_engine(url, (_open_sqlite,), _begin_immediate), 1)


def compacting_engine(url: str) -> Engine:
    """Return an engine for rewriting PostgreSQL tables, which is not possible in a transaction."""
    options = {"options": f"-c lock_timeout={BUSY_MS}"}
    return _engine(url, (), isolation_level="AUTOCOMMIT", connect_args=options)


def postgres_conninfo(url: str) -> str:
    """Return the address for a plain psycopg connection."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _engine(
    url: str,
    on_connect: Sequence[Callable[[Any, object], None]],
    on_begin: Callable[[Any], None] | None = None,
    *,
    size: int = 1,
    may_create: bool = False,
    **postgres: Any,
) -> Engine:
    """Return an engine: the functions are for SQLite, the settings `postgres` for PostgreSQL."""
    settings = {} if is_sqlite(url) else postgres
    engine = create_engine(
        _driver_url(url), hide_parameters=True, pool_size=size, max_overflow=0, **settings
    )
    if is_sqlite(url):
        for act in on_connect:
            event.listen(engine, "connect", act)
        if on_begin is not None:
            event.listen(engine, "begin", on_begin)
        if not may_create:
            _guard_removed_file(engine, url)
    return engine


def _driver_url(url: str) -> URL:
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    return make_url(url).set(drivername=drivers[make_url(url).get_backend_name()])


def _guard_removed_file(engine: Engine, url: str) -> None:
    """Refuse to create a removed file, or to use a connection to one.

    A connection to a removed file keeps working, but its writes would be lost.
    """
    path = str(make_url(url).database)

    def check(*_: object) -> None:
        check_file(path)

    for moment in ("do_connect", "checkout", "begin"):
        event.listen(engine, moment, check)


def check_file(path: str) -> None:
    """Check that the file of an SQLite database is there.

    Raises:
        StoreUnavailable: it was removed.
    """
    try:
        os.stat(path)  # noqa: PTH116 - half the time of a `Path`, before each append
    except OSError as error:
        raise StoreUnavailable(f"there is no file {path}") from error


def _open_sqlite(connection: Any, _record: object) -> None:
    # The driver's own BEGIN comes too late and is not IMMEDIATE, so it is sent here.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file; others keep theirs
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    # Overwritten and freed content of the file may include names.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def _open_sqlite_to_read(connection: Any, record: object) -> None:
    _open_sqlite(connection, record)
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only = ON")
    cursor.close()


def _open_sqlite_to_inspect(connection: Any, record: object) -> None:
    _open_sqlite_to_read(connection, record)
    connection.text_factory = _text_of


def _text_of(stored: bytes) -> str:
    """Return the text of a cell; damaged bytes are replaced, so the text matches no hash."""
    return stored.decode(errors="replace")


def _bound_the_journal(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES_MAX}")
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")
