"""The bells of an alarm on a clock that is set by hand: for tests, none of which waits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from planilla.application.alarm import Ring
from planilla.application.due import Due, Key


class StandsStill(Protocol):
    """A clock that stands still: `memory.SetClock`."""

    @property
    def time(self) -> int:
        """The time it was set to, in microseconds since 1970 (UTC)."""


class SetBells:
    """The `Bells` of an alarm on a clock that is set; whoever sets it rings what is due."""

    def __init__(self, clock: StandsStill) -> None:
        self._clock = clock
        self._set: dict[Key, Due] = {}
        self._ring: Ring | None = None

    @asynccontextmanager
    async def ringing(self, ring: Ring) -> AsyncIterator[None]:
        """Call `ring` for what is due, for as long as the block runs."""
        self._ring = ring
        yield
        self._ring = None

    def set(self, due: Due) -> None:
        """Ring for a timer when it is due; one with the same key is replaced."""
        self._set[due.key] = due

    def clear(self, key: Key) -> None:
        """Do not ring for it; nothing when nobody had asked for it."""
        self._set.pop(key, None)

    @property
    def next_at(self) -> int | None:
        """The time of the next timer; None when none is set."""
        return min((due.due_at for due in self._set.values()), default=None)

    async def ring(self) -> tuple[Due, ...]:
        """Ring for all that is due by the clock, the oldest first; what was not heard stays set."""
        assert self._ring is not None, "nobody listens"
        due = [each for each in self._set.values() if each.due_at <= self._clock.time]
        for each in sorted(due, key=lambda each: each.due_at):
            del self._set[each.key]
            if not await self._ring(each):
                self._set.setdefault(each.key, each)
        return tuple(due)
