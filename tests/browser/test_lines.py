"""Lines that come and go: the live line of a page, and the outbox of a tablet and its tabs."""

from typing import Any

import pytest
from playwright.sync_api import Page

DIALLED = """async () => {
  globalThis.dialled = 0;
  globalThis.WebSocket = class {
    constructor() {
      globalThis.dialled += 1;
    }
    close() {}
  };
  const { connectLive } = await import("/live.js");
  connectLive({ tournament: "club", views: ["event"], onRows() {} });
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: Boolean(hidden), configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def dialled(page: Page) -> int:
    """The sockets that were opened so far."""
    found: int = page.evaluate("dialled")
    return found


def tell(page: Page, event: str) -> None:
    """The browser says that its network is gone, or there."""
    page.evaluate("(event) => dispatchEvent(new Event(event))", event)


def test_a_server_on_this_machine_is_asked_again_without_a_network(scripts_page: Page) -> None:
    page = scripts_page
    page.clock.install()
    page.evaluate(DIALLED)
    tell(page, "offline")
    page.clock.run_for(1_000)
    assert dialled(page) == 2
    tell(page, "offline")
    tell(page, "online")
    assert dialled(page) == 3


def test_a_page_that_nobody_sees_does_not_come_back_with_the_network(scripts_page: Page) -> None:
    page = scripts_page
    page.clock.install()
    page.evaluate(DIALLED)
    page.evaluate(HIDE, "hidden")
    page.clock.run_for(31_000)
    before = dialled(page)
    for event in ("offline", "online"):
        tell(page, event)
        page.clock.run_for(31_000)
    assert dialled(page) == before
    page.evaluate(HIDE, "")
    assert dialled(page) == before + 1


CROWD = """async () => {
  const { spread } = await import("/live.js");
  globalThis.times = [];
  const asks = Array.from({ length: 1000 }, (_, i) =>
    spread(2, () => 1000, () => times.push([i, performance.now()])),
  );
  globalThis.change = () => asks.forEach((ask) => ask());
  globalThis.began = performance.now();
}"""


def test_a_thousand_pages_spread_what_they_fetch_over_two_seconds(scripts_page: Page) -> None:
    """2 ms for each, and each again only after that time, however often something changes."""
    page = scripts_page
    page.clock.install()
    page.clock.pause_at("2030-01-01T10:00:00")
    page.evaluate(CROWD)
    for _ in range(2):
        page.evaluate("change()")
    page.clock.run_for(2_000)
    first = page.evaluate("times.splice(0).map(([i, at]) => [i, at - began])")
    assert len({i for i, _ in first}) == len(first) == 1000
    in_tenths = [sum(low <= at < low + 200 for _, at in first) for low in range(0, 2000, 200)]
    assert 50 < min(in_tenths) <= max(in_tenths) < 150, "100 on average; 5 deviations of 9.5"
    page.evaluate("change()")
    page.clock.run_for(4_000)
    second = dict(page.evaluate("times.splice(0).map(([i, at]) => [i, at - began])"))
    assert all(second[i] - at >= 2_000 for i, at in first)


OUTBOXES = """async ({ tabs, sender }) => {
  const { Outbox } = await import("/tablet-outbox.js");
  const { decide, follow, unopened } = await import("/masnou.js");
  const entries = new Map();
  const watching = [];
  const keptFor = (tab) => {
    const others = () => watching.filter((each) => each.tab !== tab);
    const tell = () => others().forEach(({ onChange }) => onChange());
    return {
      read: (name) => JSON.parse(entries.get(name) ?? "null"),
      names: () => [...entries.keys()],
      write: (name, value) => {
        entries.set(name, JSON.stringify(value));
        queueMicrotask(tell);
      },
      remove: (name) => {
        if (entries.delete(name)) queueMicrotask(tell);
      },
      watch: (onChange) => watching.push({ tab, onChange }),
    };
  };
  const three = unopened([["a", 0], ["b", 0], ["c", 0]]);
  const opened = decide(three, "open-hall", { rules: { tables: 1 } }, 1);
  globalThis.hall = opened.facts.reduce((hall, fact) => follow(hall, fact), unopened());
  globalThis.asked = [];
  globalThis.answer = () => Promise.reject(new Error("no network"));
  globalThis.turns = async () => {
    for (let turn = 0; turn < 500; turn += 1) await null;
  };
  const ask = (address) => {
    asked.push(address.split("/").at(-1));
    return answer(address);
  };
  if (sender) entries.set("sender", JSON.stringify(sender));
  const others = { tournament: "hall", onChange() {}, onRefused() {}, ask };
  globalThis.outboxes = Array.from({ length: tabs }, (_, tab) => {
    return new Outbox({ ...others, kept: keptFor(tab) });
  });
}"""
WON = 'outboxes[0].add(hall, "record-result", { game: "T1.1", result: "1-0" }, 2)'


def outboxes(page: Page, tabs: int = 1, sender: dict[str, Any] | None = None) -> None:
    """Open `tabs` tabs of one tablet, with one store, at a hall of three players and one table."""
    page.evaluate(OUTBOXES, {"tabs": tabs, "sender": sender})


def test_two_tabs_without_a_network_ask_once_each_and_wait(scripts_page: Page) -> None:
    scripts_page.clock.install()
    outboxes(scripts_page, tabs=2)
    scripts_page.evaluate(f"async () => {{ {WON}; await turns(); }}")
    assert scripts_page.evaluate("asked") == ["record-result"] * 2
    scripts_page.clock.run_for(3_000)
    scripts_page.evaluate("turns()")
    assert 2 < len(scripts_page.evaluate("asked")) <= 4


def test_what_is_tapped_while_the_servers_hall_is_asked_for_is_sent_too(
    scripts_page: Page,
) -> None:
    page = scripts_page
    outboxes(page)
    page.evaluate(
        f"""() => {{
          const told = new Promise((tell) => {{ globalThis.tellHall = tell; }});
          answer = async (address) => {{
            if (address.endsWith("record-result")) {{
              return Response.json({{ code: "results-conflict", fields: {{}} }}, {{ status: 409 }});
            }}
            if (address.endsWith("hall")) await told;
            return Response.json({{ version: 9, rows: {{}} }});
          }};
          outboxes[0].offline = true;
          {WON};
        }}"""
    )
    page.wait_for_function("asked.includes('hall')")
    page.evaluate('outboxes[0].add(hall, "pause-hall", {}, 3)')
    page.evaluate("tellHall()")
    page.wait_for_function("!outboxes[0].sending")
    assert page.evaluate("asked").count("pause-hall") == 1
    assert page.evaluate("outboxes[0].clashes.length") == 1


@pytest.mark.parametrize(("left_ms", "is_sent"), [(9_000, False), (-1, True), (3_600_000, True)])
def test_a_tab_that_is_gone_holds_up_the_others_for_seconds_alone(
    scripts_page: Page, left_ms: int, *, is_sent: bool
) -> None:
    # An hour is left where the clock of the tablet was put back since.
    page = scripts_page
    page.clock.install()
    until = page.evaluate("Date.now()") + left_ms
    outboxes(page, sender={"tab": "gone", "until": until})
    page.evaluate(f"async () => {{ {WON}; await turns(); }}")
    assert (page.evaluate("asked") != []) is is_sent
