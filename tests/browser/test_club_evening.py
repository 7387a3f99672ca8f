"""A club's evening through the pages alone, and what people at their phones see of it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

SIX = "Alba, Ana 2100\nBosch, Bea 2000\nCruz, Carl 1900\nDíaz, Dora 1800\nElías, Eva\nFont, Fay"
ROUNDS = 3
SCREENS = (360, 768, 1400, 1920)
ONE_SECOND_MS = 1000
LATENCY_FILE = Path(__file__).parent.parent.parent / "build" / "browser-latency.txt"


def create_tournament(page: Page, link: str) -> str:
    """Enter with the organiser's link, create a tournament, enter six; its public address."""
    page.goto(link)
    page.get_by_role("link", name="New tournament").click()
    assert "#" not in page.url
    page.get_by_role("textbox", name="Name").fill("Club evening")
    page.locator("details.settings > summary").click()
    page.locator("[name='rounds']").fill(str(ROUNDS))
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.locator(".secret")).to_contain_text("/enter#")
    public = str(page.get_by_role("link", name="Public page").get_attribute("href"))
    page.get_by_role("link", name="Enter players").click()
    page.get_by_label("One person per line").fill(SIX)
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".review tbody tr")).to_have_count(6)
    page.get_by_role("button", name="Enter 6 people").click()
    page.get_by_role("link", name="To the arbiter’s desk").click()
    return public


def pair_and_publish(page: Page, number: int) -> None:
    """Two buttons: a draft, and everybody sees it."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.locator("h2.title").first).to_contain_text("draft")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#boards tr[data-open]")).to_have_count(3)


def test_a_six_player_evening_by_keyboard(
    empty_planilla: Any, new_window: Callable[..., Any]
) -> None:
    arbiter = new_window()
    page = arbiter.page
    public = create_tournament(page, empty_planilla.link)
    for number in range(1, ROUNDS + 1):
        pair_and_publish(page, number)
        page.locator("#boards tr[data-open]").first.focus()
        for key in "123":  # White wins, draw, Black wins: the focus moves on by itself
            page.keyboard.press(key)
        expect(page.locator("#boards tr.done")).to_have_count(3)
        said = page.locator("#boards tbody .said").all_text_contents()
        assert said == ["1–0", "½–½", "0–1"]
    page.get_by_role("button", name="Finish the tournament").click()
    expect(page.locator(".next")).to_have_text("The tournament is finished.")
    page.goto(empty_planilla.url + public)
    points = page.locator(".standings td.points").all_inner_texts()
    doubled = [2 * float(text.replace("½", ".5")) for text in points]
    assert sum(doubled) == 2 * 3 * ROUNDS  # three boards a round, one point each
    assert doubled == sorted(doubled, reverse=True)
    expect(page.locator(".status")).to_contain_text("finished")
    assert arbiter.complaints == []


def test_the_same_evening_without_script(planilla: Any, new_window: Callable[..., Any]) -> None:
    page = new_window(java_script_enabled=False).page
    page.goto(planilla.url + "/enter")
    page.get_by_label("Link, key or code").fill(planilla.link)
    page.get_by_role("button", name="Enter", exact=True).click()
    public = create_tournament(page, planilla.url + "/")
    for number in range(1, ROUNDS + 1):
        pair_and_publish(page, number)
        for _ in range(3):
            page.locator("#boards button[value$=' 1-0']").first.click()
        expect(page.locator("#boards tr.done")).to_have_count(3)
    page.locator("#undo button").click()  # the last result is taken back …
    page.locator("#boards button[value$=' ½-½']").click()  # … and entered again
    page.get_by_role("button", name="Finish the tournament").click()
    page.goto(planilla.url + public)
    expect(page.locator(".standings tbody tr")).to_have_count(6)
    page.locator(".timeline, .tabs").get_by_text("Timeline").click()
    expect(page.locator(".timeline")).to_contain_text("½–\u2060½")


def latency_of_a_win(arbiter: Page, standings: Page, pairings: Page, board: int) -> int:
    """Milliseconds from the arbiter's key to the result in both browsers."""
    time.sleep(1.2)  # rows move at most once a second; the clock starts in a quiet moment
    started = time.monotonic()
    arbiter.keyboard.press("1")
    expect(pairings.locator("tbody tr[data-key]").nth(board - 1)).to_contain_text("1–0")
    expect(standings.locator(".standings td.points", has_text="1")).to_have_count(board)
    return round((time.monotonic() - started) * 1000)


