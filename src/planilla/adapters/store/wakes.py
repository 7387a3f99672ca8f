"""Notifications of growth of the log, without content. Polling makes up for lost ones.

Within a process the writer rings a `Bell`. On PostgreSQL a notifier informs the other nodes,
outside the writing transaction, and a listener rings their bells.
"""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

QUIET_S = 0.010
"""Shortest interval between two wake-ups, in seconds."""
POLL_S = 0.250
"""Polling interval in seconds, which bounds the delay after a lost notification."""


class Bell:
    """Wake-up of the tasks of this process that wait for growth of the log; callable in any thread.

    `head` is the position of the log at the last ring, or None if it has to be read.
    """

    def __init__(self) -> None:
        self.head: int | None = None
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._lock = threading.Lock()

    def ring(self, head: int | None = None) -> None:
        """Wake all listeners."""
        with self._lock:
            self.head = head
            waiting = tuple(self._waiting)
        for loop, signal in waiting:
            with contextlib.suppress(RuntimeError):  # the event loop has just been closed
                loop.call_soon_threadsafe(signal.set)

    @contextlib.contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """Return an event that is set at each ring while the block runs."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(entry)
        try:
            yield entry[1]
        finally:
            with self._lock:
                self._waiting.discard(entry)
