"""Fixed boards: whose games are always at one board, whatever the pairing."""

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
    drafted,
    entered,
    facts,
    given,
)
from planilla.audit.redraw import manual_pairing, redraw, reviewed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.drafting import DraftDiscarded, RoundPaired, fixed_boards, seated
from planilla.domain.tournament.eligibility import EntrantWithdrawn
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.fixed_boards import (
    BOARDS_MAX,
    BoardFixed,
    BoardIsFixed,
    FixBoard,
    NoSuchBoard,
)
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import NoSuchEntrant, NotInThisSystem, Refusal
from planilla.domain.vocabulary import EntrantId

BEA_AT_1 = BoardFixed(entrant=BEA, board=1)
FIRST, SECOND, THIRD = PAIRS = ((ANA, EVA), (BEA, DORA), (CARL, EntrantId("finn")))


@pytest.mark.parametrize(
    ("fixed", "boards"),
    [
        pytest.param({}, (FIRST, SECOND, THIRD), id="nobody"),
        pytest.param({DORA: 2}, (FIRST, SECOND, THIRD), id="where it is"),
        pytest.param({DORA: 1}, (SECOND, FIRST, THIRD), id="higher up"),
        pytest.param({ANA: 3}, (SECOND, THIRD, FIRST), id="lower down"),
        pytest.param({ANA: 3, CARL: 1}, (THIRD, SECOND, FIRST), id="two"),
        pytest.param({ANA: 3, EVA: 2}, (SECOND, FIRST, THIRD), id="two who meet: the lower"),
        pytest.param({ANA: 40}, (SECOND, THIRD, FIRST), id="more than there are"),
        pytest.param({ANA: 40, BEA: 30}, (THIRD, FIRST, SECOND), id="two of them"),
        pytest.param({ANA: 1, BEA: 1}, (FIRST, SECOND, THIRD), id="both at one: the next"),
        pytest.param({EntrantId("away"): 1}, (FIRST, SECOND, THIRD), id="not in this round"),
    ],
)
def test_a_game_is_at_the_board_of_its_player(
    fixed: dict[EntrantId, int], boards: tuple[object, ...]
) -> None:
    by_board = tuple(sorted((board, entrant) for entrant, board in fixed.items()))
    assert seated(PAIRS, by_board) == boards


def boards_of(*events: Event) -> tuple[tuple[EntrantId, EntrantId], ...]:
    """Round 1 as it is drafted."""
    paired = given(*events).when(PairRound(round=1)).then()[-1]
    assert isinstance(paired, RoundPaired)
    return tuple((game.white, game.black) for game in paired.games)


def test_pairs_and_colours_stay_and_the_boards_are_exchanged() -> None:
    """Four players in one group: 1-3 and 2-4, so that Bea (2) is at board 2."""
    first, second = boards_of(*START)
    assert BEA in second
    assert boards_of(*START, BEA_AT_1) == (second, first)


def test_a_round_is_paired_again_with_the_boards_that_were_fixed_then() -> None:
    """The board was free again after the round: the audit knows what held before it."""
    scene = given(*START, BEA_AT_1).when(PairRound(round=1)).and_then()
    scene = scene.when(PublishPairings(round=1)).and_then().when(FixBoard(entrant=BEA)).and_then()
    (paired,) = redraw(facts(*scene.events))
    assert paired.identical


def test_a_change_by_hand_is_compared_with_the_boards_as_they_are_fixed() -> None:
    state = given(*START, BEA_AT_1).when(PairRound(round=1)).and_then().state()
    boards = state.rounds[0].boards
    kept = manual_pairing(state, boards, None, DecisionContext(at=0))
    moved = manual_pairing(state, boards[::-1], None, DecisionContext(at=0))
    assert kept is not None
    assert moved is not None
    assert reviewed(kept).identical
    assert [each.change for each in reviewed(moved).boards] == ["moved", "moved"]


def test_a_board_is_fixed_and_free_again() -> None:
    fixing, freeing = FixBoard(entrant=BEA, board=1), FixBoard(entrant=BEA)
    assert given(*ROUND_1).when(fixing).then() == (BEA_AT_1,)
    assert given(*ROUND_1, BEA_AT_1).when(fixing).then() == ()
    assert given(*ROUND_1).when(freeing).then() == ()
    freed = given(*ROUND_1, BEA_AT_1).when(freeing)
    assert freed.then() == (BoardFixed(entrant=BEA),)
    assert fixed_boards(freed.and_then().state()) == ()


def test_it_can_be_decided_again() -> None:
    assert BEA_AT_1.as_command() == FixBoard(entrant=BEA, board=1)


def test_a_draft_is_made_anew() -> None:
    draft = drafted(1, (ANA, CARL), (DORA, BEA))
    assert given(*START, draft).when(FixBoard(entrant=BEA, board=1)).then() == (
        BEA_AT_1,
        DraftDiscarded(round=1),
    )


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (FixBoard(entrant=BEA, board=0), NoSuchBoard(board=0, most=BOARDS_MAX)),
        (FixBoard(entrant=BEA, board=10_000), NoSuchBoard(board=10_000, most=BOARDS_MAX)),
        (FixBoard(entrant=ANA, board=1), BoardIsFixed(board=1, entrant=BEA)),
        (FixBoard(entrant=EVA, board=1), NoSuchEntrant(entrant=EVA)),
    ],
)
def test_what_cannot_be_fixed_is_refused(command: FixBoard, refusal: Refusal) -> None:
    with pytest.raises(type(refusal)) as refused:
        given(*AFTER_1, BEA_AT_1).when(command).then()
    assert refused.value.fields == refusal.fields


def test_the_board_of_a_player_who_left_is_free_for_others() -> None:
    left = EntrantWithdrawn(entrant=BEA, from_round=2)
    fixed = given(*AFTER_1, BEA_AT_1, left).when(FixBoard(entrant=ANA, board=1)).then()
    assert fixed == (BoardFixed(entrant=ANA, board=1),)


def test_a_table_of_rounds_has_no_fixed_boards() -> None:
    liga = (ROUND_ROBIN, *entered(*FOUR))
    with pytest.raises(NotInThisSystem):
        given(*liga).when(FixBoard(entrant=BEA, board=1)).then()
    assert fixed_boards(given(*liga, BEA_AT_1).state()) == ()
