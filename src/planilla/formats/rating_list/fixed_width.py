"""Lists of fixed columns, as FIDE publishes them: the head line says where each column begins.

Most lines are read by cutting them at the columns. A line that is not as it should be is looked at
again: its columns may be counted in bytes, or a column that is too full may push the others on.
Source: the head line of FIDE's `players_list_foa.txt`, and of its lists of one rating.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from planilla.formats.rating_list.cells import FOUND_MAX, CellFault, Cutter
from planilla.formats.rating_list.columns import ListColumn
from planilla.formats.rating_list.lines import LINE_MAX, Lines
from planilla.formats.rating_list.records import FIELDS, Batch, ListedPlayer, ListFault

OVERFLOW_MAX = 3
"""Characters by which a column may push the others on; FIDE's other titles do so by one."""
TEXTS = frozenset({"title", "womens_title", "other_titles", "online_title"})
"""Columns that may be too full, and of which nobody misses the end."""
BLANK = " \t\r\f\v\x1a\x00"
"""Characters of an empty line; old files contain the sign for the end of a file."""
EMPTY_SLICE = slice(0, 0)


class FixedWidth:
    """Reads lines cut at these columns, as the head line shows them."""

    def __init__(self, columns: Sequence[ListColumn], head: str) -> None:
        self._columns = columns
        self._cutter = Cutter()
        places = {column.field: slice(column.start, column.stop) for column in columns}
        self._texts = itemgetter(*(places.get(field, EMPTY_SLICE) for field in FIELDS))
        self._name = places["name"]
        self._width = max(len(head), columns[-1].stop)
        self._gaps = [
            column.start - 1
            for column in columns[1:]
            if head[column.start - 1 : column.start] == " "
        ]
        self._name_end = self._name.stop - 1
        self._texts_end = max(
            (at for at in self._gaps if self._is_text_before(at)), default=self._name_end
        )

    def batches(self, lines: Iterable[Lines]) -> Iterator[Batch]:
        """The players and faults of the lines after the head."""
        for piece in lines:
            yield self._batch(piece)

    def _batch(self, piece: Lines) -> Batch:
        players: list[ListedPlayer] = []
        faults = list(piece.faults)
        player, texts = self._cutter.player, self._texts
        for number, line in enumerate(piece.lines, start=piece.first):
            if self._is_plain(line):
                try:
                    players.append(player(number, texts(line)))
                except CellFault:
                    faults.append(self._fault(number, line))
            elif line.strip(BLANK):
                found = self._looked_at_again(number, line)
                if isinstance(found, ListedPlayer):
                    players.append(found)
                else:
                    faults.append(found)
        return Batch(players, faults)

    def _is_plain(self, line: str) -> bool:
        """Return whether the line has the length of the columns and no cell overflows."""
        return (
            self._name_end < len(line) <= self._width
            and line[self._name_end] == " "
            and line[self._texts_end : self._texts_end + 1] <= " "
            and line.isascii()
        )

    def _looked_at_again(self, number: int, line: str) -> ListedPlayer | ListFault:
        if len(line) > LINE_MAX:
            return ListFault(number, LINE_MAX + 1, "line-too-long", {"most": LINE_MAX})
        for candidate in self._readings(line):
            if self._stands_in_columns(candidate):
                try:
                    return self._cutter.player(number, self._texts(candidate))
                except CellFault:
                    continue
        return self._fault(number, line)

    def _readings(self, line: str) -> Iterator[str]:
        """The line as it is, with columns counted in bytes, and with what is too full cut."""
        yield line
        if not line.isascii():
            yield self._counted_in_bytes(line.encode())
        for column in self._columns:
            if column.field in TEXTS and line[column.stop - 1 : column.stop] > " ":
                for extra in range(OVERFLOW_MAX + 1):
                    yield line[: column.stop - 1] + " " + line[column.stop + extra :]

    def _counted_in_bytes(self, line: bytes) -> str:
        before, name, after = (
            part.decode(errors="replace")
            for part in (line[: self._name.start], line[self._name], line[self._name.stop :])
        )
        return before + name.ljust(self._name.stop - self._name.start) + after

    def _stands_in_columns(self, line: str) -> bool:
        return len(line.rstrip()) <= self._width and all(
            line[at : at + 1] <= " " for at in self._gaps
        )

    def _is_text_before(self, gap: int) -> bool:
        return any(column.stop == gap + 1 and column.field in TEXTS for column in self._columns)

    def _fault(self, number: int, line: str) -> ListFault:
        """The first thing that is wrong, from left to right."""
        for column in self._columns:
            cell = line[column.start : column.stop]
            try:
                self._cutter.check(column.field, cell)
            except CellFault as broken:
                at = column.start + (len(cell) - len(cell.lstrip()) if cell.strip() else 0) + 1
                return ListFault(number, at, broken.code, broken.fields)
            if column.stop - 1 in self._gaps and line[column.stop - 1 : column.stop] > " ":
                return self._out_of_column(number, column.field, line, column.stop - 1)
        return self._out_of_column(number, self._columns[-1].field, line, self._width)

    def _out_of_column(self, number: int, field: str, line: str, at: int) -> ListFault:
        found = line[at : at + FOUND_MAX].split(" ", maxsplit=1)[0]
        return ListFault(number, at + 1, "out-of-column", {"field": field, "found": found})
