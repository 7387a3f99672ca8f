"""Pending timers beside the log: written with the events, mended from them, kept by one process."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from dsl.set_scheduler import SetScheduler
from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import SetClock
from planilla.adapters.scheduler.timers import SchedulerTimers
from planilla.adapters.store import election as election_module
from planilla.adapters.store import session_election
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import migrating_engine
from planilla.application.alarm import Alarm
from planilla.application.due import Due
from planilla.application.envelope import Submission
from planilla.domain.tournament.firing import TimerFired
from stores import created, submission

pytestmark = pytest.mark.anyio

NOON = 1_700_000_000_000_000
HOUR = 3_600_000_000
HERE = Path(__file__).parent
SOURCES = os.pathsep.join((str(HERE.parents[2] / "src"), str(HERE.parents[1])))
SET_AND_WAIT = """
import asyncio, json, sys, time
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.database import Database
from stores import created, submission

async def main(url):
    async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
        await database.bus.submit(created())
        due_at = time.time_ns() // 1000 + 50_000
        body = {"kind": "reminder", "due_at": due_at}
        print((await database.bus.submit(submission("schedule-timer", body))).status, flush=True)
        await asyncio.sleep(60)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (election_module, session_election):
        monkeypatch.setattr(module, "PAUSE_S", 0.02)


def reminder(due_at: int) -> Submission:
    return submission("schedule-timer", {"kind": "reminder", "due_at": due_at})


def due(number: int, due_at: int) -> Due:
    return Due(tournament="club", timer=f"reminder.{number}", due_at=due_at)


def change(url: str, statement: str) -> None:
    engine = migrating_engine(url)
    try:
        with engine.begin() as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()


def rows(url: str) -> list[tuple[str, str, int]]:
    engine = migrating_engine(url)
    try:
        with engine.connect() as connection:
            found = connection.execute(text("SELECT tournament, timer, due_at FROM timer"))
            return sorted((of, timer, due_at) for of, timer, due_at in found)
    finally:
        engine.dispose()


@contextlib.asynccontextmanager
async def two_reminders(url: str) -> AsyncIterator[Database]:
    async with Database(url, clock=SetClock(NOON), ids=RandomIds()) as database:
        for wish in (created(), reminder(NOON + HOUR), reminder(NOON + 2 * HOUR)):
            assert (await database.bus.submit(wish)).status == "done"
        yield database


async def test_the_table_is_written_with_the_events(database_url: str) -> None:
    async with two_reminders(database_url) as database:
        both = [("club", "reminder.1", NOON + HOUR), ("club", "reminder.2", NOON + 2 * HOUR)]
        assert rows(database_url) == both
        await database.bus.submit(submission("cancel-timer", {"timer": "reminder.1"}))
        assert rows(database_url) == both[1:]
        position, pending = await database.timers.pending()
        assert (position, pending) == (4, (due(2, NOON + 2 * HOUR),))
        changes = await database.timers.changes(2, position)
        assert [each.type for each in changes] == ["TimerScheduled", "TimerCancelled"]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("DELETE FROM timer", id="lost"),
        pytest.param("UPDATE timer SET due_at = 7", id="changed"),
        pytest.param("INSERT INTO timer VALUES ('club', 'call.9', 3)", id="invented"),
    ],
)
async def test_a_table_that_does_not_say_what_the_log_says_is_written_anew(
    database_url: str, damage: str
) -> None:
    async with two_reminders(database_url) as database:
        change(database_url, damage)
        _, pending = await database.timers.pending()
        assert pending == (due(1, NOON + HOUR), due(2, NOON + 2 * HOUR))
        assert rows(database_url) == [
            (each.tournament, each.timer, each.due_at) for each in pending
        ]


