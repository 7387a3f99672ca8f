"""Rounds as columns: marks of everybody and their HTML, made once and shared by all pages.

A result changes the column of its round alone, so a page at another moment finds the others made.
"""

from functools import lru_cache

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.marks import Mark, RoundAsked, round_marks
from planilla.adapters.http.views.sheet import Sheet
from planilla.adapters.http.views.signs import round_cell, safe, sign
from planilla.domain.crosstable import Seat
from planilla.domain.scoring import system_of

LAST_RESULTS = 6
COLUMNS_KEPT = 128
"""Some tournaments' rounds in both languages: half a megabyte each where 500 play."""


class Column(msgspec.Struct, frozen=True):
    """One round of everybody, by seat: the marks, their shapes, and the cells of a table."""

    marks: tuple[Mark, ...]
    signs: tuple[str, ...]
    cells: tuple[str, ...]


class Columns:
    """The published rounds of a sheet, in order."""

    def __init__(self, sheet: Sheet) -> None:
        names = tuple([sheet.name(entrant) for entrant in sheet.order])
        published = [played for played in sheet.state.rounds if played.is_published]
        self._columns = [
            _column(
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


@lru_cache(maxsize=COLUMNS_KEPT)
def _column(asked: RoundAsked) -> Column:
    marks = tuple(round_marks(asked))
    return Column(marks, tuple(map(sign, marks)), tuple(map(round_cell, marks)))
