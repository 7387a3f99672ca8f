"""Notifications that the log has grown, without contents. Polling replaces lost ones.

Inside a process the writer rings a bell; on PostgreSQL a notifier tells the other nodes, outside
the writing transaction, and a listener rings their bells.
"""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

QUIET_S = 0.010
"""At most one wake-up in this time."""
POLL_S = 0.250
"""Polling interval: the delay of a change whose notification was lost."""


class Bell:
    """Wakes the tasks of this process that wait for the log to grow; rung from any thread.

    `head` is the position of the log at the last ring, if known: then it need not be read.
    """

    def __init__(self) -> None:
        self.head: int | None = None
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._lock = threading.Lock()

    def ring(self, head: int | None = None) -> None:
        """Wake everybody who listens."""
        with self._lock:
            self.head = head
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
