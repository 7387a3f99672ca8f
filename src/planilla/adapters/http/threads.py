"""Work in threads, so that the event loop goes on; few at a time, for they share one processor."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

PUBLIC_AT_ONCE, STAFF_AT_ONCE = 1, 3
REST_MAX_S = 0.25
"""Seconds: the maximum pause after public work, otherwise as long as that work took."""

Found = TypeVar("Found")


class Threads:
    """Runs work in threads: what the public asks one after another, the staff's beside it."""

    def __init__(self) -> None:
        self._public = asyncio.Semaphore(PUBLIC_AT_ONCE)
        self._staff = asyncio.Semaphore(STAFF_AT_ONCE)
        self._rests_until = 0.0

    async def run(self, work: Callable[..., Found], *about: Any, is_staff: bool) -> Found:
        """Return `work(*about)`, run in a thread when its turn comes."""
        if is_staff:
            async with self._staff:
                return await asyncio.to_thread(work, *about)
        async with self._public:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(self._rests_until - loop.time(), 0.0))
            begun = loop.time()
            try:
                return await asyncio.to_thread(work, *about)
            finally:
                self._rests_until = loop.time() + min(loop.time() - begun, REST_MAX_S)
