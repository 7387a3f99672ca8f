"""Who would win what: the prize plan of a tournament applied to its standings, or to its chances.

Who was expelled takes no prize (and keeps the place); who withdrew takes the prize of theirs.
"""

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.chances import Basis, Chances, chances
from planilla.domain.prizes.distribution import Distribution, distribution
from planilla.domain.prizes.finals import Contest
from planilla.domain.prizes.outcomes import open_games
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.prizes.ranking import ranking_of
from planilla.domain.standings import Standing, standings
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.state import Tournament


class ChancesAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What `chances_asked` needs, as one value that another process can be given."""

    state: Tournament
    plan: PrizePlan
    basis: Basis


def plan_of(state: Tournament) -> PrizePlan | None:
    """The prize plan in force: that of the regulations, or else the one announced by itself."""
    if state.regulations is not None and state.regulations.prizes is not None:
        return state.regulations.prizes
    return state.prizes


def without_prize(state: Tournament) -> frozenset[Seat]:
    """The seats of those who were expelled."""
    return frozenset(
        seat for seat, entrant in enumerate(state.order) if state.entrants[entrant].expelled
    )


def winnings(
    state: Tournament, plan: PrizePlan, crosstable: Crosstable | None = None
) -> Distribution:
    """What everybody would win if the standings stayed as they are, or as in `crosstable`."""
    crosstable = crosstable or for_standings(state)
    without = without_prize(state)
    ranking = ranking_of(standings_under(state, crosstable))
    candidates = tuple(each for each in ranking if each.seat not in without)
    return distribution(plan, crosstable.entrants, candidates)


def chances_of(state: Tournament, plan: PrizePlan, basis: Basis) -> Chances:
    """What everybody may expect while games are open."""
    return chances(contest_of(state), plan, basis, without_prize(state))


def chances_asked(asked: ChancesAsked) -> Chances:
    """`chances_of` of one value."""
    return chances_of(asked.state, asked.plan, asked.basis)


def contest_of(state: Tournament) -> Contest:
    """The open games of the published rounds, and the rules of the standings."""
    crosstable = for_standings(state)
    return Contest(crosstable=crosstable, games=open_games(crosstable), announced=state.announced)


def standings_under(state: Tournament, crosstable: Crosstable) -> tuple[Standing, ...]:
    """The standings of a crosstable under the rules of the tournament."""
    return standings(crosstable, state.announced)
