"""The time of this machine, and one that runs faster."""

import asyncio
import time

MICROSECONDS = 1_000_000
NAP_S = 0.2
"""Seconds of sleep at most before the clock is read again."""


class SystemClock:
    """The `Clock` port on the machine's clock."""

    def now(self) -> int:
        """Microseconds since 1970 (UTC); it may jump when the machine's clock is set."""
        return time.time_ns() // 1000


class FastClock:
    """A clock that starts with the machine's and runs `speed` times as fast: for simulations."""

    def __init__(self, speed: int) -> None:
        self._speed = speed
        self._start = SystemClock().now()
        self._begun = time.monotonic_ns()

    def now(self) -> int:
        """Microseconds since 1970 (UTC), soon in the future."""
        return self._start + (time.monotonic_ns() - self._begun) * self._speed // 1000

    async def sleep_until(self, moment: int) -> None:
        """Wait until then, at most a moment of real time."""
        left_s = (moment - self.now()) / MICROSECONDS / self._speed
        await asyncio.sleep(max(0.0, min(NAP_S, left_s)))
