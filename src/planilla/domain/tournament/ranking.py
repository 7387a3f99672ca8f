"""The ranking of a tournament by its system: from the crosstable, or by the system's own method.

To add a method: give it a name in `RankingMethod`, and an entry in `FIRST_CRITERIA` where it is an
order before the points, or in `OWN_RANKINGS` where it takes the place of points and tie-breaks.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.scoring import system_of
from planilla.domain.standings import StandingEntry, standings
from planilla.domain.tournament.crosstables import for_standings, with_carried
from planilla.domain.tournament.keizer_values import ahead_of
from planilla.domain.tournament.masnou.ranking import standings_of, tiebreak_codes
from planilla.domain.tournament.state import Tournament


class OwnRanking(NamedTuple):
    """A ranking that is not made from a crosstable; its points are in one `unit`-th of a point."""

    standings: Callable[[Tournament], tuple[StandingEntry, ...]]
    tiebreaks: Callable[[Tournament], tuple[str, ...]]
    unit: int


FIRST_CRITERIA: Mapping[RankingMethod, Callable[[Tournament], tuple[int, ...]]] = {
    RankingMethod.VALUES: ahead_of,
}
"""Orders before the points, by seat, the greater first; empty where points come first."""

OWN_RANKINGS: Mapping[RankingMethod, OwnRanking] = {
    RankingMethod.TALLY: OwnRanking(standings_of, tiebreak_codes, POINTS_UNIT),
}
"""Rankings in place of points and tie-breaks, once play has begun."""


def ranking_method(state: Tournament) -> RankingMethod:
    """Return the method that ranks now: points until the system's own ranking has begun."""
    method = state.system.ranking
    return method if state.has_begun or method not in OWN_RANKINGS else RankingMethod.POINTS


def own_ranking(state: Tournament) -> OwnRanking | None:
    """Return the system's own ranking; None where the crosstable is ranked."""
    return OWN_RANKINGS.get(ranking_method(state))


def for_ranking(state: Tournament, crosstable: Crosstable | None = None) -> Crosstable:
    """Return the crosstable that standings, prizes and reports rank by.

    `crosstable` is that of `for_standings`, where it is made already.
    """
    crosstable = with_carried(state, crosstable or for_standings(state))
    first = FIRST_CRITERIA.get(state.system.ranking)
    ahead = () if first is None else first(state)
    return replace(crosstable, ahead=ahead) if ahead else crosstable


def current_standings(
    state: Tournament, crosstable: Crosstable | None = None
) -> tuple[StandingEntry, ...]:
    """Return the standings of all who are ranked.

    `crosstable` is that of `for_ranking`, where it is made already.
    """
    own = own_ranking(state)
    if own is not None:
        return own.standings(state)
    return standings(crosstable or for_ranking(state), state.announced)


def points_unit(state: Tournament) -> int:
    """Return the number of units in one point of the standings."""
    own = own_ranking(state)
    return system_of(for_standings(state)).unit if own is None else own.unit
