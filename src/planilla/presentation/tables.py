"""Tables as text: figures in the words of a language, columns aligned for terminals, and CSV."""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from planilla.presentation.catalogue import tr
from planilla.presentation.figures import figure, money, percentage, signed, written
from planilla.projections.table import Figure, TableColumn

COLUMN_GAP = "  "
"""Between two columns of a table."""
NOTHING = "–"
"""A cell of a table without a value."""
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet takes for a formula."""


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


def as_csv(rows: Iterable[msgspec.Struct]) -> str:
    """Return rows as CSV with a header and a byte order mark; formulas are escaped."""
    written_rows = [msgspec.structs.asdict(row) for row in rows]
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.DictWriter(out, fieldnames=list(written_rows[0]) if written_rows else [])
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in written_rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    is_formula = isinstance(value, str) and value.startswith(FORMULA_PREFIXES)
    return f"'{value}" if is_formula else value
