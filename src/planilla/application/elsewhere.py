"""What takes long is worked out elsewhere, so that the event loop goes on; each thing once."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from planilla.application.ports import Worker, WorkerLost

TRIES = 2
"""How often another process is asked before a thread of ours does it."""

Asked = TypeVar("Asked")
Found = TypeVar("Found")

Work = Callable[[Asked, Callable[[Any], None]], Found]
"""A pure function of a module that tells its steps to the second argument."""
Heard = Callable[[Any], bool]
"""Told each step, in another thread; answers whether the work is still wanted. It never raises."""

logger = logging.getLogger(__name__)


class WorkStopped(Exception):
    """The work is wanted no more."""


class Follower(Protocol):
    """Another process, for what takes so long that somebody wants to know how far it is."""

    def follow(self, work: Work[Asked, Found], given: Asked, heard: Heard) -> Future[Found]:
        """`work(given, tell)`, after what was asked before; `heard` is told each step.

        The future fails as `work` fails, with `WorkStopped` when a step was no longer wanted, and
        with `WorkerLost` when the process ended. One that is cancelled in time is never begun.
        """


class Elsewhere:
    """Works things out in another process; in a thread where there is none."""

    def __init__(self, worker: Worker | None, follower: Follower | None = None) -> None:
        self._worker = worker
        self._follower = follower

    @property
    def follows_apart(self) -> bool:
        """Whether what is followed is worked out in another process."""
        return self._follower is not None

    async def ask(self, work: Callable[[Asked], Found], given: Asked) -> Found:
        """`work(given)`; `work` is a pure function of a module, and what it raises is raised."""
        if self._worker is not None:
            for _ in range(TRIES):
                try:
                    return await asyncio.wrap_future(self._worker.ask(work, given))
                except WorkerLost as lost:
                    logger.warning("%s is worked out again: %s", work.__name__, lost)
        return await asyncio.to_thread(work, given)

    async def follow(self, work: Work[Asked, Found], given: Asked, heard: Heard) -> Found:
        """As `ask`, of work that tells its steps and may be stopped.

        Raises:
            WorkStopped: a step was no longer wanted.
        """
        if self._follower is not None:
            for _ in range(TRIES):
                try:
                    return await asyncio.wrap_future(self._follower.follow(work, given, heard))
                except WorkerLost as lost:
                    logger.warning("%s is worked out again: %s", work.__name__, lost)

        def tell(step: Any) -> None:
            if not heard(step):
                raise WorkStopped

        return await asyncio.to_thread(work, given, tell)


class Once(Generic[Found]):
    """Things worked out once, even if several ask at the same time; the last `kept` are kept.

    What is still being made is not forgotten, for it would be made twice.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._tasks: OrderedDict[Hashable, asyncio.Task[Found]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Found]]) -> Found:
        """What `make` found for this key; what failed is made again the next time."""
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.ensure_future(_awaited(make()))
            task.add_done_callback(_looked_at)
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        done = [asked for asked, each in self._tasks.items() if each.done()]
        for oldest in done[: max(len(self._tasks) - self._kept, 0)]:
            del self._tasks[oldest]
        # Whoever goes away leaves it to those who still wait, and to those who come later.
        return await asyncio.shield(task)


async def _awaited(making: Awaitable[Found]) -> Found:
    return await making


def _looked_at(task: asyncio.Task[Any]) -> None:
    """A failure is told to those who ask; if nobody does any more it is no news."""
    if not task.cancelled():
        task.exception()
