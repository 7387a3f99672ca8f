"""The pages of the audit can be read and hit by everybody: on a phone, in both themes, by keys."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from dsl.navigating import go_to
from patience import PATIENCE_MS

pytestmark = [pytest.mark.service, pytest.mark.no_cover]

LEGIBLE = Path(__file__).with_name("legible.js").read_text(encoding="utf-8")
PLAYERS = ("Zamora, Joan", "Bea", "Carl", "Dora", "Emil", "Fay", "Gil", "Hue")
ROUNDS = 2
PUBLIC = (
    "facts",
    "facts?board=77",
    "dossier/{version}",
    "whatif/{version}",
    "whatif?game=1.1&result=½-½&reading=branch",
    "audit",
    "proof?head=v3",
    "?at=v12",
    "?at=v9999",
)
STAFF = ("arbiter/corrections", "arbiter/games/2.1", "arbiter/entrants/e1/erase")


@pytest.fixture(scope="module")
def corrected(planilla: Any) -> Any:
    """Eight players, two rounds; the first game of all is corrected after the second."""
    entrants = [
        {"id": f"e{n}", "person": {"name": who}, "rating": 2200 - 50 * n}
        for n, who in enumerate(PLAYERS, start=1)
    ]
    post = planilla.post
    post("seen", "create-tournament", "seen-1", name="Seen", rounds=4)
    post("seen", "enter-entrants", "seen-2", entrants=entrants)
    for number in range(1, ROUNDS + 1):
        post("seen", "pair-round", f"seen-p{number}", round=number)
        post("seen", "publish-pairings", f"seen-q{number}", round=number)
        for board in range(1, 5):
            game = f"{number}.{board}"
            post("seen", "record-result", f"seen-r{game}", game=game, result="1-0")
        post("seen", "close-round", f"seen-c{number}", round=number)
    return planilla


@pytest.fixture(scope="module")
def phone(browser: Browser, corrected: Any) -> Iterator[Page]:
    """The arbiter's phone, on which the first result has just been corrected."""
    context = browser.new_context(
        viewport={"width": 360, "height": 780}, locale="es-ES", has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(corrected.link)
    page.wait_for_url(lambda address: "/enter" not in address)
    page.goto(f"{corrected.url}/t/seen/facts?round=1&board=1&kind=result")
    reported = int((page.locator(".timeline li").get_attribute("id") or "")[1:])
    effect = {"points": True, "pairing_from": None, "rating": True}
    corrected.post(
        "seen", "correct-result", "seen-x",
        game="1.1", result="0-1", corrects=reported, reason="Swapped", effect=effect,
    )  # fmt: skip
    yield page
    context.close()


def complaints(page: Page) -> list[str]:
    """In the light and in the dark."""
    said: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        said += [f"{scheme}: {each}" for each in page.evaluate(LEGIBLE)]
    return said


def test_every_page_can_be_read_and_hit_on_a_phone(phone: Page, corrected: Any) -> None:
    phone.goto(f"{corrected.url}/t/seen/facts?kind=correction")
    version = (phone.locator(".timeline li").get_attribute("id") or "")[1:]
    found = {}
    for path in (*PUBLIC, *STAFF):
        address = f"{corrected.url}/t/seen/{path.format(version=version)}".replace("/?", "?")
        go_to(phone, address)
        found[path] = complaints(phone)
    assert {path: said for path, said in found.items() if said} == {}


FROM_THEIR_LINES = """() => {
  const drawing = document.querySelector(".lines-of").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".slope .after li:not(.head)")];
  const height = drawing.height / document.querySelectorAll(".lines-of line").length;
  return rows.map((row, at) => Math.abs(row.getBoundingClientRect().y - drawing.y - at * height));
}"""
"""The distance of each name from the end of its line, in px, all measured in one call.

Later arrivals move the whole page: the live badge replaces the time, news appear above.
"""


def test_drawings_meet_the_names_beside_them(phone: Page, corrected: Any) -> None:
    phone.goto(f"{corrected.url}/t/seen/whatif?game=2.1&result=0-1")
    expect(phone.locator("#waiting")).to_have_count(0, timeout=PATIENCE_MS)
    phone.wait_for_load_state()  # the answer may have taken the place of the page that waits for it
    lines, rows = phone.locator(".lines-of line"), phone.locator(".slope .after li:not(.head)")
    assert lines.count() == rows.count() > 1
    assert max(phone.evaluate(FROM_THEIR_LINES)) < 1
    expect(phone.locator(".lines-of svg")).to_have_attribute("aria-hidden", "true")


def test_a_dossier_on_paper_is_whole_and_black_on_white(phone: Page, corrected: Any) -> None:
    phone.goto(f"{corrected.url}/t/seen/facts?kind=correction")
    phone.goto(corrected.url + (phone.locator("a[href*='/dossier/']").get_attribute("href") or ""))
    phone.emulate_media(media="print", color_scheme="dark")
    for part in ("facts", "rounds", "branch", "rule", "options", "decision", "verify"):
        expect(phone.locator(f".part.{part}")).to_be_visible()
    assert [each for each in phone.evaluate(LEGIBLE) if each.startswith("contrast")] == []
    bars = [each.bounding_box() for each in phone.locator(".two-times rect.lasts").all()]
    assert (
        len({round(bar["width"]) for bar in bars if bar}) == 1
    )  # points and rating: both to the end
    phone.emulate_media(media="screen")


def test_a_surname_keeps_its_comma_on_a_card(phone: Page, corrected: Any) -> None:
    people = [
        {"id": f"p{n}", "person": {"name": who}}
        for n, who in enumerate(("Zamora, Joan", "Fernández-Villaverde, Ana"))
    ]
    corrected.post("card", "create-tournament", "card-1", name="Card", system="masnou", rounds=0)
    corrected.post("card", "enter-entrants", "card-2", entrants=people)
    corrected.post("card", "open-hall", "card-3", rules={"tables": 1, "order": "arrival"})
    phone.goto(f"{corrected.url}/t/card/arbiter/hall")
    expect(phone.locator(".card .side")).to_have_count(2)
    assert phone.evaluate(LINES_OF, "Zamora,") == 1


LINES_OF = """(said) => {
  const texts = document.createTreeWalker(document.querySelector(".tables"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const at = text.data.indexOf(said);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + said.length);
    return new Set([...range.getClientRects()].map((box) => box.top)).size;
  }
  return 0;
}"""
"""On how many lines something is written."""


def test_keys_alone_go_through_the_past(corrected: Any, new_window: Callable[..., Any]) -> None:
    window = new_window(width=1280, reduced_motion="reduce")
    page = window.page
    page.goto(f"{corrected.url}/t/seen/facts")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Tab")
    shown = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert shown == "2px"
    slider = page.locator(".slider")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moment")).to_be_visible()
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^v\d+$"))
    page.keyboard.press("Space")
    expect(page.locator(".play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".moment")).to_have_count(0)  # the present is reached
    expect(page.locator(".play")).to_have_attribute("aria-pressed", "false")
    assert window.complaints == []
