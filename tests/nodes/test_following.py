"""A laptop in the hall and a public server, both real: what one records the other shows."""

import asyncio
import contextlib
import json
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, LiteralString

import httpx2
import psycopg
import pytest

from nodes.bad_line import BadLine, Fault
from nodes.serving import PLANILLA, SHARED_KEY, Node, environment, node_of
from nodes.spectator import Spectator, fresh_rows, watching
from patience import PATIENCE_S
from planilla.main import main
from services import free_port
from stores import sqlite_in

CLUB = "club"
PLAYERS = 12
GAMES = tuple(f"1.{board}" for board in range(1, PLAYERS // 2 + 1))
OTHER_KEY = "3b" * 32
THIRD_KEY = "4c" * 32
COLUMNS: LiteralString = "version, hash, event_id, type, data, command_id, actor_id, recorded_at"
OF_CLUB: LiteralString = "WHERE stream_id = 'tournament/club' ORDER BY version"


class Place:
    """A computer with a database of its own, and the command line on it.

    The database is a file of SQLite in its folder, or the one of PostgreSQL at `url`.
    """

    def __init__(self, folder: Path, key: str, url: str = "") -> None:
        self.folder = folder
        self.key = key
        self.url = url or f"sqlite:///{folder / 'planilla.db'}"

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.url, self.folder, SIGNING_KEY=self.key)

    @property
    def token(self) -> Path:
        """The file with the secret of its organiser, once it has served."""
        return self.folder / "token"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PLANILLA, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    def act(self, command: str, **body: Any) -> None:
        """Hand in a command by the command line, in this process."""
        with pytest.MonkeyPatch.context() as settings:
            for name, value in self.environment.items():
                settings.setenv(name, value)
            assert main(["act", CLUB, command, json.dumps(body)]) == 0

    def follow(self, server: Node, token: Path, *more: str) -> subprocess.CompletedProcess[str]:
        return self.run("follow", CLUB, server.address, "--token-file", str(token), *more)

    @contextlib.contextmanager
    def following(self, server: Node, token: Path) -> Iterator["subprocess.Popen[str]"]:
        """`planilla follow` as a process, stopped at the end."""
        process = subprocess.Popen(
            [PLANILLA, "follow", CLUB, server.address, "--token-file", str(token)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=PATIENCE_S)

    def rows(self, query: LiteralString) -> list[Any]:
        if self.url.startswith("postgresql"):
            with psycopg.connect(self.url) as postgres:
                return postgres.execute(query).fetchall()
        with contextlib.closing(sqlite3.connect(self.folder / "planilla.db")) as connection:
            return connection.execute(query).fetchall()

    def log(self) -> list[Any]:
        """Every event of the club, in order, with all that travels."""
        return self.rows(f"SELECT {COLUMNS} FROM event {OF_CLUB}")

    def names(self) -> dict[str, str]:
        """The names of entrants, as far as they are kept."""
        rows = self.rows("SELECT entrant, body FROM person WHERE body IS NOT NULL")
        return {entrant: json.loads(body)["name"] for entrant, body in rows}

    def log_id(self) -> str:
        ((found,),) = self.rows("SELECT value FROM meta WHERE name = 'log_id'")
        log_id: str = found.hex()
        return log_id

    def serving(self, **settings: str) -> contextlib.AbstractContextManager[Node]:
        return node_of(self.url, self.folder, SIGNING_KEY=self.key, **settings)

    def is_whole(self) -> bool:
        """Whether the inspection of all its tables finds nothing."""
        found = self.run("log", "verify")
        assert found.returncode == 0, found.stdout + found.stderr
        return True


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database of a round that has begun, and with an empty one."""
    folder = tmp_path_factory.mktemp("founded")
    sqlite_in(folder / "hall")
    (folder / "public").mkdir()  # migrated by itself: a copy would be the same log
    Place(folder / "public", SHARED_KEY).run("migrate").check_returncode()
    hall = Place(folder / "hall", SHARED_KEY)
    entrants = [
        {"id": f"e{n}", "person": {"name": f"Anna {n}"}, "rating": 2400 - n}
        for n in range(1, PLAYERS + 1)
    ]
    hall.act("create-tournament", name="Open", rounds=5)
    hall.act("enter-entrants", entrants=entrants)
    hall.act("pair-round", round=1)
    hall.act("publish-pairings", round=1)
    return folder


@pytest.fixture
def hall(founded: Path, tmp_path: Path) -> Place:
    shutil.copytree(founded / "hall", tmp_path / "hall")
    return Place(tmp_path / "hall", SHARED_KEY)


@pytest.fixture
def public(founded: Path, tmp_path: Path) -> Place:
    shutil.copytree(founded / "public", tmp_path / "public")
    return Place(tmp_path / "public", OTHER_KEY)


@pytest.fixture
def public_on_postgres(migrated_postgres_url: str, tmp_path: Path) -> Place:
    (tmp_path / "postgres").mkdir()
    return Place(tmp_path / "postgres", OTHER_KEY, migrated_postgres_url)


def soon(is_so: Callable[[], bool]) -> None:
    """Wait until it is so.

    Raises:
        AssertionError: it did not become so in time.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def page_of(server: Node) -> str:
    return httpx2.get(f"{server.address}/t/{CLUB}/entrants", timeout=PATIENCE_S).text


def test_a_tournament_is_pushed_whole_and_its_erased_names_are_erased_there(
    hall: Place, public: Place
) -> None:
    with public.serving() as server:
        pushed = hall.follow(server, public.token, "--once", "--place", "Main hall")
        assert pushed.returncode == 0, pushed.stderr
        assert public.log() == hall.log()
        assert public.names() == hall.names()
        assert "Anna 7" in page_of(server)
        assert hall.run("person", "erase", CLUB, "e7").returncode == 0
        pushed = hall.follow(server, public.token, "--once", "--place", "Main hall")
        assert pushed.returncode == 0, pushed.stderr
        assert public.log() == hall.log()
        assert "e7" not in public.names()
        assert "Anna 7" not in page_of(server)
        assert "Anna 8" in page_of(server)
    assert public.log() == hall.log()
    assert "e7" not in public.names()
    assert public.names() == hall.names()
    assert '"entrant":"e7"' in (public.folder / "erasures.jsonl").read_text(encoding="utf-8")
    assert public.is_whole()


async def test_a_result_in_the_hall_reaches_a_spectator_of_the_public_server(
    hall: Place, public: Place
) -> None:
    with public.serving() as server, hall.following(server, public.token):
        await asyncio.to_thread(soon, lambda: len(public.log()) == len(hall.log()))
        spectator = Spectator(f"t/{CLUB}/standings", server.socket)
        async with watching([spectator]):
            await asyncio.wait_for(spectator.reach(1), PATIENCE_S)
            await asyncio.to_thread(hall.act, "record-result", game=GAMES[0], result="1-0")
            await asyncio.wait_for(spectator.reach(len(hall.log())), PATIENCE_S)
        assert spectator.table.modes == ["snapshot"]
        assert spectator.table.rows == fresh_rows(server.address, CLUB, "standings")
    assert public.log() == hall.log()


def test_a_public_server_that_is_killed_loses_and_doubles_nothing(
    hall: Place, public: Place
) -> None:
    port = str(free_port())
    with contextlib.ExitStack() as running:
        server = running.enter_context(public.serving(PORT=port))
        process = running.enter_context(hall.following(server, public.token))
        soon(lambda: len(public.log()) == len(hall.log()))
        for number, game in enumerate(GAMES):
            hall.act("record-result", game=game, result="1-0")
            if number == 1:
                server.kill()
            if number == 3:
                running.enter_context(public.serving(PORT=port))
        soon(lambda: len(public.log()) == len(hall.log()))
        time.sleep(1)  # until it has read the last answer
        process.send_signal(signal.SIGTERM)
        said, noted = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
    assert noted.count("does not answer") == noted.count("answers again") == 1
    assert f"v{len(hall.log())}" in said
    assert public.log() == hall.log()
    assert public.is_whole()


FAULTS = (
    pytest.param(
        (Fault.REFUSED, Fault.HALF, Fault.ANSWER_LOST), id="cut, half a request, answer lost"
    ),
    pytest.param((Fault.SILENT,), id="silent", marks=pytest.mark.deep),  # it is given up after 20 s
)


@pytest.mark.parametrize("faults", FAULTS)
async def test_a_line_that_fails_between_the_two_loses_and_doubles_nothing(
    hall: Place, public: Place, faults: tuple[Fault, ...]
) -> None:
    """Hall and server run all the time; the line fails for two results of each kind of fault."""

    def all_arrived() -> bool:
        return public.log() == hall.log()

    def failing(fault: Fault, first: str, second: str) -> None:
        before, failed = len(hall.log()), line.failed
        line.fault = fault
        hall.act("record-result", game=first, result="1-0")
        soon(lambda: line.failed > failed)
        hall.act("record-result", game=second, result="0-1")
        arrived = public.log()
        assert arrived == hall.log()[: len(arrived)]
        assert fault is Fault.ANSWER_LOST or len(arrived) == before
        line.fault = Fault.NONE
        soon(all_arrived)
        time.sleep(1)  # until it has read the last answer

    with public.serving() as server:
        line = BadLine(server.port)
        async with line.laid() as port:
            near = Node(server.process, port, server.data_dir)
            with hall.following(near, public.token) as process:
                await asyncio.to_thread(soon, all_arrived)
                for number, fault in enumerate(faults):
                    pair = GAMES[2 * number : 2 * number + 2]
                    await asyncio.to_thread(failing, fault, *pair)
                process.send_signal(signal.SIGTERM)
                _, noted = await asyncio.to_thread(process.communicate, timeout=PATIENCE_S)
    assert noted.count("does not answer") == noted.count("answers again") == len(faults)
    assert public.log() == hall.log()
    assert public.is_whole()


def test_on_the_public_server_nobody_asks_for_entry_but_is_sent_to_the_hall(
    hall: Place, public: Place
) -> None:
    hall.act("open-entry-form")
    with public.serving() as server:
        pushed = hall.follow(server, public.token, "--once", "--place", "Main hall")
        assert pushed.returncode == 0, pushed.stderr
        form = httpx2.get(f"{server.address}/t/{CLUB}/enter", timeout=PATIENCE_S).text
        assert "led from Main hall: ask for entry there" in form
        assert "<form class" not in form
        assert f'href="/t/{CLUB}/enter"' not in page_of(server)


def test_what_may_not_be_pushed_changes_nothing(hall: Place, public: Place, tmp_path: Path) -> None:
    wrong, arbiter, archive = (tmp_path / name for name in ("wrong", "arbiter", "club.jsonl"))
    wrong.write_text("not-a-token\n", encoding="ascii")
    with public.serving() as server:
        assert hall.follow(server, wrong, "--once").returncode == 1
        assert public.log() == []
        hall.run("log", "export", CLUB, "-o", str(archive)).check_returncode()
        common = len(hall.log())
        hall.act("record-result", game=GAMES[0], result="1-0")
        assert hall.follow(server, public.token, "--once").returncode == 0
        before = public.log()
        arbiter.write_text(public.run("link", "new", CLUB).stdout, encoding="ascii")
        hall.act("record-result", game=GAMES[1], result="1-0")
        assert hall.follow(server, arbiter, "--once").returncode == 1
        other = Place(tmp_path / "other", THIRD_KEY)
        other.folder.mkdir()
        other.run("log", "import", str(archive)).check_returncode()
        other.act("record-result", game=GAMES[0], result="0-1")
        other.act("record-result", game=GAMES[1], result="0-1")
        parted = other.follow(server, public.token, "--once")
    assert parted.returncode == 1
    assert f"up to version {common}" in parted.stderr
    assert f"v{common + 1} · {before[-1][1].hex()[:12]}" in parted.stderr
    assert f"v{common + 2} · {other.log()[-1][1].hex()[:12]}" in parted.stderr
    assert public.log() == before


def test_the_hall_hands_over_and_gets_the_lead_back(
    hall: Place, public: Place, tmp_path: Path
) -> None:
    archive, people = tmp_path / "club.jsonl", tmp_path / "people.jsonl"
    result = json.dumps({"game": GAMES[0], "result": "1-0"})
    with public.serving() as server:
        pushed = hall.follow(server, public.token, "--hand-over")
        assert pushed.returncode == 0, pushed.stderr
        assert public.log() == hall.log()
        assert hall.log()[-1][3] == "LeadHandedOver"
        refused = hall.run("act", CLUB, "record-result", result)
        assert refused.returncode == 1
        assert server.address in refused.stderr
        with server.arbiter() as arbiter:
            arbiter.record(CLUB, GAMES[0])
            assert len(public.log()) == len(hall.log()) + 1
            again = hall.follow(server, public.token, "--once")
            assert again.returncode == 1
            assert "leads the tournament now" in again.stderr
            back = {"to": hall.log_id(), "place": "http://192.168.8.2:8000"}
            arbiter.do(CLUB, "hand-over-lead", back)
        exported = public.run("log", "export", CLUB, "-o", str(archive), "--people", str(people))
        assert exported.returncode == 0, exported.stderr
        taken = hall.run("log", "import", str(archive), "--people", str(people))
        assert taken.returncode == 0, taken.stderr
        hall.act("record-result", game=GAMES[1], result="1-0")
        pushed = hall.follow(server, public.token, "--once")
        assert pushed.returncode == 0, pushed.stderr
    assert public.log() == hall.log()
    assert public.is_whole()
    assert hall.is_whole()


def test_the_lead_of_a_lost_laptop_is_taken_over_and_its_later_facts_are_refused(
    hall: Place, public: Place
) -> None:
    with public.serving() as server:
        pushed = hall.follow(server, public.token, "--once", "--place", "Main hall")
        assert pushed.returncode == 0, pushed.stderr
        asked = public.run("takeover", CLUB)
        assert asked.returncode == 1
        assert "Main hall" in asked.stdout
        assert public.log() == hall.log()
        assert public.run("takeover", CLUB, "--yes").returncode == 0
        assert public.log()[-1][3] == "LeadTakenOver"
        with server.arbiter() as arbiter:
            arbiter.record(CLUB, GAMES[0])
        taken = public.log()
        late = hall.follow(server, public.token, "--once")
        assert late.returncode == 1
        assert "leads the tournament now" in late.stderr
        hall.act("record-result", game=GAMES[0], result="0-1")
        parted = hall.follow(server, public.token, "--once")
        assert parted.returncode == 1
        assert "have parted" in parted.stderr
    assert public.log() == taken
    assert public.is_whole()


@pytest.mark.deep
async def test_a_public_server_on_postgresql_follows_is_killed_and_takes_the_lead(
    hall: Place, public_on_postgres: Place
) -> None:
    """The journeys above in one, with the public server where clubs have theirs."""
    public, port = public_on_postgres, str(free_port())
    with contextlib.ExitStack() as running:
        server = running.enter_context(public.serving(PORT=port))
        process = running.enter_context(hall.following(server, public.token))
        await asyncio.to_thread(soon, lambda: len(public.log()) == len(hall.log()))
        assert "Anna 7" in page_of(server)
        spectator = Spectator(f"t/{CLUB}/standings", server.socket)
        async with watching([spectator]):
            await asyncio.to_thread(hall.act, "record-result", game=GAMES[0], result="1-0")
            await asyncio.wait_for(spectator.reach(len(hall.log())), PATIENCE_S)
        assert spectator.table.rows == fresh_rows(server.address, CLUB, "standings")
        server.kill()
        hall.act("record-result", game=GAMES[1], result="1-0")
        assert hall.run("person", "erase", CLUB, "e7").returncode == 0
        server = running.enter_context(public.serving(PORT=port))
        await asyncio.to_thread(soon, lambda: len(public.log()) == len(hall.log()))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
        assert hall.follow(server, public.token, "--once").returncode == 0
        assert public.log() == hall.log()
        assert "e7" not in public.names()
        assert public.names() == hall.names()
        assert "Anna 7" not in page_of(server)
        assert public.run("takeover", CLUB, "--yes").returncode == 0
        with server.arbiter() as arbiter:
            arbiter.record(CLUB, GAMES[2])
        late = hall.follow(server, public.token, "--once")
        assert late.returncode == 1
        assert "leads the tournament now" in late.stderr
    assert public.is_whole()
