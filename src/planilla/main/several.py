"""Several processes that serve one port: started, replaced and ended by another (ADR 0066).

Each listens by itself, and the kernel spreads connections over them. A process ends when its line
to this one breaks, so that none is left behind.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # processes that only watch others load no pages
    from planilla.adapters.http.shared_buckets import BucketFile

QUICK_DEATH_S = 10.0
"""A process that ends sooner than this many seconds after its start has not served."""
QUICK_DEATHS_MAX = 5
"""Quick deaths in a row at one place, after which all is given up."""
RESTART_S = 0.25
"""Seconds from the first quick death to the next start; doubled with each further one."""
STOP_S = 10.0
"""Seconds that the processes have to end: more than a request may take, less than systemd waits."""

Serve = Callable[[int, Connection], None]
"""Serves as the process of a number, from 0, until SIGTERM or until the line breaks.

It sends one message over the line once it answers. It can be pickled.
"""

logger = logging.getLogger(__name__)


class ServerShare(NamedTuple):
    """The part of a server that a process is: its number from 0, and the number of all.

    Limits of connections and memory are divided by it. `buckets` count the requests of all.
    """

    number: int = 0
    of: int = 1
    buckets: "BucketFile | None" = None


WHOLE = ServerShare()

_SPAWN = multiprocessing.get_context("spawn")


class ServersDie(Exception):
    """One of the processes ended soon after its start, again and again."""


class _Server:
    """The process at one of the places, and when the next one is due there (None: not at all)."""

    def __init__(self, number: int, serve: Serve) -> None:
        self.number = number
        self.process: SpawnProcess | None = None
        self.line: Connection | None = None
        self.due_at: float | None = None
        self._serve = serve
        self._started_at = 0.0
        self._quick_deaths = 0

    def start(self) -> None:
        """Start a process here."""
        self.line, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(
            target=self._serve, args=(self.number, theirs), name=f"planilla-{self.number}"
        )
        self.process.start()
        theirs.close()
        self._started_at, self.due_at = time.monotonic(), None

    def take_message(self) -> bool:
        """Take the one message of the process; return False if it has ended instead."""
        assert self.line is not None, "it was heard"
        try:
            self.line.recv()
        except (EOFError, OSError):
            return False
        return True

    def note_death(self) -> None:
        """Note that the process has ended, and when the next one is due.

        Raises:
            ServersDie: that happened too often.
        """
        now = time.monotonic()
        is_quick = now - self._started_at < QUICK_DEATH_S
        self._quick_deaths = self._quick_deaths + 1 if is_quick else 0
        logger.error("server process %d has ended (%s)", self.number, self.forget())
        if self._quick_deaths >= QUICK_DEATHS_MAX:
            raise ServersDie
        pause_s = RESTART_S * 2 ** (self._quick_deaths - 1) if is_quick else 0.0
        self.due_at = now + pause_s

    def forget(self) -> str:
        """Release what an ended process leaves behind, and return how it ended."""
        assert self.process is not None, "there is one"
        self.process.join()
        code = self.process.exitcode or 0
        self.process.close()
        self.process = None
        if self.line is not None:
            self.line.close()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"


class ServingProcesses:
    """Processes that serve, each replaced when it ends."""

    def __init__(self, number: int, serve: Serve) -> None:
        self._servers = tuple(_Server(each, serve) for each in range(number))
        self._silent: set[_Server] = set()
        self._have_begun = False

    def run(self, on_ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; `on_ready` is called once the first process answers.

        The others are started then: the first draws the secrets that are missing.

        Raises:
            ServersDie: one of them cannot be kept alive; all have been ended.
        """
        with _stop_signals() as stopped:
            try:
                self._servers[0].due_at = time.monotonic()
                while stopped not in (woken := self._wait(stopped)):
                    self._look_after(woken, on_ready)
            finally:
                _end(self._servers)

    def _wait(self, stopped: int) -> Collection[Any]:
        """Start what is due, and wait for the next event."""
        now = time.monotonic()
        for server in self._servers:
            if server.due_at is not None and server.due_at <= now:
                server.start()
                self._silent.add(server)
        due = [each.due_at for each in self._servers if each.due_at is not None]
        heard = [each.line for each in self._silent if each.line is not None]
        ends = [each.process.sentinel for each in self._servers if each.process is not None]
        return wait([stopped, *heard, *ends], max(0.0, min(due) - now) if due else None)

    def _look_after(self, woken: Collection[Any], on_ready: Callable[[], None]) -> None:
        for server in tuple(self._silent):
            if server.line in woken:
                self._silent.discard(server)
                if server.take_message() and not self._have_begun:
                    self._have_begun = True
                    for other in self._servers[1:]:
                        other.due_at = time.monotonic()
                    on_ready()
        for server in self._servers:
            if server.process is not None and server.process.sentinel in woken:
                self._silent.discard(server)
                server.note_death()


def _end(servers: Sequence[_Server]) -> None:
    """Ask all processes to end, wait for them, and end at last those that do not."""
    living = [each.process for each in servers if each.process is not None]
    for process in living:
        process.terminate()
    deadline = time.monotonic() + STOP_S
    for process in living:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.exitcode is None:
            process.kill()
    for server in servers:
        if server.process is not None:
            server.forget()


@contextlib.contextmanager
def _stop_signals() -> Iterator[int]:
    """A descriptor that can be read after SIGTERM or SIGINT."""
    receiving, sending = os.pipe()

    def stop(*_: object) -> None:
        os.write(sending, b".")

    before = {each: signal.signal(each, stop) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield receiving
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(receiving)
        os.close(sending)
