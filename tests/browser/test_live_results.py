"""Results live: a script writes each way a game may end as the server writes it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from planilla.domain.vocabulary import RESULT_OF_NOTATION
from planilla.presentation.figures import RESULT_TEXTS

ENDED = tuple(notation for notation in RESULT_OF_NOTATION if notation != "*")

PARTS = ".pairings tbody th, .pairings tbody td, .title small"
HEIGHTS = "names => names.map((name) => name.querySelector('a').offsetHeight)"
SHAPES = "marks => marks.map((mark) => [mark.className, mark.textContent])"
HTML = "parts => parts.map((part) => part.outerHTML)"


def test_each_result_is_written_live_as_the_server_writes_it(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    entrants = [{"id": f"e{n}", "person": {"name": f"N{n}"}} for n in range(2 * len(ENDED) + 1)]
    planilla.post("ends", "create-tournament", "n1", name="Ends", rounds=3)
    planilla.post("ends", "enter-entrants", "n2", entrants=entrants)
    planilla.post("ends", "pair-round", "n3", round=1)
    planilla.post("ends", "publish-pairings", "n4", round=1)
    window = new_window(width=1400)
    page = window.page
    page.goto(f"{planilla.url}/t/ends/rounds/1")
    expect(page.locator("#live")).to_have_class("live on")
    page.evaluate("window.mine = true")
    standings = page.context.new_page()
    standings.goto(f"{planilla.url}/t/ends")
    expect(standings.locator("#live")).to_have_class("live on")
    standings.evaluate("window.mine = true")
    for board, result in enumerate(ENDED, start=1):
        fields = {"game": f"1.{board}", "result": result}
        planilla.post("ends", "record-result", f"r{board}", **fields)
    facts = page.request.get(f"{planilla.url}/api/t/ends/facts").json()["facts"]
    first = next(each["version"] for each in facts if each["type"] == "ResultRecorded")
    said = page.locator(".pairings .said")
    expect(said).to_have_text([RESULT_TEXTS[result] for result in ENDED])
    marks = standings.locator(".standings .last .mark")
    expect(standings.locator(".standings .last .mark.open")).to_have_count(0)
    shapes = marks.evaluate_all(SHAPES)
    assert standings.evaluate("window.mine"), "the page was never loaded again"
    standings.reload()
    assert marks.evaluate_all(SHAPES) == shapes
    planilla.post("ends", "close-round", "n5", round=1)
    planilla.post(
        "ends", "correct-result", "n6", game="1.1", result="0-1", corrects=first, reason="Slip"
    )
    expect(page.locator("tr[data-key='1.1'] del")).to_have_text("1–0")
    expect(said.first).to_have_text("0–1")
    live = page.locator(PARTS).evaluate_all(HTML)
    assert page.evaluate("window.mine"), "the page was never loaded again"
    page.reload()
    assert page.locator(PARTS).evaluate_all(HTML) == live
    assert window.complaints == []


def test_a_postponed_game_that_is_adjourned_says_so_live(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """On a phone, where the words break beside names that stay as they are."""
    planilla.open_round("adjourned", ("Ana Alba", "Bea", "Carl Coll", "Dora"))
    window = new_window(width=360)
    page = window.page
    page.goto(f"{planilla.url}/t/adjourned/rounds/1")
    expect(page.locator("#live")).to_have_class("live on")
    page.evaluate("window.mine = true")
    game, at = page.locator("tr[data-key='1.1'] .result"), "12 May 2026, 18:00"
    moved = {"games": ["1.1"], "until": "2026-05-12T18:00:00"}
    planilla.post("adjourned", "postpone-games", "l1", **moved)
    expect(game).to_contain_text(f"postponed to {at}")
    planilla.post("adjourned", "postpone-games", "l2", **moved, adjourned=True)
    expect(game).to_contain_text(f"adjourned to {at}")
    names = page.locator("tbody td.who").evaluate_all(HEIGHTS)
    assert len(set(names)) == 1, names
    planilla.post("adjourned", "postpone-games", "l3", games=["1.1"], adjourned=True)
    expect(game).to_contain_text("adjourned, date open")
    page.wait_for_timeout(1_500)  # countdowns tick each second
    expect(game.locator("small")).to_be_visible()
    planilla.post("adjourned", "record-result", "l4", game="1.1", result="1-0")
    expect(game).to_have_text("1–0")
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert window.complaints == []


def test_a_press_that_began_before_a_change_still_counts(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """The page of a player is fetched again with each of their results, its links too."""
    planilla.open_round("pressed", ("Ana", "Bea", "Carl", "Dora"))
    page = new_window(width=1400).page
    page.goto(f"{planilla.url}/t/pressed/entrants/e1")
    expect(page.locator("#live")).to_have_class("live on")
    link = page.locator("#sheet a[href*='/entrants/e3']").first
    link.hover()
    page.mouse.down()
    with page.expect_response("**/t/pressed/entrants/e1*"):
        planilla.post("pressed", "record-result", "pressed-1", game="1.1", result="1-0")
    page.wait_for_timeout(300)  # what came would have been put in its place by now
    page.mouse.up()
    page.wait_for_url("**/t/pressed/entrants/e3")


SHIFTED = """() => new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().reduce((sum, each) => sum + (each.hadRecentInput ? 0 : each.value), 0)
)).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => done(0), 300))"""
STILL_MAX = 0.02
"""The most of a layout shift; 0.1 counts as good (web.dev, Cumulative Layout Shift)."""


@pytest.mark.parametrize("width", [360, 1400])
def test_no_page_shifts_while_it_is_loaded_and_while_results_come(
    planilla: Any, new_window: Callable[..., Any], width: int
) -> None:
    name = f"still-{width}"
    planilla.open_round(name, [f"Player {n}" for n in range(1, 25)], rounds=3)
    shifts = {}
    for number, path in enumerate(("", "/rounds/1", "/entrants/e1", "/cross"), start=1):
        page = new_window(width=width).page
        page.goto(f"{planilla.url}/t/{name}{path}")
        expect(page.locator("#live")).to_have_class("live on")
        loaded = page.evaluate(SHIFTED)
        planilla.post(name, "record-result", f"s{number}", game=f"1.{number}", result="1-0")
        expect(page.locator("#latest li, #bar").first).to_be_visible()
        page.wait_for_timeout(4_000)  # rows and margin have come
        shifts[path] = round(max(loaded, page.evaluate(SHIFTED)), 3)
    assert all(shift < STILL_MAX for shift in shifts.values()), shifts
