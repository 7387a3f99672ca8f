"""The standings as rows: place, movement, points, last results, tie-breaks, rounds."""

from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.marks import Mark, marks_of
from planilla.adapters.http.views.sheet import Sheet, figure
from planilla.domain.crosstable import Seat, before_round
from planilla.domain.standings import Standing, ranks
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Term
from planilla.domain.vocabulary import EntrantId
from planilla.words.tiebreaks import tiebreak_name

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


@dataclass(frozen=True, kw_only=True)
class Working:
    """How a tie-break of one entrant came about: the terms, and their sum."""

    name: str
    code: str
    terms: tuple[tuple[str, str], ...]
    total: str


def workings_of(sheet: Sheet, seat: Seat) -> tuple[Working, ...]:
    """The tie-breaks that were asked for an entrant, term by term, in the order of the list."""
    standing = next(each for each in sheet.standings if each.seat == seat)
    asked = zip(sheet.state.tiebreaks, standing.values, standing.among, strict=True)
    return tuple(
        _working(sheet, code, among, seat) for code, value, among in asked if value is not None
    )


def _working(sheet: Sheet, code: str, among: tuple[Seat, ...], seat: Seat) -> Working:
    tiebreak = tiebreak_of(code, sheet.state.tiebreak_edition)
    working = tiebreak.working(contest_of(sheet.crosstable), among, seat)
    unit = working.unit
    return Working(
        name=tiebreak_name(sheet.language, code),
        code=code,
        terms=tuple(
            (_term_label(sheet, term), _term_value(sheet, term, unit)) for term in working.terms
        ),
        total=figure(working.value.numerator, working.value.denominator),
    )


def _term_label(sheet: Sheet, term: Term) -> str:
    fields: dict[str, Any] = {
        "round": term.round or 0,
        "opponent": "" if term.opponent is None else sheet.name(sheet.entrant_at(term.opponent)),
    }
    fields["note"] = sheet.say(f"term.{term.note.value}")
    if term.round is None:
        return sheet.say("page.term.missing", **fields)
    return sheet.say(
        "page.term.played" if term.opponent is not None else "page.term.alone", **fields
    )


def _term_value(sheet: Sheet, term: Term, unit: int) -> str:
    if term.factors is None:
        return figure(term.value, unit)
    mine, theirs = term.factors
    return f"{sheet.points(mine)} × {sheet.points(theirs)} = {figure(term.value, unit)}"
