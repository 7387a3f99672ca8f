"""A first visit on a phone: what is loaded, and when it is painted and live.

Limits: first paint 1 s; 60 kB; 3 style sheets and 3 scripts; live 2.5 s at 400 kbit/s.
"""

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Figure, Section, percentile
from nodes.serving import node, run_planilla
from services import ServiceMissing, chromium_path


class Network(NamedTuple):
    """Bits a second down and up."""

    down: int
    up: int


SLOW_4G = Network(1_638_400, 675_000)
EDGE = Network(400_000, 200_000)
LATENCY_MS = 150
"""For each request."""
SLOWER = 4
"""Times by which the processor of the phone is slower than that of this machine."""
VISIT = """() => {
  const loaded = performance.getEntriesByType("resource");
  const [page] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {
    painted: paint.startTime,
    bytes: [page, ...loaded].reduce((sum, each) => sum + each.transferSize, 0),
    sheets: loaded.filter((each) => each.name.endsWith(".css")).length,
    scripts: loaded.filter((each) => each.name.endsWith(".js")).length,
    now: performance.now(),
  };
}"""
LIVE = "#live.on"
"""What a page has when it is live."""


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on a first visit."""
    players, loads = (16, 1) if quick else (500, 7)
    url = f"sqlite:///{folder / 'phone.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    with node(url, folder) as serving, serving.arbiter() as arbiter, phones() as browser:
        arbiter.open_round("bench", players)
        address = f"{serving.address}/t/bench"
        visits = [] if browser is None else [visit(browser, address) for _ in range(loads)]
        live = [] if browser is None else [visit(browser, address, EDGE) for _ in range(loads)]
    return Section(
        f"A first visit to the standings of {players} on a phone",
        "Chromium with an empty cache, 360 by 800 pixels, processor 4 times slower, 1.6 Mbit/s and "
        f"{LATENCY_MS} ms for each request; live at 400 kbit/s. From the navigation to the first "
        "paint, and until the page says that it is live.",
        [
            *paints([each["painted"] for each in visits]),
            *(
                Figure(what, visits[-1][name], unit, limit)
                for what, name, unit, limit in (
                    ("loaded", "bytes", "bytes", "compressed, limit 60,000"),
                    ("style sheets", "sheets", "", "limit 3"),
                    ("scripts", "scripts", "", "limit 3"),
                )
                if visits
            ),
            *(
                Figure(f"live, {share}", percentile([each["now"] for each in live], at), "ms", said)
                for share, at, said in (("p50", 50, "limit 2,500"), ("worst", 100, ""))
                if live
            ),
        ],
    )


def paints(found: Sequence[float]) -> Iterator[Figure]:
    """The figures of first paints in ms; none where nothing was painted."""
    if found:
        yield Figure("first paint on a phone, p50", percentile(found, 50), "ms", "limit 1,000")
        yield Figure("first paint on a phone, worst", max(found), "ms", f"{len(found)} loads")


@contextlib.contextmanager
def phones() -> Iterator[Browser | None]:
    """A browser for visits; None where there is no Chromium."""
    try:
        chromium = chromium_path()
    except ServiceMissing as missing:
        print(missing, file=sys.stderr)
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


def visit(browser: Browser, address: str, network: Network = SLOW_4G) -> dict[str, Any]:
    """Visit a page with an empty cache until it is live, and return what `VISIT` says."""
    with browser.new_context(viewport={"width": 360, "height": 800}, is_mobile=True) as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        speeds = {"downloadThroughput": network.down / 8, "uploadThroughput": network.up / 8}
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": LATENCY_MS, **speeds},
        )
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(address, wait_until="commit")
        page.wait_for_selector(LIVE, state="attached")
        found: dict[str, Any] = page.evaluate(VISIT)
        return found
