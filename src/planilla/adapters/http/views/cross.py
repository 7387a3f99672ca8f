"""The crosstable: round by round for a Swiss, everybody against everybody for a round robin."""

from dataclasses import dataclass

from planilla.adapters.http.views.marks import Mark, marks_of
from planilla.adapters.http.views.sheet import Sheet
from planilla.adapters.http.views.table import detail_of
from planilla.domain.crosstable import Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ScheduleSystem
from planilla.projections.crosstable import COLUMNS, rows

SURPRISES = (0, 100, 200)
"""How much lower the winner was rated for each step of shading, in rating points."""


@dataclass(frozen=True, kw_only=True)
class CrossMark:
    """A cell: how it ended, and how much of a surprise it was (0 to 3)."""

    kind: str
    shape: str
    score: str
    label: str
    opponent: int | None
    colour: str
    surprise: int
    first: str
    report: str


@dataclass(frozen=True, kw_only=True)
class CrossRow:
    """An entrant's line; a cell is None on the diagonal, empty where there was no game.

    `colours` and `floats` are what the next pairing goes by, as the seed book prints them.
    """

    entrant: str
    place: int
    name: str
    detail: str
    points: str
    cells: tuple[tuple[CrossMark, ...] | None, ...]
    colours: str
    floats: str


def is_matrix(sheet: Sheet) -> bool:
    """Whether everybody meets everybody."""
    return isinstance(SYSTEMS[sheet.state.system], ScheduleSystem)


def crosstable_of(sheet: Sheet) -> tuple[CrossRow, ...]:
    """All rows: by place, or for a round robin by number."""
    standings = sheet.standings
    if is_matrix(sheet):
        standings = tuple(sorted(standings, key=lambda standing: standing.seat))
    histories = histories_of(sheet)
    return tuple(
        CrossRow(
            entrant=sheet.entrant_at(standing.seat),
            place=standing.seat + 1 if is_matrix(sheet) else standing.rank,
            name=sheet.name(sheet.entrant_at(standing.seat)),
            detail=detail_of(sheet, sheet.entrant_at(standing.seat)),
            points=sheet.points(standing.points),
            cells=_matrix_cells(sheet, standing.seat)
            if is_matrix(sheet)
            else tuple((_cross(sheet, standing.seat, m),) for m in marks_of(sheet, standing.seat)),
            colours=histories[sheet.entrant_at(standing.seat)][0],
            floats=histories[sheet.entrant_at(standing.seat)][1],
        )
        for standing in standings
    )


def histories_of(sheet: Sheet) -> dict[str, tuple[str, str]]:
    """The colour string and the float marks of everybody, `BNB0*` and `dA`, by entrant id."""
    colours, floats = COLUMNS.index("colours"), COLUMNS.index("floats")
    return {key: (str(row[colours]), str(row[floats])) for key, row in rows(sheet.state).items()}


def _matrix_cells(sheet: Sheet, seat: Seat) -> tuple[tuple[CrossMark, ...] | None, ...]:
    against: dict[Seat, list[CrossMark]] = {}
    for mark in marks_of(sheet, seat):
        if mark.seat is not None:
            against.setdefault(mark.seat, []).append(_cross(sheet, seat, mark))
    return tuple(
        None if other == seat else tuple(against.get(other, ()))
        for other in range(sheet.crosstable.size)
    )


def _cross(sheet: Sheet, seat: Seat, mark: Mark) -> CrossMark:
    return CrossMark(
        kind=mark.kind,
        shape=mark.shape,
        score=mark.score,
        label=mark.label,
        opponent=mark.opponent,
        colour=mark.colour,
        surprise=_surprise(sheet, seat, mark),
        first=mark.first,
        report=mark.report,
    )


def _surprise(sheet: Sheet, seat: Seat, mark: Mark) -> int:
    entrants = sheet.crosstable.entrants
    if mark.seat is None or mark.kind not in {"win", "loss"}:
        return 0
    mine, theirs = entrants[seat].rating, entrants[mark.seat].rating
    if not mine or not theirs:
        return 0
    gap = theirs - mine if mark.kind == "win" else mine - theirs
    return sum(gap > step for step in SURPRISES)