async def test_nothing_is_mended_by_what_was_true_before_the_log_grew(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_reminders(database_url) as database:
        change(database_url, "DELETE FROM timer")
        look, looks = database.timers._look, []

        async def interrupted() -> object:
            seen = await look()
            looks.append(seen)
            if len(looks) == 1:
                await database.bus.submit(reminder(NOON + 3 * HOUR))
            return seen

        monkeypatch.setattr(database.timers, "_look", interrupted)
        position, pending = await database.timers.pending()
        assert (position, len(pending), len(looks)) == (4, 3, 2)
        assert len(rows(database_url)) == 3


async def test_when_the_last_timer_is_gone_a_damaged_table_becomes_empty(sqlite_url: str) -> None:
    async with Database(sqlite_url, clock=SetClock(NOON), ids=RandomIds()) as database:
        change(sqlite_url, "INSERT INTO timer VALUES ('club', 'call.9', 3)")
        assert await database.timers.pending() == (0, ())
        assert rows(sqlite_url) == []


class Node:
    """A process that stands for the alarm, on a clock that is set."""

    def __init__(self, url: str, clock: SetClock) -> None:
        self.database = Database(url, clock=clock, ids=RandomIds())
        self.scheduler = SetScheduler(clock)
        self.alarm = Alarm(
            self.database.log, self.database.timers, self.database.bus, self.scheduler
        )
        self.task = asyncio.create_task(self.database.election.while_elected(self.alarm.run))

    async def until_set(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while self.scheduler.next_at is None:  # noqa: ASYNC110 - another node sets no event
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.database.close()


async def test_the_alarm_is_handed_over_and_rings_once(database_url: str) -> None:
    clock = SetClock(NOON)
    first = Node(database_url, clock)
    await first.database.bus.submit(created())
    await first.database.bus.submit(reminder(NOON + HOUR))
    await first.until_set()
    second = Node(database_url, clock)
    try:
        await asyncio.sleep(0.1)
        assert second.scheduler.next_at is None, "only one is elected"
        await first.leave()
        await second.until_set()
        clock.time = NOON + 2 * HOUR
        await second.scheduler.fire_due()
        events = [each.event for each in await second.database.log.events("club")]
        (fired,) = [event for event in events if isinstance(event, TimerFired)]
        assert (fired.due_at, fired.fired_at) == (NOON + HOUR, NOON + 2 * HOUR)
    finally:
        await second.leave()


async def test_three_alarms_at_once_on_one_database_do_nothing_twice(database_url: str) -> None:
    """Without any election: for a moment two may believe that they are elected."""
    clock, count = SetClock(NOON), 12
    async with contextlib.AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(Database(database_url, clock=clock, ids=RandomIds()))
            for _ in range(3)
        ]
        await nodes[0].bus.submit(created())
        for number in range(count):
            await nodes[0].bus.submit(reminder(NOON + HOUR + number))
        clock.time = NOON + 2 * HOUR
        _, pending = await nodes[0].timers.pending()
        alarms = [Alarm(each.log, each.timers, each.bus, SetScheduler(clock)) for each in nodes]
        heard = await asyncio.gather(*(alarm.fire(due) for due in pending for alarm in alarms))
        assert heard == [True] * (3 * count)
        events = [each.event for each in await nodes[1].log.events("club")]
        fired = [event.timer for event in events if isinstance(event, TimerFired)]
        assert sorted(fired) == sorted(each.timer for each in pending)
        assert (await nodes[2].timers.pending())[1] == ()


async def test_after_kill_9_the_timer_is_pending_and_fires_at_the_next_start(
    sqlite_url: str,
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SET_AND_WAIT,
        sqlite_url,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCES},
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"done\n"
    process.kill()
    await process.wait()

    async with Database(sqlite_url, clock=SystemClock(), ids=RandomIds()) as database:
        alarm = Alarm(database.log, database.timers, database.bus, SchedulerTimers())
        running = asyncio.create_task(alarm.run())
        async with asyncio.timeout(PATIENCE_S):
            while await database.log.head("club") < 3:  # noqa: ASYNC110 - nor does the log
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        fired = (await database.log.events("club"))[-1].event
        assert isinstance(fired, TimerFired)
        assert fired.fired_at >= fired.due_at
        assert (await database.timers.pending())[1] == ()
