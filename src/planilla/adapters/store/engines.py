"""Engines of both databases for appending, for reading, and for the tables beside the log.

Errors hide the values of statements, which may be people's names, since errors are logged.
"""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from planilla.application.ports import StoreUnavailable

BUSY_MS = 5000
"""Milliseconds that SQLite waits for another writing process."""
JOURNAL_PAGES_MAX = 2_000
"""Pages of the WAL after which an append checkpoints it.

The WAL is then overwritten from its start, which costs less I/O than a longer file.
"""
LOCK_TIMEOUT_MS = 1000
"""Milliseconds that PostgreSQL waits for a lock, and tolerates one held by an idle node."""


def is_sqlite(url: str) -> bool:
    """Return whether `url` names an SQLite file."""
    return make_url(url).get_backend_name() == "sqlite"


def sqlite_path(url: str) -> Path:
    """Return the file of an SQLite URL."""
    database = make_url(url).database
    assert database, url
    return Path(database)


def appending_engine(url: str) -> Engine:
    """Return the engine of the one writer: one connection, durable commits.

    `HeldConnection.transaction` begins and ends its transactions.
    """
    if is_sqlite(url):
        engine = _of_one_connection(url)
        event.listen(engine, "connect", _open_sqlite)
        event.listen(engine, "connect", _bound_the_journal)
        _guard_removed_file(engine, url)
        return engine
    return _of_one_connection(
        url, isolation_level="AUTOCOMMIT", connect_args={"options": _postgres_options()}
    )


def migrating_engine(url: str) -> Engine:
    """Return an engine for migrations, which may hold locks longer than a writer."""
    engine = _of_one_connection(url)
    if is_sqlite(url):
        event.listen(engine, "connect", _open_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    return engine


def lookup_engine(url: str) -> Engine:
    """Return an engine for the look-ups of the writer: single statements that hold no lock."""
    if is_sqlite(url):
        engine = _of_one_connection(url)
        event.listen(engine, "connect", _open_sqlite)
        _guard_removed_file(engine, url)
        return engine
    return _of_one_connection(url, isolation_level="AUTOCOMMIT")


def inspecting_engine(url: str) -> Engine:
    """Return a read-only engine for a consistent snapshot of a whole store."""
    if is_sqlite(url):
        engine = _of_one_connection(url)
        event.listen(engine, "connect", _open_sqlite_to_inspect)
        event.listen(engine, "begin", _begin)
        _guard_removed_file(engine, url)
        return engine
    return _of_one_connection(
        url,
        isolation_level="REPEATABLE READ",
        connect_args={"options": "-c default_transaction_read_only=on"},
    )


def reading_engine(url: str) -> AsyncEngine:
    """Return a read-only engine for readers."""
    if is_sqlite(url):
        engine = _pooled(url, 4, 4)
        event.listen(engine.sync_engine, "connect", _open_sqlite_to_read)
        _guard_removed_file(engine.sync_engine, url)
        return engine
    options = {"options": "-c default_transaction_read_only=on"}
    return _pooled(
        url, 4, 4, pool_pre_ping=True, isolation_level="AUTOCOMMIT", connect_args=options
    )


def side_engine(url: str) -> AsyncEngine:
    """Return an engine for small transactions outside the log: links, people, timers."""
    if is_sqlite(url):
        engine = _pooled(url, 1, 0)
        event.listen(engine.sync_engine, "connect", _open_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_immediate)
        _guard_removed_file(engine.sync_engine, url)
        return engine
    return _pooled(url, 2, 2, pool_pre_ping=True, connect_args={"options": _postgres_options()})


def _pooled(url: str, size: int, more: int, **settings: Any) -> AsyncEngine:
    """Return an engine with `size` permanent connections and up to `more` temporary ones."""
    return create_async_engine(
        _async_url(url), hide_parameters=True, pool_size=size, max_overflow=more, **settings
    )


def compacting_engine(url: str) -> Engine:
    """Return an engine for rewriting PostgreSQL tables, which is not possible in a transaction."""
    return _of_one_connection(
        url,
        isolation_level="AUTOCOMMIT",
        connect_args={"options": f"-c lock_timeout={BUSY_MS}"},
    )


def postgres_conninfo(url: str) -> str:
    """Return the address for a plain psycopg connection."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def _of_one_connection(url: str, **options: Any) -> Engine:
    return create_engine(
        _sync_url(url), hide_parameters=True, pool_size=1, max_overflow=0, **options
    )


def _postgres_options() -> str:
    return (
        f"-c lock_timeout={LOCK_TIMEOUT_MS}"
        f" -c idle_in_transaction_session_timeout={LOCK_TIMEOUT_MS}"
    )


def _sync_url(url: str) -> URL:
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
    return make_url(url).set(drivername=drivers[make_url(url).get_backend_name()])


def _async_url(url: str) -> URL:
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    return make_url(url).set(drivername=drivers[make_url(url).get_backend_name()])


def _guard_removed_file(engine: Engine, url: str) -> None:
    """Refuse to create a removed file, or to use a connection to one.

    A connection to a removed file keeps working, but its writes would be lost.
    """
    address = make_url(url)

    def check(*_: object) -> None:
        check_file(address)

    for moment in ("do_connect", "checkout", "begin"):
        event.listen(engine, moment, check)


def check_file(url: URL) -> None:
    """Check that the file of an SQLite URL is there.

    Raises:
        StoreUnavailable: it was removed.
    """
    path = str(url.database)
    if not os.path.exists(path):  # noqa: PTH110 - half the time of a `Path`, before each append
        raise StoreUnavailable(f"there is no file {path}")


def _open_sqlite(connection: Any, _record: object) -> None:
    # The driver's own BEGIN comes too late and is not IMMEDIATE, so it is sent here.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
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
