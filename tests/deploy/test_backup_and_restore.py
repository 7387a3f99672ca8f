"""Backups of a server that goes on writing, and what it takes to serve one again."""

import asyncio
import contextlib
import secrets
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import psycopg
import pytest

from dsl.manipulations import MANIPULATIONS, done_to, played
from nodes.serving import PLANILLA, Arbiter, Node, environment, node, run_planilla
from nodes.spectator import Spectator, fresh_rows, watching
from patience import PATIENCE_S
from planilla.adapters.store.engines import migrating_engine
from services import PostgresServer

DEPLOY = Path(__file__).parents[2] / "deploy"
CLUB = "club"
PLAYERS = 60


class Place(Protocol):
    """A kind of database: where tests put one, and how its programs are found."""

    options: tuple[str, ...]

    def new(self) -> str:
        """The URL of a place where nothing is."""

    def query(self, url: str, query: str) -> list[tuple[object, ...]]:
        """The rows of a query, beside everything."""


class SqlitePlace:
    """Files in a folder."""

    options: tuple[str, ...] = ()

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new(self) -> str:
        return f"sqlite:///{self._folder / secrets.token_hex(4) / 'planilla.db'}"

    def query(self, url: str, query: str) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            return connection.execute(query).fetchall()


class PostgresPlace:
    """Databases of a server."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self.options: tuple[str, ...] = ("--postgres-bin", str(server.binaries))

    def new(self) -> str:
        return self._server.new_database()

    def query(self, url: str, query: str) -> list[tuple[object, ...]]:
        with psycopg.connect(url) as connection:
            return connection.execute(query.encode()).fetchall()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Both databases in turn; PostgreSQL is started only for its turn."""
    if request.param == "sqlite":
        return SqlitePlace(tmp_path)
    request.applymarker("service")
    server: PostgresServer = request.getfixturevalue("postgres")
    return PostgresPlace(server)


class Hall:
    """A running server with a round on the boards."""

    def __init__(self, serving: Node, url: str) -> None:
        self.node = serving
        self.url = url
        with self.arbiter() as arbiter:
            self.games = arbiter.open_round(CLUB, PLAYERS)

    def arbiter(self) -> Arbiter:
        """Somebody who may do everything."""
        return self.node.arbiter()


@contextlib.contextmanager
def hall_in(place: Place, folder: Path) -> Iterator[Hall]:
    """A server on a new database."""
    url = place.new()
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving:
        yield Hall(serving, url)


