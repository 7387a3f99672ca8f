"""Writer of a process: one thread at a time decides and appends commands.

The commands of an event loop are queued for a thread of the writer. A caller without an event loop
decides its own commands while no other thread decides, which saves two changes of threads. A
command is answered once its events are durable. After a failure the commands of a batch are tried
one by one, so a faulty command fails alone. A long calculation (a big pairing, chances of prizes)
is done by a `Worker`: its command is deferred, and queued again with the result.
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

from planilla.application.decisions import Deferred, PendingCommand
from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler, Outcome
from planilla.application.jobs import Worker, WorkerLost
from planilla.application.ports import StoreUnavailable, VersionConflict
from planilla.application.recording import DamagedLog
from planilla.domain.tournament.questions import Prepared, Question, Reply, answer_to

BATCH_MAX = 256
QUEUE_MAX = 16_384
"""Most queued commands; further ones are refused, and the sender may retry."""
INLINE_BYTES_MAX = 32_000
"""Longest command in bytes that is parsed in the event loop; longer ones are parsed in a thread."""
RETRY_LIMIT_S = 5.0
"""Seconds of retries of a batch after a conflict or a failure of the database."""
RETRY_INTERVAL_S = 0.01
DEFERRALS_MAX = 3
"""Most deferrals of a command; then it is calculated in the writer itself."""
SHUTDOWN_WAIT_S = 20.0
"""Seconds that a closing writer waits for the results of deferred commands."""

logger = logging.getLogger(__name__)

AsyncFuture = asyncio.Future[Answer]
SyncFuture = concurrent.futures.Future[Answer]
_Outcome = Outcome | StoreUnavailable
Settled = Answer | StoreUnavailable
Found = concurrent.futures.Future[Reply]


class _Queued:
    """A queued command with the future of its answer and the number of its deferrals."""

    __slots__ = ("awaited", "deferrals", "future", "loop", "pending")

    def __init__(
        self,
        pending: PendingCommand,
        future: AsyncFuture | SyncFuture,
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        self.pending = pending
        self.future = future
        self.loop = loop
        self.deferrals = 0
        self.awaited: tuple[Question, Found] | None = None


class Writer:
    """Writer of this process. `on_append` is called with each new position, by the deciding thread.

    Long calculations are done by `worker`, or else in the thread itself. Use it as a context
    manager, or call `close`; commands queued by then are still answered.
    """

    def __init__(
        self, handler: Handler, *, on_append: Callable[[int], None], worker: Worker | None = None
    ) -> None:
        self._handler = handler
        self._on_append = on_append
        self._worker = worker
        self._deferred: set[_Queued] = set()
        self._queue: queue.SimpleQueue[_Queued | None] = queue.SimpleQueue()
        self._closed = False
        self._ending = False
        self._closing = threading.Lock()
        self._deciding = threading.Lock()
        self._is_command_taken = False
        self._thread = threading.Thread(target=self._run, name="planilla-writer", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Answer all queued commands, then stop."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._queue.put(None)
        self._thread.join()
        self._refuse_late()

    @property
    def takes_commands(self) -> bool:
        """True if the writer accepts commands."""
        return not self._closed and self._thread.is_alive() and self._queue.qsize() < QUEUE_MAX

    async def submit(self, submission: Submission) -> Answer:
        """Decide and, unless it is a dry run, record a command; its events are durable on return.

        Raises:
            StoreUnavailable: nothing was recorded, or the outcome is unknown; the same command id
            may be sent again safely.
        """
        admit = self._handler.admit
        is_long = len(submission.body) > INLINE_BYTES_MAX
        admitted = await asyncio.to_thread(admit, submission) if is_long else admit(submission)
        if isinstance(admitted, Answer):
            return admitted
        loop = asyncio.get_running_loop()
        future: AsyncFuture = loop.create_future()
        self._put(_Queued(self._deferrable(admitted), future, loop))
        return await future

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """Return the answers to all, in order; for callers without an event loop.

        Each is decided after those before it.

        Raises:
            StoreUnavailable: as `submit`; some may have been recorded.
        """
        admitted = [self._handler.admit(submission) for submission in submissions]
        batch = [each for each in admitted if not isinstance(each, Answer)]
        if len(admitted) == 1:
            batch = [self._deferrable(each) for each in batch]
        outcomes = self._decided_here(batch)
        if outcomes is None:
            outcomes = [self._handed_over(each) for each in batch]
        settled = iter(outcomes)
        return tuple(
            each if isinstance(each, Answer) else _answer_of(next(settled)) for each in admitted
        )

    def _decided_here(
        self, batch: Sequence[PendingCommand]
    ) -> Sequence[Settled | SyncFuture] | None:
        """Decide in the caller's thread; return None where another decides or is about to."""
        is_free = not self._is_command_taken and self._queue.empty()
        if not is_free or not self._deciding.acquire(blocking=False):
            return None
        try:
            if self._closed:
                return None
            parts = (batch[at : at + BATCH_MAX] for at in range(0, len(batch), BATCH_MAX))
            return [
                self._settled(pending, outcome)
                for part in parts
                for pending, outcome in zip(part, self._execute(part), strict=True)
            ]
        finally:
            self._deciding.release()

    def _settled(self, pending: PendingCommand, outcome: _Outcome) -> Settled | SyncFuture:
        """Return the answer of an outcome, or its future where the command is deferred."""
        if not isinstance(outcome, Deferred):
            return outcome
        self._defer(_Queued(pending, future := SyncFuture(), None), outcome.question)
        return future

    def _handed_over(self, pending: PendingCommand) -> SyncFuture:
        """Queue a command for the thread; return the future of its answer."""
        self._put(_Queued(pending, future := SyncFuture(), None), patient=True)
        return future

    def _deferrable(self, pending: PendingCommand) -> PendingCommand:
        if self._worker is None:
            return pending
        return msgspec.structs.replace(pending, may_defer=True)

    def _put(self, queued: _Queued, *, patient: bool = False) -> None:
        if self._closed:
            raise StoreUnavailable("this node is closing")
        deadline = time.monotonic() + RETRY_LIMIT_S if patient else 0.0
        while self._queue.qsize() >= QUEUE_MAX:
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"{QUEUE_MAX} commands are waiting already")
            time.sleep(RETRY_INTERVAL_S)
        self._queue.put(queued)
        if not self._thread.is_alive():  # it has ended in between
            self._refuse_late()

    def _refuse_late(self) -> None:
        """Refuse the commands queued after the end."""
        with contextlib.suppress(queue.Empty):
            while True:
                queued = self._queue.get_nowait()
                if queued is not None and not queued.deferrals:  # deferred ones are answered
                    _deliver([(queued, StoreUnavailable("this node is closing"))])

    def _run(self) -> None:
        while not self._ending:
            first = self._queue.get()
            self._is_command_taken = True
            with self._deciding:
                self._is_command_taken = False
                self._process(self._batch(first))
        with self._deciding:  # a caller may still decide its own
            self._end()

    def _end(self) -> None:
        """Answer the deferred commands."""
        for queued in tuple(self._deferred):
            _, found = queued.awaited or (None, None)
            if found is not None:
                concurrent.futures.wait([found], timeout=SHUTDOWN_WAIT_S)
            self._process([queued])

    def _process(self, batch: Sequence[_Queued]) -> None:
        """Answer each command, or defer it."""
        for queued in batch:
            if queued in self._deferred:
                self._deferred.remove(queued)
                _resume(queued, is_last=self._ending or queued.deferrals >= DEFERRALS_MAX)
        settled: list[tuple[_Queued, Settled]] = []
        for queued, outcome in zip(batch, self._execute([t.pending for t in batch]), strict=True):
            if isinstance(outcome, Deferred):
                self._defer(queued, outcome.question)
            else:
                settled.append((queued, outcome))
        _deliver(settled)

    def _defer(self, queued: _Queued, question: Question) -> None:
        """Ask the worker a question, once for all commands that need it, then queue them again."""
        assert self._worker is not None
        under_way = (found for asked, found in self._awaited() if asked == question)
        found = next(under_way, None) or self._worker.ask(answer_to, question)
        queued.deferrals += 1
        queued.awaited = (question, found)
        self._deferred.add(queued)
        found.add_done_callback(lambda _: self._queue.put(queued))

    def _awaited(self) -> Iterator[tuple[Question, Found]]:
        """Return the questions of the deferred commands, with their futures."""
        return (each.awaited for each in self._deferred if each.awaited is not None)

    def _batch(self, first: _Queued | None) -> list[_Queued]:
        """Return the queued commands from the first on, at most `BATCH_MAX`."""
        queued = first
        batch: list[_Queued] = []
        while queued is not None:
            batch.append(queued)
            if len(batch) == BATCH_MAX:
                return batch
            try:
                queued = self._queue.get_nowait()
            except queue.Empty:
                return batch
        self._ending = True
        return batch

    def _execute(self, batch: Sequence[PendingCommand]) -> Sequence[_Outcome]:
        if not batch:
            return ()
        try:
            return self._execute_with_retries(batch)
        except StoreUnavailable as error:
            return [error] * len(batch)
        except DamagedLog as damage:
            logger.error("the end of the log was moved: run `planilla log verify`")  # noqa: TRY400 - no fault of the program
            fields = {"version": damage.version}
            answer = Answer(status="failed", version=0, code="log-damaged", fields=fields)
            return [answer] * len(batch)
        except Exception:
            if len(batch) > 1:  # one faulty command does not stop the others
                return [outcome for pending in batch for outcome in self._execute([pending])]
            logger.exception("command %s was not recorded", batch[0].submission.command_id)
            return [Answer(status="failed", version=0, code="internal")]

    def _execute_with_retries(self, batch: Sequence[PendingCommand]) -> Sequence[Outcome]:
        """Execute a batch; again after a conflict or a failure of the store, for a bounded time."""
        deadline = time.monotonic() + RETRY_LIMIT_S
        execute = self._handler.execute
        while True:
            try:
                answers, position = execute(batch)
            except (VersionConflict, StoreUnavailable) as error:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"gave up after {RETRY_LIMIT_S} s: {error}") from error
                if isinstance(error, VersionConflict):
                    execute = self._handler.execute_alone
                else:  # the server may have ended it for holding a lock too long
                    execute = self._handler.execute
                    time.sleep(RETRY_INTERVAL_S)
            else:
                if position is not None:
                    self._on_append(position)
                return answers


