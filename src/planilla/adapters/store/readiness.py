"""Readiness check: a write of the unchanged head of the log shows that commands can be recorded.

It uses a new connection, which detects a changed file, server or role even if older connections
still work. No event is written.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from planilla.adapters.store.command_bus import OpenCommandBus
from planilla.adapters.store.engines import is_sqlite, postgres_conninfo, sqlite_path
from planilla.application.unready import Unready

WAIT_S = 1
"""Seconds that the check waits for a lock; it waits twice as long for a connection."""

_ENDS = "SELECT (SELECT position FROM log_head), (SELECT coalesce(max(position), 0) FROM event)"
_HEAD_AS_IT_IS = "UPDATE log_head SET position = position"
"""Update of the row that each append writes, without a change."""
_APPENDED = ("event", "stream", "command", "person", "text", "timer")
"""Tables that an append inserts into; on PostgreSQL a role may lack the privilege."""
_BY_SQLITE_NAME: Mapping[str, Unready] = {
    "SQLITE_BUSY": Unready.LOCKED,
    "SQLITE_READONLY": Unready.READ_ONLY,
    "SQLITE_FULL": Unready.FULL,
}
_BY_SQLSTATE: Mapping[str, Unready] = {
    "25006": Unready.READ_ONLY,
    "42501": Unready.FORBIDDEN,
    "53100": Unready.FULL,
    "55P03": Unready.LOCKED,
}

logger = logging.getLogger(__name__)


class DatabaseReadiness:
    """Readiness check with the reads and writes of a command, and of the writer behind `bus`."""

    def __init__(self, url: str, bus: OpenCommandBus) -> None:
        self._url = url
        self._bus = bus

    def faults(self) -> tuple[Unready, ...]:
        """Return the faults that prevent reading or recording; the call blocks."""
        tried = _tried_on_sqlite if is_sqlite(self._url) else _tried_on_postgres
        return tuple(fault for fault in (tried(self._url), self._bus.fault(WAIT_S)) if fault)


def _tried_on_sqlite(url: str) -> Unready | None:
    path = sqlite_path(url).absolute()
    try:
        # `connect` would create a missing file.
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode=rw", uri=True, timeout=WAIT_S, isolation_level=None
        )
        with contextlib.closing(connection):
            if _is_moved(connection.execute(_ENDS).fetchone()):
                return Unready.DAMAGED
            with _writing(sqlite3.Error):
                connection.execute("PRAGMA synchronous = NORMAL")  # nothing changes
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(_HEAD_AS_IT_IS)
                connection.execute("COMMIT")
    except _WriteFailed as failed:
        name = getattr(failed.error, "sqlite_errorname", "")
        return _BY_SQLITE_NAME.get("_".join(name.split("_")[:2]), Unready.UNWRITABLE)
    except sqlite3.Error as error:
        logger.warning("the database cannot be read: %s", error)
        return Unready.UNREADABLE
    return None


def _tried_on_postgres(url: str) -> Unready | None:
    import psycopg  # noqa: PLC0415 - not for SQLite

    patience = f"-c lock_timeout={WAIT_S}s -c statement_timeout={2 * WAIT_S}s"
    try:
        # Autocommit: no lock is held while the next statement is sent.
        with psycopg.connect(
            postgres_conninfo(url), autocommit=True, connect_timeout=2 * WAIT_S, options=patience
        ) as connection:
            if _is_moved(connection.execute(_ENDS).fetchone()):
                return Unready.DAMAGED
            with _writing(psycopg.Error):
                for table in _APPENDED:
                    connection.execute(f"INSERT INTO {table} SELECT * FROM {table} WHERE false")  # noqa: S608 - names of ours
                connection.execute(_HEAD_AS_IT_IS)
    except _WriteFailed as failed:
        state = getattr(failed.error, "sqlstate", None) or ""
        return _BY_SQLSTATE.get(state, Unready.UNWRITABLE)
    except psycopg.Error as error:
        logger.warning("the database cannot be read: %s", error)
        return Unready.UNREADABLE
    return None


class _WriteFailed(Exception):
    """Failure of the write after successful reads; `error` is the reason."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@contextlib.contextmanager
def _writing(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kind as error:
        logger.warning("the database cannot be written to: %s", error)
        raise _WriteFailed(error) from error


def _is_moved(ends: tuple[int, int] | None) -> bool:
    """Return whether the stored end of the log differs from its last event."""
    return ends is None or ends[0] != ends[1]
