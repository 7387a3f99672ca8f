"""A server killed with -9 loses no acknowledged command and leaves a log that verifies."""

import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from patience import PATIENCE_S
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.command_bus import BusResources, open_command_bus
from planilla.adapters.store.engines import lookup_engine
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.wakes import GrowthSignal
from planilla.audit.seal import holes, verify
from stores import evening

HERE = Path(__file__).parent
SOURCES = os.pathsep.join((str(HERE.parents[2] / "src"), str(HERE.parents[1])))

pytestmark = [
    pytest.mark.no_cover,
]


class Submitter:
    """A process that submits; `acknowledged` is what it has been answered, (id, events) by id."""

    def __init__(self, url: str, prefix: str, tournament: str) -> None:
        self.acknowledged: dict[str, int] = {}
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "submitter.py"), url, tournament, prefix],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": SOURCES},
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):  # the last one may have been cut
                command_id, _status, events = line.split()
                self.acknowledged[command_id] = int(events)

    def wait_for(self, count: int) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while len(self.acknowledged) < count:
            assert self.process.poll() is None, "the submitter ended by itself"
            assert time.monotonic() < deadline, "the submitter did not start"
            time.sleep(0.005)

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def finish(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=PATIENCE_S)
        self._end()
        return code

    def _end(self) -> None:
        self.process.wait(timeout=PATIENCE_S)
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@contextlib.contextmanager
def submitting(url: str, prefix: str, tournament: str = "club") -> Iterator[Submitter]:
    submitter = Submitter(url, prefix, tournament)
    try:
        yield submitter
    finally:
        submitter.kill()


def begin(url: str, *tournaments: str) -> None:
    bus = open_command_bus(url, BusResources(SystemClock(), RandomIds(), GrowthSignal()))
    for tournament in tournaments or ("club",):
        answers = bus.submit_all(evening(tournament))
        assert [answer.status for answer in answers] == ["done"] * 5
    bus.close()


def assert_kept(url: str, acknowledged: dict[str, int], *tournaments: str) -> None:
    """Every acknowledged command is in the log with all its events, and the log verifies."""
    ledger = DatabaseLedger(url)
    streams = [ledger.events(tournament, 0) for tournament in tournaments or ("club",)]
    known = ledger.answers(
        (tournament, command_id)
        for tournament in tournaments or ("club",)
        for command_id in acknowledged
    )
    answers = {command_id for _, command_id in known}
    ledger.close()
    recorded = Counter(event.command_id for events in streams for event in events)
    missing = [
        command_id
        for command_id, count in acknowledged.items()
        if command_id not in answers or recorded[command_id] != count
    ]
    assert missing == []
    assert [fault for events in streams for fault in verify(events)] == []
    assert holes(sorted(event.position for events in streams for event in events)) == ()


def kill_and_check(url: str, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    begin(url)
    acknowledged: dict[str, int] = {}
    for number in range(rounds):
        with submitting(url, f"run{number}") as submitter:
            submitter.wait_for(1)
            time.sleep(chance.uniform(0, 0.3))
            submitter.kill()
        acknowledged |= submitter.acknowledged
        assert_kept(url, acknowledged)


def test_kill_9_loses_no_acknowledged_command(database_url: str) -> None:
    kill_and_check(database_url, rounds=3, seed=2)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(3))
def test_kill_9_many_times_loses_no_acknowledged_command(database_url: str, seed: int) -> None:
    kill_and_check(database_url, rounds=25, seed=seed)


@contextlib.contextmanager
def tailing(url: str) -> Iterator[list[int]]:
    """The positions that a reader finds who asks, all the time, for what is after the last one."""
    seen: list[int] = []
    done = threading.Event()

    def follow() -> None:
        engine = lookup_engine(url)
        query = text("SELECT position FROM event WHERE position > :after ORDER BY position")
        while True:
            last_look = done.is_set()
            with engine.connect() as connection:
                found = connection.execute(query, {"after": seen[-1] if seen else 0}).scalars()
                seen.extend(found)
            if last_look:
                break
        engine.dispose()

    follower = threading.Thread(target=follow)
    follower.start()
    try:
        yield seen
    finally:
        done.set()
        follower.join()


@pytest.mark.service
@pytest.mark.parametrize("other", ["club", "other"])
def test_two_nodes_leave_no_hole_and_a_follower_skips_nothing(
    migrated_postgres_url: str, other: str
) -> None:
    url = migrated_postgres_url
    tournaments = sorted({"club", other})
    begin(url, *tournaments)
    with (
        tailing(url) as seen,
        submitting(url, "one") as one,
        submitting(url, "two", other) as two,
    ):
        one.wait_for(100)
        two.wait_for(100)
        assert (one.finish(), two.finish()) == (0, 0)

    assert_kept(url, one.acknowledged | two.acknowledged, *tournaments)
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) > 10 * len(tournaments) + 100


@pytest.mark.service
def test_a_node_killed_does_not_stop_the_other(migrated_postgres_url: str) -> None:
    url = migrated_postgres_url
    begin(url)
    with submitting(url, "one") as one, submitting(url, "two") as two:
        one.wait_for(50)
        two.wait_for(50)
        one.kill()
        two.wait_for(len(two.acknowledged) + 100)
        assert two.finish() == 0
    assert_kept(url, one.acknowledged | two.acknowledged)


def test_another_process_takes_over_from_a_killed_one(sqlite_url: str) -> None:
    """The second hands over to the first; when that is killed, it writes itself."""
    begin(sqlite_url)
    with submitting(sqlite_url, "one") as one:
        one.wait_for(10)
        with submitting(sqlite_url, "two") as two:
            two.wait_for(50)
            one.kill()
            two.wait_for(len(two.acknowledged) + 100)
            assert two.finish() == 0
    assert_kept(sqlite_url, one.acknowledged | two.acknowledged)
