"""Check-in: the players who are here for the next round, and what becomes of the others."""

import pytest

from dsl.tournaments import ANA, BEA, CARL, DORA, ROUND_1, START, given
from planilla.domain.tournament.byes import ByeRequestCancelled, ByeRequested
from planilla.domain.tournament.check_in import (
    CheckIn,
    CheckInClosed,
    CheckInNotClosed,
    CheckInReopened,
    CheckInWithdrawn,
    CloseCheckIn,
    EntrantsCheckedIn,
    NobodyCheckedIn,
    ReopenCheckIn,
    WithdrawCheckIn,
    here_for,
    left_out,
    missing_from,
)
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.eligibility import (
    EntrantExpelled,
    EntrantReturned,
    EntrantRuledIneligible,
    EntrantWithdrawn,
)
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.refusal import (
    NoSuchEntrant,
    NoSuchRound,
    Refusal,
    RoundAlreadyPaired,
)
from planilla.domain.tournament.values import AbsentBecome, GamesMeanwhile
from planilla.domain.vocabulary import ByeKind, EntrantId

HERE = EntrantsCheckedIn(round=1, entrants=(ANA, BEA))
ABSENT, WITHDRAWN = AbsentBecome.ABSENT, AbsentBecome.WITHDRAWN


def absence(entrant: EntrantId) -> ByeRequested:
    return ByeRequested(entrant=entrant, round=1, kind=ByeKind.ZERO_POINT)


def withdrawal(entrant: EntrantId) -> EntrantWithdrawn:
    return EntrantWithdrawn(entrant=entrant, from_round=1)


ENDED = (
    *START,
    HERE,
    CheckInClosed(round=1, entrants=(CARL, DORA), others=ABSENT),
    absence(CARL),
    absence(DORA),
)
"""Carl and Dora were not here at the end of the check-in, and are absent."""
ENDED_FOR_GOOD = (
    *START,
    HERE,
    CheckInClosed(round=1, entrants=(CARL, DORA), others=WITHDRAWN),
    withdrawal(CARL),
    withdrawal(DORA),
)
"""The same, and they are withdrawn."""


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
    scene = given(*START, HERE).when(CloseCheckIn(round=1, others=ABSENT))
    assert scene.then() == ENDED[-3:]
    assert left_out(scene.state(), 1) == (CARL, DORA)
    assert missing_from(scene.state(), 1) == ()
    assert scene.and_then().when(CloseCheckIn(round=1, others=ABSENT)).then() == ()


def test_or_they_are_withdrawn() -> None:
    scene = given(*START, HERE).when(CloseCheckIn(round=1, others=WITHDRAWN))
    assert scene.then() == ENDED_FOR_GOOD[-3:]
    assert left_out(scene.state(), 1) == (CARL, DORA)


def test_the_end_is_taken_back_with_all_that_it_made() -> None:
    before = given(*START, HERE).state()
    scene = given(*ENDED).when(ReopenCheckIn(round=1))
    assert scene.then() == (
        CheckInReopened(round=1, others=ABSENT),
        ByeRequestCancelled(entrant=CARL, round=1),
        ByeRequestCancelled(entrant=DORA, round=1),
    )
    assert scene.state().entrants == before.entrants
    assert scene.state().checked_in == before.checked_in
    scene = given(*ENDED_FOR_GOOD).when(ReopenCheckIn(round=1))
    assert scene.then() == (
        CheckInReopened(round=1, others=WITHDRAWN),
        EntrantReturned(entrant=CARL, from_round=1),
        EntrantReturned(entrant=DORA, from_round=1),
    )
    assert scene.state().entrants == before.entrants


def test_what_was_there_before_the_end_stays() -> None:
    asked = (*START, absence(CARL), HERE)
    scene = given(*asked).when(CloseCheckIn(round=1, others=ABSENT))
    assert scene.then() == (
        CheckInClosed(round=1, entrants=(DORA,), others=ABSENT),
        absence(DORA),
    )
    again = scene.and_then().when(ReopenCheckIn(round=1))
    assert again.then()[1:] == (ByeRequestCancelled(entrant=DORA, round=1),)


