"""Lists as CSV: a head that names the columns, and cells parted by commas, semicolons or tabs.

A record is one line; quotation marks may stand around a cell, but no line may end within them: so
a broken line spoils no other.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from planilla.formats.rating_list.cells import FOUND_MAX, CellFault, Cutter
from planilla.formats.rating_list.lines import LINE_MAX, Lines
from planilla.formats.rating_list.records import FIELDS, Batch, ListedPlayer, ListFault

DELIMITERS = (";", "\t", ",")


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of one line."""
    if '"' not in line:
        return line.split(delimiter)
    return next(csv.reader([line], delimiter=delimiter), [])


class Delimited:
    """Reads lines whose cells have these fields, the empty ones left out."""

    def __init__(self, fields: Sequence[str], delimiter: str) -> None:
        self._fields = fields
        self._delimiter = delimiter
        self._cutter = Cutter()
        self._texts = itemgetter(
            *(fields.index(field) if field in fields else -1 for field in FIELDS)
        )

    def batches(self, lines: Iterable[Lines]) -> Iterator[Batch]:
        """The players and faults of the lines after the head."""
        for piece in lines:
            players: list[ListedPlayer] = []
            faults = list(piece.faults)
            for number, line in enumerate(piece.lines, start=piece.first):
                if not line.strip():
                    continue
                try:
                    players.append(self._player(number, line))
                except CellFault:
                    faults.append(self._fault(number, line))
            yield Batch(players, faults)

    def _player(self, number: int, line: str) -> ListedPlayer:
        return self._cutter.player(number, self._texts(self._row(line)))

    def _row(self, line: str) -> list[str]:
        """The cells of all fields, and an empty one for the columns that the list has not."""
        if len(line) > LINE_MAX:
            raise CellFault("line-too-long", most=LINE_MAX)
        row = cells_of(line, self._delimiter)
        most = len(self._fields)
        beyond = "".join(row[most:]).strip()
        if beyond:
            raise CellFault("too-many-cells", most=most, found=beyond[:FOUND_MAX])
        return row[:most] + [""] * (most + 1 - len(row[:most]))

    def _fault(self, number: int, line: str) -> ListFault:
        """The first thing that is wrong, from left to right."""
        places = cell_places(line, self._delimiter)
        try:
            row = self._row(line)
        except CellFault as broken:
            at = places[len(self._fields)] if broken.code == "too-many-cells" else LINE_MAX
            return ListFault(number, at + 1, broken.code, broken.fields)
        (at, wrong), *_ = self._broken_cells(row)
        column = places[at] if at < len(places) else len(line)
        return ListFault(number, column + 1, wrong.code, wrong.fields)

    def _broken_cells(self, row: Sequence[str]) -> Iterator[tuple[int, CellFault]]:
        for at, field in enumerate(self._fields):
            try:
                self._cutter.check(field, row[at])
            except CellFault as broken:
                yield at, broken


def cell_places(line: str, delimiter: str) -> list[int]:
    """Return the first character of each cell of a line, from 0."""
    places, is_quoted = [0], False
    for at, letter in enumerate(line):
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == delimiter and not is_quoted:
            places.append(at + 1)
    return places
