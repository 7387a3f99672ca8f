"""One integer for each outcome of the open games, by which all contenders are put in order at once.

The points and the leading tie-breaks of all contenders are packed side by side into one integer, a
word of 64 bits for each contender, with the points in front. What a game adds is such an integer
too (`additions`). So an outcome costs an addition and a sort of words, and nothing is worked out
again. Who is still tied is told apart by the full standings, if there are other tie-breaks behind.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from struct import Struct as Shape
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import Additions, Values
from planilla.domain.prizes.outcomes import ENDS, Outcome

WORD_BITS = 63
"""Bits of a word that are used."""

EACH_END = tuple(range(len(ENDS)))
Contenders = Callable[[Sequence[int], Sequence[int]], Iterable[Seat]]
"""What chooses the seats that matter from the least and the greatest points that each may reach."""
Table = Sequence[Sequence[int]]
"""What two games add together, by the end of one and then of the other."""


class Keys(msgspec.Struct, frozen=True, kw_only=True):
    """How outcomes become keys: the `base` and what the games add, alone and in twos.

    `seats` are the contenders in ascending order, of whom the first has the lowest word. Equal
    points are in words that differ only below `step`. `columns` of the standings are packed, the
    points counted.
    """

    seats: tuple[Seat, ...]
    base: int
    singles: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int, Table], ...]
    step: int
    columns: int

    def key_of(self, outcome: Outcome) -> int:
        """The key of one outcome."""
        games = self.singles
        alone = sum(added[end] for added, end in zip(games, outcome, strict=True))
        pairs = sum(table[outcome[one]][outcome[other]] for one, other, table in self.pairs)
        return self.base + alone + pairs

    def reader(self) -> Callable[[int], tuple[int, ...]]:
        """What reads the word of each contender out of a key."""
        shape = Shape(f"<{len(self.seats)}Q")
        return lambda key: shape.unpack(key.to_bytes(shape.size, "little"))


class _Field(NamedTuple):
    """A column's place in the words, from bit `shift` on, and its values by seat from 0 up."""

    column: int
    shift: int
    base: Sequence[int]
    least: Sequence[int]
    greatest: Sequence[int]


def keys_of(
    found: Additions,
    games: int,
    contenders: Contenders,
) -> Keys:
    """The keys of all outcomes of so many games."""
    fields = _fields(found)
    seats = tuple(sorted(contenders(fields[0].least, fields[0].greatest)))

    def joined(words: Sequence[int]) -> int:
        return sum(words[seat] << 64 * place for place, seat in enumerate(seats))

    def added(values: Values) -> int:
        return joined(_words([(values[field.column], field.shift) for field in fields]))

    return Keys(
        seats=seats,
        base=joined(_words([(field.base, field.shift) for field in fields])),
        singles=tuple(
            (0, *(added(found.singles[game, end]) for end in EACH_END[1:])) for game in range(games)
        ),
        pairs=tuple((*both, table) for both, table in _tables(found, added).items()),
        step=1 << fields[0].shift,
        columns=len(fields),
    )


def _fields(found: Additions) -> list[_Field]:
    """As many leading columns as fit into a word, the points at its upper end."""
    measured = [_measured(found, column) for column in range(len(found.base))]
    widths = [max(field.greatest).bit_length() for field in measured]
    fitting = sum(width <= WORD_BITS for width in accumulate(widths))
    return [
        field._replace(shift=sum(widths[place + 1 : fitting]))
        for place, field in enumerate(measured[:fitting])
    ]


def _measured(found: Additions, column: int) -> _Field:
    if found.is_constant(column):
        order = {value: place for place, value in enumerate(sorted(set(found.base[column])))}
        ranked = [order[value] for value in found.base[column]]
        return _Field(column, 0, ranked, ranked, ranked)
    least, greatest = found.bound(column, min), found.bound(column, max)
    lowest = min(least)
    return _Field(
        column,
        0,
        [value - lowest for value in found.base[column]],
        [value - lowest for value in least],
        [value - lowest for value in greatest],
    )


def _words(columns: Sequence[tuple[Sequence[int], int]]) -> list[int]:
    """One word for each seat out of columns and their shifts."""
    shifted = [[value << shift for value in column] for column, shift in columns]
    return [sum(values) for values in zip(*shifted, strict=True)]


def _tables(
    found: Additions, added: Callable[[Values], int]
) -> dict[tuple[int, int], list[list[int]]]:
    tables: dict[tuple[int, int], list[list[int]]] = {}
    for (one, end, other, other_end), values in found.pairs.items():
        table = tables.setdefault((one, other), [[0] * len(EACH_END) for _ in EACH_END])
        table[end][other_end] = added(values)
    return tables
