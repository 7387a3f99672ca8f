"""Commitments to each entrant's personal data, which show when names of a page are out of date.

A changed row tells a client to fetch the resource `people` again. The names are not here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from planilla.domain.tournament.regulations import reduced_entrants
from planilla.domain.tournament.state import Tournament


class CommitmentRow(NamedTuple):
    """The commitment to the personal data of one entrant."""

    commitment: str
    reduced: bool


def rows(state: Tournament) -> Mapping[str, CommitmentRow]:
    """Return the commitments, and whether reduced data are shown, by entrant id."""
    reduced = reduced_entrants(state)
    return {
        entrant.id: CommitmentRow(commitment=entrant.person, reduced=entrant.id in reduced)
        for entrant in (*state.entrants.values(), *state.players.values())
    }
