"""A sheet above the desk: what deleting a result would bring, confirmed or left alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

ROW = "#boards tr[data-key='1.1']"
SCREENS = (360, 1920)


@pytest.fixture
def desk(planilla: Any) -> str:
    """Four players in a round robin, one result in; the address of the desk."""
    entrants = [
        {"id": each, "person": {"name": each.title()}, "rating": rating}
        for each, rating in {"ana": 2000, "bea": 1900, "cleo": 1700, "dora": 1600}.items()
    ]
    planilla.post("sheet", "create-tournament", "s1", name="Sheet", system="round-robin")
    planilla.post("sheet", "enter-entrants", "s2", entrants=entrants)
    planilla.post("sheet", "pair-round", "s3", round=1)
    planilla.post("sheet", "publish-pairings", "s4", round=1)
    return f"{planilla.url}/t/sheet/arbiter"


def enter(page: Page, planilla: Any, desk: str) -> None:
    page.goto(planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    page.goto(desk)


def test_a_result_goes_in_at_one_tap_and_out_by_the_sheet(
    planilla: Any, desk: str, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=1400)
    page = window.page
    enter(page, planilla, desk)
    page.locator(f"{ROW} button[value$=' 1-0']").click()
    expect(page.locator(f"{ROW} .said")).to_have_text("1–0")
    delete = page.locator(f"{ROW} button[formaction$='/acts/withdraw-result']")
    delete.click()
    sheet = page.locator("dialog.ask")
    expect(sheet.locator("h2")).to_be_focused()
    # without the only win all four share the first place: three go up
    expect(sheet.locator("[data-topic='places'] .shape.up")).to_have_count(3)
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.keyboard.press("2")  # an open board's key does nothing below a sheet
    sheet.locator("[data-close]").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(f"{ROW} .said")).to_have_text("1–0")
    delete.click()
    expect(sheet.locator("h2")).to_be_focused()
    planilla.post("sheet", "record-result", "s5", game="1.2", result="0-1")
    sheet.locator("button", has_text="Confirm").first.click()
    expect(sheet.locator(".notice")).to_contain_text("recorded since you looked")
    sheet.locator("button", has_text="Confirm").first.click()
    expect(sheet).to_have_count(0)
    expect(page.locator(f"{ROW}[data-open]")).to_have_count(1)
    assert window.complaints == []
