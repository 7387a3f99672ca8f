"""The second look at results: a pile of slips typed again by keys, compared, and mended."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

KEYS = ("1", "2", "3", "+", "-", "0")
RECORDED = ("1-0", "½-½", "0-1", "+/-", "-/+", "-/-")
TYPED_RESULT = "rows => rows.map((row) => row.querySelector('input:checked')?.value ?? '')"


@pytest.mark.parametrize("width", [360, 1400])
def test_a_pile_is_typed_again_by_keys_and_the_board_that_differs_is_mended(
    planilla: Any, new_window: Callable[..., Any], width: int
) -> None:
    name = f"pile-{width}"
    planilla.open_round(name, (f"Player {n}" for n in range(1, 13)))
    for board, result in enumerate(RECORDED, start=1):
        planilla.post(name, "record-result", f"{name}-{board}", game=f"1.{board}", result=result)
    window = new_window(width=width)
    page = window.page
    page.goto(planilla.link)
    page.wait_for_url(re.compile(r"/$"))
    page.goto(f"{planilla.url}/t/{name}/arbiter")
    page.get_by_role("link", name="All results are in").click()
    rows = page.locator("form.look tr[data-key]")
    expect(rows.first).to_be_focused()
    for key in ("3", "ArrowDown", *KEYS[2:]):  # board 1 is misread, board 2 is passed over
        page.keyboard.press(key)
    assert rows.evaluate_all(TYPED_RESULT) == ["0-1", "", *RECORDED[2:]]
    expect(page.locator("form.look output")).to_have_text("5 of 6 typed again")
    expect(rows.nth(1)).to_be_focused()  # after the last board, the one that is left
    expect(rows.nth(3).locator("input[value='+/-']")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("form.look output")).to_have_text("6 of 6 typed again")
    expect(page.get_by_role("button", name="Compare")).to_be_focused()
    page.keyboard.press("Enter")
    compared = page.locator(".compared")
    expect(compared.locator("h2")).to_have_text("2 boards differ, 4 agree, 0 not looked at again")
    expect(compared.locator("li").first).to_contain_text("recorded 1–0, second look 0–1")
    rows.first.focus()
    page.keyboard.press("1")  # it was misread here
    expect(rows.first.locator(".mark")).to_be_empty()
    with page.expect_popup() as opened:
        compared.locator("li", has_text="board 2").get_by_role("link").click()
    desk = opened.value
    row = desk.locator("#boards tr[data-key='1.2']")
    row.get_by_title("Withdraw").click()
    desk.locator("dialog.ask button", has_text="Confirm").first.click()
    row.locator("button[value$=' 1-0']").click()
    expect(row.locator(".said:not(.sent)")).to_have_text("1–0")
    page.get_by_role("button", name="Compare").click()
    expect(compared.locator("h2")).to_have_text("0 boards differ, 6 agree, 0 not looked at again")
    assert window.complaints == []


def test_a_found_board_is_typed_cleared_and_chosen_by_tap(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("unsorted", (f"Player {n}" for n in range(1, 9)))
    for board in range(1, 5):
        planilla.post("unsorted", "record-result", f"u-{board}", game=f"1.{board}", result="1-0")
    window = new_window()
    page = window.page
    page.goto(planilla.link)
    page.wait_for_url(re.compile(r"/$"))
    page.goto(f"{planilla.url}/t/unsorted/second-look")
    rows = page.locator("form.look tr[data-key]")
    for key in ("/", "3", "Enter"):
        page.keyboard.press(key)
    expect(rows.nth(2)).to_be_focused()
    page.keyboard.press("2")
    assert rows.evaluate_all(TYPED_RESULT) == ["", "", "½-½", ""]
    for key in ("ArrowUp", "Backspace"):
        page.keyboard.press(key)
    assert rows.evaluate_all(TYPED_RESULT) == ["", "", "", ""]
    expect(page.locator("form.look output")).to_have_text("0 of 4 typed again")
    rows.nth(1).locator("input[value='0-1']").click()
    page.keyboard.press("ArrowDown")  # to the next board: it does not change what was tapped
    expect(rows.nth(2)).to_be_focused()
    assert rows.evaluate_all(TYPED_RESULT) == ["", "0-1", "", ""]
    expect(page.locator("form.look output")).to_have_text("1 of 4 typed again")
    assert window.complaints == []
