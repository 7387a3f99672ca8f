"""Who is not at the board is noted, and taken back."""

import pytest

from dsl.tournaments import ANA, BEA, CARL, ROUND_1, ROUND_1_BOARDS, START, drafted, given, recorded
from planilla.domain.tournament.absences import (
    AbsenceNoted,
    AbsenceWithdrawn,
    GameHasResult,
    NoteAbsence,
    NotInThisGame,
    WithdrawAbsence,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import NoSuchGame, Refusal, RoundNotPublished
from planilla.domain.vocabulary import GameId

GAME = GameId("1.1")
NOTE = NoteAbsence(game=GAME, entrant=ANA)
TAKE_BACK = WithdrawAbsence(game=GAME, entrant=ANA)
NOTED = AbsenceNoted(game=GAME, entrant=ANA)


def test_an_absence_is_noted_once() -> None:
    scene = given(*ROUND_1).when(NOTE)
    assert scene.then() == (NOTED,)
    assert scene.state().absences == {GAME: (ANA,)}
    assert scene.and_then().when(NOTE).then() == ()


def test_both_players_may_be_absent_and_one_may_come() -> None:
    both = given(*ROUND_1, NOTED).when(NoteAbsence(game=GAME, entrant=CARL))
    assert both.state().absences == {GAME: (ANA, CARL)}
    scene = both.and_then().when(TAKE_BACK)
    assert scene.then() == (AbsenceWithdrawn(game=GAME, entrant=ANA),)
    assert scene.state().absences == {GAME: (CARL,)}


def test_an_absence_that_is_taken_back_is_gone() -> None:
    scene = given(*ROUND_1, NOTED).when(TAKE_BACK)
    assert scene.state().absences == {}
    assert scene.and_then().when(TAKE_BACK).then() == ()


def test_an_absence_is_taken_back_although_the_game_was_forfeited_meanwhile() -> None:
    scene = given(*ROUND_1, NOTED, recorded("1.1", "-/+")).when(TAKE_BACK)
    assert scene.then() == (AbsenceWithdrawn(game=GAME, entrant=ANA),)


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, NOTE, NoSuchGame, id="no game"),
        pytest.param((*START, drafted(1, *ROUND_1_BOARDS)), NOTE, RoundNotPublished, id="draft"),
        pytest.param(ROUND_1, NoteAbsence(game=GAME, entrant=BEA), NotInThisGame, id="elsewhere"),
        pytest.param(
            ROUND_1, WithdrawAbsence(game=GAME, entrant=BEA), NotInThisGame, id="not theirs"
        ),
        pytest.param((*ROUND_1, recorded("1.1", "1-0")), NOTE, GameHasResult, id="played"),
    ],
)
def test_an_absence_that_cannot_be_is_refused(
    events: tuple[Event, ...], command: NoteAbsence | WithdrawAbsence, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()
