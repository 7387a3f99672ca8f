"""Standings of one file, and the working of one player's values, as data for programs.

Values are exact text: `14.5`, `41/3`. Players and teams are identified by their numbers in the
file.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from planilla.application.trf_standings import FileStandings
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.season import KeizerRoundKind
from planilla.domain.pairing.keizer.totals import Counting, TotalLine, working_of
from planilla.domain.standings import StandingEntry
from planilla.domain.tiebreaks.tiebreak import Term, Working
from planilla.presentation.figures import exact

VALUE, TOTAL = "VALUE", "TOTAL"
"""Columns of a system with values: the value for the next round, and the ranking total."""

Data = dict[str, Any]
Numbers = Sequence[int]
"""Pairing numbers by seat."""


def entrants_of(table: FileStandings) -> list[Data]:
    """Return all entrants, best first; a tie-break that was not applied or was dropped is null."""
    contest, numbers = table.contest, table.numbers
    return [
        {
            "number": numbers[row.seat],
            **_named(table, row.seat),
            "rank": row.rank,
            "points": exact(Fraction(row.points, contest.tally.unit)),
            "tiebreaks": {
                **_value_cells(table, row.seat),
                **dict(zip(table.names, _values(table, row), strict=True)),
            },
        }
        for row in table.rows
    ]


def _named(table: FileStandings, seat: Seat) -> Data:
    """Return the name of a team as data; players have numbers only."""
    return {"name": table.teams[seat]} if table.teams else {}


def _values(table: FileStandings, row: StandingEntry) -> list[str | None]:
    return [
        None if value is None else exact(tiebreak.shown(table.contest, value))
        for tiebreak, value in zip(table.announced.tiebreaks, row.values, strict=True)
    ]


def explained_of(table: FileStandings, seat: Seat) -> Data:
    """Return the working of each value of one player or team, in the order of the tie-breaks."""
    contest, numbers = table.contest, table.numbers
    row = next(each for each in table.rows if each.seat == seat)
    worked = partial(_worked, numbers)
    asked = zip(table.names, table.announced.tiebreaks, row.values, row.among, strict=True)
    return {
        "number": numbers[seat],
        **_named(table, seat),
        "rank": row.rank,
        "points": exact(Fraction(row.points, contest.tally.unit)),
        "tiebreaks": [
            *_total_working(table, seat),
            *(
                {
                    "tiebreak": name,
                    "code": tiebreak.code,
                    "among": [numbers[each] for each in among]
                    if tiebreak.depends_on_tied
                    else None,
                    **worked(None if value is None else tiebreak.working(contest, among, seat)),
                }
                for name, tiebreak, value, among in asked
            ),
        ],
    }


def _worked(numbers: Numbers, working: Working | None) -> Data:
    """Return a value and its terms; empty if the tie-break was not applied or was dropped."""
    if working is None:
        return {"value": None, "terms": [], "steps": []}
    return {
        "value": exact(working.value),
        "terms": [_term(numbers, working, term) for term in working.terms],
        "steps": [{"step": step.name, "value": exact(step.value)} for step in working.steps],
    }


def _term(numbers: Numbers, working: Working, term: Term) -> Data:
    return {
        "round": term.round,
        "opponent": None if term.opponent is None else numbers[term.opponent],
        "value": exact(Fraction(term.value, working.unit)),
        "factors": term.factors and list(map(_exact, term.factors, working.factor_units)),
        "cut": term.cut,
        "note": term.note.value,
        "article": term.article,
    }


def _exact(value: int, unit: int) -> str:
    return exact(Fraction(value, unit))


def value_names(table: FileStandings) -> tuple[str, ...]:
    """Return the names of the columns before the tie-breaks."""
    return () if table.replayed is None else (VALUE, TOTAL)


def _value_cells(table: FileStandings, seat: Seat) -> dict[str, str | None]:
    """Return the cells of these columns."""
    if table.replayed is None:
        return {}
    value = table.replayed.memory.listing.values[seat]
    return {VALUE: exact(Fraction(value)), TOTAL: exact(_total(table, seat))}


def _total_working(table: FileStandings, seat: Seat) -> list[Data]:
    """Return the working of the total, in the form of a tie-break's."""
    if table.replayed is None:
        return []
    return [
        {
            "tiebreak": TOTAL,
            "code": TOTAL,
            "text": "page.keizer.help",
            "among": None,
            "value": exact(_total(table, seat)),
            "terms": [_total_term(table, line) for line in _total_lines(table, seat)],
            "steps": [],
        }
    ]


def _total(table: FileStandings, seat: Seat) -> Fraction:
    return sum((line.product for line in _total_lines(table, seat)), Fraction(0))


def _total_lines(table: FileStandings, seat: Seat) -> tuple[TotalLine, ...]:
    replayed = table.replayed
    assert replayed is not None, "its system keeps values"
    counting = Counting(values=replayed.memory.listing.values)
    if replayed.last is not None:
        counting = replayed.last.counting
    return working_of(replayed.season, counting, seat)


def _total_term(table: FileStandings, line: TotalLine) -> Data:
    is_plain = line.kind is KeizerRoundKind.OWN or line.share in {0, 1}
    return {
        "round": line.round,
        "opponent": None if line.opponent is None else table.numbers[line.opponent],
        "value": exact(line.product),
        "factors": None if is_plain else [exact(line.value), exact(line.share)],
        "cut": line.over_limit,
        "note": line.kind.value,
        "subject": "keizer",
        "article": "",
    }
