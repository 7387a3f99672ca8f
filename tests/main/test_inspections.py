"""The inspection beside a server: soon after the start, in another process."""

import asyncio
import logging
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.store import schema
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.workers import WorkerProcess
from planilla.application.inspecting import KnownOutside
from planilla.application.integrity import Integrity
from planilla.application.ports import StoreUnavailable
from planilla.main.node import inspect_regularly
from stores import created


@pytest.mark.parametrize("is_damaged", [False, True])
async def test_a_server_inspects_its_store_and_tells_what_is_wrong(
    database_url: str, caplog: pytest.LogCaptureFixture, *, is_damaged: bool
) -> None:
    await prepared(database_url, is_damaged=is_damaged)
    integrity, known = Integrity(), 0

    def outside() -> KnownOutside:
        nonlocal known
        known += 1
        return KnownOutside()

    with WorkerProcess() as worker, caplog.at_level(logging.ERROR):
        task = asyncio.create_task(
            inspect_regularly(database_url, outside, integrity, worker, after_s=0)
        )
        async with asyncio.timeout(60):
            while not known or (  # noqa: ASYNC110 - nobody sets an event here
                is_damaged and integrity.of("club") is None
            ):
                await asyncio.sleep(0.01)
        task.cancel()
    assert ("run `planilla log verify`" in caplog.text) == is_damaged
    damage = integrity.of("club")
    assert (damage.codes if damage else ()) == (("head-moved",) if is_damaged else ())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(
            msgspec.DecodeError("no line"), "failed: run `planilla log verify`", id="a bad list"
        ),
        pytest.param(StoreUnavailable("gone"), "was not inspected: gone", id="no database"),
    ],
)
async def test_an_inspection_that_fails_is_logged_and_done_again(
    caplog: pytest.LogCaptureFixture, error: Exception, said: str
) -> None:
    """The server is in one group with it, and would end."""
    asked = asyncio.Event()

    def outside() -> KnownOutside:
        asked.set()
        raise error

    task = asyncio.create_task(inspect_regularly("", outside, Integrity(), NoWorker(), after_s=0))
    await asked.wait()
    await asyncio.sleep(0)
    assert not task.done()
    task.cancel()
    assert said in caplog.text


class NoWorker:
    """A worker that is never asked."""

    def ask(self, *_: object) -> Any:
        raise AssertionError("unreachable: what lies outside could not be read")


async def prepared(url: str, *, is_damaged: bool) -> None:
    async with Database(url, clock=SetClock(), ids=CountedIds()) as database:
        assert (await database.bus.submit(created())).status == "done"
    if is_damaged:
        engine = migrating_engine(url)
        with engine.begin() as connection:
            connection.execute(update(schema.stream).values(hash=bytes(32)))
        engine.dispose()
