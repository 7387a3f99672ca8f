"""Evidence on the command line: kept, listed, checked, erased."""

import contextlib
import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

SLIP = "Ana ganó en el tablero 3."


@pytest.fixture
def slip(tmp_path: Path) -> str:
    path = tmp_path / "slip.txt"
    path.write_text(SLIP, encoding="utf-8")
    return str(path)


def digest() -> str:
    return hashlib.sha256(SLIP.encode()).hexdigest()


def test_a_file_is_named_checked_and_erased(planilla: Planilla, database: Path, slip: str) -> None:
    added = planilla("evidence", "add", "muestra", "v9", slip)
    assert (added.code, added.out) == (0, f"{digest()} is stored, as evidence for version 9.\n")
    again = planilla("evidence", "add", "muestra", "v9", slip)
    assert (again.code, again.out) == (0, f"{digest()} is already evidence for version 9.\n")
    listed = json.loads(planilla("evidence", "list", "muestra", "--json").out)
    assert [(each["about"], each["standing"]) for each in listed] == [([9], "whole")]
    assert planilla("evidence", "verify").code == 0
    erased = planilla("evidence", "erase", "muestra", digest())
    assert (erased.code, erased.out) == (
        0,
        f"muestra: {digest()} is erased; its hash stays in the log.\n",
    )
    assert planilla("evidence", "erase", "muestra", digest()).code == 1
    assert "erased\n0" not in planilla("evidence", "verify", "muestra", "--lang", "es").out
    for file in database.parent.glob("planilla.db*"):
        assert SLIP.encode() not in file.read_bytes()
    assert planilla("log", "verify", "muestra").code == 0


def test_bytes_that_are_not_those_of_the_log_are_found(
    planilla: Planilla, database: Path, slip: str
) -> None:
    planilla("evidence", "add", "muestra", "v9", slip)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE evidence SET body = ?", (b"Bea won",))
        connection.commit()
    found = planilla("evidence", "verify", "muestra")
    assert found.code == 1
    assert "changed: its content does not match the hash in the log" in found.out
    assert found.out.endswith("1 file, 1 changed or missing.\n")
    assert planilla("evidence", "list", "muestra").code == 0


def test_what_cannot_be_is_one_sentence(
    planilla: Planilla, database: Path, slip: str, tmp_path: Path
) -> None:
    program = tmp_path / "slip.pdf"
    program.write_bytes(b"MZ\x90\x00")
    refused = planilla("evidence", "add", "muestra", "v9", str(program))
    assert refused.code == 1
    assert refused.out.startswith("That file is not accepted as evidence")
    beyond = planilla("evidence", "add", "muestra", "v999", slip)
    assert beyond.code == 1
    assert "v999" in beyond.out
    assert planilla("evidence", "add", "muestra", "v9", "no-such-file").code == 2
    assert planilla("evidence", "add", "nobody", "v9", slip).code == 2
    assert planilla("evidence", "verify", "nobody").code == 2
