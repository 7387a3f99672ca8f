"""Wake-ups over a NATS server: between nodes of either database, and no matter when it is away."""

import asyncio
import contextlib
import logging
import threading
import time

import pytest
from nats.aio.client import Client

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store import reader, wakes
from planilla.adapters.store.database import Database
from services import free_port, nats_server
from stores import created

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nats")]
SELDOM_S = 3600.0
"""An interval of polling that no test waits for."""


def opened(url: str, port: int) -> Database:
    return Database(url, clock=SystemClock(), ids=RandomIds(), wake=f"nats://127.0.0.1:{port}")


class Woken:
    """A node that waits for growth of the log, and the positions that it was told."""

    def __init__(self, node: Database) -> None:
        self._wakes = node.log.wakes()
        self.waiting = asyncio.ensure_future(anext(self._wakes))

    async def next(self) -> int:
        position = await asyncio.wait_for(self.waiting, PATIENCE_S)
        self.waiting = asyncio.ensure_future(anext(self._wakes))
        return position

    async def close(self) -> None:
        self.waiting.cancel()
        await asyncio.gather(self.waiting, return_exceptions=True)


async def grow_until_woken(writer: Database, other: Woken, first: int) -> int:
    """Append until the other node hears of it: at first it may still be connecting."""
    for number in range(first, first + 400):
        await writer.bus.submit(created(f"t{number}"))
        await asyncio.wait([other.waiting], timeout=0.05)
        if other.waiting.done():
            return number + 1
    raise AssertionError("nobody was woken")


async def test_another_node_is_woken_before_it_polls_and_again_after_the_server_was_away(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "POLL_S", SELDOM_S)
    monkeypatch.setattr(wakes, "RETRY_S", 0.05)
    port = free_port()
    async with opened(database_url, port) as one, opened(database_url, port) as two:
        woken = Woken(two)
        assert await woken.next() == 0
        with nats_server(port):
            grown = await grow_until_woken(one, woken, 0)
            assert 1 <= await woken.next() <= grown
        with nats_server(port):  # the first was killed
            grown = await grow_until_woken(one, woken, grown)
            position = await woken.next()
            while position < grown:
                await one.bus.submit(created(f"t{grown}"))
                grown, position = grown + 1, await woken.next()
        await woken.close()


async def test_without_its_server_nodes_poll_and_end_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(wakes, "RETRY_S", 0.05)
    port = free_port()
    async with opened(database_url, port) as one, opened(database_url, port) as two:
        woken = Woken(two)
        assert await woken.next() == 0
        await one.bus.submit(created())
        assert await woken.next() == 1
        await woken.close()
        await asyncio.sleep(0.2)
    said = {record.getMessage().partition(":")[0] for record in caplog.records}
    assert "the NATS server cannot be reached" in said
    assert {record.levelno for record in caplog.records} <= {logging.WARNING}


def test_a_cancellation_that_is_lost_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """`asyncio.wait_for` of Python 3.11 loses one that comes as the awaited thing ends."""
    begun, lost = threading.Event(), threading.Event()

    async def talk(_: wakes.NatsWakes) -> None:
        begun.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(2 * PATIENCE_S)
        lost.set()
        await asyncio.sleep(2 * PATIENCE_S)

    monkeypatch.setattr(wakes.NatsWakes, "_talk", talk)
    monkeypatch.setattr(wakes, "CANCEL_AGAIN_S", 0.01)
    talking = wakes.NatsWakes("nats://127.0.0.1:1", "log", wakes.GrowthSignal())
    assert begun.wait(PATIENCE_S)
    closed_at = time.monotonic()
    talking.close()
    assert lost.is_set()
    assert time.monotonic() - closed_at < PATIENCE_S


async def test_messages_of_others_wake_and_tell_nothing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever position a message names, the log is read; a subject of another log wakes nobody."""
    monkeypatch.setattr(reader, "POLL_S", SELDOM_S)
    port = free_port()
    with nats_server(port):
        async with opened(sqlite_url, port) as one, opened(sqlite_url, port) as two:
            woken = Woken(two)
            assert await woken.next() == 0
            grown = await grow_until_woken(one, woken, 0)
            position = await woken.next()
            stranger = Client()
            await stranger.connect(f"nats://127.0.0.1:{port}")
            for body in (b"999999999", b"", b"\xff" * 1000):
                await stranger.publish(f"planilla.{await one.log.log_id()}.head", body)
            await stranger.close()
            await one.bus.submit(created("last"))
            while position < grown + 1:
                position = await woken.next()
            assert position == grown + 1
            await woken.close()
