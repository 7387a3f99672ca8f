"""`/readyz` on a database that can be read and not written to, where `/healthz` is 200."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import httpx2
import psycopg
import pytest
from sqlalchemy import Engine, text
from starlette.applications import Starlette

from planilla.adapters.clock import SystemClock
from planilla.adapters.http.app import build
from planilla.adapters.http.pages import service as readiness_module
from planilla.adapters.http.site import Site
from planilla.adapters.ids import RandomIds
from planilla.adapters.store import readiness as store_module
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import (
    is_sqlite,
    migrating_engine,
    postgres_conninfo,
    sqlite_path,
)
from planilla.application.ports import StoreUnavailable
from planilla.application.roles import full_grant
from services import PostgresServer
from stores import created, entered, evening, grants_of

WEB = Path(__file__).parents[3] / "web"
READY = (200, {"status": "ready"})


def not_ready(*why: str) -> tuple[int, object]:
    return (503, {"status": "not-ready", "why": list(why)})


def pages_of(database: Database) -> httpx2.AsyncClient:
    """A client of a node on a database."""
    site = Site(
        bus=database.bus,
        log=database.log,
        grants=database.grants,
        ids=RandomIds(),
        clock=SystemClock(),
        web_dir=WEB,
        public_url="http://club.test",
        faults=database.readiness.faults,
    )
    transport = httpx2.ASGITransport(app=Starlette(routes=list(build(site).routes)))
    return httpx2.AsyncClient(transport=transport, base_url="http://club.test")


async def ready(database: Database) -> tuple[int, object]:
    """Return the status and body of `/readyz`; check that `/healthz` answers 200 in any case."""
    async with pages_of(database) as client:
        assert (await client.get("/healthz")).status_code == 200
        answer = await client.get("/readyz")
        assert answer.headers["cache-control"] == "no-store"
        assert ("retry-after" in answer.headers) == (answer.status_code == 503)
        return answer.status_code, answer.json()


def opened(url: str) -> Database:
    return Database(url, clock=SystemClock(), ids=RandomIds())


@pytest.fixture(autouse=True)
def _no_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the time limit of a check: on a busy machine a check may take long."""
    monkeypatch.setattr(readiness_module, "ANSWERED_S", 120.0)
    monkeypatch.setattr(readiness_module, "KEPT_S", 0.0)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A node on a database with the ten events of an evening."""
    async with opened(database_url) as made:
        made.bus.submit_all(evening())
        yield made


@pytest.fixture
def owner(database_url: str) -> Iterator[Engine]:
    engine = migrating_engine(database_url)
    yield engine
    engine.dispose()


async def test_a_node_that_can_record_is_ready_and_leaves_no_facts(database: Database) -> None:
    before = await database.log.position()
    assert [await ready(database) for _ in range(2)] == [READY, READY]
    assert await database.log.position() == before


async def test_while_another_connection_holds_the_lock_nothing_is_ready(
    database: Database, owner: Engine, database_url: str
) -> None:
    with owner.begin() as connection:  # on SQLite that alone is BEGIN IMMEDIATE
        if not is_sqlite(database_url):
            connection.execute(text("SELECT position FROM log_head FOR UPDATE"))
        assert await ready(database) == not_ready("database-locked")
    assert await ready(database) == READY


async def test_a_moved_end_of_the_log_is_told(database: Database, owner: Engine) -> None:
    with owner.begin() as connection:
        connection.execute(text("UPDATE log_head SET position = position + 1"))
    assert await ready(database) == not_ready("log-damaged")
    with owner.begin() as connection:
        connection.execute(text("UPDATE log_head SET position = position - 1"))
    assert await ready(database) == READY


REFUSED = {
    "sqlite": "CREATE TRIGGER refusing BEFORE UPDATE ON log_head"
    " BEGIN SELECT RAISE(ABORT, ''); END",
    "postgresql": "ALTER TABLE log_head ADD CONSTRAINT refusing CHECK (position < 0) NOT VALID",
}


async def test_a_write_that_fails_in_any_other_way_is_told(
    database: Database, owner: Engine
) -> None:
    with owner.begin() as connection:
        connection.execute(text(REFUSED[owner.dialect.name]))
    assert await ready(database) == not_ready("database-unwritable")


async def test_a_stopped_writer_is_told(database: Database) -> None:
    database.bus.close()
    assert await ready(database) == not_ready("writer-stopped")


def test_a_file_that_takes_no_writes_is_told(sqlite_url: str) -> None:
    with sqlite_path(sqlite_url).open("r+b") as file:
        file.seek(18)  # "file format write version": a larger one is read-only (fileformat2, 1.3.3)
        kept = file.read(1)
        file.seek(18)
        file.write(b"\x7f")
    assert store_module._tried_on_sqlite(sqlite_url) == "database-read-only"
    with sqlite_path(sqlite_url).open("r+b") as file:
        file.seek(18)
        file.write(kept)
    assert store_module._tried_on_sqlite(sqlite_url) is None


def test_a_file_that_is_gone_is_told_and_not_made_anew(sqlite_url: str) -> None:
    path = sqlite_path(sqlite_url)
    moved = path.rename(path.with_name("moved"))
    assert store_module._tried_on_sqlite(sqlite_url) == "database-unreadable"
    assert not path.exists()
    moved.rename(path)
    assert store_module._tried_on_sqlite(sqlite_url) is None


async def test_a_process_that_hands_over_asks_the_one_that_writes(sqlite_url: str) -> None:
    async with opened(sqlite_url) as first, opened(sqlite_url) as other:
        assert (first.bus.writes, other.bus.writes) == (True, False)
        assert await ready(other) == READY
        socket = sqlite_path(sqlite_url).with_name("planilla.db.sock")
        moved = socket.rename(socket.with_name("moved"))
        assert await ready(other) == not_ready("writer-unreachable")
        moved.rename(socket)
        assert await ready(other) == READY


async def test_a_process_takes_the_place_of_the_one_that_wrote(sqlite_url: str) -> None:
    async with opened(sqlite_url) as first, opened(sqlite_url) as second:
        first.bus.close()
        assert await ready(second) == READY
        assert second.bus.writes


@contextmanager
def read_only(postgres: PostgresServer, url: str) -> Iterator[None]:
    """A database whose new sessions cannot write."""
    name = url.rsplit("/", 1)[1]
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(
            f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode()
        )
        yield
        connection.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())


async def test_a_read_only_server_is_told(
    postgres: PostgresServer, migrated_postgres_url: str
) -> None:
    async with opened(migrated_postgres_url) as database:
        with read_only(postgres, migrated_postgres_url):
            assert await ready(database) == not_ready("database-read-only")
        assert await ready(database) == READY


@contextmanager
def serving_role(owner: psycopg.Connection) -> Iterator[str]:
    """A role with the rights that a serving node needs."""
    role = f"r_{uuid4().hex[:8]}"
    owner.execute(f'CREATE ROLE "{role}" LOGIN'.encode())
    for statement in grants_of(role):
        owner.execute(statement.encode())
    try:
        yield role
    finally:
        owner.execute(f'DROP OWNED BY "{role}"'.encode())
        owner.execute(f'DROP ROLE "{role}"'.encode())


async def test_a_role_that_may_not_append_is_told(
    postgres: PostgresServer, migrated_postgres_url: str
) -> None:
    address = postgres_conninfo(migrated_postgres_url)
    with psycopg.connect(address, autocommit=True) as owner, serving_role(owner) as role:
        url = postgres.url_of(migrated_postgres_url.rsplit("/", 1)[1], user=role)
        async with opened(url) as database:
            assert await ready(database) == READY
            owner.execute(f'REVOKE INSERT ON event FROM "{role}"'.encode())
            assert await ready(database) == not_ready("database-forbids")
            with pytest.raises(StoreUnavailable, match="permission denied"):
                await database.bus.submit(created())
            owner.execute(f'GRANT INSERT ON event TO "{role}"'.encode())
            assert await ready(database) == READY


async def test_a_command_to_a_read_only_server_is_answered_as_unavailable(
    postgres: PostgresServer, migrated_postgres_url: str
) -> None:
    with read_only(postgres, migrated_postgres_url):
        async with opened(migrated_postgres_url) as database:
            with pytest.raises(StoreUnavailable, match="read-only"):
                await database.bus.submit(created())


async def test_a_removed_file_is_told_and_not_made_again(sqlite_url: str) -> None:
    path = sqlite_path(sqlite_url)
    async with opened(sqlite_url) as database:
        assert (await database.bus.submit(created())).status == "done"
        assert await database.log.head("club") == 1
        for name in path.parent.glob(f"{path.name}*"):
            if name.is_file():
                name.unlink()
        for ask in (
            database.log.head("club"),
            database.log.epoch(),
            database.timers.pending(),
            database.grants.give("token", "arbiter", full_grant("club")),
            database.bus.submit(entered("Ada")),
        ):
            with pytest.raises(StoreUnavailable):
                await ask
        assert "database-unreadable" in await asyncio.to_thread(database.readiness.faults)
        assert not path.exists()


def test_a_server_that_is_gone_is_told(postgres: PostgresServer) -> None:
    found = store_module._tried_on_postgres(postgres.url_of("no_such_database"))
    assert found == "database-unreadable"
