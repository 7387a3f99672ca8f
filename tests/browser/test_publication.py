"""The arbiter lets the public wait, by keys, and shows it everything again; pages follow live."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

OPEN = "publication"
SIX = ("Ana", "Bea", "Carl", "Dora", "Eva", "Fay")


def test_the_public_waits_while_the_desk_goes_on_and_then_sees_it_all(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round(OPEN, SIX, rounds=3)
    desk, phone = new_window(width=1400), new_window(width=360)
    desk.page.goto(planilla.link)
    desk.page.wait_for_url(lambda url: "enter" not in url)
    phone.page.goto(f"{planilla.url}/t/{OPEN}/rounds/1")
    expect(phone.page.locator("#live")).to_have_class("live on")

    desk.page.goto(f"{planilla.url}/t/{OPEN}/arbiter/publication")
    desk.page.locator("input[name='level'][value='standings']").focus()
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowDown")
    expect(desk.page.locator("input[name='level'][value='pairings']")).to_be_checked()
    desk.page.keyboard.press("Enter")
    waits = phone.page.locator("#notices .waits")
    expect(waits).to_contain_text("The results of this round are published later.")

    desk.page.goto(f"{planilla.url}/t/{OPEN}/arbiter")
    expect(desk.page.locator("#live")).to_have_class("live on")
    planilla.post(OPEN, "record-result", "w1", game="1.1", result="1-0")
    expect(desk.page.locator("#g1\\.1 .said")).to_have_text("1–0")
    planilla.post(OPEN, "post-notice", "w2", note="Lunch is served")
    expect(phone.page.locator("#notices")).to_contain_text("Lunch is served")
    assert phone.page.locator("td:has-text('1–0')").count() == 0

    desk.page.goto(f"{planilla.url}/t/{OPEN}/arbiter/publication")
    desk.page.locator("form[data-act='publish-now'] button").press("Enter")
    expect(phone.page.locator("td:has-text('1–0')")).to_have_count(1)
    expect(waits).to_have_count(1)  # what follows waits again
    assert desk.complaints == phone.complaints == []
