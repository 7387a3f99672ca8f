"""Timers by forms: set in the zone of the event, cancelled, settled; countdowns on every page."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from dsl.timelines import listed
from dsl.web_club import ARBITER, Club, form_of
from planilla.adapters.http.views.timeline import last_lines
from planilla.application.states import HistoryEntry
from planilla.domain.tournament.absences import AbsenceNoted, AbsenceWithdrawn
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.firing import TimerSettled
from planilla.domain.tournament.timers import TimerCancelled
from planilla.domain.tournament.values import Recurrence, TimerKind

PAGE = "/t/club/arbiter/timers"
SCHEDULE = "/t/club/acts/schedule-timer"
HOUR = 3_600_000_000


def at(text: str) -> int:
    """A moment with its offset, in microseconds since 1970 (UTC)."""
    epoch = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (datetime.fromisoformat(text) - epoch) // timedelta(microseconds=1)


# The club's clock stands at 2023-11-14 22:13:20 UTC, 23:13 in Madrid.
NOW = at("2023-11-14T22:13:20+00:00")


def fill(club: Club, kind: str, **fields: str) -> tuple[int, str]:
    """Send the form of a kind of timer; the status, and the page that follows."""
    page = club.client.get(PAGE).text
    form = next(
        form_of(part, SCHEDULE)
        for part in page.split("<details")
        if f'name="kind" value="{kind}"' in part
    )
    answer = club.client.post(SCHEDULE, data={**form, **fields})
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


def last(club: Club, back: int = 1) -> Any:
    return club.store.ledger.log[-back].event


def fire(club: Club, timer: str, due_at: int, late: int = 0) -> None:
    club.store._handler._clock.time = due_at + late  # type: ignore[attr-defined]
    club.clock.time = due_at + late
    club.command("club", "fire-timer", timer=timer, due_at=due_at)


def pending(html: str) -> list[str]:
    listed = html.partition('<ul class="lines timers">')[2].partition("</ul>")[0]
    lines = re.findall(r"<li[^>]*>(.*?)</li>", listed, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", line.partition("<form")[0]).split()) for line in lines]


async def test_at_first_nothing_is_set(club: Club) -> None:
    assert pending(club.client.get(PAGE).text) == ["No timer is set."]


async def test_the_start_of_a_round_is_set_in_the_zone_of_the_event(club: Club) -> None:
    status, html = fill(
        club,
        "round-start",
        round="1",
        due_at="2023-11-15T16:00",
        default_minutes="30",
        by_rule="yes",
    )
    assert status == 303
    assert pending(html) == [
        "15 Nov 2023, 16:00 Round 1 starts",
        "15 Nov 2023, 16:30 Default time, round 1",
    ]
    start, default = last(club, 2), last(club)
    assert (start.kind, start.due_at) == (TimerKind.ROUND_START, at("2023-11-15T15:00+00:00"))
    assert (default.kind, default.by_rule) == (TimerKind.DEFAULT_TIME, True)


async def test_what_comes_next_is_counted_down_on_every_page_with_its_hour(club: Club) -> None:
    fill(club, "round-start", round="1", due_at="2023-11-14T23:30", default_minutes="30")
    fill(club, "publish-pairings", round="2", due_at="2023-11-15T12:00")
    fill(club, "reminder", due_at="2023-11-14T23:20", note="Count the clocks")
    due_ms = at("2023-11-14T22:30+00:00") // 1000
    for page in ("/t/club", "/t/club/rounds", "/t/club/facts"):
        html = club.browser().get(page).text
        assert f'<b class="countdown" role="timer" data-due="{due_ms}">' in html
        assert f'data-now="{NOW // 1000}"' in html
        assert "Round 1 starts" in html
        assert ">23:30</time>" in html, "as a time without script"
        assert "Count the clocks" not in html
        assert "Reminder" not in html
        assert "Pairings of round 2" not in html.partition("<nav class")[0], "the next two alone"


async def test_a_timer_is_cancelled_by_its_button(club: Club) -> None:
    fill(club, "publish-pairings", round="1", due_at="2023-11-15T12:00")
    form = form_of(club.client.get(PAGE).text, "/t/club/acts/cancel-timer")
    html = club.client.post("/t/club/acts/cancel-timer", data=form).text
    assert isinstance(last(club), TimerCancelled)
    assert pending(html) == ["No timer is set."]


async def test_a_moment_that_has_passed_is_refused_and_the_form_keeps_its_input(
    club: Club,
) -> None:
    status, html = fill(club, "reminder", due_at="2023-11-14T23:00", note="Too late")
    assert status == 422
    assert "Choose a time after" in html
    assert 'value="2023-11-14T23:00"' in html
    assert 'value="Too late"' in html


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"due_at": "at tea time"}, id="words"),
        pytest.param({"due_at": ""}, id="nothing"),
        pytest.param({"due_at": "2023-11-15T12:00+05:00"}, id="another offset"),
        pytest.param({"due_at": "2023-11-15T12:00", "zone": "Europe/Masnou"}, id="no such zone"),
    ],
)
async def test_what_is_no_moment_is_said_to_be_none(club: Club, fields: dict[str, str]) -> None:
    status, html = fill(club, "reminder", note="Tea", **fields)
    assert status == 422
    assert "is not a date and time" in html


async def test_what_is_no_number_is_said_to_be_none(club: Club) -> None:
    status, html = fill(
        club, "round-start", round="1", due_at="2023-11-15T16:00", default_minutes="half an hour"
    )
    assert status == 422
    assert "“half an hour” is not a whole number." in html


async def test_a_reminder_comes_to_the_desk_until_it_is_put_away(club: Club) -> None:
    fill(club, "reminder", due_at="2023-11-14T23:20", note="Count the clocks")
    assert last(club).note
    fire(club, "reminder.1", at("2023-11-14T22:20+00:00"))
    bus = club.client.get("/t/club/arbiter").text
    assert "Count the clocks" in bus.partition('<ul class="needs awaiting">')[2]
    form = form_of(bus, "/t/club/acts/settle-timer")
    after = club.client.post("/t/club/acts/settle-timer", data=form).text
    assert isinstance(last(club), TimerSettled)
    assert '<ul class="needs awaiting">' not in after


async def test_a_late_firing_is_shown_with_both_times(club: Club) -> None:
    fill(club, "reminder", due_at="2023-11-14T23:20", note="Count the clocks")
    fire(club, "reminder.1", at("2023-11-14T22:20+00:00"), late=2 * HOUR)
    text = " ".join(re.sub(r"<[^>]+>", " ", club.client.get(PAGE).text).split())
    assert "01:20 Reminder · late; it was due at 14 Nov 2023, 23:20" in text


async def test_the_absent_are_noted_by_a_touch_and_forfeited_when_the_arbiter_confirms(
    club: Club,
) -> None:
    club.pair(1)
    note = "/t/club/acts/note-absence"
    form = form_of(club.client.get(PAGE).text, note)
    html = club.client.post(note, data=form).text
    event = last(club)
    assert isinstance(event, AbsenceNoted)
    assert (event.game, event.entrant) == (form["game"], form["entrant"])
    assert 'aria-pressed="true"' in html

    fill(club, "default-time", round="1", due_at="2023-11-14T23:20")
    fire(club, "default-time.1", at("2023-11-14T22:20+00:00"))
    settle = "/t/club/acts/settle-timer"
    club.confirmed("settle-timer", form_of(club.client.get("/t/club/arbiter").text, settle))
    result = last(club)
    assert (result.game, result.result) == ("1.1", "-/+")


async def test_the_arbiter_may_let_the_default_time_pass(club: Club) -> None:
    club.pair(1)
    club.command("club", "note-absence", game="1.1", entrant="e1")
    fill(club, "default-time", round="1", due_at="2023-11-14T23:20")
    fire(club, "default-time.1", at("2023-11-14T22:20+00:00"))
    settle = "/t/club/acts/settle-timer"
    form = form_of(club.client.get(PAGE).text, settle)
    club.client.post(settle, data={**form, "is_dropped": "yes"})
    assert isinstance(last(club), TimerSettled)


async def test_who_has_come_is_taken_back_by_undo_or_by_a_touch(club: Club) -> None:
    club.pair(1)
    club.actor = ARBITER
    club.command("club", "note-absence", game="1.1", entrant="e1")
    back = "/t/club/acts/withdraw-absence"
    undo = form_of(club.client.get("/t/club/arbiter").text, back)
    club.client.post(back, data=undo)
    event = last(club)
    assert isinstance(event, AbsenceWithdrawn)
    assert (event.game, event.entrant) == (undo["game"], undo["entrant"])
    note = "/t/club/acts/note-absence"
    club.client.post(note, data=form_of(club.client.get("/t/club/arbiter").text, note))
    assert isinstance(last(club), AbsenceNoted)


async def test_a_draft_has_nobody_absent(club: Club) -> None:
    club.command("club", "pair-round", round=1)
    assert 'id="absent"' not in club.client.get(PAGE).text


async def test_the_form_begins_with_what_the_regulations_announce(club: Club) -> None:
    regulations = {
        "name": "Club",
        "play": {"system": "swiss-dutch-libro", "rounds": 3, "tiebreaks": []},
        "schedule": {
            "time_zone": "Atlantic/Canary",
            "starts": ["2023-11-18T10:00:00", "2023-11-18T17:00:00", "2023-11-19T10:00:00"],
            "round_minutes": 240,
        },
        "conduct": {"default_minutes": 45},
    }
    club.command("club", "announce-regulations", regulations=regulations)
    html = club.client.get(PAGE).text
    assert 'value="2023-11-18T10:00"' in html
    assert 'name="default_minutes" inputmode="numeric" min="0" max="1440" value="45"' in html
    assert "Atlantic/Canary" in html
    fill(club, "round-start", round="1", due_at="2023-11-18T10:00", default_minutes="45")
    assert last(club, 2).due_at == at("2023-11-18T10:00+00:00"), "the Canaries keep Greenwich time"
    club.play(1, "1-0", "1-0", "1-0")
    club.command("club", "close-round", round=1)
    assert 'value="2023-11-18T17:00"' in club.client.get(PAGE).text


async def test_a_finished_tournament_sets_no_timers(club: Club) -> None:
    for number in (1, 2, 3):
        club.play(number, "1-0", "1-0", "1-0")
    club.command("club", "finish-tournament")
    assert SCHEDULE not in club.client.get(PAGE).text


def test_the_timers_of_calls_do_not_fill_the_last_lines() -> None:
    """A hall has one for each call; there, the call itself is told."""
    entries = [
        HistoryEntry(
            fact=(fact := Fact(version=n, recorded_at=n, event=event)),
            listed=listed(fact),
            is_public=True,
        )
        for n, event in enumerate(
            (
                TimerCancelled(timer="hall-end.1"),
                TimerCancelled(timer="reminder.2"),
                TimerCancelled(timer="call.3"),
                TimerCancelled(timer="call.4"),
            ),
            start=1,
        )
    ]
    assert [entry.version for entry in last_lines(entries, 2)] == [1, 2]
    assert [entry.version for entry in last_lines(entries, 1)] == [2]


async def test_a_keizer_tournament_is_worked_out_anew_every_week_at_an_hour(keizer: Club) -> None:
    status, html = fill(keizer, "keizer-values", weekday="2", hour="20:30")
    assert status == 303
    assert last(keizer).repeats == Recurrence(
        weekday=2, minute=20 * 60 + 30, time_zone="Europe/Madrid"
    )
    assert pending(html) == ["21 Nov 2023, 20:30 Keizer values"], "this Tuesday it is too late"


@pytest.fixture
async def keizer(club: Club) -> Club:
    """The same club with a Keizer tournament in place of the Swiss."""
    other = Club()
    other.command("club", "create-tournament", name="Keizer", system="keizer", rounds=10)
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2100 - 100 * n}
        for n, name in enumerate(("Ana", "Bea", "Carl", "Dora"), start=1)
    ]
    other.command("club", "enter-entrants", entrants=entrants)
    await other.let_in("token", "*")
    return other
