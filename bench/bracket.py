"""A bracket of 256 on a phone, and a result of it on every screen.

Limits: first paint 1 s, result to screen 60 ms at p99.
"""

import gzip
import time
from pathlib import Path

import httpx2

from bench.figures import Figure, Section, percentile
from bench.phone import paints, phones, visit
from bench.spectators import delays_of, watching
from nodes.serving import Arbiter, node, run_planilla

CHANNEL = "t/bench/bracket"
PAUSE_S = 0.3


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on the page of a bracket."""
    players, watchers, results, loads = (16, 10, 3, 1) if quick else (256, 200, 60, 7)
    url = f"sqlite:///{folder / 'bracket.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving, serving.arbiter() as arbiter:
        _open(arbiter, players)
        with watching(serving, CHANNEL, watchers) as crowd:
            begun, answered = _play(arbiter, results)
            delays, frame_bytes = delays_of(crowd, begun)
        with phones() as browser:
            address = f"{serving.address}/t/bench/bracket"
            visits = [] if browser is None else [visit(browser, address) for _ in range(loads)]
        page = httpx2.get(f"{serving.address}/t/bench/bracket").content
        figures = [
            Figure(
                "result to screen, p50", percentile(delays, 50), "ms", f"{len(delays)} arrivals"
            ),
            Figure("result to screen, p99", percentile(delays, 99), "ms", "limit 60"),
            Figure("result to screen, worst", max(delays), "ms"),
            Figure("result to its answer, p50", percentile(answered, 50), "ms", "durable"),
            Figure("message for one result", percentile(frame_bytes, 50), "bytes", "median"),
            Figure("page", len(page), "bytes", f"{len(gzip.compress(page)):,} compressed"),
            *paints([each["painted"] for each in visits]),
        ]
    return Section(
        f"A bracket of {players}",
        f"{watchers} WebSocket clients in another process watch the bracket of a knockout of "
        f"{players} players on one `planilla serve` (SQLite, synchronous=FULL); {results} results "
        f"of round 1 are posted by HTTP, one each {PAUSE_S} s. From the moment before the request "
        "to the moment at which a client has parsed the message; every client and every result "
        "counts. Then the page in Chromium with an empty cache as on a phone: 360 by 800 pixels, "
        "1.6 Mbit/s and 150 ms for each request, processor 4 times slower; from the navigation to "
        "the first paint.",
        figures,
    )


def _open(arbiter: Arbiter, players: int) -> None:
    entrants = [
        {"id": f"e{place}", "person": {"name": f"Player {place}"}, "rating": 2800 - place}
        for place in range(1, players + 1)
    ]
    arbiter.do("bench", "create-tournament", {"name": "Cup", "system": "knockout-single"})
    arbiter.do("bench", "enter-entrants", {"entrants": entrants})
    arbiter.do("bench", "draw-table", {})
    arbiter.do("bench", "pair-round", {"round": 1})
    arbiter.do("bench", "publish-pairings", {"round": 1})


def _play(arbiter: Arbiter, results: int) -> tuple[dict[int, int], list[float]]:
    """When each version was asked for, in ns, and how long each answer took, in ms."""
    begun, answered = {}, []
    for board in range(1, results + 1):
        start = time.monotonic_ns()
        version = arbiter.record("bench", f"1.{board}", ("1-0", "0-1")[board % 2])["version"]
        answered.append((time.monotonic_ns() - start) / 1e6)
        begun[version] = start
        time.sleep(PAUSE_S)
    return begun, answered
