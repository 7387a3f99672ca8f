"""The arbiter's desk of a large event: its weight, its keys, and a result from key to screen.

Limits: a result is shown 100 ms after its key, and painted too on this machine as it is; the next
act is among the first 30 tab stops.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, Response

from bench.figures import Figure, Section, percentile
from bench.phone import SLOWER, phones
from nodes.serving import Arbiter, Node, node, run_planilla

SIZE = {"width": 1400, "height": 900}
LIMIT = "limit 100"
ANSWERED = (("answered", "durable"),)
WEIGHT = """() => ({
  elements: document.querySelectorAll("*").length,
  stop: [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((each) => each.checkVisibility() && each.type !== "hidden" && each.tabIndex >= 0)
    .indexOf(document.querySelector("#acts :is(button, a.button)")) + 1,
})"""
WATCH = """() => {
  window.taken = [];
  addEventListener("keydown", ({ timeStamp }) => {
    const { key } = document.activeElement.dataset;
    const found = { shown: null, painted: null, answered: null };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { found.painted = performance.now() - timeStamp; };
    const look = () => {
      const said = document.querySelector(`tr[data-key="${key}"] .said`);
      const now = performance.now() - timeStamp;
      if (said && found.shown === null) {
        found.shown = now;
        port2.postMessage(null);  // comes when this frame is painted
      }
      if (said && !said.matches(".sent")) found.answered = now;
      if (found.answered === null || found.painted === null) requestAnimationFrame(look);
      else window.taken.push(found);
    };
    requestAnimationFrame(look);
  }, { capture: true });
}"""


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on the desk."""
    players, keys = (16, 3) if quick else (300, 60)
    url = f"sqlite:///{folder / 'desk.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    figures: list[Figure] = []
    with node(url, folder) as serving, serving.arbiter() as arbiter, phones() as browser:
        if browser is not None:
            figures = _figures(serving, arbiter, browser, players, keys)
    return Section(
        f"The desk of {players} players",
        f"Chromium, {SIZE['width']} by {SIZE['height']} pixels, on one `planilla serve` (SQLite, "
        f"synchronous=FULL). Round 1 of {players // 2} boards; {keys} results are entered by keys "
        f"with a processor {SLOWER} times slower than that of this machine, and {keys} with that "
        "of this machine, each when the one before is answered. From the key to the frame with "
        "the result in its row (shown), to its end (painted), and to the frame with the row of "
        "the server, durable (answered).",
        figures,
    )


def _figures(
    serving: Node, arbiter: Arbiter, browser: Browser, players: int, keys: int
) -> list[Figure]:
    with browser.new_context(viewport=SIZE) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{serving.address}/enter#{serving.token}")
        page.wait_for_url(lambda address: "/enter" not in address)
        arbiter.open_draft("bench", players)
        draft = _weighed(page, f"{serving.address}/t/bench/arbiter")
        arbiter.do("bench", "publish-pairings", {"round": 1})
        desk = _weighed(page, f"{serving.address}/t/bench/arbiter")
        timed = [(slower, *_keyed(page, keys, slower)) for slower in (SLOWER, 1)]
    return [
        *(
            Figure(f"{name}: {what}", found[key], unit, note)
            for name, found in (("draft", draft), ("round", desk))
            for what, key, unit, note in (
                ("page", "bytes", "bytes", "not compressed"),
                ("elements", "elements", "", ""),
                ("tab stop of the next act", "stop", "", "limit 30"),
            )
        ),
        *(figure for slower, taken, _ in timed for figure in _waited(slower, taken)),
        Figure("answer", percentile(timed[0][2], 50), "bytes", "not compressed"),
    ]


def _waited(slower: int, taken: Sequence[Mapping[str, float]]) -> Iterator[Figure]:
    """The times from the keys, with a processor so many times slower than this machine's."""
    for name, note in (("shown", LIMIT), ("painted", LIMIT if slower == 1 else ""), *ANSWERED):
        times = [each[name] for each in taken]
        what = f"processor 1/{slower}: key to {name}" if slower > 1 else f"key to {name}"
        yield Figure(f"{what}, p50", percentile(times, 50), "ms", note)
        yield Figure(f"{what}, worst", max(times), "ms", f"{len(times)} keys")


def _weighed(page: Page, address: str) -> dict[str, float]:
    """The bytes and elements of a page, and the tab stop of its next act."""
    answer = page.goto(address)
    assert answer is not None, "it has another address than the page before"
    found: dict[str, float] = page.evaluate(WEIGHT)
    return {**found, "bytes": len(answer.body())}


def _keyed(page: Page, keys: int, slower: int) -> tuple[list[dict[str, float]], list[int]]:
    """The times of keys in ms with a slower processor, and the bytes of their answers."""
    page.reload()  # the first row that is open has the focus
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    page.evaluate(WATCH)
    for number in range(1, keys + 1):
        page.keyboard.press("123"[number % 3])
        page.wait_for_function("(number) => window.taken.length === number", arg=number)
    page.remove_listener("response", keep)
    taken: list[dict[str, float]] = page.evaluate("window.taken")
    return taken, [
        len(answer.body()) for answer in answers if answer.request.redirected_from is not None
    ]
