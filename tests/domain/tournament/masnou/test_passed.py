"""Who came before a waiting player, and why: each reason in a game calculated by hand."""

from typing import Any

from dsl.masnou_scenarios import Played
from planilla.domain.vocabulary import EntrantId


def opened(players: str = "abcde", **rules: Any) -> Played:
    """A hall of a, b, c, … with one table: a has White against b, the others wait in order."""
    entrants = [{"id": each, "rating": 2500 - n} for n, each in enumerate(players)]
    return Played({"entrants": entrants, "rules": {"tables": 1, **rules}})


def act(played: Played, command: str, **body: Any) -> None:
    played.act({"command": command, "body": body, "at": 10 * len(played.log)})


def reasons(played: Played, entrant: str) -> list[tuple[str, int, str, str | None]]:
    """Who came before an entrant: the player, the table, the cause, whom the entrant avoided."""
    return [
        (each.entrant, each.table, each.cause.value, each.opponent)
        for each in played.hall.members[EntrantId(entrant)].passed_by
    ]


def nobody_passed(played: Played, *but: str) -> bool:
    members = played.hall.members
    return all(not member.passed_by for each, member in members.items() if each not in but)


def test_in_a_strict_queue_nobody_comes_before_another() -> None:
    played = opened()
    for number in range(1, 7):
        act(played, "record-result", game=f"T1.{number}", result="0-1")
    assert nobody_passed(played)


def test_a_player_who_has_just_met_the_one_at_the_table_is_passed() -> None:
    played = opened("abc", same_opponent=False)
    act(played, "record-result", game="T1.1", result="1-0")
    act(played, "enter-entrants", entrants=[{"id": "d"}])
    assert played.hall.queue == ("b", "d")
    act(played, "record-result", game="T1.2", result="1-0")
    # a stays. The last opponent of b, who is first, was a; d has met nobody yet.
    assert played.hall.queue == ("b", "c")
    assert reasons(played, "b") == [("d", 1, "no-rematch", "a")]
    assert nobody_passed(played, "b")


def test_siblings_are_kept_apart_and_the_next_one_comes_first() -> None:
    played = opened()
    act(played, "forbid-pairs", entrants=["a", "c"])
    act(played, "record-result", game="T1.1", result="1-0")
    assert played.hall.queue == ("c", "e", "b")
    assert reasons(played, "c") == [("d", 1, "kept-apart", "a")]
    assert nobody_passed(played, "c")
    act(played, "record-result", game="T1.2", result="0-1")
    # d stays and may meet c: who plays has no reasons any more
    assert nobody_passed(played)


def test_who_may_meet_nobody_that_waits_is_passed_at_an_empty_table() -> None:
    played = opened("abcde", leaves_on_draw="both")
    act(played, "forbid-pairs", entrants=["c", "d"])
    act(played, "forbid-pairs", entrants=["c", "e"])
    act(played, "forbid-pairs", entrants=["c", "a"])
    act(played, "forbid-pairs", entrants=["c", "b"])
    act(played, "record-result", game="T1.1", result="½-½")
    # both leave: c is first, but may meet none of d, e, a, b; d and e play
    assert played.hall.queue == ("c", "a", "b")
    assert reasons(played, "c") == [("d", 1, "kept-apart", None), ("e", 1, "kept-apart", "d")]


def test_a_pause_that_keeps_the_place_lets_others_go_first() -> None:
    played = opened(paused="keeps")
    act(played, "stand-down", entrant="c", away="paused")
    act(played, "record-result", game="T1.1", result="1-0")
    assert reasons(played, "c") == [("d", 1, "paused", None)]
    act(played, "queue-player", entrant="c")
    assert played.hall.queue == ("c", "e", "b")
    assert reasons(played, "c") == [("d", 1, "paused", None)]
    assert nobody_passed(played, "c")


def test_who_goes_away_and_comes_back_begins_anew() -> None:
    played = opened(paused="keeps")
    act(played, "stand-down", entrant="c", away="paused")
    act(played, "record-result", game="T1.1", result="1-0")
    act(played, "stand-down", entrant="c", away="gone")
    act(played, "queue-player", entrant="c")
    assert nobody_passed(played)


def test_a_missed_call_costs_one_place() -> None:
    played = opened(missed="one-back", call_seconds=60)
    act(played, "take-seat", call=1)
    act(played, "take-seat", call=2)
    act(played, "record-result", game="T1.1", result="1-0")
    act(played, "miss-call", call=3)
    # c does not come, d is called instead, and c is first in the queue again
    assert played.hall.queue == ("c", "e", "b")
    assert reasons(played, "c") == [("d", 1, "missed-call", None)]
    assert nobody_passed(played, "c")


def test_who_misses_a_call_that_nobody_else_gets_was_not_passed() -> None:
    played = opened("abc", missed="end", call_seconds=60)
    act(played, "take-seat", call=1)
    act(played, "take-seat", call=2)
    act(played, "record-result", game="T1.1", result="1-0")
    act(played, "stand-down", entrant="b", away="gone")
    act(played, "miss-call", call=3)
    assert played.hall.call(4) is not None
    assert nobody_passed(played)


def test_the_director_moves_one_player_past_two() -> None:
    played = opened()
    act(played, "move-in-queue", entrant="e", place=1)
    assert played.hall.queue == ("e", "c", "d")
    assert reasons(played, "c") == reasons(played, "d") == [("e", 0, "override", None)]
    assert nobody_passed(played, "c", "d")


def test_the_director_moves_a_player_back() -> None:
    played = opened()
    act(played, "move-in-queue", entrant="c", place=3)
    assert played.hall.queue == ("d", "e", "c")
    assert reasons(played, "c") == [("d", 0, "override", None), ("e", 0, "override", None)]
    assert nobody_passed(played, "c")


def test_the_players_of_a_broken_table_take_the_seats_of_the_first_who_waits() -> None:
    played = opened("abcdef", tables=2)
    act(played, "withdraw-table", table=2, broken=True)
    assert nobody_passed(played)
    act(played, "record-result", game="T1.1", result="1-0")
    # c, who sat at table 2, plays a; the seat would have been that of e
    assert reasons(played, "e") == [("c", 1, "held", None)]
    assert nobody_passed(played, "e")
    act(played, "record-result", game="T1.2", result="1-0")
    assert reasons(played, "e")[1:] == [("d", 1, "held", None)]
    act(played, "record-result", game="T1.3", result="1-0")
    assert reasons(played, "e") == []


def test_the_last_three_reasons_are_kept() -> None:
    played = opened("abcdefg")
    for each in "defg":
        act(played, "move-in-queue", entrant=each, place=1)
    assert [who for who, *_ in reasons(played, "c")] == ["e", "f", "g"]
