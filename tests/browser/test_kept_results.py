"""Results typed without a network: kept, shown as waiting, sent once, never lost in silence."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.service
STORED = """Object.entries(localStorage).filter(([name]) =>
  name.startsWith("planilla results ") && !name.endsWith(" sender"))"""
"""What is kept of results, but the mark of a tab that sends, which is there while it tries."""
OLDER = """(days) => {
  for (const [name, text] of Object.entries(localStorage)) {
    if (!name.startsWith("planilla results old act ")) continue;
    const act = JSON.parse(text);
    localStorage.setItem(name, JSON.stringify({ ...act, at: act.at - days * 86400000 }));
  }
}"""
RECORDED = "**/commands/record-result"


def desk_of(page: Page, planilla: Any, tournament: str) -> None:
    page.goto(planilla.link)
    page.wait_for_url(lambda address: "/enter" not in address)
    page.goto(f"{planilla.url}/t/{tournament}/arbiter")
    expect(page.locator("#live")).to_have_class("live on")


def row(page: Page, game: str) -> Any:
    return page.locator(f"#boards tr[data-key='{game}']")


def facts(page: Page, planilla: Any, tournament: str) -> list[tuple[int, str]]:
    """The boards of the results that the log has, in order, and what it says of them."""
    found = page.request.get(f"{planilla.url}/api/t/{tournament}/facts?kind=result").json()
    return [(each["board"], each["type"]) for each in found["facts"]]


def test_results_typed_without_a_network_wait_and_are_sent_once_in_order(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("away", (f"N{n}" for n in range(8)))
    page = new_window(width=360).page
    desk_of(page, planilla, "away")
    page.context.set_offline(True)
    row(page, "1.3").focus()
    page.keyboard.press("2")
    expect(row(page, "1.3").locator(".sent")).to_contain_text("½–½↻ waiting")
    row(page, "1.1").focus()
    page.keyboard.press("1")
    expect(row(page, "1.1").locator(".sent")).to_contain_text("1–0↻ waiting")
    page.keyboard.press("3")  # the next open board has the focus
    kept = page.locator("#kept [role=status]")
    expect(kept).to_contain_text("3 results wait for the network: round 1, board 3: ½–½")
    row(page, "1.2").get_by_role("button", name="Take back").click()
    expect(row(page, "1.2")).to_have_attribute("data-open", "")
    expect(kept).to_contain_text("2 results wait")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_be_hidden()
    expect(row(page, "1.3").locator(".said:not(.sent)")).to_have_text("½–½")
    expect(row(page, "1.1").locator(".said:not(.sent)")).to_have_text("1–0")
    assert facts(page, planilla, "away") == [(3, "ResultRecorded"), (1, "ResultRecorded")]
    assert page.evaluate(STORED) == []


def test_what_waits_is_sent_by_a_later_page_and_an_answer_that_was_lost_counts_once(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("later", (f"N{n}" for n in range(6)))
    page = new_window().page
    desk_of(page, planilla, "later")

    def lose(route: Any) -> None:
        route.fetch(max_redirects=0)  # it arrives, and its answer does not
        route.abort()

    page.route("**/acts/record-result", lose)
    page.route(RECORDED, lambda route: route.abort())
    row(page, "1.1").focus()
    page.keyboard.press("1")
    expect(page.locator("#toast")).to_contain_text("kept on this device")
    page.keyboard.press("2")
    expect(page.locator("#kept")).to_contain_text("board 2: ½–½")
    names = [name for name, _ in page.evaluate(STORED)]
    assert all(name.startswith("planilla results later act ") for name in names)
    token = planilla.link.partition("#")[2]
    assert token not in str(page.evaluate("JSON.stringify(localStorage)"))
    page.unroute("**/acts/record-result")
    page.unroute(RECORDED)
    page.goto(f"{planilla.url}/t/later/entries")
    expect(page.locator("#kept")).to_be_hidden()
    page.goto(f"{planilla.url}/t/later/arbiter")
    expect(row(page, "1.2").locator(".said")).to_have_text("½–½")
    assert facts(page, planilla, "later") == [(1, "ResultRecorded"), (2, "ResultRecorded")]
    assert page.evaluate(STORED) == []


def test_a_result_that_is_refused_later_is_said_on_its_row_and_in_a_list(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("clash", (f"N{n}" for n in range(6)))
    page = new_window().page
    desk_of(page, planilla, "clash")
    page.context.set_offline(True)
    row(page, "1.1").focus()
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator("#kept")).to_contain_text("2 results wait")
    planilla.post("clash", "record-result", "clash-other", game="1.1", result="0-1")
    page.context.set_offline(False)
    refused = page.locator("#kept li")
    expect(refused).to_contain_text("round 1, board 1: 1–0. Game 1.1 is recorded as 0")
    expect(row(page, "1.1").locator(".said")).to_have_text("0–1")
    expect(row(page, "1.1").locator(".problem")).to_contain_text("Not recorded: 1–0.")
    expect(row(page, "1.2").locator(".said")).to_have_text("½–½")
    page.reload()
    expect(refused).to_contain_text("round 1, board 1: 1–0")
    page.get_by_role("button", name="Try again").click()
    expect(refused).to_contain_text("is recorded as 0")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#kept")).to_be_hidden()
    expect(row(page, "1.1").locator(".problem")).to_have_count(0)
    assert facts(page, planilla, "clash") == [(1, "ResultRecorded"), (2, "ResultRecorded")]


def test_what_a_link_typed_is_not_sent_after_it_was_revoked_nor_under_another(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("revoked", (f"N{n}" for n in range(6)))
    arbiter, sector = new_window().page, new_window(width=360).page
    desk_of(arbiter, planilla, "revoked")
    sector.goto(planilla.link_for(arbiter, "revoked", "sector-arbiter", "1-2"))
    sector.wait_for_url("**/t/revoked/boards")
    sector.context.set_offline(True)
    row(sector, "1.1").locator("button[value$=' 1-0']").click()
    expect(sector.locator("#kept")).to_contain_text("1 result waits")
    arbiter.goto(f"{planilla.url}/t/revoked/links")
    arbiter.locator("li", has_text="Sector arbiter").get_by_role("button").click()
    sector.context.set_offline(False)
    expect(row(sector, "1.1").locator(".problem")).to_contain_text("Not recorded: 1–0.")
    expect(sector.locator("#kept li")).to_contain_text("no longer works")
    sector.goto(planilla.link_for(arbiter, "revoked", "sector-arbiter", "1-2"))
    sector.wait_for_url("**/t/revoked/boards")
    expect(sector.locator("#kept li")).to_contain_text("no longer works")
    sector.get_by_role("button", name="Try again").click()
    expect(row(sector, "1.1").locator(".said")).to_have_text("1–0")
    assert facts(arbiter, planilla, "revoked") == [(1, "ResultRecorded")]
    sector.route("**/*record-result", lambda route: route.abort())
    row(sector, "1.2").locator("button[value$=' 1-0']").click()
    expect(sector.locator("#kept")).to_contain_text("1 result waits")
    sector.goto(planilla.link_for(arbiter, "revoked", "result-desk"))
    sector.wait_for_url("**/t/revoked/boards")
    expect(sector.locator("#kept li")).to_contain_text("It was typed with another link")
    sector.unroute("**/*record-result")
    sector.reload()
    expect(sector.locator("#kept li")).to_contain_text("It was typed with another link")
    assert facts(arbiter, planilla, "revoked") == [(1, "ResultRecorded")]


def test_an_old_result_is_not_sent_and_is_forgotten_in_the_end(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("old", (f"N{n}" for n in range(4)))
    page = new_window().page
    desk_of(page, planilla, "old")
    page.context.set_offline(True)
    row(page, "1.1").focus()
    page.keyboard.press("1")
    expect(page.locator("#kept")).to_contain_text("1 result waits")
    page.evaluate(OLDER, 4)
    page.context.set_offline(False)
    expect(page.locator("#kept li")).to_contain_text("more than three days ago")
    assert facts(page, planilla, "old") == []
    page.evaluate(OLDER, 27)
    page.reload()
    expect(page.locator("#kept")).to_be_hidden()
    assert page.evaluate(STORED) == []
