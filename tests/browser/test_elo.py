"""Elo live: a result moves the figures, arrows and bars of two players, and of nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SCREENS = (360, 768, 1400, 1920)


@pytest.fixture
def rated(planilla: Any) -> str:
    """Four rated players and one without, round 1 published; the address of the page."""
    ratings = {"ana": 2000, "bea": 1900, "cleo": 1700, "dora": 1600, "eva": 0}
    entrants = [
        {"id": each, "person": {"name": each.title()}, "rating": rating}
        for each, rating in ratings.items()
    ]
    body = {"name": "Elo", "system": "round-robin"}
    planilla.post("elo", "create-tournament", "e1", **body)
    planilla.post("elo", "enter-entrants", "e2", entrants=entrants)
    planilla.post("elo", "pair-round", "e3", round=1)
    planilla.post("elo", "publish-pairings", "e4", round=1)
    return f"{planilla.url}/t/elo/elo"


def cell(page: Page, entrant: str, name: str) -> Any:
    return page.locator(f'tr[data-key="{entrant}"] {name}')


def widths(page: Page) -> dict[int, int]:
    found = {}
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = int(page.evaluate("document.documentElement.scrollWidth"))
    return found


def test_a_result_moves_the_elo_of_both_and_is_explained_at_a_tap(
    planilla: Any, rated: str, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=360)
    page = window.page
    page.goto(rated)
    expect(page.locator("#live")).to_have_class("live on")
    boards = page.request.get(f"{planilla.url}/api/t/elo/views/pairings").json()["rows"]
    game, row = next((key, row) for key, row in boards.items() if {"ana", "eva"}.isdisjoint(row))
    page.evaluate("window.mine = true")
    seal = page.locator("#seal").inner_text()
    planilla.post("elo", "record-result", "e5", game=game, result="1-0")
    white, black = row[2], row[3]
    expect(cell(page, white, ".change .arrow")).to_have_text("▲")
    expect(cell(page, black, ".change .arrow")).to_have_text("▼")
    expect(cell(page, white, ".change .value")).to_contain_text("+")
    assert cell(page, black, ".change .hidden").inner_text().startswith("loses ")
    expect(page.locator("#seal")).not_to_have_text(seal)  # the head at the foot is that of now
    assert cell(page, white, ".balance rect + rect").get_attribute("x") == "50"
    expect(page.locator(".star").first).to_be_visible()  # once the page is live
    live = cell(page, white, "").first.inner_html()
    cell(page, white, ".change a").click()
    expect(page.locator(".below")).to_contain_text("× K 20")
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert widths(page) == {width: width for width in SCREENS}
    page.goto(rated)
    expect(page.locator(".star").first).to_be_visible()
    assert cell(page, white, "").first.inner_html() == live, "as the server writes it"
    page.goto(f"{rated}/{white}")
    assert widths(page) == {width: width for width in SCREENS}
    assert window.complaints == []
