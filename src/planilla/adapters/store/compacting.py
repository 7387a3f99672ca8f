"""Rewriting of a database after erasures, so that it contains no data of emptied rows.

SQLite: connections overwrite freed content (`secure_delete`), but split or joined pages keep old
cells between the live ones, and the WAL keeps old pages until it is overwritten.

PostgreSQL: the tables beside the log are rewritten without old versions of rows. `ANALYZE` copies
values of columns, names included, into the planner's statistics; they are dropped for these
columns.
"""

import contextlib
import sqlite3

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from planilla.adapters.store.engines import compacting_engine, sqlite_path
from planilla.application.ports import Compacted, ReportProgress

WAIT_S = 10.0
"""Seconds of waiting for the locks of other readers and writers of an SQLite file."""
SQLITE_STEPS = 3

TABLES = ("person", "text", "evidence")
HOLDING_VALUES = {"person": ("salt", "body"), "text": ("salt", "body"), "evidence": ("body",)}
STATISTICS = "pg_statistic"

_OWNED = text(
    "SELECT bool_and(pg_has_role(relowner, 'USAGE')) FROM pg_class "
    "WHERE oid IN ('person'::regclass, 'text'::regclass, 'evidence'::regclass)"
)
_DATABASE_OWNED = text(
    "SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()"
)
_SIZE = text(
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
    "WHERE oid IN ('person'::regclass, 'text'::regclass, 'evidence'::regclass)"
)
_JOURNAL = text(
    "SELECT pg_walfile_name(pg_current_wal_lsn()), current_setting('archive_mode') <> 'off'"
)


def compact_sqlite(url: str, report_progress: ReportProgress, most: int | None = None) -> Compacted:
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
        report_progress(1, SQLITE_STEPS)
        why = (
            "large"
            if most is not None and path.stat().st_size > most
            else _rewrite_file(connection)
        )
        report_progress(2, SQLITE_STEPS)
        emptied = _empty_journal(connection)
        report_progress(SQLITE_STEPS, SQLITE_STEPS)
        return Compacted(database="sqlite", rewritten=not why, why=why, wal_emptied=emptied)


def _rewrite_file(connection: sqlite3.Connection) -> str:
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


def compact_postgres(
    url: str, report_progress: ReportProgress, most: int | None = None
) -> Compacted:
    """Rewrite the tables and their indexes, if this role owns them; the WAL expires by itself.

    Each table is locked meanwhile. A table locked by another session for longer than
    `engines.BUSY_MS` is left for later.
    """
    engine = compacting_engine(url)
    try:
        with engine.connect() as connection:
            why = _why_not(connection, most) or _rewrite_tables(connection, report_progress)
            segment, archived = connection.execute(_JOURNAL).one()
    finally:
        engine.dispose()
    return Compacted(
        database="postgresql",
        rewritten=not why,
        why=why,
        wal_upto=segment,
        archived=bool(archived),
    )


def _why_not(connection: Connection, most: int | None) -> str:
    if not (connection.scalar(_OWNED) and connection.scalar(_DATABASE_OWNED)):
        return "not-owner"
    if most is not None and int(connection.scalar(_SIZE) or 0) > most:
        return "large"
    return ""


def _rewrite_tables(connection: Connection, report_progress: ReportProgress) -> str:
    tables = (*TABLES, STATISTICS)
    try:
        for done, table in enumerate(tables, start=1):
            if table in HOLDING_VALUES:
                _forget_statistics(connection, table)
            connection.exec_driver_sql(f"VACUUM FULL {table}")
            report_progress(done, len(tables))
    except OperationalError:
        return "busy"
    return ""


def _forget_statistics(connection: Connection, table: str) -> None:
    # Setting a column to its own type keeps its values and drops its statistics.
    acts = (
        f"ALTER COLUMN {column} SET STATISTICS 0, ALTER COLUMN {column} TYPE bytea"
        for column in HOLDING_VALUES[table]
    )
    connection.exec_driver_sql(f"ALTER TABLE {table} {', '.join(acts)}")
