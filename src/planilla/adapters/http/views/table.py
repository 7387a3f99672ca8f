"""The standings as rows: place, movement, points, last results, tie-breaks, rounds."""

from functools import lru_cache

import msgspec
from markupsafe import Markup

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.sheet import TournamentPage
from planilla.domain.crosstable import before_round
from planilla.domain.standings import Standing, ranks
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.catalogue import tr

DETAILS_MAX = 16_384
"""Small lines that are kept: one for each player, language and rating."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings, ready to be read."""

    entrant: str
    place: int
    move: int
    name: str
    detail: str
    number: int
    points: str
    last: Markup
    tiebreaks: tuple[tuple[str, str], ...]
    rounds: Markup
    is_out: bool


def table_of(sheet: TournamentPage) -> tuple[TableRow, ...]:
    """The standings from the top."""
    before, columns = _places_before(sheet), Columns(sheet)
    return tuple(_row(sheet, standing, columns, before) for standing in sheet.standings)


def row_of(sheet: TournamentPage, entrant: str) -> TableRow:
    """The line of one entrant in it."""
    seat = sheet.seats[EntrantId(entrant)]
    standing = next(each for each in sheet.standings if each.seat == seat)
    return _row(sheet, standing, Columns(sheet), _places_before(sheet))


def _places_before(sheet: TournamentPage) -> tuple[int, ...] | None:
    """Where everybody stood when the last published round was paired."""
    last = len(sheet.crosstable.rounds)
    if last <= 1:
        return None
    state = sheet.state
    return ranks(before_round(sheet.crosstable, last), state.announced)


def _row(
    sheet: TournamentPage, standing: Standing, columns: Columns, before: tuple[int, ...] | None
) -> TableRow:
    entrant = sheet.state.entrants[sheet.entrant_at(standing.seat)]
    codes = sheet.state.tiebreaks
    return TableRow(
        entrant=entrant.id,
        place=standing.rank,
        move=0 if before is None else before[standing.seat] - standing.rank,
        name=sheet.name(entrant.id),
        detail=detail_of(sheet, entrant.id),
        number=standing.seat + 1,
        points=sheet.points(standing.points),
        last=columns.last(standing.seat),
        tiebreaks=tuple(
            (code, sheet.tiebreak(code, value))
            for code, value in zip(codes, standing.values, strict=True)
        ),
        rounds=columns.cells(standing.seat),
        is_out=entrant.out_from is not None,
    )


def detail_of(sheet: TournamentPage, entrant: str) -> str:
    """Title, federation, rating and number in one small line."""
    known = sheet.state.entrants[EntrantId(entrant)]
    return _detail(
        sheet.language, known.title, known.federation, known.rating, sheet.number(entrant)
    )


@lru_cache(maxsize=DETAILS_MAX)
def _detail(language: str, title: str, federation: str, rating: int, number: int) -> str:
    shown = str(rating) if rating else tr(language, "page.unrated")
    numbered = tr(language, "page.number", number=number)
    return " · ".join(part for part in (title, federation, shown, numbered) if part)
