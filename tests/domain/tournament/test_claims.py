"""Claims: both sides say the result of their game, and the same result is recorded."""

import pytest

from dsl.tournaments import AFTER_1, ANA, BEA, CARL, DORA, ROUND_1, START, given, recorded
from planilla.domain.tournament.claims import (
    ClaimIsRecorded,
    ClaimResult,
    ClaimsClosed,
    ClaimsEnded,
    ClaimsEndIsPast,
    ClaimsNotOpen,
    ClaimsOpened,
    ClaimWithdrawn,
    CloseClaims,
    GamePairedAnew,
    OpenClaims,
    ResultClaimed,
    WithdrawClaim,
    claim_of,
)
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.corrections import ResultDeleted
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.pairings import PairingChanged, RoundUnpaired
from planilla.domain.tournament.refusal import (
    NoSuchGame,
    NoSuchResult,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
    RoundNotPublished,
)
from planilla.domain.tournament.results import (
    ResultRecorded,
    ResultsConflict,
    ResultWasDeleted,
    ResultWithdrawn,
)
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.values import Effect, PairedGame
from planilla.domain.vocabulary import Colour, GameId

WHITE, BLACK = Colour.WHITE, Colour.BLACK
OPENED = ClaimsOpened(issue=1)
ON = (*ROUND_1, OPENED)
"""Round 1 is on the boards, and players may report: 1.1 is Ana and Carl, 1.2 Dora and Bea."""


def says(side: Colour, result: str, game: str = "1.1") -> ClaimResult:
    return ClaimResult(game=GameId(game), side=side, result=result)


def takes_back(side: Colour, game: str = "1.1") -> WithdrawClaim:
    return WithdrawClaim(game=GameId(game), side=side)


def claimed(side: Colour, result: str, game: str = "1.1") -> ResultClaimed:
    return ResultClaimed(game=GameId(game), side=side, result=result)


def test_one_side_alone_changes_no_result() -> None:
    scene = given(*ON).when(says(WHITE, "1-0"))
    assert scene.then() == (claimed(WHITE, "1-0"),)
    after = scene.state()
    assert after.rounds == given(*ON).state().rounds
    claim = claim_of(after, GameId("1.1"), WHITE)
    assert claim is not None
    assert (claim.result, claim.version, claim.at) == ("1-0", 9, 9_000_000)
    assert claim_of(after, GameId("1.1"), BLACK) is None


@pytest.mark.parametrize("result", ["1-0", "½-½", "0-1"])
@pytest.mark.parametrize("first", list(Colour))
def test_the_result_is_recorded_once_both_sides_say_it(first: Colour, result: str) -> None:
    scene = given(*ON, claimed(first, result)).when(says(first.other, result))
    assert scene.then() == (claimed(first.other, result), recorded("1.1", result))
    assert scene.state().claims == {}


def test_two_results_wait_until_one_side_says_what_the_other_said() -> None:
    scene = given(*ON, claimed(WHITE, "1-0")).when(says(BLACK, "½-½"))
    assert scene.then() == (claimed(BLACK, "½-½"),)
    agreed = scene.and_then().when(says(WHITE, "½-½"))
    assert agreed.then() == (claimed(WHITE, "½-½"), recorded("1.1", "½-½"))


def test_the_same_claim_twice_is_one() -> None:
    assert given(*ON, claimed(WHITE, "1-0")).when(says(WHITE, "1-0")).then() == ()


def test_the_arbiter_decides_and_nothing_is_left_of_the_claims_of_that_game() -> None:
    others = claimed(BLACK, "1-0", "1.2")
    both = (*ON, claimed(WHITE, "1-0"), others, claimed(BLACK, "½-½"))
    state = given(*both, recorded("1.1", "0-1")).state()
    assert list(state.claims) == ["1.2"]
    late = given(*both, recorded("1.1", "0-1"))
    assert late.when(says(WHITE, "0-1")).then() == ()
    with pytest.raises(ResultsConflict) as refused:
        late.when(says(WHITE, "1-0")).then()
    assert refused.value.fields == {"game": "1.1", "recorded": "0-1", "reported": "1-0"}


