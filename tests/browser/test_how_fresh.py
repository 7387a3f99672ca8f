"""The age that a page shows of itself, and the counts beside its rows."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Route, expect

PLAYERS = 6


def begun(planilla: Any, tournament: str) -> str:
    """Round 1 is on the boards; the public address."""
    players = [
        {"id": f"p{n}", "person": {"name": f"Player {n}"}, "rating": 2000 - n}
        for n in range(PLAYERS)
    ]
    acts: list[tuple[str, dict[str, Any]]] = [
        ("create-tournament", {"name": tournament, "rounds": 3, "first_colour": "white"}),
        ("enter-entrants", {"entrants": players}),
        ("pair-round", {"round": 1}),
        ("publish-pairings", {"round": 1}),
    ]
    for number, (command, body) in enumerate(acts):
        planilla.post(tournament, command, f"{tournament}-{number}", **body)
    return f"{planilla.url}/t/{tournament}"


def test_without_a_network_a_page_says_at_once_from_when_its_rows_are(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    window = new_window(timezone_id="Europe/Madrid")
    page = window.page
    page.clock.install(time=datetime(2026, 11, 22, 9, 14, tzinfo=UTC))
    page.goto(begun(planilla, "no-network") + "/rounds/1")
    live = page.locator("#live")
    expect(live).to_have_class("live on")
    heard = live.evaluate(
        "() => new Date().toLocaleTimeString('en', "
        "{hour: '2-digit', minute: '2-digit', hourCycle: 'h23'})"
    )
    # Seven minutes go by on the reader's clock; of none of them anything was heard.
    page.clock.pause_at(page.evaluate("Date.now() + 7 * 60_000"))
    page.context.set_offline(True)
    expect(live).to_have_text(f"as of {heard}")
    page.clock.resume()
    page.context.set_offline(False)
    expect(live).to_have_class("live on")


def test_a_line_that_is_silent_for_a_heartbeat_is_not_called_live(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    page.clock.install()
    # A network that swallows everything: the page is not told that it is gone.
    silent: list[Any] = []

    def swallow(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if silent else socket.send(message))

    page.route_web_socket(re.compile("/live"), swallow)
    page.goto(begun(planilla, "silent") + "/rounds/1")
    live = page.locator("#live")
    expect(live).to_have_class("live on")
    silent.append(True)
    page.clock.run_for(14_000)
    expect(live).to_have_class("live on")  # a heartbeat may come after 15 s
    page.clock.run_for(6_000)
    expect(live).to_have_class("live")
    expect(live).to_contain_text("as of")


@pytest.mark.parametrize("tab", ["rounds/1", "arbiter"])
def test_the_heading_counts_the_results_as_they_come(
    planilla: Any, new_window: Callable[..., Any], tab: str
) -> None:
    tournament = f"counts-{tab[0]}"
    window = new_window()
    page = window.page
    address = begun(planilla, tournament)
    page.goto(planilla.link)
    page.wait_for_url(re.compile(r"/$"))
    page.goto(f"{address}/{tab}")
    expect(page.locator("#live")).to_have_class("live on")
    planilla.post(tournament, "record-result", f"{tournament}-a", game="1.1", result="1-0")
    expect(page.locator("h2.title small")).to_contain_text("1 of 3 boards")
    planilla.post(tournament, "record-result", f"{tournament}-b", game="1.2", result="0-1")
    expect(page.locator("h2.title small")).to_contain_text("2 of 3 boards")
    expect(page.locator("#boards-in")).to_have_text("2 of 3 boards")
    planilla.post(tournament, "withdraw-result", f"{tournament}-c", game="1.1")
    expect(page.locator("h2.title small")).to_contain_text("1 of 3 boards")
    assert window.complaints == []


def test_a_row_that_is_tapped_twice_on_a_slow_link_opens_once(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(re.compile("/entrants/p1/working"), hold)
    page.goto(begun(planilla, "slow-link"))
    why = page.locator("tr[data-key=p1] a[data-working]").first
    why.click()
    why.click()
    page.evaluate(
        "() => fetch('/healthz').then(() => true)"
    )  # what was asked before is known by now
    assert len(asked) == 1
    asked[0].continue_()
    expect(page.locator("tr.below")).to_have_count(1)
