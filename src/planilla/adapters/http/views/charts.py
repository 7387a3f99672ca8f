"""Charts of Appendix D of the seed: crosstables with tie-breaks and place, and blank charts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from planilla.adapters.http.views.bracket import drawn_matches
from planilla.adapters.http.views.standings import cross_rows, crosstable_shown, is_matrix
from planilla.adapters.http.views.tables import LabelShown, TableRow, TableShown, table_of
from planilla.adapters.http.views.teams import cross_shown, has_cross
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing.knockout.bracket import Bracket
from planilla.domain.pairing.knockout.progress import progress
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.tournament.draw import table_of as drawn_table_of
from planilla.presentation.drawings.bracket import DrawnMatch, chart_of, part_markup
from planilla.presentation.drawings.bracket_layout import joints_of, layout_of, pages_of
from planilla.presentation.tiebreaks import tiebreak_name
from planilla.projections.crosstable import BLANK_CHART, CHART, MATRIX_CHART
from planilla.projections.table import TableColumn, of_entrants

LINES_LEAST, LINES_USUAL = 2, 8
"""Fewest lines of a blank chart, and those of one without entrants."""
MATRIX_LINES_MAX, LINES_MAX = 20, 64
"""Most lines that may be asked for: the largest charts of the seed."""
TIEBREAKS_BY_OPPONENTS = ((10, 3),)
"""Tie-breaks beside so many opponents at most, as on the charts of the seed; one beside more."""
TIEBREAKS_BY_ROUNDS = ((7, 3), (9, 2))
"""Tie-breaks beside so many rounds at most, whose cells are wider; one beside more."""


class NamedTiebreak(msgspec.Struct, frozen=True):
    """A tie-break in use: the label of its column, and its name; also where it has no column."""

    label: str
    name: str


def tiebreaks_in_use(page: TournamentPage) -> tuple[NamedTiebreak, ...]:
    """Return the announced tie-breaks in order, as the foot of a chart names them."""
    return tuple(
        NamedTiebreak(page.say("papers.tiebreak", n=at), tiebreak_name(page.language, code))
        for at, code in enumerate(page.state.tiebreaks, start=1)
    )


def lines_of(page: TournamentPage, asked: int) -> int:
    """Return the number of lines of a blank chart: at least one for each entrant."""
    entered = len(page.order)
    wanted = min(asked, lines_most(page)) if asked else entered or LINES_USUAL
    return max(wanted, entered, LINES_LEAST)


def lines_most(page: TournamentPage) -> int:
    """Return the most lines that may be asked for."""
    return max(MATRIX_LINES_MAX if is_matrix(page) else LINES_MAX, len(page.order))


def cross_fields(page: TournamentPage) -> Mapping[str, Any]:
    """Return the crosstable as its template wants it; before round 1 a chart to be filled in."""
    if has_cross(page):
        return {"cross": cross_shown(page)}
    if page.state.system.forms_teams:
        return {**_fields_of(page), "table": crosstable_shown(page)}
    if not page.crosstable.rounds:
        return chart_fields(page, lines_of(page, 0))
    return {**_fields_of(page), "table": _played(page)}


def chart_fields(page: TournamentPage, lines: int) -> Mapping[str, Any]:
    """Return a blank chart to be filled in by hand, with the names of those who are entered."""
    return {**_fields_of(page), "table": blank_chart(page, lines), "is_blank": True}


def _fields_of(page: TournamentPage) -> dict[str, Any]:
    return {
        "cross": None,
        "is_blank": False,
        "is_matrix": is_matrix(page),
        "tiebreaks": tiebreaks_in_use(page),
    }


def _played(page: TournamentPage) -> TableShown:
    """Return the crosstable by place, or for a round robin by number with the place at the end."""
    matrix = is_matrix(page)
    width = page.crosstable.size if matrix else _rounds(page)
    rest = '<td class="round"></td>' * (0 if matrix else width - len(page.crosstable.rounds))
    rows = (
        replace(
            row,
            texts=_texts(page, row, width),
            rounds=row.rounds + rest,
            detail="",
            below="" if matrix else row.below,  # its number is in the first column
        )
        for row in cross_rows(page, by_number=matrix)
    )
    return _table(page, MATRIX_CHART if matrix else CHART, rows, width)


def blank_chart(page: TournamentPage, lines: int) -> TableShown:
    """Return a chart without results, by number: lines without an entrant are empty."""
    matrix = is_matrix(page)
    width = lines if matrix else _rounds(page)
    columns = MATRIX_CHART if matrix else BLANK_CHART
    return _table(page, columns, _blank_rows(page, lines, width), width)


def _blank_rows(page: TournamentPage, lines: int, width: int) -> Iterator[TableRow]:
    texts = tuple((label, "") for label, *_ in _tiebreak_labels(page, width))
    for at in range(lines):
        cells = [
            f'<td class="round{" self" if is_matrix(page) and other == at else ""}"></td>'
            for other in range(width)
        ]
        entrant = page.order[at] if at < len(page.order) else ""
        blank = {"points": "", "rank": ""} | ({} if entrant else {"player": ""})
        yield TableRow(
            player=entrant,
            place=at + 1,
            detail="",
            texts=texts,
            rounds="".join(cells),
            made=blank,
        )


def _table(
    page: TournamentPage, columns: Sequence[TableColumn], rows: Iterator[TableRow], width: int
) -> TableShown:
    labels = {
        "games": _numbered(page, width, is_round=not is_matrix(page)),
        "values": _tiebreak_labels(page, width),
    }
    style = "cross paper-chart matrix" if is_matrix(page) else "cross paper-chart"
    shown = of_entrants(columns, teams=page.state.system.plays_in_teams)
    caption = page.say("page.tab.crosstable")
    return table_of(page, shown, rows, style, caption, labels=labels, is_keyed=False)


def _numbered(page: TournamentPage, width: int, *, is_round: bool) -> list[LabelShown]:
    word = f"{page.say('page.round')} " if is_round else ""
    return [(str(number), f"{word}{number}" if word else "", 0) for number in range(1, width + 1)]


def _rounds(page: TournamentPage) -> int:
    return max(page.rounds_planned, len(page.crosstable.rounds))


def _tiebreak_labels(page: TournamentPage, width: int) -> list[LabelShown]:
    """Return the labels of the tie-breaks that fit beside so many columns, from the first."""
    bounds = TIEBREAKS_BY_OPPONENTS if is_matrix(page) else TIEBREAKS_BY_ROUNDS
    fitting = next((count for most, count in bounds if width <= most), 1)
    return [(each.label, each.name, 0) for each in tiebreaks_in_use(page)[:fitting]]


def _texts(page: TournamentPage, row: TableRow, width: int) -> tuple[tuple[str, str], ...]:
    values = zip(page.state.tiebreaks, row.fields.values, strict=True)
    texts = tuple((code, page.tiebreak(code, value)) for code, value in values)
    return texts[: len(_tiebreak_labels(page, width))]


def bracket_parts(
    page: TournamentPage, lines: int = 0, followed: Sequence[str] = ()
) -> Mapping[str, Any]:
    """Return the drawing of each part of a bracket; a blank one with `lines`, or before the draw.

    A blank one has the numbers of the first round alone.
    """
    drawn = None if lines else bracket_of(page.state)
    if drawn is None:
        bracket, matches = blank_bracket(page, lines or lines_of(page, 0))
    else:
        bracket, matches = drawn, drawn_matches(page, followed)
    parts = pages_of(bracket)
    return {
        "is_blank": drawn is None,
        "parts": [
            part_markup(layout, joints_of(layout, parts), matches, page.language)
            for layout in (layout_of(bracket, part) for part in parts)
        ],
    }


def blank_bracket(page: TournamentPage, size: int) -> tuple[Bracket, tuple[DrawnMatch, ...]]:
    """Return the bracket of so many sides under the regulations, and its matches at rest."""
    bracket = drawn_table_of(page.state, size).bracket
    assert bracket is not None, "a knockout draws one for every number of sides from 2"
    return bracket, chart_of(bracket, progress(bracket, {}))
