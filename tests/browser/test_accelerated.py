"""An accelerated open in a browser: founded, paired for two rounds and audited through its pages.

Twelve players and five rounds. By C.04.7 the group GA is the first half of the list, 6 players, an
even number; the first two of the three accelerated rounds, 1 and 2, have a whole point more for
GA. In round 1 its players therefore meet one another, as those of GB do; without acceleration
number 1 would meet number 7.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

from playwright.sync_api import Page, expect

LISTED = "\n".join(f"Player {chr(64 + n)} {2400 - 50 * n}" for n in range(1, 13))
"""Twelve players by falling ratings, A to L, as they are pasted."""
TOP, BOTTOM = set("ABCDEF"), set("GHIJKL")
BOARDS = 6
KEYS = "123"
"""White wins, draw, Black wins."""
SCREENS = (360, 1400)


def founded(page: Page, link: str) -> str:
    """Create the open by the form, accelerated by Baku; return its public address."""
    page.goto(link)
    page.get_by_role("link", name="New tournament").click()
    page.locator("#kind-choice input[value='other']").check()
    page.locator("#system-choice input[value='swiss-dutch-2026']").check()
    expect(page.locator("#settings input[name='system']")).to_have_value("swiss-dutch-2026")
    page.get_by_role("textbox", name="Name").fill("Accelerated open")
    page.get_by_role("spinbutton").fill("5")
    page.locator("input[name='acceleration'][value='baku']").check()
    page.get_by_role("button", name="Create the tournament").click()
    public = str(page.get_by_role("link", name="Public page").get_attribute("href"))
    page.get_by_role("link", name="Enter players").click()
    page.get_by_label("One person per line").fill(LISTED)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Enter 12 people").click()
    page.get_by_role("link", name="To the arbiter’s desk").click()
    return public


def paired(page: Page, number: int) -> list[set[str]]:
    """Pair and publish a round; return the letters of both players of each board."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    page.get_by_role("button", name="Publish").click()
    rows = page.locator("#boards tr[data-open]")
    expect(rows).to_have_count(BOARDS)
    names = rows.locator("bdi").all_text_contents()
    return [{white[-1], black[-1]} for white, black in zip(names[::2], names[1::2], strict=True)]


def played(page: Page) -> None:
    """Enter the results of all boards by keys; the focus moves on by itself."""
    page.locator("#boards tr[data-open]").first.focus()
    for key in islice(cycle(KEYS), BOARDS):
        page.keyboard.press(key)
    expect(page.locator("#boards tr.done")).to_have_count(BOARDS)


def widths(page: Page) -> Iterator[int]:
    """The width of the page on each screen."""
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        yield int(page.evaluate("document.documentElement.scrollWidth"))


def test_an_accelerated_open_is_founded_paired_and_audited(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    window = new_window()
    page = window.page
    public = planilla.url + founded(page, planilla.link)
    first = paired(page, 1)
    assert all(board <= TOP or board <= BOTTOM for board in first), first
    assert set().union(*first) == TOP | BOTTOM
    played(page)
    paired(page, 2)
    played(page)
    page.goto(f"{public}/rules")
    accelerated = page.locator("dl.rules dt", has_text="Acceleration").locator("+ dd")
    expect(accelerated).to_contain_text("Baku")
    expect(accelerated).to_contain_text("C.04.7")
    page.goto(f"{public}/audit")
    verdicts = page.locator(".verdicts .verdict")
    expect(verdicts).to_have_count(2)
    expect(page.locator(".verdicts .verdict.same")).to_have_count(2)
    expect(verdicts.first).to_contain_text("Round 1: same. 6 boards")
    page.goto(f"{public}/rounds/2/why")
    expect(page.locator("#sheet")).to_contain_text("Player A")
    assert tuple(widths(page)) == SCREENS
    assert window.complaints == []
