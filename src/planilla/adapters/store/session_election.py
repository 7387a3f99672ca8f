"""Election on PostgreSQL: an advisory lock, held by a separate session."""

import asyncio
import logging
from collections.abc import Awaitable

import psycopg

from planilla.adapters.store.election import PAUSE_S, Work
from planilla.adapters.store.engines import postgres_conninfo

LOCK = 0x706C616E696C6C61
"""Number of the advisory lock of the elected process; its bytes spell `planilla`."""
SILENCE_S = 5
"""Seconds without a heartbeat after which PostgreSQL ends the session, as of a suspended node."""

logger = logging.getLogger(__name__)


class SessionElection:
    """`Election` port on PostgreSQL: an advisory lock, held by a separate session."""

    def __init__(self, url: str) -> None:
        self._conninfo = postgres_conninfo(url)

    async def while_elected(self, work: Work) -> None:
        """Run `work` whenever elected, and cancel it when the session with the lock is lost."""
        while True:
            try:
                await self._stand(work)
            except (psycopg.Error, TimeoutError) as error:
                logger.warning("the election session was lost: %s", error)
            await asyncio.sleep(PAUSE_S)

    async def _stand(self, work: Work) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._conninfo,
            autocommit=True,
            connect_timeout=SILENCE_S,
            options=f"-c idle_session_timeout={SILENCE_S}s",
        )
        async with connection:
            while not await _has_lock(connection):  # noqa: ASYNC110 - PostgreSQL sends no event
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
    """Run `work` to its end, or until `holding` fails, whose error is raised."""
    tasks = (asyncio.ensure_future(holding), asyncio.ensure_future(work()))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
