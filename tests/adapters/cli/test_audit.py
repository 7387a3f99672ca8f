"""`planilla audit` pairs every round of the log again and says what differs."""

import json
from pathlib import Path

from adapters.cli.conftest import Planilla


def test_the_demo_comes_out_as_recorded(planilla: Planilla, database: Path) -> None:
    said = planilla("audit", "muestra")
    assert said.code == 0
    lines = said.out.splitlines()
    assert sum(": same. " in line for line in lines) == 7
    assert lines[-1] == "Every round is as the rules require, or was changed by the arbiter."


def test_programs_read_the_same(planilla: Planilla, database: Path) -> None:
    told = json.loads(planilla("audit", "muestra", "--json").out)
    assert [each["outcome"] for each in told["rounds"]] == ["same"] * 7
    assert [each["round"] for each in told["rounds"]] == list(range(1, 8))


def test_a_tournament_that_is_not_there_is_named(planilla: Planilla, database: Path) -> None:
    said = planilla("audit", "nowhere")
    assert said.code == 2
    assert "nowhere" in said.err
