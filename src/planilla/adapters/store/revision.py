"""The revision of a database: read, and refused if this code does not support it.

Apart from the migrations themselves, whose library takes longer to load than a server to start.
"""

from sqlalchemy import Connection, inspect, text, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.faults import faults_translated
from planilla.application.ports import DatabaseNewer


class DatabaseOlder(Exception):
    """The database has not been migrated to what this Planilla needs."""


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None when it was never migrated."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def check_revision(url: str) -> None:
    """Refuse a database that this code does not understand.

    Raises:
        DatabaseNewer: it was migrated by a newer Planilla.
        DatabaseOlder: it is to be migrated first.
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


def new_epoch(url: str, epoch: str) -> None:
    """Tell every follower to start afresh: to be called after a restore from a backup."""
    engine = migrating_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(update(schema.log_head).values(epoch=epoch))
    finally:
        engine.dispose()


def refuse_newer(revision: str | None) -> None:
    """Refuse a revision that this code does not know.

    Raises:
        DatabaseNewer: it is one of a newer Planilla.
    """
    if revision is not None and revision not in schema.REVISIONS:
        raise DatabaseNewer(
            f"The database is at revision {revision}, which is newer than this Planilla "
            f"(it knows up to {schema.REVISIONS[-1]}): install the newer one."
        )
