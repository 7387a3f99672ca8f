"""Reader of rating lists: CSV, fixed columns or XML, recognised by the first bytes.

A CSV record is one line. A cell may be quoted but has no line breaks, so a broken line affects no
other. In a list of fixed columns the header line gives the start of each column, and most lines are
split there. An irregular line is read again: its columns may be counted in bytes, or an overlong
column may have shifted the others. Source: the header lines of FIDE's `players_list_foa.txt` and of
its lists with one rating.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from planilla.formats.rating_list.cells import FOUND_MAX, CellFault, PlayerParser
from planilla.formats.rating_list.columns import ListColumn, fields_of, fixed_columns, month_in
from planilla.formats.rating_list.records import (
    FIELDS,
    STANDARD,
    Batch,
    ListedPlayer,
    ListFault,
    ListReading,
    NotAList,
)
from planilla.formats.rating_list.xml_list import XmlList

FIXED, CSV, XML = "fixed-width", "csv", "xml"
LINE_MAX = 4096
"""Longest line in bytes; lines of actual lists have a few hundred."""
MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Consecutive lines, the number of the first, and the places of lines that were too long."""

    first: int
    lines: list[str]
    faults: list[ListFault]


def read_list(chunks: Iterable[bytes], rate: str = STANDARD) -> ListReading:
    """Return a reading of a list: players in batches as they arrive, and broken lines.

    `rate` is the rate of play of a list that has one rating.

    Raises:
        NotAList: no known header, no text, or unsafe XML; may also be raised by the batches.
    """
    pieces = iter(chunks)
    first = next((chunk for chunk in pieces if chunk.strip()), b"").removeprefix(MARK)
    if not first:
        raise NotAList("empty")
    everything = chain([first], pieces)
    if first.lstrip().startswith(b"<"):
        return ListReading(XML, "", XmlList(rate).batches(everything))
    return _with_head(lines_of(everything), rate)


def _with_head(lines: Iterator[Lines], rate: str) -> ListReading:
    """Return the reading of a list whose first line names the columns."""
    for piece in lines:
        for at, line in enumerate(piece.lines):
            if line.strip():
                head = line[:LINE_MAX]
                rest = piece._replace(first=piece.first + at + 1, lines=piece.lines[at + 1 :])
                return _by_head(head, chain([rest], lines), rate)
    raise NotAList("no-columns", found="")


def _by_head(head: str, lines: Iterable[Lines], rate: str) -> ListReading:
    for delimiter in DELIMITERS:
        fields = fields_of(cells_of(head, delimiter), rate)
        if {"id", "name"} <= set(fields):
            return ListReading(CSV, month_in(head), Delimited(fields, delimiter).batches(lines))
    columns = fixed_columns(head, rate)
    if not columns:
        raise NotAList("no-columns", found=" ".join(head.split())[:FOUND_MAX])
    return ListReading(FIXED, month_in(head), FixedWidth(columns, head).batches(lines))


DELIMITERS = (";", "\t", ",")


def cells_of(line: str, delimiter: str) -> list[str]:
    """Return the cells of one line; a carriage return within it is a blank."""
    if '"' not in line:
        return line.split(delimiter)
    return next(csv.reader([line.replace("\r", " ")], delimiter=delimiter), [])


class Delimited:
    """Reader of delimited lines; cells whose field is empty are skipped."""

    def __init__(self, fields: Sequence[str], delimiter: str) -> None:
        self._fields = fields
        self._delimiter = delimiter
        self._parser = PlayerParser()
        self._texts = itemgetter(
            *(fields.index(field) if field in fields else -1 for field in FIELDS)
        )

    def batches(self, lines: Iterable[Lines]) -> Iterator[Batch]:
        """Yield the players and faults of the lines after the head."""
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
        return self._parser.player(number, self._texts(self._row(line)))

    def _row(self, line: str) -> list[str]:
        """Return the cells of all fields; cells of columns that the list lacks are empty."""
        if len(line) > LINE_MAX:
            raise CellFault("line-too-long", most=LINE_MAX)
        row = cells_of(line, self._delimiter)
        most = len(self._fields)
        beyond = "".join(row[most:]).strip()
        if beyond:
            raise CellFault("too-many-cells", most=most, found=beyond[:FOUND_MAX])
        return row[:most] + [""] * (most + 1 - len(row[:most]))

    def _fault(self, number: int, line: str) -> ListFault:
        """Return the first fault of a line, from the left."""
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
                self._parser.check(field, row[at])
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


