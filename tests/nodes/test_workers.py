"""Several processes on one port: any of them serves anybody, and any of them may be killed."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import httpx2
import psycopg

from nodes.processes import connections_of, holder_of, wait_until, workers_of
from nodes.serving import Arbiter, Node, node_of, run_planilla
from nodes.spectator import Spectator, check_steps, fresh_rows, watching
from patience import PATIENCE_S

CLUB = "club"
CHANNEL = f"t/{CLUB}/standings"
PLAYERS = 80
ARBITERS = 4
SPECTATORS = 12
FIRST_KILL, SECOND_KILL = 12, 26
"""The numbers of results that have been answered when a process is killed."""
RECORDED = "SELECT data FROM event WHERE type = 'ResultRecorded' ORDER BY position"
POSITIONS = "SELECT position FROM event ORDER BY position"


async def test_the_writer_and_a_reader_are_killed_and_nothing_is_lost_or_doubled(
    tmp_path: Path,
) -> None:
    data_dir = tmp_path / "data"
    database = data_dir / "planilla.db"
    with node_of(f"sqlite:///{database}", data_dir, WORKERS="3") as serving:
        wait_until(lambda: len(workers_of(serving)) == 3, "three workers")
        first = workers_of(serving)
        lock = database.with_name("planilla.db.lock")
        with serving.arbiter() as arbiter:
            games = arbiter.open_round(CLUB, PLAYERS)

        def kill_writer() -> None:
            os.kill(holder_of(lock), signal.SIGKILL)

        def kill_reader() -> None:
            wait_until(lambda: len(workers_of(serving)) == 3, "the killed one is replaced")
            os.kill(min(workers_of(serving) - {holder_of(lock)}), signal.SIGKILL)

        spectators: list[Spectator] = []
        async with watching_all_workers(serving, spectators):
            versions = await asyncio.to_thread(
                enter_all, games, serving.arbiter, (kill_writer, kill_reader)
            )
            await all_reach(spectators, max(versions.values()))
        fresh = fresh_rows(serving.address, CLUB, "standings")
        for spectator in spectators:
            check_steps(spectator.table)
            assert spectator.table.rows == fresh
        assert max(spectator.connections for spectator in spectators) >= 2
        wait_until(lambda: len(workers_of(serving)) == 3, "both are replaced")
        assert len(workers_of(serving) & first) == 1
    with contextlib.closing(sqlite3.connect(database)) as connection:
        recorded = [bytes(row[0]).decode() for row in connection.execute(RECORDED)]
        positions = [row[0] for row in connection.execute(POSITIONS)]
    check_log(games, recorded, positions)
    assert run_planilla(f"sqlite:///{database}", data_dir, "log", "verify").returncode == 0


async def test_two_nodes_of_two_workers_on_postgresql_survive_a_worker_and_a_node(
    migrated_postgres_url: str, tmp_path: Path
) -> None:
    """The processes of a node whose first process is killed end by themselves."""
    with (
        node_of(migrated_postgres_url, tmp_path / "a", WORKERS="2") as a,
        node_of(migrated_postgres_url, tmp_path / "b", WORKERS="2") as b,
    ):
        for node in (a, b):
            wait_until(lambda node=node: len(workers_of(node)) == 2, "two workers")  # type: ignore[misc]
        token = a.token
        with Arbiter(token, a.address) as arbiter:
            games = arbiter.open_round(CLUB, PLAYERS)
        left: set[int] = set()

        def kill_worker() -> None:
            os.kill(min(workers_of(a)), signal.SIGKILL)

        def kill_node() -> None:
            left.update(workers_of(a))
            a.kill()

        spectators = [Spectator(CHANNEL, b.socket)]
        async with watching_all_workers(a, spectators, b.socket):
            versions = await asyncio.to_thread(
                enter_all,
                games,
                lambda: Arbiter(token, a.address, b.address),
                (kill_worker, kill_node),
            )
            await all_reach(spectators, max(versions.values()))
        fresh = fresh_rows(b.address, CLUB, "standings")
        for spectator in spectators:
            check_steps(spectator.table)
            assert spectator.table.rows == fresh
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left), "they end")
    with psycopg.connect(migrated_postgres_url) as connection:
        recorded = [bytes(row[0]).decode() for row in connection.execute(RECORDED)]
        positions = [row[0] for row in connection.execute(POSITIONS)]
    check_log(games, recorded, positions)


def test_limits_by_address_hold_for_all_workers_together(tmp_path: Path) -> None:
    """What needs a link: 120 at once and two more a second, by docs/reference/http.md.

    Each attempt is a new connection, which the kernel gives to one of the three.
    """
    data_dir = tmp_path / "data"
    with node_of(f"sqlite:///{data_dir / 'planilla.db'}", data_dir, WORKERS="3") as serving:
        wait_until(lambda: len(workers_of(serving)) == 3, "three workers")
        begun = time.monotonic()
        with httpx2.Client(headers={"Connection": "close"}, timeout=PATIENCE_S) as visitor:
            said = [
                visitor.get(f"{serving.address}/t/club/arbiter").status_code for _ in range(240)
            ]
        refilled = 2 * (time.monotonic() - begun)
    assert 429 not in said[:120]
    assert said.count(429) >= 240 - 120 - 1 - refilled


@contextlib.asynccontextmanager
async def watching_all_workers(serving: Node, spectators: list[Spectator], *more: str):  # type: ignore[no-untyped-def]
    """Spectators on each worker of a server, who go on at `more` sockets where it is gone."""
    spectators += [Spectator(CHANNEL, serving.socket, *more) for _ in range(SPECTATORS)]
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(watching(spectators))
        await all_reach(spectators, 1)
        while not all(connections_of(pid, serving.port) for pid in workers_of(serving)):
            another = Spectator(CHANNEL, serving.socket, *more)
            await stack.enter_async_context(watching([another]))
            spectators.append(another)
            await all_reach([another], 1)
        yield


async def all_reach(spectators: Sequence[Spectator], version: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(spectator.reach(version) for spectator in spectators))


def enter_all(
    games: Sequence[str],
    new_arbiter: Callable[[], Arbiter],
    kills: tuple[Callable[[], None], Callable[[], None]],
) -> dict[str, int]:
    """Enter all results from several hands; two processes die meanwhile. Answers by game."""
    versions: dict[str, int] = {}
    due = dict(zip((FIRST_KILL, SECOND_KILL), kills, strict=True))

    def enter(share: Sequence[str]) -> None:
        with new_arbiter() as arbiter:
            for game in share:
                versions[game] = arbiter.record(CLUB, game)["version"]
                kill = due.pop(len(versions), None)
                if kill is not None:
                    kill()

    with ThreadPoolExecutor(ARBITERS) as hands:
        for done in as_completed(hands.submit(enter, games[hand::ARBITERS]) for hand in range(4)):
            done.result()
    assert not due, "both were killed"
    return versions


def check_log(games: Sequence[str], recorded: Sequence[str], positions: Sequence[int]) -> None:
    """Every result is there once, and positions have no hole."""
    assert list(positions) == list(range(1, len(positions) + 1))
    assert len(recorded) == len(games)
    for game in games:
        assert sum(f'"{game}"' in data for data in recorded) == 1
