"""Whom all have met over the board, for everybody at once."""

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable
from planilla.domain.tiebreaks.meetings import fits, meetings_of, places_of, sums_of_met
from planilla.domain.tiebreaks.tally import tally_of

TABLE = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 +/-, 2 4 0-1")


def test_forfeits_are_paired_and_not_played() -> None:
    meetings = meetings_of(tally_of(TABLE))
    assert list(meetings.opponents) == [1, 2, 0, 3, 3, 0, 2, 1]
    assert meetings.unplayed == [1, 5]
    assert list(meetings.games) == [1, 2, 1, 2]


@pytest.mark.parametrize("greatest", [1000, 2**40, -(2**40)])
def test_values_of_those_met_are_added_up_however_large_they_are(greatest: int) -> None:
    values = [1, 10, 100, greatest]
    expected = [10, 1 + greatest, greatest, 100 + 10]
    assert list(sums_of_met(tally_of(TABLE), values)) == expected


def test_a_single_place_is_no_exception() -> None:
    alone = tally_of(crosstable(1, "1 U"))
    assert list(sums_of_met(alone, [7])) == [0]


def test_meetings_are_made_once_and_not_those_of_another_tally() -> None:
    tally = tally_of(TABLE)
    assert meetings_of(tally) is meetings_of(tally)
    played = replace(tally, kinds=[b"\1\1"] * 4)
    assert meetings_of(played).unplayed == []


def test_places_are_where_flags_are_set() -> None:
    assert places_of(b"\1\0\0\1\1") == [0, 3, 4]
    assert places_of(b"") == places_of(b"\0\0") == []


def test_lanes_hold_no_negative_numbers() -> None:
    assert fits([], 1)
    assert fits([3, 0], 5)
    assert not fits([3, -1], 5)
    assert not fits([2**28], 1)
