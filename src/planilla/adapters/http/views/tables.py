"""Tables of pages: headings and cells from columns defined as data.

All tables of a tournament have one type, `TableShown`, one template and one script. The cells of a
row are HTML, made here, with external text escaped. Scripts find a cell by the name of its column,
which the heading states with figure and unit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.marks import SHAPES, moved, safe
from planilla.adapters.http.views.schedule import postponed_mark
from planilla.adapters.http.views.tournament_page import TournamentPage, isolated
from planilla.domain.vocabulary import RESULT_NOTATION, RESULT_OF_NOTATION, EntrantId, GameResult
from planilla.presentation.catalogue import tr
from planilla.presentation.figures import RESULT_TEXTS, signed, written
from planilla.presentation.tables import figure_text
from planilla.presentation.tiebreaks import tiebreak_name, tiebreak_short
from planilla.projections.table import Figure, TableColumn

DETAILS_MAX = 16_384
"""Most cached detail lines, by player, language and rating."""
CARDS = "entrants"
"""Folder of the players' cards, which explain most figures."""
NUMBERED = frozenset({Figure.ROUNDS, Figure.GAMES, Figure.OPPONENTS, Figure.CHANGES})
"""Figures with a column for each round or opponent, headed by its number."""
OUT = "out"
"""CSS class of the row of a withdrawn player."""
SQUARES = {"white": "□", "black": "■"}
"""Signs before the labels of White and Black."""
OPEN = RESULT_NOTATION[GameResult.OPEN]
TEXTS_ANNOUNCED = {
    Figure.RESULT: {notation: RESULT_TEXTS[notation] for notation in RESULT_OF_NOTATION},
    Figure.LAST: SHAPES,
}
"""Texts that a heading announces to scripts: of results by notation, of outcomes by kind."""

CHANGES_MAX = 8192
"""Most cached changes; a table of 500 players has about a thousand different ones."""
ARROWS = {"up": "▲", "down": "▼", "even": ""}
CHANGE_WORDS = {"up": "gains", "down": "loses", "even": "stays"}
HALF_BAR = 50


