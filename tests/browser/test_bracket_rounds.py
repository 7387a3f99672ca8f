"""The bracket on a phone: it comes to rest at a round, and moves on by one at a time."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

COLUMN = 260
"""Pixels from one round to the next: a box of 224 and the lines of 36 to the next."""
REST = """(box) => new Promise((done) => {
  const looked = (before) => setTimeout(() => {
    if (box.scrollLeft === before) done(before); else looked(box.scrollLeft);
  }, 200);
  looked(-1);
})"""
"""Where the tree comes to rest, in pixels from its first round."""


def test_the_bracket_moves_on_by_one_round_at_a_time_and_marks_a_path(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    players = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2000 - n} for n in range(1, 17)
    ]
    planilla.post("tree", "create-tournament", "tree-1", name="Tree", system="knockout-single")
    planilla.post("tree", "enter-entrants", "tree-2", entrants=players)
    planilla.post("tree", "pair-round", "tree-3", round=1)
    planilla.post("tree", "publish-pairings", "tree-4", round=1)
    page = new_window(width=360).page
    page.goto(f"{planilla.url}/t/tree/bracket")
    tree = page.locator(".bracket")
    tree.focus()
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        assert abs(tree.evaluate(REST) - number * COLUMN) <= 1
    page.keyboard.press("ArrowLeft")
    assert abs(tree.evaluate(REST) - COLUMN) <= 1
    page.locator(".path-of select").select_option("e1")
    expect(page.locator(".bracket .match.followed")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
