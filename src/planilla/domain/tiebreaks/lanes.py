"""Sums over the rounds for everybody at once: a column of a table is one long number.

A table holds one byte for each entrant and round, one entrant after another. Each byte of a column
gets a lane of four, so that adding two numbers adds all entrants' rounds: a sum for each of them
would take most of the time of many tie-breaks.
"""

import struct
from collections.abc import Sequence
from itertools import chain, compress
from operator import mul
from typing import cast

LANE = 4
"""Bytes of a lane: no sum of a tournament comes near 2**32."""


def table_of(rows: Sequence[Sequence[int]]) -> bytes | None:
    """The rows as a table, where all of them are bytes; None where a number may be too large."""
    if set(map(type, rows)) <= {bytes}:
        return b"".join(cast("Sequence[bytes]", rows))
    return None


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
    for at, weight in enumerate(weights):
        column = bytearray(LANE * size)
        column[::LANE] = table[at :: len(weights)]
        total += weight * int.from_bytes(column, "little")
    return struct.unpack(f"<{size}I", total.to_bytes(LANE * size, "little"))


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
