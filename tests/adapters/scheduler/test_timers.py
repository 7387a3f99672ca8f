"""The scheduler on APScheduler: at once for what is overdue, again for what was not heard."""

import asyncio
import time
from datetime import datetime, timedelta, tzinfo

import pytest
from apscheduler.schedulers import base

from patience import PATIENCE_S
from planilla.adapters.scheduler import timers
from planilla.adapters.scheduler.timers import SchedulerTimers
from planilla.application.due import Due

pytestmark = pytest.mark.anyio

LONG_AGO = 1_000_000
FAR_AWAY = 4_000_000_000_000_000  # in the year 2096


def due(timer: str, due_at: int) -> Due:
    return Due(tournament="club", timer=timer, due_at=due_at)


class Listener:
    """Who hears the scheduler; the first `deaf` times nobody does."""

    def __init__(self, deaf: int = 0) -> None:
        self.heard: list[Due] = []
        self._deaf = deaf

    async def __call__(self, heard: Due) -> bool:
        self.heard.append(heard)
        return len(self.heard) > self._deaf


async def heard(listener: Listener, count: int) -> list[Due]:
    async with asyncio.timeout(PATIENCE_S):
        while len(listener.heard) < count:  # noqa: ASYNC110 - nobody sets an event here
            await asyncio.sleep(0)
    return listener.heard


async def test_what_is_overdue_rings_at_once_and_what_is_not_does_not() -> None:
    scheduler, listener = SchedulerTimers(), Listener()
    async with scheduler.running(listener):
        scheduler.set(due("later", FAR_AWAY))
        scheduler.set(due("now", LONG_AGO))
        assert await heard(listener, 1) == [due("now", LONG_AGO)]


async def test_of_those_due_together_the_first_that_was_set_rings_first() -> None:
    scheduler, listener = SchedulerTimers(), Listener()
    async with scheduler.running(listener):
        for timer in ("round-start.9", "default-time.10", "call.11"):
            scheduler.set(due(timer, LONG_AGO))
        rang = [each.timer for each in await heard(listener, 3)]
        assert rang == ["round-start.9", "default-time.10", "call.11"]


async def test_a_timer_set_again_rings_for_its_new_time_alone() -> None:
    scheduler, listener = SchedulerTimers(), Listener()
    async with scheduler.running(listener):
        scheduler.set(due("call.1", FAR_AWAY))
        scheduler.set(due("call.1", LONG_AGO))
        assert await heard(listener, 1) == [due("call.1", LONG_AGO)]


async def test_a_cleared_bell_is_silent_and_clearing_twice_is_no_fault() -> None:
    scheduler, listener = SchedulerTimers(), Listener()
    async with scheduler.running(listener):
        scheduler.set(due("call.1", int(time.time() * 1_000_000) + 50_000))
        scheduler.clear(("club", "call.1"))
        scheduler.clear(("club", "call.1"))
        scheduler.set(due("call.2", int(time.time() * 1_000_000) + 60_000))
        assert [each.timer for each in await heard(listener, 1)] == ["call.2"]


async def test_what_was_not_heard_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "RETRY_DELAY", timedelta(milliseconds=1))
    scheduler, listener = SchedulerTimers(), Listener(deaf=2)
    async with scheduler.running(listener):
        scheduler.set(due("call.1", LONG_AGO))
        assert [each.timer for each in await heard(listener, 3)] == ["call.1"] * 3


async def test_a_clock_that_was_set_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler would sleep for decades; it looks at the clock now and then."""
    monkeypatch.setattr(timers, "CLOCK_CHECK_INTERVAL_S", 0.01)
    scheduler, listener = SchedulerTimers(), Listener()
    async with scheduler.running(listener):
        scheduler.set(due("call.1", FAR_AWAY))
        await asyncio.sleep(0)
        monkeypatch.setattr(base, "datetime", InTheNextCentury)
        assert await heard(listener, 1) == [due("call.1", FAR_AWAY)]


class InTheNextCentury(datetime):
    """The clock of a machine after somebody set it."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "InTheNextCentury":
        return cls(2101, 1, 1, tzinfo=tz)


async def test_the_bells_of_one_term_of_office_do_not_ring_in_the_next() -> None:
    scheduler, first, second = SchedulerTimers(), Listener(), Listener()
    async with scheduler.running(first):
        scheduler.set(due("call.1", FAR_AWAY))
    async with scheduler.running(second):
        scheduler.set(due("call.2", LONG_AGO))
        await heard(second, 1)
        assert len(scheduler._scheduler.get_jobs()) == 0
    assert first.heard == []
