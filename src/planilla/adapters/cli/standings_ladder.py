"""The ladder of a Keizer file in its standings: value, total, and the sum term by term."""

from fractions import Fraction
from typing import Any

from planilla.application.trf_standings import FileStandings
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.season import Kind
from planilla.domain.pairing.keizer.totals import Counting, Line, working_of
from planilla.presentation.figures import exact

Data = dict[str, Any]

VALUE, TOTAL = "VALUE", "TOTAL"
"""The columns: the value in force for the next round, and the total that the place goes by."""


def ladder_names(table: FileStandings) -> tuple[str, ...]:
    """The columns that a ladder has before the tie-breaks."""
    return () if table.ladder is None else (VALUE, TOTAL)


def ladder_cells(table: FileStandings, seat: Seat) -> dict[str, str | None]:
    """What stands in them."""
    if table.ladder is None:
        return {}
    value = table.ladder.memory.listing.values[seat]
    return {VALUE: exact(Fraction(value)), TOTAL: exact(_total(table, seat))}


def ladder_working(table: FileStandings, seat: Seat) -> list[Data]:
    """How the total came about, in the shape of a tie-break."""
    if table.ladder is None:
        return []
    return [
        {
            "tiebreak": TOTAL,
            "code": TOTAL,
            "text": "page.ladder.help",
            "among": None,
            "value": exact(_total(table, seat)),
            "terms": [_term(table, line) for line in _lines(table, seat)],
            "steps": [],
        }
    ]


def _total(table: FileStandings, seat: Seat) -> Fraction:
    return sum((line.product for line in _lines(table, seat)), Fraction(0))


def _lines(table: FileStandings, seat: Seat) -> tuple[Line, ...]:
    ladder = table.ladder
    assert ladder is not None
    counting = Counting(values=ladder.memory.listing.values)
    if ladder.last is not None:
        counting = ladder.last.counting
    return working_of(ladder.season, counting, seat)


def _term(table: FileStandings, line: Line) -> Data:
    is_plain = line.kind is Kind.OWN or line.share in {0, 1}
    return {
        "round": line.round,
        "opponent": None if line.opponent is None else table.numbers[line.opponent],
        "value": exact(line.product),
        "factors": None if is_plain else [exact(line.value), exact(line.share)],
        "cut": line.over_limit,
        "note": line.kind.value,
        "subject": "ladder",
        "article": "",
    }
