"""Election of the one process that does singular work: the holder of a lock of the database.

On PostgreSQL it is an advisory lock of a session of its own, on SQLite the lock file of the desk.
The lock is released when its holder dies; another process takes it within moments.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from planilla.application.ports import StoreUnavailable

PAUSE_S = 0.5
"""Seconds between two attempts, and between two signs of life of the holder."""

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class LockCandidate(Protocol):
    """A process that can take the lock file: the command bus of an SQLite file."""

    def take_over(self) -> bool:
        """Take the lock where it is free; return whether this process holds it."""


class LockFileElection:
    """The `Election` port on SQLite: whoever writes is elected, until its process ends."""

    def __init__(self, candidate: LockCandidate) -> None:
        self._candidate = candidate

    async def while_elected(self, work: Work) -> None:
        """Wait to be elected, then work."""
        while not await self._is_elected():  # noqa: ASYNC110 - another process sets no event
            await asyncio.sleep(PAUSE_S)
        await work()

    async def _is_elected(self) -> bool:
        try:
            return await asyncio.to_thread(self._candidate.take_over)
        except StoreUnavailable as error:
            logger.warning("the election failed: %s", error)
            return False
