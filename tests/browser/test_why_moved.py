"""Why a player moved, one tap from the arrow: on a phone, and when the arrow is a live one."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

NAMES = ("Abad, Ana", "Blanco, Bea", "Cano, Carl", "Díaz, Dora")
SCREENS = (360, 1920)


def two_rounds(planilla: Any) -> None:
    """Four players; the first board of round 2 is still open."""
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2000 - n}
        for n, name in enumerate(NAMES)
    ]
    planilla.post("why", "create-tournament", "why-1", name="Why", tiebreaks=["BH"], rounds=3)
    planilla.post("why", "enter-entrants", "why-2", entrants=entrants)
    for number in (1, 2):
        planilla.post("why", "pair-round", f"why-p{number}", round=number)
        planilla.post("why", "publish-pairings", f"why-q{number}", round=number)
        for board in (1, 2) if number == 1 else (2,):
            game = f"{number}.{board}"
            planilla.post("why", "record-result", f"why-r{game}", game=game, result="1-0")


def test_the_causes_open_below_the_row_and_close_again(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    two_rounds(planilla)
    window = new_window(width=360)
    page = window.page
    page.goto(f"{planilla.url}/t/why")
    expect(page.locator("#live.on")).to_be_visible()
    planilla.post("why", "record-result", "why-last", game="2.1", result="1-0")
    arrow = page.locator(".move a").first
    expect(arrow).to_be_visible()
    arrow.click()
    below = page.locator(".below")
    expect(below.locator(".moves .sum")).to_be_visible()
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator(".below").locator("xpath=preceding-sibling::tr[1]").locator(".points a").click()
    expect(page.locator(".below .workings")).to_be_visible()
    assert page.locator(".below").count() == 1
    page.locator(".below").locator("xpath=preceding-sibling::tr[1]").locator(".move a").click()
    expect(page.locator(".below .moves")).to_be_visible()
    page.locator(".below").locator("xpath=preceding-sibling::tr[1]").locator(".move a").click()
    expect(page.locator(".below")).to_have_count(0)
    assert window.complaints == []
