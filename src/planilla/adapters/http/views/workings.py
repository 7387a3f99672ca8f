"""The working of a tie-break: each term with its opponent, the cuts and why, and the steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.tournament_page import TournamentPage, figure
from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Note, Term, Working
from planilla.presentation.tiebreaks import tiebreak_help, tiebreak_name

IMPLIED_NOTES = frozenset({Note.PLAYED, Note.MISSING})
"""Notes that a line with an opponent need not repeat."""


@dataclass(frozen=True, kw_only=True)
class TermLine:
    """One term: what it is of, its value, what is said of it; what is cut is struck through."""

    label: str
    value: str
    said: str
    is_cut: bool


@dataclass(frozen=True, kw_only=True)
class WorkingShown:
    """One tie-break of one player, ready to be read."""

    name: str
    code: str
    help: str
    among: str
    lines: tuple[TermLine, ...]
    steps: tuple[tuple[str, str], ...]
    total: str


def workings_of(page: TournamentPage, seat: Seat) -> tuple[WorkingShown, ...]:
    """The tie-breaks that were asked for an entrant, term by term, in the order of the list."""
    standing = next(each for each in page.standings if each.seat == seat)
    asked = zip(page.state.tiebreaks, standing.values, standing.among, strict=True)
    return tuple(
        _working(page, code, among, seat) for code, value, among in asked if value is not None
    )


def _working(page: TournamentPage, code: str, among: tuple[Seat, ...], seat: Seat) -> WorkingShown:
    tiebreak = tiebreak_of(code, page.state.tiebreak_edition)
    working = tiebreak.working(contest_of(page.crosstable), among, seat)
    value = working.value
    return WorkingShown(
        name=tiebreak_name(page.language, code),
        code=code,
        help=tiebreak_help(page.language, code),
        among=_among(page, among, seat) if tiebreak.depends_on_tied else "",
        lines=tuple(_lines(page, working)),
        steps=tuple(
            (page.say(f"step.{step.name}"), figure(step.numerator, step.denominator))
            for step in working.steps[:-1]
        ),
        total=figure(value.numerator, value.denominator),
    )


def _among(page: TournamentPage, among: Sequence[Seat], seat: Seat) -> str:
    """Return the other players of a tie for a tie-break among the tied, as a sentence."""
    others = [page.name(page.entrant_at(other)) for other in among if other != seat]
    return page.say("page.term.among", others=others) if others else ""


def _lines(page: TournamentPage, working: Working) -> Iterator[TermLine]:
    for term in working.terms:
        yield TermLine(
            label=_label(page, term),
            value=_value(working, term),
            said=_said(page, term),
            is_cut=term.cut,
        )


def _label(page: TournamentPage, term: Term) -> str:
    opponent = "" if term.opponent is None else page.name(page.entrant_at(term.opponent))
    fields: dict[str, Any] = {
        "round": term.round or 0,
        "opponent": opponent,
        "note": page.say(f"term.{term.note.value}"),
    }
    if term.round is None:
        return page.say("page.term.missing", **fields)
    return page.say("page.term.played" if opponent else "page.term.alone", **fields)


def _said(page: TournamentPage, term: Term) -> str:
    """Return the remarks on a term: the outcome of the round, a cut, and the article."""
    said = []
    if term.opponent is not None and term.note not in IMPLIED_NOTES:
        said.append(page.say(f"term.{term.note.value}"))
    if term.cut:
        said.append(page.say("page.term.cut"))
    if term.article:
        said.append(page.say("page.term.article", article=term.article))
    return " · ".join(said)


def _value(working: Working, term: Term) -> str:
    value = figure(term.value, working.unit)
    if term.factors is None:
        return value
    mine, theirs = map(figure, term.factors, working.factor_units)
    return f"{mine} × {theirs} = {value}"
