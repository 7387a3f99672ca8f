"""The alarm: it follows the log for timers, and submits a command for each that is due.

It decides nothing: it submits `fire-timer`, whose command id contains the timer and its due time,
so that a double firing, two alarms at once or a late one do no harm. The caller elects the process
that runs it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

from planilla.application.due import ALARM_ID, Due, Key, moved
from planilla.application.envelope import Actor, Submission
from planilla.application.ports import CommandBus, Log, StoreUnavailable, Timers
from planilla.application.roles import ALL_TOURNAMENTS, full_grant
from planilla.domain.tournament.leading import LedElsewhere

PAUSE_S = 0.25
ALARM = Actor(id=ALARM_ID, grants=(full_grant(ALL_TOURNAMENTS),))
"""The actor that fires timers, as the log names it."""
SENT_AGAIN = frozenset({"timer-not-due", LedElsewhere.code})
"""Codes of answers after which the command is sent again: they are not stored.

The timers of a tournament that is led elsewhere are fired there, until the lead is taken over.
"""

logger = logging.getLogger(__name__)

FireTimer = Callable[[Due], Awaitable[bool]]
"""Fire a timer; False when that has to be repeated a little later."""


class TimerScheduler(Protocol):
    """Scheduler of timers; it keeps nothing beyond the life of its process."""

    def running(self, ring: FireTimer) -> AbstractAsyncContextManager[None]:
        """Call `fire` for each due timer while the block runs; at once for overdue ones."""

    def set(self, due: Due) -> None:
        """Schedule a timer; one with the same key is replaced."""

    def clear(self, key: Key) -> None:
        """Cancel a timer; unknown keys are ignored."""


class Alarm:
    """The alarm of one process; `scheduler` may be one of a virtual clock."""

    def __init__(
        self, log: Log, timers: Timers, bus: CommandBus, scheduler: TimerScheduler
    ) -> None:
        self._log = log
        self._timers = timers
        self._desk = bus
        self._scheduler = scheduler
        self._position: int | None = None

    async def run(self) -> None:
        """Fire timers without end, from those that are pending now on."""
        self._position = None
        async with self._scheduler.running(self.fire):
            while True:
                try:
                    async for head in self._log.wakes():
                        await self.follow(head)
                except StoreUnavailable:
                    logger.warning("the log does not answer; timers already scheduled still fire")
                await asyncio.sleep(PAUSE_S)

    async def follow(self, head: int) -> None:
        """Schedule all timers that are pending at position `head` of the log.

        Raises:
            StoreUnavailable: the database did not answer; nothing was followed.
        """
        if self._position is None or head < self._position:  # or a backup was restored
            self._position, pending = await self._timers.pending()
            for due in pending:
                self._scheduler.set(due)
            return
        change = moved(await self._timers.changes(self._position, head))
        for key in change.gone:
            self._scheduler.clear(key)
        for due in change.scheduled:
            self._scheduler.set(due)
        self._position = head

    async def fire(self, due: Due) -> bool:
        """Submit that a timer is due; False when that has to be repeated."""
        try:
            answer = await self._desk.submit(firing(due))
        except StoreUnavailable:
            return False
        if answer.code and answer.code != LedElsewhere.code:
            logger.warning("timer %s of %s: %s", due.timer, due.tournament, answer.code)
        return answer.code not in SENT_AGAIN


def firing(due: Due) -> Submission:
    """Return the command that fires a timer; its id is always the same."""
    return Submission(
        tournament=due.tournament,
        name="fire-timer",
        body=msgspec.json.encode({"timer": due.timer, "due_at": due.due_at}),
        command_id=f"{ALARM_ID}:{due.tournament}:{due.timer}:{due.due_at}",
        actor=ALARM,
    )
