"""Prizes live: a result moves the winners and the chances, and no screen is too narrow."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SCREENS = (360, 768, 1400, 1920)


@pytest.fixture
def playing(planilla: Any) -> str:
    """Four players in a round robin, the last round on the boards; the address of the page."""
    entrants = [
        {"id": each, "person": {"name": each.title()}, "rating": rating}
        for each, rating in {"ana": 2000, "bea": 1900, "cleo": 1700, "dora": 1600}.items()
    ]
    group = {"prizes": [100_000, 60_000, 33_300], "sharing": "hort"}
    plan = {"currency": "EUR", "fund": 193_300, "groups": [group]}
    planilla.post("prizes", "create-tournament", "p1", name="Prizes", system="round-robin")
    planilla.post("prizes", "enter-entrants", "p2", entrants=entrants)
    planilla.post("prizes", "announce-prizes", "p3", plan=plan)
    for number in (1, 2, 3):
        planilla.post("prizes", "pair-round", f"pair-{number}", round=number)
        planilla.post("prizes", "publish-pairings", f"publish-{number}", round=number)
        for board in (1, 2) if number < 3 else ():
            game = f"{number}.{board}"
            planilla.post("prizes", "record-result", f"r-{game}", game=game, result="½-½")
        if number < 3:
            planilla.post("prizes", "close-round", f"close-{number}", round=number)
    return f"{planilla.url}/t/prizes/prizes"


def widths(page: Page) -> dict[int, int]:
    found = {}
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = int(page.evaluate("document.documentElement.scrollWidth"))
    return found


def test_a_result_moves_prizes_and_chances_and_the_working_opens_at_a_tap(
    planilla: Any, playing: str, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=360)
    page = window.page
    page.goto(playing)
    expect(page.locator("#live")).to_have_class("live on")
    expect(page.locator(".chances tbody tr")).to_have_count(4)
    expect(page.get_by_text("All 9 outcomes were followed")).to_be_visible()
    planilla.post("prizes", "record-result", "r-3.1", game="3.1", result="1-0")
    expect(page.get_by_text("All 3 outcomes were followed")).to_be_visible()
    page.locator("a[data-working]").first.click()
    expect(page.locator(".below .worked")).to_be_visible()
    assert widths(page) == {width: width for width in SCREENS}
    assert window.complaints == []
