"""The list of players: numbers, ratings and who still plays. Names are joined from `people`."""

from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.projections.view import Rows

COLUMNS = ("number", "rating", "title", "federation", "status", "first_round", "out_from")
"""`number` is the pairing number, or the one to come; `out_from` the first round not played."""

PLAYING = "playing"
WITHDRAWN = "withdrawn"
EXPELLED = "expelled"


def rows(state: Tournament) -> Rows:
    """Everybody's row, by entrant id."""
    return {
        (entrant := state.entrants[each]).id: (
            number,
            entrant.rating,
            entrant.title,
            entrant.federation,
            status_of(entrant),
            entrant.first_round,
            entrant.out_from,
        )
        for number, each in enumerate(state.order, start=1)
    }


def status_of(entrant: EntrantState) -> str:
    """`playing`, `withdrawn` or `expelled`."""
    if entrant.expelled:
        return EXPELLED
    return PLAYING if entrant.out_from is None else WITHDRAWN
