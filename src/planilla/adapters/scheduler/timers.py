"""The `TimerScheduler` port on APScheduler: jobs in memory, restored from the log at the start.

A missed job runs late, and only once if it was missed several times. Nothing is shared with other
processes; the election is not decided here.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from apscheduler.jobstores.base import JobLookupError
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from planilla.application.alarm import FireTimer
from planilla.application.due import Due, Key
from planilla.domain.instants import utc

CLOCK_CHECK_INTERVAL_S = 1.0
"""Seconds between checks of the clock, which may be set, or jump after a suspension."""
RETRY_DELAY = timedelta(seconds=1)
"""Delay before a failed timer is retried."""
INSTANCES_MAX = 1_000
"""Most concurrent runs of a job; with a lower limit a repeated timer would be skipped and lost."""


class SchedulerTimers:
    """`TimerScheduler` port; timers fire while `running` runs."""

    def __init__(self) -> None:
        self._scheduler = _scheduler()
        self._fire: FireTimer | None = None

    @contextlib.asynccontextmanager
    async def running(self, fire: FireTimer) -> AsyncIterator[None]:
        """Call `fire` for due timers while the block runs; overdue ones fire at once."""
        self._fire = fire
        self._scheduler = _scheduler()
        self._scheduler.start()
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()
            self._scheduler.shutdown(wait=False)

    def set(self, due: Due) -> None:
        """Schedule a timer; one with the same key is replaced."""
        self._set(due, utc(due.due_at))

    def clear(self, key: Key) -> None:
        """Cancel a timer; unknown keys are ignored."""
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
        assert self._fire is not None
        if not await self._fire(due):
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
