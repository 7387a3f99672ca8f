"""Rewriting an SQLite file and emptying its journal: nothing of emptied rows is left in either.

Connections overwrite what they free (`secure_delete`), but pages that were split or joined keep old
cells between the live ones, and the journal keeps old pages until it is written over.
"""

import contextlib
import sqlite3

from planilla.adapters.store.engines import sqlite_path
from planilla.application.ports import Compacted, Told

WAIT_S = 10.0
"""Seconds of waiting for the locks of other readers and writers."""
STEPS = 3


def compact_sqlite(url: str, told: Told, most: int | None = None) -> Compacted:
    """Empty the journal, write the file anew, and empty the journal again.

    Servers may run: their transactions are short, and who writes waits until this is done. Where
    somebody holds an old state for longer than `WAIT_S`, the journal stays for now.
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
    """Why it could not be done; empty when it was."""
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError:
        return "busy"
    return ""


def _empty_journal(connection: sqlite3.Connection) -> bool:
    """Empty the journal; return whether no reader prevented it."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
