"""What holds of all tie-breaks of teams, in tournaments by chance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.team_tiebreaking import team_values
from dsl.teams import team_tables
from planilla.domain.standings import Announced, standings_of
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tiebreaks import EDITIONS, tiebreak_of
from planilla.domain.tiebreaks.teams import contest_of_teams

OF_TEAMS = tuple(name for name, each in EDITIONS["fide-2026-03"].families.items() if each.teams)
CODES = (
    *OF_TEAMS,
    *(
        f"{name}:{score}"
        for name in ("BH", "SB", "KS", "PS", "DE", "WIN")
        for score in ("MP", "GP")
    ),
    *("BPG:GP", "BWG:GP", "WON:GP", "EMGSB/C1", "EGGSB/M1/P", "EDET/P", "SSSC/K3", "BH:GP/C1/P"),
)


OF_THE_BOOK = ("HOL", "HOLT", "BH", "BH:GP/own", "SB:MP", "DE:GP", "GPD", "BW", "PS:GP", "WIN")


@pytest.mark.parametrize(
    ("edition", "codes"),
    [("fide-2026-03", CODES), ("fide-2024-08", CODES), ("libro", OF_THE_BOOK)],
)
@given(team_tables(), st.data())
def test_the_working_of_every_value_comes_to_it(
    edition: str, codes: tuple[str, ...], table: TeamCrosstable, data: st.DataObject
) -> None:
    code = data.draw(st.sampled_from(codes))
    contest, tiebreak = contest_of_teams(table), tiebreak_of(code, edition)
    everybody = list(range(contest.size))
    tied = sorted(data.draw(st.sets(st.sampled_from(everybody), min_size=1)))
    unit = tiebreak.unit(contest)
    for seat, value in zip(tied, tiebreak.values(contest, tied), strict=True):
        assert tiebreak.working(contest, tied, seat).value == Fraction(value, unit)


@given(team_tables(), st.sampled_from(["EMMSB", "EMGSB", "EGMSB", "EGGSB"]))
def test_a_cut_leaves_no_more_than_there_was(table: TeamCrosstable, code: str) -> None:
    whole, cut = team_values(code, table), team_values(f"{code}/C1", table)
    assert all(after <= before for before, after in zip(whole, cut, strict=True))


@given(team_tables())
def test_board_results_add_up_to_the_game_points_of_matches(table: TeamCrosstable) -> None:
    contest = contest_of_teams(table)
    games = contest.tallies["GP"]
    assert contest.boards is not None
    for seat, row in enumerate(contest.boards.points):
        for at, points in enumerate(row):
            if games.opponents[seat][at] >= 0 and points:
                assert sum(points) == games.points[seat][at]


@given(team_tables(), st.sampled_from(CODES))
def test_standings_are_the_rows_sorted_by_their_keys(table: TeamCrosstable, code: str) -> None:
    announced = Announced(codes=(code,), mode="successive", edition="fide-2026-03")
    rows = standings_of(contest_of_teams(table), announced)
    assert sorted(rows, key=lambda row: row.key, reverse=True) == list(rows)
