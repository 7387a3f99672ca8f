"""Prepared statements on both databases: values in their columns, lost connections anew."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from planilla.adapters.store import schema
from planilla.adapters.store.engines import (
    PAGE_BYTES,
    appending_engine,
    lookup_engine,
    migrating_engine,
)
from planilla.adapters.store.migrate import migrate
from planilla.adapters.store.prepared import HeldConnection
from planilla.config import find_assets

NEW = insert(schema.stream)
BETWEEN = (
    select(schema.stream.c.tournament, schema.stream.c.hash)
    .where(schema.stream.c.version < bindparam("below"))
    .where(schema.stream.c.version > bindparam("above"))
    .order_by(schema.stream.c.version)
)


@pytest.fixture
def held(database_url: str) -> Iterator[HeldConnection]:
    opened = HeldConnection(appending_engine(database_url))
    yield opened
    opened.close()


def row(tournament: str, version: int) -> dict[str, object]:
    """Its values are in another order than the columns of the table."""
    times = {"changed_at": 2, "created_at": 1}
    seal = tournament.encode()
    digests = {"hash": seal, "event_ids": b"ids"}
    return {
        **times,
        **digests,
        "version": version,
        "name": "x",
        "hidden": 0,
        "tournament": tournament,
        "led_from": "",
        "festival": "",
        "festival_words": "",
        "is_on": 0,
    }


def found(held: HeldConnection) -> list[object]:
    with held.transaction():
        return list(held.fetch(BETWEEN, {"above": 1, "below": 4}))


def test_each_value_comes_to_its_column(held: HeldConnection) -> None:
    with held.transaction():
        assert held.execute(NEW, row("b", 3)) == 1
        assert held.execute(NEW, row("a", 2), row("c", 1), row("d", 4)) == 3
        assert held.execute(NEW) == 0
    assert found(held) == [("a", b"a"), ("b", b"b")]


def test_a_block_that_fails_writes_nothing(held: HeldConnection) -> None:
    def write_twice() -> None:
        with held.transaction():
            held.execute(NEW, row("a", 2))
            held.execute(NEW, row("a", 3))

    with pytest.raises(IntegrityError):
        write_twice()
    assert found(held) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_database_that_another_holds_is_asked_again(
    held: HeldConnection, database_url: str
) -> None:
    with held.transaction():
        held.execute(text("PRAGMA busy_timeout = 0"), {})
    other = HeldConnection(appending_engine(database_url))
    with other.transaction(), pytest.raises(OperationalError, match="locked"), held.transaction():
        raise AssertionError("unreachable")
    other.close()
    with held.transaction():
        held.execute(NEW, row("a", 2))
    assert found(held) == [("a", b"a")]


@pytest.mark.service
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("at_commit", [True, False])
def test_a_connection_that_is_cut_in_a_block_is_opened_anew(
    held: HeldConnection,
    database_url: str,
    caplog: pytest.LogCaptureFixture,
    *,
    at_commit: bool,
) -> None:
    def write_and_be_cut() -> None:
        with held.transaction():
            held.execute(NEW, row("a", 2))
            cut(database_url)
            if not at_commit:
                held.execute(NEW, row("b", 3))

    with pytest.raises(OperationalError):
        write_and_be_cut()
    assert found(held) == []
    told = [record.getMessage() for record in caplog.records]
    assert told == ["the connection to the database was lost and is opened again"]


def cut(url: str) -> None:
    """End all connections but this one."""
    engine = migrating_engine(url)
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with contextlib.closing(engine.raw_connection()) as connection:
        connection.cursor().execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
        )
    engine.dispose()


def test_a_new_file_has_small_pages_and_another_keeps_its_own(tmp_path: Path) -> None:
    others, new = tmp_path / "others.db", tmp_path / "new.db"
    with contextlib.closing(sqlite3.connect(others)) as connection:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    pages = []
    for path in (new, others):
        url = f"sqlite:///{path}"
        migrate(url, find_assets("migrations"))
        with lookup_engine(url).connect() as connection:
            pages.append(connection.execute(text("PRAGMA page_size")).scalar())
    assert pages == [PAGE_BYTES, 4096]
