"""What takes long is worked out elsewhere, so that the event loop goes on; each thing once."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

from planilla.application.ports import Worker, WorkerLost

TRIES = 2
"""How often another process is asked before a thread of ours does it."""

Asked = TypeVar("Asked")
Found = TypeVar("Found")

logger = logging.getLogger(__name__)


class Elsewhere:
    """Works things out in another process; in a thread where there is none."""

    def __init__(self, worker: Worker | None) -> None:
        self._worker = worker

    async def ask(self, work: Callable[[Asked], Found], given: Asked) -> Found:
        """`work(given)`; `work` is a pure function of a module, and what it raises is raised."""
        if self._worker is not None:
            for _ in range(TRIES):
                try:
                    return await asyncio.wrap_future(self._worker.ask(work, given))
                except WorkerLost as lost:
                    logger.warning("%s is worked out again: %s", work.__name__, lost)
        return await asyncio.to_thread(work, given)


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
