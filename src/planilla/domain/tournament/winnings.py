"""Who would win what: the prize plan of a tournament applied to its standings, or to its chances.

Who was expelled takes no prize (and keeps the place); who withdrew takes the prize of theirs.
"""

from fractions import Fraction

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.chances import Basis, Chances, OpenTournament
from planilla.domain.prizes.distribution import (
    Distribution,
    Ranked,
    Ranking,
    distribution,
    ranking_of,
)
from planilla.domain.prizes.outcomes import open_games
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.standings import Standing, standings
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.hall.ranking import ranking
from planilla.domain.tournament.hall.state import Hall, Status
from planilla.domain.tournament.ladder import for_ranking
from planilla.domain.tournament.questions import ChancesAsked
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

NO_PRIZES = PrizePlan(currency="EUR", fund=0, groups=())
"""Where there are chances of places and nothing to win."""


def plan_of(state: Tournament) -> PrizePlan | None:
    """The prize plan in force: that of the regulations, or else the one announced by itself."""
    if state.regulations is not None and state.regulations.prizes is not None:
        return state.regulations.prizes
    return state.prizes


def without_prize(state: Tournament) -> frozenset[Seat]:
    """The seats of those who were expelled, also from a hall, or ruled ineligible."""
    return frozenset(
        seat
        for seat, entrant in enumerate(state.order)
        if state.entrants[entrant].expelled
        or state.entrants[entrant].ineligible_from is not None
        or _expelled_from_hall(state, entrant)
    )


def _expelled_from_hall(state: Tournament, entrant: EntrantId) -> bool:
    member = None if state.hall is None else state.hall.members.get(entrant)
    return member is not None and member.status is Status.EXPELLED


def winnings(
    state: Tournament, plan: PrizePlan, crosstable: Crosstable | None = None
) -> Distribution:
    """What everybody would win if the standings stayed as they are, or as in `crosstable`."""
    crosstable = crosstable or for_ranking(state)
    without = without_prize(state)
    ranked = (
        ranking_of(standings_under(state, crosstable))
        if state.hall is None
        else _ranking_in_hall(state, state.hall)
    )
    candidates = tuple(each for each in ranked if each.seat not in without)
    return distribution(plan, crosstable.entrants, candidates)


def _ranking_in_hall(state: Tournament, hall: Hall) -> Ranking:
    """By the ranking of a hall, which has no crosstable; who never came to it is not in it."""
    seats = {entrant: seat for seat, entrant in enumerate(state.order)}
    return tuple(Ranked(seats[row.entrant], row.points, row.place) for row in ranking(hall))


def chances_asked(
    state: Tournament, plan: PrizePlan, basis: Basis, crosstable: Crosstable | None = None
) -> ChancesAsked:
    """What is to be worked out to know what everybody may expect while games are open.

    They are the open games of the published rounds, as they stand or as in `crosstable`.
    """
    crosstable = crosstable or for_standings(state)
    games = open_games(crosstable)
    return ChancesAsked(
        contest=OpenTournament(crosstable=crosstable, games=games, announced=state.announced),
        plan=plan,
        basis=basis,
        without=without_prize(state),
    )


def chances_to_qualify(found: Chances, places: int) -> dict[Seat, Fraction]:
    """Everybody's chance of one of the first places; who has none is not there.

    The chances were asked for so many places at least. They add up to the number of places.
    """
    summed = {seat: sum(each.places[:places], Fraction(0)) for seat, each in found.by_seat.items()}
    return {seat: chance for seat, chance in summed.items() if chance}


def standings_under(state: Tournament, crosstable: Crosstable) -> tuple[Standing, ...]:
    """The standings of a crosstable under the rules of the tournament."""
    return standings(crosstable, state.announced)
