"""The rounds of a tournament as entries of a calendar, and its regulations as they stand."""

from collections.abc import Callable, Iterator
from datetime import UTC, timedelta, tzinfo

import msgspec

from planilla.domain.instants import in_calendar
from planilla.domain.tournament.announcement import Rating, Regulations, Schedule, play_of
from planilla.domain.tournament.contradictions import round_length_s
from planilla.domain.tournament.state import Tournament
from planilla.formats.ics import CalendarEntry

LENGTH_UNKNOWN = timedelta(hours=1)
"""The length of a round in a calendar where it is unknown."""


def regulations_of(state: Tournament) -> Regulations:
    """Return the announced regulations, or those that the tournament was created with."""
    if state.regulations is not None:
        return state.regulations
    return Regulations(
        name=state.name,
        schedule=Schedule(time_zone=state.time_zone),
        play=play_of(state),
        rating=Rating(rules=state.rating_rules),
    )


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a calendar entry.

    `address` is that of the tournament; `key` makes ids that stay when it moves; `title` is asked
    with the number of the round; `sequence` counts how often the regulations were changed.
    """

    address: str
    key: str
    title: Callable[[int], str]
    place: str
    zone: tzinfo
    sequence: int = 0


def happenings(regulations: Regulations, notice: Notice) -> Iterator[CalendarEntry]:
    """Yield the rounds by number."""
    seconds = round_length_s(regulations)
    length = LENGTH_UNKNOWN if seconds is None else timedelta(seconds=seconds)
    for number, start in enumerate(regulations.schedule.starts, start=1):
        starts = in_calendar(start).replace(tzinfo=notice.zone)
        yield CalendarEntry(
            uid=f"round-{number}@{notice.key}.planilla",
            starts=starts,
            # In UTC, for a round may last over the night in which the clocks change.
            ends=starts.astimezone(UTC) + length,
            title=notice.title(number),
            place=notice.place,
            url=notice.address,
            sequence=notice.sequence,
        )
