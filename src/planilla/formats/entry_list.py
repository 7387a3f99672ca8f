"""Lists of players as people paste them: one a line, or a table with or without a head.

A table with a head has one delimiter: tabs, semicolons or commas. Without a head each line is
read by itself: columns parted by tabs or semicolons, or else a name, with a rating at its end where
there is one.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from planilla.formats.typed_text import cleaned, unfit_character

COLUMNS = ("name", "rating", "federation", "title", "club", "fide_id", "birth")
"""The order of the columns where there is no head."""

LIST_COLUMNS = ("sex", "k", "rating_list", "arbiter", "categories")
"""Further columns of a federation's list; a table with a header row may have them too."""

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
YEAR = re.compile(r"[0-9]{4}")
RATING_AT_THE_END = re.compile(r"[ ,](\d{3,4})\Z")
RATING_WIDTH = 5
"""Letters that it takes at most, with what parts it from the name."""
LINE_MAX = 1_000
"""Letters of a line that are read: the time that NFC takes may grow with the square of them."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A fault of a line: the code of its sentence, the column, and the text of the cell."""

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

    @property
    def k(self) -> int:
        """The development coefficient; 0 without one."""
        return int(self.values.get("k") or 0)


@dataclass
class Entered:
    """Entrants of the tournament and of earlier lines: the marks of each name by column."""

    marks_of: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)

    def add(self, values: Mapping[str, str]) -> None:
        """Remember somebody's name, and what tells them from others of that name."""
        marks = _marks(values)
        known = self.marks_of.setdefault(_plain(values), {column: set() for column in marks})
        for column, mark in marks.items():
            known[column].add(mark)
        self.ids |= {marks["fide_id"]} - {""}

    def twice(self, values: Mapping[str, str]) -> tuple[str, str] | None:
        """The column that tells that somebody is here already, and the code of it.

        Two of one name are two people only where each has an id, a year of birth or a club of
        their own: a rating changes, and a column left empty tells nothing.
        """
        marks = _marks(values)
        if marks["fide_id"] in self.ids:
            return "fide_id", "twice"
        known = self.marks_of.get(_plain(values))
        if known is None or not values.get("name"):
            return None
        is_told = any(mark and not {"", mark} & known[column] for column, mark in marks.items())
        return None if is_told else ("name", "namesake")

    def copy(self) -> "Entered":
        """The same people, to add others to."""
        marks = {
            name: {column: set(each) for column, each in known.items()}
            for name, known in self.marks_of.items()
        }
        return Entered(marks, set(self.ids))


def _plain(values: Mapping[str, str]) -> str:
    return values.get("name", "").casefold()


def _marks(values: Mapping[str, str]) -> dict[str, str]:
    year = YEAR.search(values.get("birth", ""))
    return {
        "fide_id": values.get("fide_id", ""),
        "birth": year[0] if year else "",
        "club": values.get("club", "").casefold(),
    }


def read_entries(text: str, entered: Entered | None = None) -> tuple[EntryLine, ...]:
    """All lines that say something, in order; who is entered already is told."""
    rows = _rows(text, LINES_MAX + 1)  # a head besides
    head = _head(rows[0][1]) if rows else None
    columns = head or COLUMNS
    seen = entered.copy() if entered is not None else Entered()
    lines = rows[1:] if head else rows[:LINES_MAX]
    return tuple(_line(number, cells, columns, seen) for number, cells in lines)


def as_table(lines: Iterable[EntryLine]) -> str:
    """Lines as a table with a head, which reads as the same lines again."""
    columns = (*COLUMNS, *LIST_COLUMNS)
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([line.values.get(column, "") for column in columns] for line in lines)
    return text.getvalue()


def lines_left(text: str, done: Container[int]) -> str:
    """A list without the lines of these numbers; its head stays where any line does."""
    lines = _lines(text)
    rows = _rows(text)
    head = rows[:1] if rows and _head(rows[0][1]) else []
    left = [lines[number - 1] for number, _ in rows[len(head) :] if number not in done]
    return "\n".join([lines[number - 1] for number, _ in head] + left) if left else ""


def _lines(text: str) -> list[str]:
    """The lines of a text in NFC, but those that are too long for it."""
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
    """The delimiter of a table, from its head; None where the line is no head."""
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
    # One mark alone does not part a rating from a number before it, nor from nothing.
    if len(name) == found.start() and (not name or name[-1].isdecimal()):
        return [tidy]
    return [name, found[1]]


def _head(cells: list[str]) -> tuple[str, ...] | None:
    """The columns that a first row names, or None when it is a player."""
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
