"""Columns, workings and ranks of teams in a line of a test."""

from collections.abc import Sequence
from fractions import Fraction

from dsl.tiebreaking import IN_FORCE
from planilla.domain.crosstable import Seat
from planilla.domain.standings import Announced, standings_of
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.domain.tiebreaks.tiebreak import Working


def team_values(
    code: str, table: TeamCrosstable, *numbers: int, edition: str = IN_FORCE
) -> list[Fraction]:
    """What a tie-break gives each of the teams tied (everybody), as fractions of one point."""
    contest, tiebreak = contest_of_teams(table), tiebreak_of(code, edition)
    unit = tiebreak.unit(contest)
    return [Fraction(value, unit) for value in tiebreak.values(contest, _seats(table, numbers))]


def team_working(
    code: str, table: TeamCrosstable, number: int, *tied: int, edition: str = IN_FORCE
) -> Working:
    """How the value of one team came about among those tied (everybody)."""
    contest = contest_of_teams(table)
    return tiebreak_of(code, edition).working(contest, _seats(table, tied), number - 1)


def steps_of(working: Working) -> list[tuple[str, float]]:
    """The steps after the sum: name and number."""
    return [(step.name, float(step.value)) for step in working.steps]


def team_order(
    table: TeamCrosstable, *codes: str, edition: str = IN_FORCE
) -> list[tuple[int, int]]:
    """Rank and number of each team, from the top, one tie-break after another."""
    announced = Announced(codes=codes, mode="successive", edition=edition)
    rows = standings_of(contest_of_teams(table), announced)
    return [(row.rank, row.seat + 1) for row in rows]


def points(text: str) -> Fraction:
    """`2½` and `½` as fractions."""
    return Fraction(text.removesuffix("½") or 0) + Fraction(text.endswith("½"), 2)


def _seats(table: TeamCrosstable, numbers: Sequence[int]) -> list[Seat]:
    return [number - 1 for number in numbers or range(1, len(table.teams) + 1)]
