"""The expected wait: the place in the queue times the length of a game, by the tables in use."""

from typing import Any

import pytest

from dsl.hall_scenarios import OPENED_AT, SECOND, Played
from planilla.projections.hall_waiting import (
    expected_wait,
    game_length,
    tables_in_use,
    waiting,
)


def opened(players: int = 5, **rules: Any) -> Played:
    """A hall of e1, e2, …, the best first; e1 has White against e2 at table 1."""
    entrants = [{"id": f"e{n}", "rating": 2500 - n} for n in range(1, players + 1)]
    return Played({"entrants": entrants, "rules": {"tables": 1, **rules}})


def ends(played: Played, at: int, game: str, result: str = "1-0") -> None:
    played.act({"command": "record-result", "body": {"game": game, "result": result}, "at": at})


@pytest.mark.parametrize(("clock", "seconds"), [(0, 600), (5, 450), (10, 900)])
def test_before_a_game_has_ended_the_clock_tells_how_long_one_is(clock: int, seconds: int) -> None:
    # three quarters of what both have: 2 x 5 minutes x 3/4 = 7½ minutes
    assert game_length(opened(clock=clock).hall) == seconds


def test_each_table_tells_its_last_game_and_the_guess_counts_as_one_more() -> None:
    played = opened(players=8, tables=2, clock=4)
    ends(played, 200, "T1.1")
    assert game_length(played.hall) == (360 + 200) // 2
    ends(played, 420, "T2.1")
    assert game_length(played.hall) == (360 + 200 + 420) // 3
    ends(played, 500, "T1.2")
    assert game_length(played.hall) == (360 + 300 + 420) // 3


def test_a_game_that_was_not_played_tells_nothing() -> None:
    played = opened(clock=4)
    ends(played, 200, "T1.1")
    absent = {"entrant": "e3", "away": "absent"}
    played.act({"command": "stand-down", "body": absent, "at": 230})
    assert len(played.hall.tables[1].games) == 3
    assert game_length(played.hall) == 360


def test_the_wait_grows_with_the_place_and_shrinks_with_the_tables() -> None:
    assert [expected_wait(place, 600, 2) for place in (1, 2, 3)] == [300, 600, 900]
    assert expected_wait(3, 600, 6) == 300


def test_everybody_who_waits_is_told_their_place_and_time() -> None:
    told = waiting(opened(clock=4).hall, OPENED_AT)
    assert [(each.entrant, each.place, each.about_s) for each in told] == [
        ("e3", 1, 360),
        ("e4", 2, 720),
        ("e5", 3, 1080),
    ]


def test_who_pauses_and_keeps_the_place_is_passed_by() -> None:
    played = opened(clock=4, paused="keeps")
    paused = {"entrant": "e3", "away": "paused"}
    played.act({"command": "stand-down", "body": paused, "at": 10})
    assert played.hall.queue[0] == "e3"
    assert [each.entrant for each in waiting(played.hall, OPENED_AT)] == ["e4", "e5"]


def test_who_will_not_be_called_before_the_end_is_told_so() -> None:
    played = opened(clock=4, duration=15)
    told = waiting(played.hall, OPENED_AT + 60 * SECOND)
    assert [each.late for each in told] == [False, False, True]


def test_tables_that_are_to_be_withdrawn_do_not_count() -> None:
    played = opened(players=9, tables=3)
    assert tables_in_use(played.hall) == 3
    played.act({"command": "withdraw-table", "body": {"table": 2}, "at": 5})
    assert tables_in_use(played.hall) == 2
    played.act({"command": "withdraw-table", "body": {}, "at": 6})
    assert tables_in_use(played.hall) == 1
    ends(played, 100, "T2.1")
    assert tables_in_use(played.hall) == 1
