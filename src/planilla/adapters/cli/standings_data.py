"""Standings of one file, and the working of one player's values, as data for programs.

Values are exact text: `14.5`, `41/3`. Players and teams are identified by their numbers in the
file.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from planilla.adapters.cli.console import CommandError
from planilla.adapters.cli.tournament_files import FileFault, fault_of, read_document
from planilla.application.trf_standings import (
    FaultyTeams,
    FileStandings,
    Question,
    RoundNotPlayed,
    standings_of_file,
)
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.season import KeizerRoundKind
from planilla.domain.pairing.keizer.totals import Counting, TotalLine, working_of
from planilla.domain.standings import StandingEntry
from planilla.domain.tiebreaks import EDITIONS, CodeError, Setting, checked
from planilla.domain.tiebreaks.tiebreak import Term, Working
from planilla.domain.tournament.setup import refusal_of
from planilla.formats.trf.document import TrfDocument
from planilla.presentation.figures import exact

VALUE, TOTAL = "VALUE", "TOTAL"
"""Columns of a system with values: the value for the next round, and the ranking total."""

Data = dict[str, Any]
Numbers = Sequence[int]
"""Pairing numbers by seat."""


class FileRanked(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its players or teams as data, best first, or with its faults.

    `left_out` are tie-breaks of the file that the edition lacks.
    """

    file: str
    names: tuple[str, ...] = ()
    entrants: list[Data] = []
    are_teams: bool = False
    explained: Data | None = None
    left_out: tuple[str, ...] = ()
    faults: tuple[FileFault, ...] = ()


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


def ranked(file: str, *, question: Question, explain: int | None) -> FileRanked:
    """Rank one file."""
    document = read_document(file)
    if not isinstance(document, TrfDocument):
        return FileRanked(file=file, faults=document)
    try:
        table = standings_of_file(document, question)
    except RoundNotPlayed as error:
        return _faulty(
            file, "error.round-not-played", round=question.after_round, played=error.played
        )
    except CodeError as error:
        return _faulty(file, "error.tiebreak-not-here", tiebreak=error.code, why=error.flaw.value)
    except FaultyTeams as error:
        return FileRanked(file=file, faults=tuple(map(fault_of, error.remarks)))
    if explain is not None and explain not in table.numbers:
        code = "error.no-such-team" if table.teams else "error.no-such-number"
        return _faulty(file, code, number=explain)
    seat = None if explain is None else table.numbers.index(explain)
    return FileRanked(
        file=file,
        names=(*value_names(table), *table.names),
        entrants=entrants_of(table),
        are_teams=bool(table.teams),
        explained=None if seat is None else explained_of(table, seat),
        left_out=table.left_out,
    )


def check_rules(question: Question) -> None:
    """Check that the rules exist.

    Raises:
        CommandError: there is no such edition, or the edition has no such tie-break.
    """
    if question.edition not in EDITIONS:
        fields: dict[str, Any] = {"edition": question.edition, "known": tuple(EDITIONS)}
        raise CommandError("refusal.no-such-tiebreak-edition", **fields)
    for code in question.tiebreaks or ():
        try:
            checked((code,), question.edition, Setting(teams=True))
        except CodeError as error:
            refusal = refusal_of(error)
            raise CommandError(f"refusal.{refusal.code}", **refusal.fields) from error


def _faulty(file: str, code: str, **fields: Any) -> FileRanked:
    fault = FileFault(file=file, line=0, column=0, code=code, fields={"file": file, **fields})
    return FileRanked(file=file, faults=(fault,))
