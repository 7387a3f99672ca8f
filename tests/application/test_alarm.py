"""The alarm on a clock that is set: each timer fires once, whoever says so and how often."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from dsl.set_scheduler import SetScheduler
from patience import PATIENCE_S
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application import alarm as alarm_module
from planilla.application.alarm import Alarm, firing
from planilla.application.due import Due, moved
from planilla.application.envelope import Answer, Submission
from planilla.application.ports import StoreUnavailable
from planilla.domain.tournament.firing import TimerFired
from stores import created, submission

pytestmark = pytest.mark.anyio

NOON = 1_700_000_000_000_000
HOUR = 3_600_000_000


class World:
    """A store, a clock, and as many alarms as are asked for."""

    def __init__(self, alarms: int = 1) -> None:
        self.clock = SetClock(NOON)
        self.store = MemoryStore(clock=self.clock, ids=CountedIds())
        self.schedulers = [SetScheduler(self.clock) for _ in range(alarms)]
        self.alarms = [Alarm(self.store, self.store, self.store, each) for each in self.schedulers]

    async def follow(self) -> None:
        for alarm in self.alarms:
            await alarm.follow(len(self.store.ledger.log))

    async def ring_at(self, now: int) -> None:
        self.clock.time = now
        for each in self.schedulers:
            await each.fire_due()

    async def remind(self, due_at: int, tournament: str = "club") -> str:
        wish = submission(
            "schedule-timer", {"kind": "reminder", "due_at": due_at}, tournament=tournament
        )
        answer = await self.store.submit(wish)
        assert answer.status == "done", answer
        made = sum(e.type == "TimerScheduled" for e in await self.store.events(tournament))
        return f"reminder.{made}"

    @property
    def fired(self) -> list[TimerFired]:
        events = (recorded.event for recorded in self.store.ledger.log)
        return [event for event in events if isinstance(event, TimerFired)]


async def test_a_timer_of_a_tournament_led_elsewhere_fires_once_it_was_taken_over() -> None:
    async with world() as made:
        await made.remind(NOON + HOUR)
        await made.follow()
        head = made.store.ledger.ends["club"]
        led = msgspec.structs.replace(head, led_from=f"{'ab' * 16} Main hall")
        made.store.ledger.ends["club"] = led
        await made.ring_at(NOON + HOUR)
        assert made.fired == []
        await made.store.submit(submission("take-over-lead"))
        await made.ring_at(NOON + 2 * HOUR)
        assert len(made.fired) == 1


@contextlib.asynccontextmanager
async def world(alarms: int = 1) -> AsyncIterator[World]:
    made = World(alarms)
    await made.store.submit(created())
    async with contextlib.AsyncExitStack() as stack:
        for alarm, scheduler in zip(made.alarms, made.schedulers, strict=True):
            await stack.enter_async_context(scheduler.running(alarm.fire))
        yield made


async def test_a_timer_fires_when_it_is_due_and_not_before() -> None:
    async with world() as given:
        await given.follow()
        timer = await given.remind(NOON + HOUR)
        await given.follow()
        await given.ring_at(NOON + HOUR - 1)
        assert given.fired == []
        await given.ring_at(NOON + HOUR)
        assert [(each.timer, each.fired_at) for each in given.fired] == [(timer, NOON + HOUR)]
        assert given.store.ledger.log[-1].actor_id == "alarm"


async def test_three_alarms_fire_it_once() -> None:
    async with world(3) as given:
        await given.remind(NOON + HOUR)
        await given.follow()
        await given.ring_at(NOON + HOUR)
        assert len(given.fired) == 1


async def test_what_was_due_while_nobody_kept_the_alarm_fires_at_start_with_both_times() -> None:
    async with world() as given:
        await given.remind(NOON + HOUR)
        given.clock.time = NOON + 5 * HOUR
        await given.follow()
        await given.ring_at(NOON + 5 * HOUR)
        (late,) = given.fired
        assert (late.due_at, late.fired_at) == (NOON + HOUR, NOON + 5 * HOUR)


async def test_a_cancelled_timer_does_not_ring() -> None:
    async with world() as given:
        timer = await given.remind(NOON + HOUR)
        await given.follow()
        await given.store.submit(submission("cancel-timer", {"timer": timer}))
        await given.follow()
        assert given.schedulers[0].next_at is None


async def test_a_timer_that_another_alarm_fired_does_not_ring() -> None:
    async with world(2) as given:
        await given.remind(NOON + HOUR)
        await given.follow()
        given.clock.time = NOON + HOUR
        await given.schedulers[0].fire_due()
        await given.follow()
        assert given.schedulers[1].next_at is None


async def test_an_alarm_that_does_not_know_yet_that_it_was_cancelled_does_no_harm() -> None:
    async with world() as given:
        timer = await given.remind(NOON + HOUR)
        await given.follow()
        await given.store.submit(submission("cancel-timer", {"timer": timer}))
        await given.ring_at(NOON + HOUR)
        assert given.fired == []
        assert given.schedulers[0].next_at is None


async def test_a_clock_that_is_ahead_is_told_to_wait_and_the_same_command_fires_later() -> None:
    async with world() as given:
        timer = await given.remind(NOON + HOUR)
        due = Due(tournament="club", timer=timer, due_at=NOON + HOUR)
        given.clock.time = NOON + HOUR - 1
        assert await given.alarms[0].fire(due) is False
        given.clock.time = NOON + HOUR
        assert await given.alarms[0].fire(due) is True
        assert len(given.fired) == 1


async def test_a_store_that_is_away_is_asked_again() -> None:
    async with world() as given:
        timer = await given.remind(NOON + HOUR)

        class Away:
            async def submit(self, _: Submission) -> Answer:
                raise StoreUnavailable("away")

        alarm = Alarm(given.store, given.store, Away(), given.schedulers[0])
        due = Due(tournament="club", timer=timer, due_at=NOON + HOUR)
        assert await alarm.fire(due) is False


async def test_a_refusal_is_not_asked_again() -> None:
    async with world() as given:
        nowhere = Due(tournament="nowhere", timer="reminder.1", due_at=NOON)
        assert await given.alarms[0].fire(nowhere) is True
        assert given.fired == []


async def test_after_a_restore_the_alarm_begins_anew() -> None:
    async with world() as given:
        await given.remind(NOON + HOUR)
        await given.alarms[0].follow(99)
        await given.remind(NOON + 2 * HOUR)
        await given.follow()
        given.schedulers[0].clear(("club", "reminder.1"))
        assert given.schedulers[0].next_at == NOON + 2 * HOUR


async def test_the_command_says_which_timer_and_for_what_time() -> None:
    due = Due(tournament="club", timer="call.7", due_at=12)
    assert firing(due).command_id == "alarm:club:call.7:12"
    assert firing(due).body == b'{"timer":"call.7","due_at":12}'


async def test_what_comes_and_goes_among_the_same_events_is_neither() -> None:
    async with world() as given:
        timer = await given.remind(NOON + HOUR)
        await given.store.submit(submission("cancel-timer", {"timer": timer}))
        log = given.store.ledger.log
        assert moved(log) == ((), ())
        assert moved(log[-1:]) == ((), (("club", timer),))


async def test_a_timer_that_cannot_be_read_silences_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with world() as given:
        await given.remind(NOON + HOUR)
        damaged = msgspec.structs.replace(given.store.ledger.log[-1], data=b'{"timer":7}')
        assert len(moved([damaged, *given.store.ledger.log]).scheduled) == 1
        assert "a timer of tournament/club cannot be read" in caplog.text


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - nobody sets an event here
            await asyncio.sleep(0)


async def test_it_follows_the_log_by_itself_and_goes_on_after_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alarm_module, "PAUSE_S", 0)
    given = World()
    await given.store.submit(created())
    faults = [StoreUnavailable("away")]
    pending = given.store.pending

    async def sometimes() -> tuple[int, tuple[Due, ...]]:
        if faults:
            raise faults.pop()
        return await pending()

    monkeypatch.setattr(given.store, "pending", sometimes)
    wakes = given.store.wakes
    ended: list[bool] = []

    async def ending() -> AsyncIterator[int]:
        if len(ended) < 2:  # the fault, and then a log that has nothing more to say
            ended.append(True)
            yield len(given.store.ledger.log)
            return
        async for head in wakes():
            yield head

    monkeypatch.setattr(given.store, "wakes", ending)
    running = asyncio.create_task(given.alarms[0].run())
    try:
        await until(lambda: not faults)
        await given.remind(NOON + HOUR)
        await until(lambda: given.schedulers[0].next_at is not None)
        await given.ring_at(NOON + HOUR)
        assert len(given.fired) == 1
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
