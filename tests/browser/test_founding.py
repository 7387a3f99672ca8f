"""A cup, a knockout, a league of teams and an event of stages are founded by keys."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SCREENS = (360, 1400)


@pytest.fixture
def organiser(planilla: Any, new_window: Callable[..., Any]) -> tuple[Any, Page]:
    window = new_window(width=1400)
    window.page.goto(planilla.link)
    window.page.wait_for_url(lambda url: "enter" not in url)
    return window, window.page


def choose(page: Page, system: str) -> None:
    """Choose a system by the keys of its radio buttons; its settings follow without a button."""
    radios = page.locator("#system-choice input[type='radio']")
    values = radios.evaluate_all("all => all.map(each => each.value)")
    checked = radios.evaluate_all("all => all.findIndex(each => each.checked)")
    page.locator("#system-choice input:checked").focus()
    for _ in range(values.index(system) - checked):
        page.keyboard.press("ArrowDown")
    expect(page.locator(f"#settings input[type='hidden'][value='{system}']")).to_have_count(1)


def fill(page: Page, name: str, text: str) -> None:
    page.locator(f"[name='{name}']").focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(text)


def found(page: Page, planilla: Any, system: str, name: str, **typed: str) -> str:
    """Found a tournament; return its address."""
    page.goto(f"{planilla.url}/new?kind=other")
    expect(page.locator("#system-choice button")).to_be_hidden()
    fill(page, "name", name)
    choose(page, system)
    for field, text in typed.items():
        fill(page, f"shape.{field}", text)
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator("form[action='/new'][method='post'] input[name='name']").focus()
    page.keyboard.press("Enter")
    entries = page.locator("a[href$='/entries']").first
    address = entries.get_attribute("href")
    assert address is not None
    return f"{planilla.url}{address.removesuffix('/entries')}"


def test_a_cup_is_founded_by_its_name_and_its_card(
    empty_planilla: Any, new_window: Callable[..., Any]
) -> None:
    """The front page of an empty server leads there; the settings follow the arrow keys."""
    window = new_window(width=360)
    page = window.page
    page.goto(empty_planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    page.get_by_role("link", name="Club evening").click()
    fill(page, "name", "Copa")
    cards = page.locator("#kind-choice")
    expect(cards.locator("button")).to_be_hidden()
    cards.locator("input:checked").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#kind-line")).to_contain_text("Knockout")
    expect(page.locator("[name='shape.tiebreaks']")).to_be_hidden()
    page.get_by_text("Settings", exact=True).click()
    expect(page.locator("[name='shape.tiebreaks']")).to_have_value("2")
    expect(page.locator("[name='rounds']")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.locator("a[href$='/entries']")).to_have_count(1)
    assert window.complaints == []


def test_regulations_show_the_settings_of_the_chosen_system_alone(
    planilla: Any, organiser: tuple[Any, Page]
) -> None:
    window, page = organiser
    page.goto(f"{planilla.url}/new/regulations")
    keizer, rounds = page.locator(".for-keizer"), page.locator("[name='play.rounds']")
    for system, has_keizer, has_rounds in (
        ("swiss-dutch-2026", False, True),
        ("keizer", True, True),
        ("masnou", False, False),
    ):
        page.locator(f"[name='play.system'][value='{system}']").check()
        expect(keizer).to_be_visible(visible=has_keizer)
        expect(rounds).to_be_visible(visible=has_rounds)
    assert window.complaints == []


def test_a_knockout_is_founded_with_two_games_a_match(
    planilla: Any, organiser: tuple[Any, Page]
) -> None:
    window, page = organiser
    page.goto(f"{planilla.url}/new?kind=other")
    choose(page, "knockout-single")
    expect(page.locator("[name='rounds']")).to_have_count(0)
    fill(page, "name", "Refused")
    fill(page, "shape.games", "99")
    page.keyboard.press("Enter")
    games = page.locator("[name='shape.games']")
    expect(games).to_have_attribute("aria-invalid", "true")
    expect(games).to_have_value("99")
    expect(page.locator("#system-choice input:checked")).to_have_value("knockout-single")
    address = found(page, planilla, "knockout-single", "Copa", games="2", tiebreaks="1")
    assert "copa" in address
    refused = [each for each in window.complaints if "422" not in each]
    assert refused == []


def test_a_league_is_founded_with_its_boards(planilla: Any, organiser: tuple[Any, Page]) -> None:
    window, page = organiser
    address = found(page, planilla, "team-round-robin", "Liga", boards="2", roster="4")
    page.goto(f"{address}/rules")
    expect(page.locator("#main")).to_contain_text("Team")
    assert window.complaints == []


def test_an_event_of_stages_is_founded_and_its_bracket_planned(
    planilla: Any, organiser: tuple[Any, Page]
) -> None:
    window, page = organiser
    address = found(page, planilla, "stages", "Festival")
    desk = f"{address}/arbiter/stages"
    page.goto(desk)
    fill(page, "title", "Group")
    fill(page, "groups", "2")
    page.keyboard.press("Enter")
    expect(page.locator("select[name='sources-1.stage'] option", has_text="Group B")).to_have_count(
        1
    )
    expect(page.locator("#system-choice button")).to_be_hidden()
    system = page.locator("#system-choice select")
    system.focus()
    page.keyboard.type("Knockout")
    page.keyboard.press("Tab")
    expect(page.locator("#settings [name='shape.games']")).to_have_count(1)
    fill(page, "title", "Bracket")
    fill(page, "shape.games", "2")
    for number, group in ((1, "Group A"), (2, "Group B")):
        page.locator(f"select[name='sources-{number}.stage']").select_option(label=group)
        fill(page, f"sources-{number}.last", "2")
    page.locator("select[name='seeds']").select_option("places")
    page.locator("form[data-act='plan-stage'] button").press("Enter")
    page.wait_for_load_state()
    page.goto(f"{address}/stages")
    bracket = page.locator("#stage-4")
    expect(bracket).to_contain_text("Places 1–2 of Group A")
    assert window.complaints == []


def test_the_regulations_are_seen_beside_the_form_while_it_is_typed(
    planilla: Any, organiser: tuple[Any, Page], new_window: Callable[..., Any]
) -> None:
    window, page = organiser
    page.goto(f"{planilla.url}/new")
    articles, name = page.locator("#preview-articles"), page.locator("[name='name']")
    expect(page.locator("#preview details")).to_have_attribute("open", "")
    expect(page.get_by_role("button", name="Preview the regulations")).to_be_hidden()
    fill(page, "name", "Copa <Sur>")
    expect(articles).to_contain_text("Copa <Sur>")
    expect(articles).to_contain_text("9 rounds")
    expect(name).to_be_focused()
    page.get_by_text("Settings", exact=True).press("Enter")
    rounds = page.locator("[name='rounds']")
    rounds.focus()
    at = rounds.bounding_box()
    fill(page, "rounds", "6")
    expect(articles).to_contain_text("6 rounds")
    assert rounds.bounding_box() == at
    page.keyboard.type("00")
    wrong = page.locator(".wrong")
    expect(wrong).to_have_count(1)
    expect(rounds).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#announce")).to_have_text(wrong.inner_text())
    expect(articles).to_contain_text("6 rounds")
    expect(rounds).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(wrong).to_have_count(0)
    expect(page.locator("#announce")).to_have_text("")
    form, beside = (
        page.locator("form[action='/new'][method='post']").bounding_box(),
        articles.bounding_box(),
    )
    assert form is not None
    assert beside is not None
    assert form["x"] + form["width"] <= beside["x"]
    assert window.complaints == []


def test_the_regulations_are_folded_on_a_phone_and_have_a_button_without_script(
    planilla: Any, organiser: tuple[Any, Page], new_window: Callable[..., Any]
) -> None:
    window, page = organiser
    articles = page.locator("#preview-articles")
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{planilla.url}/new/regulations")
    summary = page.locator("#preview summary")
    expect(summary).to_be_visible()
    expect(articles).to_be_hidden()
    fill(page, "name", "Liga")
    page.locator("[name='prose.organiser']").press_sequentially("Club Sur")
    summary.press("Enter")
    expect(articles).to_contain_text("Club Sur")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert window.complaints == []
    plain = new_window(width=360, java_script_enabled=False).page
    plain.context.add_cookies(page.context.cookies())
    plain.goto(f"{planilla.url}/new")
    plain.locator("[name='name']").press_sequentially("Torneo")
    plain.get_by_role("button", name="Preview the regulations").press("Enter")
    expect(plain.locator("#preview-articles")).to_contain_text("Torneo")
    expect(plain.locator("[name='name']")).to_have_value("Torneo")
