"""The one writer of a process: a thread that takes what is queued, decides it and appends it.

Callers wait on futures; an answer is given when what it says is durable. A wish that cannot be
recorded is tried alone, so that it fails alone.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Self

from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler
from planilla.application.ports import StoreUnavailable, VersionConflict
from planilla.application.sitting import Wish

BATCH_MAX = 256
QUEUE_MAX = 16_384
"""Wishes that may wait; more are turned away, for the sender to try again."""
PATIENCE_S = 5.0
"""How long a batch is tried again when another node is faster or the database is away."""
PAUSE_S = 0.01

logger = logging.getLogger(__name__)

AsyncFuture = asyncio.Future[Answer]
SyncFuture = concurrent.futures.Future[Answer]
Outcome = Answer | StoreUnavailable


class _Ticket:
    """A wish in the queue, and who waits for its answer."""

    __slots__ = ("future", "loop", "wish")

    def __init__(
        self, wish: Wish, future: AsyncFuture | SyncFuture, loop: asyncio.AbstractEventLoop | None
    ) -> None:
        self.wish = wish
        self.future = future
        self.loop = loop


class Writer:
    """The desk of this process. `on_append` is called, in the writer's thread, with each new head.

    Use it as a context manager, or call `close`: what is queued by then is still answered.
    """

    def __init__(self, handler: Handler, *, on_append: Callable[[int], None]) -> None:
        self._handler = handler
        self._on_append = on_append
        self._queue: queue.Queue[_Ticket | None] = queue.Queue(QUEUE_MAX)
        self._closed = False
        self._ending = False
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="planilla-writer", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Answer what is queued, then stop."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._queue.put(None)
        self._thread.join()
        self._turn_away()

    async def submit(self, submission: Submission) -> Answer:
        """Decide and, unless it is a dry run, record; the answer is durable when it arrives.

        Raises:
            StoreUnavailable: nothing was recorded, or it is unknown whether it was; the same
                command id may be sent again safely.
        """
        admitted = self._handler.admit(submission)
        if isinstance(admitted, Answer):
            return admitted
        loop = asyncio.get_running_loop()
        future: AsyncFuture = loop.create_future()
        self._put(_Ticket(admitted, future, loop))
        return await future

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """The answers to all, in their order; for callers without an event loop.

        Raises:
            StoreUnavailable: as `submit`; some may have been recorded.
        """
        waiting: list[Answer | SyncFuture] = []
        for submission in submissions:
            admitted = self._handler.admit(submission)
            if isinstance(admitted, Answer):
                waiting.append(admitted)
                continue
            future: SyncFuture = concurrent.futures.Future()
            self._put(_Ticket(admitted, future, None), patient=True)
            waiting.append(future)
        return tuple(
            answer if isinstance(answer, Answer) else answer.result() for answer in waiting
        )

    def _put(self, ticket: _Ticket, *, patient: bool = False) -> None:
        with self._closing:
            if self._closed:
                raise StoreUnavailable("this node is closing")
        try:
            self._queue.put(ticket, timeout=PATIENCE_S if patient else 0)
        except queue.Full:
            raise StoreUnavailable(f"{QUEUE_MAX} commands are waiting already") from None
        if not self._thread.is_alive():  # it ended between the two
            self._turn_away()

    def _turn_away(self) -> None:
        """Answer those who came after the end."""
        with contextlib.suppress(queue.Empty):
            while True:
                ticket = self._queue.get_nowait()
                if ticket is not None:
                    _deliver([ticket], [StoreUnavailable("this node is closing")])

    def _run(self) -> None:
        while not self._ending:
            tickets = self._next()
            outcomes = self._conduct([ticket.wish for ticket in tickets])
            _deliver(tickets, outcomes)

    def _next(self) -> list[_Ticket]:
        """What is queued, at most `BATCH_MAX`; waits for the first."""
        ticket = self._queue.get()
        tickets: list[_Ticket] = []
        while ticket is not None:
            tickets.append(ticket)
            if len(tickets) == BATCH_MAX:
                return tickets
            try:
                ticket = self._queue.get_nowait()
            except queue.Empty:
                return tickets
        self._ending = True
        return tickets

    def _conduct(self, wishes: Sequence[Wish]) -> Sequence[Outcome]:
        if not wishes:
            return ()
        try:
            return self._patiently(wishes)
        except StoreUnavailable as error:
            return [error] * len(wishes)
        except Exception:
            if len(wishes) > 1:  # whatever one wish broke, the others go on
                return [outcome for wish in wishes for outcome in self._conduct([wish])]
            logger.exception("command %s was not recorded", wishes[0].submission.command_id)
            return [Answer(status="failed", version=0, code="internal")]

    def _patiently(self, wishes: Sequence[Wish]) -> Sequence[Answer]:
        """Conduct; again after a conflict or a fault of the store, for a bounded time."""
        deadline = time.monotonic() + PATIENCE_S
        conduct = self._handler.conduct
        while True:
            try:
                answers, position = conduct(wishes)
            except (VersionConflict, StoreUnavailable) as error:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"gave up after {PATIENCE_S} s: {error}") from error
                if isinstance(error, VersionConflict):
                    conduct = self._handler.conduct_alone
                else:  # it may have been cut off for holding a lock too long
                    conduct = self._handler.conduct
                    time.sleep(PAUSE_S)
            else:
                if position is not None:
                    self._on_append(position)
                return answers


def _deliver(tickets: Sequence[_Ticket], outcomes: Sequence[Outcome]) -> None:
    """Give all answers of a batch, with one wake-up for each event loop."""
    for_loop: dict[asyncio.AbstractEventLoop, list[tuple[AsyncFuture, Outcome]]] = {}
    for ticket, outcome in zip(tickets, outcomes, strict=True):
        if isinstance(ticket.future, asyncio.Future):
            assert ticket.loop is not None
            for_loop.setdefault(ticket.loop, []).append((ticket.future, outcome))
        elif isinstance(outcome, Answer):
            ticket.future.set_result(outcome)
        else:
            ticket.future.set_exception(outcome)
    for loop, settled in for_loop.items():
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: Sequence[tuple[AsyncFuture, Outcome]]) -> None:
    for future, outcome in settled:
        if future.done():  # whoever asked has gone away
            continue
        if isinstance(outcome, Answer):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
