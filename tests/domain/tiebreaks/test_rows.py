"""Rows that are cut out of one table."""

import pytest

from planilla.domain.tiebreaks.rows import Rows, flat

ROWS = Rows(bytes(range(6)), 3, 2)


def test_a_row_is_a_slice_of_the_table() -> None:
    assert len(ROWS) == 3
    assert list(ROWS) == [b"\0\1", b"\2\3", b"\4\5"]
    assert (ROWS[1], ROWS[-1]) == (b"\2\3", b"\4\5")
    assert ROWS[1:] == [b"\2\3", b"\4\5"]
    with pytest.raises(IndexError):
        ROWS[3]


def test_rows_without_rounds_are_empty() -> None:
    assert list(Rows(b"", 2, 0)) == [b"", b""]


def test_all_places_are_those_of_one_row_after_another() -> None:
    assert list(flat(ROWS)) == list(flat(list(ROWS))) == list(range(6))
