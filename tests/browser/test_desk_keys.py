"""The search of a table and the desk's keyboard, with keys pressed as people press them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

BOARDS = 40
TOPS = "all => all.map((row) => row.offsetTop)"
LAST = "Yılmaz, Işık"  # noqa: RUF001 (the very letter that is looked for)
"""The lowest rating: on the last board of round 1 in the lower half, so far down the page."""


@pytest.fixture(scope="module")
def tournament(planilla: Any) -> str:
    """Eighty players, and the first round on the boards."""
    players = [
        {"id": f"p{n}", "person": {"name": f"Player{n:02}, Pat"}, "rating": 2400 - n}
        for n in range(1, 2 * BOARDS)
    ]
    players.append({"id": "yilmaz", "person": {"name": LAST}, "rating": 1000})
    planilla.post(
        "keys", "create-tournament", "keys-1", name="Keys", rounds=5, first_colour="white"
    )
    planilla.post("keys", "enter-entrants", "keys-2", entrants=players)
    planilla.post("keys", "pair-round", "keys-3", round=1)
    planilla.post("keys", "publish-pairings", "keys-4", round=1)
    return f"{planilla.url}/t/keys"


def desk_of(page: Page, planilla: Any, tournament: str) -> None:
    page.goto(planilla.link)
    page.wait_for_url(re.compile(r"/$"))
    page.goto(f"{tournament}/arbiter")


def enter_two(planilla: Any, tournament: str) -> None:
    """A tournament before its first round."""
    planilla.post(tournament, "create-tournament", f"{tournament}-1", name="Two", rounds=3)
    two = [{"id": each, "person": {"name": each}} for each in ("ana", "bea")]
    planilla.post(tournament, "enter-entrants", f"{tournament}-2", entrants=two)


def taken(page: Page, held: list[Route]) -> Route:
    """The request that is held back, once it has come."""
    while not held:
        page.wait_for_timeout(10)
    return held.pop()


def in_sight(page: Page, key: str) -> bool:
    box = page.locator(f"tr[data-key='{key}']").bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("width", [360, 1400])
def test_your_board_is_found_by_keys_and_the_row_is_in_sight(
    tournament: str, new_window: Callable[..., Any], width: int
) -> None:
    window = new_window(width=width)
    page = window.page
    page.goto(f"{tournament}/rounds/1")
    page.keyboard.press("/")
    page.keyboard.type("yilmaz")
    rows = page.locator("table.pairings tbody tr:visible")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(LAST)
    key = str(rows.get_attribute("data-key"))
    assert in_sight(page, key)
    page.keyboard.press("Enter")
    expect(rows).to_have_count(BOARDS)
    expect(page.locator("tr.found")).to_contain_text(LAST)
    expect(page.locator(f"tr[data-key='{key}']")).to_be_focused()
    assert in_sight(page, key)
    colours = page.locator("tr.found").evaluate(
        "row => [row, ...row.cells].map(each => getComputedStyle(each).backgroundColor)"
    )
    shadows = page.locator("tr.found > *").evaluate_all(
        "cells => cells.map(each => getComputedStyle(each).boxShadow)"
    )
    assert colours[0] not in {"rgba(0, 0, 0, 0)", "rgb(251, 250, 246)"}  # one colour for the row,
    assert set(colours[1:]) == {"rgba(0, 0, 0, 0)"}  # none of the cells has its own patch
    assert set(shadows) == {"none"}
    assert window.complaints == []


def test_escape_brings_all_back_and_nobody_is_said_to_be_nobody(
    tournament: str, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    page.goto(f"{tournament}/rounds/1")
    page.keyboard.press("/")
    page.keyboard.type("nobody")
    said = page.locator("planilla-find output")
    expect(said).to_have_text("No matching name on this page.")
    page.keyboard.press("Enter")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.press("Escape")
    expect(said).to_have_text("")
    expect(page.locator("#find")).to_have_value("")
    expect(page.locator("table.pairings tbody tr:visible")).to_have_count(BOARDS)


def test_a_number_finds_the_board_of_that_number(
    tournament: str, new_window: Callable[..., Any]
) -> None:
    page = new_window().page
    page.goto(f"{tournament}/rounds/1")
    page.keyboard.press("/")
    page.keyboard.type("7")
    rows = page.locator("table.pairings tbody tr:visible")
    expect(rows).to_have_count(1)
    expect(rows.locator(".board")).to_have_text("7")


def test_a_phone_shows_eight_players_at_once_and_the_numbers_of_opponents(
    tournament: str, new_window: Callable[..., Any]
) -> None:
    window = new_window(width=360, is_mobile=True, has_touch=True)
    page = window.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(tournament)
    expect(page.locator(".standings .star").first).to_be_visible()
    foot = page.locator("#scrubber").bounding_box()
    assert foot is not None
    bottoms = page.locator(".standings tbody tr").evaluate_all(
        "rows => rows.map((row) => row.getBoundingClientRect().bottom)"
    )
    assert sum(bottom <= foot["y"] for bottom in bottoms) >= 8
    page.goto(f"{tournament}/cross")
    first = page.locator(".cross tbody tr", has_text="Player01")
    expect(first.locator("small")).to_be_visible()
    assert first.locator("small").inner_text() == "no.\u00a01"
    assert window.complaints == []


def test_at_the_desk_a_name_and_a_key_enter_a_result(
    planilla: Any, tournament: str, new_window: Callable[..., Any]
) -> None:
    window = new_window()
    page = window.page
    desk_of(page, planilla, tournament)
    page.keyboard.press("/")
    page.keyboard.type("yilmaz")
    page.keyboard.press("Enter")
    row = page.locator("#boards tr", has_text=LAST)
    expect(row).to_be_focused()
    done = page.locator("#boards tr.done").count()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/acts/record-result", hold)
    with page.expect_request("**/acts/record-result"):
        page.keyboard.press("1")
    expect(row.locator(".sent")).to_have_text("1–0")
    row.focus()
    page.keyboard.press("3")  # the board has a result: nothing happens, and it is said
    toast = page.locator("#toast")
    refused = f"Board {BOARDS} already has a result: correct it with ✎."
    expect(toast).to_have_text(refused)
    taken(page, held).continue_()
    expect(row.locator(".said:not(.sent)")).to_have_text("1–0")
    expect(page.locator("#boards tr.done")).to_have_count(done + 1)
    expect(toast).to_have_text(refused)  # the answer to the first key leaves it
    assert held == []
    assert window.complaints == []


def test_the_open_boards_are_links_to_their_rows(
    planilla: Any, tournament: str, new_window: Callable[..., Any]
) -> None:
    page = new_window(width=360).page
    desk_of(page, planilla, tournament)
    page.locator(".impact a", has_text=re.compile(r"^33$")).click()
    row = page.locator("#boards tr[data-key='1.33']")
    expect(row).to_be_focused()
    assert in_sight(page, "1.33")
    page.keyboard.press("2")
    expect(row.locator(".said")).to_have_text("½–½")
    expect(page.locator(".impact a", has_text=re.compile(r"^33$"))).to_have_count(0)


def test_the_key_undoes_a_result_for_ten_seconds_and_then_goes_to_the_button(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("undone", (f"N{n}" for n in range(4)))
    window = new_window()
    page = window.page
    page.clock.install()
    desk_of(page, planilla, f"{planilla.url}/t/undone")
    row = page.locator("#boards tr[data-key='1.1']")
    said, undo = row.locator(".said:not(.sent)"), page.locator("#undo button")
    row.focus()
    page.keyboard.press("1")
    expect(said).to_have_text("1–0")
    expect(page.locator("#toast")).to_contain_text("Round 1, board 1")
    page.keyboard.press("Control+z")
    expect(said).to_have_count(0)
    expect(undo).to_have_count(0)  # an undo is not undone
    row.focus()
    page.keyboard.press("3")
    expect(said).to_have_text("0–1")
    page.clock.fast_forward(11_000)
    page.keyboard.press("Control+z")
    expect(undo).to_be_focused()
    expect(said).to_have_text("0–1")
    page.reload()
    expect(undo).to_be_visible()
    page.keyboard.press("Control+z")  # and so it is for a page that is opened later
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_have_count(0)
    assert window.complaints == []


def test_a_draft_takes_no_key_and_says_so(planilla: Any, new_window: Callable[..., Any]) -> None:
    planilla.post("undecided", "create-tournament", "draft-1", name="Draft", rounds=3)
    two = [{"id": each, "person": {"name": each}} for each in ("ana", "bea")]
    planilla.post("undecided", "enter-entrants", "draft-2", entrants=two)
    planilla.post("undecided", "pair-round", "draft-3", round=1)
    page = new_window().page
    desk_of(page, planilla, f"{planilla.url}/t/undecided")
    page.locator("#boards tr[data-key]").focus()
    page.keyboard.press("1")
    expect(page.locator("#toast")).to_contain_text("The pairings are a draft")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    expect(page.locator("#toast")).to_have_text("No board of this round is open.")


def test_a_result_is_shown_at_its_key_and_its_row_alone_is_another(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("rows", (f"N{n}" for n in range(8)))
    window = new_window()
    page = window.page
    desk_of(page, planilla, f"{planilla.url}/t/rows")
    expect(page.locator("#live")).to_have_class("live on")
    rows = page.locator("#boards tbody tr")
    page.evaluate("document.querySelectorAll('#boards tr').forEach((row) => { row.mine = true; })")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/acts/record-result", hold)
    page.keyboard.press("2")
    page.keyboard.press("-")
    first, second, third, last = (rows.nth(n) for n in range(4))
    expect(first.locator(".sent")).to_have_text("½–½")
    expect(second.locator(".sent")).to_have_text("– +")
    expect(third).to_be_focused()
    with page.expect_request("**/acts/record-result"):  # the second, whose turn it is then
        taken(page, held).continue_()
    expect(first.locator(".said:not(.sent)")).to_have_text("½–½")
    with page.expect_response(lambda answer: "since=" in answer.url) as answered:
        taken(page, held).continue_()
    page.unroute("**/acts/record-result")
    assert re.findall(r'<tr data-key="([^"]*)"', answered.value.text()) == ["1.2"]
    expect(second.locator(".said:not(.sent)")).to_have_text("– +")
    planilla.post("rows", "record-result", "rows-other", game="1.4", result="0-1")
    expect(last.locator(".said")).to_have_text("0–1")
    assert rows.evaluate_all("all => all.map((row) => Boolean(row.mine))") == [
        False, False, True, False,
    ]  # fmt: skip
    expect(third).to_be_focused()
    expect(page.locator(".title small")).to_contain_text("3 of 4")
    assert window.complaints == []


@pytest.mark.parametrize("desk", ["arbiter", "boards"])
def test_no_other_board_moves_when_a_result_is_entered(
    planilla: Any, new_window: Callable[..., Any], desk: str
) -> None:
    """A tap that begins before an answer and ends after it is of one button."""
    planilla.open_round(f"still-{desk}", (f"N{n}" for n in range(12)))
    page = new_window().page
    desk_of(page, planilla, f"{planilla.url}/t/still-{desk}")
    page.goto(f"{planilla.url}/t/still-{desk}/{desk}")
    rows = page.locator("#boards tbody tr")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/acts/record-result", hold)
    for number, width in enumerate((360, 500, 700, 1400)):
        page.set_viewport_size({"width": width, "height": 900})
        before = rows.evaluate_all(TOPS)
        row = rows.nth(number)
        row.locator("button[name='pressed']").first.click()
        expect(row.locator(".sent")).to_have_text("1–0")
        assert rows.evaluate_all(TOPS) == before, f"at {width} pixels, as it is sent"
        taken(page, held).continue_()
        expect(row.locator(".said:not(.sent)")).to_have_text("1–0")
        assert rows.evaluate_all(TOPS) == before, f"at {width} pixels, as it is recorded"


def test_keys_go_to_the_next_act_and_enter_does_it(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    enter_two(planilla, "acts")
    window = new_window()
    page = window.page
    desk_of(page, planilla, f"{planilla.url}/t/acts")
    for said in ("Pair round 1", "Publish"):
        button = page.get_by_role("button", name=said)
        expect(button).to_be_visible()
        page.keyboard.press("p")
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(button).to_be_hidden()
    row = page.locator("#boards tr[data-open]")
    row.focus()
    page.keyboard.press("p")
    expect(page.locator("#undo")).to_be_visible()
    expect(row).to_be_focused()  # undoing is no next act
    page.keyboard.press("1")
    close = page.get_by_role("button", name="Close the round without pairing")
    expect(close).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("close the round")
    expect(page.locator("#palette-list li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(close).to_be_focused()
    page.keyboard.press("p")
    page.keyboard.press("c")
    expect(close).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
    assert window.complaints == []


def test_a_notice_of_another_arbiter_leaves_the_acts_of_the_desk(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    enter_two(planilla, "noticed")
    page = new_window().page
    desk_of(page, planilla, f"{planilla.url}/t/noticed")
    expect(page.locator("#live")).to_have_class("live on")
    planilla.post("noticed", "post-notice", "noticed-3", note="Lunch at two")
    expect(page.locator("#notices")).to_contain_text("Lunch at two")
    expect(page.get_by_role("button", name="Pair round 1")).to_be_visible()


def test_a_form_that_somebody_fills_in_is_left_alone_by_what_the_staff_sees(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.open_round("forms", (f"N{n}" for n in range(8)))
    page = new_window().page
    desk_of(page, planilla, f"{planilla.url}/t/forms")
    page.goto(f"{planilla.url}/t/forms/arbiter/entrants/e2")
    expect(page.locator("#live")).to_have_class("live on")
    field = page.locator(
        "#sheet form input:not([type]):visible, #sheet form input[type=text]:visible"
    ).first
    field.press_sequentially("half of it")
    field.blur()  # they look at a paper
    planilla.post("forms", "request-bye", "forms-bye", entrant="e1", round=2, kind="H")
    planilla.post("forms", "record-result", "forms-one", game="1.1", result="1-0")
    expect(page.locator("#boards-in")).to_contain_text("1 of 4")
    page.wait_for_timeout(1500)  # longer than a desk waits before it follows
    expect(field).to_have_value(re.compile("half of it"))
