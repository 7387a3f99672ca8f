"""Pasted lists of players: one player per line, or a table with or without a header row.

A table with a header row has one delimiter: tab, semicolon or comma. Without a header row each line
is read on its own: columns separated by tabs or semicolons, or a name that may be followed by a
rating.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import islice

from planilla.domain.tournament.personal import Entered
from planilla.formats.typed_text import cleaned, unfit_character

COLUMNS = ("name", "rating", "federation", "title", "club", "fide_id", "birth")
"""Column order of lists without a header row."""

LIST_COLUMNS = ("sex", "k", "rating_list", "arbiter", "categories")
"""Further columns of federations' lists, which a table with a header row may have."""

HEADS: dict[str, str] = {
    "nombre": "name",
    "jugador": "name",
    "apellidos y nombre": "name",
    "name": "name",
    "player": "name",
    "elo": "rating",
    "rating": "rating",
    "rtg": "rating",
    "fed": "federation",
    "federacion": "federation",
    "federation": "federation",
    "pais": "federation",
    "country": "federation",
    "titulo": "title",
    "title": "title",
    "club": "club",
    "fide": "fide_id",
    "id fide": "fide_id",
    "codigo fide": "fide_id",
    "fide id": "fide_id",
    "fide_id": "fide_id",
    "nacimiento": "birth",
    "birth": "birth",
    "year": "birth",
    "sexo": "sex",
    "sex": "sex",
    "k": "k",
    "arbitro": "arbiter",
    "titulo de arbitro": "arbiter",
    "arbiter": "arbiter",
    "arbiter title": "arbiter",
    "categoria": "categories",
    "categorias": "categories",
    "category": "categories",
    "categories": "categories",
    "lista": "rating_list",
    "list": "rating_list",
    "rating_list": "rating_list",
}
RATING_MAX = 4_000
K_MAX = 100
NAME_MAX = 120
LINES_MAX = 2_000
BARE_ID = re.compile(r"[0-9]{5,10}")
"""A FIDE id in the place of a name."""
RATING_AT_THE_END = re.compile(r"[ ,](\d{3,4})\Z")
RATING_WIDTH = 5
"""Most characters of a rating and its separator."""
LINE_MAX = 1_000
"""Longest line that is read, in characters: NFC may take quadratic time."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A fault of a line: the code of its message, the column, and the text of the cell."""

    line: int
    column: str
    code: str
    text: str


@dataclass(frozen=True, kw_only=True)
class EntryLine:
    """A parsed line; `problems` is empty when the player can be entered."""

    line: int
    values: dict[str, str]
    problems: tuple[Problem, ...] = ()

    @property
    def rating(self) -> int:
        """The rating; 0 without one."""
        return int(self.values.get("rating") or 0)

    @property
    def k(self) -> int:
        """The development coefficient; 0 without one."""
        return int(self.values.get("k") or 0)


def read_entries(text: str, entered: Entered | None = None) -> tuple[EntryLine, ...]:
    """Return the lines that are not empty, in order; players entered already have a problem."""
    rows = _rows(text, LINES_MAX + 1)  # and a header row
    head = _head(rows[0][1]) if rows else None
    columns = head or COLUMNS
    seen = entered.copy() if entered is not None else Entered()
    lines = rows[1:] if head else rows[:LINES_MAX]
    return tuple(_line(number, cells, columns, seen) for number, cells in lines)


def as_table(lines: Iterable[EntryLine]) -> str:
    """Return the lines as a table with a header row; reading it gives the same lines."""
    columns = (*COLUMNS, *LIST_COLUMNS)
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([line.values.get(column, "") for column in columns] for line in lines)
    return text.getvalue()


def lines_left(text: str, done: Container[int]) -> str:
    """Return a list without the lines of these numbers; the header row stays if any line stays."""
    lines = _lines(text)
    rows = _rows(text)
    head = rows[:1] if rows and _head(rows[0][1]) else []
    left = [lines[number - 1] for number, _ in rows[len(head) :] if number not in done]
    return "\n".join([lines[number - 1] for number, _ in head] + left) if left else ""


