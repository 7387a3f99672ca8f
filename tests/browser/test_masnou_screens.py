"""A hall on the wall and on a phone: the same with script as without, and a call in large type."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.timeout(120), pytest.mark.deep]

NAMES = ("Ana", "Bea", "Carl", "Dora", "Eva", "Fay", "Maria del Carme Fernández-Montcada")


def opened(planilla: Any, name: str) -> str:
    """Seven at two tables; one result is in, one player pauses, one call is pending."""
    people = [{"id": f"p{n}", "person": {"name": name}} for n, name in enumerate(NAMES, start=1)]
    rules = {"tables": 2, "order": "arrival", "clock": 5, "call_seconds": 600, "paused": "keeps"}
    planilla.post(name, "create-tournament", f"{name}1", name="Wall", system="masnou", rounds=0)
    planilla.post(name, "enter-entrants", f"{name}2", entrants=people)
    planilla.post(name, "open-hall", f"{name}3", rules=rules)
    for call in (1, 2, 3, 4):
        planilla.post(name, "take-seat", f"{name}-seat-{call}", call=call)
    planilla.post(name, "record-result", f"{name}4", game="T1.1", result="1-0")
    planilla.post(name, "stand-down", f"{name}5", entrant="p6", away="paused")
    return f"{planilla.url}/t/{name}"


@pytest.fixture
def hall(planilla: Any) -> str:
    """One of them."""
    return opened(planilla, "wall")


def words(page: Page, *ids: str) -> list[list[str]]:
    """What is read in these parts, word by word."""
    return [page.locator(f"#{each}").inner_text().split() for each in ids]


def without_script(browser: Browser, address: str, *ids: str) -> list[list[str]]:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(address)
    found = words(page, *ids)
    context.close()
    return found


def test_script_draws_what_the_server_drew_and_a_phone_is_called(
    planilla: Any, hall: str, browser: Browser, new_window: Callable[..., Any]
) -> None:
    wall = new_window(width=1920)
    wall.page.goto(f"{hall}/screen")
    expect(wall.page.locator("#live")).to_have_class("live on")
    parts = ("tables", "queue", "calls", "ranks")
    assert words(wall.page, *parts) == without_script(browser, f"{hall}/screen", *parts)

    phone = new_window(width=360)
    phone.page.goto(f"{hall}/hall")
    phone.page.locator("#me input").fill("eva")
    phone.page.locator("#me .matches button").click()
    expect(phone.page.locator("#me .huge")).to_have_text("Go to table 1")
    expect(phone.page.locator("#me .large")).to_have_text("with Black against Ana")
    both = ("tables", "queue")
    assert words(phone.page, *both) == without_script(browser, f"{hall}/hall", *both)
    expect(phone.page.locator("#tables .since").first).to_have_css("border-left-width", "0px")
    phone.page.get_by_text("not me").click()
    phone.page.locator("#me input").fill("maria")
    phone.page.locator("#me .matches button").click()
    expect(phone.page.locator("#me .huge")).to_have_text("You are 1st")
    planilla.post("wall", "record-result", "w6", game="T2.1", result="0-1")
    expect(phone.page.locator("#me .huge")).to_have_text("Go to table 2")
    expect(wall.page.locator("#calls li").first).to_contain_text("Maria")
    phone.page.wait_for_timeout(4000)  # longer than a page waits that is fetched anew
    expect(phone.page.locator("#me .huge")).to_have_text("Go to table 2")
    planilla.post("wall", "queue-player", "w7", entrant="p6")
    first = phone.page.locator("#queue li").first
    reason = f"{NAMES[-1]} to table 2, during a pause"
    expect(first).to_contain_text(reason)
    (without,) = without_script(browser, f"{hall}/hall", "queue")
    assert reason in " ".join(without)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    assert (wall.complaints, phone.complaints) == ([], [])


def test_the_head_on_the_wall_stands_for_a_minute_and_is_then_renewed(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    hall = opened(planilla, "head")
    wall = new_window(width=1920)
    wall.page.clock.install()
    wall.page.goto(f"{hall}/screen")
    expect(wall.page.locator("#live")).to_have_class("live on")
    seal = wall.page.locator("#seal b")
    before = seal.inner_text()
    planilla.post("head", "record-result", "head6", game="T2.1", result="0-1")
    expect(wall.page.locator("#calls li").first).to_contain_text("Maria")
    assert seal.inner_text() == before
    wall.page.clock.fast_forward(61_000)
    expect(seal).not_to_have_text(before)
    version = int(before.partition(" ")[0][1:])
    assert int(seal.inner_text().partition(" ")[0][1:]) > version
    assert "/t/head/proof" in wall.page.locator("#seal").inner_text()
    assert wall.complaints == []
