"""Rows by seat that are cut out of one table when they are asked for.

Most tie-breaks read the whole table; so many rows that nobody reads would take long to make.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, cast, overload

Table = TypeVar("Table", bound=Sequence[int])
"""Bytes, or a list of numbers; a row is a slice of it, and of the same kind."""


class Rows(Sequence[Table], Generic[Table]):
    """`size` rows with one place for each round; `table` holds them one after another."""

    __slots__ = ("_size", "rounds", "table")

    def __init__(self, table: Table, size: int, rounds: int) -> None:
        self.table: Table = table
        self.rounds = rounds
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Table: ...

    @overload
    def __getitem__(self, at: slice) -> list[Table]: ...

    def __getitem__(self, at: int | slice) -> Table | list[Table]:
        if isinstance(at, slice):
            return [*self][at]
        return self._row(range(self._size)[at])

    def __iter__(self) -> Iterator[Table]:
        return map(self._row, range(self._size))

    def _row(self, seat: int) -> Table:
        row = self.table[seat * self.rounds : (seat + 1) * self.rounds]
        return cast("Table", row)


def flat(rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """All places of all rows, one row after another."""
    return rows.table if isinstance(rows, Rows) else [*chain.from_iterable(rows)]
