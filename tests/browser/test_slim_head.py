"""The head of a tournament on a phone: one line at the top once the whole head is scrolled away."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from patience import PATIENCE_MS

pytestmark = [pytest.mark.service, pytest.mark.no_cover]
NAME = "International open of the coast, group A, for players below two thousand"
LINE_MAX = 44
"""Most of the screen that the line takes, in px: the height of a finger."""
FOOT = "() => document.querySelector('.slim').getBoundingClientRect().bottom"
HEAD = "() => document.querySelector('.standings thead').getBoundingClientRect().top"
SHIFTED = """() => new Promise((done) => {
  const by = (entries) => entries.reduce((sum, each) => sum + each.value, 0);
  new PerformanceObserver((list) => done(by(list.getEntries()))).observe(
    { type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 500);
})"""
STILL_MAX = 0.02
"""The most of a layout shift; 0.1 counts as good (web.dev, Cumulative Layout Shift)."""


def on_a_phone(planilla: Any, new_window: Callable[..., Any], name: str) -> Page:
    """The standings of an open of forty players on a phone, live."""
    planilla.open_round(name, [f"Player {n}" for n in range(1, 41)], name=NAME)
    page: Page = new_window(width=360).page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{planilla.url}/t/{name}")
    expect(page.locator("#live")).to_have_class("live on", timeout=PATIENCE_MS)
    return page


def test_the_head_is_one_line_once_it_is_scrolled_away(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    page = on_a_phone(planilla, new_window, "slim")
    line = page.locator(".slim")
    expect(line).to_be_hidden()
    page.mouse.wheel(0, 500)
    expect(line).to_be_visible()
    expect(line).to_have_text(f"{NAME}Round 1 of 3live")
    foot = page.evaluate(FOOT)
    assert 0 < foot <= LINE_MAX
    assert abs(page.evaluate(HEAD) - foot) <= 1, "the head of the table stands below it"
    assert page.evaluate(SHIFTED) < STILL_MAX
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.emulate_media(media="print")
    expect(line).to_be_hidden()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 360})
    expect(line).to_be_hidden()
    page.set_viewport_size({"width": 1400, "height": 740})
    page.mouse.wheel(0, 500)
    expect(line).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    page.mouse.wheel(0, -5000)
    expect(line).to_be_hidden()


def test_the_line_follows_the_head(planilla: Any, new_window: Callable[..., Any]) -> None:
    page = on_a_phone(planilla, new_window, "slim-follows")
    page.mouse.wheel(0, 500)
    for board in range(1, 21):
        fields = {"game": f"1.{board}", "result": "1-0"}
        planilla.post("slim-follows", "record-result", f"slim-{board}", **fields)
    for command, number in (("close-round", 1), ("pair-round", 2), ("publish-pairings", 2)):
        planilla.post("slim-follows", command, f"slim-{command}", round=number)
    expect(page.locator(".slim .where")).to_have_text("Round 2 of 3", timeout=PATIENCE_MS)
    page.context.set_offline(True)
    expect(page.locator(".slim .live")).not_to_have_class("live on", timeout=PATIENCE_MS)
