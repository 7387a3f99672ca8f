"""The front page: what is on is followed live, and a stranger begins with a link."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from patience import PATIENCE_MS

pytestmark = [pytest.mark.service, pytest.mark.no_cover]


def test_boards_and_rounds_come_live_and_the_focus_stays(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("front-live", ("Ana", "Bea", "Carl", "Dora"), name="Front live")
    planilla.post("front-soon", "create-tournament", "front-soon-1", name="Front soon")
    window = new_window(width=360)
    page = window.page
    page.goto(f"{planilla.url}/?q=front")
    page.evaluate("window.mine = true")
    line = page.locator("#t-front-live")
    expect(line).to_contain_text("0 of 2 boards")
    line.focus()
    planilla.post("front-live", "record-result", "front-live-1", game="1.1", result="1-0")
    expect(line).to_contain_text("1 of 2 boards", timeout=PATIENCE_MS)
    assert page.evaluate("document.activeElement.id") == "t-front-live"
    expect(page.locator(".coming #t-front-soon")).to_be_visible()
    entrants = [{"id": each, "person": {"name": each}} for each in ("Eva", "Fay")]
    planilla.post("front-soon", "enter-entrants", "front-soon-2", entrants=entrants)
    planilla.post("front-soon", "pair-round", "front-soon-3", round=1)
    planilla.post("front-soon", "publish-pairings", "front-soon-4", round=1)
    expect(page.locator(".now #t-front-soon")).to_contain_text("Round 1", timeout=PATIENCE_MS)
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert window.complaints == []


def test_an_empty_server_is_opened_by_its_link_in_one_step(
    empty_planilla: Any, new_window: Callable[..., Any]
) -> None:
    page = new_window(width=360).page
    page.goto(empty_planilla.url)
    page.get_by_label("Link, key or code").press_sequentially(empty_planilla.link)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".kinds a").first).to_be_visible()
