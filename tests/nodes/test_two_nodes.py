"""Two servers on one PostgreSQL database: what one is told the other shows, and one may die."""

import asyncio
import contextlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import psycopg
import pytest

from nodes.front_door import front_door
from nodes.serving import Arbiter, Node, node, nodes, run_planilla
from nodes.spectator import Spectator, check_steps, fresh_rows, watching
from patience import PATIENCE_S
from services import free_port, nats_server

CLUB = "club"
CHANNEL = f"t/{CLUB}/standings"
PLAYERS = 80
ARBITERS = 4
"""Who enter results at the same time, so that commands are on their way when the node dies."""
SPECTATORS = 10
KILLED_AFTER = 15


class Hall:
    """Two running nodes, one database, and a round with no result yet."""

    def __init__(self, a: Node, b: Node, url: str) -> None:
        self.a = a
        self.b = b
        self.url = url
        self.data_dir = a.data_dir
        self.token = a.token
        with self.arbiter() as arbiter:
            self.games = arbiter.open_round(CLUB, PLAYERS)

    def arbiter(self, *addresses: str) -> Arbiter:
        """Somebody who may do everything, on node A first."""
        return Arbiter(self.token, *(addresses or (self.a.address, self.b.address)))

    def log(self) -> list[Any]:
        """Position, type and data of every event, in order."""
        with psycopg.connect(self.url) as connection:
            query = "SELECT position, type, data, command_id FROM event ORDER BY position"
            return connection.execute(query).fetchall()


@pytest.fixture
def hall(
    request: pytest.FixtureRequest, migrated_postgres_url: str, tmp_path: Path
) -> Iterator[Hall]:
    """Node A and node B, which wake one another by `NOTIFY`, or by a NATS server if asked."""
    folders = tmp_path / "a", tmp_path / "b"
    with contextlib.ExitStack() as running:
        settings = {}
        if getattr(request, "param", "notify") == "nats":
            request.getfixturevalue("nats")
            port = free_port()
            running.enter_context(nats_server(port))
            settings["WAKE"] = f"nats://127.0.0.1:{port}"
        a, b = running.enter_context(nodes(migrated_postgres_url, *folders, **settings))
        yield Hall(a, b, migrated_postgres_url)


BOTH_WAKES = pytest.mark.parametrize("hall", ["notify", "nats"], indirect=True)


@BOTH_WAKES
async def test_a_result_entered_on_one_node_is_seen_live_on_the_other(hall: Hall) -> None:
    spectator = Spectator(CHANNEL, hall.b.socket)
    async with watching([spectator]):
        await asyncio.wait_for(spectator.reach(1), PATIENCE_S)
        with hall.arbiter(hall.a.address) as arbiter:
            answer = await asyncio.to_thread(arbiter.record, CLUB, hall.games[0])
        await asyncio.wait_for(spectator.reach(answer["version"]), PATIENCE_S)
    assert spectator.connections == 1
    assert spectator.table.modes == ["snapshot"]
    assert spectator.table.rows == fresh_rows(hall.b.address, CLUB, "standings")


@BOTH_WAKES
async def test_spectators_of_a_killed_node_resume_on_the_other_without_loss_or_doubles(
    hall: Hall,
) -> None:
    spectators = [Spectator(CHANNEL, hall.a.socket, hall.b.socket) for _ in range(SPECTATORS)]
    async with watching(spectators):
        await _everybody_reaches(spectators, 1)
        acknowledged = await asyncio.to_thread(_enter_all_killing_a, hall)
        await _everybody_reaches(spectators, max(acknowledged.values()))
    _check_spectators(hall, spectators)
    _check_log(hall, acknowledged)


async def test_a_proxy_carries_spectators_and_arbiters_over_to_the_other_node(hall: Hall) -> None:
    async with front_door(hall.a.port, hall.b.port) as port:
        spectators = [Spectator(CHANNEL, f"ws://127.0.0.1:{port}/live") for _ in range(SPECTATORS)]
        async with watching(spectators):
            await _everybody_reaches(spectators, 1)
            door = f"http://127.0.0.1:{port}"
            acknowledged = await asyncio.to_thread(_enter_all_killing_a, hall, door)
            await _everybody_reaches(spectators, max(acknowledged.values()))
    _check_spectators(hall, spectators)
    _check_log(hall, acknowledged)


async def test_a_node_that_comes_back_takes_part_again(hall: Hall) -> None:
    hall.a.kill()
    with hall.arbiter(hall.b.address) as arbiter:
        await asyncio.to_thread(arbiter.record, CLUB, hall.games[0])
    with node(hall.url, hall.data_dir) as again:
        spectator = Spectator(CHANNEL, hall.b.socket)
        async with watching([spectator]):
            with hall.arbiter(again.address) as arbiter:
                answer = await asyncio.to_thread(arbiter.record, CLUB, hall.games[1], "0-1")
            await asyncio.wait_for(spectator.reach(answer["version"]), PATIENCE_S)
        assert fresh_rows(again.address, CLUB, "standings") == spectator.table.rows


def _enter_all_killing_a(hall: Hall, *addresses: str) -> dict[str, int]:
    """Enter all results from several hands; A dies in the middle. The version of each answer."""
    shares = [hall.games[hand::ARBITERS] for hand in range(ARBITERS)]
    acknowledged: dict[str, int] = {}

    def enter(share: tuple[str, ...]) -> None:
        with hall.arbiter(*addresses) as arbiter:
            for game in share:
                acknowledged[game] = arbiter.record(CLUB, game)["version"]
                if len(acknowledged) == KILLED_AFTER:
                    hall.a.kill()

    with ThreadPoolExecutor(ARBITERS) as hands:
        for done in as_completed(hands.submit(enter, share) for share in shares):
            done.result()
    assert hall.a.process.poll() is not None, "node A was not killed"
    return acknowledged


async def _everybody_reaches(spectators: list[Spectator], version: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(spectator.reach(version) for spectator in spectators))


def _check_spectators(hall: Hall, spectators: list[Spectator]) -> None:
    """All went on where they were: no step left out, none taken twice, and the same rows."""
    fresh = fresh_rows(hall.b.address, CLUB, "standings")
    for spectator in spectators:
        table = spectator.table
        assert spectator.connections >= 2, "the spectator never lost its server"
        check_steps(table)
        assert len(table.modes) >= 2
        assert table.rows == fresh


def _check_log(hall: Hall, acknowledged: dict[str, int]) -> None:
    """Every acknowledged result is there once, positions have no hole, and the chain holds."""
    log = hall.log()
    assert [position for position, *_ in log] == list(range(1, len(log) + 1))
    recorded = [bytes(data).decode() for _, kind, data, _ in log if kind == "ResultRecorded"]
    assert len(recorded) == len(hall.games) == len(acknowledged)
    for game in hall.games:
        assert sum(f'"{game}"' in data for data in recorded) == 1
    verified = run_planilla(hall.url, hall.data_dir, "log", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr
