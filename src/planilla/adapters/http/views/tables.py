"""Tables of entrants as pages show them: headings and cells from columns that are data.

Standings, ladders and the ranking of a hall are one shape: `TableShown`. The cells of a row are
HTML, made here; what is not ours in them is escaped where it is written. Scripts find a cell by the
name of its column, which the heading announces with its figure and unit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.signs import moved, safe
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.catalogue import tr
from planilla.presentation.tiebreaks import tiebreak_name, tiebreak_short
from planilla.projections import standings
from planilla.projections.table import Figure, TableColumn

DETAILS_MAX = 16_384
"""Small lines that are kept: one for each player, language and rating."""
NOTHING = "–"


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The heading of one column; `at` is the place in a field of several values.

    `title` explains the label; one that is quiet is read by screen readers alone, and of the label
    of a round its word. `unit` is what one point is written as, 0 where the figure has none.
    """

    column: TableColumn
    style: str
    label: str
    title: str = ""
    word: str = ""
    unit: int = 0
    at: int | None = None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line: `fields` is the row of the view, `made` what the page makes besides, HTML by name.

    `texts` are the figures in the order of the tie-breaks, `parting` the one that parts the row
    from the next where the page shows that.
    """

    entrant: str
    place: int
    move: int
    name: str
    detail: str
    number: int
    points: str
    is_out: bool
    fields: Any
    texts: Sequence[tuple[str, str]] = ()
    parting: str = ""
    last: Markup = Markup()
    rounds: Markup = Markup()
    made: Mapping[str, str] = {}


class TableShown:
    """A table: its headings and rows, in order."""

    def __init__(
        self,
        page: TournamentPage,
        columns: Sequence[TableColumn],
        headings: Sequence[Heading],
        **said: Any,
    ) -> None:
        self.headings = headings
        self.rows: tuple[TableRow, ...] = said.pop("rows")
        self.view: str = said.pop("view", "")
        self.style: str = said.pop("style")
        self.caption: str = said.pop("caption")
        self._columns = columns
        self._page = page

    def cells(self, row: TableRow, kept: str) -> Markup:
        """Return the cells of a row; `kept` is the query that every link keeps."""
        card = escape(f"/t/{self._page.id}/entrants/{row.entrant}{f'?{kept}' if kept else ''}")
        return safe("\n".join([self._cell(column, row, card) for column in self._columns]))

    def _cell(self, column: TableColumn, row: TableRow, card: str) -> str:
        made = row.made.get(column.name)
        if made is not None:
            return _tapped(column, made, card)
        return CELLS[column.figure](self._page, column, row, card)


def _tapped(column: TableColumn, inside: str, card: str, more: str = "") -> str:
    """A cell, as a link to what explains it where it has that; `more` are further classes."""
    style = f"{column.style or column.name}{more}"
    if not column.opens:
        return f'<td class="{style}">{inside}</td>'
    return f'<td class="{style}"><a href="{card}#working" data-working>{inside}</a></td>'


def _place(_: TournamentPage, __: TableColumn, row: TableRow, ___: str) -> str:
    return f'<td class="place">{row.place}</td>'


def _move(page: TournamentPage, column: TableColumn, row: TableRow, card: str) -> str:
    arrow = moved(page.language, row.move)
    if not row.move or not column.opens:
        return f'<td class="move">{arrow}</td>'
    why = escape(tr(page.language, "page.movement.why"))
    link = f'<a href="{card}#movement" data-working="movement" title="{why}">{arrow}</a>'
    return f'<td class="move">{link}</td>'


def _player(_: TournamentPage, __: TableColumn, row: TableRow, card: str) -> str:
    name, detail = escape(row.name), row.made.get("detail") or escape(row.detail)
    return (
        f'<th scope="row" class="who"><a class="name" href="{card}"><bdi>{name}</bdi></a>'
        f"<small>{detail}</small></th>"
    )


def _points(_: TournamentPage, column: TableColumn, row: TableRow, card: str) -> str:
    return _tapped(column, row.points, card)


def _tiebreaks(_: TournamentPage, column: TableColumn, row: TableRow, card: str) -> str:
    return "\n".join(
        [
            _tapped(column, text, card, " parts" if code == row.parting else "")
            for code, text in row.texts
        ]
    )


def _last(_: TournamentPage, __: TableColumn, row: TableRow, ___: str) -> str:
    return f'<td class="last">{row.last}</td>'


def _rounds(_: TournamentPage, __: TableColumn, row: TableRow, ___: str) -> str:
    return row.rounds


def _text(_: TournamentPage, column: TableColumn, row: TableRow, card: str) -> str:
    value = getattr(row.fields, column.name)
    return _tapped(column, NOTHING if value is None else escape(str(value)), card)


CELLS: dict[Figure, Callable[[TournamentPage, TableColumn, TableRow, str], str]] = {
    Figure.PLACE: _place,
    Figure.MOVE: _move,
    Figure.PLAYER: _player,
    Figure.POINTS: _points,
    Figure.TIEBREAKS: _tiebreaks,
    Figure.LAST: _last,
    Figure.ROUNDS: _rounds,
    Figure.NUMBER: _text,
    Figure.TEXT: _text,
}
"""The writer of each figure; what is made by the page has none."""


class TiebreakHeading(msgspec.Struct, frozen=True):
    """A tie-break in a heading: short, in full, and what one point of it is written as."""

    label: str
    title: str
    unit: int = 0


def headings_of(
    page: TournamentPage,
    columns: Sequence[TableColumn],
    tiebreaks: Sequence[TiebreakHeading] | None = None,
) -> tuple[Heading, ...]:
    """Return the headings of a table, by default with the announced tie-breaks."""
    known = _announced(page) if tiebreaks is None else tiebreaks
    return tuple(heading for column in columns for heading in _headings(page, column, known))


def _announced(page: TournamentPage) -> tuple[TiebreakHeading, ...]:
    language = page.language
    return tuple(
        TiebreakHeading(
            tiebreak_short(language, code),
            tiebreak_name(language, code),
            page.unit_in_scripts(code),
        )
        for code in page.state.tiebreaks
    )


def _headings(
    page: TournamentPage, column: TableColumn, tiebreaks: Sequence[TiebreakHeading]
) -> Iterator[Heading]:
    style = column.style or column.name
    if column.figure is Figure.TIEBREAKS:
        for at, each in enumerate(tiebreaks):
            yield Heading(
                column=column,
                style=style,
                label=each.label,
                title=each.title,
                unit=each.unit,
                at=at,
            )
        return
    if column.figure is Figure.ROUNDS:
        word = page.say("page.round")
        for number in range(1, len(page.crosstable.rounds) + 1):
            yield Heading(
                column=column, style=style, label=str(number), word=f"{word} ", at=number - 1
            )
        return
    yield Heading(
        column=column,
        style=style,
        label=page.say(column.label or f"page.col.{column.name}"),
        title=page.say(column.help) if column.help else "",
        unit=page.unit if column.figure is Figure.POINTS else 0,
    )


def standings_shown(page: TournamentPage) -> TableShown:
    """Return the standings from the top."""
    return TableShown(
        page,
        standings.TABLE,
        headings_of(page, standings.TABLE),
        rows=standing_rows(page),
        view="standings",
        style="standings",
        caption=page.say("page.tab.standings"),
    )


def standing_rows(page: TournamentPage, only: str | None = None) -> tuple[TableRow, ...]:
    """Return the lines of the standings from the top, or that of one entrant."""
    columns = Columns(page)
    return tuple(
        _row(page, columns, place, entrant, row)
        for place, entrant, row in standings.ranked(standings.rows(page.state))
        if only is None or entrant == only
    )


def _row(
    page: TournamentPage, columns: Columns, place: int, entrant: str, row: standings.StandingsRow
) -> TableRow:
    seat = row.number - 1
    return TableRow(
        entrant=entrant,
        place=place,
        move=0 if row.before is None else row.before - place,
        name=page.name(entrant),
        detail=detail_of(page, entrant),
        number=row.number,
        points=page.points(row.points),
        is_out=page.state.entrants[EntrantId(entrant)].out_from is not None,
        fields=row,
        texts=tuple(
            (code, page.tiebreak(code, value))
            for code, value in zip(page.state.tiebreaks, row.values, strict=True)
        ),
        last=columns.last(seat),
        rounds=columns.cells(seat),
    )


def detail_of(page: TournamentPage, entrant: str) -> str:
    """Return title, federation, rating and number in one small line."""
    known = page.state.entrants[EntrantId(entrant)]
    return _detail(page.language, known.title, known.federation, known.rating, page.number(entrant))


@lru_cache(maxsize=DETAILS_MAX)
def _detail(language: str, title: str, federation: str, rating: int, number: int) -> str:
    shown = str(rating) if rating else tr(language, "page.unrated")
    numbered = tr(language, "page.number", number=number)
    return " · ".join(part for part in (title, federation, shown, numbered) if part)
