"""All games of a hall with their times, and a player's card of them."""

from typing import Any

from dsl.masnou_scenarios import OPENED_AT, SECOND, Played
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameResult
from planilla.projections.masnou_games import card_games, ends, games


def opened(players: int = 4, **rules: Any) -> Played:
    entrants = [{"id": f"e{n}", "rating": 2500 - n} for n in range(1, players + 1)]
    return Played({"entrants": entrants, "rules": {"tables": 1, **rules}})


def act(played: Played, at: int, command: str, **body: Any) -> None:
    played.act({"command": command, "body": body, "at": at})


def test_games_stand_in_the_order_in_which_they_began_with_both_times() -> None:
    played = opened(players=5, tables=2)
    act(played, 100, "record-result", game="T2.1", result="0-1")
    act(played, 160, "record-result", game="T1.1", result="½-½")
    told = [
        (each.game, each.table, (each.started - OPENED_AT) // SECOND, each.result)
        for each in games(played.hall, played.log)
    ]
    assert told == [
        ("T1.1", 1, 0, GameResult.DRAW),
        ("T2.1", 2, 0, GameResult.BLACK_WINS),
        ("T2.2", 2, 100, GameResult.OPEN),
        ("T1.2", 1, 160, GameResult.OPEN),
    ]
    lasted = {each.game: each.ended - each.started for each in games(played.hall, played.log)[:2]}
    assert lasted == {"T1.1": 160 * SECOND, "T2.1": 100 * SECOND}
    assert all(each.ended == 0 for each in games(played.hall, played.log)[2:])


def test_a_result_made_without_a_connection_ended_when_the_next_game_began() -> None:
    played = opened()
    act(played, 500, "record-result", game="T1.1", result="1-0", players=["e1", "e2"], made_at=300)
    assert ends(played.log)[GameId("T1.1")] == OPENED_AT + 300 * SECOND
    assert games(played.hall, played.log)[1].offline


def test_a_result_taken_back_and_a_void_game_are_no_ends() -> None:
    played = opened()
    act(played, 100, "record-result", game="T1.1", result="1-0")
    act(played, 105, "withdraw-result", game="T1.1")
    assert ends(played.log) == {}
    assert [each.game for each in games(played.hall, played.log)] == ["T1.1"]


def test_a_correction_is_what_counts() -> None:
    played = opened()
    act(played, 100, "record-result", game="T1.1", result="1-0")
    act(played, 120, "correct-result", game="T1.1", result="0-1")
    assert games(played.hall, played.log)[0].result is GameResult.BLACK_WINS


def test_a_card_tells_colour_opponent_and_points_game_by_game() -> None:
    played = opened()
    act(played, 100, "record-result", game="T1.1", result="1-0")
    act(played, 200, "record-result", game="T1.2", result="½-½")
    act(played, 300, "record-result", game="T1.3", result="1-0")
    act(played, 400, "record-result", game="T1.4", result="1-0")
    told = games(played.hall, played.log)
    # e1 beats e2 and draws with e3, and as White leaves; e3 beats e4 and e2, and meets e1 again
    card = card_games(played.hall.rules, told, EntrantId("e1"))
    assert [(each.colour, each.opponent, each.points, each.total) for each in card] == [
        (Colour.WHITE, "e2", 2, 2),
        (Colour.WHITE, "e3", 1, 3),
        (Colour.BLACK, "e3", 0, 3),
    ]
    assert card[-1].played.result is GameResult.OPEN
    loser = card_games(played.hall.rules, told, EntrantId("e4"))
    assert [(each.colour, each.points) for each in loser] == [(Colour.BLACK, 0)]


def test_games_of_the_play_off_come_last_and_give_no_points() -> None:
    played = opened(players=2)
    act(played, 100, "record-result", game="T1.1", result="½-½")
    act(played, 110, "end-hall")
    # the game that followed at once counts: a second draw leaves the two tied
    act(played, 150, "record-result", game="T1.2", result="½-½")
    act(played, 200, "draw-playoff")
    white = played.hall.playoff[0].games[0].white
    act(played, 300, "record-result", game="P1.1", result="1-0")
    last = games(played.hall, played.log)[-1]
    assert (last.game, last.table, last.round, last.started) == ("P1.1", 0, 1, 0)
    assert last.ended == OPENED_AT + 300 * SECOND
    card = card_games(played.hall.rules, games(played.hall, played.log), white)
    assert [each.points for each in card] == [1, 1, 0]
