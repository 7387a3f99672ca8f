"""What everybody has in one state: place, points and tie-breaks, ratings, prize money.

All of it is exact and told by entrant, so that two states, or many worlds, can be compared.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from planilla.domain.ratings.rated import PlayerRating, changes
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.standings import Standing, standings_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.ladder import climb_of, for_ranking, is_ladder
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.usual import usual_of
from planilla.domain.tournament.winnings import plan_of, winnings
from planilla.domain.vocabulary import EntrantId

LADDER_TOTAL = "TOTAL"
"""Stands among the tie-breaks of a Keizer ladder, ahead of them: what it ranks by."""


class Row(NamedTuple):
    """One entrant in the standings: points in the unit of the system, tie-breaks as they are shown.

    A tie-break is None where it was not asked.
    """

    rank: int
    points: int
    values: tuple[Fraction | None, ...]


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """The standings by entrant, best first, and the codes of their tie-breaks."""

    codes: tuple[str, ...]
    rows: Mapping[EntrantId, Row]


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """What each winner of a prize gets, in the smallest unit of the currency."""

    currency: str
    amounts: Mapping[EntrantId, int]


def rows_of(state: Tournament) -> Rows:
    """The standings of a tournament by points, or of a ladder, whose total leads its tie-breaks."""
    contest = contest_of(for_ranking(state))
    tiebreaks, totals = state.announced.tiebreaks, _totals(state)

    def shown(row: Standing) -> tuple[Fraction | None, ...]:
        values = (
            None if value is None else tiebreak.shown(contest, value)
            for tiebreak, value in zip(tiebreaks, row.values, strict=True)
        )
        return (*totals[row.seat], *values) if totals else tuple(values)

    return Rows(
        codes=(*((LADDER_TOTAL,) if totals else ()), *state.tiebreaks),
        rows={
            state.order[row.seat]: Row(row.rank, row.points, shown(row))
            for row in standings_of(contest, state.announced)
        },
    )


def _totals(state: Tournament) -> tuple[tuple[Fraction], ...]:
    """What a ladder ranks by, by seat; nothing in other systems."""
    if not is_ladder(state):
        return ()
    climb = climb_of(state)
    return tuple((Fraction(total, climb.unit),) for total in climb.totals)


def ratings_of(state: Tournament) -> dict[EntrantId, PlayerRating]:
    """What the games do to everybody's rating; nothing in a hall."""
    if not state.exists or state.hall is not None:
        return {}
    name = state.rating_rules
    rules = RATING_RULES.get(name) or RATING_RULES[usual_of(state.system).rating_rules]
    return {state.order[each.seat]: each for each in changes(for_standings(state), rules)}


def purse_of(state: Tournament) -> Purse | None:
    """The prizes as the standings would share them; None where none are announced."""
    plan = plan_of(state)
    if plan is None:
        return None
    amounts = winnings(state, plan).amounts
    return Purse(
        currency=plan.currency,
        amounts={state.order[seat]: amount for seat, amount in amounts.items()},
    )
