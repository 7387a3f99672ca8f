"""`planilla list import`, `show` and `find`."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed

LIST = fixed(VERA, {**LEO, "standard": "40000"}, LEO_OF_CHILE)


@pytest.fixture
def file(planilla: Planilla) -> Path:
    """A list of three, one of them broken, in the folder where the command is called."""
    path = Path("players_2026-11.txt")
    path.write_bytes(LIST)
    return path


def test_a_list_is_imported_and_its_broken_line_told(planilla: Planilla, file: Path) -> None:
    said = planilla("list", "import", str(file))
    assert said.code == 0
    assert said.out == "fide 2026-11: 2 players imported, 1 unreadable line left out.\n"
    assert said.err == (
        "players_2026-11.txt:3:114: a rating of 40000 is not possible; 0 (unrated) to 4000 is\n"
    )
    assert Path("var/rating-lists/fide.db").exists()
    shown = planilla("list", "show")
    assert shown.out == (
        "fide 2026-11: 2 players, 1 unreadable line left out (players_2026-11.txt, fixed-width)\n"
    )


def test_programs_are_told_the_same(planilla: Planilla, file: Path) -> None:
    said = json.loads(planilla("list", "import", str(file), "--json").out)
    assert (said["players"], said["broken"], said["month"]) == (2, 1, "2026-11")
    assert (said["faults"][0]["line"], said["faults"][0]["code"]) == (3, "rating-out-of-range")
    assert json.loads(planilla("list", "show", "--json").out)["lists"][0]["kind"] == "fide"
    found = json.loads(planilla("list", "find", "vera", "aranda", "--json").out)
    assert (found["players"][0]["id"], found["players"][0]["standard_k"]) == (2205742, 10)


def test_twenty_broken_lines_are_shown_and_the_others_counted(planilla: Planilla) -> None:
    Path("many.txt").write_bytes(fixed(VERA, *["x"] * 25, VERA, VERA))
    said = planilla("list", "import", "many.txt", "--month", "2026-11")
    lines = said.err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "… and 7 more unreadable lines."
    assert "1 player imported, 27 unreadable lines left out." in said.out


def test_an_id_that_comes_twice_is_told_with_its_line(planilla: Planilla) -> None:
    Path("twice.txt").write_bytes(fixed(VERA, VERA))
    said = planilla("list", "import", "twice.txt", "--month", "2026-11")
    assert "twice.txt:3:1: the id 2205742 is already in line 2" in said.err


def test_players_are_looked_up(planilla: Planilla, file: Path) -> None:
    planilla("list", "import", str(file))
    said = planilla("list", "find", "Vera", "Aranda")
    assert " ".join(said.out.split()) == "2205742 IM Aranda, Vera ESP 1990 2306 2290 – w"
    nobody = planilla("list", "find", "Nobody", "Known")
    assert (nobody.code, nobody.out) == (
        1,
        "No such name or id in the list fide 2026-11: Nobody Known\n",
    )


def test_a_zip_is_read_as_it_is(planilla: Planilla) -> None:
    with zipfile.ZipFile("nov26frl.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("players_list.txt", LIST)
        packed.writestr("readme.pdf", b"no list")
    said = planilla("list", "import", "nov26frl.zip", "--kind", "feda")
    assert "feda 2026-11: 2 players imported" in said.out


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        pytest.param({"a.txt": LIST, "b.csv": LIST}, "it has 2 such files", id="two lists"),
        pytest.param({"a.pdf": LIST}, "it has 0 such files", id="no list"),
        pytest.param({"a.txt": b"0" * 60_000_000}, "60,000,000 bytes", id="a bomb"),
    ],
)
def test_a_zip_that_will_not_do_is_told(
    planilla: Planilla, members: dict[str, bytes], complaint: str
) -> None:
    with zipfile.ZipFile("list.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    said = planilla("list", "import", "list.zip", "--month", "2026-11")
    assert said.code == 2
    assert complaint in said.err


def test_a_zip_that_is_broken_is_told(planilla: Planilla) -> None:
    with zipfile.ZipFile("list.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("list.txt", LIST * 50)
    data = bytearray(Path("list.zip").read_bytes())
    data[60:90] = b"\xff" * 30
    Path("list.zip").write_bytes(data)
    said = planilla("list", "import", "list.zip", "--month", "2026-11")
    assert (said.code, said.out) == (2, "")
    assert "list.zip cannot be read" in said.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        pytest.param(("import", "none.txt"), "none.txt cannot be read", id="no file"),
        pytest.param(("import", "letter.txt"), "not a rating list", id="no list"),
        pytest.param(("import", "undated.txt"), "--month 2026-11", id="of no month"),
        pytest.param(("import", "undated.txt", "--month", "2026-13"), "2026-13", id="no month"),
        pytest.param(("import", "undated.txt", "--kind", "../x"), "../x", id="no kind"),
        pytest.param(("import", "undated.txt", "--rate", "slow"), "slow", id="no rate"),
        pytest.param(("find", "Vera"), "No list has been imported yet", id="nothing imported"),
        pytest.param(("find", "Vera", "--kind", "feda"), "feda", id="not that kind"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    planilla: Planilla, arguments: tuple[str, ...], complaint: str
) -> None:
    Path("letter.txt").write_text("Dear arbiter,\n", encoding="utf-8")
    Path("undated.txt").write_bytes(LIST)
    said = planilla("list", *arguments)
    assert (said.code, said.out) == (2, "")
    assert complaint in said.err


def test_without_a_list_the_answer_is_no(planilla: Planilla) -> None:
    said = planilla("list", "show")
    assert (said.code, said.out) == (
        1,
        "No list has been imported yet: planilla list import FILE\n",
    )


def test_a_list_of_broken_lines_alone_leaves_the_old_one(planilla: Planilla, file: Path) -> None:
    planilla("list", "import", str(file))
    Path("broken_2026-12.txt").write_bytes(fixed("x", "y"))
    said = planilla("list", "import", "broken_2026-12.txt")
    assert (said.code, said.out) == (2, "")
    assert "broken_2026-12.txt:3:1: “y” is not an id" in said.err
    assert "The previous list stays." in said.err
    assert "fide 2026-11" in planilla("list", "show").out


def test_a_list_of_another_version_is_told(planilla: Planilla, file: Path) -> None:
    planilla("list", "import", str(file))
    connection = sqlite3.connect("var/rating-lists/fide.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for arguments in (("show",), ("find", "Vera")):
        said = planilla("list", *arguments)
        assert said.code == 2
        assert "Import it again: planilla list import FILE --kind fide" in said.err


def test_a_folder_that_cannot_be_written_is_told(
    planilla: Planilla, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANILLA_RATING_LISTS_DIR", str(file))
    said = planilla("list", "import", str(file))
    assert said.code == 2
    assert "cannot be written" in said.err
