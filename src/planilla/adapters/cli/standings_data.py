"""The standings of one file, and the working of one player's values, as data for programs.

Values are text, without loss: `14.5`, `41/3`. Players and teams are called by the numbers of the
file.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from planilla.adapters.cli.standings_ladder import ladder_cells, ladder_working
from planilla.application.trf_standings import FileStandings
from planilla.domain.crosstable import Seat
from planilla.domain.standings import Standing
from planilla.domain.tiebreaks.tiebreak import Term, Working
from planilla.presentation.figures import exact

Data = dict[str, Any]
Numbers = Sequence[int]
"""The pairing number of each seat."""


def entrants_of(table: FileStandings) -> list[Data]:
    """Everybody, best first; a tie-break that was not asked, or is dropped, is null."""
    contest, numbers = table.contest, table.numbers
    return [
        {
            "number": numbers[row.seat],
            **_named(table, row.seat),
            "rank": row.rank,
            "points": exact(Fraction(row.points, contest.tally.unit)),
            "tiebreaks": {
                **ladder_cells(table, row.seat),
                **dict(zip(table.names, _values(table, row), strict=True)),
            },
        }
        for row in table.rows
    ]


def _named(table: FileStandings, seat: Seat) -> Data:
    """The name of a team; players are called by their numbers alone."""
    return {"name": table.teams[seat]} if table.teams else {}


def _values(table: FileStandings, row: Standing) -> list[str | None]:
    return [
        None if value is None else exact(tiebreak.shown(table.contest, value))
        for tiebreak, value in zip(table.announced.tiebreaks, row.values, strict=True)
    ]


def explained_of(table: FileStandings, seat: Seat) -> Data:
    """The working of every value of one player or team, in the order of the tie-breaks."""
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
            *ladder_working(table, seat),
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
    """A value and what it is made of; nothing where the tie-break was not asked, or is dropped."""
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
