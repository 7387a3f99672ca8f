"""The log is told and verified; an altered one is found out."""

import json
import sqlite3
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


def test_what_happened_is_told_in_order(planilla: Planilla, database: Path) -> None:
    said = planilla("log", "show", "muestra", "--at", "v3")
    lines = said.out.splitlines()
    assert said.code == 0
    assert [line.split("  ")[0] for line in lines] == ["v1", "v2", "v3"]
    assert lines[0].endswith(
        "“Abierto de muestra (nombres y Elo inventados)” is announced: Dutch Swiss of the book."
        "  (by demo)"
    )
    assert lines[1].endswith("  The regulations are announced.  (together with v1)")
    assert lines[2].endswith("  Iker Zubeldia Arrospide enters.  (by demo)")


def test_a_reason_is_quoted_as_the_language_quotes(planilla: Planilla, database: Path) -> None:
    assert "“La planilla firmada por los dos dice 1-0" in planilla("log", "show", "muestra").out


def test_everything_is_told_in_spanish_too(planilla: Planilla, database: Path) -> None:
    told = planilla("log", "show", "muestra", "--lang", "es").out
    assert "Corrección, ronda 2, tablero 12: Héctor Quintanilla Rueda 1–0 Laia Font" in told
    assert "«La planilla firmada por los dos dice 1-0" in told
    assert "Ramón" not in told.splitlines()[2]


def test_the_log_is_data_for_programs(planilla: Planilla, database: Path) -> None:
    rows = json.loads(planilla("log", "show", "muestra", "--json").out)
    corrected = next(row for row in rows if row["kind"] == "ResultCorrected")
    assert corrected["game"] == "2.12"
    assert corrected["fields"]["pairing_from"] is None


def test_a_whole_log_verifies(planilla: Planilla, database: Path) -> None:
    said = planilla("log", "verify", "muestra")
    assert (said.code, said.out) == (0, "muestra: 183 facts in order, the chain is intact.\n")
    assert planilla("log", "verify").out == said.out


def test_without_tournaments_there_is_nothing_to_verify(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    planilla("migrate")
    assert planilla("log", "verify") == (0, "There are no tournaments yet.\n", "")


def altered(database: Path, statement: str) -> None:
    """Do to the log what its owner could: take the guards away first."""
    with sqlite3.connect(database) as connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        pytest.param(
            "UPDATE event SET data = CAST(replace(data, '2148', '2649') AS BLOB) "
            "WHERE version = 12",
            "muestra: the log was altered; the first altered version is v12 "
            "(its seal does not match its content).\n",
            id="another rating",
        ),
        pytest.param(
            "UPDATE event SET data = 'nonsense' WHERE version = 11",
            "muestra: the log was altered; the first altered version is v11 "
            "(its seal does not match its content).\n",
            id="no bytes",
        ),
        pytest.param(
            "DELETE FROM event WHERE version = 183",
            "muestra: the log was altered; the first altered version is v183 "
            "(events before it are missing).\n",
            id="the end cut off",
        ),
    ],
)
def test_an_altered_log_is_found_out(
    planilla: Planilla, database: Path, statement: str, sentence: str
) -> None:
    altered(database, statement)
    said = planilla("log", "verify", "muestra")
    assert (said.code, said.out) == (1, sentence)


def test_a_whole_log_with_a_hole_is_found_out(planilla: Planilla, database: Path) -> None:
    altered(database, "DELETE FROM event WHERE version = 90")
    said = planilla("log", "verify")
    assert said.code == 1
    assert said.out.splitlines() == [
        (
            "muestra: the log was altered; the first altered version is v91 "
            "(events before it are missing)."
        ),
        "Events are missing in the log after position 89.",
        (
            "The database: a trigger that protects facts from changes is missing "
            "(event_no_update, event_no_delete, event_no_overwrite)."
        ),
    ]


def test_an_unreadable_fact_is_named(planilla: Planilla, database: Path) -> None:
    altered(database, "UPDATE event SET data = '{' WHERE version = 5")
    said = planilla("log", "show", "muestra")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("planilla: Version v5 cannot be read: either the log was altered")


@pytest.mark.parametrize("command", [("log", "verify"), ("log", "show"), ("log", "export")])
def test_an_unknown_tournament_is_named(
    planilla: Planilla, database: Path, command: tuple[str, ...]
) -> None:
    said = planilla(*command, "nobody")
    assert (said.code, said.err) == (2, "planilla: There is no tournament “nobody”.\n")
