"""The expected wait: by the games that run, how long games are, and the tables in use."""

from typing import Any

import pytest

from dsl.expected_waits import by_quarter
from dsl.masnou_scenarios import OPENED_AT, SECOND, Played
from planilla.demo.marathon import Marathon
from planilla.domain.tournament.masnou.hall import Hall
from planilla.domain.vocabulary import EntrantId
from planilla.projections.masnou_waiting import (
    Forecast,
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


@pytest.mark.parametrize(("clock", "seconds"), [(0, 480), (5, 450), (10, 900)])
def test_before_a_game_has_ended_the_clock_tells_how_long_one_is(clock: int, seconds: int) -> None:
    # three quarters of what both have: 2 x 5 minutes x 3/4 = 7½ minutes; without a clock the
    # winners of seed 004 play 13 to 18 games in two hours: 120 / 15 = 8 minutes
    assert game_length(opened(clock=clock).hall) == seconds


def test_each_table_tells_its_last_games_and_the_guess_counts_as_one_more() -> None:
    played = opened(players=8, tables=2, clock=4)
    ends(played, 200, "T1.1")
    assert game_length(played.hall) == (360 + 200) // 2
    ends(played, 420, "T2.1")
    assert game_length(played.hall) == (360 + 200 + 420) // 3
    ends(played, 500, "T1.2")
    assert game_length(played.hall) == (360 + 200 + 300 + 420) // 4
    ends(played, 600, "T1.3")
    ends(played, 640, "T1.4")  # a row tells four games of a table: the first one is forgotten
    assert game_length(played.hall) == (360 + 300 + 100 + 40 + 420) // 5


def test_a_game_that_was_not_played_tells_nothing() -> None:
    played = opened(clock=4)
    ends(played, 200, "T1.1")
    absent = {"entrant": "e3", "away": "absent"}
    played.act({"command": "stand-down", "body": absent, "at": 230})
    assert len(played.hall.tables[1].games) == 3
    assert game_length(played.hall) == 360


def test_the_first_wait_is_half_a_game_of_the_first_table_to_become_free() -> None:
    # One table, a game of 360 s, parts of 45 s. Of a thousand games 401 have ended after 7 parts
    # and 547 after 8 (`STILL_RUNNING`): half of them after 7 + 99 / 146 parts, 345 s.
    # (A second game at the table within the time of the first one is a second or two less.)
    forecast = Forecast(opened(clock=4).hall, OPENED_AT)
    assert forecast.wait(1) == pytest.approx((7 + 99 / 146) * 45, abs=2)
    # Nothing runs of eight tables that have just begun for a while: 8 x 51 of a thousand end in
    # the first 4 parts, 8 x 133 in 5, and half a call comes after 4 + (500 - 408) / 656 parts.
    many = opened(players=20, clock=4, tables=8)
    assert Forecast(many.hall, OPENED_AT).wait(1) == pytest.approx((4 + 92 / 656) * 45, abs=2)


def test_who_has_waited_for_a_while_waits_less_and_the_next_about_one_game_more() -> None:
    played = opened(clock=4)
    waits = [Forecast(played.hall, OPENED_AT + at * SECOND).wait(1) for at in (0, 90, 180, 320)]
    assert waits == sorted(waits, reverse=True)
    first, second, third = (Forecast(played.hall, OPENED_AT).wait(place) for place in (1, 2, 3))
    assert 330 < second - first < 390
    assert 330 < third - second < 390


def test_far_behind_in_the_queue_a_table_becomes_free_every_game() -> None:
    forecast = Forecast(opened(clock=4).hall, OPENED_AT)
    assert forecast.wait(41) - forecast.wait(31) == 10 * 360
    forecast = Forecast(opened(clock=4, players=8, tables=3).hall, OPENED_AT)
    assert forecast.wait(61) - forecast.wait(31) == 10 * 360


def test_a_game_that_never_ends_makes_no_wait_negative() -> None:
    forecast = Forecast(opened(clock=4).hall, OPENED_AT + 100_000 * SECOND)
    assert 0 <= forecast.wait(1) < 60


def test_a_pause_of_the_hall_is_no_wait() -> None:
    played = opened(players=5, tables=2, clock=4)
    played.act({"command": "pause-hall", "body": {}, "at": 100})
    ends(played, 200, "T1.1")
    played.act({"command": "enter-entrants", "body": {"entrants": [{"id": "x"}]}, "at": 900})
    played.act({"command": "resume-hall", "body": {}, "at": 1100})
    # The game at table 1 began at 0 and the next one at 1100, of which 1000 s were a pause.
    assert game_length(played.hall) == (360 + 100) // 2
    seated = played.hall.members[EntrantId("e5")]
    assert (seated.waits, seated.waited) == (1, 100 * SECOND)
    late = played.hall.members[EntrantId("x")]
    assert late.waiting_since == OPENED_AT + 1100 * SECOND


@pytest.mark.no_cover
def test_in_simulated_marathons_the_first_quarter_of_an_hour_is_told_as_it_comes() -> None:
    for clock in (5, 10, 15):
        plans = [
            Marathon(clock=clock, seed=seed, names=tuple(f"N{n}" for n in range(24)))
            for seed in range(1, 5)
        ]
        (too_short, distance), *_ = by_quarter(plans, _told)
        length = 90 * clock
        assert too_short < length / 8, f"{clock} minutes: {too_short:.0f} s too short"
        assert distance < length / 6, f"{clock} minutes: {distance:.0f} s from what came"


def _told(hall: Hall, now: int) -> dict[EntrantId, int]:
    return {each.entrant: each.about_s for each in waiting(hall, now)}


def test_everybody_who_waits_is_told_their_place_and_time() -> None:
    hall = opened(clock=4).hall
    told = waiting(hall, OPENED_AT)
    forecast = Forecast(hall, OPENED_AT)
    assert [(each.entrant, each.place, each.about_s) for each in told] == [
        ("e3", 1, forecast.wait(1)),
        ("e4", 2, forecast.wait(2)),
        ("e5", 3, forecast.wait(3)),
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


def test_who_will_not_be_called_before_the_last_minutes_is_told_so() -> None:
    played = opened(clock=4, duration=25, last_start=10)
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


def test_the_two_of_a_broken_table_are_seated_before_the_queue() -> None:
    played = opened(players=6, tables=2)
    played.act({"command": "withdraw-table", "body": {"table": 2, "broken": True}, "at": 0})
    one_table = Forecast(opened(players=6, tables=1).hall, OPENED_AT)
    # Table 1 goes on alone, and its next two seats are those of the two who are held.
    assert [each.about_s for each in waiting(played.hall, OPENED_AT)] == [
        one_table.wait(3),
        one_table.wait(4),
    ]
