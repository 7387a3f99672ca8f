"""The crosstable: one row for each entrant, one cell for each published round."""

from typing import NamedTuple

from planilla.domain.crosstable import Crosstable, Game
from planilla.domain.pairing.colours import colour_history, written
from planilla.domain.pairing.floats import LETTERS, Float, floats_by_round
from planilla.domain.pairing.floats import mark_of as marks_of_floats
from planilla.domain.scoring import system_of
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.ranking import points_now
from planilla.domain.tournament.state import Tournament
from planilla.projections.outcomes import COLOUR_LETTER, score_of
from planilla.projections.table import PLACE, PLAYER, Figure, TableColumn
from planilla.projections.view import Row, Rows


class CrosstableRow(NamedTuple):
    """One entrant; then one cell for each published round.

    A cell is (the opponent's number, `W` or `B`, how it ended, `D`, `A` or nothing for a float),
    where a match of several games ended with its points, as `1½`; of
    a bye (None, None, its letter, float); of an absence None. A result that counts for nobody, as
    after a withdrawal before half of the games, is in brackets. `colours` and `floats` are written
    as the seed book prints them: `NBN0*`, `dA`; a schedule has no floats.
    """

    number: int
    points: int
    colours: str
    floats: str


COLOURS = TableColumn("colours", Figure.TEXT, "wide history")
FLOATS = TableColumn("floats", Figure.TEXT, "wide history")
GAMES = TableColumn("games", Figure.GAMES, "round")
OPPONENTS = TableColumn("games", Figure.OPPONENTS, "round")
POINTS = TableColumn("points", Figure.POINTS)
TABLE = (PLACE, PLAYER, GAMES, COLOURS, FLOATS, POINTS)
"""The columns of a crosstable by round, in order."""
MATRIX = (PLACE, PLAYER, OPPONENTS, POINTS)
"""Those of one where everybody meets everybody: a column for each opponent."""
NUMBER = TableColumn("place", Figure.PLACE, "place", "page.col.number", is_quiet=True)
RANK = TableColumn("rank", Figure.NUMBER, "figure rank", "page.col.place")
TIEBREAKS = TableColumn("values", Figure.TIEBREAKS, "figure")
CHART = (PLACE, PLAYER, GAMES, POINTS, TIEBREAKS)
"""The columns of a crosstable by round on paper: with the tie-breaks in use, from the first."""
MATRIX_CHART = (NUMBER, PLAYER, OPPONENTS, POINTS, TIEBREAKS, RANK)
"""Those of one by opponent, with the place at the end (seed 000, Appendix D)."""
BLANK_CHART = (NUMBER, PLAYER, GAMES, POINTS, TIEBREAKS, RANK)
"""Those of one by round that is to be filled in by hand."""


def rows(state: Tournament) -> Rows:
    """Return everybody's row, by entrant id."""
    if not state.exists:
        return {}
    shown = for_standings(state)
    paired_by = for_pairing(state, state.last_published + 1)
    points = points_now(state, shown)
    colours = colour_history(paired_by)
    floats = floats_shown(state, paired_by)
    unit = system_of(shown).unit
    return {
        entrant.id: (
            *CrosstableRow(
                number=seat + 1,
                points=points[seat],
                colours=written(colours[seat]),
                floats=marks_of_floats(floats[seat]),
            ),
            *(
                _cell(game, drift, unit, counts=shown.counts(seat, game))
                for game, drift in zip(shown.games[seat], floats[seat], strict=True)
            ),
        )
        for seat, entrant in enumerate(shown.entrants)
    }


def _cell(game: Game, drift: Float, unit: int, *, counts: bool) -> Row | None:
    letter = LETTERS[drift]
    if game.bye is not None:
        return (None, None, game.bye.value, letter)
    if game.opponent is None or game.colour is None:
        return None
    how = score_of(game, game.colour, unit)
    how = how if counts else f"({how})"
    return (game.opponent + 1, COLOUR_LETTER[game.colour], how, letter)


def floats_shown(state: Tournament, paired_by: Crosstable) -> tuple[tuple[Float, ...], ...]:
    """Return the float of each entrant in each round, by seat; a schedule and a hall have none."""
    system = state.system
    if system.floats is None:
        return ((Float.NONE,) * len(paired_by.rounds),) * paired_by.size
    return floats_by_round(paired_by, system.floats)
