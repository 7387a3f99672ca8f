"""Rounds as columns: marks of everybody and their HTML, made once and shared by all pages.

A result changes the column of its round alone, so a page at another moment finds the others made.
"""

from collections import OrderedDict
from functools import lru_cache

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.marks import Mark, RoundAsked, round_marks
from planilla.adapters.http.views.sheet import Sheet
from planilla.adapters.http.views.signs import round_cell, safe, sign
from planilla.domain.crosstable import Seat
from planilla.domain.scoring import system_of

LAST_RESULTS = 6
COLUMNS_KEPT = 64
"""Of a tournament: its rounds in both languages, and rounds as they were at other moments."""
TOURNAMENTS_KEPT = 16


class Column(msgspec.Struct, frozen=True):
    """One round of everybody, by seat: the marks, their shapes, and the cells of a table."""

    marks: tuple[Mark, ...]
    signs: tuple[str, ...]
    cells: tuple[str, ...]


class Shelf:
    """The columns of one tournament, as long as everybody has the name that stands in them.

    Where somebody was erased, nothing of theirs stays behind the next page.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._columns: OrderedDict[RoundAsked, Column] = OrderedDict()

    def open(self, names: dict[str, str]) -> None:
        """Clear it where somebody is called otherwise."""
        if names != self._names:
            self._names = names
            self._columns.clear()

    def column(self, asked: RoundAsked) -> Column:
        """The column of a round, the same as before where nothing in it changed."""
        found = self._columns.get(asked)
        if found is None:
            marks = tuple(round_marks(asked))
            found = Column(marks, tuple(map(sign, marks)), tuple(map(round_cell, marks)))
            self._columns[asked] = found
            while len(self._columns) > COLUMNS_KEPT:
                self._columns.popitem(last=False)
        self._columns.move_to_end(asked)
        return found


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _shelf(_: str) -> Shelf:
    return Shelf()


class Columns:
    """The published rounds of a sheet, in order."""

    def __init__(self, sheet: Sheet) -> None:
        shelf = _shelf(sheet.id)
        shelf.open({who: person.name for who, person in sheet.people.items()})
        names = tuple([sheet.name(entrant) for entrant in sheet.order])
        published = [played for played in sheet.state.rounds if played.is_published]
        self._columns = [
            shelf.column(
                RoundAsked(
                    language=sheet.language,
                    names=names,
                    system=system_of(sheet.crosstable),
                    played=played,
                    round=seated,
                )
            )
            for played, seated in zip(published, sheet.crosstable.rounds, strict=True)
        ]

    def marks(self, seat: Seat) -> tuple[Mark, ...]:
        """The rounds of an entrant in order."""
        return tuple([column.marks[seat] for column in self._columns])

    def cells(self, seat: Seat) -> Markup:
        """The same as cells of a table."""
        return safe("\n".join([column.cells[seat] for column in self._columns]))

    def last(self, seat: Seat) -> Markup:
        """The last results as shapes."""
        return safe("".join([column.signs[seat] for column in self._columns[-LAST_RESULTS:]]))
