"""Public pages without a network: those seen last open again, and catch up afterwards."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

KEPT = """async () => {
  while (!(await caches.match(location.href)) || !navigator.serviceWorker.controller) {
    await new Promise((again) => setTimeout(again, 20));
  }
}"""
"""Ends when the page would open again without a network."""
PAGES = """async () => (await (await caches.open("planilla-pages")).keys())
  .map(({ url }) => new URL(url)).filter(({ pathname }) => !pathname.startsWith("/assets/"))
  .map(({ pathname }) => pathname)"""

PERSON = {"id": "e9", "person": {"name": "Eva", "fide_id": "2200000"}, "rating": 2100}


@pytest.fixture(scope="module")
def played(planilla: Any) -> Any:
    """Round 1 of four: 1 meets 3 on board 1, 4 meets 2 on board 2."""
    planilla.open_round("offline", ("Ana", "Bea", "Carl", "Dora"), rounds=2)
    return planilla


def keep(page: Page) -> None:
    """Wait for the first copy, and open the page as one that the worker gives."""
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.evaluate(KEPT)


def test_a_page_that_was_seen_opens_without_a_network_and_catches_up(
    played: Any, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=360)
    page = window.page
    page.goto(f"{played.url}/t/offline/rounds/1")
    keep(page)
    page.context.set_offline(True)
    page.evaluate("localStorage.setItem('seen offline', '1')")
    page.reload()
    expect(page.locator("tr[data-key='1.1'] .said")).to_have_text("–")
    expect(page.locator("#live")).to_contain_text("as of")
    played.post("offline", "record-result", "while-away", game="1.1", result="1-0")
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_class("live on")
    expect(page.locator("tr[data-key='1.1'] .said")).to_have_text("1–0")
    expect(page.locator("#latest")).to_contain_text("board 1: Ana")
    page.context.set_offline(True)
    with pytest.raises(Error):
        page.goto(f"{played.url}/t/offline/facts")


def test_only_what_everybody_may_see_is_kept(played: Any, new_window: Callable[..., Any]) -> None:
    page = new_window().page
    page.goto(f"{played.url}/t/offline")
    keep(page)
    page.goto(played.link)
    page.wait_for_url(lambda address: "/enter" not in address)
    page.goto(f"{played.url}/t/offline/arbiter")
    page.goto(f"{played.url}/t/offline/cross")
    page.goto(f"{played.url}/t/nowhere")
    assert page.evaluate(PAGES) == ["/t/offline"]


def test_the_pages_can_be_installed(played: Any, new_window: Callable[..., Any]) -> None:
    page = new_window().page
    page.goto(f"{played.url}/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    page.evaluate("navigator.serviceWorker.ready")
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in faults] in ([], ["in-incognito"])


def test_the_page_behind_a_slip_opens_again_without_a_network_and_sends_its_report(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("slips", ("Ana", "Bea", "Carl", "Dora"), rounds=2)
    planilla.post("slips", "open-claims", "slips-claims")
    code = planilla.codes("slips", 1)[0]["white"]
    page = new_window(width=360).page
    page.goto(f"{planilla.url}/c/slips/{code}")
    keep(page)
    page.context.set_offline(True)
    page.locator("button[name='result'][value='1-0']").click()
    expect(page.locator(".claim-standing")).to_have_class(re.compile("kept"))
    page.reload()
    expect(page.locator(".claim-standing")).to_have_class(re.compile("kept"))
    expect(page.locator("button[name='result'][value='1-0']")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.context.set_offline(False)
    expect(page.locator(".claim-standing")).to_contain_text("You reported")
    planilla.post("slips", "open-claims", "slips-anew", new_codes=True)
    page.reload()
    expect(page.locator("main")).to_contain_text("no longer valid")
    page.wait_for_function(
        f"async () => !(await ({PAGES})()).some((path) => path.startsWith('/c/'))"
    )


def test_pages_of_persons_and_festivals_are_kept_too(
    played: Any, new_window: Callable[..., Any]
) -> None:
    played.post("offline", "enter-entrants", "offline-fide", entrants=[PERSON])
    page = new_window().page
    page.goto(f"{played.url}/players/2200000")
    keep(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_contain_text("Eva")
