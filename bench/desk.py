"""The arbiter's desk of a large event: its weight, its keys, and a result from key to screen.

Limits: a result is shown 100 ms after its key; the next act is among the first 30 tab stops.
"""

from pathlib import Path

from playwright.sync_api import Browser, Page, Response

from bench.figures import Figure, Section, percentile
from bench.phone import SLOWER, phones
from nodes.serving import Arbiter, Node, node, run_planilla

SIZE = {"width": 1400, "height": 900}
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
    const found = { shown: null, answered: null };
    const look = () => {
      const said = document.querySelector(`tr[data-key="${key}"] .said`);
      const now = performance.now() - timeStamp;
      if (said) found.shown ??= now;
      if (said && !said.matches(".sent")) found.answered = now;
      if (found.answered === null) requestAnimationFrame(look);
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
        f"Chromium, {SIZE['width']} by {SIZE['height']} pixels, processor {SLOWER} times slower "
        f"than that of this machine, on one `planilla serve` (SQLite, synchronous=FULL). Round 1 "
        f"of {players // 2} boards; {keys} results are entered by keys, one after the other. From "
        "the key to the frame with the result in its row, and to the one with the row of the "
        "server, durable.",
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
        taken, answers = _keyed(page, keys)
    shown, answered = ([each[name] for each in taken] for name in ("shown", "answered"))
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
        Figure("key to shown, p50", percentile(shown, 50), "ms", "limit 100"),
        Figure("key to shown, worst", max(shown), "ms", f"{len(shown)} keys"),
        Figure("key to answered, p50", percentile(answered, 50), "ms", "durable"),
        Figure("key to answered, worst", max(answered), "ms"),
        Figure("answer", percentile(answers, 50), "bytes", "not compressed"),
    ]


def _weighed(page: Page, address: str) -> dict[str, float]:
    """The bytes and elements of a page, and the tab stop of its next act."""
    answer = page.goto(address)
    assert answer is not None, "it has another address than the page before"
    found: dict[str, float] = page.evaluate(WEIGHT)
    return {**found, "bytes": len(answer.body())}


def _keyed(page: Page, keys: int) -> tuple[list[dict[str, float]], list[int]]:
    """The times of keys in ms, and the bytes of their answers."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    page.evaluate(WATCH)
    for number in range(1, keys + 1):
        page.keyboard.press("123"[number % 3])
        page.wait_for_function("(number) => window.taken.length === number", arg=number)
    taken: list[dict[str, float]] = page.evaluate("window.taken")
    return taken, [
        len(answer.body()) for answer in answers if answer.request.redirected_from is not None
    ]
