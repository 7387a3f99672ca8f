"""Tables as text: figures in the words of a language, columns aligned for terminals, and CSV."""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, NamedTuple

import msgspec

from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.tournament.state import Tournament
from planilla.presentation.catalogue import as_it_is, tr
from planilla.presentation.figures import (
    RESULT_TEXTS,
    exact,
    figure,
    figure_in_column,
    money,
    percentage,
    signed,
    written,
)
from planilla.projections.table import Figure, TableColumn
from planilla.projections.tables import TABLES, PlainRow, PlainTable, player_details

COLUMN_GAP = "  "
"""Between two columns of a table."""
NOTHING = "–"
"""A cell of a table without a value."""
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet takes for a formula."""


def team_label(language: str, team: str, name: str) -> str:
    """Return a team of a table by its name and letters, or without a name by its letters."""
    if name:
        return tr(language, "teams.team.named", team=team, name=name)
    return tr(language, "teams.team", team=team)


def figure_text(language: str, kind: Figure, value: Any, unit: int = 0, currency: str = "") -> str:
    """Return a cell as text; `unit` is what one point is written as."""
    if value is None:
        return NOTHING
    return FIGURES[kind](language, value, unit, currency) if kind in FIGURES else str(value)


FIGURES: Mapping[Figure, Callable[[str, Any, int, str], str]] = {
    Figure.POINTS: lambda _, value, unit, __: figure(value, unit),
    Figure.DECIMAL: lambda language, value, _, __: written(language, value),
    Figure.CHANGE: lambda language, value, _, __: signed(language, value),
    Figure.MONEY: lambda language, value, _, currency: money(language, value, currency),
    Figure.RATING: lambda _, value, __, ___: str(value or NOTHING),
    Figure.CHANCE: lambda language, value, _, __: percentage(language, value),
    Figure.PLACES: lambda language, value, _, __: percentage(language, value) if value else NOTHING,
    **dict.fromkeys(
        (Figure.TIEBREAKS, Figure.MADE),
        lambda language, value, _, __: figure_in_column(language, *value.as_integer_ratio()),
    ),
}
"""The writers of figures that have a unit or a mark of the language; the others are text."""


def text_lines(
    language: str, columns: Sequence[TableColumn], rows: Iterable[Any], unit: int = 0
) -> Iterator[str]:
    """Yield a table of a view as lines, its headings first."""
    cells = [
        [
            figure_text(language, column.figure, getattr(row, column.name), column.unit or unit)
            for column in columns
        ]
        for row in rows
    ]
    yield from aligned([[tr(language, column.label) for column in columns], *cells])


def aligned(rows: Iterable[Sequence[str]], left: Collection[int] = ()) -> Iterator[str]:
    """Yield the lines of a table, its columns as wide as their widest cell.

    Figures stand to the right; the columns at the places `left` hold words and stand to the left.
    A row may be shorter than others.
    """
    cells = [*rows]
    size = max(map(len, cells), default=0)
    widths = [max(len(row[at]) for row in cells if at < len(row)) for at in range(size)]
    for row in cells:
        line = [
            cell.ljust(widths[at]) if at in left else cell.rjust(widths[at])
            for at, cell in enumerate(row)
        ]
        yield COLUMN_GAP.join(line).rstrip()


def words_in(rows: Iterable[Sequence[str]]) -> set[int]:
    """Return the places of the columns that hold something else than whole numbers."""
    return {
        at
        for row in rows
        for at, cell in enumerate(row)
        if cell != NOTHING and not cell.removeprefix("-").isdecimal()
    }


SQUARES = str.maketrans("WB", "□■")
"""The letters of colours in views, and the squares that people read."""
NameOf = Callable[[str], str]
"""The name of an entrant."""


class PlainColumn(NamedTuple):
    """One column of a table as text: `name` heads it in files, `label` on a terminal.

    A column without a name is on terminals only, one without a label in files only.
    """

    name: str
    label: str
    value: Callable[[PlainRow], Any]
    figure: Figure = Figure.TEXT
    unit: int = 0


class _Expansion(NamedTuple):
    """The columns of a table one by one, in a language and with the names of people."""

    language: str
    table: PlainTable
    name_of: NameOf
    details: Mapping[str, Mapping[str, Any]]

    def columns(self) -> Iterator[PlainColumn]:
        for column in self.table.columns:
            key = column.label or f"page.col.{column.name}"
            label = "" if column.figure in HEADED_BY_VALUES else tr(self.language, key)
            yield from EXPANDED.get(column.figure, _Expansion.one)(self, column, label)
            if column.beneath is not None:
                small = column.beneath
                label = small.prefix.strip() or tr(self.language, small.label)
                yield from self.one(small, label)

    def one(self, column: TableColumn, label: str) -> Iterator[PlainColumn]:
        unit = column.unit or self.table.unit
        yield PlainColumn(column.name, label, _field(column.name), column.figure, unit)

    def none(self, _: TableColumn, __: str) -> Iterator[PlainColumn]:
        yield from ()

    def place(self, column: TableColumn, label: str) -> Iterator[PlainColumn]:
        yield PlainColumn(column.name, label, lambda row: row.place, Figure.NUMBER)

    def move(self, column: TableColumn, _: str) -> Iterator[PlainColumn]:
        yield PlainColumn(column.name, "", _field(column.name))
        yield PlainColumn("", " ", partial(_move, _field(column.name)))

    def player(self, column: TableColumn, label: str) -> Iterator[PlainColumn]:
        """Yield the name, and in files the id, number, title, federation and rating."""
        yield PlainColumn(column.name, "", lambda row: row.entrant)
        yield PlainColumn("name", label, lambda row: self.name_of(row.entrant))
        known = {each.name for each in self.table.columns}
        for name in ("number", "title", "federation", "rating"):
            if name not in known:
                figure = Figure.RATING if name == "rating" else Figure.TEXT
                yield PlainColumn(name, "", partial(self._detail, name), figure)

    def _detail(self, name: str, row: PlainRow) -> Any:
        return self.details[row.entrant][name]

    def side(self, column: TableColumn, label: str) -> Iterator[PlainColumn]:
        entrant = _field(column.name)
        yield PlainColumn(column.name, "", entrant)
        yield PlainColumn(
            f"{column.name}_name", label, lambda row: self.name_of(entrant(row) or "")
        )

    def result(self, column: TableColumn, label: str) -> Iterator[PlainColumn]:
        """Yield the result that is known, in files also the one that counts and the bye."""

        def text(row: PlainRow) -> str:
            said = _result(row)
            bye = f"page.bye.{row.fields['bye']}"
            return tr(self.language, bye) if said is None else RESULT_TEXTS[said]

        yield PlainColumn("", label, text)
        yield PlainColumn(column.name, "", _result)
        yield PlainColumn("counts", "", _field("result"))
        yield PlainColumn("bye", "", _field("bye"))

    def tiebreaks(self, _: TableColumn, __: str) -> Iterator[PlainColumn]:
        for at, code in enumerate(self.table.tiebreaks):
            yield PlainColumn(code, code, partial(_value, at), Figure.TIEBREAKS)

    def rounds(self, column: TableColumn, _: str) -> Iterator[PlainColumn]:
        """Yield a column for each round or opponent: colours as squares, in files as letters."""
        cell = CELLS[column.figure]
        for number in map(str, range(1, self.table.numbered + 1)):
            value = partial(_numbered, cell, _field(column.name), int(number))
            if column.figure is Figure.CHANGES:
                yield PlainColumn(number, number, value, Figure.CHANGE)
            else:
                yield PlainColumn("", number, partial(_with_squares, value))
                yield PlainColumn(number, "", value)


EXPANDED: Mapping[Figure, Callable[[_Expansion, TableColumn, str], Iterator[PlainColumn]]] = {
    Figure.PLACE: _Expansion.place,
    Figure.MOVE: _Expansion.move,
    Figure.PLAYER: _Expansion.player,
    Figure.SIDE: _Expansion.side,
    Figure.RESULT: _Expansion.result,
    Figure.TIEBREAKS: _Expansion.tiebreaks,
    Figure.LAST: _Expansion.none,
    Figure.REASON: _Expansion.none,
    Figure.ROUNDS: _Expansion.rounds,
    Figure.GAMES: _Expansion.rounds,
    Figure.OPPONENTS: _Expansion.rounds,
    Figure.CHANGES: _Expansion.rounds,
}
"""The figures that are several columns as text, or none."""


def _field(name: str) -> Callable[[PlainRow], Any]:
    return lambda row: row.fields[name]


def _value(at: int, row: PlainRow) -> Fraction | None:
    return row.values[at]


def _numbered(
    cell: Callable[[Any, int], Any], field: Callable[[PlainRow], Any], number: int, row: PlainRow
) -> Any:
    return cell(field(row), number)


def _with_squares(value: Callable[[PlainRow], str], row: PlainRow) -> str:
    return value(row).translate(SQUARES)


def _move(before: Callable[[PlainRow], int | None], row: PlainRow) -> str:
    by = (before(row) or row.place) - row.place
    return f"▲{by}" if by > 0 else f"▼{-by}" if by else ""


def _result(row: PlainRow) -> str | None:
    known: str | None = row.fields["result"]
    return known if row.fields["corrected"] is None else row.fields["corrected"][1]


def _outcome(form: str, number: int) -> str:
    return form.split(" ")[number - 1]


def _game(games: Sequence[Any], number: int) -> str:
    """Return a round of a crosstable: opponent, colour and score, `12W1`, or the kind of bye."""
    opponent, colour, how, _ = games[number - 1] or (None, "", "", "")
    return how if opponent is None else f"{opponent}{colour}{how}"


def _against(games: Sequence[Any], number: int) -> str:
    """Return the games against an opponent: colour and score of each."""
    return " ".join(f"{each[1]}{each[2]}" for each in games if each and each[0] == number)


def _change(terms: Sequence[Any], number: int) -> int | None:
    return next((change for at, _, change in terms if at == number), None)


CELLS: Mapping[Figure, Callable[[Any, int], Any]] = {
    Figure.ROUNDS: _outcome,
    Figure.GAMES: _game,
    Figure.OPPONENTS: _against,
    Figure.CHANGES: _change,
}
"""The cell of a numbered column, from the field of its row."""
HEADED_BY_VALUES = frozenset({Figure.TIEBREAKS, *CELLS})
"""Figures whose columns are headed by codes or numbers."""


def view_lines(language: str, name: str, state: Tournament, name_of: NameOf) -> Iterator[str]:
    """Yield a table for a terminal, its headings first; words stand to the left."""
    table = TABLES[name](state)
    expanded = _Expansion(language, table, name_of, {}).columns()
    columns = [each for each in expanded if each.label]
    cells = [
        [
            figure_text(language, each.figure, each.value(row), each.unit, table.currency)
            for each in columns
        ]
        for row in table.rows
    ]
    left = {at for at, each in enumerate(columns) if each.figure is Figure.TEXT}
    yield from aligned([[each.label.strip() for each in columns], *cells], left)


def every(_: PlainRow) -> bool:
    """Return True: no row is left out."""
    return True


def view_csv(
    language: str,
    name: str,
    state: Tournament,
    name_of: NameOf,
    has: Callable[[PlainRow], bool] = every,
) -> str:
    """Return a table as CSV: names of columns that no language changes, numbers as programs read.

    `language` is that of what stands for a name; rows that do not satisfy `has` are left out.
    """
    return csv_of(*table_cells(name, state, language, name_of, has))


def table_cells(
    name: str,
    state: Tournament,
    language: str = "en",
    name_of: NameOf = as_it_is,
    has: Callable[[PlainRow], bool] = every,
) -> tuple[list[str], list[list[Any]]]:
    """Return the names of the columns of a table, and its rows as programs read them."""
    table = TABLES[name](state)
    expanded = _Expansion(language, table, name_of, player_details(state)).columns()
    columns = [each for each in expanded if each.name]
    currency = [table.currency] if table.currency else []
    header = [*(each.name for each in columns), *("currency" for _ in currency)]
    rows = [
        [
            *(_plain(each.figure, each.value(row), each.unit, table.currency) for each in columns),
            *currency,
        ]
        for row in table.rows
        if has(row)
    ]
    return header, rows


def plain_cells(columns: Sequence[TableColumn], row: Any) -> list[Any]:
    """Return a row of a table for a file, a cell for each column."""
    return [_plain(each.figure, getattr(row, each.name), each.unit, "") for each in columns]


def _plain(kind: Figure, value: Any, unit: int, currency: str) -> Any:
    """Return a cell of a file: numbers as such, nothing where there is no value."""
    if value is None or kind not in NUMBERS:
        return value or None if kind is Figure.RATING else value
    return number(NUMBERS[kind](value, unit, currency))


NUMBERS: Mapping[Figure, Callable[[Any, int, str], Fraction]] = {
    Figure.POINTS: lambda value, unit, _: Fraction(value, unit),
    Figure.DECIMAL: lambda value, _, __: Fraction(value, 100),
    Figure.CHANGE: lambda value, _, __: Fraction(value, 100),
    Figure.MONEY: lambda value, _, currency: Fraction(value, 10 ** decimals_of(currency)),
    Figure.TIEBREAKS: lambda value, _, __: Fraction(value),
    Figure.MADE: lambda value, _, __: Fraction(value),
}
"""The values of figures that have a unit."""


def number(value: Fraction) -> Decimal:
    """Return a number for a file, exactly; one without end has two decimals."""
    text = exact(value)
    return Decimal(floor(100 * value + Fraction(1, 2))) / 100 if "/" in text else Decimal(text)


def as_csv(rows: Sequence[msgspec.Struct]) -> str:
    """Return rows as CSV, headed by the names of their fields."""
    written_rows = [msgspec.structs.asdict(row) for row in rows]
    return csv_of(list(written_rows[0]) if rows else [], (row.values() for row in written_rows))


def csv_of(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return CSV with a byte order mark; a text that looks like a formula gets an apostrophe."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    is_formula = isinstance(value, str) and value.startswith(FORMULA_PREFIXES)
    return f"'{value}" if is_formula else value
