"""A pairing made by hand, judged beside the system's.

After round 1 Ana (White) and Bea (Black) have 1, Carl (Black) and Dora (White) have 0: the system
pairs Bea – Ana and Carl – Dora, each with the colour that is due.
"""

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    EVA,
    FOUR,
    ROUND_2,
    ROUND_2_BOARDS,
    ROUND_ROBIN,
    drafted,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.audit.redraw import Boards, ManualReview, first_criterion, manual_pairing, reviewed
from planilla.domain.pairing.system import Explanation, Pairing
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.event import Event
from planilla.domain.vocabulary import EntrantId


def review(*events: Event, boards: Boards, bye: EntrantId | None = None) -> ManualReview:
    proposal = manual_pairing(folded(*events), boards, bye, DecisionContext())
    assert proposal is not None
    return reviewed(proposal)


def test_the_systems_own_pairing_has_nothing_against_it() -> None:
    found = review(*ROUND_2, boards=ROUND_2_BOARDS)
    assert found.identical
    assert (found.faults, found.criterion, found.changed) == ((), None, ())


def test_those_who_met_are_named_with_the_rule() -> None:
    found = review(*ROUND_2, boards=((ANA, CARL), (BEA, DORA)))
    assert [(fault.code, fault.entrants) for fault in found.faults] == [
        ("rematch", (ANA, CARL)),
        ("rematch", (BEA, DORA)),
    ]
    # Already in the bracket of 1 point there is no pair by hand, where the system has one.
    assert found.criterion is not None
    assert (found.criterion.article, found.criterion.before, found.criterion.after) == ("C14", 1, 0)
    assert [board.change for board in found.boards] == ["opponents", "opponents"]


def test_other_colours_part_at_the_colour_rule() -> None:
    found = review(*ROUND_2, boards=((ANA, BEA), (CARL, DORA)))
    assert [board.change for board in found.boards] == ["colours", "same"]
    assert found.faults == ()
    assert found.criterion is not None
    assert (found.criterion.article, set(found.criterion.entrants)) == ("E1", {ANA, BEA})
    assert found.changed[0].before == (BEA, ANA)


def test_boards_in_another_order_are_moved_and_part_nowhere() -> None:
    found = review(*ROUND_2, boards=ROUND_2_BOARDS[::-1])
    assert [board.change for board in found.boards] == ["moved", "moved"]
    assert found.criterion is None
    assert not found.identical


def test_another_bye_is_told() -> None:
    five = (*FOUR, EVA)
    # In round 1 the middle one of five does not float: the last has the bye.
    events = (CREATED, *entered(*five), numbered(*five), drafted(1, (ANA, CARL), (DORA, BEA)))
    found = review(*events, boards=((ANA, CARL), (EVA, BEA)), bye=DORA)
    assert (found.bye_after, found.bye_before) == (DORA, EVA)


def test_fewer_boards_than_the_systems_are_shown_against_nothing() -> None:
    found = review(*ROUND_2, boards=((BEA, ANA),))
    assert [(board.after, board.change) for board in found.boards] == [
        ((BEA, ANA), "same"),
        (None, "opponents"),
    ]
    assert {fault.code for fault in found.faults} == {"not-paired"}


def test_where_the_system_has_no_pairing_the_rules_are_still_looked_at() -> None:
    events = (
        CREATED,
        *entered(ANA, BEA),
        numbered(ANA, BEA),
        published(1, (ANA, BEA)),
        recorded("1.1", "1-0"),
        drafted(2, (BEA, ANA)),
    )
    found = review(*events, boards=((BEA, ANA),))
    assert found.unpairable
    assert [fault.code for fault in found.faults] == ["rematch"]
    assert found.criterion is None


def test_a_schedule_is_not_reviewed() -> None:
    events = (ROUND_ROBIN, *entered(*FOUR), numbered(*FOUR), drafted(1, (ANA, DORA), (BEA, CARL)))
    assert (
        manual_pairing(folded(*events), ((ANA, DORA), (BEA, CARL)), None, DecisionContext()) is None
    )


def test_systems_of_another_kind_part_nowhere() -> None:
    proposal = manual_pairing(folded(*ROUND_2), ROUND_2_BOARDS, None, DecisionContext())
    assert proposal is not None
    other = Pairing(boards=(), explanation=Explanation(system="round-robin"))
    assert (
        first_criterion("round-robin", proposal.question.given, other, (), is_other_after=True)
        is None
    )
