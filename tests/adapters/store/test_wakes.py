"""Wake-ups: rung in a process, notified between nodes, and made good by polling when lost."""

import asyncio
import logging

import pytest

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store import other_nodes
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.links import DatabaseGrants
from planilla.adapters.store.other_nodes import Notifier, listening_to_other_nodes
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.ports import StoreUnavailable
from planilla.application.roles import full_grant
from services import free_port
from stores import created

pytestmark = pytest.mark.anyio


def opened(url: str) -> Database:
    return Database(url, clock=SystemClock(), ids=RandomIds())


async def test_a_lost_wake_up_is_made_good_by_polling(database_url: str) -> None:
    """The reader has a signal of its own, which nobody rings; on SQLite nobody notifies either."""
    async with opened(database_url) as database:
        log = DatabaseLog(database_url, GrowthSignal())
        wakes = log.wakes()
        assert await anext(wakes) == 0
        await database.bus.submit(created())
        assert await asyncio.wait_for(anext(wakes), PATIENCE_S) == 1
        await wakes.aclose()  # type: ignore[attr-defined]
        await log.close()


async def test_many_changes_are_one_wake_up(database_url: str) -> None:
    async with opened(database_url) as database:
        wakes = database.log.wakes()
        assert await anext(wakes) == 0
        await asyncio.gather(*(database.bus.submit(created(f"t{n}")) for n in range(50)))
        heads = [await asyncio.wait_for(anext(wakes), PATIENCE_S)]
        while heads[-1] < 50:
            heads.append(await asyncio.wait_for(anext(wakes), PATIENCE_S))
        await wakes.aclose()  # type: ignore[attr-defined]
    assert len(heads) < 25
    assert heads == sorted(set(heads))


async def test_who_rings_and_knows_the_head_saves_reading_it(sqlite_url: str) -> None:
    """The signal is believed where it is further than what was known; otherwise the log is read."""
    signal = GrowthSignal()
    log = DatabaseLog(sqlite_url, signal)
    wakes = log.wakes()
    assert await anext(wakes) == 0
    waiting = asyncio.ensure_future(anext(wakes))
    await asyncio.sleep(0)
    signal.set(7)
    assert await asyncio.wait_for(waiting, PATIENCE_S) == 7
    signal.set(6)  # it was under way for long
    assert await asyncio.wait_for(anext(wakes), PATIENCE_S) == 0
    signal.set()
    signal.set(9)
    assert await asyncio.wait_for(anext(wakes), PATIENCE_S) == 9
    await wakes.aclose()  # type: ignore[attr-defined]
    await log.close()


@pytest.mark.service
async def test_the_other_node_is_notified_well_before_it_polls(
    migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planilla.adapters.store.reader.POLL_S", 20.0)
    url = migrated_postgres_url
    async with opened(url) as one, opened(url) as two:
        wakes = two.log.wakes()
        assert await anext(wakes) == 0
        waiting = asyncio.ensure_future(anext(wakes))
        # The listener may still be connecting at first: then a later one wakes.
        for number in range(100):
            await one.bus.submit(created(f"t{number}"))
            await asyncio.wait([waiting], timeout=0.05)
            if waiting.done():
                break
        assert 1 <= await asyncio.wait_for(waiting, PATIENCE_S) <= 100
        await wakes.aclose()  # type: ignore[attr-defined]


async def test_a_server_that_is_away_is_said_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(other_nodes, "RETRY_S", 0.01)
    url = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    notifier = Notifier(url)
    async with listening_to_other_nodes(url, GrowthSignal()):
        await asyncio.sleep(0.3)
    notifier.close()
    said = {(record.levelno, record.getMessage().partition(":")[0]) for record in caplog.records}
    assert said == {
        (logging.WARNING, "other nodes cannot be notified"),
        (logging.WARNING, "notifications of other nodes cannot be received"),
    }


@pytest.mark.no_cover  # they would read PostgreSQL
async def test_readers_say_that_the_server_is_away() -> None:
    url = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    log, side = DatabaseLog(url, GrowthSignal()), SideStore(url)
    grants = DatabaseGrants(side, SystemClock())
    with pytest.raises(StoreUnavailable):
        await log.head("club")
    with pytest.raises(StoreUnavailable):
        await grants.holder("token")
    with pytest.raises(StoreUnavailable):
        await grants.give("token", "x", full_grant("*"))
    await log.close()
    await side.close()


def test_a_signal_outlives_the_loops_that_listened() -> None:
    signal = GrowthSignal()

    async def listen() -> None:
        with signal.listening() as grown:
            signal.set()
            await asyncio.wait_for(grown.wait(), PATIENCE_S)

    asyncio.run(listen())
    signal.set()
    assert signal._waiting == set()
