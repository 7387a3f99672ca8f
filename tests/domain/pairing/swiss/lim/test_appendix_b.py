"""Appendix B of the seed book: fifteen players, five rounds, without colours."""

from fractions import Fraction
from typing import Any

import pytest

from dsl.lim_worlds import BOOK, appendix_b, before, paired
from planilla.domain.pairing.floats import float_marks
from planilla.domain.pairing.system import Pairing
from planilla.domain.vocabulary import ByeKind

ROUNDS = range(1, 6)
LATER_ROUNDS = range(2, 6)
FIRST_NAMED_LOWER = {(4, 9)}
"""The one board of which the book names the lower ranked player first."""


def _units(points: float | str) -> int:
    return int(2 * Fraction(points))


def _pairs(pairing: Pairing) -> list[tuple[int, int]]:
    return [(white + 1, black + 1) for white, black in pairing.boards]


@pytest.mark.parametrize("number", ROUNDS)
def test_every_round_of_appendix_b_is_reproduced(number: int) -> None:
    printed = [
        (each["first"], each["second"]) for each in appendix_b()["rounds"][number - 1]["pairings"]
    ]
    boards = [pair[::-1] if pair in FIRST_NAMED_LOWER else pair for pair in printed if pair[1]]
    answer = paired(before(number), BOOK)
    assert _pairs(answer) == boards
    assert answer.byes == tuple(
        (first - 1, ByeKind.PAIRING_ALLOCATED) for first, second in printed if second is None
    )


@pytest.mark.parametrize("number", LATER_ROUNDS)
def test_the_groups_of_appendix_b_are_paired_in_the_order_of_the_book(number: int) -> None:
    printed = appendix_b()["groups"][str(number)]
    _, *steps = paired(before(number), BOOK).explanation.steps
    assert [step.points for step in steps] == [_units(points) for points in printed["order"]]


@pytest.mark.parametrize("number", LATER_ROUNDS)
def test_a_group_of_appendix_b_has_the_pairs_and_floaters_of_the_book(number: int) -> None:
    _, *steps = paired(before(number), BOOK).explanation.steps
    for step, group in zip(steps, appendix_b()["groups"][str(number)]["groups"], strict=True):
        assert {seat + 1 for seat in step.seats} == set(group["players"])
        made = {frozenset((each.white + 1, each.black + 1)) for each in step.boards}
        assert made == {frozenset(pair) for pair in group.get("pairs", [])}
        floaters = {each.seat + 1: each.reason.endswith("-up") for each in step.floaters}
        assert floaters == _floaters(group)


def _floaters(group: dict[str, Any]) -> dict[int, bool]:
    """The floaters of a group, and whether they go up; the book names two without a direction."""
    if "floaters" in group:
        return dict.fromkeys(group["floaters"], False)
    if "floater" not in group:
        return {}
    return {group["floater"]["player"]: group["floater"].get("direction") == "up"}


@pytest.mark.parametrize("number", LATER_ROUNDS)
def test_the_float_marks_of_appendix_b_are_those_of_the_book(number: int) -> None:
    # Each table after the first one of a group repeats marks: all of them must agree.
    marks = float_marks(before(number).crosstable)
    for group in appendix_b()["groups"][str(number)]["groups"]:
        for row in group["state"]:
            assert marks[row["no"] - 1] == row["float"]


@pytest.mark.parametrize(
    ("number", "points", "given_up"),
    [
        # The only player of the group floats up again, as in round 2 (B5, and so B6).
        pytest.param(3, 0, {"B5": 1, "B6": 1}, id="4 alone"),
        # "obviamos el criterio menos restrictivo (B5) y volvemos a empezar": 6 floats up again;
        # 10 floated down two rounds before.
        pytest.param(4, 3, {"B5": 1, "B6": 2}, id="3-6"),
        # 15 has d and 14 has D: 12 takes 6, and nothing is given up.
        pytest.param(3, 2, {}, id="12-6"),
    ],
)
def test_a_criterion_is_given_up_only_where_the_book_gives_it_up(
    number: int, points: int, given_up: dict[str, int]
) -> None:
    _, *steps = paired(before(number), BOOK).explanation.steps
    assert next(step.given_up for step in steps if step.points == points) == given_up


def test_an_opponent_who_floated_down_before_is_passed_over() -> None:
    # Round 3, group of 1 point: 6 comes up; 15 is the last, but has d (B6).
    board = next(
        board
        for step in paired(before(3), BOOK).explanation.steps
        for board in step.boards
        if {board.white, board.black} == {11, 5}
    )
    assert board.instead is not None
    assert (board.instead.seat, board.instead.article) == (14, "B6")
