"""What is asked besides the results: pairs kept apart, and fictitious points, in every edition."""

import pytest

from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.swiss.dutch import DUTCH
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput, System

Pairs = frozenset[tuple[Seat, Seat]]
SYSTEMS = pytest.mark.parametrize(
    "system", list(DUTCH.values()), ids=lambda system: str(system.name)
)
NOBODY: Pairs = frozenset()
LEADERS = crosstable(4, "1 3 1-0, 4 2 0-1")
"""0 and 1 have won against 2 and 3."""
DRAWS = crosstable(4, "1 3 ½-½, 4 2 ½-½")
"""All have half a point: 0 and 3 are due Black, 1 and 2 White."""


def asked(
    played: Crosstable, *, forbidden: Pairs = NOBODY, unwanted: Pairs = NOBODY
) -> PairingInput:
    return PairingInput(
        crosstable=played,
        present=tuple(range(played.size)),
        forbidden=forbidden,
        unwanted=unwanted,
    )


def answer(system: System, given: PairingInput) -> Pairing:
    found = system.answer(given)
    assert isinstance(found, Pairing)
    assert system.check is not None
    assert system.check(given, found) == ()
    return found


def met(pairing: Pairing) -> set[tuple[Seat, Seat]]:
    """Who meets whom, the lower seat first."""
    return {(min(board), max(board)) for board in pairing.boards}


def pairs(*each: tuple[Seat, Seat]) -> Pairs:
    return frozenset(each)


@SYSTEMS
def test_forbidden_pairs_are_as_good_as_met(system: System) -> None:
    four = crosstable(4)
    assert met(answer(system, asked(four))) == {(0, 2), (1, 3)}
    assert met(answer(system, asked(four, forbidden=pairs((0, 2))))) == {(0, 3), (1, 2)}
    assert met(answer(system, asked(four, forbidden=pairs((0, 2), (0, 3))))) == {(0, 1), (2, 3)}


@SYSTEMS
def test_forbidden_pairs_count_when_the_rest_is_completed(system: System) -> None:
    assert met(answer(system, asked(LEADERS))) == {(0, 1), (2, 3)}
    # 2 and 3 may not meet: 0 and 1 come down to those of the two whom they have not played.
    assert met(answer(system, asked(LEADERS, forbidden=pairs((2, 3))))) == {(0, 3), (1, 2)}


@SYSTEMS
def test_what_is_all_forbidden_cannot_be_paired(system: System) -> None:
    found = system.answer(asked(crosstable(2), forbidden=pairs((0, 1))))
    assert found == NoPairing(reason="no-legal-pairing", seats=(0, 1))
    three = asked(crosstable(3), forbidden=pairs((0, 1), (0, 2), (1, 2)))
    assert isinstance(system.answer(three), NoPairing)


@SYSTEMS
def test_b3_bis_unwanted_pairs_are_kept_apart_where_that_can_be(system: System) -> None:
    found = answer(system, asked(crosstable(4), unwanted=pairs((0, 2))))
    assert met(found) == {(0, 3), (1, 2)}
    assert found.explanation.steps[0].given_up == {}


@SYSTEMS
def test_b3_bis_unwanted_pairs_meet_where_nothing_else_is_possible(system: System) -> None:
    found = answer(system, asked(crosstable(2), unwanted=pairs((0, 1))))
    assert met(found) == {(0, 1)}
    assert found.explanation.steps[0].given_up == {"B3bis": 1}


@SYSTEMS
def test_b3_bis_no_score_is_given_up_for_it(system: System) -> None:
    assert met(answer(system, asked(LEADERS, unwanted=pairs((0, 1), (2, 3))))) == {(0, 1), (2, 3)}


@SYSTEMS
def test_b3_bis_colours_are_given_up_for_it(system: System) -> None:
    assert met(answer(system, asked(DRAWS))) == {(0, 1), (2, 3)}
    assert met(answer(system, asked(DRAWS, unwanted=pairs((0, 1))))) == {(0, 3), (1, 2)}


@SYSTEMS
def test_b3_bis_of_several_unwanted_pairs_as_few_as_possible_meet(system: System) -> None:
    # 0-2 and 1-3 are both unwanted; of 0-3 and 1-2 only one is; and 0-1 and 2-3 again are two.
    found = answer(
        system,
        asked(crosstable(4), unwanted=pairs((0, 2), (1, 3), (0, 3), (0, 1), (2, 3))),
    )
    assert met(found) == {(0, 3), (1, 2)}
    assert found.explanation.steps[0].given_up == {"B3bis": 1}


@SYSTEMS
def test_fictitious_points_make_the_brackets(system: System) -> None:
    # Round 1: the upper four of eight have a point more (Baku acceleration).
    given = PairingInput(
        crosstable=crosstable(8),
        present=tuple(range(8)),
        accelerated=((2,),) * 4 + ((0,),) * 4,
    )
    found = answer(system, given)
    assert [bracket.points for bracket in found.explanation.steps] == [2, 0]
    assert met(found) == {(0, 2), (1, 3), (4, 6), (5, 7)}


@SYSTEMS
def test_boards_are_listed_by_the_scores_with_fictitious_points(system: System) -> None:
    # C.04.2, 3.6: 1 has lost, but leads by a fictitious point and a half; 0 has met 1.
    given = PairingInput(
        crosstable=crosstable(4, "2 1 0-1, 3 4 1-0"),
        present=(0, 1, 2, 3),
        accelerated=((0, 0), (3, 3), (0, 0), (0, 0)),
    )
    first, second = answer(system, given).boards
    assert set(first) == {1, 2}
    assert set(second) == {0, 3}
