"""Sums for everybody at once come to what adding up each row comes to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.tiebreaks.lanes import (
    both,
    flags_of,
    sums,
    sums_of_rows,
    sums_where,
    table_of,
)

ROWS = [bytes([2, 0, 1]), bytes([255, 255, 255]), bytes([0, 0, 0])]
AS_LISTS = [list(row) for row in ROWS]


@pytest.mark.parametrize("rows", [ROWS, AS_LISTS])
def test_rows_are_added_with_the_weight_of_each_column(rows: list[bytes] | list[list[int]]) -> None:
    # 2 · 3 + 0 · 2 + 1 · 1 = 7; 255 · (3 + 2 + 1) = 1530
    assert list(sums_of_rows(rows, (3, 2, 1))) == [7, 1530, 0]


@pytest.mark.parametrize("rows", [ROWS, AS_LISTS])
def test_masks_leave_out_what_does_not_count(rows: list[bytes] | list[list[int]]) -> None:
    masks = bytes([255, 0, 255, 0, 255, 255, 255, 255, 255])
    assert list(sums_where(rows, masks)) == [3, 510, 0]


@pytest.mark.parametrize(("value", "flags"), [(0, [0, 1, 0, 0, 0, 0, 1, 1, 1]), (300, [0] * 9)])
@pytest.mark.parametrize("rows", [ROWS, AS_LISTS])
def test_flags_tell_where_a_value_stands(
    rows: list[bytes] | list[list[int]], value: int, flags: list[int]
) -> None:
    assert list(flags_of(rows, value)) == flags


def test_rows_of_large_numbers_are_no_table() -> None:
    assert table_of(AS_LISTS) is None
    assert table_of([*ROWS, [300, 0, 0]]) is None
    assert table_of(ROWS) == b"".join(ROWS)


def test_nobody_and_no_rounds_have_no_sums() -> None:
    assert list(sums_of_rows([], ())) == []
    assert list(sums_of_rows([b"", b""], ())) == [0, 0]
    assert list(sums_where([b"", b""], b"")) == [0, 0]
    assert list(sums_where([], b"")) == []


def test_two_tables_have_in_common_what_both_have() -> None:
    assert both(b"\1\0\1\0", b"\1\1\0\0") == b"\1\0\0\0"


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.binary(min_size=n, max_size=n))))
def test_sums_are_those_of_each_row(rows: list[bytes]) -> None:
    weights = (1,) * (len(rows[0]) if rows else 0)
    assert list(sums(b"".join(rows), len(rows), weights)) == [sum(row) for row in rows]
