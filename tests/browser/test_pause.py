"""What a page does by itself: held and let go, and told in one sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.service


def live(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#live")).to_have_class("live on")


@pytest.mark.parametrize(
    ("tab", "said"), [("rounds/1", "1–0"), ("entrants/e1", "1 point in 1 round")]
)
def test_updates_wait_while_a_page_is_held_and_come_together(
    planilla: Any, new_window: Callable[..., Any], tab: str, said: str
) -> None:
    name = f"held-{tab[0]}"
    planilla.open_round(name, (f"N{n}" for n in range(6)))
    window = new_window(width=360)
    page = window.page
    live(page, f"{planilla.url}/t/{name}/{tab}")
    button = page.locator("#pause")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_text("▶ Resume")
    before = page.locator("#sheet").inner_text()
    for board in (1, 2):
        planilla.post(name, "record-result", f"{name}-{board}", game=f"1.{board}", result="1-0")
        expect(button).to_have_text(f"▶ Resume · {board}")
    expect(button).to_have_accessible_name("Resume: 2 updates wait")
    page.wait_for_timeout(4000)  # longer than a page is asked for again
    assert page.locator("#sheet").inner_text() == before
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Enter")
    expect(button).to_have_text("❚❚ Pause")
    expect(page.locator("#sheet")).to_contain_text(said)
    expect(page.locator("#boards-in")).to_contain_text("2 of 3")
    expect(button).to_be_focused()
    assert window.complaints == []


def test_a_wall_is_held_by_the_space_bar(planilla: Any, new_window: Callable[..., Any]) -> None:
    planilla.open_round("wall-held", (f"Player {n}" for n in range(80)))
    window = new_window()
    page = window.page
    page.clock.install()
    live(page, f"{planilla.url}/t/wall-held/screen")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    shown = page.locator("[data-part]:not([hidden])").first
    turn = shown.get_attribute("data-part")
    page.keyboard.press(" ")
    expect(page.locator("#pause")).to_have_text("▶ Resume")
    page.clock.run_for(25_000)
    assert shown.get_attribute("data-part") == turn
    page.keyboard.press(" ")
    page.clock.run_for(10_500)
    assert shown.get_attribute("data-part") != turn
    page.locator("#pause").focus()
    expect(page.locator(".screen-choices")).to_have_css("opacity", "1")
    assert window.complaints == []


def test_a_screen_reader_hears_one_summary_also_where_the_page_is_fetched(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("spoken", ("Ana", "Bea", "Carl", "Dora", "Eva", "Fay", "Gil", "Hal"))
    page = new_window().page
    page.clock.install()
    page.goto(f"{planilla.url}/t/spoken")
    page.evaluate("localStorage.setItem('follow spoken', 'e1')")
    live(page, f"{planilla.url}/t/spoken/entrants/e2")
    said = page.locator("#announce")
    planilla.post("spoken", "record-result", "spoken-1", game="1.1", result="1-0")
    page.clock.run_for(4000)
    expect(said).to_contain_text("Round 1, board 1")
    expect(said).to_contain_text("; Ana ")
    for board in (2, 3, 4):
        planilla.post("spoken", "record-result", f"spoken-{board}", game=f"1.{board}", result="1-0")
    page.clock.run_for(4000)
    expect(page.locator("#latest")).to_contain_text("board 4")
    expect(said).to_contain_text("Round 1, board 1")  # not yet: one in ten seconds
    page.clock.run_for(10_000)
    expect(said).to_have_text("3 results")


def test_whoever_was_away_is_told_in_one_line_what_came(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("gone", (f"N{n}" for n in range(8)))
    window = new_window(width=360)
    page = window.page
    page.clock.install()
    live(page, f"{planilla.url}/t/gone")
    page.context.set_offline(True)
    for board in (1, 2, 3):
        planilla.post("gone", "record-result", f"gone-{board}", game=f"1.{board}", result="1-0")
    planilla.post("gone", "withdraw-result", "gone-back", game="1.3")
    page.clock.run_for(35_000)
    page.context.set_offline(False)
    news = page.locator("#since summary")
    expect(page.locator("#live")).to_have_class("live on")
    page.clock.run_for(5000)
    expect(news).to_have_text("While you were away: 3 results and 1 correction")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#since")).to_be_hidden()
    page.context.set_offline(True)  # a short break is not told
    planilla.post("gone", "record-result", "gone-4", game="1.4", result="1-0")
    page.clock.run_for(5000)
    page.context.set_offline(False)
    page.clock.run_for(8000)
    expect(page.locator("#boards-in")).to_contain_text("3 of 4")
    expect(page.locator("#since")).to_be_hidden()
