"""The `Bells` of the alarm on APScheduler: jobs in memory alone, made again from the log at start.

A job that was missed is run late rather than never, and once however often it was missed. Nothing
is shared with another process: who is elected is not decided here.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from apscheduler.jobstores.base import JobLookupError
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from planilla.application.alarm import Ring
from planilla.application.due import Due, Key
from planilla.domain.instants import utc

CLOCK_CHECK_INTERVAL_S = 1.0
"""Seconds between two looks at the clock, which may be set, or jump after a suspension."""
RETRY_DELAY = timedelta(seconds=1)
"""Delay before a failed timer is retried."""
INSTANCES_MAX = 1_000
"""A bell that comes again while it still rings must not be skipped: it would be lost."""


class SchedulerBells:
    """The `Bells` port; they ring for as long as `ringing` runs."""

    def __init__(self) -> None:
        self._scheduler = _scheduler()
        self._ring: Ring | None = None

    @contextlib.asynccontextmanager
    async def ringing(self, ring: Ring) -> AsyncIterator[None]:
        """Ring, for as long as the block runs, by calling `ring`; at once for what is overdue."""
        self._ring = ring
        self._scheduler = _scheduler()
        self._scheduler.start()
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()
            self._scheduler.shutdown(wait=False)

    def set(self, due: Due) -> None:
        """Ring for a timer when it is due; one with the same key is replaced."""
        self._set(due, utc(due.due_at))

    def clear(self, key: Key) -> None:
        """Do not ring for it; nothing when nobody had asked for it."""
        with contextlib.suppress(JobLookupError):
            self._scheduler.remove_job(_id(key))

    def _set(self, due: Due, moment: datetime) -> None:
        self._scheduler.add_job(
            self._sound,
            DateTrigger(run_date=moment),
            args=(due,),
            id=_id(due.key),
            replace_existing=True,
        )

    async def _sound(self, due: Due) -> None:
        assert self._ring is not None
        if not await self._ring(due):
            self._set(due, datetime.now(UTC) + RETRY_DELAY)  # noqa: TID251 - by APScheduler's clock

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_CHECK_INTERVAL_S)
            self._scheduler.wakeup()


def _scheduler() -> AsyncIOScheduler:
    return AsyncIOScheduler(
        timezone=UTC,
        jobstores={"default": MemoryJobStore()},
        job_defaults={
            "misfire_grace_time": None,
            "coalesce": True,
            "max_instances": INSTANCES_MAX,
        },
    )


def _id(key: Key) -> str:
    """Return the job id of a timer, which orders timers due at the same moment by their numbers."""
    tournament, timer = key
    kind, _, number = timer.rpartition(".")
    return f"{number:0>12}/{kind}/{tournament}"
