"""Commands that read a log take a moment, and tell its facts by player, board, kind and actor."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

READING = (
    ("log", "show", "muestra"),
    ("show", "muestra", "standings"),
    ("export", "muestra"),
    ("audit", "muestra"),
    ("whatif", "muestra", "--game", "1.1", "--result", "0-1", "--reading", "rounds"),
)


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_what_is_no_moment_is_one_sentence_and_an_exit_code(
    planilla: Planilla, database: Path, command: tuple[str, ...]
) -> None:
    for at, code, sentence in (
        ("yesterday", 2, "“yesterday” is not a moment."),
        ("v999", 1, "There is no moment “v999”: the latest is 183."),
        ("p99999", 1, "p99999 is in the future."),
    ):
        said = planilla(*command, "--at", at)
        assert (said.code, said.out) == (code, ""), at
        assert sentence in said.err


@pytest.mark.parametrize(
    ("at", "code", "sentence"),
    [
        ("v0", 1, "No hay ningún momento «v0»"),
        ("2999-01-01T00:00", 1, "todavía no ha llegado"),
        ("1999-01-01T00:00Z", 1, "el registro de este torneo estaba vacío"),
        ("before-round-9", 1, "todavía no tiene la ronda 9"),
    ],
)
def test_what_is_wrong_with_a_moment_is_said_in_spanish_too(
    planilla: Planilla, database: Path, at: str, code: int, sentence: str
) -> None:
    said = planilla("show", "muestra", "standings", "--at", at, "--lang", "es")
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err


def test_before_a_round_nobody_has_its_points(planilla: Planilla, database: Path) -> None:
    rows = json.loads(
        planilla("show", "muestra", "standings", "--at", "before-round-1", "--json").out
    )["rows"]
    assert {row[1] for row in rows.values()} == {0}
    lines = planilla("show", "muestra", "standings", "--at", "after-round-1").out.splitlines()
    assert lines[0].startswith("standings, v")
    assert len(lines) == 2 + len(rows)


def test_whoever_leads_is_shown_first(planilla: Planilla, database: Path) -> None:
    """Of the keys of the standings the greatest comes first, as readers of the rows sort them."""
    rows = json.loads(planilla("show", "muestra", "standings", "--json").out)["rows"]
    ordered = sorted(rows, key=lambda entrant: rows[entrant][0], reverse=True)
    lines = planilla("show", "muestra", "standings", "--format", "csv").out.splitlines()[1:]
    assert [line.split(",")[2] for line in lines] == ordered


def test_a_code_is_shown_as_it_is_recorded(planilla: Planilla, database: Path) -> None:
    lines = planilla("show", "muestra", "timeline").out.splitlines()
    numbered = next(line for line in lines if " PairingNumbersAssigned " in line)
    assert "'why': 'initial-order'" in numbered


def test_a_view_is_the_table_of_its_page(planilla: Planilla, database: Path) -> None:
    """In the muestra e1 leads after round 1 only if it won: its line begins with the place."""
    title, head, *lines = planilla(
        "show", "muestra", "standings", "--at", "after-round-1"
    ).out.splitlines()
    assert title.startswith("standings, v")
    assert head.split()[:3] == ["Place", "Player", "Pts"]
    assert [line.split()[0] for line in lines][:1] == ["1"]
    names = [line.split("  ")[1:] for line in lines]
    assert all(names)
    boards = planilla("show", "muestra", "pairings", "--at", "after-round-1").out
    assert "½–½" in boards or "1–0" in boards
    assert boards.splitlines()[1].split()[:2] == ["Round", "Bd"]
    for view in ("crosstable", "elo", "prizes", "keizer"):
        assert planilla("show", "muestra", view).code == 0


def test_a_view_is_a_file_for_a_spreadsheet(planilla: Planilla, database: Path) -> None:
    said = planilla("show", "muestra", "standings", "--format", "csv").out
    assert said.startswith("\ufeffplace,before,player,name,number,title,federation,rating,points,")
    players = planilla("show", "muestra", "players", "--format", "csv").out
    assert players.startswith("\ufeffkey,")
    assert len(players.splitlines()) == len(said.splitlines())
    assert "Ana" in said or len(said.splitlines()) > 2


def test_a_view_that_only_grows_is_shown_too(planilla: Planilla, database: Path) -> None:
    told = planilla("show", "muestra", "timeline", "--at", "v3", "--json")
    assert list(json.loads(told.out)["rows"]) == ["1", "2", "3"]
    assert planilla("show", "muestra", "kitchen").code == 2


def test_a_report_before_a_round_does_not_have_it(planilla: Planilla, database: Path) -> None:
    then = planilla("export", "muestra", "--at", "before-round-2").out
    now = planilla("export", "muestra").out
    (first,) = (line for line in then.splitlines() if line.startswith("001    1"))
    (last,) = (line for line in now.splitlines() if line.startswith("001    1"))
    assert len(first.rstrip()) < len(last.rstrip())
    assert last.startswith(first[:48])


def test_the_log_is_told_by_player_board_kind_and_actor(planilla: Planilla, database: Path) -> None:
    def versions(*options: str) -> set[int]:
        told = planilla("log", "show", "muestra", "--json", *options)
        return {row["version"] for row in json.loads(told.out)}

    everything = versions()
    laia, board = versions("--player", "laia font"), versions("--round", "2", "--board", "12")
    assert 0 < len(laia) < len(everything)
    correction = versions("--kind", "correction")
    assert len(correction & laia & board) == 1
    assert versions("--actor", "nobody") == set()
    assert planilla("log", "show", "muestra", "--player", "Nemo").code == 2


def test_the_cause_of_a_fact_is_told(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    corrected = next(row for row in rows if row["kind"] == "ResultCorrected")
    assert corrected["cause"]["why"] == "corrects"
    wrong = next(row for row in rows if row["version"] == corrected["cause"]["version"])
    assert (wrong["kind"], wrong["game"]) == ("ResultRecorded", corrected["game"])
    text = planilla("log", "show", "muestra").out
    assert f"(corrects v{wrong['version']}, by " in text
