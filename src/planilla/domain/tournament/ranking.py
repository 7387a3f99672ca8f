"""The ranking of a tournament by its system: from the crosstable, or by the system's own method.

To add a method: give it a name in `RankingMethod`, and an entry in `FIRST_CRITERIA` where it is an
order before the points, in `CONTESTS` where points and tie-breaks are not those of the crosstable,
or in `OWN_RANKINGS` where it takes the place of points and tie-breaks.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, before_round
from planilla.domain.pairing.masnou import POINTS_UNIT
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.scoring import points_by_round, scores
from planilla.domain.standings import Announced, StandingEntry, ranks
from planilla.domain.standings import standings_of as ranked
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tiebreaks.contest import Contest, contest_of
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.domain.tournament.brackets import ahead_in_bracket
from planilla.domain.tournament.crosstables import for_standings, with_carried
from planilla.domain.tournament.keizer_values import ahead_of
from planilla.domain.tournament.leagues import team_crosstable
from planilla.domain.tournament.masnou.ranking import standings_of, tiebreak_codes
from planilla.domain.tournament.state import Tournament


def contest_of_league(state: Tournament) -> Contest:
    """Return the contest of the teams of a league, with its two tallies."""
    return contest_of_teams(team_crosstable(state, state.last_published))


TOURNAMENTS_KEPT = 16
"""Tournaments whose places before the last round are remembered: its results do not move them."""


class OwnRanking(NamedTuple):
    """A ranking that is not made from a crosstable; its points are in one `unit`-th of a point."""

    standings: Callable[[Tournament], tuple[StandingEntry, ...]]
    tiebreaks: Callable[[Tournament], tuple[str, ...]]
    unit: int


FIRST_CRITERIA: Mapping[RankingMethod, Callable[[Tournament], tuple[int, ...]]] = {
    RankingMethod.VALUES: ahead_of,
    RankingMethod.BRACKET: ahead_in_bracket,
}
"""Orders before the points, by seat, the greater first; empty where points come first."""

CONTESTS: Mapping[RankingMethod, Callable[[Tournament], Contest]] = {
    RankingMethod.TEAMS: contest_of_league,
}
"""Contests that are not made from the crosstable of the entrants."""

WITHOUT_POINTS = frozenset({RankingMethod.BRACKET})
"""Methods of `FIRST_CRITERIA` after which points and tie-breaks separate nobody."""

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
    if not ahead:
        return crosstable
    alone = state.system.ranking in WITHOUT_POINTS
    return replace(crosstable, ahead=ahead, ranks_by_ahead_alone=alone)


def current_standings(
    state: Tournament, crosstable: Crosstable | None = None
) -> tuple[StandingEntry, ...]:
    """Return the standings of all who are ranked.

    `crosstable` is that of `for_ranking`, where it is made already.
    """
    own = own_ranking(state)
    if own is not None:
        return own.standings(state)
    return ranked(contest_for(state, crosstable), state.announced)


def contest_for(state: Tournament, crosstable: Crosstable | None = None) -> Contest:
    """Return the contest whose points and tie-breaks rank the entrants.

    `crosstable` is that of `for_ranking`, where it is made already.
    """
    own = CONTESTS.get(state.system.ranking)
    return contest_of(crosstable or for_ranking(state)) if own is None else own(state)


def points_now(state: Tournament, crosstable: Crosstable) -> Sequence[int]:
    """Return the points of each entrant in the standings, by seat, from their crosstable."""
    own = CONTESTS.get(state.system.ranking)
    return scores(crosstable) if own is None else own(state).tally.scores


def gained_by_round(state: Tournament, crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the points of each entrant in each round of the standings, by seat and by round."""
    own = CONTESTS.get(state.system.ranking)
    if own is None:
        return points_by_round(crosstable)
    points = own(state).tally.grid.points
    return tuple(tuple(int(each) for each in column) for column in points.T)


def places_before(state: Tournament, crosstable: Crosstable) -> tuple[int, ...]:
    """Return the place of each seat when the last published round began; none before round 2.

    `crosstable` is that of `for_standings`.
    """
    last = state.last_published
    return places_after(state, crosstable, last - 1) if last > 1 else ()


def places_after(state: Tournament, crosstable: Crosstable, number: int) -> tuple[int, ...]:
    """Return the place of each seat at the end of a published round; none in a bracket.

    `crosstable` is that of `for_standings`.
    """
    if state.system.has_bracket:
        return ()
    if state.system.ranking in CONTESTS:
        return _team_places(team_crosstable(state, number), state.announced)
    return _places(before_round(crosstable, number + 1), state.announced)


def places_by_round(state: Tournament, crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the place of each seat at the end of each published round; none in a bracket.

    `crosstable` is that of `for_standings`. All rounds of a tournament are kept together.
    """
    if state.system.has_bracket:
        return ()
    if state.system.ranking in CONTESTS:
        rounds = range(1, state.last_published + 1)
        return tuple(places_after(state, crosstable, number) for number in rounds)
    return _all_places(crosstable, state.announced)


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _all_places(crosstable: Crosstable, announced: Announced) -> tuple[tuple[int, ...], ...]:
    rounds = range(2, len(crosstable.rounds) + 2)
    return tuple(ranks(before_round(crosstable, number), announced) for number in rounds)


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _places(crosstable: Crosstable, announced: Announced) -> tuple[int, ...]:
    return ranks(crosstable, announced)


@lru_cache(maxsize=TOURNAMENTS_KEPT)
def _team_places(table: TeamCrosstable, announced: Announced) -> tuple[int, ...]:
    places = {each.seat: each.rank for each in ranked(contest_of_teams(table), announced)}
    return tuple(places[seat] for seat in range(len(table.teams)))


def points_unit(state: Tournament) -> int:
    """Return the number of units in one point of the standings."""
    own = own_ranking(state)
    return contest_for(state).tally.unit if own is None else own.unit
