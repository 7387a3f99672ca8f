"""One time zone a page, whatever the reader's, and it is named where it is another."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(180)

LIMA, MADRID, BOGOTA = "America/Lima", "Europe/Madrid", "America/Bogota"
SHOWN = """zone => [...document.querySelectorAll("time[datetime]")].every(time =>
  time.textContent.endsWith(new Date(time.dateTime).toLocaleTimeString("en-GB",
    { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone })))"""


def test_a_tournament_has_the_zone_of_its_organisers_browser(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    organiser = new_window(timezone_id=LIMA).page
    organiser.goto(planilla.link)
    organiser.get_by_role("link", name="New tournament").click()
    expect(organiser.get_by_label("Time zone of the venue")).to_have_value(LIMA)
    organiser.get_by_role("textbox", name="Name").fill("Lima open")
    organiser.get_by_role("button", name="Create the tournament").click()
    address = str(organiser.get_by_role("link", name="Public page").get_attribute("href"))
    for reader, is_named in ((MADRID, True), (LIMA, False), (BOGOTA, False)):
        window = new_window(timezone_id=reader, width=360)
        window.page.goto(f"{planilla.url}{address}/facts")
        expect(window.page.locator("#live")).to_have_class("live on")
        assert window.page.locator("time[datetime]").count() > 1
        assert window.page.evaluate(SHOWN, LIMA), reader
        note = window.page.locator("[data-zone-note]")
        if is_named:
            expect(note).to_have_text(f"Times of {LIMA}")
        else:  # Bogotá keeps the hours of Lima
            expect(note).to_be_hidden()
        window.page.context.set_offline(True)
        expect(window.page.locator("#live")).to_have_text(re.compile(r"as of \d\d:\d\d"))
        said = window.page.locator("#live").inner_text()[-5:]
        assert window.page.evaluate(
            """([zone, said]) => [0, 60_000].some(back =>
              new Date(Date.now() - back).toLocaleTimeString("en-GB", { hour: "2-digit",
                minute: "2-digit", hourCycle: "h23", timeZone: zone }) === said)""",
            [LIMA, said],
        )
        assert [each for each in window.complaints if "ERR_INTERNET" not in each] == []
