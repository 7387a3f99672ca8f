"""A match of two named teams on the command line."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


@pytest.fixture
def duel(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Planilla:
    """Two teams of two, of which the first is called Alfil; the first game was won by White."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'duel.db'}")
    ids = ["e1", "e2", "e3", "e4"]
    for command, body in (
        ("create-tournament", {"name": "Duel", "system": "djaja"}),
        ("enter-entrants", {"entrants": [{"id": e, "person": {"name": f"P {e}"}} for e in ids]}),
        ("form-teams", {"teams": [{"players": ids[:2], "name": "Alfil"}, {"players": ids[2:]}]}),
        ("pair-round", {"round": 1}),
        ("publish-pairings", {"round": 1}),
        ("record-result", {"game": "1.1", "result": "1-0"}),
    ):
        said = planilla("act", "duel", command, json.dumps(body))
        assert said.code == 0, said.err
    return planilla


def test_the_teams_are_shown_with_their_names(duel: Planilla) -> None:
    lines = duel("show", "duel", "teams").out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["Place", "Team", "Finished", "games", "Pts"],
        ["1", "Alfil", "(A)", "1", "1"],
        ["2", "Team", "B", "1", "0"],
    ]
    spoken = duel("show", "duel", "teams", "--lang", "es").out
    assert "Equipo B" in spoken
    data = json.loads(duel("show", "duel", "teams", "--json").out)
    assert data["columns"] == ["place", "team", "team_name", "games", "points"]
    assert data["rows"] == [[1, "A", "A", 1, "1"], [2, "B", "B", 1, "0"]], "ids, as in every view"


def test_a_team_is_named_again(duel: Planilla) -> None:
    named = duel("act", "duel", "name-team", json.dumps({"team": "B", "name": "Torre"}))
    assert named.code == 0, named.err
    assert "Torre (B)" in duel("show", "duel", "teams").out
    assert "Team B is given a name." in duel("log", "show", "duel").out
    wrong = duel("act", "duel", "name-team", json.dumps({"team": "C", "name": "Torre"}))
    assert wrong.code == 1
    assert wrong.err.strip() == "planilla: There is no team C; the teams are: A and B."
