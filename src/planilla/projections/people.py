"""When the names of a page are out of date: the commitment to each entrant's personal data.

A changed row tells a client to fetch the resource `people` again. The names are not here.
"""

from planilla.domain.tournament.regulations import reduced_entrants
from planilla.domain.tournament.state import Tournament
from planilla.projections.view import Rows

COLUMNS = ("commitment", "reduced")


def rows(state: Tournament) -> Rows:
    """The commitments, and whether reduced data are shown, by entrant id."""
    reduced = reduced_entrants(state)
    return {
        entrant.id: (entrant.person, entrant.id in reduced) for entrant in state.entrants.values()
    }
