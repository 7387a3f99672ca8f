"""Which process does what only one should do: the one that holds a lock of the database.

On PostgreSQL it is an advisory lock of a session of its own, on SQLite the lock file of the desk.
The lock goes when its holder dies; one of the others has it within moments.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import psycopg

from planilla.adapters.store.engines import is_sqlite, postgres_conninfo
from planilla.application.ports import StoreUnavailable

LOCK = 0x706C616E696C6C61
"""The advisory lock of the projector; the bytes spell `planilla`. Locks are of one database."""
PAUSE_S = 0.5
"""How often the others try, and the holder shows that it lives."""
SILENCE_S = 5
"""After so long without a sign PostgreSQL ends the session: a suspended node is not elected."""

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Candidate(Protocol):
    """What takes the lock file where it is free: the desk of an SQLite file."""

    def take_over(self) -> bool:
        """Whether this process holds the lock, now or already."""


class LockFileElection:
    """The `Election` port on SQLite: whoever writes is elected, until its process ends."""

    def __init__(self, candidate: Candidate) -> None:
        self._candidate = candidate

    async def while_elected(self, work: Work) -> None:
        """Wait to be elected, then work."""
        while not await self._is_elected():  # noqa: ASYNC110 - another process sets no event
            await asyncio.sleep(PAUSE_S)
        await work()

    async def _is_elected(self) -> bool:
        try:
            return await asyncio.to_thread(self._candidate.take_over)
        except StoreUnavailable as error:
            logger.warning("cannot be elected: %s", error)
            return False


class SessionElection:
    """The `Election` port on PostgreSQL: an advisory lock, held by a session of its own."""

    def __init__(self, url: str) -> None:
        self._conninfo = postgres_conninfo(url)

    async def while_elected(self, work: Work) -> None:
        """Work whenever elected, and stop when the session that holds the lock is lost."""
        while True:
            try:
                await self._stand(work)
            except (psycopg.Error, TimeoutError) as error:
                logger.warning("the session that elects was lost: %s", error)
            await asyncio.sleep(PAUSE_S)

    async def _stand(self, work: Work) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=SILENCE_S,
            options=f"-c idle_session_timeout={SILENCE_S}s",
        )
        async with connection:
            while not await _has_lock(connection):  # noqa: ASYNC110 - nor does PostgreSQL
                await asyncio.sleep(PAUSE_S)
            await _work_while(_holding(connection), work)


async def _has_lock(connection: psycopg.AsyncConnection) -> bool:
    async with asyncio.timeout(SILENCE_S):
        cursor = await connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,))
        row = await cursor.fetchone()
    return row == (True,)


async def _holding(connection: psycopg.AsyncConnection) -> None:
    while True:
        await asyncio.sleep(PAUSE_S)
        async with asyncio.timeout(SILENCE_S):
            await connection.execute("SELECT 1")


async def _work_while(holding: Awaitable[None], work: Work) -> None:
    """Work until it is done or `holding` fails, whose error is raised."""
    tasks = (asyncio.ensure_future(holding), asyncio.ensure_future(work()))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def election_of(url: str, candidate: Candidate) -> LockFileElection | SessionElection:
    """How the database at `url` elects; `candidate` is the desk of this process."""
    return LockFileElection(candidate) if is_sqlite(url) else SessionElection(url)
