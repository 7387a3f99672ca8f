"""Records of a rating list: a player, and a fault in a line."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planilla.domain.vocabulary import CodedFault

STANDARD, RAPID, BLITZ = "standard", "rapid", "blitz"

RATES: tuple[str, ...] = (STANDARD, RAPID, BLITZ)
"""The rates of play that have a rating of their own."""


class ListedPlayer(NamedTuple):
    """A player of a list; a tuple, because two million of them go straight into a table.

    `line` is where the record begins in the file, `key` the name as it is searched for (see
    `names`). A rating of 0 means unrated, a birth year of 0 unknown. `flag` holds `i` for inactive
    players and `w` for women.
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
        """The rating at a rate of play; 0 without one."""
        return {STANDARD: self.standard, RAPID: self.rapid, BLITZ: self.blitz}[rate]

    def k(self, rate: str) -> int:
        """The development coefficient at a rate of play; 0 where the list does not say it."""
        return {STANDARD: self.standard_k, RAPID: self.rapid_k, BLITZ: self.blitz_k}[rate]


CELLS = ListedPlayer._fields[ListedPlayer._fields.index("federation") :]
"""The fields that are read each for itself, in the order of the record."""

FIELDS = ("id", "name", "womens_title", *CELLS)
"""Fields of a player, in the order in which readers return them."""


class ListFault(NamedTuple):
    """A line that was left out: where, and the code of the sentence that says why."""

    line: int
    column: int
    code: str
    fields: Mapping[str, str | int]


class Batch(NamedTuple):
    """Players and faults of a part of a list, in the order of the file."""

    players: list[ListedPlayer]
    faults: list[ListFault]


class ListReading(NamedTuple):
    """A list whose head was understood: its form, the month it names, and what comes."""

    form: str
    month: str
    """The month as `2026-11`; empty when the list does not name it."""
    batches: Iterator[Batch]


class NotAList(CodedFault):
    """Nothing can be read from it: the code of the sentence that says why, and its fields."""


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
"""Why a line is left out. The sentences are `list-fault.<code>`; codes are never renamed."""

REASONS: dict[str, frozenset[str]] = {
    "empty": frozenset(),
    "no-columns": frozenset({"found"}),
    "doctype": frozenset(),
    "encoding": frozenset({"found"}),
    "no-players-element": frozenset(),
}
"""Why nothing can be read from a list. The sentences are `list-unreadable.<code>`."""
