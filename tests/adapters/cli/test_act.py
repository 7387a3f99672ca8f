"""Any command from the command line: done, refused, or what it would bring."""

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from adapters.cli.conftest import Planilla
from planilla.application import portions
from planilla.domain.tournament import lookups

PEOPLE = {
    "entrants": [
        {"id": each, "person": {"name": name}, "rating": rating}
        for each, name, rating in (("a", "Ana Alba", 2100), ("b", "Bea Bosch", 2000))
    ]
}
CREATE = '{"name": "Club", "system": "swiss-dutch-2026", "rounds": 3}'


@pytest.fixture
def club(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Planilla:
    """Two players, on the command line alone."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'club.db'}")
    assert planilla("act", "club", "create-tournament", CREATE).out == (
        "Recorded: TournamentCreated (v1).\n"
    )
    assert planilla("act", "club", "enter-entrants", json.dumps(PEOPLE)).code == 0
    return planilla


def test_a_dry_run_says_what_it_would_bring_and_what_a_lot_decides(club: Planilla) -> None:
    said = club("act", "club", "pair-round", '{"round": 1}', "--dry-run")
    assert said.code == 0
    for line in (
        "Would be recorded: PairingNumbersAssigned, RoundPaired (v5).",
        "By lot:",
        "  The colour of number 1 in round 1 is drawn by lot.",
        "  Round 1 would be paired: a draft that only the arbiter sees.",
        "  Ana Alba: 1",
        "Based on v3; it would be recorded as v5.",
    ):
        assert line in said.out.splitlines()
    assert club("log", "show", "club").out.count("\n") == 3


def test_an_impact_is_data_too_and_tells_who_qualifies(club: Planilla) -> None:
    for command in ("pair-round", "publish-pairings"):
        club("act", "club", command, '{"round": 1}')
    result = ("act", "club", "record-result", '{"game": "1.1", "result": "1-0"}')
    said = club(*result, "--dry-run", "--top", "1", "--json")
    data = json.loads(said.out)
    assert (data["status"], data["events"]) == ("would", ["ResultRecorded"])
    assert data["impact"]["consequences"]["qualifying"]["top"] == 1
    assert "foreseen" not in data
    assert "▼" in club(*result, "--dry-run").out


def test_who_is_forgotten_with_another_command_is_on_the_list(
    club: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(tmp_path / "data"))
    assert club("act", "club", "hide-tournament", '{"erases": true}').code == 0
    lines = (tmp_path / "data" / "erasures.jsonl").read_text(encoding="ascii").splitlines()
    assert [json.loads(line)["entrant"] for line in lines] == ["a", "b"]


def test_what_is_so_already_is_said_and_the_same_id_is_done_once(club: Planilla) -> None:
    renaming = '{"entrant": "a", "person": {"name": "Ana Alba Ruiz"}}'
    first = club("act", "club", "correct-personal-data", renaming, "--id", "mine")
    again = club("act", "club", "correct-personal-data", renaming, "--id", "mine")
    assert first.out == again.out == "Recorded: PersonalDataCorrected (v4).\n"
    club("act", "club", "assign-numbers")
    said = club("act", "club", "assign-numbers", "--dry-run")
    assert said.out == "Nothing to do: this is already the case (v5).\n"


def test_what_the_rules_refuse_is_a_sentence_and_exit_code_1(club: Planilla) -> None:
    said = club("act", "club", "pair-round", '{"round": 1}', "--head", "v2")
    assert (said.code, said.out) == (1, "")
    assert "you saw version 2, it is now 3" in said.err
    refused = json.loads(club("act", "club", "close-round", '{"round": 1}', "--json").out)
    assert refused["code"] == "round-not-paired"


def test_what_cannot_be_read_is_a_sentence_and_exit_code_2(
    club: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club("act", "club", "pair-round", "{").code == 2
    assert club("act", "club", "dance").code == 2
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'{"round": 1}')))
    assert club("act", "club", "pair-round", "-").code == 0


def test_regulations_say_what_they_would_bring(club: Planilla, tmp_path: Path) -> None:
    file = tmp_path / "open.toml"
    file.write_text('name = "Renamed"\n[play]\nsystem = "swiss-dutch-2026"\nrounds = 3\n')
    said = club("regulations", str(file), "--announce", "club", "--dry-run")
    assert said.code == 0
    assert said.out.startswith("club: the regulations would be announced.\n")
    assert "Based on v3; it would be recorded as v" in said.out
    data = json.loads(
        club("regulations", str(file), "--announce", "club", "--dry-run", "--json").out
    )
    assert data["status"] == "would"
    assert data["impact"]["head"] == 3


def test_a_long_list_is_handed_in_by_portions_and_told_in_one_line(
    club: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    for of in (lookups, portions):
        monkeypatch.setattr(of, "ENTRIES_MAX", 2)
    entrants = [{"id": each, "person": {"name": each.upper()}} for each in "cdefg"]
    said = club("act", "club", "enter-entrants", json.dumps({"entrants": entrants}))
    assert said.out == "Recorded: EntrantEntered ×5 (v8).\n"
    dry = club("act", "club", "enter-entrants", json.dumps({"entrants": entrants}), "--dry-run")
    assert (dry.code, "at most 2 people, but this one has 5" in dry.err) == (1, True)
    mixed = [
        {"id": each, "person": {"name": each}, "rating": 9_000 * (each == "j")} for each in "hij"
    ]
    refused = club("act", "club", "enter-entrants", json.dumps({"entrants": mixed}))
    assert (refused.code, refused.err.splitlines()[0]) == (1, "Recorded: EntrantEntered ×2 (v10).")
    assert "a rating of 9000 is not possible" in refused.err
