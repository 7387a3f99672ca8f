"""A player is looked up in the rating list while the name is typed, and entered with one press."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed, keep


def test_what_is_typed_is_looked_up_and_entered(
    empty_planilla: Any, new_window: Callable[..., Any], tmp_path: Path
) -> None:
    keep(tmp_path / "rating-lists", fixed(VERA, LEO, LEO_OF_CHILE))
    empty_planilla.post("club", "create-tournament", "1", name="Open", rounds=3)
    window = new_window(width=390)
    page = window.page
    page.goto(empty_planilla.link)
    page.goto(f"{empty_planilla.url}/t/club/entries")

    page.get_by_label("Look up in FIDE 2026-11").press_sequentially("leo iba")
    found = page.locator("#found li")
    expect(found).to_have_count(2)
    expect(found.nth(1)).to_contain_text("CHI · 2010 · 3405743")
    _picture(page, "rating-list-search-phone")
    found.get_by_role("link").first.click()

    expect(page.get_by_label("Name", exact=True)).to_have_value("Ibanez, Leo")
    expect(page.get_by_text("From the list: FIDE standard 2026-11, id 2205743.")).to_be_visible()
    _picture(page, "rating-list-taken-phone")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator("table.entrants tr")).to_have_count(1)
    expect(page.locator("table.entrants tr")).to_contain_text("2194")

    page.get_by_text("Several at once").click()
    page.get_by_label("One person per line").fill("2205742\nLeo Ibáñez\nNobody Known 1500")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("Line 2: who is Leo Ibáñez?")).to_be_visible()
    _picture(page, "rating-list-review-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert window.complaints == []


def _picture(page: Any, name: str) -> None:
    """A picture of the page, where `PICTURES` names a folder."""
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
