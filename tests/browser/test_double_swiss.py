"""A Double-Swiss of four in a browser: both games of each match entered by keys, and a correction.

Everybody meets everybody in three rounds. White of the first game wins it, and the second game is
drawn: each match ends 1½–½.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

ROUNDS = (1, 2, 3)


def entered_by_keys(page: Page, planilla: Any, number: int) -> None:
    """Enter the results of a round: each first game is won by White, each second one is drawn."""
    page.goto(f"{planilla.url}/t/doubles/arbiter")
    rows = page.locator("#boards tr[data-key]:not(.match-head)").all()
    games = [
        key for each in rows if (key := str(each.get_attribute("data-key")))[:2] == f"{number}."
    ]
    assert len(games) == 4
    for game in games:
        row = page.locator(f"#boards tr[data-key='{game}']")
        is_second = game.count(".") == 2
        row.focus()
        page.keyboard.press("2" if is_second else "1")
        expect(row.locator(".said:not(.sent)")).to_have_text("½–½" if is_second else "1–0")


def test_three_rounds_are_entered_by_keys_and_one_game_is_corrected(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    players = [
        {"id": f"p{n}", "person": {"name": f"Player {n}"}, "rating": 2400 - 10 * n}
        for n in range(1, 5)
    ]
    planilla.post(
        "doubles",
        "create-tournament",
        "d-1",
        name="Doubles",
        system="swiss-double",
        rounds=3,
        first_colour="white",
    )
    planilla.post("doubles", "enter-entrants", "d-2", entrants=players)
    window = new_window()
    page = window.page
    page.goto(planilla.link)
    page.wait_for_url(re.compile(r"/$"))
    watched = new_window(width=360).page
    for number in ROUNDS:
        planilla.post("doubles", "pair-round", f"d-pair-{number}", round=number)
        planilla.post("doubles", "publish-pairings", f"d-publish-{number}", round=number)
        if number == 1:
            watched.goto(f"{planilla.url}/t/doubles/rounds/1")
            expect(watched.locator("#live")).to_have_class("live on")
        entered_by_keys(page, planilla, number)
        if number == 1:
            # Whoever watches the round sees the score of the match without loading the page again.
            head = watched.locator("tr.match-head", has_text="Player 1")
            expect(head.locator(".score")).to_have_text("1½ – ½")
    page.goto(f"{planilla.url}/t/doubles/arbiter/games/3.1.2")
    form = page.locator("form[data-act='correct-result']")
    form.locator("select[name='result']").select_option("1-0")
    form.locator("input[name='reason']").fill("sheet")
    form.locator("button").last.click()
    page.locator("button", has_text="Confirm").first.click()
    # Who had Black first won the second game: the match is level.
    watched.goto(f"{planilla.url}/t/doubles/matches/3.1")
    for points in watched.locator(".match-score b").all():
        expect(points).to_have_text("1")
    assert window.complaints == []
