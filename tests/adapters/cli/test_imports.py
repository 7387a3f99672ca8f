"""A tournament file comes into the log by the command line, and goes out again."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.trf_files import FILE, read
from planilla.formats.trf.crosstable import crosstable_of

SYSTEM = ("--system", "swiss-dutch-libro")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file in an empty folder, and no database yet."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'planilla.db'}")
    (tmp_path / "open.trf").write_text(FILE, encoding="utf-8")
    return "open.trf"


def test_a_file_comes_in_after_its_review(planilla: Planilla, file: str) -> None:
    said = planilla("import", file, *SYSTEM, "--id", "open")
    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    # Created, imported, 7 entries, the numbers, a prohibition; a bye asked for, the round, two
    # results and its end; a bye asked for, the round, three results; and a bye to come.
    assert lines[-1] == "Imported: 22 facts."
    assert lines[0] == "Obert d'Estiu (open): 7 players, 2 of 4 rounds, swiss-dutch-libro."
    assert "7 Player 7 has no game or bye before round 2: read as a late entry in it." in lines
    assert "Round 2, board 1: Player 2 ½–½ Player 1." in planilla("log", "show", "open").out
    assert planilla("log", "verify", "open").code == 0


def test_the_same_file_twice_is_so_already(planilla: Planilla, file: str) -> None:
    planilla("import", file, *SYSTEM)
    again = planilla("import", file, *SYSTEM, "--lang", "es")
    assert again.code == 0
    assert (
        again.out.splitlines()[-1] == "No hay nada que hacer: este archivo ya se había importado."
    )


def test_a_file_does_not_come_over_another_tournament(planilla: Planilla, file: str) -> None:
    planilla("import", file, *SYSTEM, "--id", "open")
    Path(file).write_text(FILE.replace("El Masnou", "Alella"), encoding="utf-8")
    said = planilla("import", file, *SYSTEM, "--id", "open")
    assert said.code == 1
    assert said.err.startswith("planilla: ")
    assert "Alella" not in planilla("export", "open").out


@pytest.mark.parametrize("there", [True, False], ids=["beside the log", "without a database"])
def test_nothing_is_written_to_see_what_would_be(
    planilla: Planilla, file: str, there: bool
) -> None:
    if there:
        planilla("migrate")
    said = planilla("import", file, *SYSTEM, "--id", "open", "--dry-run")
    assert said.code == 0
    assert said.out.endswith("Nothing was written; importing it would record 22 facts.\n")
    assert "Obert d'Estiu would be created: 7 players, 2 of 4 rounds published" in said.out
    assert "Its standings would begin:\n  1. " in said.out
    as_data = json.loads(planilla("import", file, *SYSTEM, "--dry-run", "--json").out)
    assert (as_data["arrival"]["players"], as_data["arrival"]["published"]) == (7, 2)
    assert Path("planilla.db").exists() == there
    planilla("migrate")
    assert planilla("log", "show", "open").code == 2


def test_programs_are_told_the_same(planilla: Planilla, file: str) -> None:
    said = json.loads(planilla("import", file, *SYSTEM, "--json").out)
    assert (said["status"], said["players"], said["played"], said["rounds"]) == ("done", 7, 2, 4)
    assert [each["code"] for each in said["adjusted"]] == ["late-entry"]
    assert said["adjusted"][0]["fields"]["round"] == 2


def test_a_bad_file_is_told_line_by_line(planilla: Planilla, file: str) -> None:
    Path(file).write_text(FILE.replace("4 w 1", "5 w 1"), encoding="utf-8")
    said = planilla("import", file, *SYSTEM)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("open.trf:")
    assert not Path("planilla.db").exists()


def test_a_file_that_is_not_there_is_told(planilla: Planilla, file: str) -> None:
    assert planilla("import", "none.trf").code == 2


def test_an_unknown_system_is_told(planilla: Planilla, file: str) -> None:
    assert "swiss-magic" in planilla("import", file, "--system", "swiss-magic").err


def test_another_database_is_named(planilla: Planilla, file: str) -> None:
    url = "sqlite:///other.db"
    assert planilla("import", file, *SYSTEM, "--id", "open", "--database", url).code == 0
    assert Path("other.db").exists()
    assert planilla("export", "open", "--database", url).code == 0
    assert planilla("export", "open", "--database", "oracle://x").code == 2


def test_a_tournament_goes_out_as_it_came_in(planilla: Planilla, file: str) -> None:
    planilla("import", file, *SYSTEM, "--id", "open")
    said = planilla("export", "open", "--dialect", "trf16", "-o", "out.trf")
    assert (said.code, said.out) == (0, "open is in out.trf (trf16).\n")
    out = read(Path("out.trf").read_text(encoding="utf-8"))
    assert out.text_of("022") == "El Masnou"
    assert crosstable_of(out, 2).rounds == crosstable_of(read(FILE), 2).rounds


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(("none",), "none", id="no such tournament"),
        pytest.param(("open", "--dialect", "pgn"), "pgn", id="no such dialect"),
        pytest.param(("open", "-o", "nowhere/out.trf"), "nowhere/out.trf", id="nowhere to write"),
    ],
)
def test_what_cannot_be_exported_is_told(
    planilla: Planilla, file: str, arguments: tuple[str, ...], complaint: str
) -> None:
    planilla("import", file, *SYSTEM, "--id", "open")
    said = planilla("export", *arguments)
    assert said.code == 2
    assert complaint in said.err


def test_who_was_erased_is_called_by_number(planilla: Planilla, file: str) -> None:
    planilla("import", file, *SYSTEM, "--id", "open")
    entrant = json.loads(planilla("log", "export", "open").out.splitlines()[3])["data"]["entrant"]
    planilla("person", "erase", "open", entrant)
    exported = planilla("export", "open", "--lang", "es").out
    assert "Jugador 1 " in exported
    assert "Player 1 " not in exported


def test_the_sample_passes_the_check_of_its_system(planilla: Planilla, database: Path) -> None:
    """A result of round 2 was corrected for points and not for pairing: from 3 on it differs."""
    planilla("export", "muestra", "-o", "muestra.trf")
    said = planilla("check", "muestra.trf", "--jobs", "1")
    assert (said.code, said.err) == (1, "")
    assert "(swiss-dutch-libro)" in said.out
    assert "Round #2" not in said.out
    assert "Round #3" in said.out


def test_a_file_with_one_result_for_each_match_does_not_come_in(
    planilla: Planilla, file: str
) -> None:
    said = planilla("import", file, "--system", "swiss-double")
    assert said.code != 0
    assert "it does not tell the games" in said.err
