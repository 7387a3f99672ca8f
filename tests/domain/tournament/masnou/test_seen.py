"""An act carries what its maker saw: in every system the game of another pair is refused."""

import pytest

from dsl.masnou_scenarios import Played
from dsl.tournaments import AFTER_1, ANA, BEA, CARL, DORA, ROUND_1, given, recorded
from planilla.domain.tournament.command import Command, Players, Sealed
from planilla.domain.tournament.corrections import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    DeleteResult,
    SwapResults,
)
from planilla.domain.tournament.masnou.refusals import OtherCall, SeenNotTold
from planilla.domain.tournament.refusal import NoSuchGame, OtherPlayers
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.vocabulary import EntrantId, GameId

FIRST, SECOND = GameId("1.1"), GameId("1.2")
REASON = Sealed("r")


def swapped(players: Players | None, other_players: Players | None) -> SwapResults:
    return SwapResults(
        game=FIRST,
        players=players,
        corrects=8,
        other=SECOND,
        other_players=other_players,
        other_corrects=9,
        reason=REASON,
    )


@pytest.mark.parametrize(
    "command",
    [
        RecordResult(game=FIRST, players=(CARL, ANA), result="1-0"),
        WithdrawResult(game=FIRST, players=(DORA, BEA)),
        CorrectResult(game=FIRST, players=(DORA, BEA), result="0-1", corrects=8, reason=REASON),
        CorrectColours(game=FIRST, players=(DORA, BEA)),
        DeleteResult(game=FIRST, players=(DORA, BEA), corrects=8, reason=REASON),
        swapped((DORA, BEA), None),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_about_the_game_of_others_is_refused(command: Command) -> None:
    with pytest.raises(OtherPlayers) as refused:
        given(*AFTER_1).when(command).then()
    assert refused.value.fields["found"] == (ANA, CARL)


def test_the_other_of_two_games_is_held_to_its_players_too() -> None:
    with pytest.raises(OtherPlayers) as refused:
        given(*AFTER_1).when(swapped((ANA, CARL), (BEA, DORA))).then()
    assert refused.value.fields == {"game": "1.2", "found": (DORA, BEA), "meant": (BEA, DORA)}


def test_a_command_about_the_right_two_is_done() -> None:
    command = RecordResult(game=FIRST, players=(ANA, CARL), result="1-0")
    assert given(*ROUND_1).when(command).then() == (recorded("1.1", "1-0"),)


def test_a_page_from_before_the_colours_were_corrected_is_refused() -> None:
    turned = (*ROUND_1, ColoursCorrected(game=FIRST))
    command = RecordResult(game=FIRST, players=(ANA, CARL), result="1-0")
    with pytest.raises(OtherPlayers):
        given(*turned).when(command).then()
    command = RecordResult(game=FIRST, players=(CARL, ANA), result="1-0")
    assert given(*turned).when(command).then() == (recorded("1.1", "1-0"),)


def test_a_game_that_does_not_exist_is_no_other_game() -> None:
    command = RecordResult(game=GameId("1.9"), players=(ANA, CARL), result="1-0")
    with pytest.raises(NoSuchGame):
        given(*ROUND_1).when(command).then()


def test_a_hall_wants_to_be_told_only_of_what_was_made_offline() -> None:
    people = [{"id": each, "rating": 2000 - n} for n, each in enumerate("abc")]
    played = Played({"entrants": people, "rules": {"tables": 1, "call_seconds": 60}})
    with pytest.raises(OtherCall) as refused:
        played.act({"command": "take-seat", "body": {"call": 1, "table": 2}, "at": 1})
    assert refused.value.fields == {
        "call": 1,
        "found": EntrantId("a"),
        "found_table": 1,
        "meant": EntrantId("a"),
        "meant_table": 2,
    }
    played.act({"command": "take-seat", "body": {"call": 1}, "at": 1})
    played.act({"command": "take-seat", "body": {"call": 2}, "at": 1})
    offline = {"game": "T1.1", "result": "1-0", "made_at": 2}
    with pytest.raises(SeenNotTold):
        played.act({"command": "record-result", "body": offline, "at": 3})
    played.act({"command": "record-result", "body": {"game": "T1.1", "result": "1-0"}, "at": 3})
