"""The standings: one row for each entrant, without a place.

Readers sort by `key`, greatest first; rows whose keys are equal but for their last integer share a
place (`ranked`). The arrow is `before` less the place. To add a column: a field here.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.ranking import current_standings, for_ranking, places_before
from planilla.domain.tournament.state import Tournament
from planilla.projections.outcomes import forms_of
from planilla.projections.players import status_of
from planilla.projections.table import LAST, PLACE, PLAYER, POINTS, Figure, TableColumn


class StandingsRow(NamedTuple):
    """One entrant.

    `points` are in units of the point system, `values` of the tie-breaks in theirs (None: not
    asked); `number` is the pairing number; `before` the place at the end of the previous round,
    None before the second; `form` the outcomes of the published rounds, parted by spaces
    (`outcomes`).
    """

    key: tuple[int, ...]
    points: int
    values: tuple[int | None, ...]
    number: int
    before: int | None
    form: str
    rating: int
    title: str
    federation: str
    status: str


TABLE = (
    PLACE,
    TableColumn(
        "before",
        Figure.MOVE,
        "move",
        "page.col.move",
        opens="movement",
        hint="page.movement.why",
        is_quiet=True,
    ),
    PLAYER,
    POINTS,
    LAST,
    TableColumn("values", Figure.TIEBREAKS, "tiebreak", opens="working"),
    TableColumn("form", Figure.ROUNDS, "round"),
)
"""The columns of the standings, in order."""


def rows(state: Tournament) -> Mapping[str, StandingsRow]:
    """Return everybody's row, by entrant id."""
    if not state.exists:
        return {}
    crosstable = for_standings(state)
    before = places_before(state, crosstable)
    forms = forms_of(crosstable)
    return {
        (entrant := crosstable.entrants[standing.seat]).id: StandingsRow(
            key=standing.key,
            points=standing.points,
            values=standing.values,
            number=standing.seat + 1,
            before=before[standing.seat] if before else None,
            form=forms[standing.seat],
            rating=entrant.rating,
            title=entrant.title,
            federation=entrant.federation,
            status=status_of(state.entrants[entrant.id]),
        )
        for standing in current_standings(state, for_ranking(state, crosstable))
    }


def ranked(rows: Mapping[str, StandingsRow]) -> Iterator[tuple[int, str, StandingsRow]]:
    """Yield the place, id and row of everybody from the top, as clients sort them."""
    place, last = 1, None
    ordered = sorted(rows.items(), key=lambda each: each[1].key, reverse=True)
    for position, (entrant, row) in enumerate(ordered, start=1):
        if row.key[:-1] != last:
            place, last = position, row.key[:-1]
        yield place, entrant, row
