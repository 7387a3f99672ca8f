"""A school's cup in a browser: four groups, a bracket of eight, and a match for third place.

The winner of each game is the player with the lower number, until a result of a group is corrected
while the bracket is played.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

GROUPS, BRACKET, THIRD = (2, 3, 4, 5), 6, 7
SCREENS = (360, 1400, 1920)


class Cup:
    """The cup on a server, played by commands."""

    def __init__(self, planilla: Any, request: Any) -> None:
        self.planilla = planilla
        self.request = request
        self.address = f"{planilla.url}/t/cup"
        self.keys = count(1)

    def do(self, command: str, **body: object) -> None:
        self.planilla.post("cup", command, f"cup-{next(self.keys)}", **body)

    def rows(self, view: str, stage: int) -> dict[str, Any]:
        answer = self.request.get(f"{self.planilla.url}/api/t/cup/views/{view}.{stage}")
        return dict(answer.json()["rows"])

    def pair(self, stage: int, number: int) -> None:
        self.do("pair-round", round=number, in_stage=stage)
        self.do("publish-pairings", round=number, in_stage=stage)

    def games(self, stage: int, number: int) -> list[tuple[str, str, str]]:
        """The games of a round without a result: their ids, White and Black."""
        rows = self.rows("pairings", stage)
        first = f"{stage}-{number}."
        return [(key, row[2], row[3]) for key, row in rows.items() if key.startswith(first)]

    def play(self, stage: int, number: int) -> None:
        self.pair(stage, number)
        for game, white, black in self.games(stage, number):
            self.do("record-result", game=game, result="1-0" if white < black else "0-1")
        self.do("close-round", round=number, in_stage=stage)


@pytest.fixture
def cup(planilla: Any, new_window: Callable[..., Any]) -> tuple[Cup, Any]:
    """Sixteen players in four groups, all of whose games are played; and a window."""
    window = new_window()
    cup = Cup(planilla, window.page.request)
    cup.do("create-tournament", name="Copa escolar", system="stages")
    players = [
        {"id": f"e{n:02}", "person": {"name": f"Player {n}"}, "rating": 2400 - 10 * n}
        for n in range(1, 17)
    ]
    cup.do("enter-entrants", entrants=players)
    cup.do("plan-stage", title="Group", system="round-robin", groups=4)
    two_games = {"games": 2, "tiebreaks": [1]}
    sources = [{"stage": stage, "last": 2} for stage in GROUPS]
    cup.do(
        "plan-stage",
        title="Bracket",
        system="knockout-single",
        shape=two_games,
        sources=sources,
        seeds="places",
    )
    losers = [{"stage": BRACKET, "first": 3, "last": 4}]
    cup.do("plan-stage", title="Third", system="knockout-single", shape=two_games, sources=losers)
    cup.do("draw-groups", stages=list(GROUPS))
    for stage in GROUPS:
        for number in (1, 2, 3):
            cup.play(stage, number)
        cup.do("finish-tournament", in_stage=stage)
    cup.do("start-stage", in_stage=BRACKET)
    return cup, window


def ask_for_second_place(cup: Cup, page: Any) -> None:
    """Ask on the arbiter's page what it would bring that Player 9 beat Player 8 in group A.

    The group is finished, so that the arbiter rules that the correction counts for points.
    """
    rows = cup.rows("pairings", GROUPS[0])
    (game,) = (key for key, row in rows.items() if {row[2], row[3]} == {"e08", "e09"})
    page.goto(f"{cup.address}/arbiter/games/{game}?stage={GROUPS[0]}")
    form = page.locator("form[data-act='correct-result']")
    form.locator("select[name='result']").select_option("1-0" if rows[game][2] == "e09" else "0-1")
    form.locator("input[name='reason']").fill("sheet")
    form.locator("input[name='effect'][value='during-next-round']").check()
    form.locator("button").last.click()


def preview_while_nobody_has_played(cup: Cup, page: Any) -> None:
    """See that the second place of the group can still be given to another player."""
    ask_for_second_place(cup, page)
    said = page.locator("[data-topic='stages']")
    expect(said).to_contain_text(
        "Bracket: place 2 of Group A would be that of Player 9; it is that of Player 8."
    )
    expect(said).to_contain_text("the place can be given to Player 9")
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def correct_while_the_bracket_runs(cup: Cup, page: Any) -> None:
    """Record the correction: nobody who plays in the bracket is replaced."""
    before = page.locator("svg.tree .match .name").all_inner_texts()
    ask_for_second_place(cup, page)
    said = page.locator("[data-topic='stages']")
    expect(said).to_contain_text("Player 8 has a result here and stays")
    page.locator("button", has_text="Confirm").first.click()
    expect(said).to_have_count(0)
    page.goto(f"{cup.address}/bracket?stage={BRACKET}")
    assert page.locator("svg.tree .match .name").all_inner_texts() == before


def what_if_of_the_bracket(cup: Cup, page: Any) -> None:
    """Open the what-if of the correction: Player 9 plays the bracket, and Player 8 does not."""
    page.goto(f"{cup.address}/facts")
    page.locator("a[href*='/whatif/']").first.click()
    expect(page.locator("h4.whatif-stage", has_text="Bracket")).to_be_visible()
    expect(page.locator("[data-topic='stages']")).to_contain_text(
        "Bracket: Player 9 would play in place of Player 8."
    )
    of_bracket = page.locator("h4.whatif-stage", has_text="Bracket")
    places = of_bracket.locator("xpath=following-sibling::ul[@data-topic='places'][1]")
    expect(places).to_contain_text("Player 8: no longer ranked")
    expect(places).to_contain_text("Player 9: place")
    for width in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_cup_is_played_to_its_end_with_a_correction_in_a_group(cup: tuple[Cup, Any]) -> None:
    played, window = cup
    page = window.page
    played.pair(BRACKET, 1)
    page.goto(played.planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    preview_while_nobody_has_played(played, page)
    page.goto(f"{played.address}/bracket?stage={BRACKET}")
    expect(page.locator("#live")).to_have_class("live on")
    page.evaluate("window.mine = true")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    games = played.games(BRACKET, 1)
    assert len(games) == 8
    for game, white, black in games:
        played.do("record-result", game=game, result="1-0" if white < black else "0-1")
    expect(page.locator("svg.tree .match .side.won")).to_have_count(4)
    assert page.evaluate("window.mine"), "the page was never loaded again"
    assert not any("/bracket" in each for each in fetched), "only boxes were patched"
    _look_at_the_path_of_the_first_seed(page)
    correct_while_the_bracket_runs(played, page)
    what_if_of_the_bracket(played, page)
    # A page whose address names no stage loads itself again when another one starts.
    page.goto(f"{played.address}/bracket?stage={BRACKET}")
    played.do("close-round", round=1, in_stage=BRACKET)
    for number in (2, 3):
        played.play(BRACKET, number)
    played.do("finish-tournament", in_stage=BRACKET)
    played.do("start-stage", in_stage=THIRD)
    played.play(THIRD, 1)
    played.do("finish-tournament", in_stage=THIRD)
    final = page.locator("svg.tree .match").last
    expect(final.locator(".won .name")).to_have_text("Player 1")
    final.locator("a").click()
    expect(page).to_have_url(f"{played.address}/matches/{BRACKET}-3.1?stage={BRACKET}")
    expect(page.locator(".match-score")).to_contain_text("Player 1")
    for path in ("stages", "groups", f"bracket?stage={BRACKET}", f"matches/{BRACKET}-1.1"):
        page.goto(f"{played.address}/{path}")
        for width in SCREENS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width, (path, width)
    assert window.complaints == []


def _look_at_the_path_of_the_first_seed(page: Any) -> None:
    expect(page.locator("svg.tree .match.new")).to_have_count(0)
    patched = page.locator("svg.tree").inner_html()
    page.reload()
    assert page.locator("svg.tree").inner_html() == patched, "the server draws the same"
    page.locator(".path-of select").select_option("e01")
    path = page.locator("svg.tree .match.followed")
    expect(path).to_have_count(2)
    assert "follow=e01" in page.url
    page.reload()
    expect(path).to_have_count(2)
    expect(page.locator("svg.tree .links .followed")).to_have_count(1)
    page.locator(".path-of select").select_option("")
    expect(path).to_have_count(0)
