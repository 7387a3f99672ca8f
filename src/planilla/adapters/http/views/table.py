"""The standings as rows: place, movement, points, last results, tie-breaks, rounds."""

from dataclasses import dataclass

from planilla.adapters.http.views.marks import Mark, marks_of
from planilla.adapters.http.views.sheet import Sheet
from planilla.domain.crosstable import before_round
from planilla.domain.standings import Standing, ranks
from planilla.domain.vocabulary import EntrantId

LAST_RESULTS = 6


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """One line of the standings, ready to be read."""

    entrant: str
    place: int
    move: int
    name: str
    detail: str
    number: int
    points: str
    last: tuple[Mark, ...]
    tiebreaks: tuple[tuple[str, str], ...]
    rounds: tuple[Mark, ...]
    is_out: bool


def table_of(sheet: Sheet) -> tuple[TableRow, ...]:
    """The standings from the top."""
    before = _places_before(sheet)
    return tuple(_row(sheet, standing, before) for standing in sheet.standings)


def _places_before(sheet: Sheet) -> tuple[int, ...] | None:
    """Where everybody stood when the last published round was paired."""
    last = len(sheet.crosstable.rounds)
    if last <= 1:
        return None
    state = sheet.state
    return ranks(before_round(sheet.crosstable, last), state.announced)


def _row(sheet: Sheet, standing: Standing, before: tuple[int, ...] | None) -> TableRow:
    entrant = sheet.state.entrants[sheet.entrant_at(standing.seat)]
    marks = marks_of(sheet, standing.seat)
    codes = sheet.state.tiebreaks
    return TableRow(
        entrant=entrant.id,
        place=standing.rank,
        move=0 if before is None else before[standing.seat] - standing.rank,
        name=sheet.name(entrant.id),
        detail=detail_of(sheet, entrant.id),
        number=standing.seat + 1,
        points=sheet.points(standing.points),
        last=marks[-LAST_RESULTS:],
        tiebreaks=tuple(
            (code, sheet.tiebreak(code, value))
            for code, value in zip(codes, standing.values, strict=True)
        ),
        rounds=marks,
        is_out=entrant.out_from is not None,
    )


def detail_of(sheet: Sheet, entrant: str) -> str:
    """Title, federation, rating and number in one small line."""
    known = sheet.state.entrants[EntrantId(entrant)]
    rating = str(known.rating) if known.rating else sheet.say("page.unrated")
    number = sheet.say("page.number", number=sheet.number(entrant))
    return " · ".join(part for part in (known.title, known.federation, rating, number) if part)
