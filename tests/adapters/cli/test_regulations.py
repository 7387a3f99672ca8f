"""`planilla regulations`: a file is checked, and announced."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

TOML = """
name = "Open del Far"

[entries]
closes = 2026-07-03T20:00:00
players_max = 40

[schedule]
starts = [2026-07-04T10:00:00, 2026-07-04T16:30:00, 2026-07-05T10:00:00]

[play]
rounds = 3

[time_control]
kind = "fischer"
periods = [{ seconds = 5400 }]
each_s = 30

[prose]
venue = "Casal El Far"
"""

Planilla = Callable[..., tuple[int, str, str]]


@pytest.fixture
def new_database(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty database."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    planilla("migrate")


def file(tmp_path: Path, text: str, name: str = "open.toml") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_sound_file_contradicts_nothing(planilla: Planilla, tmp_path: Path) -> None:
    said = planilla("regulations", file(tmp_path, TOML))
    assert said == (0, "The regulations of “Open del Far” are consistent.\n", "")


def test_every_contradiction_is_told(planilla: Planilla, tmp_path: Path) -> None:
    faulty = TOML.replace("players_max = 40", "players_max = 3").replace("T16:30", "T12:00")
    code, out, err = planilla("regulations", file(tmp_path, faulty))
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        (
            "planilla: 3 players cannot play 3 rounds without repeated opponents: announce fewer "
            "rounds than players."
        ),
        (
            "planilla: Round 2 starts on 2026-07-04 12:00, but the previous round is planned until "
            "2026-07-04 14:00: start it later."
        ),
    ]


def test_contradictions_are_data_for_programs(planilla: Planilla, tmp_path: Path) -> None:
    faulty = json.dumps({"name": "Open", "rating": {"federations": ["Spain"]}})
    code, out, _ = planilla("regulations", file(tmp_path, faulty, "open.json"), "--json")
    (fault,) = json.loads(out)["faults"]
    assert code == 1
    assert (fault["code"], fault["fields"]["field"]) == ("no-such-code", "rating.federations")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("open.toml", "name = ", "cannot be read"),
        ("open.json", "[]", "cannot be read"),
        ("open.json", '{"name": 3}', "cannot be read"),
        ("open.json", '{"name": "Open", "play": {"round": 7}}', "$.play.round"),
    ],
)
def test_a_file_that_is_none_is_told(
    planilla: Planilla, tmp_path: Path, name: str, text: str, said: str
) -> None:
    code, out, err = planilla("regulations", file(tmp_path, text, name))
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_that_is_not_there_is_told(planilla: Planilla) -> None:
    assert planilla("regulations", "nowhere.toml")[0] == 2


@pytest.mark.usefixtures("new_database")
def test_a_file_is_announced_once(planilla: Planilla, tmp_path: Path) -> None:
    path = file(tmp_path, TOML)
    done = planilla("regulations", path, "--announce", "far")
    assert done == (0, "The regulations of “far” are announced.\n", "")
    assert planilla("regulations", path, "--announce", "far")[0] == 0
    told = planilla("log", "show", "far")[1].splitlines()
    assert len(told) == 2
    assert "  The regulations are announced.  " in told[1]


@pytest.mark.usefixtures("new_database")
def test_the_same_regulations_from_another_file_stand_already(
    planilla: Planilla, tmp_path: Path
) -> None:
    plain = TOML.partition("[prose]")[0]
    url = f"sqlite:///{tmp_path / 'new.db'}"
    planilla("regulations", file(tmp_path, plain), "--announce", "far", "--database", url)
    again = planilla("regulations", file(tmp_path, plain + "\n[prose]\n"), "--announce", "far")
    assert again == (0, "The regulations of “far” are already as in the file.\n", "")


@pytest.mark.usefixtures("new_database")
def test_a_prose_that_cannot_be_read_is_told(planilla: Planilla, tmp_path: Path) -> None:
    path = file(tmp_path, TOML.replace("venue =", "vneue ="))
    code, out, err = planilla("regulations", path, "--announce", "far")
    assert (code, out) == (2, "")
    assert "vneue" in err