def _answer_of(outcome: Settled | SyncFuture) -> Answer:
    """Return an answer, once it is there; raise the failure of the store."""
    if isinstance(outcome, Answer):
        return outcome
    if isinstance(outcome, StoreUnavailable):
        raise outcome
    return outcome.result()


def _resume(queued: _Queued, *, is_last: bool) -> None:
    """Add the result to the command; after the last deferral it is calculated in place."""
    assert queued.awaited is not None
    question, found = queued.awaited
    queued.awaited = None
    prepared, may_defer = None, not is_last
    try:
        prepared = Prepared(question=question, answer=found.result(timeout=0))
    except (WorkerLost, TimeoutError, concurrent.futures.CancelledError) as error:
        logger.warning("an answer is calculated again: %r", error)
    except Exception:  # noqa: BLE001 - the decision will raise it again and report it
        may_defer = False
    queued.pending = msgspec.structs.replace(queued.pending, prepared=prepared, may_defer=may_defer)


def _deliver(settled: Sequence[tuple[_Queued, Settled]]) -> None:
    """Deliver all answers of a batch, with one wake-up per event loop."""
    for_loop: dict[asyncio.AbstractEventLoop, list[tuple[AsyncFuture, Settled]]] = {}
    for queued, outcome in settled:
        if isinstance(queued.future, asyncio.Future):
            assert queued.loop is not None
            for_loop.setdefault(queued.loop, []).append((queued.future, outcome))
        elif isinstance(outcome, Answer):
            queued.future.set_result(outcome)
        else:
            queued.future.set_exception(outcome)
    for loop, answers in for_loop.items():
        with contextlib.suppress(RuntimeError):  # that event loop is closed
            loop.call_soon_threadsafe(_settle, answers)


def _settle(settled: Sequence[tuple[AsyncFuture, Settled]]) -> None:
    for future, outcome in settled:
        if future.done():  # the caller has been cancelled
            continue
        if isinstance(outcome, Answer):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
