"""The effect of an import is shown before anything is written."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.sample import sample_facts
from planilla.domain.standings import standings as standings_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.ranking import for_ranking


@pytest.fixture
def archive(planilla: Planilla, database: Path, tmp_path: Path) -> tuple[str, str]:
    """The archive of the sample, and its names."""
    target, people = tmp_path / "sample.jsonl", tmp_path / "people.jsonl"
    planilla("log", "export", "muestra", "-o", str(target), "--people", str(people))
    return str(target), str(people)


def elsewhere(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'elsewhere.db'}"


def test_of_a_new_tournament_its_rounds_players_and_standings_are_told(
    planilla: Planilla, archive: tuple[str, str], tmp_path: Path
) -> None:
    """Without a database none is made; without names the players are told by their keys."""
    target, people = archive
    there = ("--database", elsewhere(tmp_path))
    said = planilla("log", "import", target, "--people", people, *there, "--dry-run")
    first, title, standings, *rows = said.out.splitlines()
    assert (said.code, first) == (
        0,
        "muestra: 183 facts would be appended, up to v183. Nothing was written.",
    )
    assert "would be created: 40 players" in title
    assert title.endswith(": 40 players, 7 of 7 rounds published, swiss-dutch-libro.")
    assert standings == "Its standings would begin:"
    state = fold(sample_facts())
    ranking = standings_of(for_ranking(state), state.announced)
    first_five = [state.order[each.seat] for each in ranking[:5]]
    unnamed = planilla("log", "import", target, *there, "--dry-run")
    assert [row.split()[1] for row in unnamed.out.splitlines()[3:]] == first_five
    assert [row.split()[0] for row in rows] == ["1.", "2.", "3.", "4.", "5."]
    assert not any(row.split()[1] in first_five for row in rows), "with names they are named"
    assert not (tmp_path / "elsewhere.db").exists()
    as_data = planilla("log", "import", target, *there, "--dry-run", "--json")
    assert json.loads(as_data.out)["arrival"]["players"] == 40


def test_of_a_tournament_that_is_here_it_is_told_how_it_would_change(
    planilla: Planilla, archive: tuple[str, str], tmp_path: Path
) -> None:
    """It is here as it was; since then a result was corrected, and the last round was played."""
    target, people = archive
    there = ("--database", elsewhere(tmp_path))
    assert planilla("log", "import", target, "--people", people, *there).code == 0
    again = planilla("log", "import", target, *there, "--dry-run").out
    assert (
        again == "muestra: all facts up to v183 are already present; nothing would be appended.\n"
    )

    game = {"game": "7.1", "result": "1-0"}
    assert planilla("act", "muestra", "record-result", json.dumps(game)).code == 0
    planilla("log", "export", "muestra", "-o", target)
    would = planilla("log", "import", target, *there, "--dry-run")
    lines = would.out.splitlines()
    assert lines[0] == "muestra: 1 fact would be appended, up to v184. Nothing was written."
    assert "Boards:" in lines
    assert any(line.startswith("  Round 7, board 1: ") and "→ 1–0" in line for line in lines)
    assert "Changes of place:" in lines
    assert planilla("log", "import", target, *there).out.startswith("muestra: 1 fact appended")


def test_what_cannot_come_in_is_refused_as_it_would_be(
    planilla: Planilla, archive: tuple[str, str], tmp_path: Path
) -> None:
    target, _ = archive
    there = ("--database", elsewhere(tmp_path))
    planilla("log", "import", target, *there)
    Path(target).write_bytes(Path(target).read_bytes()[:-200])
    said = planilla("log", "import", target, *there, "--dry-run")
    assert said.code != 0
    assert said.err.startswith("planilla: ")
