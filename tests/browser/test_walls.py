"""Walls of cups and leagues: they follow by themselves, and nothing on them has to be scrolled."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dsl.closed_kinds import furnish_closed

WALLS = ("copa", "knockout", "liga", "line-ups", "teams", "places")
SIZES = ((1400, 900), (1920, 1080))
BEYOND = """() => [...document.querySelectorAll(".wall *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(".screen-choices, .hidden") && (
    box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def played(planilla: Any) -> Any:
    """The server with cups and leagues in the middle of their course."""
    keys = itertools.count()

    def post(tournament: str, command: str, **fields: object) -> None:
        planilla.post(f"wall-{tournament}", command, f"wall-{next(keys)}", **fields)

    furnish_closed(post)
    return planilla


@pytest.mark.parametrize("tournament", WALLS)
def test_a_wall_is_read_without_a_scroll(
    played: Any, new_window: Callable[..., Any], tournament: str
) -> None:
    window = new_window()
    page: Page = window.page
    page.goto(f"{played.url}/t/wall-{tournament}/screen")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BEYOND) == []
    assert window.complaints == []


@pytest.mark.parametrize("show", ["names", "boards", "standings", "countdown"])
def test_a_wall_of_one_thing_is_read_without_a_scroll(
    played: Any, new_window: Callable[..., Any], show: str
) -> None:
    page: Page = new_window().page
    for tournament in ("copa", "places"):
        page.goto(f"{played.url}/t/wall-{tournament}/screen?stage=1&show={show}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BEYOND) == []


def test_a_screen_is_paired_and_steered_from_another_browser(
    played: Any, new_window: Callable[..., Any]
) -> None:
    screen, desk = new_window(), new_window()
    screen.page.goto(f"{played.url}/screen")
    code = screen.page.locator(".code").inner_text()
    desk.page.goto(played.link)
    desk.page.wait_for_url(lambda address: "/enter" not in address)
    desk.page.goto(f"{played.url}/t/wall-liga/arbiter/screens")
    desk.page.get_by_label("Code on the screen").fill(code.lower())
    desk.page.get_by_role("button", name="Pair the screen").click()
    screen.page.wait_for_url("**/t/wall-liga/screen?show=both&paired=1")
    desk.page.get_by_role("button", name="Standings", exact=True).click()
    screen.page.wait_for_url("**/t/wall-liga/screen?show=standings&paired=1")
    expect(screen.page.locator(".ranks li").first).to_contain_text("Hospitalet")
    desk.page.get_by_role("button", name="End the pairing").click()
    screen.page.wait_for_url("**/screen")
    expect(screen.page.locator(".code")).not_to_have_text(code)
    assert screen.complaints == desk.complaints == []


def test_one_screen_shows_a_festival_and_follows_all_its_tournaments(
    played: Any, new_window: Callable[..., Any]
) -> None:
    """Boards by tournament, everybody in one list; a result of either arrives without a reload."""
    for tournament in ("wall-fest-a", "wall-fest-b"):
        played.open_round(tournament, [f"{tournament[-1]} {n:02}, Player" for n in range(1, 41)])
        festival = {"id": "wall-fest", "name": "Festival"}
        played.post(tournament, "join-festival", f"{tournament}-fest", **festival)
    screen, desk = new_window(), new_window()
    screen.page.goto(f"{played.url}/screen")
    code = screen.page.locator(".code").inner_text()
    desk.page.goto(played.link)
    desk.page.wait_for_url(lambda address: "/enter" not in address)
    desk.page.goto(f"{played.url}/e/wall-fest")
    desk.page.get_by_role("link", name="Screens").click()
    desk.page.get_by_label("Code on the screen").fill(code)
    desk.page.get_by_role("button", name="Pair the screen").click()
    screen.page.wait_for_url("**/e/wall-fest/screen?show=both&paired=1")
    desk.page.get_by_role("button", name="Pairings by board").click()
    screen.page.wait_for_url("**/e/wall-fest/screen?show=boards&paired=1")
    expect(screen.page.locator("#live")).to_have_class("live on")
    heads = screen.page.locator(".wall-of small")
    expect(heads).to_have_text(["Round 1 of 3 · 0 of 20 boards"] * 2)
    played.post("wall-fest-b", "record-result", "wall-fest-1", game="1.1", result="1-0")
    expect(heads.last).to_have_text("Round 1 of 3 · 1 of 20 boards")
    for show in ("boards", "names", "countdown"):
        screen.page.goto(f"{played.url}/e/wall-fest/screen?show={show}")
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            assert screen.page.evaluate(BEYOND) == []
    assert screen.complaints == desk.complaints == []


def test_a_wall_takes_turns_by_itself_and_holds_a_fresh_round(
    played: Any, new_window: Callable[..., Any]
) -> None:
    """Time is the browser's here: ten seconds a turn."""
    people = [
        {"id": f"p{n}", "person": {"name": f"Player {n}"}, "rating": 2000 - n} for n in range(1, 5)
    ]
    played.post("wall-turns", "create-tournament", "wt-1", name="Turns", rounds=3)
    played.post("wall-turns", "enter-entrants", "wt-2", entrants=people)
    played.post("wall-turns", "pair-round", "wt-3", round=1)
    played.post("wall-turns", "publish-pairings", "wt-4", round=1)
    window = new_window()
    page: Page = window.page
    page.clock.install()
    page.goto(f"{played.url}/t/wall-turns/screen?show=names,standings,announcements")
    expect(page.locator("[data-slide]")).to_have_count(1)
    expect(page.locator("#live")).to_have_class("live on")
    played.post("wall-turns", "record-result", "wt-5", game="1.1", result="1-0")
    played.post("wall-turns", "post-notice", "wt-6", note="The buffet is open")
    page.clock.run_for(2000)
    expect(page.locator("[data-slide]")).to_have_count(3)
    shown = page.locator("[data-slide]:not([hidden])")
    seen = []
    for _ in range(3):
        expect(shown).to_have_count(1)
        seen.append(shown.get_attribute("class") or "")
        if "announcements" in seen[-1]:
            expect(page.locator(".wall-notices")).to_contain_text("The buffet is open")
            expect(page.locator("#notices [data-notice]")).to_be_hidden()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BEYOND) == []
        page.clock.run_for(10_000)
    assert len(set(seen)) == 3
    assert window.complaints == []


def test_a_result_arrives_on_the_wall_of_a_bracket_and_of_a_league(
    played: Any, new_window: Callable[..., Any]
) -> None:
    cup, league = new_window(), new_window()
    cup.page.goto(f"{played.url}/t/wall-copa/screen")
    league.page.goto(f"{played.url}/t/wall-liga/screen")
    for each in (cup, league):
        expect(each.page.locator("#live")).to_have_class("live on")
        each.page.evaluate("window.mine = true")
    played.post("wall-copa", "record-result", "wall-cup", game="6-2.1.2", result="1-0")
    played.post("wall-liga", "record-result", "wall-league", game="4.2.3", result="½-½")
    expect(cup.page.locator(".counts")).to_contain_text("3 of 4 boards")
    expect(league.page.locator(".head .result").nth(1)).to_have_text("½ – 2½")
    for each in (cup, league):
        assert each.page.evaluate("window.mine"), "the page was never loaded again"
        assert each.complaints == []


def test_the_focus_on_a_box_lights_the_way_of_its_sides(
    played: Any, new_window: Callable[..., Any]
) -> None:
    """Match 6 of seven is the second semi-final: two quarter-finals lead to it, by two lines."""
    page = new_window().page
    page.goto(f"{played.url}/t/wall-copa/bracket")
    page.locator("#match-6 a").focus()
    lit = page.locator("svg.tree .match.lit")
    expect(lit).to_have_count(3)
    expect(page.locator("svg.tree .links .lit")).to_have_count(2)
    page.locator(".path-of select").focus()
    expect(lit).to_have_count(0)
