"""On a phone: round by round through the past, and what is new since one last looked."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

ROUNDS = 2
WITHOUT_LIMIT = """
const timer = window.setTimeout;
window.setTimeout = (work, ms, ...given) => (ms === 2000 ? 0 : timer(work, ms, ...given));
"""


def played(planilla: Any, name: str) -> None:
    """Four players, two rounds with all results."""
    entrants = [
        {"id": f"e{n}", "person": {"name": who}, "rating": 2000 - n}
        for n, who in enumerate(("Ana", "Bea", "Carl", "Dora"))
    ]
    planilla.post(name, "create-tournament", f"{name}-1", name=name, rounds=3)
    planilla.post(name, "enter-entrants", f"{name}-2", entrants=entrants)
    for number in range(1, ROUNDS + 1):
        planilla.post(name, "pair-round", f"{name}-p{number}", round=number)
        planilla.post(name, "publish-pairings", f"{name}-q{number}", round=number)
        for board in (1, 2):
            game = f"{number}.{board}"
            planilla.post(name, "record-result", f"{name}-r{game}", game=game, result="1-0")


def test_keys_and_thumbs_go_from_round_to_round(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    played(planilla, "past")
    window = new_window(width=360)
    page = window.page
    page.goto(f"{planilla.url}/t/past")
    slider = page.locator(".slider")
    slider.focus()
    page.keyboard.press("PageUp")
    expect(page.locator(".standings .points a").first).to_have_text("1")  # round 2 begins
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".standings .points a").first).to_have_text("0")  # round 1 begins
    page.locator("[data-step='step.on']").click()
    expect(page.locator(".standings .points a").first).to_have_text("1")
    page.locator("[data-step='round.on']").click()
    page.locator("[data-step='round.on']").click()
    expect(page.locator(".moment")).to_have_count(0)
    page.locator(".legend summary").click()
    expect(page.locator(".legend-card")).to_contain_text("Results")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert window.complaints == []


def test_a_drag_shows_the_moments_that_it_passes(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """What waits for the end of a press would wait for ever here: its limit of 2 s never comes."""
    played(planilla, "dragged")
    page = new_window(width=1400).page
    page.add_init_script(WITHOUT_LIMIT)
    page.goto(f"{planilla.url}/t/dragged")
    expect(page.locator("#live")).to_have_class("live on")
    box = page.locator(".slider").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, middle, steps=4)
    expect(page.locator(".moment")).to_have_count(1)
    page.mouse.up()


def test_news_are_told_once(planilla: Any, new_window: Callable[..., Any]) -> None:
    played(planilla, "news")
    window = new_window(width=360)
    page = window.page
    page.goto(f"{planilla.url}/t/news")
    expect(page.locator("#since")).to_be_hidden()  # whoever comes first has missed nothing
    page.goto("about:blank")
    planilla.post("news", "pair-round", "news-p3", round=3)
    planilla.post("news", "publish-pairings", "news-q3", round=3)
    planilla.post("news", "record-result", "news-r3.1", game="3.1", result="1-0")
    page.goto(f"{planilla.url}/t/news")
    news = page.get_by_role("region", name="changed since you last looked")
    expect(news).to_contain_text("Since you last looked")
    expect(page.locator("#since")).to_contain_text("Round 3, board 1")
    expect(page.locator("tr.changed-since")).to_have_count(2)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("tr.changed-since")).to_have_count(0)
    page.reload()
    expect(page.locator("#live.on")).to_be_visible()
    expect(page.locator("#since")).to_be_hidden()
    assert window.complaints == []