OVERFLOW_MAX = 3
"""Most characters by which an overlong column may shift the others (one in FIDE's lists)."""
TEXTS = frozenset({"title", "womens_title", "other_titles", "online_title"})
"""Columns that may be overlong, and whose end can be dropped."""
BLANK = " \t\r\f\v\x1a\x00"
"""Characters of an empty line; old files end in a control character (Ctrl-Z)."""
EMPTY_SLICE = slice(0, 0)


class FixedWidth:
    """Reader of lines with fixed columns, as given by the header line."""

    def __init__(self, columns: Sequence[ListColumn], head: str) -> None:
        self._columns = columns
        self._parser = PlayerParser()
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
        """Yield the players and faults of the lines after the head."""
        for piece in lines:
            yield self._batch(piece)

    def _batch(self, piece: Lines) -> Batch:
        players: list[ListedPlayer] = []
        faults = list(piece.faults)
        player, texts = self._parser.player, self._texts
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
                    return self._parser.player(number, self._texts(candidate))
                except CellFault:
                    continue
        return self._fault(number, line)

    def _readings(self, line: str) -> Iterator[str]:
        """Yield the line unchanged, with columns counted in bytes, and with overlong cells cut."""
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
        """Return the first fault of a line, from the left."""
        for column in self._columns:
            cell = line[column.start : column.stop]
            try:
                self._parser.check(column.field, cell)
            except CellFault as broken:
                at = column.start + (len(cell) - len(cell.lstrip()) if cell.strip() else 0) + 1
                return ListFault(number, at, broken.code, broken.fields)
            if column.stop - 1 in self._gaps and line[column.stop - 1 : column.stop] > " ":
                return self._out_of_column(number, column.field, line, column.stop - 1)
        return self._out_of_column(number, self._columns[-1].field, line, self._width)

    def _out_of_column(self, number: int, field: str, line: str, at: int) -> ListFault:
        found = line[at : at + FOUND_MAX].split(" ", maxsplit=1)[0]
        return ListFault(number, at + 1, "out-of-column", {"field": field, "found": found})


def lines_of(chunks: Iterable[bytes]) -> Iterator[Lines]:
    """Yield the lines of a file in batches, without their ends (LF or CR LF).

    A line is UTF-8, or else Windows-1252. A line beyond `LINE_MAX` is dropped and reported.
    """
    rest, number, is_skipping = b"", 1, False
    for chunk in chunks:
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        faults = []
        if is_skipping and lines:
            lines[0], is_skipping = b"", False
        if len(rest) > LINE_MAX:
            if not is_skipping:
                place = number + len(lines), LINE_MAX + 1
                faults.append(ListFault(*place, "line-too-long", {"most": LINE_MAX}))
            rest, is_skipping = b"", True
        yield Lines(number, _decoded(lines), faults)
        number += len(lines)
    if rest and not is_skipping:
        yield Lines(number, _decoded([rest]), [])


def _decoded(lines: list[bytes]) -> list[str]:
    if not lines:
        return []
    joined = b"\n".join([*lines, b""]).replace(b"\r\n", b"\n")
    try:
        return joined.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError:
        return [text_of(line) for line in joined.split(b"\n")[:-1]]


def text_of(line: bytes) -> str:
    """Decode a line as UTF-8, or else as Windows-1252 with replacement characters."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
