"""Real servers to test against: `planilla serve` as a process, and an arbiter who talks to it."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import httpx2

from patience import PATIENCE_S
from services import free_port

PLANILLA = Path(sys.executable).with_name("planilla")
QUICK_HEARTBEAT = Path(__file__).parents[1] / "dsl" / "quick_heartbeat.py"

SHARED_KEY = "2a" * 32
"""Nodes of one database sign with one key, also where each has a data folder of its own."""


def environment(url: str, data_dir: Path, **settings: str) -> dict[str, str]:
    """What a `planilla` process is told: this database, this folder, and no setting of ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PLANILLA_")}
    told = {
        "DATABASE_URL": url,
        "DATA_DIR": str(data_dir),
        "LOG_LEVEL": "warning",
        "SIGNING_KEY": SHARED_KEY,
    } | settings
    return kept | {f"PLANILLA_{name}": value for name, value in told.items()}


def run_planilla(url: str, data_dir: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One command line against a database, until it ends."""
    return subprocess.run(
        [PLANILLA, *arguments],
        env=environment(url, data_dir),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


class Node:
    """A running server: where it is, and how it is ended."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, data_dir: Path) -> None:
        self.process = process
        self.port = port
        self.data_dir = data_dir

    @property
    def token(self) -> str:
        """The organiser's secret, as the server keeps it."""
        return (self.data_dir / "token").read_text(encoding="ascii").strip()

    @property
    def said(self) -> str:
        """What it has printed."""
        return _log_of(self.port, self.data_dir).read_text(encoding="utf-8")

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        """Where its live channels are."""
        return f"ws://127.0.0.1:{self.port}/live"

    def arbiter(self) -> "Arbiter":
        """Somebody who may do everything, at this server."""
        return Arbiter(self.token, self.address)

    def kill(self) -> None:
        """End it as a power cut would: it can do nothing about it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def stop(self) -> None:
        """Ask it to end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()


@contextlib.contextmanager
def node(url: str, data_dir: Path) -> Iterator[Node]:
    """A server on a free loopback port, ready to answer, for as long as the block runs."""
    with nodes(url, data_dir) as (serving,):
        yield serving


def node_with_quick_heartbeat(url: str, data_dir: Path) -> contextlib.AbstractContextManager[Node]:
    """As `node`, for tests that wait for a heartbeat."""
    return node_of(url, data_dir, (sys.executable, QUICK_HEARTBEAT))


@contextlib.contextmanager
def node_of(
    url: str, data_dir: Path, program: Sequence[str | Path] = (PLANILLA,), **settings: str
) -> Iterator[Node]:
    """A node, as in `node`, started by another program than `planilla` or with other settings.

    With `PORT` it is on that port, where another one was before it.
    """
    serving = _start(url, data_dir, program, **settings)
    try:
        _wait_until_healthy(serving)
        yield serving
    finally:
        serving.stop()


@contextlib.contextmanager
def nodes(url: str, *data_dirs: Path, **settings: str) -> Iterator[tuple[Node, ...]]:
    """Several servers of one database with the same settings, started at the same time."""
    with contextlib.ExitStack() as running:
        started = []
        for data_dir in data_dirs:
            started.append(_start(url, data_dir, **settings))
            running.callback(started[-1].stop)
        for serving in started:
            _wait_until_healthy(serving)
        yield tuple(started)


def _start(
    url: str, data_dir: Path, program: Sequence[str | Path] = (PLANILLA,), **settings: str
) -> Node:
    port = int(settings.pop("PORT", free_port()))
    data_dir.mkdir(parents=True, exist_ok=True)
    with _log_of(port, data_dir).open("wb") as output:
        process = subprocess.Popen(
            [*program, "serve"],
            env=environment(url, data_dir, PORT=str(port), **settings),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    return Node(process, port, data_dir)


def _log_of(port: int, data_dir: Path) -> Path:
    return data_dir / f"node-{port}.log"


def _wait_until_healthy(serving: Node) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        with contextlib.suppress(httpx2.HTTPError):
            if httpx2.get(f"{serving.address}/healthz", timeout=PATIENCE_S).status_code == 200:
                return
        if serving.process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"planilla serve did not start:\n{serving.said}")
        time.sleep(0.05)


class Arbiter:
    """Hands in commands by HTTP; when a server goes away, the same command goes to the next."""

    def __init__(self, token: str, *addresses: str) -> None:
        self._addresses = list(addresses)
        self._client = httpx2.Client(
            headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def do(self, tournament: str, name: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a command, sent until somebody answers, always under one id.

        Raises:
            AssertionError: nobody answered in time, or the command was refused.
        """
        headers = {"Idempotency-Key": str(uuid4())}
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            path = f"/api/t/{tournament}/commands/{name}"
            try:
                response = self._client.post(
                    self._addresses[0] + path, json=dict(body), headers=headers
                )
            except httpx2.TransportError:
                self._addresses.append(self._addresses.pop(0))
                time.sleep(0.02)
                continue
            assert response.status_code == 200, response.text
            answer: dict[str, Any] = response.json()
            return answer
        raise AssertionError(f"nobody answered {name}")

    def open_round(self, tournament: str, players: int) -> tuple[str, ...]:
        """Create a tournament, enter players, pair and publish round 1; answers with its games."""
        self.open_draft(tournament, players)
        self.do(tournament, "publish-pairings", {"round": 1})
        return tuple(f"1.{board}" for board in range(1, players // 2 + 1))

    def open_draft(self, tournament: str, players: int) -> None:
        """Create a tournament, enter players and pair round 1."""
        entrants = [
            {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2400 - place}
            for place in range(1, players + 1)
        ]
        self.do(tournament, "create-tournament", {"name": "Two nodes", "rounds": 5})
        self.do(tournament, "enter-entrants", {"entrants": entrants})
        self.do(tournament, "pair-round", {"round": 1})

    def record(self, tournament: str, game: str, result: str = "1-0") -> dict[str, Any]:
        """Enter a result."""
        return self.do(tournament, "record-result", {"game": game, "result": result})
