"""Tables of ballots for an allocation: CSV to ballots, with each fault at its cell.

The first row holds the options, each perhaps with its places (`Hall:3`), the first column the
players, and the other cells their votes or ranks. The first cell is the mode, perhaps with a
number: the votes of each player (`votes:10`), or the players of a team (`A:2`).

Source of the form: docs/reference/cli.md, `planilla allocate`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from planilla.domain.allocation.hungarian import VOTES_USUAL
from planilla.formats.ballots import (
    NAME_MAX,
    BallotFile,
    BallotRemark,
    Path,
    ReadBallots,
    checked,
    decoded,
    line_and_column,
)

DELIMITERS = ("\t", ";")
"""Delimiters that are looked for in the first line; otherwise cells are separated by commas."""
MODES: Mapping[str, str] = {
    **dict.fromkeys(("", "max", "votes", "votos"), "max"),
    **dict.fromkeys(("min", "ranks", "preferencias"), "min"),
    "a": "A",
    "b": "B",
}
"""The words of the first cell, in small letters, and the modes of a file that they stand for."""
WITH_NUMBER = re.compile(r"(.*?)\s*(?::\s*([0-9]{1,9}))?", re.DOTALL)
WHOLE = re.compile(r"[+-]?[0-9]{1,12}")
TEAM_USUAL = 2


class BallotCell(NamedTuple):
    """A cell: the offset at which it begins, and its text without blanks at the ends."""

    at: int
    text: str


Rows = list[list[BallotCell]]


class _CellFault(NamedTuple):
    """A fault of a cell before the ballots are made."""

    at: int
    code: str
    fields: dict[str, Any]


class _BallotTable:
    """The rows of a table; `place_of` finds the cells of the fields of a file of ballots."""

    def __init__(self, text: str, rows: Rows) -> None:
        self.text = text
        self.corner, *self.options = rows[0]
        self.players = [row[0] for row in rows[1:]]
        size = len(self.options)
        end = BallotCell(len(text), "")
        self.rows = [[*row[1:], *[end] * (size + 1 - len(row))] for row in rows[1:]]
        self.word, self.number = _with_number(self.corner.text)
        self.mode = MODES.get(self.word.casefold(), "")

    def place_of(self, path: Path) -> tuple[int, int]:
        """Return the line and the column of a value, or of the cell that stands for it."""
        return line_and_column(self.text, self._cell(path).at)

    def _cell(self, path: Path) -> BallotCell:
        match path:
            case ("players", int(at)) | ("votes" | "ranks", int(at)):
                return self.players[at]
            case ("options", int(at)):
                return self.options[at]
            case ("votes" | "ranks", int(row), int(at)):
                return self.rows[row][at]
            case _:
                return self.corner

    def file(self) -> BallotFile:
        """Return the fields of a file with the same ballots."""
        named = [_with_number(cell.text) for cell in self.options]
        is_of_teams = self.mode in {"A", "B"}
        values = [self._values(row) for row in self.rows]
        return BallotFile(
            mode=self.mode,  # type: ignore[arg-type]  # one of MODES
            players=[cell.text for cell in self.players],
            options=[] if is_of_teams else [name for name, _ in named],
            places=[] if is_of_teams else [1 if places is None else places for _, places in named],
            votes=None if self.mode == "min" else [row or [] for row in values],
            ranks=values if self.mode == "min" else None,
            votes_per_player=VOTES_USUAL if is_of_teams else self._number(VOTES_USUAL),
            team=self._number(TEAM_USUAL) if is_of_teams else TEAM_USUAL,
        )

    def _number(self, usual: int) -> int:
        return usual if self.number is None else self.number

    def _values(self, row: Sequence[BallotCell]) -> list[int] | None:
        """Return the numbers of a row; None for a player without preferences."""
        if self.mode == "min" and not any(cell.text for cell in row):
            return None
        return [int(cell.text or 0) for cell in row]

    def faults(self) -> Iterator[_CellFault]:
        """Yield the cells that hold no mode, no name, or no number."""
        if not self.mode or self.number == 0:
            yield _CellFault(self.corner.at, "bad-corner", {"text": self.corner.text})
        for cell in (*self.options, *self.players):
            name, places = _with_number(cell.text)
            if not 1 <= len(name) <= NAME_MAX:
                yield _CellFault(cell.at, "no-name", {})
            elif places == 0:
                yield _CellFault(cell.at, "bad-places", {})
        if self.mode in {"A", "B"}:
            yield from self._order_faults()
        for row in self.rows:
            yield from self._row_faults(row)

    def _order_faults(self) -> Iterator[_CellFault]:
        """Yield the columns that are not the players in the order of the rows."""
        names = [cell.text for cell in self.players]
        for cell, name in zip(self.options, names, strict=False):
            if cell.text != name:
                yield _CellFault(cell.at, "other-player", {"text": cell.text, "expected": name})

    def _row_faults(self, row: Sequence[BallotCell]) -> Iterator[_CellFault]:
        is_blank = not any(cell.text for cell in row)
        for cell in row:
            may_be_empty = self.mode != "min" or is_blank
            if not (WHOLE.fullmatch(cell.text) or (may_be_empty and not cell.text)):
                yield _CellFault(cell.at, "bad-cell", {"text": cell.text})


def read_table(data: bytes) -> ReadBallots | tuple[BallotRemark, ...]:
    """Return the ballots of a CSV file, or all faults of its first faulty stage."""
    text = decoded(data)
    if isinstance(text, BallotRemark):
        return (text,)
    rows = _rows(text)
    if isinstance(rows, _CellFault):
        return (_remark(text, rows),)
    if len(rows) < 2 or len(rows[0]) < 2:
        return (_remark(text, _CellFault(0, "no-table", {})),)
    table = _BallotTable(text, rows)
    faults = tuple(table.faults())
    if faults:
        return tuple(_remark(text, fault) for fault in faults)
    return checked(table.file(), table.place_of)


def _remark(text: str, fault: _CellFault) -> BallotRemark:
    line, column = line_and_column(text, fault.at)
    return BallotRemark(line=line, column=column, code=fault.code, fields=fault.fields)


def _with_number(text: str) -> tuple[str, int | None]:
    """Return a text without the number after its last colon, and the number."""
    found = WITH_NUMBER.fullmatch(text)
    assert found is not None, "it matches every text"
    return found[1], None if found[2] is None else int(found[2])


def _rows(text: str) -> Rows | _CellFault:
    """Return the rows without blank ones and without empty cells at their ends."""
    first = text.partition("\n")[0]
    delimiter = next((each for each in DELIMITERS if each in first), ",")
    one = re.compile(
        rf'[ ]*(?:"((?:[^"]|"")*)"[ ]*|([^"{delimiter}\r\n][^{delimiter}\r\n]*)?)'
        rf"({delimiter}|\r\n|\r|\n|\Z)"
    )
    rows: Rows = [[]]
    at = 0
    while at < len(text):
        found = one.match(text, at)
        if found is None:
            return _CellFault(at, "bad-quotes", {})
        quoted, plain, end = found.groups()
        value = (plain or "") if quoted is None else quoted.replace('""', '"')
        rows[-1].append(BallotCell(at, " ".join(value.split())))
        if end != delimiter:
            rows.append([])
        at = found.end()
    return [_trimmed(row) for row in rows if any(cell.text for cell in row)]


def _trimmed(row: list[BallotCell]) -> list[BallotCell]:
    size = max(place for place, cell in enumerate(row, start=1) if cell.text)
    return row[:size]
