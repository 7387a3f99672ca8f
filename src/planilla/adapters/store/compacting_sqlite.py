"""Rewriting of an SQLite file and its WAL, so that neither contains data of emptied rows.

Connections overwrite freed content (`secure_delete`), but split or joined pages keep old cells
between the live ones, and the WAL keeps old pages until it is overwritten.
"""

import contextlib
import sqlite3

from planilla.adapters.store.engines import sqlite_path
from planilla.application.ports import Compacted, Told

WAIT_S = 10.0
"""Seconds of waiting for the locks of other readers and writers."""
STEPS = 3


def compact_sqlite(url: str, told: Told, most: int | None = None) -> Compacted:
    """Empty the WAL, rewrite the file, and empty the WAL again.

    Servers may run: their transactions are short, and writers wait until this is done. If a reader
    holds an old snapshot for longer than `WAIT_S`, the WAL is left for later.
    """
    path = sqlite_path(url)
    with contextlib.closing(
        sqlite3.connect(path, isolation_level=None, timeout=WAIT_S)
    ) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        _empty_journal(connection)
        told(1, STEPS)
        why = "large" if most is not None and path.stat().st_size > most else _rewrite(connection)
        told(2, STEPS)
        emptied = _empty_journal(connection)
        told(STEPS, STEPS)
        return Compacted(database="sqlite", rewritten=not why, why=why, wal_emptied=emptied)


def _rewrite(connection: sqlite3.Connection) -> str:
    """Rewrite the file; return the reason of a failure, or ""."""
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError:
        return "busy"
    return ""


def _empty_journal(connection: sqlite3.Connection) -> bool:
    """Empty the WAL; return whether no reader prevented it."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
