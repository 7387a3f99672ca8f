"""`planilla standings` of teams: the table, as data, one team explained, faulty files."""

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla
from dsl.team_files import team_file
from dsl.teams import team_table

# Match points: 1 and 2 have 3, 3 and 4 have 1. Game points: 4½, 4½, 3½, 3½.
TABLE = team_table(4, "1 3 2½-1½, 2 4 2½-1½", "1 2 1==0, 3 4 2-2", rounds_planned=2)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("teams.trf").write_text(team_file(TABLE), encoding="utf-8")
    return "teams.trf"


def test_programs_read_teams_with_numbers_and_names(planilla: Planilla, file: str) -> None:
    said = planilla("standings", file, "--tiebreaks", "EDET,GPTS", "--json")
    assert (said.code, said.err) == (0, "")
    read: dict[str, Any] = json.loads(said.out)
    # 1 and 2 drew their match; 1 won its first board. 3 and 4 drew theirs: 2½ and 1½ elsewhere.
    assert [
        (each["rank"], each["number"], each["name"], each["points"], each["tiebreaks"])
        for each in read["teams"]
    ] == [
        (1, 1, "Team 1", "3", {"EDET": "1", "GPTS": "4.5"}),
        (2, 2, "Team 2", "3", {"EDET": "0", "GPTS": "4.5"}),
        (3, 3, "Team 3", "1", {"EDET": "1", "GPTS": "3.5"}),
        (4, 4, "Team 4", "1", {"EDET": "0", "GPTS": "3.5"}),
    ]


def test_people_read_the_names_behind(planilla: Planilla, file: str) -> None:
    said = planilla("standings", file, "--tiebreaks", "TBR")
    assert said.out.splitlines()[1:3] == [
        "Rank  No.  Points  TBR  Team",
        "   1    1       3    2  Team 1",
    ]


def test_the_working_of_a_team_is_told_term_by_term(planilla: Planilla, file: str) -> None:
    said = planilla("standings", file, "--tiebreaks", "EDET,EMGSB/C1", "--explain", "2")
    # 4 has 1 match point and is cut; 2 game points against 1, which has 3, are left.
    assert said.out.splitlines()[1:] == [
        "Team 2: rank 2, points 3",
        "",
        "EDET (Extended direct encounter, top boards): 0",
        "  among the tied: 1 and 2",
        "  Round  Opp.  Value",
        "      2     1      0  C.07, 13.3.2",
        "  deciding board: 1",
        "  sum: 0",
        "",
        "EMGSB/C1 (Sonneborn-Berger, match points by game points, without the lowest): 6",
        "  Round  Opp.          Value",
        "      1     4  2.5 × 1 = 2.5  cut",
        "      2     1      2 × 3 = 6",
    ]


def test_a_list_that_begins_with_game_points_makes_them_decide(
    planilla: Planilla, file: str
) -> None:
    said = planilla("standings", file, "--tiebreaks", "GPTS,MPVGP", "--json")
    first = json.loads(said.out)["teams"][0]
    assert (first["points"], first["tiebreaks"]) == ("4.5", {"GPTS": "4.5", "MPVGP": "3"})


def test_a_team_that_is_not_there_is_no_player(planilla: Planilla, file: str) -> None:
    said = planilla("standings", file, "--explain", "5")
    assert (said.code, said.err) == (2, "planilla: teams.trf has no team 5.\n")


def test_teams_that_do_not_fit_are_told_with_their_places(planilla: Planilla, file: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text("330 +-   1   1   9\n" + text, encoding="utf-8")
    said = planilla("standings", file)
    assert said.code == 2
    assert said.err == (
        "teams.trf:1:5: Record 330 names team 9, which is no other team of the file.\n"
    )
