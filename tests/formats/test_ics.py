"""Schedules as iCalendar, read back by the rules of RFC 5545."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from planilla.formats.ics import LINE_OCTETS_MAX, CalendarEntry, write

STAMP = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
MADRID_SUMMER = timezone(timedelta(hours=2))
ROUND_1 = CalendarEntry(
    uid="open-round-1@planilla",
    starts=datetime(2026, 7, 4, 16, 30, tzinfo=MADRID_SUMMER),
    ends=datetime(2026, 7, 4, 20, 30, tzinfo=MADRID_SUMMER),
    title="Ronda 1",
)


def unfolded(text: str) -> list[str]:
    """The content lines of a calendar (RFC 5545, 3.1)."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= LINE_OCTETS_MAX for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def properties(text: str) -> dict[str, str]:
    """The properties of the only event; TEXT values unescaped (3.3.11)."""
    lines = unfolded(text)
    inside = lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]
    pairs = (line.split(":", 1) for line in inside)
    return {name: unescaped(value) for name, value in pairs}


def unescaped(value: str) -> str:
    meant = {"n": "\n", "N": "\n"}
    return re.sub(r"\\(.)", lambda found: meant.get(found[1], found[1]), value)


def test_a_calendar_wraps_its_events_in_the_order_given() -> None:
    second = CalendarEntry(uid="2", starts=ROUND_1.ends, ends=ROUND_1.ends, title="Ronda 2")
    lines = unfolded(write("Open", [ROUND_1, second], stamped=STAMP))
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[2].startswith("PRODID:")
    assert lines[-1] == "END:VCALENDAR"
    assert [line for line in lines if line.startswith("SUMMARY")] == [
        "SUMMARY:Ronda 1",
        "SUMMARY:Ronda 2",
    ]
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 2


def test_local_times_are_written_in_utc() -> None:
    said = properties(write("Open", [ROUND_1], stamped=STAMP))
    assert said["DTSTART"] == "20260704T143000Z"  # 16:30 in Madrid's summer is 14:30 UTC
    assert said["DTEND"] == "20260704T183000Z"
    assert said["DTSTAMP"] == "20260501T090000Z"
    assert said["SEQUENCE"] == "0"


def test_what_was_not_said_has_no_line() -> None:
    said = properties(write("Open", [ROUND_1], stamped=STAMP))
    assert {"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "SUMMARY"} == set(said)


def test_place_and_address_are_written_where_they_are_known() -> None:
    told = CalendarEntry(
        uid="1",
        starts=STAMP,
        ends=STAMP,
        title="R",
        place="Club; Calle 1, 2º\nMadrid",
        about="a\\b",
        url="https://example.org/t/open",
    )
    text = write("Open", [told], stamped=STAMP)
    assert r"LOCATION:Club\; Calle 1\, 2º\nMadrid" in unfolded(text)
    assert r"DESCRIPTION:a\\b" in unfolded(text)
    assert "URL:https://example.org/t/open" in unfolded(text)


def test_a_long_line_is_folded_between_characters() -> None:
    told = CalendarEntry(uid="1", starts=STAMP, ends=STAMP, title="ñ" * 60)  # 8 + 120 octets
    lines = write("Open", [told], stamped=STAMP).split("\r\n")
    start = next(place for place, line in enumerate(lines) if line.startswith("SUMMARY"))
    assert lines[start] == "SUMMARY:" + "ñ" * 33  # 8 + 66 octets; one more would be 76
    assert lines[start + 1] == " " + "ñ" * 27


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\r,;\\")))
def test_any_title_is_read_back(title: str) -> None:
    told = CalendarEntry(uid="1", starts=STAMP, ends=STAMP, title=title)
    plain = title.replace("\r\n", "\n").replace("\r", "\n")
    assert properties(write("Open", [told], stamped=STAMP))["SUMMARY"] == plain


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n,;\\")))
def test_another_program_reads_the_same(text: str) -> None:
    said = CalendarEntry(
        uid="open-round-1@planilla",
        starts=ROUND_1.starts,
        ends=ROUND_1.ends,
        title=text,
        place=text,
        url="https://example.org/t/open?at=v1",
        sequence=3,
    )
    calendar = Calendar.from_ical(write("Open, 2026", [said], stamped=STAMP))
    (event,) = calendar.walk("VEVENT")
    assert event["UID"] == said.uid
    assert event.decoded("SEQUENCE") == 3
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (said.starts, said.ends)
    assert event.decoded("DTSTAMP") == STAMP
    assert event["SUMMARY"] == text
    assert event.get("LOCATION", "") == text
    assert event["URL"] == said.url
    assert calendar.decoded("REFRESH-INTERVAL") == timedelta(hours=1)


def test_control_characters_are_left_out() -> None:
    told = CalendarEntry(uid="1", starts=STAMP, ends=STAMP, title="a\x00b\x1b", url="u\r\nX:1")
    said = properties(write("Open", [told], stamped=STAMP))
    assert said["SUMMARY"] == "ab"


def test_a_time_without_a_zone_is_our_mistake() -> None:
    naive = datetime(2026, 7, 4, 16, 30)  # noqa: DTZ001 - that is the point
    with pytest.raises(AssertionError):
        write("Open", [CalendarEntry(uid="1", starts=naive, ends=naive, title="R")], stamped=STAMP)


def test_a_line_end_in_an_address_makes_no_line_of_its_own() -> None:
    told = CalendarEntry(uid="1", starts=STAMP, ends=STAMP, title="R", url="u\r\nATTENDEE:x")
    assert "ATTENDEE:x" not in unfolded(write("Open", [told], stamped=STAMP))
