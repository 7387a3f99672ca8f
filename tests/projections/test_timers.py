"""What is pending is a row for everybody; reminders and calls are not."""

from dsl.tournaments import START, facts, folded
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.firing import TimerFired
from planilla.domain.tournament.timers import TimerCancelled, TimerScheduled
from planilla.domain.tournament.values import TimerKind
from planilla.projections import VIEWS, timeline, timers
from planilla.projections.view import may_see

START_OF_ROUND = TimerScheduled(
    timer="round-start.1", kind=TimerKind.ROUND_START, due_at=9, about="1"
)
REMINDER = TimerScheduled(timer="reminder.2", kind=TimerKind.REMINDER, due_at=9, note="c0ffee")
CALL = TimerScheduled(timer="call.3", kind=TimerKind.CALL, due_at=9, about="e1")
FIRED = TimerFired(timer="round-start.1", due_at=9, fired_at=12, about="1")


def test_a_pending_timer_is_a_row_until_it_fires() -> None:
    pending = folded(*START, START_OF_ROUND, REMINDER, CALL)
    assert timers.rows(pending) == {"round-start.1": ("round-start", 9, "1")}
    assert timers.rows(folded(*START, START_OF_ROUND, FIRED)) == {}
    assert VIEWS["timers"].audience is Audience.PUBLIC


def test_reminders_are_the_staffs_from_the_setting_to_the_end() -> None:
    gone = TimerCancelled(timer="reminder.2")
    fired = TimerFired(timer="reminder.2", due_at=9, fired_at=9, awaits=True)
    for fact in facts(REMINDER, gone, fired):
        assert not may_see(Audience.PUBLIC, fact)
        assert may_see(Audience.STAFF, fact)
    assert may_see(Audience.PUBLIC, facts(START_OF_ROUND)[0])


def test_the_timeline_tells_of_timers_with_both_times() -> None:
    state = folded(*START, START_OF_ROUND)
    told = [
        timeline.rows(timeline.in_context(state, fact, state))["1"][5]
        for fact in (facts(event)[0] for event in (START_OF_ROUND, FIRED))
    ]
    assert told[0] == {"kind": "round-start", "about": "1", "due_at": 9}
    assert told[1] == {"kind": "round-start", "about": "1", "due_at": 9, "fired_at": 12}
    cancelled = facts(TimerCancelled(timer="hall-end.3"))[0]
    (row,) = timeline.rows(timeline.in_context(state, cancelled, state)).values()
    assert row[5] == {"kind": "hall-end", "about": ""}
