"""A league in a browser: a line-up by keys, a board result live on the card, and a whole season.

Its pages hinder no reader: all rules of axe-core are asked.
"""

import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any
from urllib.error import HTTPError

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browser.test_axe import ALL, RUN

TEAMS = ("alfil", "burgos")


def hindrances(page: Page) -> Any:
    """What axe-core objects to on a page."""
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN, ALL)


def test_a_line_up_is_handed_in_by_keys_and_a_result_arrives_on_the_card(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    shape = {"boards": 2}
    planilla.post(
        "league", "create-tournament", "l1", name="Liga", system="team-round-robin", shape=shape
    )
    entrants = [{"id": team, "person": {"name": team.title()}} for team in TEAMS]
    planilla.post("league", "enter-entrants", "l2", entrants=entrants)
    for team in TEAMS:
        players = [
            {"id": f"{team}-{n}", "person": {"name": f"{team.title()} {n}"}, "rating": 2100 - n}
            for n in (1, 2, 3)
        ]
        planilla.post("league", "register-players", f"l-{team}", team=team, players=players)
    planilla.post("league", "pair-round", "l3", round=1)
    planilla.post("league", "publish-pairings", "l4", round=1)
    window = new_window(width=1400)
    page = window.page
    page.goto(planilla.link)
    page.goto(f"{planilla.url}/t/league/matches/1.1")
    expect(page.locator("#live")).to_have_class("live on")
    desk = page.context.new_page()
    desk.goto(f"{planilla.url}/t/league/arbiter/line-ups/1")
    alfil = desk.locator("form[data-act='hand-in-line-up']").filter(
        has=desk.locator("[name='team'][value='alfil']")
    )
    alfil.get_by_label("Alfil 3").focus()
    desk.keyboard.press("Space")  # three players for two boards
    alfil.get_by_role("button").focus()
    desk.keyboard.press("Enter")
    expect(alfil.get_by_role("alert")).to_be_visible()
    alfil.get_by_label("Alfil 1").focus()
    desk.keyboard.press("Space")
    alfil.get_by_role("button").focus()
    desk.keyboard.press("Enter")
    expect(alfil.get_by_text("handed in", exact=True)).to_be_visible()
    assert hindrances(desk) == []
    desk.get_by_role("button", name="Publish the line-ups").focus()
    desk.keyboard.press("Enter")
    rows = page.locator(".match tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Alfil 2")
    game = rows.first.get_attribute("data-key")
    planilla.post("league", "record-result", "l5", game=game, result="1-0")
    expect(rows.first.locator(".said")).to_have_text("1–0")
    assert window.complaints == []
    for path in ("matches/1.1", "rounds/1", "teams", "teams/alfil"):
        desk.goto(f"{planilla.url}/t/league/{path}")
        assert hindrances(desk) == [], path


CLUBS = ("alfil", "burgos", "casino", "duero")
BOARDS = (1, 2, 3, 4)
SEASON = (
    {("alfil", "duero"): (1, 0.5, 1, 0), ("burgos", "casino"): (1, 1, 0.5, 0.5)},
    {("alfil", "burgos"): (0.5, 0.5, 0.5, 1), ("casino", "duero"): (1, 0, 0.5, 0)},
    {("duero", "burgos"): (1, 0, 0.5, 0.5), ("alfil", "casino"): ()},
)
"""Points of the first team on boards 1 to 4; the last match is not played."""
WRITTEN = {1: "1-0", 0.5: "½-½", 0: "0-1"}


class Season:
    """The league of four clubs on a server, played by commands."""

    def __init__(self, planilla: Any, request: Any) -> None:
        self.planilla = planilla
        self.request = request
        self.address = f"{planilla.url}/t/season"
        self.keys = count(1)
        shape = {"boards": 4, "roster": 5}
        self.do("create-tournament", name="Liga", system="team-round-robin", shape=shape)
        teams = [{"id": club, "person": {"name": club.title()}} for club in CLUBS]
        self.do("enter-entrants", entrants=teams)
        for club in CLUBS:
            players = [
                {"id": f"{club}-{n}", "person": {"name": f"{club.title()} {n}"}}
                for n in (1, 2, 3, 4, 5)
            ]
            self.do("register-players", team=club, players=players)

    def do(self, command: str, **body: object) -> None:
        self.planilla.post("season", command, f"season-{next(self.keys)}", **body)

    def refused(self, command: str, **body: object) -> str:
        """The code with which a command is refused."""
        with pytest.raises(HTTPError) as refused:
            self.do(command, **body)
        return str(json.load(refused.value)["code"])

    def line_up(self, number: int, club: str, boards: Sequence[int]) -> dict[str, object]:
        return {"round": number, "team": club, "players": [f"{club}-{n}" for n in boards]}

    def matches(self, number: int) -> list[Any]:
        rows = self.request.get(f"{self.planilla.url}/api/t/season/views/matches").json()
        at = {name: place for place, name in enumerate(rows["columns"])}
        return [
            {name: row[place] for name, place in at.items()}
            for row in rows["rows"].values()
            if row[at["round"]] == number
        ]

    def play(self, number: int) -> None:
        """Enter the results of a round, but those of boards that are forfeited."""
        points = SEASON[number - 1]
        for match in self.matches(number):
            sides = (match["first"], match["second"])
            first = points.get(sides) or tuple(1 - each for each in points.get(sides[::-1], ()))
            for scored, (game, white, _, result) in zip(first, match["games"], strict=False):
                if result == "*":
                    for_white = scored if white.startswith(sides[0]) else 1 - scored
                    self.do("record-result", game=game, result=WRITTEN[for_white])


def forfeits_and_a_reserve(season: Season) -> None:
    """Rounds 2 and 3: a reserve, a board without a player, and a match without a side."""
    season.do("pair-round", round=2)
    season.do("publish-pairings", round=2)
    season.do("hand-in-line-up", **season.line_up(2, "alfil", (1, 2, 3, 5)))
    season.do("hand-in-line-up", **season.line_up(2, "casino", (1, 2, 3)))
    season.do("publish-line-ups", round=2)
    season.play(2)
    lined_up = {
        each for match in season.matches(2) for game in match["games"] for each in game[1:3]
    }
    assert "alfil-5" in lined_up
    assert "alfil-4" not in lined_up
    season.do("close-round", round=2)
    season.do("pair-round", round=3)
    season.do("publish-pairings", round=3)
    season.do("publish-line-ups", round=3)
    season.play(3)
    (unplayed,) = [
        each for each in season.matches(3) if "casino" in (each["first"], each["second"])
    ]
    number = season.matches(3).index(unplayed) + 1
    season.do("decide-match", round=3, match=number, winner="alfil", by="no-show")


def correct_round_1(season: Season) -> None:
    """Correct board 4 of the first match by its score sheet, found after round 3: drawn.

    It counts for the points by a ruling; of itself it would for the rating alone (C.04.2, 4.3).
    """
    (first,) = [each for each in season.matches(1) if "duero" in (each["first"], each["second"])]
    game = first["games"][3][0]
    facts = season.request.get(f"{season.planilla.url}/api/t/season/facts").json()["facts"]
    version = next(
        each["version"]
        for each in facts
        if each["type"] == "ResultRecorded" and {"alfil-4", "duero-4"} == {*each["entrants"]}
    )
    season.do(
        "correct-result",
        game=game,
        result="½-½",
        corrects=version,
        reason="sheet",
        effect={"points": True, "pairing_from": None, "rating": True},
    )


def test_a_league_is_played_to_its_end_with_line_ups_forfeits_and_a_correction(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """Match points (2 for a win, 1 for a draw) and game points, round by round.

    Alfil: 2½ of 4, corrected to 3, against Duero; 2½ against Burgos; 4 by forfeit: 6 and 9½.
    Burgos: 3 against Casino, 1½ against Alfil, 2 against Duero: 2 + 0 + 1 = 3 and 6½.
    Duero: 1½, corrected to 1; 2½ against Casino, who left board 4 empty; 2: 0 + 2 + 1 = 3 and 5½.
    Casino: 1, 1½ and 0: 0 and 2½. Burgos is before Duero by the game points.
    """
    window = new_window()
    season = Season(planilla, window.page.request)
    page = window.page
    season.do("pair-round", round=1)
    season.do("publish-pairings", round=1)
    page.goto(season.address)
    expect(page.locator("#live")).to_have_class("live on")
    page.evaluate("window.mine = true")
    assert season.refused("hand-in-line-up", **season.line_up(1, "alfil", (2, 1, 3, 4))) == (
        "out-of-board-order"
    )
    mixed = {"round": 1, "team": "alfil", "players": ["alfil-1", "burgos-2"]}
    assert season.refused("hand-in-line-up", **mixed) == "not-in-the-team"
    season.do("publish-line-ups", round=1)
    late = season.line_up(1, "alfil", (1, 2, 3, 5))
    assert season.refused("hand-in-line-up", **late) == "line-ups-published"
    season.play(1)
    season.do("close-round", round=1)
    forfeits_and_a_reserve(season)
    correct_round_1(season)
    season.do("close-round", round=3)
    season.do("finish-tournament")
    rows = page.locator("table.standings tbody tr")
    expect(rows.locator(".who bdi")).to_have_text(["Alfil", "Burgos", "Duero", "Casino"])
    expect(rows.locator("td.points")).to_have_text(["6", "3", "3", "0"])
    expect(rows.locator("td.last + td.tiebreak")).to_have_text(["9½", "6½", "5½", "2½"])
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert window.complaints == []


def test_results_are_entered_by_keys_on_the_card_of_a_match(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """The game whose buttons have the focus, else the first open one; keys as on the desk."""
    post = planilla.post
    shape = {"games": 2}
    post(
        "match-card",
        "create-tournament",
        "match-card-1",
        name="Copa",
        system="knockout-single",
        shape=shape,
    )
    entrants = [{"id": each, "person": {"name": each.title()}} for each in ("ana", "bea")]
    post("match-card", "enter-entrants", "match-card-2", entrants=entrants)
    post("match-card", "pair-round", "match-card-3", round=1)
    post("match-card", "publish-pairings", "match-card-4", round=1)
    window = new_window()
    page = window.page
    page.goto(planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    page.goto(f"{planilla.url}/t/match-card/matches/1.1")
    open_games = page.locator("#open-games form")
    expect(open_games).to_have_count(2)
    page.evaluate("window.mine = true")
    open_games.nth(1).locator("button").first.focus()
    page.keyboard.press("2")
    expect(open_games).to_have_count(1)
    rows = page.locator("table.match tbody tr")
    expect(rows.nth(1).locator(".said")).to_have_text("½–½")
    page.keyboard.press("1")
    expect(open_games).to_have_count(0)
    expect(rows.nth(0).locator(".said")).to_have_text("1–0")
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert window.complaints == []
