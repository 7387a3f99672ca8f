"""The tablet of a Masnou: taps are decided at once, also offline, and reach the server."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, ViewportSize, expect

from browser.conftest import Window

TABLES, PLAYERS = 6, 15
CALM_MS = 750
"""A card takes no tap so soon after it has changed."""
DOUBLE_TAP_MS = 350
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
        # while the service worker takes the page over, Playwright may miss what the page asks for
        page.evaluate(KEPT)

    def leave(self) -> None:
        self.page.context.set_offline(True)

    def come_back(self) -> None:
        self.page.context.set_offline(False)

    def tap(self, table: int, side: int = 0) -> None:
        self.page.locator(f"[data-key='table/{table}'] button.side").nth(side).click()

    def tap_twice(self, button: Locator) -> None:
        """A double tap of a finger, at its slowest: the same place twice within 350 ms."""
        box = button.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_timeout(DOUBLE_TAP_MS)
        self.page.touchscreen.tap(x, y)

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


@pytest.fixture
def window(organiser: Window) -> Iterator[Window]:
    """The browser of the organiser; a test that fails leaves nothing behind for the next one."""
    yield organiser
    page = organiser.page
    page.context.set_offline(False)
    page.unroute_all(behavior="ignoreErrors")
    for other in page.context.pages:
        if other is not page:
            other.close()


@pytest.fixture(scope="module")
def organiser(planilla: Any, browser: Browser) -> Iterator[Window]:
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


def clash(tablet: Tablet, *tables: int) -> None:
    """Results at tables 2 to 4 offline; somebody else has reported some of them otherwise."""
    tablet.leave()
    for table in (2, 3, 4):
        tablet.tap(table)
    for table in tables or (2,):
        key = f"{tablet.hall}-x{table}"
        tablet.planilla.post(tablet.hall, "record-result", key, game=f"T{table}.1", result="0-1")
    tablet.come_back()
    expect(tablet.page.locator("#sheet h2")).to_have_text("Conflict")


def test_of_two_versions_the_server_s_may_be_taken(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet)
    versions = tablet.page.locator(".versions tr", has_text="Table 2").locator("td")
    assert versions.all_inner_texts() == ["□ P3 – ■ P13", "□ P4 – ■ P13"]
    refused = tablet.page.locator(".acts > li")
    assert refused.count() == 1
    expect(refused).to_contain_text("P3 1–0 P4 (table 2)")
    expect(refused).to_contain_text("Game 2.1 is recorded as 0-1 and was now reported as 1-0.")
    tablet.page.get_by_role("button", name="keep the server’s").click()
    tablet.all_sent()
    tablet.sees("T2.1", recorded="0-1", result="0-1")
    expect(tablet.page.locator("[data-key='table/2'] .who").first).to_contain_text("P4")


def test_of_two_versions_mine_may_be_sent_as_a_correction_and_the_rest_after_it(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet)
    tablet.sees("T3.1", result="1-0")
    tablet.page.get_by_role("button", name="send mine as a correction").click()
    tablet.all_sent()
    tablet.sees("T2.1", recorded="0-1", result="1-0")
    tablet.sees("T2.2", offline=False)
    tablet.sees("T3.2", offline=True)


def test_of_several_that_were_refused_each_may_be_left_out_and_the_rest_tried_again(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    clash(tablet, 2, 3)
    page = tablet.page
    refused = page.locator(".acts > li")
    expect(refused).to_have_count(2)
    tablet.sees("T4.1", result="1-0")
    refused.first.get_by_role("button", name="discard this one").click()
    expect(page.locator("#line")).to_have_attribute("data-unsent", "1")
    planilla.post(tablet.hall, "withdraw-result", f"{tablet.hall}-y", game="T3.1")
    expect(refused).to_have_count(1)
    page.get_by_role("button", name="try again (1)").click()
    tablet.all_sent()
    tablet.sees("T2.1", recorded="0-1", result="0-1")
    tablet.sees("T3.1", recorded="1-0", result="1-0")


def test_the_results_of_two_games_that_are_others_on_the_server_are_not_recorded(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    """The tablet's second game at table 1 is P1 with P13; the server's is P2 with P13."""
    tablet = Tablet(planilla, window.page, opened())
    tablet.leave()
    tablet.tap(1)
    tablet.calm()
    tablet.tap(1)
    planilla.post(tablet.hall, "record-result", f"{tablet.hall}-x", game="T1.1", result="0-1")
    tablet.come_back()
    refused = tablet.page.locator(".acts > li")
    expect(refused).to_have_count(2)
    second = "Game 1.2 on the server is P2 – P13. The tablet meant P1 – P13."
    expect(refused.nth(1)).to_contain_text(second)
    tablet.sees("T1.2", white="p2", black="p13", result="*")
    tablet.page.get_by_role("button", name="keep the server’s, discard mine (2)").click()
    tablet.all_sent()


def test_two_tabs_of_one_tablet_keep_the_acts_of_both(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    one = Tablet(planilla, window.page, opened())
    other = Tablet(planilla, window.page.context.new_page(), one.hall)
    one.leave()
    one.tap(1)
    other.tap(2)
    one.tap(3)
    other.page.locator("[data-opens=enter]").click()
    other.page.locator("#sheet input").fill("Wilma")
    other.page.keyboard.press("Enter")
    for each in (one, other):
        expect(each.page.locator("#line .unsent")).to_have_text("not sent yet: 4")
    assert one.shown() == other.shown()
    assert one.shown().rstrip().endswith("Wilma")
    one.come_back()
    for each in (one, other):
        each.all_sent()
    for table in (1, 2, 3):
        one.sees(f"T{table}.1", result="1-0")
    other.page.close()


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


@pytest.fixture
def touched(planilla: Any, browser: Browser) -> Iterator[Page]:
    """A narrow window of the organiser's that is touched: one card lies under another."""
    size = ViewportSize(width=360, height=1600)
    with browser.new_context(viewport=size, has_touch=True, locale="en-GB") as context:
        window = Window(context)
        window.page.goto(planilla.link)
        window.page.wait_for_url(re.compile(r"/$"))
        yield window.page


