"""The crosstable: one row for each entrant, one cell for each published round."""

from planilla.domain.crosstable import Game
from planilla.domain.pairing.colours import colour_history, written
from planilla.domain.pairing.floats import LETTERS, Float
from planilla.domain.pairing.floats import mark_of as marks_of_floats
from planilla.domain.scoring import scores
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.state import Tournament
from planilla.projections.floats import floats_shown
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
    floats = floats_shown(state, paired_by)
    return {
        entrant.id: (
            seat + 1,
            points[seat],
            written(colours[seat]),
            marks_of_floats(floats[seat]),
            *(
                _cell(game, drift)
                for game, drift in zip(shown.games[seat], floats[seat], strict=True)
            ),
        )
        for seat, entrant in enumerate(shown.entrants)
    }


def _cell(game: Game, drift: Float) -> Row | None:
    letter = LETTERS[drift]
    if game.bye is not None:
        return (None, None, game.bye.value, letter)
    if game.opponent is None or game.colour is None:
        return None
    how = mark_of(game.result, game.colour)
    return (game.opponent + 1, COLOUR_LETTER[game.colour], how, letter)