def _lines(text: str) -> list[str]:
    """Return the lines of a text in NFC; lines that are too long stay as they are."""
    return [
        unicodedata.normalize("NFC", line) if len(line) <= LINE_MAX else line
        for line in text.splitlines()
    ]


def _rows(text: str, most: int | None = None) -> list[tuple[int, list[str]]]:
    lines = enumerate(_lines(text), start=1)
    numbered = list(islice(((n, line[:LINE_MAX]) for n, line in lines if line.strip()), most))
    of_table = _head_delimiter(numbered[0][1]) if numbered else None
    return [(number, _parted(line, of_table)) for number, line in numbered]


def _head_delimiter(line: str) -> str | None:
    """Return the delimiter of a table by its header row; None if the line is no header row."""
    return next((mark for mark in "\t;," if mark in line and _head(_cells(line, mark))), None)


def _parted(line: str, of_table: str | None) -> list[str]:
    delimiter = of_table or next((mark for mark in "\t;" if mark in line), None)
    return _name_and_rating(line) if delimiter is None else _cells(line, delimiter)


def _cells(line: str, delimiter: str) -> list[str]:
    cells = next(csv.reader(io.StringIO(line), delimiter=delimiter), [])
    return [" ".join(cleaned(cell).split()) for cell in cells]


def _name_and_rating(line: str) -> list[str]:
    tidy = " ".join(cleaned(line).split())
    found = RATING_AT_THE_END.search(tidy, max(len(tidy) - RATING_WIDTH, 0))
    if found is None:
        return [tidy]
    name = tidy[: found.start()].rstrip(" ,")
    # A single blank separates a rating from neither a preceding number nor an empty name.
    if len(name) == found.start() and (not name or name[-1].isdecimal()):
        return [tidy]
    return [name, found[1]]


def _head(cells: list[str]) -> tuple[str, ...] | None:
    """Return the columns that a first row names; None if it holds a player."""
    plain = [
        unicodedata.normalize("NFKD", cell).encode("ascii", "ignore").decode().lower().strip(" .")
        for cell in cells
    ]
    named = tuple(HEADS.get(cell, "") for cell in plain)
    return named if "name" in named else None


def _line(number: int, cells: list[str], columns: tuple[str, ...], seen: Entered) -> EntryLine:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    if BARE_ID.fullmatch(values.get("name", "")) and "fide_id" not in values:
        values["fide_id"] = values.pop("name")
    problems = [
        Problem(line=number, column=column, code=code, text=text[:40])
        for column, code, text in _wrong(values, seen)
    ]
    if len(cells) > len(columns):
        extra = cells[len(columns)][:40]
        problems.append(Problem(line=number, column="", code="too-many-columns", text=extra))
    seen.add(values)
    return EntryLine(line=number, values=values, problems=tuple(problems))


def _wrong(values: dict[str, str], seen: Entered) -> list[tuple[str, str, str]]:
    name, rating = values.get("name", ""), values.get("rating", "")
    wrong = [
        (column, "unfit", unfit_character(value))
        for column, value in values.items()
        if unfit_character(value)
    ]
    if not name:
        wrong.append(("name", "name-missing", ""))
    elif len(name) > NAME_MAX:
        wrong.append(("name", "too-long", name))
    elif found := seen.twice(values):
        column, code = found
        wrong.append((column, code, values[column]))
    if rating and not (rating.isascii() and rating.isdigit()):
        wrong.append(("rating", "no-number", rating))
    elif rating and (len(rating) > 4 or int(rating) > RATING_MAX):
        wrong.append(("rating", "no-rating", rating))
    k = values.get("k", "")
    if k and not (k.isascii() and k.isdigit() and len(k) < 4 and int(k) <= K_MAX):
        wrong.append(("k", "no-k", k))
    return wrong
