"""Clocks: the system clock, and one that runs faster."""

import asyncio
import time

MICROSECONDS = 1_000_000
NAP_S = 0.2
"""Longest sleep in seconds before the clock is read again."""


class SystemClock:
    """The `Clock` port on the machine's clock."""

    def now(self) -> int:
        """Return microseconds since 1970 (UTC); they may jump when the system clock is set."""
        return time.time_ns() // 1000


class FastClock:
    """A clock for simulations: it starts at the system time and runs `speed` times as fast."""

    def __init__(self, speed: int) -> None:
        self._speed = speed
        self._start = SystemClock().now()
        self._begun = time.monotonic_ns()

    def now(self) -> int:
        """Return microseconds since 1970 (UTC), soon ahead of the system clock."""
        return self._start + (time.monotonic_ns() - self._begun) * self._speed // 1000

    async def sleep_until(self, moment: int) -> None:
        """Sleep towards a time of this clock, for at most `NAP_S` real seconds."""
        left_s = (moment - self.now()) / MICROSECONDS / self._speed
        await asyncio.sleep(max(0.0, min(NAP_S, left_s)))
