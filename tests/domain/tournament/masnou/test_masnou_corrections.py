"""Corrections of a Masnou: a game at the wrong table, a game that does not count."""

from typing import Any

import pytest

from dsl.masnou_scenarios import OPENED_AT, Json, Played, refusal_of
from planilla.domain.tournament.corrections import ResultDeleted, SameGame
from planilla.domain.tournament.masnou.refusals import GameIsVoid, TooLateToUndo
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    KnownTooLate,
    NoResultYet,
    NoSuchGame,
    NoSuchResult,
    SameResult,
)
from planilla.domain.tournament.values import EvidenceFile
from planilla.domain.vocabulary import GameId, GameResult
from planilla.projections import timeline

ONE = {"tables": 1}
PHOTO = {"sha256": "ab" * 32, "media_type": "image/png", "size": 5}


def act(command: str, at: int = 60, **body: Any) -> Json:
    return {"command": command, "body": body, "at": at}


def two_tables() -> Played:
    """`a` and `b` at table 1, `c` and `d` at table 2, `e` and `f` wait."""
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcdef")]
    return Played({"entrants": entrants, "rules": {"tables": 2}})


def reported() -> Played:
    """Both games ended: White won the first, Black the second, and the next ones run."""
    played = two_tables()
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("record-result", game="T2.1", result="0-1"))
    return played


def test_each_of_two_games_takes_the_others_result_and_nobody_moves() -> None:
    played = reported()
    seats, queue = played.hall.tables, played.hall.queue
    played.act(act("swap-results", game="T1.1", other="T2.1", at=90, evidence=[PHOTO]))
    # a had won and now b has; d had won and now c has
    assert played.differs({"points": {"a": 0, "b": 2, "c": 2, "d": 0}}) == {}
    assert [each["type"] for each in played.facts] == [
        "ResultCorrected",
        "ResultCorrected",
        "EvidenceAdded",
    ]
    assert played.hall.queue == queue
    for number, table in seats.items():
        assert [game.players for game in played.hall.tables[number].games] == [
            game.players for game in table.games
        ]
    assert list(played.state.evidence.values()) == [
        (EvidenceFile(sha256="ab" * 32, media_type="image/png", size=5),)
    ]


def test_a_result_moves_to_the_table_where_it_was_won() -> None:
    played = two_tables()
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("swap-results", game="T1.1", other="T2.1", at=90))
    first = played.hall.find(GameId("T1.1"))
    assert first is not None
    assert first.is_running
    assert played.differs({"points": {"a": 0, "b": 0, "c": 2, "d": 0}}) == {}


def test_a_game_that_does_not_count_is_taken_from_both_and_may_count_again() -> None:
    played = reported()
    before = played.state
    played.act(act("delete-result", game="T2.1", counts_as="-/-", at=90))
    assert played.differs({"points": {"a": 2, "c": 0, "d": 0}}) == {}
    game = played.hall.find(GameId("T2.1"))
    assert game is not None
    assert (game.voided, game.recorded) == (True, GameResult.BLACK_WINS)
    assert played.hall.tables[2].running == "T2.2"
    deleted = next(fact for fact in played.log if isinstance(fact.event, ResultDeleted))
    assert isinstance(deleted.event, ResultDeleted)
    (row,) = timeline.rows(timeline.in_context(before, deleted, played.state)).values()
    assert row.fields == {
        "table": 2,
        "before": "0-1",
        "counts_as": "-/-",
        "corrects": deleted.event.corrects,
        "points": True,
        "pairing_from": None,
        "rating": True,
        "known_at": None,
    }
    again = act("record-result", game="T2.1", result="0-1", at=95)
    assert refusal_of(played, again) == GameIsVoid.code
    played.act(act("correct-result", game="T2.1", result="½-½", at=100))
    assert played.differs({"points": {"a": 2, "c": 1, "d": 1}}) == {}


def test_a_game_that_does_not_count_was_played_all_the_same() -> None:
    """`a` and `b` finished another game since: the first one is not taken back."""
    played = Played({"entrants": [{"id": each, "rating": 2000} for each in "ab"], "rules": ONE})
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("record-result", game="T1.2", result="1-0", at=70))
    played.act(act("delete-result", game="T1.2", counts_as="-/-", at=75))
    undo = act("withdraw-result", game="T1.1", at=80)
    assert refusal_of(played, undo) == TooLateToUndo.code


def test_a_deletion_that_does_not_count_for_points_is_only_noted() -> None:
    played = reported()
    effect = {"points": False, "pairing_from": None, "rating": True}
    played.act(act("delete-result", game="T2.1", counts_as="-/-", effect=effect))
    assert played.differs({"points": {"d": 2}}) == {}
    (noted,) = [fact for fact in played.log if isinstance(fact.event, ResultDeleted)]
    game = played.hall.find(GameId("T2.1"))
    assert game is not None
    assert game.version == noted.version


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "T1.1", "other": "T1.1"}, SameGame.code),
        ({"game": "T1.1", "other": "T9.1"}, NoSuchGame.code),
        ({"game": "T1.2", "other": "T1.1"}, NoResultYet.code),
        ({"game": "T1.1", "other": "T2.1", "corrects": 1}, CorrectsAnotherEvent.code),
        ({"game": "T1.1", "other": "T2.1", "other_corrects": 1}, CorrectsAnotherEvent.code),
        ({"game": "T1.1", "other": "T2.1", "known_at": OPENED_AT * 2}, KnownTooLate.code),
        # b plays on at another game by now: its seating is not undone
        ({"game": "T2.1", "other": "T1.2"}, None),
    ],
)
def test_a_swap_is_refused(body: Json, code: str | None) -> None:
    played = reported()
    if code is None:
        played.act(act("record-result", game="T2.2", result="1-0", at=70))
        code = TooLateToUndo.code
    assert refusal_of(played, act("swap-results", at=90, **body)) == code


def test_a_result_does_not_move_to_the_game_that_followed_it_at_its_table() -> None:
    """T1.2 began because T1.1 had ended: without that result there is no T1.2 to end."""
    played = two_tables()
    played.act(act("record-result", game="T1.1", result="1-0"))
    assert played.hall.tables[1].running == "T1.2"
    swap = act("swap-results", game="T1.1", other="T1.2", at=90)
    assert refusal_of(played, swap) == TooLateToUndo.code


def test_alike_results_and_void_games_are_not_swapped() -> None:
    played = two_tables()
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("record-result", game="T2.1", result="1-0"))
    swap = act("swap-results", game="T1.1", other="T2.1", at=90)
    assert refusal_of(played, swap) == SameResult.code
    played.act(act("delete-result", game="T2.1", counts_as="-/-", at=80))
    assert refusal_of(played, swap) == GameIsVoid.code


def test_a_game_of_a_hall_never_opens_again_nor_goes_out_of_the_play_off() -> None:
    played = reported()
    assert refusal_of(played, act("delete-result", game="T1.1")) == NoSuchResult.code
    played.act(act("delete-result", game="T1.1", counts_as="-/-"))
    again = act("delete-result", game="T1.1", counts_as="-/-")
    assert refusal_of(played, again) == SameResult.code
    knockout = Played(
        {
            "entrants": [{"id": "a", "rating": 2}, {"id": "b", "rating": 1}],
            "rules": {"tables": 1, "running_games": "stop"},
        }
    )
    for command in ("end-hall", "draw-playoff"):
        knockout.act(act(command))
    knockout.act(act("record-result", game="P1.1", result="1-0"))
    deleted = act("delete-result", game="P1.1", counts_as="-/-")
    assert refusal_of(knockout, deleted) == TooLateToUndo.code
