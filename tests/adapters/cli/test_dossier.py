"""`planilla dossier`: the case of a correction as text, as one sheet, as data."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

LATE = ("muestra", "--game", "6.1", "--result", "0-1")
"""A game of the last round that was played: only one more is paired again."""

pytestmark = pytest.mark.usefixtures("database")


def correction(planilla: Planilla) -> str:
    """The version of the sample's correction, as people write it."""
    lines = planilla("log", "show", "muestra").out.splitlines()
    (line,) = (each for each in lines if "  Correction, round 2" in each)
    return line.split()[0]


@pytest.mark.no_cover
def test_the_samples_wrong_result_was_found_in_round_6(planilla: Planilla) -> None:
    version = correction(planilla)
    said = planilla("dossier", "muestra", version)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "DOSSIER FOR AN APPEALS CASE"
    assert "16 Héctor Quintanilla Rueda 1–0 24 Laia Fontcuberta i Puig, not ½–½" in lines[1]
    built = [line for line in lines if "followed from it" in line]
    published = [line for line in lines if "is published: " in line]
    assert len(published) == 5, "rounds 2 to 6: the fifth was on the boards"
    assert len(built) == 5, "rounds 3 to 6, and the closing of round 3"
    assert "  The arbiter’s own ruling: counts for points; does not count for pairing; " in said.out
    assert f"planilla log proof muestra {version}" in said.out
    assert "  Signature: " in said.out


def test_a_sheet_stands_for_itself(planilla: Planilla, tmp_path: Path) -> None:
    said = planilla("dossier", *LATE, "--public", "-o", "case.html")
    assert (said.code, said.out) == (0, "The dossier is in case.html.\n")
    page = (tmp_path / "case.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "size: A4" in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert "by demo" not in page
    planilla("dossier", *LATE, "-o", "case.json")
    data = json.loads((tmp_path / "case.json").read_text(encoding="utf-8"))
    assert data["dossier"]["kind"] == "Supposed"
    assert [each["round"] for each in data["rounds"]["rounds"]] == [7]
    planilla("dossier", *LATE, "-o", "case.txt")
    text = (tmp_path / "case.txt").read_text(encoding="utf-8")
    assert text.startswith("DOSSIER FOR AN APPEALS CASE\n")


def test_a_correction_that_was_not_made(planilla: Planilla) -> None:
    said = planilla("dossier", *LATE, "--lang", "es")
    assert said.code == 0
    assert "Sin decidir: el resultado de la partida 6.1 es " in said.out


def test_as_data_the_commands_of_a_case_have_their_texts_by_their_commitments(
    planilla: Planilla,
) -> None:
    """A rating known from the start is a command after the entry, without a reason of its own."""
    who = json.loads(planilla("show", "muestra", "players", "--json").out)["rows"]
    body = {"entrant": next(iter(who)), "rating": 1999, "reason": "The list"}
    planilla("act", "muestra", "reopen-tournament")
    done = json.loads(
        planilla("act", "muestra", "correct-sporting-data", json.dumps(body), "--json").out
    )
    said = planilla("dossier", "muestra", f"v{done['version']}", "--json")
    assert said.code == 0
    (command,) = (each["command"] for each in json.loads(said.out)["dossier"]["edits"][:1])
    assert (command["rating"], command["reason"]) == (1999, "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        pytest.param(["v1"], "corrects nothing", id="no correction"),
        pytest.param([], "--game and --result", id="nothing asked"),
        pytest.param(["--game", "9.9", "--result", "1-0"], "There is no game 9.9", id="no game"),
        pytest.param(["v1", "-o", "case.pdf"], "not as case.pdf", id="another ending"),
    ],
)
def test_what_has_no_case_is_said_in_one_sentence(
    planilla: Planilla, arguments: list[str], why: str
) -> None:
    said = planilla("dossier", "muestra", *arguments)
    assert said.code == 2
    assert why in said.err
    assert len(said.err.splitlines()) == 1


def test_a_file_that_cannot_be_written_is_told(planilla: Planilla) -> None:
    said = planilla("dossier", *LATE, "-o", "nowhere/case.txt")
    assert (said.code, said.out) == (2, "")
    assert "nowhere/case.txt" in said.err
