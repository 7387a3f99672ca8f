"""From a command to the browsers: how long until everybody who watches has the result.

The arbiter is here, the spectators are a process of their own (`bench.watching`), the server is
`planilla serve`. All share the machine's monotonic clock, so a delay is one subtraction.
"""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, Section, percentile
from nodes.serving import Arbiter, Node, node, run_planilla

PLAYERS = 200
PAUSE_S = 0.3
"""Between two results: longer than the longest window, as in a hall where games end one by one."""
READY_S = 30
CHANNEL = "t/bench/standings"
ROOT = Path(__file__).parent.parent


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on the way from a command to the browsers."""
    spectators, results = (20, 5) if quick else (200, 60)
    url = f"sqlite:///{folder / 'spectators.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving, serving.arbiter() as arbiter:
        games = arbiter.open_round("bench", PLAYERS)[:results]
        with watching(serving, CHANNEL, spectators) as crowd:
            begun, answered = _enter(arbiter, games)
            delays, frame_bytes = delays_of(crowd, begun)
    return Section(
        "From a command to the browsers",
        f"{spectators} WebSocket clients in another process watch the standings of {PLAYERS} "
        f"players on one `planilla serve` (SQLite, synchronous=FULL); {results} results are posted "
        f"by HTTP, one each {PAUSE_S} s. From the moment before the request to the moment at which "
        "a client has parsed the message; every client and every result counts.",
        [
            Figure(
                "command to client, p50", percentile(delays, 50), "ms", f"{len(delays)} arrivals"
            ),
            Figure("command to client, p99", percentile(delays, 99), "ms"),
            Figure("command to client, worst", max(delays), "ms"),
            Figure("command to its answer, p50", percentile(answered, 50), "ms", "durable"),
            Figure("command to its answer, p99", percentile(answered, 99), "ms"),
            Figure("message for one result", percentile(frame_bytes, 50), "bytes", "median"),
        ],
    )


def _enter(arbiter: Arbiter, games: tuple[str, ...]) -> tuple[dict[int, int], list[float]]:
    """When each version was asked for, in ns, and how long each answer took, in ms."""
    begun, answered = {}, []
    for game in games:
        start = time.monotonic_ns()
        version = arbiter.record("bench", game)["version"]
        answered.append((time.monotonic_ns() - start) / 1e6)
        begun[version] = start
        time.sleep(PAUSE_S)
    return begun, answered


@contextlib.contextmanager
def watching(serving: Node, channel: str, spectators: int) -> Iterator[subprocess.Popen[str]]:
    """The crowd that watches a channel, when all of them have their snapshot."""
    arguments = [serving.socket, channel, str(spectators)]
    crowd = subprocess.Popen(
        [sys.executable, "-m", "bench.watching", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == "ready\n", "the spectators did not get their snapshots"
        yield crowd
    finally:
        crowd.kill()
        crowd.wait()


def delays_of(
    crowd: subprocess.Popen[str], begun: dict[int, int]
) -> tuple[list[float], list[float]]:
    """The delay of every arrival, in ms, and the bytes of every message."""
    said, _ = crowd.communicate(f"{max(begun)}\n", timeout=READY_S)
    arrivals: list[list[tuple[int, int, int, int]]] = json.loads(said)
    delays, sizes = [], []
    for one in arrivals:
        seen = [
            (begun[version], arrived)
            for since, upto, arrived, _ in one
            for version in range(since + 1, upto + 1)
            if version in begun
        ]
        assert len(seen) == len(begun), "a spectator missed a result"
        delays += [(arrived - start) / 1e6 for start, arrived in seen]
        sizes += [float(size) for *_, size in one]
    return delays, sizes