def test_a_withdrawn_result_brings_no_claim_back() -> None:
    agreed = (*ON, claimed(WHITE, "1-0"), claimed(BLACK, "1-0"), recorded("1.1", "1-0"))
    reopened = given(*agreed, ResultWithdrawn(game=GameId("1.1")))
    assert reopened.state().claims == {}
    assert reopened.when(says(BLACK, "1-0")).then() == (claimed(BLACK, "1-0"),)


def test_a_claim_is_taken_back_until_it_is_recorded() -> None:
    both = given(*ON, claimed(WHITE, "1-0"), claimed(BLACK, "½-½"))
    scene = both.when(takes_back(WHITE))
    assert scene.then() == (ClaimWithdrawn(game=GameId("1.1"), side=WHITE),)
    left = scene.state()
    assert claim_of(left, GameId("1.1"), BLACK) is not None
    nothing = scene.and_then().when(takes_back(BLACK))
    assert nothing.state().claims == {}
    assert nothing.and_then().when(takes_back(BLACK)).then() == ()
    with pytest.raises(ClaimIsRecorded) as refused:
        given(*ON, recorded("1.1", "1-0")).when(takes_back(WHITE)).then()
    assert refused.value.fields == {"game": "1.1", "recorded": "1-0"}
    assert given(*ON, ClaimsClosed()).when(takes_back(WHITE, "9.1")).then() == ()


