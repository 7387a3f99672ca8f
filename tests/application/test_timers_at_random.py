"""Evenings full of timers: the same log gives the same timers, three alarms do nothing twice."""

import logging

import pytest

from dsl.timer_runs import Bookkeeper, play, total

SLICE = range(20)
DEEP = range(7_000)
SCHEDULES_MIN = 100_000


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, logger="planilla.application.alarm")


def test_with_three_alarms_every_timer_fires_or_is_cancelled_once() -> None:
    figures = total([play(seed) for seed in SLICE])
    assert figures.schedules == figures.fired + figures.cancelled
    assert figures.attempts > figures.fired, "alarms did ring for the same"
    assert figures.effects > 0
    assert figures.faults == 0


def test_the_same_seed_is_the_same_evening() -> None:
    assert play(7) == play(7)


@pytest.mark.deep
def test_a_hundred_thousand_schedules_have_no_double_effect() -> None:
    figures = total([play(seed) for seed in DEEP])
    print(figures)  # noqa: T201 - what a deep run is for
    assert figures.schedules >= SCHEDULES_MIN
    assert figures.schedules == figures.fired + figures.cancelled
    assert figures.faults == 0


FIRED = {"timer": "reminder.1", "due_at": 5, "fired_at": 6, "about": ""}
SCHEDULED = {"timer": "reminder.1", "kind": "reminder", "due_at": 5, "by_rule": False}


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        pytest.param([("TimerFired", FIRED, "a")], "fired twice", id="not pending"),
        pytest.param(
            [("TimerScheduled", SCHEDULED, "a"), ("TimerScheduled", SCHEDULED, "b")],
            "scheduled twice",
            id="the same key",
        ),
        pytest.param(
            [("TimerScheduled", SCHEDULED, "a"), ("TimerFired", {**FIRED, "fired_at": 4}, "b")],
            "fired too early",
            id="before its time",
        ),
        pytest.param(
            [
                ("TimerScheduled", {**SCHEDULED, "timer": "publish-pairings.1"}, "a"),
                ("RoundPaired", {"round": 1}, "b"),
                ("TimerFired", {**FIRED, "timer": "publish-pairings.1", "about": "1"}, "c"),
            ],
            "missing: [('published', '1')]",
            id="nothing followed",
        ),
        pytest.param(
            [
                ("TimerScheduled", SCHEDULED, "a"),
                ("TimerFired", FIRED, "b"),
                ("ResultRecorded", {"game": "1.1", "result": "-/+"}, "b"),
            ],
            "unexpected: ('1.1', '-/+')",
            id="too much followed",
        ),
    ],
)
def test_the_bookkeeper_notices(
    events: list[tuple[str, dict[str, object], str]], fault: str
) -> None:
    book = Bookkeeper()
    for kind, fields, command in events:
        book.enter(kind, fields, command)
    book.close()
    assert book.faults == [fault]
