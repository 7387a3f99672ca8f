"""Any past moment of a 500-player open of 11 rounds: pages and the interface, cold and warm."""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bench import impact
from bench.figures import Figure, Section
from bench.tournaments import swiss
from dsl.live_client import empty_store, grow
from dsl.web_club import site_on
from nodes.serving import node, run_planilla
from planilla.adapters.http.app import build
from planilla.adapters.memory import CountedIds, MemoryStore
from planilla.application.queries import Queries
from planilla.main.node import full_passes_put_off

PLAYERS, ROUNDS = 500, 11
GOAL_MS = 100
RESTARTS = 7
HOST = "http://club.test"
VIEWS = ("standings", "crosstable", "timeline")
PAGES = ("", "/rounds", "/facts", "/cross", "/elo")


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on past moments."""
    players, rounds = (20, 3) if quick else (PLAYERS, ROUNDS)
    store = empty_store()
    facts = swiss(players, rounds).facts
    grow(store, facts)
    moments = spread(len(facts), 4 if quick else 12)
    with full_passes_put_off():
        figures = [first_look(store)]
        for view in VIEWS:
            figures += of_view(store, view, moments)
        for page in PAGES:
            figures += of_page(store, page, moments)
    figures.insert(0, after_a_restart(folder, players, rounds, 2 if quick else RESTARTS))
    return Section(
        "Past moments",
        f"An open of {players} players and {rounds} rounds, {len(facts):,} facts, on memory; "
        f"{len(moments)} moments spread over it, asked in no order, each once cold (nobody asked "
        "for it before) and once warm. Median and slowest; without network, with the garbage "
        "collector set as the server sets it. The first figure alone is of a real server.",
        figures,
    )


def spread(last: int, count: int) -> Sequence[int]:
    """Moments all over a log, not in order."""
    step = last // count
    inside = [step * place + step // 2 + 1 for place in range(count)]
    return [*inside[::2], *inside[1::2][::-1]]


def after_a_restart(folder: Path, players: int, rounds: int, restarts: int) -> Figure:
    """The first page of the tournament from a server that has just started, by the clock."""
    url = f"sqlite:///{folder / 'moments.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    asyncio.run(impact.played(url, players, rounds))
    took = []
    for _ in range(restarts):
        with node(url, folder) as serving:
            page = f"{serving.address}/t/{impact.TOURNAMENT}/rules"
            took.append(timed(partial(read, page)))
    return Figure(
        "first look after a restart",
        statistics.median(took),
        "ms",
        f"`planilla serve` on SQLite, {restarts} starts, slowest {max(took):.0f} ms; goal 60 ms",
    )


def read(address: str) -> None:
    """Ask for a page and read it whole."""
    with urlopen(address) as answer:
        assert answer.status == 200
        answer.read()


def first_look(store: MemoryStore) -> Figure:
    """Reading and folding the whole log, once for each process; the client has loaded its parts."""
    browser = browser_on(store)
    browser.get("/healthz").raise_for_status()
    took = timed(lambda: browser.get("/t/club/rules"))
    return Figure(
        "first look, in the process of the bench", took, "ms", "without the database; goal 60 ms"
    )


def of_view(store: MemoryStore, view: str, moments: Sequence[int]) -> list[Figure]:
    """Rows of a view at each moment."""
    asked = Queries(store)

    def ask(version: int) -> None:
        asyncio.run(asked.rows_at("club", view, version))

    ask(moments[0] // 2)
    return both(f"rows of {view}", ask, moments)


def of_page(store: MemoryStore, page: str, moments: Sequence[int]) -> list[Figure]:
    """A page at each moment, rendered whole."""
    browser = browser_on(store)
    path = f"/t/club{page}"
    browser.get(path)

    def ask(version: int) -> None:
        assert browser.get(f"{path}?at=v{version}").status_code == 200

    return both(f"page {page or '/'}", ask, moments)


def both(what: str, ask: Callable[[int], None], moments: Sequence[int]) -> list[Figure]:
    """Cold and then warm."""
    figures = []
    for how in ("cold", "warm"):
        took = [timed(partial(ask, at)) for at in moments]
        note = f"slowest {max(took):.0f} ms" + (f"; goal {GOAL_MS} ms" if how == "cold" else "")
        figures.append(Figure(f"{what}, {how}", statistics.median(took), "ms", note))
    return figures


def browser_on(store: MemoryStore) -> TestClient:
    """A site that has looked at nothing yet."""
    parts = build(site_on(store, CountedIds(1000), HOST))
    application = Starlette(
        routes=list(parts.routes),
        middleware=list(parts.middleware),
        exception_handlers=dict(parts.exception_handlers),
    )
    return TestClient(application, base_url=HOST)


def timed(act: Callable[[], object]) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000