LabelShown = tuple[str, str, int]
"""A label: short name, full name, and the integer for one point, or 0."""


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The heading of one column; `at` is the place in a field of several values.

    `title` explains the label; one that is quiet is read by screen readers alone, and of the label
    of a round its word. `unit` is what one point is written as, 0 where the figure has none.
    `beneath` is the label of the smaller figure in the same cells. `texts` are those announced to
    scripts, as JSON.
    """

    column: TableColumn
    label: str
    title: str = ""
    word: str = ""
    beneath: str = ""
    unit: int = 0
    at: int | None = None
    texts: str = ""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line: `fields` is the row of the view, `made` are additional cells, HTML by name.

    `player` is an entrant, and the key of the row in its view unless `key` is given. `detail` is
    the detail line below the name, None for the usual one. `texts` are the figures in the order of
    the tie-breaks, `parting` the one that parts the row from a neighbour, if shown. `rounds` are
    the cells of the rounds, HTML, and `below` replaces the detail line. `titles` explain cells, by
    column. `columns` replace those of the table; the last cell spans the missing ones. `entry` is
    the data for the form in the template, and `winner` the column of the winner, if marked.
    `attributes` are further attributes of the row, HTML, and `under` is a reason shown below it.
    """

    player: str = ""
    key: str = ""
    place: int = 0
    move: int = 0
    detail: str | None = None
    style: str = ""
    fields: Any = None
    texts: Sequence[tuple[str, str]] = ()
    parting: str = ""
    last: str = ""
    rounds: str = ""
    below: str = ""
    made: Mapping[str, str] = {}
    titles: Mapping[str, str] = {}
    columns: Sequence[TableColumn] = ()
    entry: Any = None
    winner: str = ""
    attributes: Markup = Markup()
    under: str = ""


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its headings and rows, in order.

    `view` is the view with its rows for scripts, "" if the page is reloaded instead; `data` are
    further attributes for scripts. `folder` has the pages that explain its figures; `unit` is the
    integer for one point if different from the tournament's. With `is_keyed` rows have their keys;
    only one table of a page may. `people` is the folder that names link to, and `file` the name of
    the table in `projections.tables`, "" without a file. `foot` is a row below the others. Cells of
    one that `is_labelled` bear the labels of their columns, for screens that show each row as a
    block.
    """

    page: TournamentPage
    columns: Sequence[TableColumn]
    headings: Sequence[Heading]
    rows: Sequence[TableRow]
    style: str
    caption: str
    view: str = ""
    folder: str = CARDS
    unit: int = 0
    currency: str = ""
    is_keyed: bool = True
    people: str = CARDS
    id: str = ""
    file: str = ""
    data: Mapping[str, Any] = {}
    foot: TableRow | None = None
    is_labelled: bool = False

    def cells(self, kept: str, entry: Callable[[Any], str]) -> Callable[[TableRow], Markup]:
        """Return a writer of cells: links keep the query `kept`, `entry` writes forms."""
        return RowWriter(self, kept, entry).cells


class RowWriter:
    """Writer of rows: their table, and the targets of its links."""

    def __init__(self, table: TableShown, kept: str, entry: Callable[[Any], str]) -> None:
        self.table = table
        self.entry = entry
        self.page = table.page
        self.language = table.page.language
        self.start = f"/t/{table.page.id}"
        self.end = f"?{kept}" if kept else ""
        self.labels = {
            each.column.name: f' data-label="{escape(each.label)}"'
            for each in table.headings
            if table.is_labelled and not each.column.is_quiet
        }

    def cells(self, row: TableRow) -> Markup:
        """Return the cells of a row."""
        if not row.columns:
            return safe("\n".join([self._cell(column, row) for column in self.table.columns]))
        *columns, last = row.columns
        width = len(self.table.columns) - len(columns)
        cells = [self._cell(column, row) for column in columns]
        rest = f'<td class="{last.style or last.name}" colspan="{width}">{row.made[last.name]}</td>'
        return safe("\n".join([*cells, rest]))

    def _cell(self, column: TableColumn, row: TableRow) -> str:
        made = row.made.get(column.name)
        if made is not None:
            return self.cell(column, row, made)
        return CELLS.get(column.figure, _figure)(self, column, row)

    def cell(self, column: TableColumn, row: TableRow, inside: str, more: str = "") -> str:
        """Return a cell, with a link to its explanation, if any; `more` are CSS classes."""
        style, title = f"{column.style or column.name}{more}", row.titles.get(column.name)
        said = f' title="{escape(title)}"' if title else ""
        if column.opens:
            inside = self._explained(column, row, inside)
        if column.heads_rows:
            return f'<th scope="row" class="{style}"{said}>{inside}</th>'
        return f'<td class="{style}"{said}{self.labels.get(column.name, "")}>{inside}</td>'

    def _explained(self, column: TableColumn, row: TableRow, inside: str) -> str:
        folder, opens = self.table.folder, column.opens
        address = escape(f"{self.start}/{folder}/{row.player}{self.end}")
        place = f"#{opens}" if folder == CARDS else ""
        kind = "" if opens == "working" else f'="{opens}"'
        hint = f' title="{escape(tr(self.language, column.hint))}"' if column.hint else ""
        return f'<a href="{address}{place}" data-working{kind}{hint}>{inside}</a>'

    def person(self, entrant: str) -> str:
        """Return a name as a link to the card."""
        folder, team = self.table.people, self.page.team_of(entrant)
        if team and EntrantId(entrant) not in self.page.state.entrants:
            folder, entrant_page = "teams", team
        else:
            entrant_page = entrant
        card = escape(f"{self.start}/{folder}/{entrant_page}{self.end}")
        return f'<a class="name" href="{card}"><bdi>{escape(self.page.name(entrant))}</bdi></a>'

    def text(self, column: TableColumn, row: TableRow) -> str:
        """Return the figure of a column as text."""
        value = getattr(row.fields, column.name)
        figure, table = column.figure, self.table
        unit = column.unit or table.unit or (self.page.unit if figure is Figure.POINTS else 0)
        return escape(figure_text(self.language, figure, value, unit, table.currency))


def _place(_: RowWriter, __: TableColumn, row: TableRow) -> str:
    return f'<td class="place">{row.place}</td>'


def _move(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    if not row.move:
        return f'<td class="{column.style}"></td>'
    return line.cell(column, row, moved(line.language, row.move))


def _player(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    below = row.below
    if not below:
        detail = detail_of(line.page, row.player) if row.detail is None else row.detail
        below = f"<small>{escape(detail)}</small>" if detail else ""
    return line.cell(column, row, f"{line.person(row.player)}{below}")


def _side(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    entrant = getattr(row.fields, column.name)
    known = line.page.player(entrant)
    team = team_beside(line.page, entrant)
    detail = " · ".join(part for part in (team, known.title, str(known.rating or "")) if part)
    won = " winner" if row.winner == column.name else ""
    return line.cell(column, row, f"{line.person(entrant)} <small>{escape(detail)}</small>", won)


def _result(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    """Return the result, the first reported one and the one for rating, if different.

    A postponed or adjourned game has its new date.
    """
    now = row.fields.result
    first, said, *_ = row.fields.corrected or (now, now)
    struck = f"<del>{RESULT_TEXTS[first]}</del> " if first not in {said, OPEN} else ""
    counts = ""
    if now != said:
        words = tr(line.language, "correct.counts", result=RESULT_TEXTS[now])
        counts = f' <small class="ruled">{escape(words)}</small>'
    shown = f'<span class="said">{RESULT_TEXTS[said]}</span>'
    later = postponed_mark(line.page, row.fields.postponement)
    return line.cell(column, row, f"{struck}{shown}{counts}{_why_corrected(line, row)}{later}")


def _why_corrected(line: RowWriter, row: TableRow) -> str:
    """Return a link to the fact that corrected a result, which has the reason; empty: none did."""
    if row.fields.corrected is None:
        return ""
    version, label = row.fields.corrected[2], escape(line.table.data["corrected"])
    facts = f"{line.table.data['facts']}?upto=v{version}#v{version}"
    return f' <a class="correction" href="{facts}" title="{label}" aria-label="{label}">✎</a>'


def _change(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    change = rating_change(
        line.language, getattr(row.fields, column.name), line.table.data["scale"]
    )
    return line.cell(column, row, f"{change.written}{change.bar}")


class RatingChange(msgspec.Struct, frozen=True):
    """A rating change as HTML: arrow, figure and words, and a bar of 100 with 0 in the middle."""

    written: Markup
    bar: Markup


@lru_cache(maxsize=CHANGES_MAX)
def rating_change(language: str, hundredths: int, scale: int) -> RatingChange:
    """Return a change with its sign, arrow and bar; `scale` fills half of the bar."""
    way = "up" if hundredths > 0 else "down" if hundredths < 0 else "even"
    width = HALF_BAR * abs(hundredths) // scale
    start = HALF_BAR - width if way == "down" else HALF_BAR
    return RatingChange(
        safe(
            f'<span class="arrow {way}" aria-hidden="true">{ARROWS[way]}</span> '
            f"{_change_figure(language, hundredths)}"
        ),
        safe(
            '<svg class="balance" viewBox="0 0 100 6" preserveAspectRatio="none" '
            'aria-hidden="true"><rect x="49" width="2" height="6" class="axis"/>'
            f'<rect x="{start}" width="{width}" height="6" class="{way}"/></svg>'
        ),
    )


@lru_cache(maxsize=CHANGES_MAX)
def change_cell(language: str, hundredths: int | None) -> str:
    """Return a round of rating change as HTML; without a counted game it is hidden."""
    if hundredths is None:
        return f'<td class="round"><span hidden>{_FIGURE.format("", "")}</span></td>'
    return f'<td class="round"><span>{_change_figure(language, hundredths)}</span></td>'


_FIGURE = '<span class="value" aria-hidden="true">{}</span><span class="hidden">{}</span>'


def _change_figure(language: str, hundredths: int) -> str:
    """Return the figure, and its words for screen readers."""
    way = "up" if hundredths > 0 else "down" if hundredths < 0 else "even"
    points = written(language, abs(hundredths))
    label = tr(language, f"page.elo.{CHANGE_WORDS[way]}", points=points)
    return _FIGURE.format(escape(signed(language, hundredths)), escape(label))


def _reason(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    reasons = f"{line.start}/rounds/{row.fields.round}/why"
    whole = escape(f"{reasons}{line.end}#why-{row.fields.white}")
    alone = escape(f"{reasons}/{row.fields.board}{line.end}")
    why = escape(tr(line.language, column.label))
    return (
        f'<td class="{column.style}"><a href="{whole}" data-working="why" data-from="{alone}" '
        f'title="{why}"><span aria-hidden="true">?</span><span class="hidden">{why}</span></a></td>'
    )


def _tiebreaks(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    return "\n".join([_tiebreak(line, column, row, at) for at in range(len(row.texts))])


def _tiebreak(line: RowWriter, column: TableColumn, row: TableRow, at: int) -> str:
    """Return the cell of a tie-break; one shown alone on a phone says which, unless the first."""
    code, text = row.texts[at]
    if code != row.parting:
        return line.cell(column, row, text)
    made = line.cell(column, row, text, " parts")
    label = escape(tiebreak_short(line.language, code)) if at and line.table.view else ""
    return made.replace("<td", f'<td data-by="{label}"', 1) if label else made


def _last(_: RowWriter, __: TableColumn, row: TableRow) -> str:
    return f'<td class="last">{row.last}</td>'


def _rounds(_: RowWriter, __: TableColumn, row: TableRow) -> str:
    return row.rounds


def _places(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    return "\n".join(
        [
            f'<td class="{column.style}" title="{chance}">'
            f"{figure_text(line.language, column.figure, chance)}</td>"
            for chance in getattr(row.fields, column.name)
        ]
    )


def _figure(line: RowWriter, column: TableColumn, row: TableRow) -> str:
    beneath = column.beneath
    shown = line.text(column, row)
    if beneath is None:
        return line.cell(column, row, shown)
    small = row.made.get(beneath.name)
    if small is None:
        text = line.text(beneath, row)
        small = f"{beneath.prefix}<span>{text}</span>" if beneath.prefix else text
    return line.cell(column, row, f"<span>{shown}</span>{small and f'<small>{small}</small>'}")


CELLS: dict[Figure, Callable[[RowWriter, TableColumn, TableRow], str]] = {
    Figure.PLACE: _place,
    Figure.MOVE: _move,
    Figure.PLAYER: _player,
    Figure.SIDE: _side,
    Figure.RESULT: _result,
    Figure.CHANGE: _change,
    Figure.REASON: _reason,
    Figure.ENTRY: lambda line, column, row: line.cell(column, row, line.entry(row.entry)),
    Figure.TIEBREAKS: _tiebreaks,
    Figure.LAST: _last,
    Figure.PLACES: _places,
    **dict.fromkeys(NUMBERED, _rounds),
}
"""The writers of figures that are more than their text; the page makes the cells of `MADE`."""


def table_of(
    page: TournamentPage,
    columns: Sequence[TableColumn],
    rows: Iterable[TableRow],
    style: str,
    caption: str,
    **shown: Any,
) -> TableShown:
    """Return a table with its headings, by default with the announced tie-breaks.

    `shown` are further fields of it, and the `labels` of columns that have several, or none in the
    locales.
    """
    headings: list[Heading] = []
    labels: Mapping[str, Iterable[LabelShown]] = shown.pop("labels", {})
    for column in columns:
        if column.name in labels:
            headings += _labelled(column, labels[column.name])
        elif column.figure is Figure.TIEBREAKS:
            headings += _labelled(column, _announced(page))
        elif column.figure in NUMBERED:
            headings += _of_rounds(page, column)
        else:
            headings.append(_heading(page, column, shown.get("unit", 0)))
    shown |= {"style": style, "caption": caption, "rows": tuple(rows)}
    return TableShown(page=page, columns=columns, headings=headings, **shown)


def blocks_of(
    page: TournamentPage,
    columns: Sequence[TableColumn],
    rows: Iterable[TableRow],
    style: str,
    caption: str,
    **labels: str,
) -> TableShown:
    """Return a table whose rows are blocks on a phone; `labels` are those not in the locales."""
    several = {name: [(label, "", 0)] for name, label in labels.items()}
    shown = {"is_keyed": False, "is_labelled": True, "labels": several}
    return table_of(page, columns, rows, style, caption, **shown)


def _announced(page: TournamentPage) -> tuple[LabelShown, ...]:
    language = page.language
    return tuple(
        (tiebreak_short(language, code), tiebreak_name(language, code), page.unit_in_scripts(code))
        for code in page.state.tiebreaks
    )


def _heading(page: TournamentPage, column: TableColumn, unit: int) -> Heading:
    has_square = column.figure is Figure.SIDE and column.name in SQUARES
    square = f"{SQUARES[column.name]} " if has_square else ""
    beneath = column.beneath.label if column.beneath is not None else ""
    texts = TEXTS_ANNOUNCED.get(column.figure)
    return Heading(
        column=column,
        label=f"{square}{page.say(column.label or f'page.col.{column.name}')}",
        title=page.say(column.help) if column.help else "",
        beneath=page.say(beneath) if beneath else "",
        unit=(column.unit or unit or page.unit) if column.figure is Figure.POINTS else 0,
        texts=msgspec.json.encode(texts).decode() if texts else "",
    )


def _labelled(column: TableColumn, labels: Iterable[LabelShown]) -> Iterator[Heading]:
    for at, (label, title, unit) in enumerate(labels):
        yield Heading(column=column, label=label, title=title, unit=unit, at=at)


def _of_rounds(page: TournamentPage, column: TableColumn) -> Iterator[Heading]:
    """Yield the heading of each round, or of each opponent."""
    is_round = column.figure is not Figure.OPPONENTS
    word = f"{page.say('page.round')} " if is_round else ""
    for at in range(len(page.crosstable.rounds) if is_round else page.crosstable.size):
        yield Heading(column=column, label=str(at + 1), word=word, at=at)


def detail_of(page: TournamentPage, entrant: str) -> str:
    """Return the detail line: team in a table of teams, title, federation, rating and number.

    Of a team it is the number alone.
    """
    known = page.state.entrants[EntrantId(entrant)]
    if page.state.system.plays_in_teams:
        return page.say("page.number", number=page.number(entrant))
    detail = _detail(
        page.language, known.title, known.federation, known.rating, page.number(entrant)
    )
    return " · ".join(part for part in (team_beside(page, entrant), detail) if part)


def team_beside(page: TournamentPage, entrant: str) -> str:
    """Return the team of a player in a table of teams; "" elsewhere."""
    team = page.team_of(entrant) if page.state.system.forms_teams else ""
    return isolated(page.team_name(team)) if team else ""


@lru_cache(maxsize=DETAILS_MAX)
def _detail(language: str, title: str, federation: str, rating: int, number: int) -> str:
    shown = str(rating) if rating else tr(language, "page.unrated")
    numbered = tr(language, "page.number", number=number)
    return " · ".join(part for part in (title, federation, shown, numbered) if part)
