"""The crosstable: one row for each entrant, one cell for each published round."""

from planilla.domain.crosstable import Crosstable, Game
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.colours import colour_history, written
from planilla.domain.pairing.floats import LETTERS, Float, float_marks, floats_by_round
from planilla.domain.pairing.system import ScheduleSystem
from planilla.domain.scoring import scores
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.state import Tournament
from planilla.projections.outcomes import COLOUR_LETTER, mark_of
from planilla.projections.view import Row, Rows

COLUMNS = ("number", "points", "colours", "floats")
"""Then one cell for each published round: (the opponent's number, `W` or `B`, how it ended, `D`,
`A` or nothing for a float); of a bye (None, None, its letter, float); of an absence None.
`colours` and `floats` are written as the seed book prints them: `NBN0*`, `dA`; a schedule has no
floats."""


def rows(state: Tournament) -> Rows:
    """Everybody's row, by entrant id."""
    if not state.exists:
        return {}
    shown = for_standings(state)
    paired_by = for_pairing(state, state.last_published + 1)
    points = scores(shown)
    colours = colour_history(paired_by)
    marks, floats = _floats(state, paired_by)
    return {
        entrant.id: (
            seat + 1,
            points[seat],
            written(colours[seat]),
            marks[seat],
            *(
                _cell(game, drift)
                for game, drift in zip(shown.games[seat], floats[seat], strict=True)
            ),
        )
        for seat, entrant in enumerate(shown.entrants)
    }


def _floats(
    state: Tournament, paired_by: Crosstable
) -> tuple[tuple[str, ...], tuple[tuple[Float, ...], ...]]:
    system = SYSTEMS[state.system]
    if isinstance(system, ScheduleSystem):
        none = (Float.NONE,) * len(paired_by.rounds)
        return ("",) * paired_by.size, (none,) * paired_by.size
    return float_marks(paired_by, system.floats), floats_by_round(paired_by, system.floats)


def _cell(game: Game, drift: Float) -> Row | None:
    letter = LETTERS[drift]
    if game.bye is not None:
        return (None, None, game.bye.value, letter)
    if game.opponent is None or game.colour is None:
        return None
    how = mark_of(game.result, game.colour)
    return (game.opponent + 1, COLOUR_LETTER[game.colour], how, letter)
