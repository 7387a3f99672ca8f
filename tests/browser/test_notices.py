"""A notice comes to phones and walls without reloading, and leaves them again."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

SYSTEMS = ("swiss-dutch-2026", "masnou")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_notice_is_on_a_phone_and_on_the_wall_at_once(
    planilla: Any, new_window: Callable[..., Any], system: str
) -> None:
    name = f"notices-{system}"
    planilla.post(name, "create-tournament", f"{name}-1", name="Open", system=system)
    people = [{"id": f"e{n}", "person": {"name": f"Player {n}"}} for n in range(1, 5)]
    planilla.post(name, "enter-entrants", f"{name}-2", entrants=people)
    phone, wall = new_window(width=360), new_window(width=1920)
    phone.page.goto(f"{planilla.url}/t/{name}")
    wall.page.goto(f"{planilla.url}/t/{name}/screen")
    for window in (phone, wall):
        expect(window.page.locator("#live")).to_have_class("live on")
    planilla.post(name, "post-notice", f"{name}-3", note="Coffee at six")
    for window in (phone, wall):
        expect(window.page.locator("#notices")).to_contain_text("Coffee at six")
    notice = 2 + len(people)
    planilla.post(name, "withdraw-notice", f"{name}-4", notice=notice)
    for window in (phone, wall):
        expect(window.page.locator("#notices p")).to_have_count(0)
        assert window.complaints == []


def test_no_board_of_a_full_wall_is_hidden_by_notices(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """Twenty boards fill a wall; below two notices they are set smaller."""
    name = "notices-wall"
    planilla.post(name, "create-tournament", f"{name}-1", name="Open", rounds=3)
    people = [{"id": f"e{n}", "person": {"name": f"Player {n}"}} for n in range(1, 41)]
    planilla.post(name, "enter-entrants", f"{name}-2", entrants=people)
    planilla.post(name, "pair-round", f"{name}-3", round=1)
    planilla.post(name, "publish-pairings", f"{name}-4", round=1)
    for number, text in enumerate(("Coffee at six", "Round 2 starts at seven"), start=5):
        planilla.post(name, "post-notice", f"{name}-{number}", note=text)
    page = new_window(width=1920).page
    page.goto(f"{planilla.url}/t/{name}/screen")
    expect(page.locator("#notices p")).to_have_count(2)
    last, foot = page.locator(".wall-boards li").last, page.locator("#wall-foot")
    expect(last).to_contain_text("20")
    boxes = [each.bounding_box() for each in (last, foot)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
