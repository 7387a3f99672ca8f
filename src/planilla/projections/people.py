"""When the names of a page are out of date: the commitment to each entrant's personal data.

A changed row tells a client to fetch the resource `people` again. The names are not here.
"""

from planilla.domain.tournament.state import Tournament
from planilla.projections.view import Rows

COLUMNS = ("commitment",)


def rows(state: Tournament) -> Rows:
    """The commitments, by entrant id."""
    return {entrant.id: (entrant.person,) for entrant in state.entrants.values()}
