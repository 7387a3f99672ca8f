"""The tablet of a Masnou: taps are decided at once, also offline, and reach the server."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from browser.conftest import Window

pytestmark = pytest.mark.timeout(120)

TABLES, PLAYERS = 6, 15
CALM_MS = 750
"""A card takes no tap so soon after it has changed."""
NOISE = ("Failed to load resource", "WebSocket connection")
"""What a browser says of itself while it is offline."""
ROWS = "(address) => fetch(address).then((answer) => answer.json())"
LISTEN = """
  window.heard = [];
  speechSynthesis.speak = ({ text, lang }) => heard.push(`${lang} ${text}`);
"""
"""What is said aloud is written down."""
numbers = count()
TRIES = 100
KEPT = """async () => {
  while (!(await caches.match(location.pathname)) || !navigator.serviceWorker.controller) {
    await new Promise((again) => setTimeout(again, 20));
  }
}"""
"""Ends when the page would open again without a network."""


class Tablet:
    """A page in somebody's hand, and the server behind it."""

    def __init__(self, planilla: Any, page: Page, hall: str) -> None:
        self.planilla, self.page, self.hall = planilla, page, hall
        page.goto(f"{planilla.url}/t/{hall}/arbiter/hall?lang=en")
        expect(page.locator("#line .state")).to_have_text("live")

    def leave(self) -> None:
        self.page.context.set_offline(True)

    def come_back(self) -> None:
        self.page.context.set_offline(False)

    def tap(self, table: int, side: int = 0) -> None:
        self.page.locator(f"[data-key='table/{table}'] button.side").nth(side).click()

    def calm(self) -> None:
        self.page.wait_for_timeout(CALM_MS)

    def shown(self) -> str:
        """Who sits where, and the queue."""
        sides = self.page.locator("#main .side .who").all_inner_texts()
        return " ".join([*sides, self.page.locator("#chips").inner_text()])

    def games(self) -> dict[str, Any]:
        """The games at the tables as the server has them, by identity; the last four of a table."""
        rows = self.page.evaluate(ROWS, f"/api/t/{self.hall}/views/hall")["rows"]
        tables = [facts for kind, facts in rows.values() if kind == "table"]
        return {
            f"T{table['number']}.{table['games_before'] + place}": game
            for table in tables
            for place, game in enumerate(table["games"], start=1)
        }

    def all_sent(self) -> None:
        expect(self.page.locator("#line")).to_have_attribute("data-unsent", "0")
        expect(self.page.locator("#line .state")).to_have_text("live")

    def sees(self, game: str, **wanted: object) -> None:
        """Wait until the rows of the server tell of the game what is wanted."""
        found: dict[str, Any] = {}
        for _ in range(TRIES):
            found = self.games().get(game, {})
            if all(found.get(name) == value for name, value in wanted.items()):
                return
            self.page.wait_for_timeout(50)
        pytest.fail(f"{game} is {found}, not {wanted}")


@pytest.fixture(scope="module")
def opened(planilla: Any) -> Callable[..., str]:
    """Opens one more hall and tells its id."""

    def new_hall(**more: int) -> str:
        hall = f"masnou-{next(numbers)}"
        people = [
            {"id": f"p{number}", "person": {"name": f"P{number}"}}
            for number in range(1, PLAYERS + 1)
        ]
        planilla.post(hall, "create-tournament", f"{hall}-1", name="Masnou", system="masnou")
        planilla.post(hall, "enter-entrants", f"{hall}-2", entrants=people)
        rules = {"tables": TABLES, "order": "arrival", **more}
        planilla.post(hall, "open-hall", f"{hall}-3", rules=rules)
        return hall

    return new_hall


@pytest.fixture(scope="module")
def window(planilla: Any, browser: Browser) -> Iterator[Window]:
    """One browser of the organiser's for all tests."""
    size = ViewportSize(width=1024, height=768)
    with browser.new_context(viewport=size, locale="en-GB") as context:
        window = Window(context)
        context.add_init_script(LISTEN)
        window.page.goto(planilla.link)
        window.page.wait_for_url(re.compile(r"/$"))
        yield window


