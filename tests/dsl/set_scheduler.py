"""The scheduler of an alarm on a clock that is set by hand: for tests, none of which waits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from planilla.application.alarm import FireTimer
from planilla.application.due import Due, Key


class StandsStill(Protocol):
    """A clock that stands still: `memory.SetClock`."""

    @property
    def time(self) -> int:
        """The time it was set to, in microseconds since 1970 (UTC)."""


class SetScheduler:
    """The scheduler of an alarm on a clock that is set; whoever sets it fires what is due."""

    def __init__(self, clock: StandsStill) -> None:
        self._clock = clock
        self._set: dict[Key, Due] = {}
        self._fire: FireTimer | None = None

    @asynccontextmanager
    async def running(self, fire: FireTimer) -> AsyncIterator[None]:
        """Call `fire` for what is due, for as long as the block runs."""
        self._fire = fire
        yield
        self._fire = None

    def set(self, due: Due) -> None:
        """Schedule a timer; one with the same key is replaced."""
        self._set[due.key] = due

    def clear(self, key: Key) -> None:
        """Cancel a timer; unknown keys are ignored."""
        self._set.pop(key, None)

    @property
    def next_at(self) -> int | None:
        """The time of the next timer; None when none is set."""
        return min((due.due_at for due in self._set.values()), default=None)

    async def fire_due(self) -> tuple[Due, ...]:
        """Fire all that is due by the clock, the oldest first; what failed stays set."""
        assert self._fire is not None, "it does not run"
        due = [each for each in self._set.values() if each.due_at <= self._clock.time]
        for each in sorted(due, key=lambda each: each.due_at):
            del self._set[each.key]
            if not await self._fire(each):
                self._set.setdefault(each.key, each)
        return tuple(due)
