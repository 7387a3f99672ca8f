"""The codes of a round on the command line, for slips that are printed elsewhere."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


@pytest.fixture
def opened(planilla: Planilla, database: Path, monkeypatch: pytest.MonkeyPatch) -> Planilla:
    """The sample, in which players report results."""
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(database.parent))
    assert planilla("act", "muestra", "open-claims").code == 0
    return planilla


def test_a_line_has_the_board_and_the_codes_of_both_sides(opened: Planilla) -> None:
    lines = opened("link", "codes", "muestra", "1").out.splitlines()
    assert [line.partition("\t")[0] for line in lines] == [str(n + 1) for n in range(len(lines))]
    _, white, black = lines[0].split("\t")
    assert white.startswith("1.1-")
    assert black.startswith("1.1-")
    assert white != black
    data = json.loads(opened("link", "codes", "muestra", "1", "--json").out)
    assert data[0] == {"game": "1.1", "board": 1, "white": white, "black": black}


def test_a_round_that_is_not_there_has_no_codes(opened: Planilla) -> None:
    said = opened("link", "codes", "muestra", "99")
    assert said.code != 0
    assert "no round 99" in said.err


def test_there_are_no_codes_before_players_may_report(planilla: Planilla, database: Path) -> None:
    said = planilla("link", "codes", "muestra", "1")
    assert said.code != 0
    assert "Players do not report results by phone now." in said.err
    assert planilla("link", "codes", "another", "1").code != 0
    assert database.exists()
