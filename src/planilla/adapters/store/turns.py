"""Who writes to an SQLite file next, among the threads of one process: whoever appends, first.

SQLite lets one connection write at a time; who finds it busy sleeps and looks again, longer each
time. Here an appending thread is woken the moment a transaction of stored rows ends, and none of
those begins before it. Other processes are seen by SQLite's own lock alone.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator

AGAIN_S = 0.001
"""How long stored rows wait before they look again: they have time."""


class Turn:
    """The right to write. Appending takes it from one thread, storing rows from an event loop."""

    def __init__(self) -> None:
        self._held = threading.Lock()
        self._is_wanted = False

    @contextlib.contextmanager
    def of_appending(self) -> Iterator[None]:
        """Wait for the end of the transaction that runs, if one does."""
        self._is_wanted = True
        with self._held:
            self._is_wanted = False
            yield

    @contextlib.asynccontextmanager
    async def of_rows(self) -> AsyncIterator[None]:
        """Wait until nobody appends, or wants to."""
        while self._is_wanted or not self._held.acquire(blocking=False):  # noqa: ASYNC110 - a thread
            await asyncio.sleep(AGAIN_S)
        try:
            yield
        finally:
            self._held.release()
