"""The schema of a database: brought up to date, and refused when it is newer than the code."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import is_sqlite, migrating_engine, sqlite_path
from planilla.adapters.store.faults import faults_translated
from planilla.application.ports import DatabaseNewer


class DatabaseOlder(Exception):
    """The database has not been migrated to what this Planilla needs."""


def migrate(url: str, migrations: Path, *, revision: str = "head") -> None:
    """Bring the database at `url` to a revision, with the scripts in `migrations`.

    An SQLite file is created when it is missing.

    Raises:
        DatabaseNewer: it was migrated by a newer Planilla; nothing is touched.
        StoreUnavailable: the database cannot be reached.
    """
    _run(url, migrations, command.upgrade, revision)


def migrate_down(url: str, migrations: Path, *, revision: str) -> None:
    """Take the database back to an older revision; what only newer ones hold is lost."""
    _run(url, migrations, command.downgrade, revision)


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
    _refuse_newer(revision)
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


def _run(url: str, migrations: Path, act: object, revision: str) -> None:
    if is_sqlite(url):
        sqlite_path(url).parent.mkdir(parents=True, exist_ok=True)
    engine = migrating_engine(url)
    try:
        with faults_translated(), engine.begin() as connection:
            _refuse_newer(revision_of(connection))
            config = Config()
            config.set_main_option("script_location", str(migrations).replace("%", "%%"))
            config.attributes["connection"] = connection
            assert callable(act)
            act(config, revision)
    finally:
        engine.dispose()


def _refuse_newer(revision: str | None) -> None:
    if revision is not None and revision not in schema.REVISIONS:
        raise DatabaseNewer(
            f"The database is at revision {revision}, which is newer than this Planilla "
            f"(it knows up to {schema.REVISIONS[-1]}): install the newer one."
        )
