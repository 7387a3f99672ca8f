"""The one writer of a process: a thread that takes what is queued, decides it and appends it.

Callers wait on futures; an answer is given when what it says is durable. A wish that cannot be
recorded is tried alone, so that it fails alone. What takes long (a big pairing, chances of
prizes) is worked out by a `Worker` meanwhile: its wish comes back to the queue with the answer, and
is decided then.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Self

import msgspec

from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler, Heard
from planilla.application.jobs import Worker, WorkerLost
from planilla.application.ports import StoreUnavailable, VersionConflict
from planilla.application.recording import DamagedLog
from planilla.application.wishes import Undecided, Wish
from planilla.domain.tournament.questions import Prepared, Question, Reply, answer_to

BATCH_MAX = 256
QUEUE_MAX = 16_384
"""Wishes that may wait; more are turned away, for the sender to try again."""
AT_ONCE_MAX = 32_000
"""Bytes of a command: a longer one is read in a thread."""
PATIENCE_S = 5.0
"""How long a batch is tried again when another node is faster or the database is away."""
PAUSE_S = 0.01
WAITS_MAX = 3
"""How often a wish waits for an answer before that is worked out where it is decided."""
LAST_WAIT_S = 20.0
"""How long a writer that ends still waits for answers."""

logger = logging.getLogger(__name__)

AsyncFuture = asyncio.Future[Answer]
SyncFuture = concurrent.futures.Future[Answer]
Outcome = Heard | StoreUnavailable
Settled = Answer | StoreUnavailable
Found = concurrent.futures.Future[Reply]


class _Ticket:
    """A wish in the queue, and who waits for its answer; how often it has waited, and for what."""

    __slots__ = ("awaited", "future", "loop", "waits", "wish")

    def __init__(
        self, wish: Wish, future: AsyncFuture | SyncFuture, loop: asyncio.AbstractEventLoop | None
    ) -> None:
        self.wish = wish
        self.future = future
        self.loop = loop
        self.waits = 0
        self.awaited: tuple[Question, Found] | None = None


class Writer:
    """The desk of this process. `on_append` is called, in the writer's thread, with each new head.

    What takes long is worked out by `worker`, without one where it is decided. Use it as a context
    manager, or call `close`: what is queued by then is still answered.
    """

    def __init__(
        self, handler: Handler, *, on_append: Callable[[int], None], worker: Worker | None = None
    ) -> None:
        self._handler = handler
        self._on_append = on_append
        self._worker = worker
        self._away: set[_Ticket] = set()
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

    @property
    def takes_commands(self) -> bool:
        """Whether a command that is handed in now would be decided."""
        return not self._closed and self._thread.is_alive() and not self._queue.full()

    async def submit(self, submission: Submission) -> Answer:
        """Decide and, unless it is a dry run, record; the answer is durable when it arrives.

        Raises:
            StoreUnavailable: nothing was recorded, or it is unknown whether it was; the same
                command id may be sent again safely.
        """
        admit = self._handler.admit
        is_long = len(submission.body) > AT_ONCE_MAX
        admitted = await asyncio.to_thread(admit, submission) if is_long else admit(submission)
        if isinstance(admitted, Answer):
            return admitted
        loop = asyncio.get_running_loop()
        future: AsyncFuture = loop.create_future()
        self._put(_Ticket(self._patient(admitted), future, loop))
        return await future

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """The answers to all, in their order; for callers without an event loop.

        Each is decided after those before it, hence several wait for nothing else.

        Raises:
            StoreUnavailable: as `submit`; some may have been recorded.
        """
        waiting: list[Answer | SyncFuture] = []
        handed = tuple(submissions)
        for submission in handed:
            admitted = self._handler.admit(submission)
            if isinstance(admitted, Answer):
                waiting.append(admitted)
                continue
            future: SyncFuture = concurrent.futures.Future()
            wish = self._patient(admitted) if len(handed) == 1 else admitted
            self._put(_Ticket(wish, future, None), patient=True)
            waiting.append(future)
        return tuple(
            answer if isinstance(answer, Answer) else answer.result() for answer in waiting
        )

    def _patient(self, wish: Wish) -> Wish:
        return msgspec.structs.replace(wish, may_wait=self._worker is not None)

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
                if ticket is not None and not ticket.waits:  # who waits is answered by the writer
                    _deliver([(ticket, StoreUnavailable("this node is closing"))])

    def _run(self) -> None:
        while not self._ending:
            self._serve(self._next())
        for ticket in tuple(self._away):
            _, found = ticket.awaited or (None, None)
            if found is not None:
                concurrent.futures.wait([found], timeout=LAST_WAIT_S)
            self._serve([ticket])

    def _serve(self, tickets: Sequence[_Ticket]) -> None:
        """Answer everybody; those that wait for something come again."""
        for ticket in tickets:
            if ticket in self._away:
                self._away.remove(ticket)
                _come_back(ticket, is_last=self._ending or ticket.waits >= WAITS_MAX)
        settled: list[tuple[_Ticket, Settled]] = []
        for ticket, outcome in zip(tickets, self._conduct([t.wish for t in tickets]), strict=True):
            if isinstance(outcome, Undecided):
                self._send_away(ticket, outcome.question)
            else:
                settled.append((ticket, outcome))
        _deliver(settled)

    def _send_away(self, ticket: _Ticket, question: Question) -> None:
        """Have what an undecided wish asks worked out, once for all; then it comes again."""
        assert self._worker is not None
        under_way = (found for asked, found in self._awaited() if asked == question)
        found = next(under_way, None) or self._worker.ask(answer_to, question)
        ticket.waits += 1
        ticket.awaited = (question, found)
        self._away.add(ticket)
        found.add_done_callback(lambda _: self._queue.put(ticket))

    def _awaited(self) -> Iterator[tuple[Question, Found]]:
        """What those who are away wait for."""
        return (each.awaited for each in self._away if each.awaited is not None)

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
        except DamagedLog as damage:
            logger.error("the end of the log was moved: run `planilla log verify`")  # noqa: TRY400 - nothing of ours failed
            fields = {"version": damage.version}
            answer = Answer(status="failed", version=0, code="log-damaged", fields=fields)
            return [answer] * len(wishes)
        except Exception:
            if len(wishes) > 1:  # whatever one wish broke, the others go on
                return [outcome for wish in wishes for outcome in self._conduct([wish])]
            logger.exception("command %s was not recorded", wishes[0].submission.command_id)
            return [Answer(status="failed", version=0, code="internal")]

    def _patiently(self, wishes: Sequence[Wish]) -> Sequence[Heard]:
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


def _come_back(ticket: _Ticket, *, is_last: bool) -> None:
    """Put what was worked out into the wish; the last time it waits for nothing more."""
    assert ticket.awaited is not None
    question, found = ticket.awaited
    ticket.awaited = None
    prepared, may_wait = None, not is_last
    try:
        prepared = Prepared(question=question, answer=found.result(timeout=0))
    except (WorkerLost, TimeoutError, concurrent.futures.CancelledError) as error:
        logger.warning("an answer is worked out again: %r", error)
    except Exception:  # noqa: BLE001 - as it will where it is decided: there it is told
        may_wait = False
    ticket.wish = msgspec.structs.replace(ticket.wish, prepared=prepared, may_wait=may_wait)


def _deliver(settled: Sequence[tuple[_Ticket, Settled]]) -> None:
    """Give all answers of a batch, with one wake-up for each event loop."""
    for_loop: dict[asyncio.AbstractEventLoop, list[tuple[AsyncFuture, Settled]]] = {}
    for ticket, outcome in settled:
        if isinstance(ticket.future, asyncio.Future):
            assert ticket.loop is not None
            for_loop.setdefault(ticket.loop, []).append((ticket.future, outcome))
        elif isinstance(outcome, Answer):
            ticket.future.set_result(outcome)
        else:
            ticket.future.set_exception(outcome)
    for loop, answers in for_loop.items():
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, answers)


def _settle(settled: Sequence[tuple[AsyncFuture, Settled]]) -> None:
    for future, outcome in settled:
        if future.done():  # whoever asked has gone away
            continue
        if isinstance(outcome, Answer):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
