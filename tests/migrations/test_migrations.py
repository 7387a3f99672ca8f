"""Migrations: up, down and up again, the guards after each, and the schema the code expects."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import IntegrityError

from dsl.manipulations import KEYS, played
from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.store import schema
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.inspection import open_snapshot
from planilla.adapters.store.migrate import migrate, migrate_down
from planilla.adapters.store.revision import DatabaseOlder, check_revision, revision_of
from planilla.application.envelope import Submission
from planilla.application.inspecting import KnownOutside
from planilla.application.inspecting import inspect as inspected
from planilla.application.ports import DatabaseNewer, StoreUnavailable
from services import free_port
from stores import MIGRATIONS, result, submission

WHERE_THE_LOG_EXISTS = schema.REVISIONS
EVENT = (
    "INSERT INTO event (position, event_id, stream_id, version, type, schema_version, recorded_at,"
    " command_id, causation_id, correlation_id, actor_id, data, hash)"
    " VALUES (1, 'e', 'tournament/t', 1, 'T', 1, 0, 'c', 'c', 'c', 'a', '', '')"
)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'new folder' / 'planilla.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def engine(empty_url: str) -> Iterator[Engine]:
    engine = migrating_engine(empty_url)
    yield engine
    engine.dispose()


def test_the_code_knows_every_migration_in_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert tuple(script.revision for script in reversed(scripts)) == schema.REVISIONS


def test_the_migrated_schema_is_the_one_of_the_code(empty_url: str, engine: Engine) -> None:
    migrate(empty_url, MIGRATIONS)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_migrating_twice_changes_nothing(empty_url: str, engine: Engine) -> None:
    migrate(empty_url, MIGRATIONS)
    with engine.connect() as connection:
        before = connection.execute(text("SELECT epoch FROM log_head")).scalar()
    migrate(empty_url, MIGRATIONS)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT epoch FROM log_head")).scalar() == before
        assert revision_of(connection) == schema.REVISIONS[-1]
    check_revision(empty_url)


@pytest.mark.parametrize("revision", WHERE_THE_LOG_EXISTS)
def test_the_guards_stand_after_every_migration(
    empty_url: str, engine: Engine, revision: str
) -> None:
    migrate(empty_url, MIGRATIONS, revision=revision)
    with engine.begin() as connection:
        connection.execute(text(EVENT))
    assert_guarded(engine)
    migrate(empty_url, MIGRATIONS)
    assert_guarded(engine)
    migrate_down(empty_url, MIGRATIONS, revision=revision)
    assert_guarded(engine)
    migrate(empty_url, MIGRATIONS)
    assert_guarded(engine)


def assert_guarded(engine: Engine) -> None:
    attacks = ["UPDATE event SET data = 'x'", "DELETE FROM event", EVENT]
    if engine.dialect.name == "sqlite":
        attacks.append(EVENT.replace("INSERT", "INSERT OR REPLACE", 1))
    else:
        attacks.append("TRUNCATE event")
    for attack in attacks:
        with (
            pytest.raises(IntegrityError, match="append-only"),
            engine.begin() as connection,
        ):
            connection.execute(text(attack))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM event")).scalar() == 1


def test_everything_can_be_taken_down_and_put_up_again(empty_url: str, engine: Engine) -> None:
    migrate(empty_url, MIGRATIONS)
    migrate_down(empty_url, MIGRATIONS, revision="base")
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    migrate(empty_url, MIGRATIONS)
    check_revision(empty_url)


def test_a_log_is_whole_after_it_was_taken_back_and_brought_up_again(database_url: str) -> None:
    """Answers are sealed again; a hidden tournament stays hidden, in its festival, and on."""
    asyncio.run(played(database_url))

    async def on_the_store(*wishes: Submission) -> tuple[bool, Mapping[str, object], list[str]]:
        clock, ids = SetClock(5_000, 1), CountedIds(900)
        async with Database(database_url, clock=clock, ids=ids, keys=KEYS) as database:
            answers = [await database.bus.submit(wish) for wish in wishes]
            await database.grants.accept()
            listed = {
                each.id: (each.festival, each.festival_words, each.is_on)
                for each in await database.log.tournaments()
            }
            said = [answer.status for answer in answers]
            return await database.log.hidden("other"), listed, said

    hiding = submission("hide-tournament", {}, tournament="other")
    joining = [
        submission(
            "join-festival", {"id": "opens", "name": "Opens", "place": "Olot"}, tournament=each
        )
        for each in ("club", "other")
    ]
    leaving = submission("leave-festival", {}, tournament="club")
    listed = {"club": ("", "", True), "other": ("opens", "Opens Olot", True)}
    assert asyncio.run(on_the_store(hiding, *joining, leaving)) == (True, listed, ["done"] * 4)
    migrate_down(database_url, MIGRATIONS, revision="0001")
    migrate(database_url, MIGRATIONS)
    again = result("1.1", "1-0", command_id="recorded")
    assert asyncio.run(on_the_store(again)) == (True, listed, ["done"])
    with open_snapshot(database_url) as snapshot:
        assert inspected(snapshot, KnownOutside(keys=KEYS.known())).is_whole


def test_a_database_that_is_newer_than_the_code_is_refused(empty_url: str, engine: Engine) -> None:
    migrate(empty_url, MIGRATIONS)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    for open_it in (check_revision, lambda url: migrate(url, MIGRATIONS)):
        with pytest.raises(DatabaseNewer, match="at revision 9999, which is newer"):
            open_it(empty_url)


def test_a_database_that_was_never_migrated_is_refused(empty_url: str) -> None:
    if empty_url.startswith("sqlite"):
        Path(empty_url.removeprefix("sqlite:///")).parent.mkdir()
    with pytest.raises(DatabaseOlder, match="run `planilla migrate`"):
        check_revision(empty_url)


def test_a_database_that_cannot_be_reached_is_unavailable(tmp_path: Path) -> None:
    away = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    for url in (away, f"sqlite:///{tmp_path / 'no folder' / 'planilla.db'}"):
        with pytest.raises(StoreUnavailable):
            check_revision(url)
    with pytest.raises(StoreUnavailable):
        migrate(away, MIGRATIONS)


def epoch_of(connection: Connection) -> str:
    return str(connection.execute(text("SELECT epoch FROM log_head")).scalar())
