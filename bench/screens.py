"""A result in a Masnou hall of 150 tables: how long until it is on 500 screens.

Limit: 60 ms at p99.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, Section, percentile
from bench.spectators import delays_of, watching
from nodes.serving import Arbiter, node, run_planilla

CHANNEL = "t/bench/hall"
PLAYERS = 500
TABLES = 150
PAUSE_S = 0.3


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on the screens of a hall."""
    screens, results = (10, 3) if quick else (500, 60)
    url = f"sqlite:///{folder / 'screens.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving, serving.arbiter() as arbiter:
        _open(arbiter)
        with watching(serving, CHANNEL, screens) as crowd:
            begun, answered = _play(arbiter, results)
            delays, frame_bytes = delays_of(crowd, begun)
    return Section(
        "A result of a hall, on every screen",
        f"{screens} WebSocket clients in another process watch a Masnou hall of {TABLES} tables "
        f"and {PLAYERS} players on one `planilla serve` (SQLite, synchronous=FULL); {results} "
        f"results are posted by HTTP, one each {PAUSE_S} s. From the moment before the request to "
        "the moment at which a client has parsed the message; every client and every result "
        "counts.",
        [
            Figure(
                "result to screen, p50", percentile(delays, 50), "ms", f"{len(delays)} arrivals"
            ),
            Figure("result to screen, p99", percentile(delays, 99), "ms", "limit 60"),
            Figure("result to screen, worst", max(delays), "ms"),
            Figure("result to its answer, p50", percentile(answered, 50), "ms", "durable"),
            Figure("message for one result", percentile(frame_bytes, 50), "bytes", "median"),
        ],
    )


def _open(arbiter: Arbiter) -> None:
    entrants = [
        {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2400 - place}
        for place in range(1, PLAYERS + 1)
    ]
    arbiter.do("bench", "create-tournament", {"name": "Hall", "system": "masnou"})
    arbiter.do("bench", "enter-entrants", {"entrants": entrants})
    arbiter.do("bench", "open-hall", {"rules": {"tables": TABLES}})


def _play(arbiter: Arbiter, results: int) -> tuple[dict[int, int], list[float]]:
    """When each version was asked for, in ns, and how long each answer took, in ms."""
    begun, answered = {}, []
    for game, result in _games(results):
        start = time.monotonic_ns()
        version = arbiter.record("bench", game, result)["version"]
        answered.append((time.monotonic_ns() - start) / 1e6)
        begun[version] = start
        time.sleep(PAUSE_S)
    return begun, answered


def _games(results: int) -> Iterator[tuple[str, str]]:
    """Games end all over the hall, won by White, by Black, and drawn."""
    for place in range(results):
        table = place * 7 % TABLES + 1
        yield f"T{table}.1", ("1-0", "0-1", "½-½")[place % 3]