def back_up(place: Place, url: str, target: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as an operator does."""
    return _script("backup.py", target, "--database-url", url, *place.options)


def restore(
    place: Place, backup: Path, url: str, *options: str
) -> subprocess.CompletedProcess[str]:
    """Run the script as an operator does."""
    where = ("--database-url", url, "--planilla", PLANILLA)
    return _script("restore.py", backup, *where, *place.options, *options)


def _script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DEPLOY / name), *map(str, arguments)]
    folder = Path(str(arguments[0])).parent
    return subprocess.run(
        command,
        env=environment("", folder / "operator"),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


@contextlib.contextmanager
def entering_results(hall: Hall) -> Iterator[threading.Event]:
    """Somebody enters one result after another; the event is set when five are in."""
    some, enough = threading.Event(), threading.Event()

    def enter() -> None:
        with hall.arbiter() as arbiter:
            for number, game in enumerate(hall.games, start=1):
                arbiter.record(CLUB, game)
                if number == 5:
                    some.set()
                if enough.is_set():
                    return

    thread = threading.Thread(target=enter)
    thread.start()
    try:
        yield some
    finally:
        enough.set()
        thread.join()


def test_a_backup_of_a_busy_server_is_restored_verified_and_served(
    place: Place, tmp_path: Path
) -> None:
    backup, restored = tmp_path / "club.backup", place.new()
    with hall_in(place, tmp_path / "node") as hall:
        with entering_results(hall) as some:
            assert some.wait(PATIENCE_S)
            made = back_up(place, hall.url, backup)
        before = place.query(hall.url, "SELECT position, hash FROM event ORDER BY position")
        old_epoch = place.query(hall.url, "SELECT epoch FROM log_head")
    assert made.returncode == 0, made.stderr
    assert backup.stat().st_mode & 0o077 == 0

    done = restore(place, backup, restored)
    assert done.returncode == 0, done.stdout + done.stderr
    after = place.query(restored, "SELECT position, hash FROM event ORDER BY position")
    assert len(after) >= 5
    assert after == before[: len(after)]
    assert place.query(restored, "SELECT position FROM log_head") == [(len(after),)]
    assert place.query(restored, "SELECT epoch FROM log_head") != old_epoch
    with (
        node(restored, tmp_path / "again") as serving,
        Arbiter(serving.token, serving.address) as who,
    ):
        answer = who.record(CLUB, hall.games[-1], "0-1")
        assert answer["status"] == "done"
    verified = run_planilla(restored, tmp_path / "again", "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


async def test_spectators_of_a_future_that_was_lost_start_afresh(
    place: Place, tmp_path: Path
) -> None:
    backup, restored = tmp_path / "club.backup", place.new()
    spectator = Spectator(f"t/{CLUB}/standings", "")
    with hall_in(place, tmp_path / "node") as hall, hall.arbiter() as arbiter:
        assert back_up(place, hall.url, backup).returncode == 0
        spectator = Spectator(f"t/{CLUB}/standings", hall.node.socket)
        answer = arbiter.record(CLUB, hall.games[0])  # after the backup: it will be lost
        async with watching([spectator]):
            await asyncio.wait_for(spectator.reach(answer["version"]), PATIENCE_S)
    assert restore(place, backup, restored).returncode == 0

    with (
        node(restored, tmp_path / "again") as serving,
        Arbiter(serving.token, serving.address) as who,
    ):
        who.record(CLUB, hall.games[1], "0-1")  # the same version, another fact
        comes_back = Spectator(f"t/{CLUB}/standings", serving.socket)
        comes_back.table.at = spectator.table.at
        comes_back.table.rows = dict(spectator.table.rows)
        async with watching([comes_back]):
            answered = comes_back.until(lambda: bool(comes_back.table.modes))
            await asyncio.wait_for(answered, PATIENCE_S)
        assert comes_back.table.modes[0] in {"snapshot", "refetch", "reset"}
        assert comes_back.table.rows == fresh_rows(serving.address, CLUB, "standings")


def test_without_an_address_the_database_is_that_of_the_data_folder(tmp_path: Path) -> None:
    """`_script` sets the folder; before, the script took the one in the current folder."""
    data = tmp_path / "operator"
    run_planilla(
        f"sqlite:///{data / 'planilla.db'}", tmp_path / "node", "migrate"
    ).check_returncode()
    backup = tmp_path / "club.backup"
    assert _script("backup.py", backup).returncode == 0
    assert backup.is_file()


def test_nothing_is_ever_overwritten(place: Place, tmp_path: Path) -> None:
    url, folder = place.new(), tmp_path / "node"
    run_planilla(url, folder, "migrate").check_returncode()
    backup = tmp_path / "club.backup"
    assert back_up(place, url, backup).returncode == 0
    content = backup.read_bytes()

    again = back_up(place, url, backup)
    assert again.returncode == 2
    assert "never overwrites" in again.stderr
    assert backup.read_bytes() == content
    over = restore(place, backup, url)
    assert over.returncode == 2
    assert "never overwrites" in over.stderr
    assert list(tmp_path.glob(".*")) == []


def test_a_log_that_was_tampered_with_is_not_put_in_place(tmp_path: Path) -> None:
    place = SqlitePlace(tmp_path)
    backup, restored = tmp_path / "club.backup", place.new()
    with hall_in(place, tmp_path / "node") as hall:
        assert back_up(place, hall.url, backup).returncode == 0
    with contextlib.closing(sqlite3.connect(backup)) as forged, forged:
        forged.execute("DROP TRIGGER event_no_update")
        forged.execute(
            "UPDATE event SET data = replace(CAST(data AS TEXT), '2399', '2499') WHERE position = 2"
        )
        forged.execute("UPDATE event SET data = data || ' ' WHERE position = 2")

    done = restore(place, backup, restored)
    assert done.returncode == 1
    assert "does not verify" in done.stderr
    assert not Path(restored.removeprefix("sqlite:///")).exists()


@pytest.mark.parametrize(
    ("place", "name", "sentence"),
    [
        ("sqlite", "a letter of a name", "personal data do not match their seal"),
        ("sqlite", "the row of a stream deleted", "its entry in the list of tournaments was"),
        ("sqlite", "a forged link", "a secret link was not made by this Planilla"),
        ("postgresql", "a letter of a name", "personal data do not match their seal"),
    ],
    indirect=["place"],
)
def test_a_store_that_was_changed_beside_the_log_is_restored_only_on_demand(
    place: Place, tmp_path: Path, name: str, sentence: str
) -> None:
    url, (manipulation,) = place.new(), [each for each in MANIPULATIONS if each.name == name]
    run_planilla(url, tmp_path / "node", "migrate").check_returncode()
    asyncio.run(played(url))
    engine = migrating_engine(url)
    with engine.begin() as connection:
        done_to(connection, manipulation)
    engine.dispose()
    backup = tmp_path / "club.backup"
    assert back_up(place, url, backup).returncode == 0

    refused = restore(place, backup, place.new())
    assert (refused.returncode, sentence in refused.stderr) == (1, True), refused
    restored = place.new()
    anyway = restore(place, backup, restored, "--anyway")
    assert (anyway.returncode, sentence in anyway.stderr) == (0, True), anyway
    recorded = "SELECT event_id, data FROM event ORDER BY position"
    assert place.query(restored, recorded) == place.query(url, recorded)


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    place = SqlitePlace(tmp_path)
    nonsense = tmp_path / "nonsense.backup"
    nonsense.write_bytes(b"this is not a database")
    done = restore(place, nonsense, place.new())
    assert done.returncode == 2
    assert "no Planilla database" in done.stderr
    assert restore(place, tmp_path / "missing", place.new()).returncode == 2
    missing = back_up(place, f"sqlite:///{tmp_path / 'missing.db'}", tmp_path / "out")
    assert missing.returncode == 2
    assert not (tmp_path / "out").exists()
