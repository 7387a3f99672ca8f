"""`planilla whatif` says board by board what would have been."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


def test_the_recorded_correction_is_the_default(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra")
    lines = said.out.splitlines()
    assert said.code == 0
    assert lines[0] == (
        "What if game 2.12 (round 2, board 12: 16 Héctor Quintanilla Rueda – "
        "24 Laia Fontcuberta i Puig) had been 1-0, not ½-½?"
    )
    assert sum(line.startswith("Round ") for line in lines) == 5
    assert any(line.startswith("  They part in the bracket of ") for line in lines)


def test_a_correction_is_named_by_its_version(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    version = next(row["version"] for row in rows if row["kind"] == "ResultCorrected")
    named = planilla("whatif", "muestra", "--correction", f"v{version}")
    assert named.out == planilla("whatif", "muestra").out


def test_the_result_that_was_played_changes_nothing(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1-0")
    assert [line for line in said.out.splitlines()[1:] if line] == [
        f"Round {number}: would come out the same." for number in range(2, 8)
    ]


def test_a_draw_may_be_typed_with_strokes(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "1.1", "--result", "1/2-1/2", "--json")
    answer = json.loads(said.out)
    assert answer["change"]["result"] == "½-½"
    assert answer["rounds"][0]["round"] == 2
    assert answer["rounds"][0]["identical"] is False


def test_it_may_be_known_later(planilla: Planilla, database: Path) -> None:
    wanted = ("--game", "1.1", "--result", "0-1", "--known-from", "7", "--json")
    answer = json.loads(planilla("whatif", "muestra", *wanted).out)
    assert [paired["identical"] for paired in answer["rounds"]] == [*[True] * 5, False]


def test_after_the_last_round_nothing_was_paired(planilla: Planilla, database: Path) -> None:
    said = planilla("whatif", "muestra", "--game", "7.1", "--result", "1-0")
    assert said.code == 2
    assert said.err == "planilla: Game 7.1 has no result yet.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(("--game", "1.1"), "--game and --result go together.", id="half a change"),
        pytest.param(
            ("--game", "1.99", "--result", "1-0"), "There is no game 1.99.", id="no such game"
        ),
        pytest.param(
            ("--correction", "v3"),
            "There is no correction to look at in this tournament.",
            id="no such correction",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    planilla: Planilla, database: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla("whatif", "muestra", *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")
