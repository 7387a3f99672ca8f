"""The first transposition of S2 that fits, where it is known which pairs are allowed.

Rows are the players of S1 by rank, columns those of S2, as many, and a row is the set of its
columns, one bit each. (If one of S2 is left over, a last row stands for whoever that may be.) The
answer is the first in the order of D1 (2012), D.1 (2017), 4.2 (2026): the first row has the lowest
column that leaves the others a complete matching, then the second, and so on.
"""

from collections.abc import Sequence

from planilla.domain.pairing.matching import bits


def first_transposition(rows: Sequence[int], columns: int) -> list[int] | None:
    """Return the column of each row in the first complete matching; None if there is none.

    `columns` is the set of all columns, one bit each, as many as there are rows.
    """
    free = columns
    mates: list[int] = []
    for row in rows:
        fitting = row & free
        if not fitting:
            return _improved(rows, mates, free)
        lowest = fitting & -fitting
        free ^= lowest
        mates.append(lowest.bit_length() - 1)
    # Each row took the lowest column that was left, and it came out even: nothing is earlier.
    return mates


def _improved(rows: Sequence[int], started: list[int], free: int) -> list[int] | None:
    search = _TranspositionSearch(rows, started, free)
    if not all(search.extend(row) for row in range(len(started), len(rows))):
        return None
    return search.lowest()


class _TranspositionSearch:
    """A matching of the first rows, and alternating paths through it."""

    def __init__(self, rows: Sequence[int], mates: list[int], free: int) -> None:
        self.rows = rows
        self.mates = [*mates, *(-1 for _ in range(len(rows) - len(mates)))]
        self.owner = {column: row for row, column in enumerate(mates)}
        self.free = free

    def extend(self, row: int) -> bool:
        """Match one more row, moving others if need be."""
        reached, end = self._path(row, self.free, 0)
        if end is None:
            return False
        self.free ^= 1 << end
        self._shift(row, reached, end)
        return True

    def lowest(self) -> list[int]:
        """The first complete matching: each row in turn takes the lowest column it can have."""
        settled = 0
        for row, columns in enumerate(self.rows):
            self._lower(row, columns & ~settled, settled)
            settled |= 1 << self.mates[row]
        return self.mates

    def _lower(self, row: int, columns: int, settled: int) -> None:
        own = self.mates[row]
        hopeless = settled
        for column in bits(columns & ((1 << own) - 1)):
            if hopeless >> column & 1:
                continue
            holder = self.owner[column]
            reached, end = self._path(holder, 1 << own, hopeless | 1 << column)
            if end is not None:
                self._shift(holder, reached, end)
                self._give(row, column)
                return
            # From none of these does a way lead to the column that would be left.
            hopeless |= sum(1 << seen for seen in reached)

    def _path(self, start: int, targets: int, closed: int) -> tuple[dict[int, int], int | None]:
        """Columns reached from row `start` with the row each was reached from, and a target."""
        reached: dict[int, int] = {}
        waiting = [start]
        for row in waiting:
            fresh = self.rows[row] & ~closed
            found = fresh & targets
            if found:
                end = (found & -found).bit_length() - 1
                reached[end] = row
                return reached, end
            closed |= fresh
            for column in bits(fresh):
                reached[column] = row
                waiting.append(self.owner[column])
        return reached, None

    def _shift(self, start: int, reached: dict[int, int], end: int) -> None:
        while True:
            row = reached[end]
            before = self.mates[row]
            self._give(row, end)
            if row == start:
                return
            end = before

    def _give(self, row: int, column: int) -> None:
        self.mates[row] = column
        self.owner[column] = row
