"""A file of teams comes into the log by the command line, and goes out again."""

import re
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

RULES = ("--system", "swiss-team-2026", "--boards", "2", "--players", "6", "--rounds", "4")
MADE = ("--seed", "7", "--forfeit-rate", "0.1", "--bye-rate", "0.1", "--withdrawal-rate", "0")


@pytest.fixture
def file(planilla: Planilla, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of six teams of two players, and no database yet."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'planilla.db'}")
    assert planilla("generate", *RULES, *MADE, "--late-rate", "0", "-o", "teams.trf").code == 0
    return "teams.trf"


def teams_in(text: str) -> list[str]:
    """The records of teams."""
    return re.findall(r"^310 .*$", text, re.MULTILINE)


def without_rank(record: str) -> tuple[list[str], list[str]]:
    """Number, name, strength and points of a team; then its two players."""
    words = record.split()
    return words[:7], words[-2:]


def test_a_file_of_teams_comes_in_with_its_rosters_and_matches(
    planilla: Planilla, file: str
) -> None:
    said = planilla("import", file, "--id", "league")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0].endswith("6 teams, 4 of 4 rounds, swiss-team-2026.")
    log = planilla("log", "show", "league").out
    assert len(re.findall("Player [0-9]+", log)) >= 12
    assert planilla("log", "verify", "league").code == 0
    assert planilla("audit", "league").code == 0


def test_what_comes_in_goes_out_again(planilla: Planilla, file: str) -> None:
    planilla("import", file, "--id", "league")
    written = planilla("export", "league").out
    text = Path(file).read_text(encoding="utf-8")
    assert len(teams_in(text)) == 6
    assert list(map(without_rank, teams_in(written))) == list(map(without_rank, teams_in(text)))


def test_the_same_file_of_teams_twice_is_so_already(planilla: Planilla, file: str) -> None:
    planilla("import", file, "--id", "league")
    again = planilla("import", file, "--id", "league", "--lang", "es")
    assert again.code == 0
    assert (
        again.out.splitlines()[-1] == "No hay nada que hacer: este archivo ya se había importado."
    )


def test_a_file_whose_team_has_a_player_who_is_not_in_it_is_refused(
    planilla: Planilla, file: str
) -> None:
    text = Path(file).read_text(encoding="utf-8")
    (first, *_) = teams_in(text)
    Path(file).write_text(text.replace(first, first[:-4] + "  99"), encoding="utf-8")
    said = planilla("import", file, "--id", "league")
    assert said.code == 2
    assert "Record 310 names number 99, but no player has it." in said.err
    assert not Path("planilla.db").exists()
