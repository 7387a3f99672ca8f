"""`planilla new`: a tournament of a kind, or with the settings of an earlier one."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

REGULATIONS = """
name = "Open 2025"
[entries]
opens = 2025-05-01
players_max = 60
[schedule]
time_zone = "Europe/Madrid"
starts = ["2025-07-04T17:00:00"]
[play]
system = "swiss-dutch-2017"
rounds = 1
tiebreaks = ["BH/C1", "DE"]
[prose]
director = "Ana Alba"
calendar = "Round 1 on 4 July"
"""


def test_a_tournament_of_a_kind_is_created(planilla: Planilla, database: Path) -> None:
    assert database.exists()
    said = planilla("new", "Copa", "--kind", "cup", "--id", "copa")
    assert (said.code, said.out) == (0, "Copa is created with the ID copa: 1 fact.\n")
    again = planilla("new", "Copa", "--kind", "cup", "--id", "copa")
    assert again.code == 0
    other = planilla("new", "Liga", "--kind", "league", "--id", "copa")
    assert other.code == 1
    assert "already a tournament with that key" in other.err


def test_settings_named_on_the_command_line_replace_those_of_the_kind(
    planilla: Planilla, database: Path
) -> None:
    assert database.exists()
    options = ("--rounds", "4", "--tiebreaks", "DE, BH", "--system", "swiss-dutch-2017")
    said = planilla("new", "Open", *options, "--json")
    assert said.code == 0
    tournament = json.loads(said.out)["tournament"]
    assert tournament.startswith("open-")
    exported = planilla("log", "export", tournament).out.splitlines()
    (created,) = [json.loads(line)["data"] for line in exported if '"TournamentCreated"' in line]
    assert created["system"] == "swiss-dutch-2017"
    assert created["rounds"] == 4
    assert created["tiebreaks"] == ["DE", "BH"]


def test_the_regulations_of_an_earlier_one_are_announced_without_their_dates(
    planilla: Planilla, database: Path, tmp_path: Path
) -> None:
    assert database.exists()
    file = tmp_path / "open.toml"
    file.write_text(REGULATIONS, encoding="utf-8")
    assert planilla("regulations", str(file), "--announce", "open-2025").code == 0
    said = planilla("new", "Open 2026", "--from", "open-2025", "--id", "open-2026", "--json")
    assert json.loads(said.out)["events"] == ["TournamentCreated", "RegulationsAnnounced"]
    exported = planilla("log", "export", "open-2026").out
    (announced,) = [
        each
        for each in map(json.loads, exported.splitlines())
        if each.get("type") == "RegulationsAnnounced"
    ]
    data = announced["data"]
    regulations = data["regulations"]
    assert regulations["name"] == "Open 2026"
    assert regulations["entries"] == {**regulations["entries"], "opens": None, "players_max": 60}
    assert regulations["schedule"]["starts"] == []
    assert regulations["schedule"]["time_zone"] == "Europe/Madrid"
    assert regulations["play"]["rounds"] == 1
    assert regulations["play"]["tiebreaks"] == ["BH/C1", "DE"]
    assert list(data["prose"]) == ["director"]


def test_a_tournament_without_regulations_gives_its_settings_and_not_its_people(
    planilla: Planilla, database: Path
) -> None:
    assert database.exists()
    said = planilla("new", "Again", "--from", "muestra", "--id", "again", "--json")
    assert "EntrantEntered" not in said.out
    rules = {
        tournament: next(
            json.loads(line)["data"]
            for line in planilla("log", "export", tournament).out.splitlines()
            if '"TournamentCreated"' in line
        )
        for tournament in ("muestra", "again")
    }
    assert {**rules["muestra"], "name": "Again"} == rules["again"]


def test_a_dry_run_writes_nothing(planilla: Planilla, database: Path) -> None:
    assert database.exists()
    said = planilla("new", "Copa", "--id", "copa", "--dry-run")
    assert "Nothing was written" in said.out
    assert planilla("log", "show", "copa").code != 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kind", "chess960"), "There is no kind “chess960”"),
        (("--kind", "cup", "--from", "muestra"), "not both"),
        (("--from", "nowhere"), "nowhere"),
    ],
)
def test_a_wrong_origin_is_said_in_a_sentence(
    planilla: Planilla, database: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert database.exists()
    answer = planilla("new", "Copa", *arguments)
    assert answer.code != 0
    assert said in answer.err
