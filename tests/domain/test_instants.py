"""Instants from outside have one rule, and every instant of a log can be shown."""

import itertools
from datetime import UTC, date, datetime
from typing import get_args
from zoneinfo import ZoneInfo

import msgspec
import pytest

from planilla.domain.instants import EARLIEST, LATEST, in_calendar, is_instant, utc, utc_day
from planilla.domain.tournament.subjects import COMMANDS

NAMES = ("made_at", "began_at", "known_at", "due_at", "ends_at", "closes_at", "until")
OUT_OF_BOUNDS = (-(10**30), -(10**18), EARLIEST - 1, LATEST + 1, 10**18, 10**30)
ZONES = ("Pacific/Kiritimati", "Etc/GMT+12")
"""The first and the last time zone of the earth."""


def fields() -> list[tuple[str, str]]:
    """Every instant of a command."""
    return [
        (name, field.name)
        for name, kind in COMMANDS.items()
        for field in msgspec.structs.fields(kind)
        if field.name in NAMES and datetime not in get_args(field.type)
    ]


def test_the_bounds_are_whole_years() -> None:
    assert EARLIEST == 0
    assert datetime(1970, 1, 1, tzinfo=UTC) == utc(EARLIEST)
    assert datetime(9998, 12, 31, 23, 59, 59, 999999, tzinfo=UTC) == utc(LATEST)
    assert [is_instant(at) for at in (EARLIEST, LATEST)] == [True, True]
    assert not any(map(is_instant, OUT_OF_BOUNDS))


@pytest.mark.parametrize(("name", "field"), fields(), ids="-".join)
def test_no_command_takes_an_instant_out_of_bounds(name: str, field: str) -> None:
    kinds = {each.name: each.type for each in msgspec.structs.fields(COMMANDS[name])}
    for at in OUT_OF_BOUNDS:
        with pytest.raises(msgspec.ValidationError, match=r"`int` [<>]="):
            msgspec.convert(at, kinds[field])


def test_no_other_field_of_a_command_looks_like_an_instant() -> None:
    others = {
        each.name
        for kind in COMMANDS.values()
        for each in msgspec.structs.fields(kind)
        if each.name.endswith(("_at", "_time", "until"))
        # A date and time of the venue is no instant; `check_moment` has its bounds.
        if datetime not in get_args(each.type)
    }
    assert others <= {*NAMES}


@pytest.mark.parametrize("at", [*OUT_OF_BOUNDS, EARLIEST, LATEST])
def test_every_instant_of_a_log_can_be_shown_in_every_zone(at: int) -> None:
    for zone in ZONES:
        assert utc(at).astimezone(ZoneInfo(zone)).isoformat()
    assert utc_day(at) == utc(at).date()


def test_what_lies_outside_the_calendar_is_its_first_or_last_day() -> None:
    assert utc_day(-(10**18)) == date(1, 1, 3)
    assert utc_day(10**30) == date(9999, 12, 29)


@pytest.mark.parametrize("year", [1, 1969, 1970, 2026, 9998, 9999])
def test_a_local_moment_of_a_log_is_in_every_zone(year: int) -> None:
    moment = in_calendar(datetime.fromisoformat(f"{year:04}-12-31T23:59"))
    assert moment.year == min(max(year, 1970), 9998)
    for zone, other in itertools.permutations(ZONES):
        there = moment.replace(tzinfo=ZoneInfo(zone))
        assert there.astimezone(ZoneInfo(other)).isoformat()
