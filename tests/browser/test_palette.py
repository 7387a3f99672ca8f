"""Ctrl+K finds every page and player of a tournament by a few letters, with keys alone."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


def test_an_arbiter_goes_to_a_player_and_to_an_act_by_keys(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.post("palette", "create-tournament", "palette-1", name="Open", rounds=3)
    people = [{"id": f"e{n}", "person": {"name": name}} for n, name in enumerate(("Ana", "Béa"))]
    planilla.post("palette", "enter-entrants", "palette-2", entrants=people)
    window = new_window(width=360)
    page = window.page
    page.goto(planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    page.goto(f"{planilla.url}/t/palette")
    page.keyboard.press("Control+k")
    field, lines = page.locator(".palette input"), page.locator("#palette-list li")
    expect(field).to_be_focused()
    expect(lines).to_have_count(12)
    page.keyboard.press("ArrowUp")
    expect(lines.nth(11)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.get_by_role("button", name="Find an act or a player").click()
    page.keyboard.type("nobody")
    expect(lines).to_have_count(0)
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("bea")
    expect(lines).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/palette/arbiter/entrants/e1")
    page.keyboard.press("Control+k")
    expect(lines).to_have_count(12)
    page.keyboard.type("notices")
    expect(lines).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/palette/arbiter/notices")
    assert window.complaints == []
    stranger = new_window(width=360)
    stranger.page.goto(f"{planilla.url}/t/palette")
    expect(stranger.page.locator("#palette-open")).to_have_count(0)