DELETED = ResultDeleted(
    game=GameId("1.1"),
    corrects=8,
    counts_as="*",
    effect=Effect(points=True, pairing_from=2, rating=True),
)


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(ROUND_1, says(WHITE, "1-0"), ClaimsNotOpen, id="never opened"),
        pytest.param((*ON, ClaimsClosed()), says(WHITE, "1-0"), ClaimsNotOpen, id="closed"),
        pytest.param(
            (*ROUND_1, ClaimsOpened(issue=1, ends_at=10**15)),
            says(WHITE, "1-0"),
            ClaimsEnded,
            id="the very end is too late",
        ),
        pytest.param(ON, says(WHITE, "+/-"), NoSuchResult, id="a forfeit is the arbiter's"),
        pytest.param(ON, says(WHITE, "*"), NoSuchResult, id="no result"),
        pytest.param(ON, says(WHITE, "1-0", "1.3"), NoSuchGame, id="a game that never was"),
        pytest.param(ON, says(WHITE, "1-0", "9.1"), NoSuchGame, id="a round that never was"),
        pytest.param(ON, says(WHITE, "1-0", "?"), NoSuchGame, id="no game id"),
    ],
)
def test_a_claim_is_refused(
    events: tuple[Event, ...], command: ClaimResult, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()


def test_claims_are_taken_until_the_end() -> None:
    """The end is at second 20, and a claim a microsecond before it is taken."""
    scene = given(*ROUND_1, ClaimsOpened(issue=1, ends_at=20_000_000))
    assert scene.when(says(WHITE, "1-0"), at=19_999_999).then() == (claimed(WHITE, "1-0"),)
    with pytest.raises(ClaimsEnded) as refused:
        scene.when(says(WHITE, "1-0"), at=20_000_000).then()
    assert refused.value.fields == {"ended_at": 20_000_000}


def test_a_draft_takes_no_claims() -> None:
    game = PairedGame(game=GameId("1.1"), white=ANA, black=CARL)
    draft = RoundPaired(
        round=1, games=(game,), byes=(), system="swiss-dutch-libro", edition="t", first_colour=WHITE
    )
    with pytest.raises(RoundNotPublished):
        given(*START, OPENED, draft).when(says(WHITE, "1-0")).then()


def test_a_closed_round_takes_no_claims_of_its_postponed_game() -> None:
    closed = given(*ON, recorded("1.2", "1-0"), RoundClosed(round=1))
    with pytest.raises(RoundIsClosed) as refused:
        closed.when(says(WHITE, "1-0")).then()
    assert refused.value.fields == {"round": 1}


def test_a_deleted_result_is_not_brought_back_by_players() -> None:
    deleted = given(*AFTER_1, OPENED, DELETED)
    with pytest.raises(ResultWasDeleted):
        deleted.when(says(WHITE, "1-0")).then()
    assert deleted.when(takes_back(WHITE)).then() == ()


def test_the_slip_of_a_game_that_was_paired_anew_says_so() -> None:
    """Game 1.1 of Ana and Carl became 1.3 of Ana and Bea; 1.1 is never used again."""
    games = (
        PairedGame(game=GameId("1.3"), white=ANA, black=BEA),
        PairedGame(game=GameId("1.4"), white=DORA, black=CARL),
    )
    anew = given(
        *ON, claimed(WHITE, "1-0"), PairingChanged(round=1, games=games, byes=(), reason="r")
    )
    for command in (says(BLACK, "1-0"), takes_back(WHITE)):
        with pytest.raises(GamePairedAnew) as refused:
            anew.when(command).then()
        assert refused.value.fields == {"game": "1.1", "round": 1}
    assert anew.when(says(WHITE, "1-0", "1.3")).then() == (claimed(WHITE, "1-0", "1.3"),)
    with pytest.raises(GamePairedAnew):
        given(*ON, RoundUnpaired(round=1)).when(says(WHITE, "1-0")).then()


def test_claims_are_opened_and_closed_once() -> None:
    scene = given(*START).when(OpenClaims())
    assert scene.then() == (OPENED,)
    assert scene.and_then().when(OpenClaims()).then() == ()
    assert scene.and_then().when(CloseClaims()).then() == (ClaimsClosed(),)
    assert given(*START).when(CloseClaims()).then() == ()


def test_codes_stay_valid_until_new_ones_are_asked_for() -> None:
    closed = given(*START, OPENED, ClaimsClosed())
    assert closed.when(OpenClaims()).then() == (OPENED,)
    second = ClaimsOpened(issue=2)
    assert closed.when(OpenClaims(new_codes=True)).then() == (second,)
    assert given(*START).when(OpenClaims(new_codes=True)).then() == (OPENED,)
    third = given(*START, OPENED, second).when(OpenClaims(new_codes=True))
    assert third.then() == (ClaimsOpened(issue=3),)
    assert third.state().claiming.issue == 3


def test_the_end_lies_ahead() -> None:
    now = 10**15
    assert given(*START).when(OpenClaims(ends_at=now + 1)).then() == (
        ClaimsOpened(issue=1, ends_at=now + 1),
    )
    with pytest.raises(ClaimsEndIsPast):
        given(*START).when(OpenClaims(ends_at=now)).then()


def test_a_hall_without_rounds_has_no_claims() -> None:
    masnou = TournamentCreated(name="Fira", system_name="masnou", rounds_asked=0)
    with pytest.raises(NotInThisSystem):
        given(masnou).when(OpenClaims()).then()


def test_the_sentence_of_new_codes_differs() -> None:
    assert [ClaimsOpened(issue=each).wording() for each in (1, 2)] == ["", ".new-codes"]
    assert ClaimsOpened(issue=2).details() == {"issue": 2}
    back = ClaimWithdrawn(game=GameId("1.1"), side=BLACK)
    assert (back.wording(), back.details()) == (".black", {"side": "black"})
    said = claimed(WHITE, "1-0")
    assert (said.wording(), said.details()) == ("", {"side": "white", "result": "1-0"})


def test_the_two_events_of_an_agreement_follow_each_other() -> None:
    scene = given(*ON, claimed(BLACK, "0-1")).when(says(WHITE, "0-1"))
    assert [type(each) for each in scene.then()] == [ResultClaimed, ResultRecorded]
