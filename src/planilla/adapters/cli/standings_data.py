"""The standings of one file, and the working of one player's values, as data for programs.

Values are text, without loss: `14.5`, `41/3`. Players are called by the numbers of the file.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from planilla.application.trf_standings import FileStandings
from planilla.domain.crosstable import Seat
from planilla.domain.standings import Standing
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Term, Working
from planilla.words.decimals import exact

Data = dict[str, Any]
Numbers = Sequence[int]
"""The pairing number of each seat."""


def players_of(table: FileStandings, numbers: Numbers) -> list[Data]:
    """Everybody, best first; a tie-break that was not asked, or is dropped, is null."""
    contest = contest_of(table.crosstable)
    units = [each.unit(contest) for each in table.announced.tiebreaks]
    return [
        {
            "number": numbers[row.seat],
            "rank": row.rank,
            "points": exact(Fraction(row.points, contest.tally.unit)),
            "tiebreaks": dict(zip(table.names, _values(row, units), strict=True)),
        }
        for row in table.rows
    ]


def _values(row: Standing, units: Sequence[int]) -> list[str | None]:
    return [
        None if value is None else exact(Fraction(value, unit))
        for value, unit in zip(row.values, units, strict=True)
    ]


def explained_of(table: FileStandings, numbers: Numbers, seat: Seat) -> Data:
    """The working of every value of one player, in the order of the tie-breaks."""
    contest = contest_of(table.crosstable)
    row = next(each for each in table.rows if each.seat == seat)
    worked = partial(_worked, numbers, contest.tally.unit)
    asked = zip(table.names, table.announced.tiebreaks, row.values, row.among, strict=True)
    return {
        "number": numbers[seat],
        "rank": row.rank,
        "points": exact(Fraction(row.points, contest.tally.unit)),
        "tiebreaks": [
            {
                "tiebreak": name,
                "code": tiebreak.code,
                "among": [numbers[each] for each in among] if tiebreak.depends_on_tied else None,
                **worked(None if value is None else tiebreak.working(contest, among, seat)),
            }
            for name, tiebreak, value, among in asked
        ],
    }


def _worked(numbers: Numbers, unit: int, working: Working | None) -> Data:
    """A value and what it is made of; nothing where the tie-break was not asked, or is dropped."""
    if working is None:
        return {"value": None, "terms": [], "steps": []}
    return {
        "value": exact(working.value),
        "terms": [_term(numbers, unit, working.unit, term) for term in working.terms],
        "steps": [{"step": step.name, "value": exact(step.value)} for step in working.steps],
    }


def _term(numbers: Numbers, unit: int, of_value: int, term: Term) -> Data:
    return {
        "round": term.round,
        "opponent": None if term.opponent is None else numbers[term.opponent],
        "value": exact(Fraction(term.value, of_value)),
        "factors": term.factors and [exact(Fraction(each, unit)) for each in term.factors],
        "cut": term.cut,
        "note": term.note.value,
        "article": term.article,
    }
