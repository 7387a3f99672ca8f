"""One round of an open whose players report the results of some boards with their own phones."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.service
OPEN, ENTRANTS = "floor", 40
BOARDS = range(1, ENTRANTS // 2 + 1)
DRAW, WHITE_WON, BLACK_WON = "½–\u2060?½", "1–\u2060?0", "0–\u2060?1"
"""Results as they are shown: a word joiner keeps each on one line."""
BY_PHONE = 4
"""The first boards: their players report; the arbiter enters the others."""


@pytest.fixture
def codes(planilla: Any) -> list[dict[str, Any]]:
    """Round 1 is on the boards, and players may report: the codes of its slips."""
    names = [f"Player {n}" for n in range(1, ENTRANTS + 1)]
    planilla.open_round(OPEN, names, rounds=5)
    planilla.post(OPEN, "open-claims", "f5")
    found: list[dict[str, Any]] = planilla.codes(OPEN, 1)
    return found


def opened(
    planilla: Any, codes: list[dict[str, Any]], new_window: Callable[..., Any]
) -> dict[tuple[int, str], Any]:
    """A phone for each side of the boards that report, on the page behind its code."""
    phones = {}
    for board in range(1, BY_PHONE + 1):
        for side in ("white", "black"):
            phone = phones[board, side] = new_window(width=360)
            phone.page.goto(f"{planilla.url}/c/{OPEN}/{codes[board - 1][side]}")
            expect(phone.page.locator(".own dd")).to_contain_text("Player")
    return phones


def tap(page: Page, result: str) -> None:
    page.locator(f"button[name='result'][value='{result}']").click()


def stands(page: Page, said: str) -> None:
    expect(page.locator(".claim-standing")).to_contain_text(re.compile(said))


def test_a_round_is_reported_from_the_floor(
    planilla: Any, codes: list[dict[str, Any]], new_window: Callable[..., Any]
) -> None:
    desk = new_window()
    desk.page.goto(planilla.link)
    desk.page.wait_for_url(lambda url: "enter" not in url)
    desk.page.goto(f"{planilla.url}/t/{OPEN}/arbiter")
    expect(desk.page.locator("#live")).to_have_class("live on")
    phones = opened(planilla, codes, new_window)

    for board, result in ((1, "1-0"), (2, "½-½")):  # both sides say the same
        tap(phones[board, "white"].page, result)
        stands(phones[board, "white"].page, "It is recorded once your opponent reports the same")
        tap(phones[board, "black"].page, result)
        stands(phones[board, "black"].page, "^Recorded: ")
    expect(desk.page.locator("#g1\\.1 .said")).to_have_text(re.compile(WHITE_WON))

    white, black = phones[3, "white"], phones[3, "black"]  # they differ
    tap(white.page, "1-0")
    stands(white.page, "You reported")
    tap(black.page, "½-½")
    stands(black.page, "The arbiter decides")
    claimed = desk.page.locator("#claimed li.correction")
    expect(claimed).to_contain_text("They differ")
    expect(claimed).to_contain_text(re.compile(f"White: {WHITE_WON}.*Black: {DRAW}"))
    claimed.get_by_role("button", name=re.compile(f"Record {DRAW}")).click()
    expect(desk.page.locator("#g1\\.3 .said")).to_have_text(re.compile(DRAW))
    expect(desk.page.locator("#claimed")).to_have_count(0)
    white.page.reload()
    stands(white.page, f"^Recorded: {DRAW}")

    away, there = phones[4, "white"], phones[4, "black"]  # one phone has no network for a while
    away.page.context.set_offline(True)
    tap(away.page, "0-1")
    stands(away.page, f"No network. Your report {BLACK_WON} is kept on this phone")
    tap(there.page, "0-1")
    stands(there.page, "It is recorded once your opponent reports the same")
    away.page.context.set_offline(False)
    stands(away.page, f"^Recorded: {BLACK_WON}")

    for board in BOARDS[BY_PHONE:]:
        planilla.post(OPEN, "record-result", f"r{board}", game=f"1.{board}", result="1-0")
    expect(desk.page.locator("#boards tr[data-open]")).to_have_count(0)
    planilla.post(OPEN, "close-round", "f6", round=1)
    for (_, side), phone in phones.items():
        assert phone.page.evaluate("document.documentElement.scrollWidth") == 360, side
        expected = ["Failed to load resource: net::ERR_INTERNET_DISCONNECTED"]
        assert set(phone.complaints) <= set(expected if phone is away else [])


def test_without_script_the_page_is_a_form(planilla: Any, new_window: Callable[..., Any]) -> None:
    planilla.open_round("plain", ("P1", "P2"), name="Club")
    planilla.post("plain", "open-claims", "p5")
    (board,) = planilla.codes("plain", 1)
    for side, said in (("white", "You reported"), ("black", f"^Recorded: {DRAW}")):
        phone = new_window(width=360, java_script_enabled=False)
        phone.page.goto(f"{planilla.url}/c/plain")
        phone.page.locator("input[name='code']").fill(board[side].lower())
        phone.page.get_by_role("button", name="Open my board").click()
        tap(phone.page, "½-½")
        stands(phone.page, said)
