"""Three people with links of their own: an arbiter, one at the check-in, one with some boards."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.service
NAMES = ("Ana", "Bea", "Carl", "Dora", "Eva", "Fay", "Hugo", "Iker")
CLUB = "roles"


@pytest.fixture
def arbiter(planilla: Any, new_window: Callable[..., Any]) -> Any:
    """The page of the arbiter of a tournament with eight entries."""
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2400 - 100 * n}
        for n, name in enumerate(NAMES, start=1)
    ]
    planilla.post(CLUB, "create-tournament", "roles-1", name="Open", rounds=3)
    planilla.post(CLUB, "enter-entrants", "roles-2", entrants=entrants)
    page = new_window().page
    page.goto(planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    return page


def test_three_people_run_a_round_each_with_their_own_link(
    arbiter: Any, planilla: Any, new_window: Callable[..., Any]
) -> None:
    check_in, second_door, sector = new_window(), new_window(), new_window(width=360)
    check_in.page.goto(planilla.link_for(arbiter, CLUB, "check-in"))
    check_in.page.wait_for_url(f"**/t/{CLUB}/check-in")
    second_door.page.goto(planilla.link_for(arbiter, CLUB, "check-in"))
    second_door.page.wait_for_url(f"**/t/{CLUB}/check-in")
    for name in NAMES[:6]:
        check_in.page.locator("tr", has_text=name).get_by_role("button").click()
        expect(check_in.page.locator("tr.here", has_text=name)).to_have_count(1)
    expect(check_in.page.locator("#acts h2")).to_have_text("2 are not here")
    seen = second_door.page.locator("tr.here")
    expect(seen).to_have_count(6, timeout=15_000)  # it looks again by itself
    expect(second_door.page.locator("#acts h2")).to_have_text("2 are not here")
    check_in.page.get_by_role("button", name="End the check-in").click()
    check_in.page.get_by_role("button", name="Confirm").click()
    expect(check_in.page.locator(".notice", has_text="The check-in has ended")).to_be_visible()
    expect(check_in.page.locator("#acts h2")).to_have_text("2 are not here")
    expect(check_in.page.locator("table.check-in tbody tr")).to_have_count(8)

    planilla.post(CLUB, "pair-round", "roles-3", round=1)
    planilla.post(CLUB, "publish-pairings", "roles-4", round=1)
    planilla.link_for(arbiter, CLUB, "sector-arbiter", "2-3")
    code = arbiter.locator(".link-card code").inner_text()
    sector.page.goto(f"{planilla.url}/enter")
    sector.page.get_by_label("Link, key or code").press_sequentially(code.lower())
    sector.page.keyboard.press("Enter")
    sector.page.wait_for_url(f"**/t/{CLUB}/boards")
    boards = sector.page.locator("#boards tr[data-open]")
    expect(boards).to_have_count(2)
    arbiter.goto(f"{planilla.url}/t/{CLUB}/arbiter")
    expect(arbiter.locator("#live")).to_have_class("live on")
    sector.page.locator("#g1\\.2 button[value$=' 1-0']").click()
    expect(boards).to_have_count(1)
    expect(arbiter.locator("#g1\\.2 .said")).to_have_text("1–0")
    sector.page.locator("#g1\\.3 details summary").click()
    sector.page.locator("#g1\\.3 button[value$=' +/-']").click()
    expect(boards).to_have_count(0)
    assert sector.page.evaluate("document.documentElement.scrollWidth") == 360

    arbiter.goto(f"{planilla.url}/t/{CLUB}/links")
    arbiter.locator("li", has_text="Sector arbiter").get_by_role("button").click()
    sector.page.reload()
    expect(sector.page.locator("main")).to_contain_text("no longer works")
    assert check_in.complaints == second_door.complaints == []
