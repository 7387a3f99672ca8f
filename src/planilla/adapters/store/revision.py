"""Revision of a database, and refusal of unsupported ones.

It is separate from `migrate`, whose library loads slowly.
"""

from sqlalchemy import Connection, inspect, text

from planilla.adapters.store import schema
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.faults import faults_translated
from planilla.application.ports import DatabaseNewer


class DatabaseOlder(Exception):
    """The database has not been migrated to the revision of this Planilla."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None if it was never migrated."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def check_revision(url: str) -> None:
    """Refuse a database of another revision.

    Raises:
        DatabaseNewer: it was migrated by a newer Planilla.
        DatabaseOlder: it has to be migrated first.
        StoreUnavailable: the database cannot be reached.
    """
    engine = migrating_engine(url)
    try:
        with faults_translated(), engine.connect() as connection:
            revision = revision_of(connection)
    finally:
        engine.dispose()
    refuse_newer(revision)
    if revision != schema.REVISIONS[-1]:
        raise DatabaseOlder(
            f"The database is at revision {revision or 'none'}, this Planilla needs "
            f"{schema.REVISIONS[-1]}: run `planilla migrate`."
        )


def refuse_newer(revision: str | None) -> None:
    """Refuse an unknown revision.

    Raises:
        DatabaseNewer: it belongs to a newer Planilla.
    """
    if revision is not None and revision not in schema.REVISIONS:
        raise DatabaseNewer(
            f"The database is at revision {revision}, which is newer than this Planilla "
            f"(it knows up to {schema.REVISIONS[-1]}): install the newer one."
        )