def test_ten_games_and_a_player_offline_reach_the_server_as_they_were_played(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page
    page.evaluate(KEPT)
    tablet.leave()
    for table in range(1, TABLES + 1):
        tablet.tap(table, side=table % 2)
    tablet.calm()
    for table in range(1, 5):
        tablet.tap(table)
    page.locator("[data-opens=enter]").click()
    page.locator("#sheet input").fill("Wilma")
    page.keyboard.press("Enter")
    expect(page.locator("#line .unsent")).to_have_text("not sent yet: 11")
    before = tablet.shown()
    assert before.rstrip().endswith("Wilma")
    page.reload()
    expect(page.locator("#line .unsent")).to_have_text("not sent yet: 11")
    assert tablet.shown() == before
    tablet.come_back()
    tablet.all_sent()
    tablet.sees("T4.3", result="*")
    games = tablet.games()
    results = [game["result"] for game in games.values() if game["result"] != "*"]
    assert len(results) == 10
    assert tablet.shown() == before
    running = [game for game in games.values() if game["result"] == "*"]
    assert [game["offline"] for game in running] == [True] * TABLES
    assert [each for each in window.complaints if not each.startswith(NOISE)] == []


def clash(tablet: Tablet) -> None:
    """Two results offline, the first of which somebody else has reported otherwise meanwhile."""
    tablet.leave()
    tablet.tap(2)
    tablet.tap(3)
    tablet.planilla.post(
        tablet.hall, "record-result", f"{tablet.hall}-x", game="T2.1", result="0-1"
    )
    tablet.come_back()
    expect(tablet.page.locator("#sheet h2")).to_have_text("Two versions")


def test_of_two_versions_the_server_s_may_be_taken(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet)
    versions = tablet.page.locator(".versions tr", has_text="Table 2").locator("td")
    assert versions.all_inner_texts() == ["□ P3 – ■ P13", "□ P4 – ■ P13"]
    assert tablet.page.locator(".acts li").count() == 2
    tablet.page.get_by_role("button", name="take the server’s").click()
    tablet.all_sent()
    tablet.sees("T3.1", result="*")
    expect(tablet.page.locator("[data-key='table/2'] .who").first).to_contain_text("P4")


def test_of_two_versions_mine_may_be_sent_as_a_correction_and_the_rest_after_it(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet)
    tablet.page.get_by_role("button", name="send mine as a correction").click()
    tablet.all_sent()
    tablet.sees("T2.1", recorded="0-1", result="1-0")
    tablet.sees("T3.1", result="1-0")
    tablet.sees("T2.2", offline=False)
    tablet.sees("T3.2", offline=True)


def test_what_was_refused_may_be_left_out_and_the_rest_sent(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet)
    tablet.page.get_by_role("button", name="leave this one out").click()
    tablet.all_sent()
    tablet.sees("T2.1", recorded="0-1", result="0-1")
    tablet.sees("T3.1", result="1-0")


def test_who_is_called_comes_or_does_not(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened(tables=1, call_seconds=60))
    card = tablet.page.locator("[data-key='table/1']")
    expect(card.locator("[data-until]")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    card.get_by_role("button", name="here", exact=True).first.click()
    expect(card.locator(".called")).to_have_count(1)
    tablet.calm()
    card.get_by_role("button", name="not here · call P3").click()
    expect(card.locator(".called b").first).to_have_text("P3")
    tablet.calm()
    card.get_by_role("button", name="here", exact=True).click()
    expect(card.locator(".who")).to_have_text([re.compile("P1"), re.compile("P3")])
    tablet.page.get_by_role("button", name="Away 1").click()
    tablet.page.get_by_role("button", name="back to the queue").click()
    tablet.all_sent()
    tablet.sees("T1.1", white="p1", black="p3")
    assert tablet.shown().split()[-1] == "P2"


def test_two_tablets_show_one_hall_and_a_result_can_be_taken_back(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    one = Tablet(planilla, window.page, opened())
    other = Tablet(planilla, window.page.context.new_page(), one.hall)
    one.page.bring_to_front()  # a page behind another is slow
    before = one.shown()
    one.tap(1)
    expect(one.page.locator("#toast span")).to_have_text(
        "P1 stays, P2 to place 3, next: P13 at table 1"
    )
    expect(other.page.locator("[data-key='table/1'] .who").nth(1)).to_contain_text("P13")
    assert other.shown() == one.shown()
    for each in (one, other):
        assert each.page.evaluate("heard") == ["en-GB P13, table 1."]
    one.page.locator("#toast button").click()
    expect(other.page.locator("[data-key='table/1'] .who").nth(1)).to_contain_text("P2")
    assert one.shown() == other.shown() == before
    one.calm()
    one.page.locator("[data-key='table/1'] button.side").first.dblclick()
    one.all_sent()
    one.sees("T1.3", result="*")  # the second tap was the same finger
    other.page.close()


def test_a_correction_tells_what_the_queue_would_have_been(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    tablet.tap(1)
    tablet.tap(2)
    tablet.sees("T2.1", result="1-0")
    page = window.page
    page.locator("[data-key='table/1'] button.table").click()
    page.get_by_role("button", name="correct").click()
    page.get_by_role("button", name="■ P2").click()
    would = "Had it been known, the queue would be: P15, P1, and P4."
    expect(page.locator("#sheet .notice")).to_have_text(would)
    page.get_by_role("button", name="reported wrongly").click()
    tablet.sees("T1.1", recorded="1-0", result="0-1")
    assert tablet.shown().split()[-2:] == ["3", "P4"]
    expect(page.locator("[data-key='table/1'] .side").first).to_contain_text("P1")


def test_an_act_whose_answer_was_lost_counts_once(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/commands/record-result", lose_the_answer, times=1)
    tablet.tap(1)
    expect(page.locator("#line .unsent")).to_have_text("not sent yet: 1")
    tablet.sees("T1.2", result="*", offline=False)
    page.evaluate("dispatchEvent(new Event('online'))")
    tablet.all_sent()
    tablet.tap(2)
    tablet.all_sent()
    tablet.sees("T1.2", result="*", offline=False)
    tablet.sees("T2.2", result="*", offline=False)
    expect(page.locator("#sheet")).not_to_be_visible()
