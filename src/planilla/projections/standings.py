"""The standings: one row for each entrant, without a place.

The client sorts by `key`, greatest first; rows whose keys are equal but for their last integer
share a place. The arrow is its place less `before`.
"""

from functools import lru_cache

from planilla.domain.crosstable import Crosstable, before_round
from planilla.domain.standings import Announced, ranks, standings
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.ladder import for_ranking, is_ladder
from planilla.domain.tournament.state import Tournament
from planilla.projections import hall_standings
from planilla.projections.outcomes import forms_of
from planilla.projections.players import status_of
from planilla.projections.view import Rows

TOURNAMENTS_KEPT = 16
"""Of so many the places before the round are remembered: its results do not move them."""

COLUMNS = (
    "key",
    "points",
    "values",
    "number",
    "before",
    "form",
    "rating",
    "title",
    "federation",
    "status",
)
"""`points` in units of the point system, `values` of the tie-breaks in theirs (None: not asked);
`number` is the pairing number; `before` the place at the end of the previous round, None before
the second; `form` the outcomes of the published rounds, parted by spaces (`outcomes`)."""


def rows(state: Tournament) -> Rows:
    """Everybody's row, by entrant id."""
    if not state.exists:
        return {}
    if state.hall is not None:
        return hall_standings.rows(state)
    crosstable = for_standings(state)
    before = _places_before(crosstable, state)
    forms = forms_of(crosstable)
    ranked_by = for_ranking(state) if is_ladder(state) else crosstable
    return {
        (entrant := crosstable.entrants[standing.seat]).id: (
            standing.key,
            standing.points,
            standing.values,
            standing.seat + 1,
            before[standing.seat] if before else None,
            forms[standing.seat],
            entrant.rating,
            entrant.title,
            entrant.federation,
            status_of(state.entrants[entrant.id]),
        )
        for standing in standings(ranked_by, state.announced)
    }


def _places_before(crosstable: Crosstable, state: Tournament) -> tuple[int, ...]:
    """The place of each seat when the last published round began; none before round 2."""
    if state.last_published <= 1:
        return ()
    return _ranks(before_round(crosstable, state.last_published), state.announced)


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _ranks(crosstable: Crosstable, announced: Announced) -> tuple[int, ...]:
    return ranks(crosstable, announced)