@pytest.mark.parametrize(
    "since",
    [
        pytest.param(
            ByeRequested(entrant=CARL, round=1, kind=ByeKind.HALF_POINT), id="another bye"
        ),
        pytest.param(ByeRequestCancelled(entrant=CARL, round=1), id="plays again"),
        pytest.param(withdrawal(CARL), id="withdrawn by hand"),
    ],
)
def test_whoever_was_dealt_with_since_is_no_longer_left_out(since: Event) -> None:
    assert left_out(given(*ENDED, since).state(), 1) == (DORA,)


@pytest.mark.parametrize(
    "since",
    [
        pytest.param(EntrantExpelled(entrant=CARL, from_round=1), id="expelled"),
        pytest.param(
            EntrantRuledIneligible(
                entrant=CARL, from_round=1, out_from=1, games=GamesMeanwhile.STAND
            ),
            id="ineligible",
        ),
        pytest.param(EntrantWithdrawn(entrant=CARL, from_round=2), id="from later on"),
    ],
)
def test_whoever_may_not_return_is_not_taken_in(since: Event) -> None:
    assert left_out(given(*ENDED_FOR_GOOD, since).state(), 1) == (DORA,)


def test_whoever_comes_after_the_end_plays() -> None:
    scene = given(*ENDED).when(CheckIn(round=1, entrants=(CARL, ANA)))
    assert scene.then() == (
        EntrantsCheckedIn(round=1, entrants=(CARL,)),
        ByeRequestCancelled(entrant=CARL, round=1),
    )
    assert scene.state().entrants[CARL].plays(1)
    assert left_out(scene.state(), 1) == (DORA,)
    late = given(*ENDED_FOR_GOOD).when(CheckIn(round=1, entrants=(DORA,)))
    assert late.then()[1:] == (EntrantReturned(entrant=DORA, from_round=1),)


def test_whoever_was_noted_by_mistake_after_the_end_is_left_out_again() -> None:
    scene = given(*ENDED).when(CheckIn(round=1, entrants=(CARL,)))
    back = scene.and_then().when(WithdrawCheckIn(round=1, entrants=(CARL,)))
    assert back.then() == (CheckInWithdrawn(round=1, entrants=(CARL,)), absence(CARL))
    assert back.state().entrants == given(*ENDED).state().entrants
    assert left_out(back.state(), 1) == (CARL, DORA)
    asked = ByeRequested(entrant=BEA, round=1, kind=ByeKind.HALF_POINT)
    scene = given(*ENDED_FOR_GOOD, asked).when(WithdrawCheckIn(round=1, entrants=(ANA, BEA)))
    assert scene.then()[1:] == (withdrawal(ANA),)


def test_a_log_from_before_the_end_was_a_fact_still_folds() -> None:
    old = (*START, HERE, absence(CARL), absence(DORA))
    state = given(*old).state()
    assert left_out(state, 1) == ()
    assert not state.entrants[CARL].plays(1)
    with pytest.raises(CheckInNotClosed):
        given(*old).when(ReopenCheckIn(round=1)).then()


def test_the_sentence_of_an_end_says_how_many() -> None:
    absent, withdrawn = ENDED[-3], ENDED_FOR_GOOD[-3]
    assert absent.details() == withdrawn.details() == {"round": 1, "n": 2}
    assert (absent.wording(), withdrawn.wording()) == ("", ".withdrawn")


def test_whoever_asked_for_a_bye_is_not_missed() -> None:
    bye = ByeRequested(entrant=CARL, round=1, kind=ByeKind.HALF_POINT)
    scene = given(*START, HERE, bye).when(CloseCheckIn(round=1, others=WITHDRAWN))
    assert scene.then()[1:] == (withdrawal(DORA),)


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
        pytest.param(START, CloseCheckIn(round=1, others=ABSENT), NobodyCheckedIn, id="empty"),
        pytest.param((*START, HERE), ReopenCheckIn(round=1), CheckInNotClosed, id="not ended"),
        pytest.param(ROUND_1, ReopenCheckIn(round=1), RoundAlreadyPaired, id="too late"),
    ],
)
def test_a_check_in_that_cannot_be_is_refused(
    events: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_its_sentence_names_the_round_and_the_players() -> None:
    assert HERE.details() == {"round": 1, "entrants": (ANA, BEA)}
