"""Somebody asks to be forgotten: the data go, the number stays, and the chain still verifies."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

NAME = "Iker Zubeldia Arrospide"


@pytest.fixture
def first(database: Path) -> str:
    """The key of the first player of the sample."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT entrant, body FROM person").fetchall()
    return next(str(entrant) for entrant, body in rows if NAME.encode() in body)


def test_who_is_erased_is_called_by_number(planilla: Planilla, database: Path, first: str) -> None:
    said = planilla("person", "erase", "muestra", first)
    assert (said.code, said.out) == (
        0,
        f"muestra: the personal data of “{first}” are erased; every page says “Player 1”.\n",
    )
    assert planilla("log", "verify", "muestra").code == 0
    assert NAME not in planilla("log", "show", "muestra").out


def test_nothing_of_the_name_is_left_in_the_file(
    planilla: Planilla, database: Path, first: str
) -> None:
    assert NAME.encode() in database.read_bytes()
    planilla("person", "erase", "muestra", first)
    for file in database.parent.glob("planilla.db*"):
        assert NAME.encode() not in file.read_bytes()


def test_erasing_again_answers_no(planilla: Planilla, database: Path, first: str) -> None:
    planilla("person", "erase", "muestra", first)
    again = planilla("person", "erase", "muestra", first, "--lang", "es")
    assert (again.code, again.out) == (
        1,
        f"muestra: de «{first}» ya no se guarda nada (Jugador 1).\n",
    )


def test_a_dry_run_names_the_person_and_erases_nothing(
    planilla: Planilla, database: Path, first: str
) -> None:
    said = planilla("person", "erase", "muestra", first, "--dry-run")
    assert (said.code, said.out) == (
        0,
        (
            f"muestra: the personal data of “{first}” ({NAME}) would be erased; "
            "every page would say “Player 1”.\n"
        ),
    )
    assert planilla("person", "erase", "muestra", first).code == 0


def test_the_answer_for_programs(planilla: Planilla, database: Path, first: str) -> None:
    said = planilla("person", "erase", "muestra", first, "--json")
    assert json.loads(said.out) == {
        "tournament": "muestra",
        "entrant": first,
        "shown": "Player 1",
        "erased": True,
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere", "x"), "There is no tournament “nowhere”."),
        (("muestra", "nobody"), "There is no entrant “nobody” in “muestra”."),
    ],
)
def test_who_is_not_there_cannot_be_erased(
    planilla: Planilla, database: Path, arguments: tuple[str, str], sentence: str
) -> None:
    said = planilla("person", "erase", *arguments)
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")
