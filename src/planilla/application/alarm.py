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

Ring = Callable[[Due], Awaitable[bool]]
"""Say that a timer is due; False when it has to be said again, a little later."""


class Bells(Protocol):
    """Something that rings at set times; it keeps nothing beyond the life of its process."""

    def ringing(self, ring: Ring) -> AbstractAsyncContextManager[None]:
        """Ring, for as long as the block runs, by calling `ring`; at once for what is overdue."""

    def set(self, due: Due) -> None:
        """Ring for a timer when it is due; one with the same key is replaced."""

    def clear(self, key: Key) -> None:
        """Do not ring for it; nothing when nobody had asked for it."""


class Alarm:
    """The alarm of one process; `bells` may be a scheduler or a virtual clock."""

    def __init__(self, log: Log, timers: Timers, bus: CommandBus, bells: Bells) -> None:
        self._log = log
        self._timers = timers
        self._desk = bus
        self._bells = bells
        self._position: int | None = None

    async def run(self) -> None:
        """Ring for ever, from what is pending now on."""
        self._position = None
        async with self._bells.ringing(self.fire):
            while True:
                try:
                    async for head in self._log.wakes():
                        await self.follow(head)
                except StoreUnavailable:
                    logger.warning("the log does not answer; timers already scheduled still fire")
                await asyncio.sleep(PAUSE_S)

    async def follow(self, head: int) -> None:
        """Set the bells for all timers that are pending at position `head` of the log.

        Raises:
            StoreUnavailable: the database did not answer; nothing was followed.
        """
        if self._position is None or head < self._position:  # or a backup was restored
            self._position, pending = await self._timers.pending()
            for due in pending:
                self._bells.set(due)
            return
        change = moved(await self._timers.changes(self._position, head))
        for key in change.gone:
            self._bells.clear(key)
        for due in change.scheduled:
            self._bells.set(due)
        self._position = head

    async def fire(self, due: Due) -> bool:
        """Hand in that a timer is due; False when that has to be said again."""
        try:
            answer = await self._desk.submit(firing(due))
        except StoreUnavailable:
            return False
        if answer.code and answer.code != LedElsewhere.code:
            logger.warning("timer %s of %s: %s", due.timer, due.tournament, answer.code)
        return answer.code not in SENT_AGAIN


def firing(due: Due) -> Submission:
    """Return the command that fires a timer; its id is the same whoever says it, and how often."""
    return Submission(
        tournament=due.tournament,
        name="fire-timer",
        body=msgspec.json.encode({"timer": due.timer, "due_at": due.due_at}),
        command_id=f"{ALARM_ID}:{due.tournament}:{due.timer}:{due.due_at}",
        actor=ALARM,
    )
