"""The ranking of a Masnou hall as rows of the view `standings`, and what parts two neighbours."""

import msgspec

from planilla.domain.tournament.hall.ranking import Ranked, ranking
from planilla.domain.tournament.hall.state import Hall
from planilla.domain.tournament.state import Tournament
from planilla.projections.players import status_of
from planilla.projections.view import Rows

EXPULSION, POINTS, PLAYOFF = "expelled", "points", "playoff"
"""What parts two players besides the tie-breaks."""


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """Why one is ahead of another: `by` points, a tie-break or the play-off, and both values.

    Points are in halves; of the play-off a value is the round that was reached; who was expelled
    (1) is behind.
    """

    by: str
    ahead: int
    behind: int


def rows(state: Tournament) -> Rows:
    """Everybody's row, by entrant id, with the columns of `standings`."""
    if state.hall is None:
        return {}
    numbers = {entrant: number for number, entrant in enumerate(state.order, start=1)}
    return {
        row.entrant: (
            (*(-part for part in row.key), -numbers[row.entrant]),
            row.points,
            row.values,
            numbers[row.entrant],
            None,
            "",
            state.entrants[row.entrant].rating,
            state.entrants[row.entrant].title,
            state.entrants[row.entrant].federation,
            status_of(state.entrants[row.entrant]),
        )
        for row in ranking(state.hall)
    }


def parted(hall: Hall, ahead: Ranked, behind: Ranked) -> Parted | None:
    """What parts two neighbours of the ranking; None when they share a place."""
    if ahead.key == behind.key:
        return None
    if ahead.key[0] != behind.key[0]:
        return Parted(by=EXPULSION, ahead=ahead.key[0], behind=behind.key[0])
    if ahead.points != behind.points:
        return Parted(by=POINTS, ahead=ahead.points, behind=behind.points)
    tiebreaks = zip(hall.rules.tiebreaks, ahead.values, behind.values, strict=True)
    for code, mine, theirs in tiebreaks:
        if mine != theirs and mine is not None and theirs is not None:
            return Parted(by=code.value, ahead=mine, behind=theirs)
    return Parted(by=PLAYOFF, ahead=-ahead.key[-1], behind=-behind.key[-1])
