"""The first transposition that fits, against all permutations tried in their order."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.transpositions import first_transposition


def tried_out(rows: Sequence[int], columns: Sequence[int]) -> list[int] | None:
    """The lexicographically first arrangement of the columns in which every row has one of its."""
    return next(
        (
            list(order)
            for order in permutations(columns)
            if all(row >> column & 1 for row, column in zip(rows, order, strict=True))
        ),
        None,
    )


@pytest.mark.parametrize("density", [0.35, 0.5, 0.75])
@pytest.mark.parametrize("size", range(8))
def test_it_is_the_first_of_all_permutations(size: int, density: float) -> None:
    chance = Random(f"{size} {density}")
    for _ in range(40 if size < 7 else 8):
        columns = sorted(chance.sample(range(12), size))
        rows = [set_of(c for c in columns if chance.random() < density) for _ in range(size)]
        assert first_transposition(rows, set_of(columns)) == tried_out(rows, columns)


def test_without_any_ban_nobody_changes_places() -> None:
    assert first_transposition([0b1111] * 4, 0b1111) == [0, 1, 2, 3]


def test_the_first_rows_give_way_where_the_last_has_one_opponent_only() -> None:
    # The last may meet column 0 alone, so that everybody moves on by one.
    assert first_transposition([0b1111, 0b1111, 0b1111, 0b0001], 0b1111) == [1, 2, 3, 0]


def test_two_rows_with_the_same_only_column_leave_no_transposition() -> None:
    assert first_transposition([0b001, 0b111, 0b001], 0b111) is None


def test_columns_keep_the_numbers_they_have() -> None:
    assert first_transposition([0b101000, 0b001000], 0b101000) == [5, 3]
