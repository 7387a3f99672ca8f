"""Migration of the schema of a database."""

from pathlib import Path

from alembic import command
from alembic.config import Config

from planilla.adapters.store.engines import is_sqlite, migrating_engine, sqlite_path
from planilla.adapters.store.faults import faults_translated
from planilla.adapters.store.revision import refuse_newer, revision_of


def migrate(url: str, migrations: Path, *, revision: str = "head") -> None:
    """Bring the database at `url` to a revision, with the scripts in `migrations`.

    A missing SQLite file is created.

    Raises:
        DatabaseNewer: it was migrated by a newer Planilla; nothing is touched.
        StoreUnavailable: the database cannot be reached.
    """
    _run(url, migrations, command.upgrade, revision)


def migrate_down(url: str, migrations: Path, *, revision: str) -> None:
    """Take the database back to an older revision; data of newer ones only are lost."""
    _run(url, migrations, command.downgrade, revision)


def _run(url: str, migrations: Path, act: object, revision: str) -> None:
    if is_sqlite(url):
        sqlite_path(url).parent.mkdir(parents=True, exist_ok=True)
    engine = migrating_engine(url)
    try:
        with faults_translated(), engine.begin() as connection:
            refuse_newer(revision_of(connection))
            config = Config()
            config.set_main_option("script_location", str(migrations).replace("%", "%%"))
            config.attributes["connection"] = connection
            assert callable(act)
            act(config, revision)
    finally:
        engine.dispose()
