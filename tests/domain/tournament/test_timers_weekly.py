"""A timer that comes every week: its local hour stays, whatever the clocks do."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from dsl.tournaments import FOUR, entered, given, numbered
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.firing import FireTimer, TimerFired
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.timers import NoSuchHour, ScheduleTimer, TimerScheduled, next_due
from planilla.domain.tournament.values import Recurrence, TimerKind

MADRID = "Europe/Madrid"
TUESDAYS = Recurrence(weekday=2, minute=20 * 60, time_zone=MADRID)
KEIZER = (
    TournamentCreated(name="Club", system_name="keizer", rounds_asked=40),
    *entered(*FOUR),
    numbered(*FOUR),
)
WEEKLY = TimerKind.KEIZER_VALUES


def at(text: str) -> int:
    """A moment with its offset, in microseconds since 1970 (UTC)."""
    epoch = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (datetime.fromisoformat(text) - epoch) // timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("after", "due"),
    [
        pytest.param("2026-11-22T12:00+01:00", "2026-11-24T20:00+01:00", id="a Sunday"),
        pytest.param("2026-11-24T19:59+01:00", "2026-11-24T20:00+01:00", id="the day itself"),
        pytest.param("2026-11-24T20:00+01:00", "2026-12-01T20:00+01:00", id="at the very hour"),
        # Clocks go back on 25 October 2026 and forward on 28 March 2027.
        pytest.param("2026-10-20T20:00+02:00", "2026-10-27T20:00+01:00", id="summer time ends"),
        pytest.param("2027-03-23T20:00+01:00", "2027-03-30T20:00+02:00", id="summer time begins"),
        # 23:30 UTC on a Monday is already Tuesday in Madrid.
        pytest.param("2026-11-23T23:30+00:00", "2026-11-24T20:00+01:00", id="the local day"),
    ],
)
def test_it_is_due_at_the_same_local_hour(after: str, due: str) -> None:
    assert next_due(TUESDAYS, at(after)) == at(due)


@pytest.mark.parametrize(
    ("minute", "due"),
    [
        # 02:30 does not exist on 28 March 2027: half an hour after what would have been two.
        pytest.param(150, "2027-03-28T03:30+02:00", id="an hour that is skipped"),
        pytest.param(0, "2027-03-28T00:00+01:00", id="midnight before"),
    ],
)
def test_an_hour_that_does_not_exist_comes_when_it_would_have(minute: int, due: str) -> None:
    sundays = Recurrence(weekday=7, minute=minute, time_zone=MADRID)
    assert next_due(sundays, at("2027-03-25T12:00+01:00")) == at(due)


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    sundays = Recurrence(weekday=7, minute=150, time_zone=MADRID)
    first = at("2026-10-25T02:30+02:00")
    assert next_due(sundays, at("2026-10-22T12:00+02:00")) == first
    assert next_due(sundays, first) == at("2026-11-01T02:30+01:00")


def test_it_always_lies_ahead_on_its_weekday_and_within_eight_days() -> None:
    start = at("2026-01-01T00:00+01:00")
    for hours in range(0, 24 * 366, 5):
        after = start + hours * 3_600_000_000
        due = next_due(TUESDAYS, after)
        local = datetime.fromtimestamp(due / 1e6, ZoneInfo(MADRID))
        assert 0 < due - after <= (7 * 24 + 1) * 3_600_000_000
        assert (local.isoweekday(), local.hour, local.minute) == (2, 20, 0)


def test_a_weekly_timer_is_scheduled_for_its_next_hour_and_again_when_it_fires() -> None:
    asked = ScheduleTimer(kind=WEEKLY, repeats=TUESDAYS)
    scene = given(*KEIZER).when(asked, at=at("2026-10-19T10:00+02:00"))
    due = at("2026-10-20T20:00+02:00")
    timer = TimerScheduled(timer="keizer-values.1", kind=WEEKLY, due_at=due, repeats=TUESDAYS)
    assert scene.then() == (timer,)
    pending = scene.and_then()
    assert pending.when(asked, at=at("2026-10-19T11:00+02:00")).then() == ()

    fired = pending.when(FireTimer(timer=timer.timer, due_at=due), at=due + 5).then()
    assert fired[0] == TimerFired(timer=timer.timer, due_at=due, fired_at=due + 5)
    assert fired[-1] == replace(timer, timer="keizer-values.2", due_at=at("2026-10-27T20:00+01:00"))


def test_weeks_that_were_missed_are_not_made_up_for() -> None:
    due = at("2026-10-20T20:00+02:00")
    timer = TimerScheduled(timer="keizer-values.1", kind=WEEKLY, due_at=due, repeats=TUESDAYS)
    woken = at("2026-11-22T12:00+01:00")
    events = given(*KEIZER, timer).when(FireTimer(timer=timer.timer, due_at=due), at=woken).then()
    following = [each.due_at for each in events if isinstance(each, TimerScheduled)]
    assert following == [at("2026-11-24T20:00+01:00")]


def test_after_the_end_it_does_not_come_again() -> None:
    due = at("2026-10-20T20:00+02:00")
    timer = TimerScheduled(timer="keizer-values.1", kind=WEEKLY, due_at=due, repeats=TUESDAYS)
    scene = given(*KEIZER, timer, TournamentFinished())
    events = scene.when(FireTimer(timer=timer.timer, due_at=due), at=due).then()
    assert events == (TimerFired(timer=timer.timer, due_at=due, fired_at=due),)


def test_a_recalculation_may_also_be_set_for_one_moment() -> None:
    due = at("2026-10-20T20:00+02:00")
    scene = given(*KEIZER).when(ScheduleTimer(kind=WEEKLY, due_at=due), at=due - 1)
    assert scene.then() == (TimerScheduled(timer="keizer-values.1", kind=WEEKLY, due_at=due),)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"weekday": 0}, id="no day"),
        pytest.param({"weekday": 8}, id="an eighth day"),
        pytest.param({"minute": -1}, id="before midnight"),
        pytest.param({"minute": 1440}, id="after midnight"),
        pytest.param({"time_zone": "Europe/Masnou"}, id="no zone"),
        pytest.param({"time_zone": "../../etc/passwd"}, id="a path"),
    ],
)
def test_an_hour_that_does_not_come_every_week_is_refused(wrong: dict[str, int]) -> None:
    command = ScheduleTimer(kind=WEEKLY, repeats=replace(TUESDAYS, **wrong))
    with pytest.raises(NoSuchHour):
        given(*KEIZER).when(command).then()