def test_two_browsers_see_a_result_within_a_second(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    arbiter, standings, pairings = new_window(), new_window(), new_window(width=360)
    public = create_tournament(arbiter.page, planilla.link)
    pair_and_publish(arbiter.page, 1)
    standings.page.goto(planilla.url + public)
    pairings.page.goto(planilla.url + public + "/rounds")
    for window in (standings, pairings):
        expect(window.page.locator("#live.on")).to_be_visible()
    latencies_ms = [
        latency_of_a_win(arbiter.page, standings.page, pairings.page, board) for board in (1, 2, 3)
    ]
    LATENCY_FILE.parent.mkdir(exist_ok=True)
    LATENCY_FILE.write_text(f"entry to both browsers, ms: {latencies_ms}\n", encoding="utf-8")
    # Another process of this machine may hold one of them up; none of ours may hold up all.
    assert min(latencies_ms) < ONE_SECOND_MS
    # The desk's own answer may come after the spectators'.
    expect(arbiter.page.locator("#toast")).to_contain_text("Cruz, Carl")
    expect(arbiter.page.locator("#toast button")).to_contain_text("Undo")
    arbiter.page.locator("#toast button").click()
    expect(pairings.page.locator("tbody tr[data-key]").nth(2)).not_to_contain_text("1–0")
    expect(standings.page.locator(".standings td.points", has_text="1")).to_have_count(2)
    for window in (arbiter, standings, pairings):
        assert window.complaints == []


def test_the_scrubber_walks_through_the_past_and_returns(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    window = new_window()
    page = window.page
    public = create_tournament(page, planilla.link)
    pair_and_publish(page, 1)
    page.keyboard.press("3")
    expect(page.locator("#boards tr.done")).to_have_count(1)
    page.goto(planilla.url + public)
    page.locator(".slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moment")).to_contain_text("1 fact ago")
    assert "at=v" in page.url
    expect(page.locator(".standings .points a").first).to_have_text("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".standings .points a").first).to_have_text("1")
    expect(page.locator(".moment")).to_have_count(0)
    assert "at=" not in page.url
    page.locator(".standings .points a").first.click()
    expect(page.locator(".below")).to_contain_text("Buchholz")
    assert window.complaints == []


def widest(page: Page) -> dict[int, int]:
    """How wide the page is on each screen, with all that can be opened open."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    found = {}
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = int(page.evaluate("document.documentElement.scrollWidth"))
    return found


def test_no_page_is_wider_than_the_screen(planilla: Any, new_window: Callable[..., Any]) -> None:
    names = ["ნინო გიორგაძე", "ليلى عبد الرحمن", "Wolfeschlegelsteinhausenbergerdorff, Maximiliana"]
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2000 - n}
        for n, name in enumerate([*names, "Ana", "Bea", "Carl", "Dora"])
    ]
    name = "Memorial Wolfeschlegelsteinhausenbergerdorff"
    planilla.post("wide", "create-tournament", "1", name=name, system="swiss-dutch-libro")
    planilla.post("wide", "enter-entrants", "2", entrants=entrants)
    planilla.post("wide", "forbid-pairs", "6", entrants=["e2", "e4"], last_round=3, reason=name)
    planilla.post("wide", "pair-round", "3", round=1)
    planilla.post("wide", "publish-pairings", "4", round=1)
    planilla.post("wide", "record-result", "5", game="1.1", result="1-0")
    window = new_window()
    page = window.page
    page.goto(planilla.link)
    page.get_by_role("link", name=name).wait_for()
    page.goto(f"{planilla.url}/?lang=es")  # the longer words of the two
    for path in (
        "/", "/new", "/import", "/t/wide", "/t/wide/rounds", "/t/wide/cross", "/t/wide/entrants",
        "/t/wide/entrants/e2", "/t/wide/facts", "/t/wide/rules", "/t/wide/entries",
        "/t/wide/arbiter", "/t/wide/arbiter/apart", "/t/wide/arbiter/committee",
        "/t/wide/arbiter/preview",
        "/t/wide/arbiter/games/1.1", "/t/wide/arbiter/entrants/e2", "/t/wide/arbiter/rounds/1",
        "/t/wide/arbiter/rounds/1/review", "/t/wide/whatif?game=1.1&result=0-1",
    ):  # fmt: skip
        page.goto(f"{planilla.url}{path}")
        assert widest(page) == {width: width for width in SCREENS}, path
    assert window.complaints == []


def test_every_act_of_the_desk_is_reached_by_the_tab_key(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    create_tournament(page, planilla.link)
    pair_and_publish(page, 1)
    page.locator("body").focus()
    page.goto(page.url)
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.value || document.activeElement.text"))
    for result in ("1-0", "½-½", "0-1"):
        assert any(str(value).endswith(f" {result}") for value in reached), result
    assert any("Standings" in str(text) for text in reached)
