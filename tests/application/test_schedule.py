"""Rounds as entries of a calendar, and regulations of tournaments that announced none."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from dsl.tournaments import CREATED, folded
from planilla.application.schedule import (
    LENGTH_UNKNOWN,
    Notice,
    happenings,
    regulations_of,
)
from planilla.domain.tournament.announcement import Regulations, Schedule
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.time_controls import parse_code
from planilla.formats.ics import write

NOTICE = Notice(
    address="https://club.example/t/open",
    key="0a1b2c",
    title=lambda number: f"Ronda {number}",
    place="Casino",
    zone=ZoneInfo("Europe/Madrid"),
    sequence=2,
)
NIGHT = datetime(2026, 3, 29, 0, 30)  # noqa: DTZ001 - local; at 2:00 the clocks go to 3:00


def test_a_round_lasts_as_long_over_the_night_in_which_the_clocks_change() -> None:
    marathon = Regulations(
        name="Open", schedule=Schedule(starts=(NIGHT,)), time_control=parse_code("7200")
    )
    (first,) = happenings(marathon, NOTICE)
    assert first.starts.astimezone(UTC) == datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    assert first.ends - first.starts.astimezone(UTC) == timedelta(hours=4)
    assert (first.uid, first.title, first.place) == (
        "round-1@0a1b2c.planilla",
        "Ronda 1",
        "Casino",
    )
    assert (first.url, first.sequence) == ("https://club.example/t/open", 2)


def test_a_tournament_that_moved_to_another_host_doubles_no_calendar() -> None:
    plan = Regulations(name="Open", schedule=Schedule(starts=(NIGHT,)))
    moved = replace(NOTICE, address="https://other.example/t/open-2026")
    (here,), (there,) = happenings(plan, NOTICE), happenings(plan, moved)
    assert here.uid == there.uid
    assert here.url != there.url


def test_a_calendar_that_is_subscribed_to_looks_again_each_hour() -> None:
    """RFC 7986, 5.7, and the line that older programs read."""
    lines = write("Open", (), stamped=datetime(2026, 3, 1, tzinfo=UTC)).split("\r\n")
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines
    assert "X-PUBLISHED-TTL:PT1H" in lines


def test_a_round_of_unknown_length_stands_for_an_hour() -> None:
    (first,) = happenings(Regulations(name="Open", schedule=Schedule(starts=(NIGHT,))), NOTICE)
    assert first.ends - first.starts.astimezone(UTC) == LENGTH_UNKNOWN


def test_what_was_announced_in_short_is_what_the_tournament_was_created_with() -> None:
    said = regulations_of(folded(CREATED))
    assert (said.name, said.play.system, said.play.rounds) == ("Club", CREATED.system_name, 3)
    assert said.rating.rules == CREATED.rating_rules
    announced = Regulations(name="Open", play=said.play)
    assert regulations_of(folded(CREATED, RegulationsAnnounced(regulations=announced))) == announced
