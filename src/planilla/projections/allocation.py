"""The allocation before a tournament: what each player got, and the steps that led to it.

The steps of the book (seed 000, 2.7 and 2.8) are calculated again from the published ballots.
"""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from planilla.domain.allocation import hungarian, team_formation
from planilla.domain.allocation.hungarian import Ballots, Step
from planilla.domain.allocation.team_formation import TeamBallots, TeamStep
from planilla.domain.tournament.allocations import option_ballots, team_ballots
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import AllocationResult, AllocationRules
from planilla.domain.vocabulary import EntrantId
from planilla.projections.view import Rows

CACHED_STEPS = 32
"""Allocations whose steps are kept."""


class AllocationRow(NamedTuple):
    """The share of one entrant: an option with their vote or rank from 0, or a team by number.

    The value is None if the ballots are not public.
    """

    option: str | None
    value: int | None
    team: int | None


class AllocationSheet(msgspec.Struct, frozen=True, kw_only=True):
    """An allocation, its result if it is decided, and the steps of the book.

    `columns` is the option of each column of the matrices, from 0: one column for each place. Steps
    name players and columns by their places, from 0.
    """

    rules: AllocationRules
    entrants: tuple[EntrantId, ...]
    result: AllocationResult | None
    columns: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    team_steps: tuple[TeamStep, ...] = ()


def rows(state: Tournament) -> Rows:
    """Return the entrants of a decided allocation; none before."""
    found = state.allocation
    if found is None or found.result is None:
        return {}
    names = [option.name for option in found.rules.options]
    team_of = {each: at for at, team in enumerate(found.result.teams, start=1) for each in team}
    option_of = {each.entrant: each.option for each in found.result.given}
    rows: dict[str, AllocationRow] = {}
    for entrant in found.entrants:
        option, ballot = option_of.get(entrant), found.ballots.get(entrant)
        rows[entrant] = AllocationRow(
            option=None if option is None else names[option - 1],
            value=None if option is None or ballot is None else ballot.values[option - 1],
            team=team_of.get(entrant),
        )
    return rows


def allocation_sheet(state: Tournament) -> AllocationSheet | None:
    """Return the allocation with its steps if it is decided; this can take seconds."""
    found = state.allocation
    if found is None:
        return None
    sheet = AllocationSheet(rules=found.rules, entrants=found.entrants, result=found.result)
    if found.result is None or not found.result.ballots:
        return sheet
    if found.rules.method.forms_teams:
        return msgspec.structs.replace(sheet, team_steps=_team_steps(team_ballots(found)))
    ballots = option_ballots(found)
    return msgspec.structs.replace(sheet, columns=ballots.columns, steps=_steps(ballots))


@lru_cache(maxsize=CACHED_STEPS)
def _steps(ballots: Ballots) -> tuple[Step, ...]:
    return hungarian.steps(ballots)


@lru_cache(maxsize=CACHED_STEPS)
def _team_steps(ballots: TeamBallots) -> tuple[TeamStep, ...]:
    return team_formation.form(ballots).steps
