"""One of several processes is elected, and another when it dies."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import psycopg
import pytest

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store import election as election_module
from planilla.adapters.store import session_election
from planilla.adapters.store.database import Database
from planilla.adapters.store.election import LockFileElection
from planilla.adapters.store.session_election import LOCK, SessionElection
from planilla.application.ports import StoreUnavailable
from services import free_port
from stores import EVENING_VERSION, evening, result

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (election_module, session_election):
        monkeypatch.setattr(module, "PAUSE_S", 0.05)


class Node:
    """A store, and what its process saw of the log while it was elected."""

    def __init__(self, url: str) -> None:
        self.database = Database(url, clock=SystemClock(), ids=RandomIds())
        self.elections = 0
        self.working = False
        self.seen = 0

    async def stand(self) -> None:
        await self.database.election.while_elected(self._work)

    async def _work(self) -> None:
        self.elections += 1
        self.working = True
        try:
            async for position in self.database.log.wakes():
                self.seen = position
        finally:
            self.working = False


@contextlib.asynccontextmanager
async def standing(*nodes: Node) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(node.stand()) for node in nodes]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for node in nodes:
            await node.database.close()


async def until_seen(node: Node, position: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while node.seen < position:  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0.02)


def working(*nodes: Node) -> int:
    return [node.working for node in nodes].count(True)


async def until_working(*nodes: Node) -> Node:
    async with asyncio.timeout(PATIENCE_S):
        while not any(node.working for node in nodes):  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0.01)
    return next(node for node in nodes if node.working)


def end_session_that_holds_the_lock(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_locks"
            " JOIN pg_database ON pg_database.oid = pg_locks.database"
            " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
            " AND (classid::bigint << 32) | objid::bigint = %s",
            (LOCK,),
        ).fetchone()
    assert found is not None
    return int(found[0])


@pytest.mark.service
async def test_exactly_one_node_works_and_another_when_its_session_is_killed(
    migrated_postgres_url: str,
) -> None:
    nodes = (Node(migrated_postgres_url), Node(migrated_postgres_url))
    async with standing(*nodes):
        elected = await until_working(*nodes)
        (other,) = {*nodes} - {elected}
        for wish in evening():
            await other.database.bus.submit(wish)
        await until_seen(elected, EVENING_VERSION)
        assert (elected.elections, other.elections) == (1, 0)
        assert other.database.bus.take_over()  # on PostgreSQL every node writes

        assert end_session_that_holds_the_lock(migrated_postgres_url) == 1
        async with asyncio.timeout(PATIENCE_S):
            # For a moment there may be two, or none.
            while (elected.elections + other.elections, working(*nodes)) != (2, 1):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

        await elected.database.bus.submit(result("1.1", "1-0"))
        await until_seen(await until_working(*nodes), EVENING_VERSION + 1)


@pytest.mark.service
async def test_when_the_elected_node_goes_away_the_other_takes_over(
    migrated_postgres_url: str,
) -> None:
    nodes = (Node(migrated_postgres_url), Node(migrated_postgres_url))
    async with standing(*nodes) as tasks:
        elected = await until_working(*nodes)
        (other,) = {*nodes} - {elected}
        tasks[nodes.index(elected)].cancel()
        assert await until_working(other) is other
        for wish in evening():
            await other.database.bus.submit(wish)
        await until_seen(other, EVENING_VERSION)


@pytest.mark.service
async def test_a_node_that_gives_no_sign_is_not_elected_for_ever(
    migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_election, "SILENCE_S", 1)
    monkeypatch.setattr(session_election, "PAUSE_S", 60.0)
    silent = asyncio.create_task(SessionElection(migrated_postgres_url).while_elected(for_ever))
    await asyncio.sleep(0.3)
    monkeypatch.setattr(session_election, "PAUSE_S", 0.05)
    worked = asyncio.Event()

    async def work() -> None:
        worked.set()
        await for_ever()

    other = asyncio.create_task(SessionElection(migrated_postgres_url).while_elected(work))
    await asyncio.wait_for(worked.wait(), PATIENCE_S)
    for task in (silent, other):
        task.cancel()
    await asyncio.gather(silent, other, return_exceptions=True)


async def for_ever() -> None:
    await asyncio.Event().wait()


async def test_a_database_that_is_away_is_waited_for() -> None:
    election = SessionElection(f"postgresql://planilla@127.0.0.1:{free_port()}/nothing")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(election.while_elected(for_ever), 0.5)


async def test_on_sqlite_the_holder_of_the_lock_works_and_then_the_next(
    sqlite_url: str,
) -> None:
    first, second = Node(sqlite_url), Node(sqlite_url)
    async with standing(first, second) as tasks:
        for wish in evening():
            await second.database.bus.submit(wish)
        await until_seen(first, EVENING_VERSION)
        assert (first.elections, second.elections) == (1, 0)
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
        await first.database.close()
        assert await until_working(second) is second
        assert second.database.bus.writes


async def test_a_lock_that_cannot_be_taken_is_tried_again() -> None:
    class Reluctant:
        tries = 0

        def take_over(self) -> bool:
            self.tries += 1
            if self.tries == 1:
                raise StoreUnavailable("the disk is full")
            return self.tries == 3

    done = []

    async def work() -> None:
        done.append(True)

    candidate = Reluctant()
    await asyncio.wait_for(LockFileElection(candidate).while_elected(work), PATIENCE_S)
    assert (candidate.tries, done) == (3, [True])
