"""Rewriting of the tables beside the log on PostgreSQL, without old versions of rows.

`ANALYZE` copies values of columns, names included, into the planner's statistics; they are dropped
for these columns.
"""

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from planilla.adapters.store.engines import compacting_engine
from planilla.application.ports import Compacted, Told

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


def compact_postgres(url: str, told: Told, most: int | None = None) -> Compacted:
    """Rewrite the tables and their indexes, if this role owns them; the WAL expires by itself.

    Each table is locked meanwhile. A table locked by another session for longer than
    `engines.BUSY_MS` is left for later.
    """
    engine = compacting_engine(url)
    try:
        with engine.connect() as connection:
            why = _why_not(connection, most) or _rewrite(connection, told)
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


def _rewrite(connection: Connection, told: Told) -> str:
    tables = (*TABLES, STATISTICS)
    try:
        for done, table in enumerate(tables, start=1):
            if table in HOLDING_VALUES:
                _forget_statistics(connection, table)
            connection.exec_driver_sql(f"VACUUM FULL {table}")
            told(done, len(tables))
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
