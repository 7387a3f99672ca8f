"""Followed players stay in the browser: a star at each name, lines above every tab."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def played(planilla: Any) -> Any:
    """A round of six: 1 meets 4, 2 meets 5, 3 meets 6, White on odd boards (C.04.3, 5.2.5)."""
    planilla.open_round("followed", ("Ana", "Bea", "Carl", "Dora", "Eva", "Fay"))
    return planilla


def test_a_star_is_kept_by_the_browser_on_every_tab(
    played: Any, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=360)
    page, site = window.page, f"{played.url}/t/followed"
    page.goto(site)
    page.get_by_role("button", name="Follow Dora").click()
    lines = page.locator("#following")
    expect(lines).to_contain_text("Round 1, board 1: ■ against Ana")
    assert "follow=" not in page.url
    page.reload()
    expect(lines).to_contain_text("Dora 0 points")
    page.goto(f"{site}/rounds")
    expect(lines).to_contain_text("Dora")
    expect(page.locator("#sheet a.name.followed")).to_have_text("Dora")
    assert "follow=" not in (lines.locator("a").get_attribute("href") or "")
    played.post("followed", "record-result", "first", game="1.1", result="0-1")
    expect(lines).to_contain_text("1 point · place 1")
    page.goto(f"{site}/entrants/e4")
    page.get_by_role("link", name="Stop following").click()
    expect(lines).to_be_hidden()
    expect(page.get_by_role("link", name="Follow", exact=True)).to_be_visible()
    page.reload()
    expect(lines).to_be_hidden()
    assert window.complaints == []


def test_an_address_that_names_the_followed_is_changed_by_a_star(
    played: Any, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    page.goto(f"{played.url}/t/followed?follow=e1")
    page.get_by_role("button", name="Follow Bea").click()
    page.wait_for_url("**/t/followed?follow=e1%2Ce2")
    expect(page.locator("#following li")).to_have_count(2)
    page.get_by_role("button", name="Follow Ana").click()
    page.get_by_role("button", name="Follow Bea").click()
    page.wait_for_url("**/t/followed")
    expect(page.locator("#following")).to_be_hidden()
