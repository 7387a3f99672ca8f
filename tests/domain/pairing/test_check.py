"""The absolute rules, on pairings made by hand."""

import msgspec
import pytest

from dsl.crosstables import crosstable
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.swiss.dutch.compare import check
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.system import Explanation, Pairing, PairingFault, PairingInput
from planilla.domain.vocabulary import ByeKind

FOUR = crosstable(4, "1 2 1-0, 3 4 1-0")


def faults(
    played: Crosstable,
    *boards: tuple[Seat, Seat],
    bye: tuple[Seat, ...] = (),
    present: tuple[Seat, ...] | None = None,
) -> set[tuple[str, tuple[Seat, ...]]]:
    """Seats from 0; everybody is present unless said otherwise."""
    given = PairingInput(
        crosstable=played,
        present=tuple(range(played.size)) if present is None else present,
    )
    pairing = Pairing(
        boards=boards,
        byes=tuple((seat, ByeKind.PAIRING_ALLOCATED) for seat in bye),
        explanation=Explanation(system="by hand"),
    )
    return {(fault.code, fault.seats) for fault in check(given, pairing)}


def test_a_legal_pairing_has_no_fault() -> None:
    assert faults(FOUR, (3, 0), (1, 2)) == set()


@pytest.mark.parametrize(
    ("boards", "bye", "found"),
    [
        pytest.param([(1, 0), (2, 3)], (), {("rematch", (1, 0)), ("rematch", (2, 3))}, id="B1.a"),
        pytest.param(
            [(3, 0), (3, 1)], (), {("paired-twice", (3,)), ("not-paired", (2,))}, id="twice"
        ),
        pytest.param([(3, 0)], (), {("not-paired", (1,)), ("not-paired", (2,))}, id="left out"),
        pytest.param([(3, 0)], (1, 2), {("needless-bye", (1, 2))}, id="two byes"),
        pytest.param(
            [(3, 0), (1, 2)], (9,), {("not-present", (9,)), ("needless-bye", (9,))}, id="unknown"
        ),
    ],
)
def test_a_fault_is_named(
    boards: list[tuple[Seat, Seat]],
    bye: tuple[Seat, ...],
    found: set[tuple[str, tuple[Seat, ...]]],
) -> None:
    assert faults(FOUR, *boards, bye=bye) == found


def test_b1_a_second_bye_is_a_fault() -> None:
    played = crosstable(3, "1 2 1-0, 3 U")
    assert faults(played, (1, 0), bye=(2,)) == {("rematch", (1, 0)), ("second-bye", (2,))}


def test_who_is_absent_may_not_be_paired() -> None:
    assert faults(FOUR, (3, 0), (1, 2), present=(0, 1, 3)) == {("not-present", (2,))}


def test_a_bye_by_request_is_nobody_s_pairing() -> None:
    given = PairingInput(crosstable=FOUR, present=(0, 3))
    pairing = Pairing(
        boards=((3, 0),),
        byes=((1, ByeKind.HALF_POINT), (2, ByeKind.ZERO_POINT)),
        explanation=Explanation(system="by hand"),
    )
    assert check(given, pairing) == ()


def test_b2_a_third_game_running_of_one_colour_is_a_fault() -> None:
    # 1 has had White twice, 4 Black twice; 2 and 3 one of each.
    played = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 1-0")
    assert faults(played, (0, 3), (1, 2)) == {
        ("colour-three-times", (0,)),
        ("colour-three-times", (3,)),
        ("colour-difference", (0,)),
        ("colour-difference", (3,)),
    }
    assert faults(played, (3, 0), (1, 2)) == set()


def test_b2_a_difference_of_three_is_a_fault_also_when_not_running() -> None:
    # 1: White, White, Black, White: two Whites more.
    played = crosstable(
        7, "1 2 1-0, 3 4 1-0, 5 6 1-0", "1 3 1-0, 2 5 1-0, 4 6 1-0", "4 1 1-0", "1 5 1-0"
    )
    assert faults(played, (0, 6), present=(0, 6)) == {("colour-difference", (0,))}


def test_b2_two_who_must_have_one_colour_may_not_meet() -> None:
    played = crosstable(4, "1 2 1-0, 3 4 1-0", "1 4 1-0, 3 2 1-0")
    assert ("same-absolute-colour", (0, 2)) in faults(played, (0, 2), (1, 3))
    last = msgspec.structs.replace(played, rounds_planned=3)
    # Both have two points of two: in the last round they may meet (top scorers).
    assert faults(last, (0, 2), present=(0, 2)) == set()


@pytest.mark.parametrize(
    ("edition", "found"),
    [
        (LIBRO, {"same-absolute-colour", "colour-three-times", "colour-difference"}),
        (OF_2012, set()),
        (OF_2017, set()),
        (OF_2026, set()),
    ],
    ids=lambda each: each.name if isinstance(each, Edition) else "",
)
def test_one_top_scorer_is_enough_by_the_rules_of_fide(edition: Edition, found: set[str]) -> None:
    """C3 (2026), C.3 (2017): two who are no top scorers. B2 of the book: both must be.

    Before the last round 1 has two points of two with White twice, 3 one point with White twice.
    """
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 4 1-0, 3 2 ½-½")
    last = msgspec.structs.replace(played, rounds_planned=3)
    given = PairingInput(crosstable=last, present=(0, 2))
    pairing = Pairing(boards=((2, 0),), explanation=Explanation(system="by hand"))
    assert {fault.code for fault in check(given, pairing, edition)} == found


def test_a_fault_is_a_code_and_seats() -> None:
    given = PairingInput(crosstable=FOUR, present=(0,))
    nothing = Pairing(boards=(), explanation=Explanation(system="by hand"))
    assert check(given, nothing) == (PairingFault(code="not-paired", seats=(0,)),)
