"""Command bus: the writer of this process, or of the process that holds the lock.

On PostgreSQL every node writes. On SQLite the holder of `<database>.lock` writes; the other
processes send their commands to it, and one of them becomes the writer when it ends.
"""

import asyncio
import fcntl
import os
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

from planilla.adapters.store.engines import is_sqlite, sqlite_path
from planilla.adapters.store.handoff import HandoffServer, hand_over, is_taking
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.wakes import GrowthSignal, Notifies
from planilla.adapters.store.writer import RETRY_LIMIT_S, Writer
from planilla.application.envelope import Answer, Submission
from planilla.application.handle import Handler
from planilla.application.jobs import Worker
from planilla.application.ports import Clock, Ids, StoreUnavailable
from planilla.application.states import States
from planilla.application.unready import Unready

TAKE_OVER_PAUSE_S = 0.02


class OpenCommandBus(Protocol):
    """A `CommandBus` with a lifetime, and with a method for callers without an event loop."""

    @property
    def writes(self) -> bool:
        """True if this process may append; on SQLite it then also runs the timers."""

    def take_over(self) -> bool:
        """Try to become the writer; return whether this process may append. The call blocks.

        Raises:
            StoreUnavailable: the command bus is closed, or the database cannot be opened.
        """

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """Return the answers to all, in order; the call blocks."""

    def announce(self, position: int) -> None:
        """Wake those who wait for growth of the log, here and on other nodes, at a new position."""

    def fault(self, wait_s: float) -> Unready | None:
        """Return the fault that keeps commands from the writer; the call blocks up to `wait_s`."""

    def close(self) -> None:
        """Answer what is queued, then stop."""


class BusResources(NamedTuple):
    """The collaborators of a command bus.

    `signal` is set after each append of this process; `worker` does long calculations; `states` are
    the tournaments in memory; `notifier` informs other nodes, and its owner closes it.
    """

    clock: Clock
    ids: Ids
    signal: GrowthSignal
    worker: Worker | None = None
    states: States | None = None
    notifier: Notifies | None = None


def open_command_bus(url: str, around: BusResources) -> OpenCommandBus:
    """Open the command bus of a migrated database."""
    if is_sqlite(url):
        return SharedCommandBus(url, around)
    return LocalCommandBus(url, around)


class LocalCommandBus:
    """Command bus with the writer of this process and its resources."""

    writes = True

    def __init__(self, url: str, around: BusResources) -> None:
        self._signal = around.signal
        self._ledger = DatabaseLedger(url)
        handler = Handler(self._ledger, clock=around.clock, ids=around.ids, states=around.states)
        self._is_alone = is_sqlite(url)
        self._own = None if self._is_alone or around.notifier else _notifier(url)
        self._notifier = around.notifier or self._own
        self._writer = Writer(handler, on_append=self.announce, worker=around.worker)

    def take_over(self) -> bool:
        """Return True: this process may append already."""
        return self.writes

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""
        return await self._writer.submit(submission)

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """Return the answers to all, in order; the call blocks."""
        return self._writer.submit_all(submissions)

    def fault(self, _wait_s: float = 0) -> Unready | None:
        """Return the fault that keeps commands from the writer."""
        return None if self._writer.takes_commands else Unready.WRITER_STOPPED

    def close(self) -> None:
        """Answer what is queued, then stop."""
        self._writer.close()
        if self._own is not None:
            self._own.close()
        self._ledger.close()

    def announce(self, position: int) -> None:
        """See `OpenCommandBus.announce`."""
        if self._is_alone:
            self._signal.set(position)
        else:  # other nodes append as well, so the head is not known
            self._signal.set()
        if self._notifier is not None:
            self._notifier.notify(position)


def _notifier(url: str) -> Notifies:
    from planilla.adapters.store.other_nodes import Notifier  # noqa: PLC0415 - not for SQLite

    return Notifier(url)


class SharedCommandBus:
    """Command bus of an SQLite file that several processes may open."""

    def __init__(self, url: str, around: BusResources) -> None:
        self._url = url
        self._around = around
        path = sqlite_path(url).absolute()
        self._socket = path.with_name(path.name + ".sock")
        self._lock = _LockFile(path.with_name(path.name + ".lock"))
        self._local: LocalCommandBus | None = None
        self._server: HandoffServer | None = None
        self._taking_over = threading.Lock()
        self._closed = False
        self._take_over()

    @property
    def writes(self) -> bool:
        """True if this process holds the lock."""
        return self._local is not None

    def take_over(self) -> bool:
        """Take the lock if it is free; return whether this process holds it. The call blocks."""
        return self._take_over() is not None

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""
        local = self._local
        if local is not None:
            return await local.submit(submission)
        return (await asyncio.to_thread(self.submit_all, (submission,)))[0]

    def submit_all(self, submissions: Iterable[Submission]) -> tuple[Answer, ...]:
        """Return the answers to all, in order; the call blocks.

        If the writing process ends, they are sent again to the next writer.
        """
        handed = tuple(submissions)
        deadline = time.monotonic() + RETRY_LIMIT_S
        while True:
            local = self._take_over()
            if local is not None:
                return local.submit_all(handed)
            try:
                return hand_over(self._socket, handed)
            except OSError as error:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(f"nobody writes to {self._url}: {error}") from error
                time.sleep(TAKE_OVER_PAUSE_S)

    def announce(self, position: int) -> None:
        """See `OpenCommandBus.announce`."""
        self._around.signal.set(position)
        if self._around.notifier is not None:
            self._around.notifier.notify(position)

    def fault(self, wait_s: float) -> Unready | None:
        """Return the fault of the writer, here or in the holder of the lock."""
        try:
            local = self._take_over()
            takes_commands = local.fault() is None if local else is_taking(self._socket, wait_s)
        except StoreUnavailable:
            takes_commands = False
        except OSError:
            return Unready.WRITER_UNREACHABLE
        return None if takes_commands else Unready.WRITER_STOPPED

    def close(self) -> None:
        """Answer what is queued, then let another process write."""
        with self._taking_over:
            if self._server is not None:
                self._server.close()
            if self._local is not None:
                self._local.close()
            self._closed = True
            self._local = self._server = None
            self._lock.release()

    def _take_over(self) -> LocalCommandBus | None:
        """Return the writer of this process if it holds the lock or can take it now."""
        with self._taking_over:
            if self._closed:
                raise StoreUnavailable("this desk is closed")
            if self._local is None and self._lock.acquire():
                try:
                    self._local = self._open()
                except BaseException:
                    self._lock.release()
                    raise
            return self._local

    def _open(self) -> LocalCommandBus:
        local = LocalCommandBus(self._url, self._around)
        self._server = HandoffServer(
            self._socket,
            lambda submission: local.submit_all((submission,))[0],
            lambda: local.fault() is None,
        )
        return local


class _LockFile:
    """A file lock, which the kernel releases when its holder dies."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
