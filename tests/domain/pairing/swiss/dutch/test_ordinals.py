"""The how manyth transposition or exchange a pairing is, counted out by the written order."""

from collections.abc import Sequence
from itertools import permutations

import pytest

from dsl.dutch_brackets import field, pairs, steps
from dsl.dutch_by_hand import exchanges
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.edition import OF_2026
from planilla.domain.pairing.swiss.dutch.explain import exchange_number, transposition_number

Boards = Sequence[tuple[Seat, Seat]]


def only(size: int, boards: Boards) -> BracketStep:
    """A group in which all have met but for these boards."""
    met = [
        (one, other) for other in range(size) for one in range(other) if (one, other) not in boards
    ]
    (step,) = steps(field([2] * size, met), OF_2026)
    assert set(pairs(step.solution)) == set(boards)
    return step


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_transpositions_are_numbered_as_they_are_written_down(boards: int) -> None:
    second = range(boards, 2 * boards)
    for number, order in enumerate(permutations(second)):
        step = only(2 * boards, list(enumerate(order)))
        assert transposition_number(step, OF_2026) == number
        assert exchange_number(step, OF_2026) == 0


def test_who_is_left_over_counts_among_the_transpositions() -> None:
    # S1 = 0 1, S2 = 2 3 4: 2-3, 2-4, 3-2, 3-4, 4-2, 4-3.
    for number, (first, second) in enumerate(permutations((2, 3, 4), 2)):
        step = only(5, [(0, first), (1, second)])
        assert transposition_number(step, OF_2026) == number


def test_exchanges_of_one_player_are_numbered_as_they_are_written_down() -> None:
    order = list(exchanges(range(4), range(4, 8)))
    numbers = []
    for number, (leaving, entering) in enumerate(order):
        first = sorted({*range(4), *entering} - {*leaving})
        second = sorted({*range(8)} - {*first})
        boards = list(zip(first, second, strict=True))
        # Another exchange comes first for the same pairs if anybody of S1 is placed lower.
        if len(leaving) == 1 and all(one < other for one, other in boards):
            step = only(8, boards)
            assert exchange_number(step, OF_2026) == number
            assert transposition_number(step, OF_2026) == 0
            numbers.append(number)
    # Of 16 all but the seven in which 0 leaves S1 or 7 enters it.
    assert len(numbers) == 9


def test_exchanges_of_two_players_are_not_counted() -> None:
    step = only(8, [(0, 2), (1, 3), (4, 6), (5, 7)])
    assert exchange_number(step, OF_2026) is None


def test_a_transposition_far_down_a_long_list_is_not_counted() -> None:
    met = [(0, 12)]
    (step,) = steps(field([2] * 24, met), OF_2026)
    assert pairs(step.solution)[0] == (0, 13)
    assert transposition_number(step, OF_2026) is None
