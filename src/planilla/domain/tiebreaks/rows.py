"""Rows by seat that are cut out of one table when the first of them is asked for.

Most tie-breaks read the whole table; so many rows that nobody reads would take long to make.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, cast, overload

Table = TypeVar("Table", bound=Sequence[int])
"""Bytes, or a list of numbers; a row is a slice of it, and of the same kind."""


class Rows(Sequence[Table], Generic[Table]):
    """`size` rows with one place for each round; `table` holds them one after another."""

    __slots__ = ("_made", "_size", "rounds", "table")

    def __init__(self, table: Table, size: int, rounds: int) -> None:
        self.table: Table = table
        self.rounds = rounds
        self._size = size
        self._made: list[Table] | None = None

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Table: ...

    @overload
    def __getitem__(self, at: slice) -> list[Table]: ...

    def __getitem__(self, at: int | slice) -> Table | list[Table]:
        return (self._made or self._cut())[at]

    def __iter__(self) -> Iterator[Table]:
        return iter(self._made or self._cut())

    def _cut(self) -> list[Table]:
        table, rounds = self.table, self.rounds
        made = [table[at * rounds : (at + 1) * rounds] for at in range(self._size)]
        self._made = cast("list[Table]", made)
        return self._made


def flat(rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """All places of all rows, one row after another."""
    return rows.table if isinstance(rows, Rows) else [*chain.from_iterable(rows)]
