"""Timers: evenings at random with three alarms, how late one fires, and what a start costs."""

import asyncio
import logging
import time
from pathlib import Path

from bench.figures import Figure, Section, milliseconds_of, percentile
from dsl.timer_runs import Figures, play, total
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.memory import SetClock
from planilla.adapters.scheduler.timers import SchedulerTimers
from planilla.adapters.store.database import Database
from planilla.adapters.store.migrate import migrate
from planilla.application.alarm import Alarm
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.firing import TimerFired
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.timers import TimerCancelled, TimerScheduled
from planilla.domain.tournament.values import TimerKind
from stores import MIGRATIONS, created, submission

PENDING = 20
"""Timers that are pending while others come and go: calls that are not answered yet."""
MILLISECOND = 1_000
APART_US = 20 * MILLISECOND


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on timers."""
    logging.getLogger("planilla.application.alarm").setLevel(logging.ERROR)
    evenings = 20 if quick else 500
    came_to = total([play(seed) for seed in range(evenings)])
    count = 10 if quick else 200
    overdue = 50 if quick else 1_000
    return Section(
        "Timers",
        f"{evenings} evenings at random on a set clock, three alarms, crashes and stale timers; "
        "`make test-deep` plays 7,000. Lateness: real time, SQLite on disk, APScheduler, from the "
        "due time to the time on record.",
        [
            *_evenings(came_to),
            _folding(runs=2 if quick else 7),
            *asyncio.run(_lateness(_database(folder / "lateness.db"), count)),
            asyncio.run(_start(_database(folder / "start.db"), overdue)),
        ],
    )


def _evenings(came_to: Figures) -> list[Figure]:
    note = f"{came_to.fired:,} fired, {came_to.cancelled:,} cancelled, {came_to.late:,} late"
    return [
        Figure("random schedules", came_to.schedules, "", note),
        Figure("firings handed in", came_to.attempts, "", f"{came_to.restarts:,} restarts"),
        Figure("faults, double effects among them", came_to.faults, "", "must be 0"),
    ]


def _folding(*, runs: int) -> Figure:
    events: list[Event] = [
        TournamentCreated(name="Club", system_name="swiss-dutch-libro", rounds_asked=3)
    ]
    for number in range(1, 3_001):
        timer = f"call.{number}"
        events.append(TimerScheduled(timer=timer, kind=TimerKind.CALL, due_at=number, about="e1"))
        if number > PENDING:
            events.append(TimerCancelled(timer=f"call.{number - PENDING}", about="e1"))
    facts = tuple(
        Fact(version=version, recorded_at=version, event=event)
        for version, event in enumerate(events, start=1)
    )
    return Figure(
        "fold timers that come and go",
        milliseconds_of(lambda: fold(facts), runs=runs),
        "ms",
        f"{len(facts):,} events, {PENDING} pending",
    )


def _database(path: Path) -> str:
    url = f"sqlite:///{path}"
    migrate(url, MIGRATIONS)
    return url


async def _lateness(url: str, count: int) -> list[Figure]:
    async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
        await database.bus.submit(created())
        first = SystemClock().now() + (500 + 20 * count) * MILLISECOND  # setting them takes time
        for number in range(count):
            body = {"kind": "reminder", "due_at": first + number * APART_US}
            await database.bus.submit(submission("schedule-timer", body))
        fired = await _all_fired(database, count)
    late = [(each.fired_at - each.due_at) / MILLISECOND for each in fired]
    note = f"{count} timers, {APART_US // MILLISECOND} ms apart"
    return [
        Figure("lateness of a timer, median", percentile(late, 50), "ms", note),
        Figure("lateness of a timer, p99", percentile(late, 99), "ms", note),
    ]


async def _start(url: str, count: int) -> Figure:
    """All were due while nobody kept the alarm."""
    async with Database(url, clock=SetClock(1_000), ids=RandomIds()) as database:
        await database.bus.submit(created())
        for number in range(count):
            body = {"kind": "reminder", "due_at": 2_000 + number}
            await database.bus.submit(submission("schedule-timer", body))
    async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
        begun = time.perf_counter()
        await _all_fired(database, count)
        took_s = time.perf_counter() - begun
    return Figure(f"{count:,} overdue timers at start", took_s, "s", "until the last has fired")


async def _all_fired(database: Database, count: int) -> list[TimerFired]:
    """Created, `count` times scheduled and as often fired."""
    alarm = Alarm(database.log, database.timers, database.bus, SchedulerTimers())
    running = asyncio.create_task(alarm.run())
    while await database.log.head("club") < 1 + 2 * count:  # noqa: ASYNC110 - nobody sets one
        await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    events = (recorded.event for recorded in await database.log.events("club"))
    return [event for event in events if isinstance(event, TimerFired)]
