"""Somebody asks to be forgotten: the data go, the number stays, and the chain still verifies."""

import contextlib
import json
import os
import sqlite3
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

NAME = "Iker Zubeldia Arrospide"
FIRST = "m01"
"""The key of the first player of the sample."""
REASON = "No se presentó a la cuarta ronda y se retira."
"""The only text of the sample that is for the staff alone."""

pytestmark = pytest.mark.usefixtures("database")


def test_who_is_erased_is_called_by_number(planilla: Planilla) -> None:
    said = planilla("person", "erase", "muestra", FIRST)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[:3] == [
        "Player 1: this item is erased: name.",
        "The tables were rewritten: none of it is left in the database.",
        "The journal (“-wal”) is empty.",
    ]
    assert lines[3].startswith("The chain is intact: 184 facts, head ")
    assert lines[4] == "What remains, and why:"
    assert any("under the number alone" in line for line in lines[5:])
    assert NAME not in said.out
    assert planilla("log", "verify", "muestra").code == 0
    assert NAME not in planilla("log", "show", "muestra").out


def test_nothing_of_the_name_is_left_in_the_file(planilla: Planilla, database: Path) -> None:
    words = [word.encode() for word in NAME.split()]
    assert all(word in database.read_bytes() for word in words)
    planilla("act", "muestra", "correct-personal-data", _corrected("Zubeldia Arrospide, Ikerr"))
    planilla("person", "erase", "muestra", FIRST)
    for file in database.parent.iterdir():
        if file.is_file():
            assert not [word for word in words if word in file.read_bytes()], file


def _corrected(name: str) -> str:
    return json.dumps({"entrant": FIRST, "person": {"name": name}})


def test_erasing_again_answers_no(planilla: Planilla) -> None:
    planilla("person", "erase", "muestra", FIRST)
    again = planilla("person", "erase", "muestra", FIRST, "--lang", "es")
    assert again.code == 1
    assert again.out.startswith("Jugador 1: ya no se guarda ningún dato personal.\n")
    foretold = planilla("person", "erase", "muestra", FIRST, "--dry-run")
    assert (foretold.code, foretold.out) == (1, "Player 1: no personal data are stored any more.\n")


def test_a_dry_run_names_the_person_and_what_to_choose_from(
    planilla: Planilla, tmp_path: Path
) -> None:
    statement = tmp_path / "statement.txt"
    statement.write_text("Iker came late", encoding="utf-8")
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff" + bytes(40))
    for file in (statement, photo):
        assert planilla("evidence", "add", "muestra", "v127", str(file)).code == 0
    reason = {"entrant": FIRST, "reason": "Zubeldia está enfermo"}
    planilla("act", "muestra", "reopen-tournament", "{}")
    assert planilla("act", "muestra", "withdraw-entrant", json.dumps(reason)).code == 0
    said = planilla("person", "erase", "muestra", FIRST, "--dry-run")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == f"Player 1 ({NAME}): this item would be erased: name."
    assert "«Zubeldia está enfermo»" in lines[2]
    assert {line.split("  ")[-1] for line in lines[4:]} == {"iker", "cannot be searched"}
    chosen = [line.split()[0] for line in lines[4:] if line.endswith("iker")]
    done = planilla(
        *("person", "erase", "muestra", FIRST, "--texts", "matching", "--file", chosen[0], "--json")
    )
    report = json.loads(done.out)
    assert (report["fields"], len(report["texts"]), len(report["files"])) == (["name"], 1, 1)
    assert report["chain"]["faults"] == []
    assert NAME.split()[1] not in done.out


def test_each_backup_is_named_with_its_end(planilla: Planilla, tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "old.backup").write_bytes(b"")
    os.utime(backups / "old.backup", (1_700_000_000, 1_700_000_000))  # 14 November 2023, 22:13:20
    said = planilla("person", "erase", "muestra", FIRST, "--backups", str(backups))
    # 14 November and 91 days: 16 days to 30 November, 31 + 31, and 13 of February.
    assert "- Backup old.backup: deleted by 13 February 2024, 22:13:20." in said.out


def test_texts_are_listed_and_emptied_by_their_first_digits(planilla: Planilla) -> None:
    found = planilla("person", "texts", "muestra", "presentó")
    assert found.code == 0
    assert found.out.count("\n") == 1
    assert f"staff  «{REASON}»" in found.out
    digits = found.out.split()[0]
    foretold = planilla("person", "erase-texts", "muestra", digits, "--dry-run")
    assert foretold.out == "1 text would be erased.\n"
    said = planilla("person", "erase-texts", "muestra", digits)
    assert said.code == 0
    assert said.out.startswith("Texts erased: 1.\n")
    assert planilla("person", "texts", "muestra", "presentó")[:2] == (1, "No texts are stored.\n")
    assert planilla("person", "erase-texts", "muestra", digits).code == 1
    assert planilla("log", "verify", "muestra").code == 0


def test_after_a_restore_the_list_erases_again(
    planilla: Planilla, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(tmp_path / "data"))
    backup = tmp_path / "backup"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(backup),))
    text = planilla("person", "texts", "muestra", "presentó").out.split()[0]
    planilla("person", "erase", "muestra", FIRST, "--text", text)
    assert planilla("person", "erase-again")[:2] == (1, "No erased data have returned.\n")
    restored = tmp_path / "restored.db"
    restored.write_bytes(backup.read_bytes())
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{restored}")
    foretold = planilla("person", "erase-again", "--dry-run")
    assert foretold.out == (
        f"muestra: “{FIRST}” would be erased again.\n"
        "muestra: 1 text, 0 files would be erased again.\n"
    )
    listed = str(tmp_path / "data" / "erasures.jsonl")
    again = planilla("person", "erase-again", listed)
    assert again.code == 0
    assert again.out.startswith(f"muestra: “{FIRST}” erased again.\n")
    assert NAME.encode() not in restored.read_bytes()


def test_a_database_is_compacted_by_itself(planilla: Planilla) -> None:
    said = planilla("person", "compact")
    assert said.code == 0
    assert said.out.splitlines() == [
        "The tables were rewritten: none of it is left in the database.",
        "The journal (“-wal”) is empty.",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("erase", "nowhere", "x"), "There is no tournament “nowhere”."),
        (("texts", "nowhere"), "There is no tournament “nowhere”."),
        (("erase", "muestra", "nobody"), "There is no entrant “nobody” in “muestra”."),
        (
            ("erase", "muestra", FIRST, "--text", "12345678"),
            (
                "No text with the commitment 12345678 was ever stored in “muestra”, "
                "or several begin with it."
            ),
        ),
        (("erase", "muestra", FIRST, "--backups", "none"), "There is no folder “none”."),
        (("erase-again", "none"), "The list “none” cannot be read."),
        (("erase-again", "bad"), "The list “bad” cannot be read."),
    ],
)
def test_what_is_not_there_cannot_be_erased(
    planilla: Planilla, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "bad").write_bytes(b"no json\n")
    said = planilla("person", *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")
