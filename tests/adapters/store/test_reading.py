"""Connections of the event loop to SQLite: each act runs in a thread, in one transaction."""

import asyncio
import threading

import pytest
from sqlalchemy import Connection, text

from planilla.adapters.store.engines import reading_engine, side_engine
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.ports import StoreUnavailable

COUNT = text("SELECT count(*) FROM meta")
ADD = text("INSERT INTO meta (name, value) VALUES ('added', x'00')")


def counted(connection: Connection) -> int:
    return int(connection.execute(COUNT).scalar_one())


async def test_the_loop_goes_on_while_a_statement_runs(sqlite_url: str) -> None:
    connections, begun, may_end = reading_engine(sqlite_url), threading.Event(), threading.Event()

    def slow(connection: Connection) -> int:
        begun.set()
        assert may_end.wait(30)
        return counted(connection)

    running = asyncio.create_task(connections.run(slow))
    await asyncio.to_thread(begun.wait, 30)
    before = await connections.run(counted)
    may_end.set()
    assert await running == before
    await connections.close()


async def test_an_act_that_has_begun_is_completed_without_its_caller(sqlite_url: str) -> None:
    connections, begun, may_end = side_engine(sqlite_url), threading.Event(), threading.Event()
    before = await connections.run(counted)

    def slow(connection: Connection) -> None:
        begun.set()
        assert may_end.wait(30)
        connection.execute(ADD)

    running = asyncio.create_task(connections.run(slow))
    await asyncio.to_thread(begun.wait, 30)
    running.cancel()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await connections.run(counted) == before + 1
    await connections.close()


async def test_an_act_that_fails_leaves_nothing(sqlite_url: str) -> None:
    connections = side_engine(sqlite_url)
    before = await connections.run(counted)

    def fails(connection: Connection) -> None:
        connection.execute(ADD)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await connections.run(fails)
    assert await connections.run(counted) == before
    await connections.close()


async def test_readers_cannot_write(sqlite_url: str) -> None:
    connections = reading_engine(sqlite_url)
    with pytest.raises(StoreUnavailable, match="readonly"):
        await connections.run(lambda connection: connection.execute(ADD))
    await connections.close()


async def test_the_statements_of_a_page_can_be_prepared(database_url: str) -> None:
    """They ask for a tournament that does not exist, hence a new store is enough."""
    log = DatabaseLog(database_url, GrowthSignal())
    await log.prepare()
    assert await log.events("") == ()
    await log.close()
