"""Notifications of growth of the log between the nodes of a PostgreSQL database.

It is a separate module, so programs on SQLite load no PostgreSQL driver.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator

import psycopg

from planilla.adapters.store.engines import postgres_conninfo
from planilla.adapters.store.wakes import QUIET_S, GrowthSignal

CHANNEL = "planilla_head"
RETRY_S = 1.0

logger = logging.getLogger(__name__)


class Notifier:
    """Notifies the other nodes of a PostgreSQL database, from a thread with its own connection."""

    def __init__(self, url: str) -> None:
        self._conninfo = postgres_conninfo(url)
        self._grown = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="planilla-notifier", daemon=True)
        self._thread.start()

    def notify(self, _position: int, /) -> None:
        """See `Notifies.notify`."""
        self._grown.set()

    def close(self) -> None:
        """Stop; pending growth is found by polling."""
        self._closing.set()
        self._grown.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    self._notify(connection)
            except psycopg.Error as error:
                logger.warning("other nodes cannot be notified: %s", error)
                self._closing.wait(RETRY_S)

    def _notify(self, connection: psycopg.Connection) -> None:
        while self._grown.wait() and not self._closing.is_set():
            self._grown.clear()
            connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))
            time.sleep(QUIET_S)


@contextlib.asynccontextmanager
async def listening_to_other_nodes(url: str, signal: GrowthSignal) -> AsyncIterator[None]:
    """Set `signal` after appends by other nodes of a PostgreSQL database."""
    task = asyncio.create_task(_receive(postgres_conninfo(url), signal))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _receive(conninfo: str, signal: GrowthSignal) -> None:
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for _ in connection.notifies():
                    signal.set()
        except psycopg.Error as error:
            logger.warning("notifications of other nodes cannot be received: %s", error)
        await asyncio.sleep(RETRY_S)
