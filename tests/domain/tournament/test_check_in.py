"""Check-in: the players who are here for the next round, and what becomes of the others."""

import pytest

from dsl.tournaments import ANA, BEA, CARL, DORA, ROUND_1, START, given
from planilla.domain.tournament.byes import ByeRequested
from planilla.domain.tournament.check_in import (
    AbsentBecome,
    CheckIn,
    CheckInWithdrawn,
    CloseCheckIn,
    EntrantsCheckedIn,
    NobodyCheckedIn,
    WithdrawCheckIn,
    here_for,
)
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import (
    NoSuchEntrant,
    NoSuchRound,
    Refusal,
    RoundAlreadyPaired,
)
from planilla.domain.vocabulary import ByeKind, EntrantId

HERE = EntrantsCheckedIn(round=1, entrants=(ANA, BEA))


def test_players_are_noted_as_here_once() -> None:
    scene = given(*START).when(CheckIn(round=1, entrants=(ANA, BEA, ANA)))
    assert scene.then() == (HERE,)
    assert here_for(scene.state(), 1) == {ANA, BEA}
    again = scene.and_then().when(CheckIn(round=1, entrants=(BEA, CARL)))
    assert again.then() == (EntrantsCheckedIn(round=1, entrants=(CARL,)),)
    assert again.and_then().when(CheckIn(round=1, entrants=(ANA,))).then() == ()


def test_a_note_is_taken_back() -> None:
    scene = given(*START, HERE).when(WithdrawCheckIn(round=1, entrants=(BEA, CARL)))
    assert scene.then() == (CheckInWithdrawn(round=1, entrants=(BEA,)),)
    assert here_for(scene.state(), 1) == {ANA}
    assert scene.and_then().when(WithdrawCheckIn(round=1, entrants=(BEA,))).then() == ()


def test_the_next_round_begins_with_nobody() -> None:
    state = given(*START, HERE, EntrantsCheckedIn(round=2, entrants=(CARL,))).state()
    assert [here_for(state, number) for number in (1, 2)] == [frozenset(), {CARL}]


def test_those_who_are_not_here_miss_the_round() -> None:
    scene = given(*START, HERE).when(CloseCheckIn(round=1, others=AbsentBecome.ABSENT))
    assert scene.then() == tuple(
        ByeRequested(entrant=each, round=1, kind=ByeKind.ZERO_POINT) for each in (CARL, DORA)
    )


def test_or_they_are_withdrawn() -> None:
    scene = given(*START, HERE).when(CloseCheckIn(round=1, others=AbsentBecome.WITHDRAWN))
    assert scene.then() == tuple(
        EntrantWithdrawn(entrant=each, from_round=1) for each in (CARL, DORA)
    )


def test_whoever_asked_for_a_bye_is_not_missed() -> None:
    bye = ByeRequested(entrant=CARL, round=1, kind=ByeKind.HALF_POINT)
    scene = given(*START, HERE, bye).when(CloseCheckIn(round=1, others=AbsentBecome.WITHDRAWN))
    assert scene.then() == (EntrantWithdrawn(entrant=DORA, from_round=1),)


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(
            START, CheckIn(round=1, entrants=(EntrantId("x"),)), NoSuchEntrant, id="nobody"
        ),
        pytest.param(
            START, WithdrawCheckIn(round=1, entrants=(EntrantId("x"),)), NoSuchEntrant, id="none"
        ),
        pytest.param(START, CheckIn(round=0, entrants=(ANA,)), NoSuchRound, id="round 0"),
        pytest.param(START, CheckIn(round=99, entrants=(ANA,)), NoSuchRound, id="round 99"),
        pytest.param(ROUND_1, CheckIn(round=1, entrants=(ANA,)), RoundAlreadyPaired, id="paired"),
        pytest.param(
            START, CloseCheckIn(round=1, others=AbsentBecome.ABSENT), NobodyCheckedIn, id="empty"
        ),
    ],
)
def test_a_check_in_that_cannot_be_is_refused(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_its_sentence_names_the_round_and_the_players() -> None:
    assert HERE.details() == {"round": 1, "entrants": (ANA, BEA)}
