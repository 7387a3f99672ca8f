"""The schema is brought up to date, the views are made again, and trouble is said in a sentence."""

import sqlite3
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from planilla.adapters.cli.run import run
from planilla.application.ports import StoreUnavailable
from planilla.main import services


@pytest.fixture
def new_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "new.db"
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{path}")
    return path


def test_a_dry_run_migrates_nothing(planilla: Planilla, new_file: Path) -> None:
    said = planilla("migrate", "--dry-run")
    assert said.code == 0
    assert said.out.startswith("The database is at —; it would go to ")
    assert not new_file.exists()


def test_a_database_is_migrated_once(planilla: Planilla, new_file: Path) -> None:
    first = planilla("migrate")
    assert first.code == 0
    assert first.out.startswith("The database is up to date (")
    assert planilla("migrate") == first
    revision = first.out.partition("(")[2].partition(")")[0]
    assert planilla("migrate", "--dry-run").out == (
        f"The database is at {revision}; it would go to {revision}.\n"
    )


@pytest.mark.parametrize("exists", [True, False])
def test_a_database_that_was_never_migrated(
    planilla: Planilla, new_file: Path, exists: bool
) -> None:
    if exists:
        new_file.touch()
    said = planilla("log", "verify")
    assert (said.code, said.err) == (
        2,
        "planilla: The database is out of date: run “planilla migrate”.\n",
    )
    assert new_file.exists() is exists


def test_a_database_of_a_newer_planilla(planilla: Planilla, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for command in (("log", "verify"), ("migrate",), ("serve", "--port", "0")):
        said = planilla(*command)
        assert (said.code, said.err) == (
            2,
            "planilla: The database was made by a newer Planilla. Update the program.\n",
        )


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        pytest.param(
            "mysql://somewhere/planilla",
            "PLANILLA_DATABASE_URL is not a supported database address: "
            "sqlite:///file or postgresql://….",
            id="no such kind",
        ),
        pytest.param(
            "nonsense",
            "PLANILLA_DATABASE_URL is not a supported database address: "
            "sqlite:///file or postgresql://….",
            id="no address",
        ),
        pytest.param(
            "postgresql://ana:secret@127.0.0.1:1/planilla",
            "The database cannot be reached (postgresql://ana:***@127.0.0.1:1/planilla).",
            id="nobody there",
        ),
    ],
)
def test_a_database_that_cannot_be_reached(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch, url: str, sentence: str
) -> None:
    monkeypatch.setenv("PLANILLA_DATABASE_URL", url)
    said = planilla("log", "verify")
    assert (said.code, said.err) == (2, f"planilla: {sentence}\n")


def test_a_fault_of_ours_is_one_sentence_and_a_report(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANILLA_MIGRATIONS_DIR", str(tmp_path / "nothing"))
    said = planilla("migrate")
    report = tmp_path / "var" / "planilla.log"
    assert said.code == 2
    assert said.err == (f"planilla: Internal error. The details are in {report}.\n")
    assert "Traceback" in report.read_text(encoding="utf-8")


def test_a_broken_installation_is_named(
    planilla: Planilla, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise FileNotFoundError("no folder 'web'")

    assert run(["migrate"], "en", broken) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err == (
        "planilla: The installation is incomplete: no folder 'web'.\n"
    )


def test_whoever_stops_reading_our_answer_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    def gone() -> None:
        raise BrokenPipeError

    assert run(["migrate"], "en", gone) == 1  # type: ignore[arg-type]
    assert capsys.readouterr().err == ""


def test_a_store_that_goes_away_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    def away() -> None:
        raise StoreUnavailable("gone")

    assert run(["migrate"], "en", away) == 2  # type: ignore[arg-type]
    assert "The database cannot be reached" in capsys.readouterr().err


def test_whoever_interrupts_is_told_so(
    planilla: Planilla, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert run(["migrate"], "en", interrupted) == 130  # type: ignore[arg-type]
    assert capsys.readouterr().err == "planilla: Interrupted.\n"


def test_the_settings_are_read_once_for_each_command(database: Path) -> None:
    head = services().revisions()[1]
    assert services().revisions() == (head, head)
