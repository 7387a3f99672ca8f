"""The crosstable: by round for a Swiss, as a matrix for a round robin."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from planilla.adapters.http.views.columns import Columns
from planilla.adapters.http.views.marks import Mark
from planilla.adapters.http.views.signs import game_cell, safe, score_cell
from planilla.adapters.http.views.tables import detail_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.crosstable import Seat
from planilla.projections.crosstable import COLUMNS, rows

SURPRISES = (0, 100, 200)
"""Rating points by which the winner was lower, for each step of shading."""

COLOUR_LETTERS, FLOAT_LETTERS = "BN", "aA" + "dD"
"""The letters of a history in the book: blancas, negras; ascendente, descendente."""


@dataclass(frozen=True, kw_only=True)
class CrossRow:
    """An entrant's line; `cells` are HTML, a game each or all games with one opponent.

    `colours` and `floats` are what the next pairing goes by, as the seed book prints them.
    """

    entrant: str
    place: int
    name: str
    detail: str
    points: str
    cells: Markup
    colours: str
    floats: str


def is_matrix(page: TournamentPage) -> bool:
    """Return whether everybody meets everybody."""
    return page.state.system.has_schedule


def crosstable_of(page: TournamentPage) -> tuple[CrossRow, ...]:
    """All rows: by place, or for a round robin by number."""
    standings, line, by_number = page.standings, _by_round, is_matrix(page)
    if by_number:
        standings, line = tuple(sorted(standings, key=lambda each: each.seat)), _by_opponent
    histories, columns = histories_of(page), Columns(page)
    return tuple(
        CrossRow(
            entrant=page.entrant_at(standing.seat),
            place=standing.seat + 1 if by_number else standing.rank,
            name=page.name(page.entrant_at(standing.seat)),
            detail=detail_of(page, page.entrant_at(standing.seat)),
            points=page.points(standing.points),
            cells=safe("".join(line(page, standing.seat, columns.marks(standing.seat)))),
            colours=histories[page.entrant_at(standing.seat)][0],
            floats=histories[page.entrant_at(standing.seat)][1],
        )
        for standing in standings
    )


def histories_of(page: TournamentPage) -> dict[str, tuple[str, str]]:
    """The colour string and the float marks of all entrants, by entrant id.

    As the book prints them, `BNB0*` and `dA`, or in English `WBW0*` and `dU`.
    """
    colours, floats = COLUMNS.index("colours"), COLUMNS.index("floats")
    colour_letters = str.maketrans(COLOUR_LETTERS, page.say("history.colours"))
    float_letters = str.maketrans(FLOAT_LETTERS, page.say("history.floats"))
    return {
        key: (
            str(row[colours]).translate(colour_letters),
            str(row[floats]).translate(float_letters),
        )
        for key, row in rows(page.state).items()
    }


def _by_round(page: TournamentPage, seat: Seat, marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        yield _cell(_surprise(page, seat, mark), (mark,), game_cell(mark))


def _by_opponent(page: TournamentPage, seat: Seat, marks: Iterable[Mark]) -> Iterator[str]:
    against: dict[Seat | None, list[Mark]] = {}
    for mark in marks:
        against.setdefault(mark.seat, []).append(mark)
    for other in range(page.crosstable.size):
        games = against.get(other, [])
        if other == seat:
            yield '<td class="round self"></td>'
        elif not games:
            yield '<td class="round"></td>'
        else:
            yield _cell(_surprise(page, seat, games[0]), games, "".join(map(score_cell, games)))


def _cell(surprise: int, games: Sequence[Mark], inside: str) -> str:
    """A cell of one game or some, styled as the first one ended and how much it surprised."""
    label = escape("; ".join([mark.label for mark in games]))
    return f'<td class="round {games[0].kind} surprise-{surprise}" title="{label}">{inside}</td>'


def _surprise(page: TournamentPage, seat: Seat, mark: Mark) -> int:
    entrants = page.crosstable.entrants
    if mark.seat is None or mark.kind not in {"win", "loss"}:
        return 0
    mine, theirs = entrants[seat].rating, entrants[mark.seat].rating
    if not mine or not theirs:
        return 0
    gap = theirs - mine if mark.kind == "win" else mine - theirs
    return sum(gap > step for step in SURPRISES)
