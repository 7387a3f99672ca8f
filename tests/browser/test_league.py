"""A league in a browser: a line-up by keys, published, and a board result live on the card.

Its pages hinder no reader: all rules of axe-core are asked.
"""

from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browser.test_axe import ALL, RUN

TEAMS = ("alfil", "burgos")


def hindrances(page: Page) -> Any:
    """What axe-core objects to on a page."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN, ALL)


def test_a_line_up_is_handed_in_by_keys_and_a_result_arrives_on_the_card(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    shape = {"boards": 2}
    planilla.post(
        "league", "create-tournament", "l1", name="Liga", system="team-round-robin", shape=shape
    )
    entrants = [{"id": team, "person": {"name": team.title()}} for team in TEAMS]
    planilla.post("league", "enter-entrants", "l2", entrants=entrants)
    for team in TEAMS:
        players = [
            {"id": f"{team}-{n}", "person": {"name": f"{team.title()} {n}"}, "rating": 2100 - n}
            for n in (1, 2, 3)
        ]
        planilla.post("league", "register-players", f"l-{team}", team=team, players=players)
    planilla.post("league", "pair-round", "l3", round=1)
    planilla.post("league", "publish-pairings", "l4", round=1)
    window = new_window(width=1400)
    page = window.page
    page.goto(planilla.link)
    page.goto(f"{planilla.url}/t/league/matches/1.1")
    expect(page.locator("#live")).to_have_class("live on")
    desk = page.context.new_page()
    desk.goto(f"{planilla.url}/t/league/arbiter/line-ups/1")
    alfil = desk.locator("form[data-act='hand-in-line-up']").filter(
        has=desk.locator("[name='team'][value='alfil']")
    )
    alfil.get_by_label("Alfil 3").focus()
    desk.keyboard.press("Space")  # three players for two boards
    alfil.get_by_role("button").focus()
    desk.keyboard.press("Enter")
    expect(alfil.get_by_role("alert")).to_be_visible()
    alfil.get_by_label("Alfil 1").focus()
    desk.keyboard.press("Space")
    alfil.get_by_role("button").focus()
    desk.keyboard.press("Enter")
    expect(alfil.get_by_text("handed in", exact=True)).to_be_visible()
    assert hindrances(desk) == []
    desk.get_by_role("button", name="Publish the line-ups").focus()
    desk.keyboard.press("Enter")
    rows = page.locator(".match tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Alfil 2")
    game = rows.first.get_attribute("data-key")
    planilla.post("league", "record-result", "l5", game=game, result="1-0")
    expect(rows.first.locator(".said")).to_have_text("1–0")
    assert window.complaints == []
    for path in ("matches/1.1", "rounds/1", "teams", "teams/alfil"):
        desk.goto(f"{planilla.url}/t/league/{path}")
        assert hindrances(desk) == [], path