def test_late_arrivals_are_entered_one_after_another_and_namesakes_told_apart(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page
    page.locator("[data-opens=enter]").click()
    slip = page.locator("#sheet")
    for name in ("Uma", "Zoé Gil"):
        expect(slip.locator("input[name=name]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(slip.locator(".notice")).to_have_text("In the queue: Zoé Gil and Uma")
    page.keyboard.type("zoe  gil")
    page.keyboard.press("Enter")
    expect(slip.get_by_role("alert")).to_have_text(
        "Zoé Gil is already here. Is this another person?"
    )
    expect(slip.locator("input[name=mark]")).to_be_focused()
    page.keyboard.press("Enter")  # nothing tells the two apart yet
    expect(slip.locator("input[name=mark]")).to_be_focused()
    page.keyboard.type("2015")
    page.keyboard.press("Enter")
    expect(slip.locator(".notice")).to_have_text("In the queue: zoe gil (2015), Zoé Gil and Uma")
    guest = slip.get_by_role("button", name="Guest")
    guest.click()
    expect(guest).to_be_focused()  # no keyboard comes up for somebody without a name
    page.keyboard.press("Escape")
    chips = page.locator("#chips")
    for name in ("Uma", "Zoé Gil", "zoe gil (2015)", "Guest 1"):
        expect(chips).to_contain_text(name)
    tablet.all_sent()


def test_the_category_of_a_late_arrival_is_one_tap(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    hall = opened()
    child = {"id": "kid", "person": {"name": "Kid"}, "categories": ["U12"]}
    planilla.post(hall, "enter-entrants", f"{hall}-kid", entrants=[child])
    tablet = Tablet(planilla, window.page, hall)
    page = window.page
    page.locator("[data-opens=enter]").click()
    page.locator("#sheet").get_by_role("button", name="U12").click()
    page.locator("#sheet input[name=name]").fill("Uma")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    tablet.all_sent()
    page.goto(f"{planilla.url}/t/{hall}?lang=en")
    expect(page.locator("tr", has_text="Uma").locator("small")).to_contain_text("U12")


def test_the_hall_pauses_and_goes_on_from_the_tablet_also_offline(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page
    wall = page.context.new_page()
    wall.goto(f"{planilla.url}/t/{tablet.hall}/screen?lang=en")
    page.bring_to_front()
    page.locator("#menu").click()
    page.locator("#sheet").get_by_role("button", name="pause the hall").click()
    expect(page.locator("#notice")).to_contain_text("The hall has been paused since")
    expect(wall.locator("#masnou-notice")).to_have_text(
        "The hall is paused: nobody is called until it resumes."
    )
    tablet.leave()
    tablet.calm()  # the notice has moved the cards
    tablet.tap(1)
    expect(page.locator("[data-key='table/1']")).to_contain_text("P1 waiting for an opponent")
    expect(page.locator("[data-key='table/1']")).to_contain_text("free: the hall is paused")
    page.locator("#notice button").click()
    page.locator("#sheet").get_by_role("button", name="end moved to").click()
    expect(page.locator("#notice")).to_be_empty()
    expect(page.locator("[data-key='table/1'] .who").nth(1)).to_contain_text("P13")
    tablet.come_back()
    tablet.all_sent()
    tablet.sees("T1.2", white="p1", black="p13")
    expect(wall.locator("#masnou-notice")).to_be_hidden()
    wall.close()


def test_brothers_are_kept_apart_from_the_tablet(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page
    page.locator("#chips button", has_text="P13").click()
    slip = page.locator("#sheet")
    slip.get_by_role("button", name="kept apart from").click()
    expect(slip).to_contain_text("It is public who is kept apart")
    slip.get_by_role("button", name="P1", exact=True).click()
    tablet.all_sent()
    tablet.calm()
    tablet.tap(1)
    tablet.sees("T1.2", white="p1", black="p14")
    expect(page.locator("#chips .passed")).to_have_count(1)
    page.locator("#chips button", has_text="P13").click()
    first = "P14 to table 1, to keep apart players who must not meet (P1)"
    expect(slip).to_contain_text(first)
    slip.get_by_role("button", name="kept apart from").click()
    slip.get_by_role("button", name="may meet again").click()
    tablet.all_sent()
    tablet.calm()
    tablet.tap(1)
    tablet.sees("T1.3", white="p1", black="p13")


def test_without_https_the_organiser_is_told_that_the_screen_goes_dark(
    planilla: Any, browser: Browser, opened: Callable[..., str]
) -> None:
    with browser.new_context(locale="en-GB") as context:
        context.add_init_script("delete Navigator.prototype.wakeLock;")  # as on plain http
        page = context.new_page()
        page.goto(planilla.link)
        page.wait_for_url(re.compile(r"/$"))
        tablet = Tablet(planilla, page, opened())
        expect(page.locator("#notice")).to_contain_text("set the screen’s time-out to never")
        page.locator("#notice button").click()
        expect(page.locator("#notice")).to_be_empty()
        Tablet(planilla, page, tablet.hall)
        expect(page.locator("#notice")).to_be_empty()
        page.locator("#menu").click()
        expect(page.locator("#sheet .notice")).to_contain_text("time-out to never")


def test_a_double_tap_after_the_end_records_one_result(
    planilla: Any, touched: Page, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, touched, opened())
    planilla.post(tablet.hall, "end-hall", f"{tablet.hall}-end")
    expect(touched.locator("#notice")).to_contain_text("6 games are still in progress")
    tablet.calm()
    for table in range(1, TABLES + 1):
        tablet.tap_twice(touched.locator(f"[data-key='table/{table}'] button.side").first)
        tablet.all_sent()
        ended = [name for name, game in tablet.games().items() if game["result"] != "*"]
        assert ended == [f"T{each}.1" for each in range(1, table + 1)]
        tablet.calm()
    expect(touched.locator("#main .card.over")).to_have_count(TABLES)
    touched.locator("[data-key='table/2'] button.table").click()
    touched.locator("#sheet").get_by_role("button", name="undo").click()
    tablet.sees("T2.1", result="*")


def test_a_double_tap_on_a_slip_records_no_result_beneath_it(
    planilla: Any, touched: Page, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, touched, opened())
    for number in range(13, PLAYERS + 1):
        chip = touched.locator("#chips button", has_text=f"P{number}")
        chip.click()
        tablet.tap_twice(touched.locator("#sheet").get_by_role("button", name="pause"))
        expect(chip).to_have_count(0)
        tablet.calm()
    tablet.all_sent()
    assert {game["result"] for game in tablet.games().values()} == {"*"}


SLIDES = """([x, y]) => {
  const main = document.getElementById("main");
  const watch = new MutationObserver(() => {
    const button = document.elementFromPoint(x, y).closest("button");
    if (button?.dataset.game !== "T2.1") return;
    watch.disconnect();
    const tap = { bubbles: true, detail: 1, clientX: x, clientY: y };
    button.dispatchEvent(new MouseEvent("click", tap));
    main.dataset.tapped = button.dataset.game;
  });
  watch.observe(main, { childList: true });
}"""
"""Taps where the first table was as soon as the second one has come to lie there."""


def test_a_card_that_slides_under_the_finger_takes_no_tap(
    planilla: Any, touched: Page, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, touched, opened())
    planilla.post(tablet.hall, "withdraw-table", f"{tablet.hall}-less", table=1)
    expect(touched.locator("[data-key='table/1'] button.table small")).to_contain_text(
        "withdrawn after"
    )
    tablet.calm()
    aimed = touched.locator("[data-key='table/1'] button.side").first.bounding_box()
    assert aimed is not None
    touched.evaluate(SLIDES, [aimed["x"] + aimed["width"] / 2, aimed["y"] + aimed["height"] / 2])
    planilla.post(tablet.hall, "record-result", f"{tablet.hall}-one", game="T1.1", result="1-0")
    expect(touched.locator("#main")).to_have_attribute("data-tapped", "T2.1")
    tablet.calm()
    tablet.tap(3)
    tablet.sees("T3.1", result="1-0")
    tablet.sees("T2.1", result="*")
    tablet.tap(2)
    tablet.sees("T2.1", result="1-0")


def test_a_broken_table_is_two_taps_and_its_players_come_before_the_queue(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    """Six tables and P1 to P12 at them: table 2, with P3 and P4, breaks; the network is down."""
    tablet = Tablet(planilla, window.page, opened())
    page, toast = window.page, window.page.locator("#toast")

    def breaks(table: int) -> None:
        page.locator(f"[data-key='table/{table}'] button.table").click()
        page.locator("#sheet").get_by_role("button", name="table broken").click()

    tablet.leave()
    breaks(2)
    expect(toast).to_contain_text("P3: before the queue, waiting for a table, P4: before the queue")
    expect(page.locator("#chips .held")).to_have_text(["↷ P3", "↷ P4"])
    expect(page.locator("[data-key='table/2']")).to_have_count(0)
    toast.get_by_role("button").click()
    expect(page.locator("[data-key='table/2'] .side").first).to_contain_text("P3")
    tablet.come_back()
    tablet.all_sent()
    tablet.sees("T2.2", white="p3", black="p4", voided=False)
    breaks(2)
    tablet.tap(1)
    tablet.sees("T1.2", white="p1", black="p3")


def test_held_upright_the_tablet_has_its_queue_at_the_lower_edge(
    planilla: Any, browser: Browser, opened: Callable[..., str]
) -> None:
    context = browser.new_context(viewport=ViewportSize(width=768, height=1024), locale="es-ES")
    page = context.new_page()
    page.goto(planilla.link)
    hall = opened(tables=2)
    page.goto(f"{planilla.url}/t/{hall}/arbiter/hall?lang=es")
    expect(page.locator("#line .state")).to_have_text("en directo")
    page.locator("[data-key='table/1'] button.side").first.click()
    undo = page.locator("#toast button")
    expect(undo).to_contain_text("deshacer")
    edges = [page.locator(each).bounding_box() for each in ("#queue", "#toast", "#toast button")]
    queue, toast, button = (each or pytest.fail("it is shown") for each in edges)
    assert queue["y"] + queue["height"] == 1024
    assert toast["y"] + toast["height"] <= queue["y"]
    assert button["x"] + button["width"] <= toast["x"] + toast["width"]
    context.close()


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
    would = "If it had been known, the queue would be: P15, P1 and P4."
    expect(page.locator("#sheet .notice")).to_have_text(would)
    page.get_by_role("button", name="reported wrongly").click()
    tablet.sees("T1.1", recorded="1-0", result="0-1")
    assert tablet.shown().split()[-2:] == ["3", "P4"]
    expect(page.locator("[data-key='table/1'] .side").first).to_contain_text("P1")


def test_games_that_ended_offline_before_the_end_count_when_the_tablet_comes_back_after_it(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened(tables=1))
    tablet.leave()
    for _ in range(3):
        tablet.tap(1)
        tablet.calm()
    planilla.post(tablet.hall, "end-hall", f"{tablet.hall}-x")
    tablet.come_back()
    tablet.all_sent()
    expect(tablet.page.locator("#sheet")).not_to_be_visible()
    for game, black in (("T1.1", "p2"), ("T1.2", "p3"), ("T1.3", "p4")):
        tablet.sees(game, white="p1", black=black, result="1-0")
    # the fourth began before the end too: it is finished on this tablet, and counts
    expect(tablet.page.locator("#notice")).to_have_text(re.compile("1 game is still in progress"))
    tablet.calm()
    tablet.tap(1, side=1)
    tablet.all_sent()
    tablet.sees("T1.4", white="p1", black="p5", result="0-1")
    expect(tablet.page.locator("#main button.side")).to_have_count(0)


def test_an_act_whose_answer_was_lost_counts_once(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    tablet = Tablet(planilla, window.page, opened())
    page = window.page

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/commands/record-result", lambda route: route.abort())
    page.route("**/commands/record-result", lose_the_answer, times=1)
    tablet.tap(1)
    expect(page.locator("#line .unsent")).to_have_text("not sent yet: 1")
    tablet.sees("T1.2", result="*", offline=False)
    page.unroute("**/commands/record-result")
    page.evaluate("dispatchEvent(new Event('online'))")
    tablet.all_sent()
    tablet.tap(2)
    tablet.all_sent()
    tablet.sees("T1.2", result="*", offline=False)
    tablet.sees("T2.2", result="*", offline=False)
    expect(page.locator("#sheet")).not_to_be_visible()


def test_whoever_goes_home_from_a_game_that_the_tablet_alone_knows_has_lost_it(
    planilla: Any, window: Window, opened: Callable[..., str]
) -> None:
    """Offline p1 beats p2, p3 goes home, p4 never comes, the hall pauses; p5 goes home after it."""
    tablet = Tablet(planilla, window.page, opened(tables=1))
    page = tablet.page

    def say_of(player: str, what: str) -> None:
        page.locator("[data-key='table/1'] [data-table]").click()
        said = page.locator("#sheet .player", has_text=player)
        said.get_by_role("button", name=what).click()

    tablet.leave()
    tablet.tap(1)
    say_of("P3", "gone home")
    say_of("P4", "not here")
    page.locator("#menu").click()
    page.locator("#sheet").get_by_role("button", name="pause the hall").click()
    planilla.post(tablet.hall, "end-hall", f"{tablet.hall}-x")
    tablet.come_back()
    tablet.all_sent()
    expect(page.locator("#sheet")).not_to_be_visible()
    tablet.sees("T1.1", white="p1", black="p2", result="1-0")
    tablet.sees("T1.2", white="p1", black="p3", result="1-0")
    tablet.sees("T1.3", white="p1", black="p4", result="*", voided=True)
    expect(page.locator("#notice")).to_contain_text("The hall has been paused since")
    say_of("P5", "gone home")
    tablet.all_sent()
    tablet.sees("T1.4", white="p1", black="p5", result="1-0")
    expect(page.locator("#main button.side")).to_have_count(0)
