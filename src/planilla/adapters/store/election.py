"""Election of the one process for singular work: the holder of a lock of the database.

On PostgreSQL it is an advisory lock of a separate session, on SQLite the lock file of the command
bus. The lock is released when its holder dies; another process takes it soon after.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from planilla.application.ports import StoreUnavailable

PAUSE_S = 0.5
"""Seconds between two attempts, and between two heartbeats of the holder."""

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class LockCandidate(Protocol):
    """A process that can take the lock file: the command bus of an SQLite file."""

    def take_over(self) -> bool:
        """Take the lock if it is free; return whether this process holds it."""


class LockFileElection:
    """`Election` port on SQLite: the writing process is elected until it ends."""

    def __init__(self, candidate: LockCandidate) -> None:
        self._candidate = candidate

    async def while_elected(self, work: Work) -> None:
        """Wait for the election, then call `work`."""
        while not await self._is_elected():  # noqa: ASYNC110 - another process sets no event
            await asyncio.sleep(PAUSE_S)
        await work()

    async def _is_elected(self) -> bool:
        try:
            return await asyncio.to_thread(self._candidate.take_over)
        except StoreUnavailable as error:
            logger.warning("the election failed: %s", error)
            return False
