"""The command line as people call it, on a database of its own."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.database import Database
from planilla.adapters.store.migrate import migrate
from planilla.config import find_assets
from planilla.demo.book_open import open_of_the_book, play
from planilla.main import main


class Said(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Planilla = Callable[..., Said]


@pytest.fixture
def planilla(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Planilla:
    """Call `planilla` with arguments, in English and in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = main(list(arguments))
        return Said(code, *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def played_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which the sample was played to the end."""
    path = tmp_path_factory.mktemp("played") / "planilla.db"
    url = f"sqlite:///{path}"
    migrate(url, find_assets("migrations"))

    async def played() -> None:
        async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
            async for _ in play(open_of_the_book(), bus=database.bus, log=database.log):
                pass

    asyncio.run(played())
    return path


@pytest.fixture
def database(played_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of it, in the settings."""
    path = tmp_path / "planilla.db"
    for kept in played_file.parent.iterdir():
        if kept.name.startswith(played_file.name) and kept.suffix not in {".lock", ".sock"}:
            shutil.copy(kept, path.with_name(kept.name))
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{path}")
    return path
