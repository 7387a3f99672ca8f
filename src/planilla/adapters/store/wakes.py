"""Notifications of growth of the log. Polling makes up for lost ones.

Within a process the writer sets a `GrowthSignal`. On PostgreSQL a notifier informs the other nodes,
outside the writing transaction, and a listener sets their signals; or a NATS server carries that,
on either database (ADR 0067).
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # loaded where it is used
    from nats.aio.client import Client

QUIET_S = 0.010
"""Shortest interval between two wake-ups, in seconds."""
POLL_S = 0.250
"""Polling interval in seconds, which bounds the delay after a lost notification."""
RETRY_S = 1
"""Seconds between two attempts to reach a NATS server."""
CANCEL_AGAIN_S = 0.5
"""Seconds until what should have ended is cancelled again."""

logger = logging.getLogger(__name__)


class Notifies(Protocol):
    """Something that tells the other nodes of a database that its log has grown."""

    def notify(self, position: int, /) -> None:
        """Schedule a notification that the log has grown to a position; callable in any thread."""

    def close(self) -> None:
        """Stop; pending growth is found by polling."""


class GrowthSignal:
    """Wake-up of the tasks of this process that wait for growth of the log; callable in any thread.

    `head` is the position of the log when it was last set, or None if it has to be read.
    """

    def __init__(self) -> None:
        self.head: int | None = None
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._lock = threading.Lock()

    def set(self, head: int | None = None) -> None:
        """Wake all listeners."""
        with self._lock:
            self.head = head
            waiting = tuple(self._waiting)
        for loop, grown in waiting:
            with contextlib.suppress(RuntimeError):  # the event loop has just been closed
                loop.call_soon_threadsafe(grown.set)

    @contextlib.contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """Return an event that is set with it while the block runs."""
        entry = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(entry)
        try:
            yield entry[1]
        finally:
            with self._lock:
                self._waiting.discard(entry)


class NatsWakes:
    """Notifications to and from the other nodes of a log over a NATS server, in a thread.

    A message is the position of the log, under a subject that names the log. It only wakes: whoever
    gets it reads the log. Core NATS keeps nothing: what is lost is found by polling, also while the
    server is away, which is tried again for ever.
    """

    def __init__(self, address: str, log_id: str, signal: GrowthSignal) -> None:
        self._address = address
        self._subject = f"planilla.{log_id}.head"
        self._signal = signal
        self._position = 0
        self._loop = asyncio.new_event_loop()
        self._grown = asyncio.Event()
        self._talking: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="planilla-nats", daemon=True)
        self._thread.start()

    def notify(self, position: int, /) -> None:
        """See `Notifies.notify`."""
        self._position = position
        with contextlib.suppress(RuntimeError):  # it has just been closed
            self._loop.call_soon_threadsafe(self._grown.set)

    def close(self) -> None:
        """Stop; pending growth is found by polling."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()

    def _stop(self) -> None:
        """Cancel until the task has ended: one that is just waking up may lose a cancellation."""
        if self._talking is not None:
            self._talking.cancel()
            self._loop.call_later(CANCEL_AGAIN_S, self._stop)

    def _run(self) -> None:
        self._talking = self._loop.create_task(self._talk())
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._talking)
        self._loop.close()

    async def _talk(self) -> None:
        from nats.aio.client import Client  # noqa: PLC0415 - only where it is set

        client = Client()
        try:
            await client.connect(
                self._address,
                name="planilla",
                no_echo=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=RETRY_S,
                error_cb=_warn,
                disconnected_cb=_warn_of_loss,
            )
            await client.subscribe(self._subject, cb=self._receive)
            await self._publish(client)
        finally:
            with contextlib.suppress(Exception):  # it may be away
                await client.close()

    async def _receive(self, _: object) -> None:
        self._signal.set()

    async def _publish(self, client: "Client") -> None:
        from nats.errors import Error  # noqa: PLC0415 - only where it is set

        while await self._grown.wait():
            self._grown.clear()
            try:
                await client.publish(self._subject, b"%d" % self._position)
            except Error as error:
                await _warn(error)
            await asyncio.sleep(QUIET_S)


async def _warn(error: Exception) -> None:
    logger.warning("the NATS server cannot be reached: %r", error)


async def _warn_of_loss() -> None:
    logger.warning("the NATS server is gone; other nodes are found by polling")
