"""Calendars in iCalendar format (RFC 5545): the text of a file, from events with local times.

The file is one VCALENDAR of VEVENTs with times in UTC, so it needs no description of the time zone.
There is no reader.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

LINE_OCTETS_MAX = 75
"""Longest line in octets, without its line end (RFC 5545, 3.1)."""
REFRESH = "PT1H"
"""Refresh interval of a subscribed calendar (RFC 7986, 5.7; older programs: TTL)."""
PRODUCT = "-//Planilla//Tournament schedule//EN"
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CONTROLS_AND_ENDS = re.compile(r"[\x00-\x1f\x7f]")


class CalendarEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a calendar; `starts` and `ends` have a time zone, `uid` never changes."""

    uid: str
    starts: datetime
    ends: datetime
    title: str
    place: str = ""
    about: str = ""
    url: str = ""
    sequence: int = 0


def write(title: str, happenings: Iterable[CalendarEntry], *, stamped: datetime) -> str:
    """Return the text of an iCalendar file; `stamped` is its DTSTAMP.

    Lines end in CRLF and are folded. The same values give the same text. Source: RFC 5545, 3.1,
    3.3.5, 3.3.11, 3.4 and 3.6.1.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(title)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    for happening in happenings:
        lines.extend(_event(happening, stamped))
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(happening: CalendarEntry, stamped: datetime) -> list[str]:
    said = (
        ("LOCATION", _escaped(happening.place)),
        ("DESCRIPTION", _escaped(happening.about)),
        ("URL", _CONTROLS_AND_ENDS.sub("", happening.url)),
    )
    return [
        "BEGIN:VEVENT",
        f"UID:{_escaped(happening.uid)}",
        f"DTSTAMP:{_moment(stamped)}",
        f"DTSTART:{_moment(happening.starts)}",
        f"DTEND:{_moment(happening.ends)}",
        f"SEQUENCE:{happening.sequence}",
        f"SUMMARY:{_escaped(happening.title)}",
        *(f"{name}:{value}" for name, value in said if value),
        "END:VEVENT",
    ]


def _moment(moment: datetime) -> str:
    assert moment.tzinfo is not None, moment
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Escape backslashes, semicolons, commas and line ends of a TEXT value; drop other controls."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    escaped = plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return _CONTROLS.sub("", escaped).replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a line into pieces of at most 75 octets; all but the first begin with a space."""
    pieces: list[str] = []
    piece, octets = "", 0
    for character in line:
        width = len(character.encode())
        if octets + width > LINE_OCTETS_MAX:
            pieces.append(piece)
            piece, octets = "", 1  # the leading space of the next line
        piece += character
        octets += width
    return "\r\n ".join([*pieces, piece])
