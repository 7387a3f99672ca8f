"""Sums over the rounds for everybody at once: a column of a table is one long number.

A table holds one value for each entrant and round, one entrant after another. Each value of a
column gets a lane of four bytes, so that adding two numbers adds all entrants' rounds: a sum for
each of them would take most of the time of many tie-breaks.
"""

import struct
import sys
from array import array
from collections.abc import Sequence
from functools import reduce
from itertools import chain, compress
from operator import mul, or_
from typing import cast

from planilla.domain.tiebreaks.rows import Rows

LANE = 4
"""Bytes of a lane."""
BITS = 8 * LANE
FREE_BITS = 4
MAX_LANE = 2 ** (BITS - FREE_BITS) - 1
"""No value may be greater, and no sum: the bits above tell what is cut first, and are compared."""
GAP = 2 * (MAX_LANE + 1)
"""Above all values: where there is none."""
MOST_CUT = 3
"""Of so many the sum has room in a lane, whatever is above them."""
_FULL = 2**BITS - 1
_WIDE = "I" if array("I").itemsize == LANE else "L"
_ORDER = 1 if sys.byteorder == "little" else -1
"""The first row has the lowest lane."""


def table_of(rows: Sequence[Sequence[int]]) -> bytes | None:
    """The rows as a table, where all of them are bytes; None where a number may be too large."""
    if isinstance(rows, Rows) and isinstance(rows.table, list):
        return None
    if isinstance(rows, Rows) or set(map(type, rows)) <= {bytes}:
        return whole(cast("Sequence[bytes]", rows))
    return None


def whole(rows: Sequence[bytes]) -> bytes:
    """The rows as a table."""
    return rows.table if isinstance(rows, Rows) else b"".join(rows)


def flags_of(rows: Sequence[Sequence[int]], value: int) -> bytes:
    """A table that has 1 wherever the rows have a value, and 0 elsewhere."""
    table = table_of(rows)
    if table is None or value not in range(256):
        return bytes(map(value.__eq__, chain.from_iterable(rows)))
    return table.translate(bytes(value) + b"\1" + bytes(255 - value))


def both(first: bytes, second: bytes) -> bytes:
    """A table with the bits that two tables have in common."""
    common = int.from_bytes(first, "little") & int.from_bytes(second, "little")
    return common.to_bytes(len(first), "little")


def sums(table: bytes, size: int, weights: Sequence[int]) -> Sequence[int]:
    """The sum of each of `size` rows, with a weight for each column."""
    total = 0
    for weight, column in zip(weights, columns_of(table, size, len(weights)), strict=True):
        total += weight * column
    return by_seat(total, size)


def sums_of_rows(rows: Sequence[Sequence[int]], weights: Sequence[int]) -> Sequence[int]:
    """As `sums`, of rows that need not be bytes."""
    table = table_of(rows)
    if table is None:
        return [sum(map(mul, row, weights)) for row in rows]
    return sums(table, len(rows), weights)


def sums_where(rows: Sequence[Sequence[int]], masks: bytes) -> Sequence[int]:
    """The sums of what the masks leave: 0xFF for what counts, 0 for what does not."""
    table, size = table_of(rows), len(rows)
    columns = len(masks) // max(size, 1)
    if table is None:
        return [sum(compress(row, masks[at * columns :])) for at, row in enumerate(rows)]
    return sums(both(table, masks), size, (1,) * columns)


# --- columns ------------------------------------------------------------------------------------


def columns_of(table: Sequence[int], size: int, columns: int) -> list[int]:
    """The columns of a table of so many, a lane for each row; no value is beyond `MAX_LANE`."""
    if isinstance(table, bytes):
        return [_spread(table[at::columns], size) for at in range(columns)]
    wide = array(_WIDE, table)
    return [
        int.from_bytes(wide[at::columns][::_ORDER].tobytes(), sys.byteorder)
        for at in range(columns)
    ]


def _spread(values: bytes, size: int) -> int:
    column = bytearray(LANE * size)
    column[::LANE] = values
    return int.from_bytes(column, "little")


def by_seat(lanes: int, size: int) -> tuple[int, ...]:
    """The values of the lanes of a column."""
    return struct.unpack(f"<{size}I", lanes.to_bytes(LANE * size, "little"))


def in_every_lane(value: int, size: int) -> int:
    """A column of one value."""
    return int.from_bytes(value.to_bytes(LANE, "little") * size, "little")


def products(first: int, second: int, ones: int, greatest: int) -> int:
    """Lane by lane the product of two columns; no lane of the second is beyond `greatest`.

    `ones` has 1 in every lane.
    """
    total = 0
    for bit in range(greatest.bit_length()):
        total += (first & ((second >> bit & ones) * _FULL)) << bit
    return total


def greatest_in(columns: Sequence[int], size: int) -> int:
    """A number that no value of some columns is beyond, less than twice the greatest of them."""
    return max(by_seat(reduce(or_, columns, 0), size), default=0)


def sum_of_least(columns: Sequence[int], size: int, count: int) -> int:
    """Lane by lane the sum of the `count` least values of some columns.

    They are in the order of what is above `MAX_LANE` first, which is not in the sum.
    """
    least = _least(columns, [in_every_lane(GAP, size)] * count, size)
    return sum(least) & in_every_lane(MAX_LANE, size)


def sum_of_greatest(columns: Sequence[int], size: int, count: int) -> int:
    """Lane by lane the sum of the `count` greatest values of some columns."""
    most = in_every_lane(MAX_LANE, size)
    return count * most - sum(_least([most - each for each in columns], [most] * count, size))


def _least(columns: Sequence[int], start: Sequence[int], size: int) -> list[int]:
    """The least values of some columns and of those to start with, the least of all first."""
    top, least = in_every_lane(1 << BITS - 1, size), [*start]
    for column in columns:
        value = column
        for at, kept in enumerate(least):
            # All bits of a lane where what was kept is as great as the value, or greater.
            is_less = (((kept | top) - value & top) >> BITS - 1) * _FULL
            least[at] = kept ^ ((kept ^ value) & is_less)
            value ^= kept ^ least[at]
    return least
