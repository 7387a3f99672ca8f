"""What all contenders have after every outcome: a row of words, one integer for each contender.

A word holds the points and then the tie-breaks of the list, each as its rank among all values that
it may have, more being better; at its end is the place among the contenders, the first being the
greatest. So words sorted are a ranking, as far as no tie-break is asked that depends on who is
tied. Each word is looked up by the ends of the games on
which it depends.

Outcomes are gone through in blocks: all ends of the first games, for each end of the others.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from planilla.domain.prizes.likelihood import Weights
from planilla.domain.prizes.outcomes import Outcome
from planilla.domain.prizes.parts import BASE
from planilla.domain.prizes.stars import Table

BLOCK = 8
"""So many games are in a block: 6 561 outcomes."""


class Column(NamedTuple):
    """The tables of all contenders, in their order."""

    tables: Sequence[Table]
    lower_is_better: bool = False


class Field(NamedTuple):
    """Where a column is in a word."""

    shift: int
    mask: int


class Block(NamedTuple):
    """Some outcomes, those first that differ in the first games: each with its row and weight."""

    outcomes: Iterator[Outcome]
    rows: Iterator[tuple[int, ...]]
    weights: Sequence[int]


def bits_of_place(size: int) -> int:
    """How many bits at the end of a word tell which of so many contenders it is of."""
    return (size - 1).bit_length()


class Words:
    """The words of so many contenders, and the `fields` of the columns in them."""

    def __init__(self, size: int, columns: Sequence[Column]) -> None:
        ranked = [_ranked(column) for column in columns]
        below = bits_of_place(size)
        fields = []
        for tables in reversed(ranked):
            width = max(max(table.values) for table in tables).bit_length()
            fields.append(Field(below, (1 << width) - 1))
            below += width
        self.fields = fields[::-1]
        self._tables = [
            _joined(size - 1 - place, [tables[place] for tables in ranked], self.fields)
            for place in range(size)
        ]

    def blocks(self, weights: Weights) -> Iterator[Block]:
        """All outcomes."""
        first = min(len(weights), BLOCK)
        low = list(_outcomes(first))
        below = [_weight(weights[:first], ends) for ends in low]
        lookups = [_Lookup(table, first) for table in self._tables]
        for high in _outcomes(len(weights) - first):
            above = _weight(weights[first:], high)
            columns = [lookup.words(high) for lookup in lookups]
            yield Block(
                outcomes=_followed(low, high),
                rows=zip(*columns, strict=True),
                weights=[above * each for each in below],
            )


class _Lookup:
    """The words of one seat in a block, the ends of the games beyond its first ones being given."""

    def __init__(self, table: Table, first: int) -> None:
        steps = {game: BASE**place for place, game in enumerate(table.games)}
        self._values = table.values
        self._low = _places([steps.get(game, 0) for game in range(first)])
        self._high = {game - first: step for game, step in steps.items() if game >= first}
        self._known: dict[int, list[int]] = {}

    def words(self, high: Outcome) -> list[int]:
        """In the order of the outcomes of the block."""
        start = sum(step * high[game] for game, step in self._high.items())
        if start not in self._known:
            values = self._values
            self._known = {start: [values[start + place] for place in self._low]}
        return self._known[start]


def _places(steps: Sequence[int]) -> list[int]:
    """Where in a table the outcomes of some games are, the first game changing fastest."""
    places = [0]
    for step in steps:
        places = [place + end * step for end in range(BASE) for place in places]
    return places


def _ranked(column: Column) -> list[Table]:
    """The tables with ranks for values, 0 for the worst."""
    values = {value for table in column.tables for value in table.values}
    order = sorted(values, reverse=column.lower_is_better)
    rank = {value: place for place, value in enumerate(order)}
    return [Table(table.games, [rank[value] for value in table.values]) for table in column.tables]


def _joined(end: int, tables: Sequence[Table], fields: Sequence[Field]) -> Table:
    """The words of one, which end so."""
    games = sorted({game for table in tables for game in table.games})
    words = [end] * BASE ** len(games)
    for table, field in zip(tables, fields, strict=True):
        steps = {game: BASE**place for place, game in enumerate(table.games)}
        places = _places([steps.get(game, 0) for game in games])
        shifted = [value << field.shift for value in table.values]
        words = [word + shifted[place] for word, place in zip(words, places, strict=True)]
    return Table(tuple(games), words)


def _followed(low: Sequence[Outcome], high: Outcome) -> Iterator[Outcome]:
    return (ends + high for ends in low)


def _outcomes(games: int) -> Iterator[Outcome]:
    """All outcomes of so many games, the first changing fastest."""
    return (ends[::-1] for ends in product(range(BASE), repeat=games))


def _weight(weights: Weights, outcome: Outcome) -> int:
    return prod(each[end] for each, end in zip(weights, outcome, strict=True))
