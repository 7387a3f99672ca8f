"""A festival of two opens: founded, grown, with one check-in and a public page that is live."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.service
OPENS = {"festival-a": "Open A of the coast", "festival-b": "Open B of the coast"}
NAMES = {
    "festival-a": ("Ana Alba", "Bea Bosch", "Carl Cruz", "Dora Díaz"),
    "festival-b": ("Eva Elías", "Fay Font", "Ana Alba"),
}


def test_two_opens_become_a_festival_with_one_check_in_and_a_live_page(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    for tournament, name in OPENS.items():
        planilla.post(tournament, "create-tournament", f"{tournament}-1", name=name, rounds=3)
        entrants = [
            {"id": f"e{n}", "person": {"name": who}, "rating": 2400 - 100 * n}
            for n, who in enumerate(NAMES[tournament], start=1)
        ]
        planilla.post(tournament, "enter-entrants", f"{tournament}-2", entrants=entrants)
    arbiter = new_window()
    arbiter.page.goto(planilla.link)
    arbiter.page.wait_for_url(lambda url: "enter" not in url)
    arbiter.page.goto(f"{planilla.url}/t/festival-a/arbiter/festival")
    arbiter.page.get_by_label("Name of the festival").fill("Festival of the coast")
    arbiter.page.get_by_label("First day").fill("2026-07-04")
    arbiter.page.get_by_role("button", name="Create the festival").click()
    arbiter.page.wait_for_url("**/e/festival-of-the-coast-*")
    address = arbiter.page.url
    arbiter.page.locator("li", has_text=OPENS["festival-b"]).get_by_role("button").click()
    expect(arbiter.page.locator("#festival > section")).to_have_count(2)
    expect(arbiter.page.locator("#festival-twice + p + ul li")).to_have_count(1)

    arbiter.page.get_by_role("link", name="Check-in of all tournaments").click()
    rows = arbiter.page.locator("table.check-in tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.filter(has_text="also entered in")).to_have_count(2)
    for who in ("Eva Elías", "Bea Bosch"):
        rows.filter(has_text=who).get_by_role("button").click()
        expect(arbiter.page.locator("tr.here", has_text=who)).to_have_count(1)
    expect(arbiter.page.locator("#sheet")).to_contain_text("2 of 7 are here")

    reader = new_window(width=360)
    reader.page.goto(address)
    expect(reader.page.locator("#t-festival-a + p")).to_contain_text("4 entrants")
    planilla.post("festival-a", "pair-round", "festival-a-3", round=1)
    planilla.post("festival-a", "publish-pairings", "festival-a-4", round=1)
    planilla.post("festival-a", "record-result", "festival-a-5", game="1.1", result="1-0")
    expect(reader.page.locator("#t-festival-a + p")).to_contain_text("1 of 2 boards")
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 360
    reader.page.get_by_label("Search the players of all tournaments").fill("alba")
    reader.page.keyboard.press("Enter")
    expect(reader.page.locator("#festival-found + ul li")).to_have_count(2)
    reader.page.goto(f"{planilla.url}/?q=coast")
    expect(reader.page.locator("li.festival li")).to_have_count(2)
    assert arbiter.complaints == []
    assert reader.complaints == []
