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
from stores import sqlite_in

DEPLOY = Path(__file__).parents[2] / "deploy"
CLUB = "club"
PLAYERS = 60


class Place(Protocol):
    """A kind of database: where tests put one, and how its programs are found."""

    options: tuple[str, ...]

    def new(self) -> str:
        """The URL of a place where nothing is."""

    def migrated(self) -> str:
        """The URL of a migrated, empty database."""

    def query(self, url: str, query: str) -> list[tuple[object, ...]]:
        """The rows of a query, beside everything."""


class SqlitePlace:
    """Files in a folder."""

    options: tuple[str, ...] = ()

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new(self) -> str:
        return f"sqlite:///{self._folder / secrets.token_hex(4) / 'planilla.db'}"

    def migrated(self) -> str:
        return sqlite_in(self._folder / secrets.token_hex(4))

    def query(self, url: str, query: str) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            return connection.execute(query).fetchall()


class PostgresPlace:
    """Databases of a server."""

    def __init__(self, server: PostgresServer, template: str) -> None:
        self._server = server
        self._template = template
        self.options: tuple[str, ...] = ("--postgres-bin", str(server.binaries))

    def new(self) -> str:
        return self._server.new_database()

    def migrated(self) -> str:
        return self._server.new_database(template=self._template)

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
    return PostgresPlace(server, request.getfixturevalue("postgres_template"))


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
    url = place.migrated()
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
            for number, game in enumerate(hall.games[:-1], start=1):
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


async def starts_afresh(spectator: Spectator, serving: Node) -> None:
    """A spectator who comes back gets all rows anew, whatever it has."""
    comes_back = Spectator(spectator.channel, serving.socket)
    comes_back.table.at = spectator.table.at
    comes_back.table.rows = dict(spectator.table.rows)
    async with watching([comes_back]):
        await asyncio.wait_for(comes_back.until(lambda: bool(comes_back.table.modes)), PATIENCE_S)
    assert comes_back.table.modes[0] in {"snapshot", "refetch", "reset"}
    assert comes_back.table.rows == fresh_rows(serving.address, CLUB, "standings")


async def test_a_backup_of_a_busy_server_is_restored_verified_and_served(
    place: Place, tmp_path: Path
) -> None:
    """Its spectators start afresh: they have seen a future that was lost."""
    backup, restored = tmp_path / "club.backup", place.new()
    with hall_in(place, tmp_path / "node") as hall:
        begun = len(place.query(hall.url, "SELECT position FROM event"))
        with entering_results(hall) as some:
            assert await asyncio.to_thread(some.wait, PATIENCE_S)
            made = await asyncio.to_thread(back_up, place, hall.url, backup)
        entered = place.query(hall.url, "SELECT position FROM event")[begun:]
        with hall.arbiter() as arbiter:
            lost = arbiter.record(CLUB, hall.games[len(entered)])
        spectator = Spectator(f"t/{CLUB}/standings", hall.node.socket)
        async with watching([spectator]):
            await asyncio.wait_for(spectator.reach(lost["version"]), PATIENCE_S)
        before = place.query(hall.url, "SELECT position, hash FROM event ORDER BY position")
        old_epoch = place.query(hall.url, "SELECT epoch FROM log_head")
    assert made.returncode == 0, made.stderr
    assert backup.stat().st_mode & 0o077 == 0

    done = restore(place, backup, restored)
    assert done.returncode == 0, done.stdout + done.stderr
    after = place.query(restored, "SELECT position, hash FROM event ORDER BY position")
    assert begun + 5 <= len(after) < len(before)
    assert after == before[: len(after)]
    assert place.query(restored, "SELECT position FROM log_head") == [(len(after),)]
    assert place.query(restored, "SELECT epoch FROM log_head") != old_epoch
    with node(restored, tmp_path / "again") as serving:
        with serving.arbiter() as arbiter:
            games = hall.games[len(after) - begun : len(before) - begun]
            answers = [arbiter.record(CLUB, game, "0-1") for game in games]
        assert answers[-1]["version"] == lost["version"], "the same version, another fact"
        await starts_afresh(spectator, serving)
    verified = run_planilla(restored, tmp_path / "again", "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_without_an_address_the_database_is_that_of_the_data_folder(tmp_path: Path) -> None:
    """`_script` sets the folder; before, the script took the one in the current folder."""
    sqlite_in(tmp_path / "operator")
    backup = tmp_path / "club.backup"
    assert _script("backup.py", backup).returncode == 0
    assert backup.is_file()


def test_nothing_is_ever_overwritten(place: Place, tmp_path: Path) -> None:
    url = place.migrated()
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
    url = place.migrated()
    asyncio.run(played(url))
    assert back_up(place, url, backup).returncode == 0
    with contextlib.closing(sqlite3.connect(backup)) as forged, forged:
        forged.execute("DROP TRIGGER event_no_update")
        forged.execute(
            "UPDATE event SET data = replace(CAST(data AS TEXT), '2000', '2100') WHERE position = 2"
        )
        forged.execute("UPDATE event SET data = data || ' ' WHERE position = 2")

    done = restore(place, backup, restored)
    assert done.returncode == 1
    assert "does not verify" in done.stderr
    assert not Path(restored.removeprefix("sqlite:///")).exists()


CHANGES = {
    "a letter of a name": "personal data do not match their seal",
    "the row of a stream deleted": "its entry in the list of tournaments was",
    "a forged link": "a secret link was not made by this Planilla",
}


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("sqlite", ("a letter of a name", "a forged link")),
        ("sqlite", ("the row of a stream deleted",)),
        ("postgresql", ("a letter of a name",)),
    ],
    indirect=["place"],
)
def test_a_store_that_was_changed_beside_the_log_is_restored_only_on_demand(
    place: Place, tmp_path: Path, names: tuple[str, ...]
) -> None:
    url, sentences = place.migrated(), [CHANGES[name] for name in names]
    asyncio.run(played(url))
    engine = migrating_engine(url)
    for manipulation in MANIPULATIONS:
        if manipulation.name in names:
            with engine.begin() as connection:
                done_to(connection, manipulation)
    engine.dispose()
    backup = tmp_path / "club.backup"
    assert back_up(place, url, backup).returncode == 0

    refused = restore(place, backup, place.new())
    assert refused.returncode == 1
    assert [each for each in sentences if each not in refused.stderr] == [], refused
    restored = place.new()
    anyway = restore(place, backup, restored, "--anyway")
    assert anyway.returncode == 0
    assert [each for each in sentences if each not in anyway.stderr] == [], anyway
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
