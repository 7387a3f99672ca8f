"""Records of a rating list: a player, and a fault in a line."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planilla.domain.vocabulary import CodedFault

STANDARD, RAPID, BLITZ = "standard", "rapid", "blitz"

RATES: tuple[str, ...] = (STANDARD, RAPID, BLITZ)
"""Rates of play with ratings of their own."""


class ListedPlayer(NamedTuple):
    """A player of a list; a tuple, for two million of them are inserted into a table.

    `line` is the number of the record's first line, `key` the search key of the name (see `names`).
    A rating of 0 means unrated, a birth year of 0 unknown. `flag` holds `i` for inactive players
    and `w` for women.
    """

    line: int
    id: int
    name: str
    key: str
    federation: str
    sex: str
    title: str
    standard: int
    standard_games: int
    standard_k: int
    rapid: int
    rapid_games: int
    rapid_k: int
    blitz: int
    blitz_games: int
    blitz_k: int
    birth: int
    flag: str

    def rating(self, rate: str) -> int:
        """Return the rating at a rate of play; 0 without one."""
        return {STANDARD: self.standard, RAPID: self.rapid, BLITZ: self.blitz}[rate]

    def k(self, rate: str) -> int:
        """Return the development coefficient at a rate of play; 0 if it is not listed."""
        return {STANDARD: self.standard_k, RAPID: self.rapid_k, BLITZ: self.blitz_k}[rate]


CELLS = ListedPlayer._fields[ListedPlayer._fields.index("federation") :]
"""Fields that are parsed one by one, in the order of the record."""

FIELDS = ("id", "name", "womens_title", *CELLS)
"""Fields of a player, in the order in which readers return them."""


class ListFault(NamedTuple):
    """A line that was left out: its place, and the code of the reason."""

    line: int
    column: int
    code: str
    fields: Mapping[str, str | int]


class Batch(NamedTuple):
    """Players and faults of one part of a list, in the order of the file."""

    players: list[ListedPlayer]
    faults: list[ListFault]


class ListReading(NamedTuple):
    """A list with a known header: its format, its month, and the batches to come."""

    form: str
    month: str
    """The month as `2026-11`; empty if the list does not state it."""
    batches: Iterator[Batch]


class NotAList(CodedFault):
    """A file that cannot be read as a rating list: the code of the reason, and its fields."""


FAULTS: dict[str, frozenset[str]] = {
    "id-missing": frozenset(),
    "not-an-id": frozenset({"found"}),
    "id-twice": frozenset({"id", "first"}),
    "name-missing": frozenset(),
    "name-too-long": frozenset({"most"}),
    "not-a-number": frozenset({"field", "found"}),
    "rating-out-of-range": frozenset({"found", "most"}),
    "not-a-k": frozenset({"found", "most"}),
    "not-a-year": frozenset({"found"}),
    "not-a-federation": frozenset({"found"}),
    "not-a-sex": frozenset({"found"}),
    "not-a-title": frozenset({"found"}),
    "not-a-flag": frozenset({"found"}),
    "out-of-column": frozenset({"field", "found"}),
    "too-many-cells": frozenset({"most", "found"}),
    "line-too-long": frozenset({"most"}),
    "not-xml": frozenset({"found"}),
    "cut-off": frozenset(),
}
"""Reasons for leaving out a line (`list-fault.<code>`) with their fields; never renamed."""

REASONS: dict[str, frozenset[str]] = {
    "empty": frozenset(),
    "no-columns": frozenset({"found"}),
    "doctype": frozenset(),
    "encoding": frozenset({"found"}),
    "no-players-element": frozenset(),
}
"""Reasons for rejecting a list (`list-unreadable.<code>`) with their fields; never renamed."""
