"""Process for long calculations, which would block the event loop or the writer.

It is started with the first task, and again after it was lost. It ends with the main process, which
holds the only other end of its pipe.
"""

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, Self, TypeVar

from planilla.application.jobs import JobStopped, WorkerLost

Asked = TypeVar("Asked")
Found = TypeVar("Found")

_SPAWN = multiprocessing.get_context("spawn")


class _Task(NamedTuple):
    work: Callable[..., Any]
    given: Any
    future: Future[Any]
    on_step: Callable[[Any], bool] | None = None


class _Step(NamedTuple):
    """A progress report of a running task."""

    step: Any


class _Started(NamedTuple):
    process: SpawnProcess
    connection: Connection


class WorkerProcess:
    """Process behind the ports `Worker` and `Follower`.

    Use it as a context manager, or call `close`. `begin` is called once in each process that is
    started; a higher `niceness` gives other processes on the machine priority.
    """

    def __init__(self, *, niceness: int = 0, begin: Callable[[], None] | None = None) -> None:
        self._niceness = niceness
        self._begin = begin
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._started: _Started | None = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        started = self._started
        return None if started is None else started.process.pid

    def ask(self, work: Callable[[Asked], Found], given: Asked) -> Future[Found]:
        """See `Worker.ask`."""
        return self._put(_Task(work, given, Future()))

    def follow(
        self,
        work: Callable[[Asked, Callable[[Any], None]], Found],
        given: Asked,
        on_step: Callable[[Any], bool],
    ) -> Future[Found]:
        """See `Follower.follow`."""
        return self._put(_Task(work, given, Future(), on_step))

    def _put(self, task: _Task) -> Future[Any]:
        with self._lock:
            if self._closed:
                task.future.set_exception(WorkerLost("closed"))
                return task.future
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="planilla-worker", daemon=True
                )
                self._thread.start()
        self._tasks.put(task)
        return task.future

    def close(self) -> None:
        """End the process at once; its tasks fail."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            if self._started is not None:
                self._started.process.kill()
        self._tasks.put(None)
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                self._work_out(task)
        self._forget()
        with contextlib.suppress(queue.Empty):  # submitted during the close
            while (late := self._tasks.get_nowait()) is not None:
                late.future.set_exception(WorkerLost("closed"))

    def _work_out(self, task: _Task) -> None:
        try:
            connection = self._process().connection
            connection.send((task.work, task.given, task.on_step is not None))
            while isinstance(said := connection.recv(), _Step):
                connection.send(task.on_step is not None and task.on_step(said.step))
            found, failure = said
        except (EOFError, OSError) as error:
            self._forget()
            task.future.set_exception(WorkerLost(str(error) or "it ended"))
        except Exception as error:  # noqa: BLE001 - it could not be sent: the caller gets the error
            task.future.set_exception(error)
        else:
            if failure is None:
                task.future.set_result(found)
            else:
                task.future.set_exception(failure)

    def _process(self) -> _Started:
        with self._lock:
            if self._closed:
                raise EOFError("closed")
            if self._started is None:
                ours, theirs = _SPAWN.Pipe()
                process = _SPAWN.Process(
                    target=_serve,
                    args=(theirs, self._niceness, self._begin),
                    name="planilla-worker",
                    daemon=True,
                )
                process.start()
                theirs.close()
                self._started = _Started(process, ours)
            return self._started

    def _forget(self) -> None:
        """Release the resources of a process that was lost or has ended."""
        with self._lock:
            started, self._started = self._started, None
        if started is not None:
            started.connection.close()
            started.process.kill()
            started.process.join()
            started.process.close()


def _serve(
    connection: Connection, niceness: int, begin: Callable[[], None] | None
) -> None:  # pragma: no cover - in the other process
    """Execute tasks until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and ends this process
    with contextlib.suppress(OSError):  # a sandbox may forbid it, which does no harm
        os.nice(niceness)
    if begin is not None:
        begin()
    with contextlib.suppress(EOFError, OSError):
        while True:
            connection.send(_tried(connection, connection.recv()))


def _tried(
    connection: Connection, task: tuple[Callable[..., Any], Any, bool]
) -> tuple[Any, Exception | None]:  # pragma: no cover - in the other process
    def report(step: Any) -> None:
        connection.send(_Step(step))
        if not connection.recv():
            raise JobStopped

    work, given, is_followed = task
    try:
        return work(given, report) if is_followed else work(given), None
    except Exception as error:  # noqa: BLE001 - it is raised in the caller
        return None, error
