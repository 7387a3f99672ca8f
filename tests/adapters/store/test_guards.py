"""Events are never changed, removed or written over, on either database, after any migration."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.command_bus import BusResources, open_command_bus
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.guards import create_guards
from planilla.adapters.store.wakes import GrowthSignal
from services import PostgresServer
from stores import evening, grants_of

COPY = (
    "SELECT {position}, {event_id}, stream_id, {version}, type, schema_version, recorded_at,"
    " effective_at, round, corrects, command_id, causation_id, correlation_id, actor_id, data, hash"
    " FROM event WHERE position = 3"
)
SAME_POSITION = COPY.format(position="3", event_id="'new'", version="99")
SAME_EVENT_ID = COPY.format(position="99", event_id="event_id", version="99")
SAME_VERSION = COPY.format(position="99", event_id="'new'", version="version")
NEXT = COPY.format(position="11", event_id="'new'", version="11")


@pytest.fixture
def filled(database_url: str) -> str:
    """A database with the ten events of an evening."""
    bus = open_command_bus(database_url, BusResources(SystemClock(), RandomIds(), GrowthSignal()))
    bus.submit_all(evening())
    bus.close()
    return database_url


@pytest.fixture
def connection(filled: str) -> Iterator[Connection]:
    """The owner's connection to it, in a transaction."""
    engine = migrating_engine(filled)
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def contents(connection: Connection) -> list[tuple[object, ...]]:
    rows = connection.execute(text("SELECT position, event_id, data FROM event ORDER BY position"))
    return [tuple(row) for row in rows]


ATTACKS = [
    "UPDATE event SET data = 'x' WHERE position = 3",
    "UPDATE event SET position = 99 WHERE position = 3",
    "DELETE FROM event WHERE position = 3",
    "DELETE FROM event",
    f"INSERT INTO event {SAME_POSITION}",
    f"INSERT INTO event {SAME_EVENT_ID}",
    f"INSERT INTO event {SAME_VERSION}",
]
ON_CONFLICT = [
    f"INSERT INTO event {rows} ON CONFLICT {what}"
    for rows, what in (
        (SAME_POSITION, "(position) DO UPDATE SET data = excluded.data"),
        (SAME_EVENT_ID, "(event_id) DO UPDATE SET data = excluded.data"),
        (SAME_VERSION, "(stream_id, version) DO UPDATE SET data = excluded.data"),
        (SAME_POSITION, "DO NOTHING"),
    )
]
SQLITE_ONLY = [
    f"INSERT OR {way} INTO event {rows}"
    for way in ("REPLACE", "IGNORE")
    for rows in (SAME_POSITION, SAME_EVENT_ID, SAME_VERSION)
] + [f"REPLACE INTO event {SAME_POSITION}", "UPDATE OR REPLACE event SET position = 4"]
POSTGRESQL_ONLY = ["TRUNCATE event", "TRUNCATE event, stream CASCADE"]


@pytest.mark.parametrize("attack", [*ATTACKS, *ON_CONFLICT])
def test_a_recorded_event_stays_as_it_is(connection: Connection, attack: str) -> None:
    before = contents(connection)
    with pytest.raises(IntegrityError, match="append-only"):
        connection.execute(text(attack))
    connection.rollback()
    assert contents(connection) == before


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("attack", SQLITE_ONLY)
def test_sqlite_does_not_replace_an_event(connection: Connection, attack: str) -> None:
    before = contents(connection)
    with pytest.raises(IntegrityError, match="append-only"):
        connection.execute(text(attack))
    connection.rollback()
    assert contents(connection) == before


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("attack", POSTGRESQL_ONLY)
def test_postgresql_does_not_truncate_the_log(connection: Connection, attack: str) -> None:
    before = contents(connection)
    with pytest.raises(IntegrityError, match="append-only"):
        connection.execute(text(attack))
    connection.rollback()
    assert contents(connection) == before


def test_the_next_event_is_taken(connection: Connection) -> None:
    connection.execute(text(f"INSERT INTO event {NEXT}"))
    assert len(contents(connection)) == 11


def test_the_guards_can_be_made_again(connection: Connection) -> None:
    create_guards(connection)
    with pytest.raises(IntegrityError, match="append-only"):
        connection.execute(text("DELETE FROM event"))


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_the_serving_role_may_append_but_nothing_else(
    filled: str, postgres: PostgresServer
) -> None:
    role = "serving_" + filled.rsplit("_", 1)[1]
    owner = migrating_engine(filled)
    with owner.begin() as connection:
        connection.execute(text(f'CREATE ROLE "{role}" LOGIN'))
        # Without the triggers, so that it is the privileges that refuse.
        connection.execute(text("ALTER TABLE event DISABLE TRIGGER USER"))
        for statement in grants_of(role):
            connection.execute(text(statement))
    serving = migrating_engine(postgres.url_of(filled.rsplit("/", 1)[1], user=role))
    with serving.connect() as connection:
        for attack in (*ATTACKS[:4], *POSTGRESQL_ONLY, "DROP TABLE event", "DELETE FROM meta"):
            with pytest.raises(DBAPIError, match=r"permission denied|must be owner"):
                connection.execute(text(attack))
            connection.rollback()
        connection.execute(text(f"INSERT INTO event {NEXT}"))
        connection.execute(text("UPDATE log_head SET position = position + 1"))
    serving.dispose()
    with owner.begin() as connection:
        connection.execute(text(f'DROP OWNED BY "{role}"'))
        connection.execute(text(f'DROP ROLE "{role}"'))
    owner.dispose()
