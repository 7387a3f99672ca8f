"""Lists of players as people paste them: one a line, or a table with or without a head.

Columns are parted by tabs or semicolons, in a table with a head also by commas. Without any of
them a line is a name, with a rating at its end where there is one.
"""

import csv
import io
import re
import unicodedata
from dataclasses import dataclass, field

COLUMNS = ("name", "rating", "federation", "title", "club", "fide_id", "birth")
"""The order of the columns where there is no head."""

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
    "fide id": "fide_id",
    "fide_id": "fide_id",
    "nacimiento": "birth",
    "birth": "birth",
    "year": "birth",
}
RATING_MAX = 4_000
NAME_MAX = 120
LINES_MAX = 2_000
NAME_AND_RATING = re.compile(r"^(?P<name>.*?\D)[\s,]+(?P<rating>\d{3,4})$")


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is wrong in a line: the code of the sentence, the column, and what stands there."""

    line: int
    column: str
    code: str
    text: str


@dataclass(frozen=True, kw_only=True)
class EntryLine:
    """A line as it was understood; `problems` is empty when it can be entered."""

    line: int
    values: dict[str, str]
    problems: tuple[Problem, ...] = ()

    @property
    def rating(self) -> int:
        """The rating; 0 without one."""
        return int(self.values.get("rating") or 0)


@dataclass
class _Seen:
    names: set[str] = field(default_factory=set)


def read_entries(text: str, known_names: frozenset[str] = frozenset()) -> tuple[EntryLine, ...]:
    """All lines that say something, in order; `known_names` are entered already, case folded."""
    rows = _rows(text)
    head = _head(rows[0][1]) if rows else None
    columns = head or COLUMNS
    seen = _Seen(names=set(known_names))
    lines = rows[1:] if head else rows
    return tuple(_line(number, cells, columns, seen) for number, cells in lines[:LINES_MAX])


def _rows(text: str) -> list[tuple[int, list[str]]]:
    lines = unicodedata.normalize("NFC", text).splitlines()
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    delimiter = _delimiter([line for _, line in numbered])
    if delimiter is None:
        return [(number, _name_and_rating(line)) for number, line in numbered]
    return [(number, _cells(line, delimiter)) for number, line in numbered]


def _delimiter(lines: list[str]) -> str | None:
    for mark in ("\t", ";"):
        if any(mark in line for line in lines):
            return mark
    if lines and "," in lines[0] and _head(_cells(lines[0], ",")):
        return ","
    return None


def _cells(line: str, delimiter: str) -> list[str]:
    cells = next(csv.reader(io.StringIO(line), delimiter=delimiter), [])
    return [" ".join(cell.split()) for cell in cells]


def _name_and_rating(line: str) -> list[str]:
    tidy = " ".join(line.split())
    found = NAME_AND_RATING.match(tidy)
    return [tidy] if found is None else [found["name"].rstrip(" ,"), found["rating"]]


def _head(cells: list[str]) -> tuple[str, ...] | None:
    """The columns that a first row names, or None when it is a player."""
    plain = [
        unicodedata.normalize("NFKD", cell).encode("ascii", "ignore").decode().lower().strip(" .")
        for cell in cells
    ]
    named = tuple(HEADS.get(cell, "") for cell in plain)
    return named if "name" in named else None


def _line(number: int, cells: list[str], columns: tuple[str, ...], seen: _Seen) -> EntryLine:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}
    problems = [
        Problem(line=number, column=column, code=code, text=text[:40])
        for column, code, text in _wrong(values, seen)
    ]
    if len(cells) > len(columns):
        extra = cells[len(columns)][:40]
        problems.append(Problem(line=number, column="", code="too-many-columns", text=extra))
    seen.names.add(values.get("name", "").casefold())
    return EntryLine(line=number, values=values, problems=tuple(problems))


def _wrong(values: dict[str, str], seen: _Seen) -> list[tuple[str, str, str]]:
    name, rating = values.get("name", ""), values.get("rating", "")
    wrong = []
    if not name:
        wrong.append(("name", "name-missing", ""))
    elif len(name) > NAME_MAX:
        wrong.append(("name", "too-long", name))
    elif name.casefold() in seen.names:
        wrong.append(("name", "twice", name))
    if rating and not (rating.isascii() and rating.isdigit()):
        wrong.append(("rating", "no-number", rating))
    elif rating and (len(rating) > 4 or int(rating) > RATING_MAX):
        wrong.append(("rating", "no-rating", rating))
    return wrong
