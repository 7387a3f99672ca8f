"""Wake-ups: that the log has grown, never what with. Lost ones are made good by polling.

Inside a process the writer rings a bell; on PostgreSQL a notifier tells the other nodes, outside
the writing transaction, and a listener rings their bells.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Iterator

import psycopg

from planilla.adapters.store.engines import postgres_conninfo

CHANNEL = "planilla_head"
QUIET_S = 0.010
"""At most one wake-up in this time."""
POLL_S = 0.250
"""The safety net: how late a change is seen when its wake-up was lost."""
RETRY_S = 1.0

logger = logging.getLogger(__name__)


class Bell:
    """Wakes the tasks of this process that wait for the log to grow; rung from any thread."""

    def __init__(self) -> None:
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._lock = threading.Lock()

    def ring(self) -> None:
        """Wake everybody who listens."""
        with self._lock:
            waiting = tuple(self._waiting)
        for loop, signal in waiting:
            with contextlib.suppress(RuntimeError):  # that loop has just been closed
                loop.call_soon_threadsafe(signal.set)

    @contextlib.contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set at each ring, for as long as the block runs."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(entry)
        try:
            yield entry[1]
        finally:
            with self._lock:
                self._waiting.discard(entry)


class Notifier:
    """Tells the other nodes of a PostgreSQL database, from a thread with its own connection."""

    def __init__(self, url: str) -> None:
        self._conninfo = postgres_conninfo(url)
        self._grown = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="planilla-notifier", daemon=True)
        self._thread.start()

    def notify(self) -> None:
        """Say, soon, that the log has grown."""
        self._grown.set()

    def close(self) -> None:
        """Stop; what was not told yet is found by polling."""
        self._closing.set()
        self._grown.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    self._tell(connection)
            except psycopg.Error as error:
                logger.warning("other nodes cannot be woken: %s", error)
                self._closing.wait(RETRY_S)

    def _tell(self, connection: psycopg.Connection) -> None:
        while self._grown.wait() and not self._closing.is_set():
            self._grown.clear()
            connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))
            time.sleep(QUIET_S)


@contextlib.asynccontextmanager
async def hearing_other_nodes(url: str, bell: Bell) -> AsyncIterator[None]:
    """Ring `bell` when another node of a PostgreSQL database has appended."""
    task = asyncio.create_task(_hear(postgres_conninfo(url), bell))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _hear(conninfo: str, bell: Bell) -> None:
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for _ in connection.notifies():
                    bell.ring()
        except psycopg.Error as error:
            logger.warning("other nodes cannot be heard: %s", error)
        await asyncio.sleep(RETRY_S)
