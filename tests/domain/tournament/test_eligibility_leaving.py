import pytest

from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    DORA,
    EVA,
    FOUR,
    ROUND_1,
    ROUND_ROBIN,
    START,
    entered,
    given,
    numbered,
)
from planilla.domain.tournament.byes import (
    ByeNotOffered,
    ByeNotRequested,
    ByeRequestCancelled,
    ByeRequested,
    CancelBye,
    RequestBye,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.eligibility import (
    AlreadyWithdrawn,
    EntrantExpelled,
    EntrantReturned,
    EntrantWithdrawn,
    ExpelEntrant,
    NotWithdrawn,
    ReturnEntrant,
    WithdrawEntrant,
)
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import (
    EntrantIsExpelled,
    NoSuchEntrant,
    NoSuchRound,
    NotInThisSystem,
    RoundAlreadyPaired,
)
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.values import GrantedBye
from planilla.domain.vocabulary import ByeKind


def paired(events: tuple[object, ...]) -> set[str]:
    draft = events[-1]
    assert isinstance(draft, RoundPaired)
    return {game.white for game in draft.games} | {game.black for game in draft.games}


def test_who_asked_for_half_a_point_is_not_paired_and_has_the_bye() -> None:
    asked = ByeRequested(entrant=DORA, round=1, kind=ByeKind.HALF_POINT)
    wish = RequestBye(entrant=DORA, round=1, kind=ByeKind.HALF_POINT)
    assert given(*START).when(wish).then() == (asked,)
    other = ByeRequested(entrant=CARL, round=1, kind=ByeKind.ZERO_POINT)
    events = given(*START, asked, other).when(PairRound(round=1)).then()
    assert paired(events) == {ANA, BEA}
    assert isinstance(events[-1], RoundPaired)
    assert events[-1].byes == (
        GrantedBye(entrant=CARL, kind=ByeKind.ZERO_POINT),
        GrantedBye(entrant=DORA, kind=ByeKind.HALF_POINT),
    )


def test_a_request_can_be_changed_and_cancelled() -> None:
    first = given(*START).when(RequestBye(entrant=DORA, round=2)).and_then()
    assert first.when(RequestBye(entrant=DORA, round=2)).then() == ()
    changed = first.when(RequestBye(entrant=DORA, round=2, kind=ByeKind.HALF_POINT)).state()
    assert changed.entrants[DORA].byes == ((2, ByeKind.HALF_POINT),)
    cancelled = first.when(CancelBye(entrant=DORA, round=2))
    assert cancelled.then() == (ByeRequestCancelled(entrant=DORA, round=2),)
    assert cancelled.state().entrants[DORA].plays(2)


def test_requests_are_refused() -> None:
    with pytest.raises(ByeNotOffered):
        given(*START).when(RequestBye(entrant=ANA, round=1, kind=ByeKind.PAIRING_ALLOCATED)).then()
    with pytest.raises(NoSuchRound):
        given(*START).when(RequestBye(entrant=ANA, round=4)).then()
    with pytest.raises(RoundAlreadyPaired):
        given(*ROUND_1).when(RequestBye(entrant=ANA, round=1)).then()
    with pytest.raises(ByeNotRequested):
        given(*START).when(CancelBye(entrant=ANA, round=1)).then()
    with pytest.raises(NoSuchEntrant):
        given(*START).when(RequestBye(entrant=EVA, round=1)).then()
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(*FOUR)).when(RequestBye(entrant=ANA, round=1)).then()


def test_who_withdraws_is_not_paired_any_more_and_may_return() -> None:
    left = given(*AFTER_1).when(WithdrawEntrant(entrant=DORA))
    assert left.then() == (EntrantWithdrawn(entrant=DORA, from_round=2),)
    after = left.and_then()
    assert DORA not in paired(after.when(PairRound(round=2)).then())
    back = after.when(ReturnEntrant(entrant=DORA))
    assert back.then() == (EntrantReturned(entrant=DORA, from_round=2),)
    assert back.state().entrants[DORA].plays(2)


def test_who_is_expelled_does_not_return() -> None:
    out = given(*AFTER_1).when(ExpelEntrant(entrant=DORA, reason=Sealed("phone")))
    assert out.then() == (EntrantExpelled(entrant=DORA, from_round=2, reason="phone"),)
    after = out.and_then()
    for command in (ReturnEntrant(entrant=DORA), ExpelEntrant(entrant=DORA, reason=Sealed("x"))):
        with pytest.raises(EntrantIsExpelled):
            after.when(command).then()


def test_who_withdrew_may_still_be_expelled_from_the_round_they_left() -> None:
    after = given(*AFTER_1, EntrantWithdrawn(entrant=DORA, from_round=1))
    (event,) = after.when(ExpelEntrant(entrant=DORA, reason=Sealed("x"))).then()
    assert event == EntrantExpelled(entrant=DORA, from_round=1, reason="x")


def test_leaving_twice_and_returning_without_leaving_are_refused() -> None:
    with pytest.raises(AlreadyWithdrawn):
        given(*START, EntrantWithdrawn(entrant=DORA, from_round=1)).when(
            WithdrawEntrant(entrant=DORA)
        ).then()
    with pytest.raises(NotWithdrawn):
        given(*START).when(ReturnEntrant(entrant=DORA)).then()


def test_in_a_schedule_the_games_of_those_who_left_are_forfeits() -> None:
    """Seed 004, "Partidas no jugadas". Berger, 4: round 1 is 1-4 and 2-3."""
    events = (ROUND_ROBIN, *entered(*FOUR), numbered(*FOUR))
    left = tuple(EntrantWithdrawn(entrant=each, from_round=1) for each in (BEA, CARL, DORA))
    for gone, results in (
        (left[2:], [("1.1", "+/-")]),
        (left[:1], [("1.2", "-/+")]),
        (left, [("1.1", "+/-"), ("1.2", "-/-")]),
    ):
        drafted = given(*events, *gone).when(PairRound(round=1)).and_then()
        _, *forfeits = drafted.when(PublishPairings(round=1)).then()
        assert [
            (event.game, event.result) for event in forfeits if isinstance(event, ResultRecorded)
        ] == results
