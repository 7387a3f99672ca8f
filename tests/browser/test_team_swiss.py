"""A team Swiss in a browser: founded, drafted, played and corrected through its pages.

Eight teams of two boards play three rounds, with preferences of type A; A to H are the numbers 1 to
8. Colours are said for a lot that gives White to A in round 1; with the other lot all are turned.

Round 1 (3.6 and 4.3.1 of C.04.6): A-E, F-B, C-G, H-D. Then A, B and D have 2 points, C and G 1.
Round 2: the group of A, B and D takes C, the first set of those with 1 (3.5): C-A, B-D by halves.
G takes E, the first of those with 0, and F and H remain. Nobody has a preference after one match;
the first-team does not play the same colour again (4.3.8): G-E, H-F. The arbiter exchanges E and F.
Round 3: A takes B (2.5), D takes F. C, E, G and H have 1 point; C-G and E-H were played. C-H and
E-G is the first identifier (3 5 8 7), but C and H both have a preference for Black (C8): C-E and
G-H. A had Black and B White last: A-B (4.3.6); D and E had Black twice: D-F, E-C; H White: G-H.
"""

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.test_league import hindrances

TEAMS = ("Alfil", "Burgos", "Casino", "Duero", "Ebro", "Foix", "Girona", "Huesca")
NAMES = {name[0]: name for name in TEAMS}
LISTED = "\n".join(f"{name}; {2400 - 50 * place}" for place, name in enumerate(TEAMS))
SCREENS = (360, 1400)

Played = Mapping[str, str]
"""The winner of each board of a match, `=` for a draw, by its teams in the alphabet."""

ROUND_1: Played = {"AE": "AA", "BF": "B=", "CG": "==", "DH": "D="}
ROUND_2: Played = {"AC": "A=", "BD": "BD", "FG": "FF", "EH": "=="}
ROUND_3: Played = {"AB": "=B", "DF": "D=", "CE": "EE", "GH": "=G"}


FINAL = {
    "Duero": ("6", "4½"),
    "Alfil": ("4", "4"),
    "Burgos": ("4", "3½"),
    "Ebro": ("3", "3"),
    "Girona": ("3", "2½"),
    "Foix": ("2", "3"),
    "Huesca": ("1", "2"),
    "Casino": ("1", "1½"),
}
"""Match points and game points in the order of the standings."""


class Teams:
    """The tournament in the windows of its arbiter."""

    def __init__(self, planilla: Any, page: Page) -> None:
        self.planilla = planilla
        self.page = page
        self.public = ""
        self.is_turned = False

    @property
    def id(self) -> str:
        return self.public.rpartition("/")[2]

    @property
    def desk(self) -> str:
        return f"{self.public}/arbiter"

    def found(self) -> None:
        """Create the tournament by the form and enter the teams as a list."""
        page = self.page
        page.goto(self.planilla.link)
        page.get_by_role("link", name="New tournament").click()
        page.locator("#kind-choice input[value='other']").check()
        page.locator("#system-choice input[value='swiss-team-2026']").check()
        expect(page.locator("#settings input[name='system']")).to_have_value("swiss-team-2026")
        for field, text in (("name", "Teams"), ("rounds", "3"), ("shape.boards", "2")):
            page.locator(f"[name='{field}']").fill(text)
        page.get_by_role("button", name="Create the tournament").click()
        address = page.get_by_role("link", name="Public page").get_attribute("href")
        self.public = f"{self.planilla.url}{address}"
        page.locator("a[href$='/entries']").first.click()
        page.get_by_label("One person per line").fill(LISTED)
        page.get_by_role("button", name="Review").click()
        page.get_by_role("button", name="Enter 8 people").click()
        self.register()

    def register(self) -> None:
        """Register the players: three of A, two of the others."""
        rows = self.page.request.get(f"{self.planilla.url}/api/t/{self.id}/people").json()
        for id_, person in rows["people"].items():
            name = person["name"]
            players = [
                {"id": f"{name.lower()}-{n}", "person": {"name": f"{name} {n}"}}
                for n in ((1, 2, 3) if name == "Alfil" else (1, 2))
            ]
            self.planilla.post(self.id, "register-players", name, team=id_, players=players)

    def draft(self, number: int) -> None:
        self.page.goto(self.desk)
        self.page.get_by_role("button", name=f"Pair round {number}").click()
        expect(self.page.locator("h2.title").first).to_have_text(f"Round {number} draft")
        expect(self.page.locator("#boards .match-head")).to_have_count(4)

    def drafted(self) -> list[str]:
        """The matches of the draft by their letters, White first as for the lot White."""
        heads = self.page.locator("#boards .match-head bdi").all_text_contents()
        pairs = [
            f"{white[0]}-{black[0]}" for white, black in zip(heads[::2], heads[1::2], strict=True)
        ]
        return sorted(pair[::-1] if self.is_turned else pair for pair in pairs)

    def publish(self) -> None:
        button = self.page.get_by_role("button", name="Publish", exact=True)
        button.click()
        expect(button).to_have_count(0)

    def publish_line_ups(self, number: int) -> None:
        self.page.goto(f"{self.desk}/line-ups/{number}")
        button = self.page.get_by_role("button", name="Publish the line-ups")
        button.click()
        expect(button).to_have_count(0)

    def play(self, played: Played) -> None:
        """Enter the results by keys, from the first board on; the focus moves on by itself."""
        page = self.page
        page.goto(self.desk)
        rows = page.locator("#boards tr[data-open]")
        expect(rows).to_have_count(8)
        keys = [key_of(row, played) for row in rows.all()]
        rows.first.focus()
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator("#boards tr.done")).to_have_count(8)


def key_of(row: Locator, played: Played) -> str:
    """The key of the result of a board: 1 if White wins, 2 for a draw, 3 if Black wins."""
    white, black = row.locator(".who bdi").all_text_contents()
    board = int(row.locator(".board").text_content() or "") - 1
    winner = played["".join(sorted((white[0], black[0])))][board]
    return "2" if winner == "=" else "1" if winner == white[0] else "3"


def hand_in_a_reserve(teams: Teams) -> None:
    """Line A up with its players 1 and 3; everybody else plays with 1 and 2."""
    page = teams.page
    page.goto(teams.desk)
    page.locator("#acts a[href$='/line-ups/1']").click()
    alfil = page.locator("form[data-act='hand-in-line-up']").filter(has_text="Alfil 3")
    alfil.get_by_label("Alfil 2").uncheck()
    alfil.get_by_label("Alfil 3").check()
    alfil.get_by_role("button").click()
    expect(alfil.get_by_text("handed in", exact=True)).to_be_visible()
    assert hindrances(page) == []


def exchange_by_hand(teams: Teams) -> None:
    """Exchange E and F in the draft of round 2, after a look at what is different."""
    page = teams.page
    page.get_by_role("link", name="Change by hand").click()
    choices = page.locator("table.change select")
    expect(choices).to_have_count(8)
    chosen = choices.evaluate_all("all => all.map(each => each.selectedOptions[0].label)")
    places = {label[0]: place for place, label in enumerate(chosen)}
    assert chosen[places["A"]] == "Alfil (2)", "match points before the round"
    ebro, foix = (choices.nth(places[letter]) for letter in "EF")
    values = [each.input_value() for each in (ebro, foix)]
    ebro.select_option(values[1])
    foix.select_option(values[0])
    page.locator("input[name='reason']").fill("One bus")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("table.judged tbody tr")).to_have_count(2)
    expect(page.locator("#main")).to_contain_text("It breaks no absolute rule")
    assert hindrances(page) == []
    page.locator("form[data-act='change-pairing'] button").click()
    expect(page.locator("h2.title").first).to_have_text("Round 2 draft")
    expect(page.locator("#boards .match-head")).to_have_count(4)


def correct_board_1(teams: Teams) -> None:
    """Correct the first board of B and D in round 2, which was drawn, while round 3 is open."""
    page = teams.page
    page.goto(f"{teams.public}/rounds/2")
    game = page.locator("tbody tr:not(.match-head)", has_text="Burgos 1").get_attribute("data-key")
    page.goto(f"{teams.desk}/games/{game}")
    form = page.locator("form[data-act='correct-result']")
    form.locator("select[name='result']").select_option("½-½")
    form.locator("input[name='reason']").fill("sheet")
    form.locator("input[name='effect'][value='during-next-round']").check()
    form.locator("button").last.click()
    said = page.locator("#main")
    expect(said).to_contain_text("Duero: place 3 → 2, 3 → 4 points")
    expect(said).to_contain_text("Round 3 (published): 3 of 4 boards would be different.")
    assert hindrances(page) == []
    page.locator("button", has_text="Confirm").first.click()
    expect(page.locator("button", has_text="Confirm")).to_have_count(0)


def read_the_reasons(teams: Teams) -> None:
    """From a match to the reason of its pairing, and to the audit of the rounds, on two screens."""
    page = teams.page
    page.goto(f"{teams.public}/rounds/2")
    page.locator(".match-head a", has_text="Casino").click()
    page.get_by_role("link", name="How round 2 was paired").click()
    board = page.locator(".reasons li", has_text="Casino")
    expect(board).to_contain_text("the first team of the two changes its last colour (4.3.8)")
    first = page.locator(".bracket").first
    expect(first).to_contain_text("4 teams")
    expect(first).to_contain_text("3 Casino (1)")
    expect(page.locator(".explanation")).to_contain_text("changed part of this round by hand")
    page.goto(f"{teams.public}/audit")
    verdicts = page.locator(".verdicts .verdict")
    expect(verdicts).to_have_count(3)
    expect(page.locator(".verdicts .verdict.same")).to_have_count(2)
    expect(verdicts.nth(1)).to_contain_text("changed by the arbiter on 2 of 4 boards")
    for path in ("rounds/2", "rounds/2/why", "audit", "matches/2.1", "arbiter", "cross", ""):
        page.goto(f"{teams.public}/{path}")
        for width in SCREENS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width, path


def test_a_team_swiss_is_played_to_its_end(planilla: Any, new_window: Callable[..., Any]) -> None:
    window = new_window()
    page = window.page
    teams = Teams(planilla, page)
    teams.found()
    teams.draft(1)
    teams.is_turned = "E-A" in teams.drafted()
    assert teams.drafted() == ["A-E", "C-G", "F-B", "H-D"]
    expect(page.locator("#boards tr.why")).to_have_count(4)
    teams.publish()
    hand_in_a_reserve(teams)
    teams.publish_line_ups(1)
    teams.play(ROUND_1)
    teams.draft(2)
    assert teams.drafted() == ["B-D", "C-A", "G-E", "H-F"]
    exchange_by_hand(teams)
    assert teams.drafted() == ["B-D", "C-A", "G-F", "H-E"]
    teams.publish()
    teams.publish_line_ups(2)
    teams.play(ROUND_2)
    teams.draft(3)
    assert teams.drafted() == ["A-B", "D-F", "E-C", "G-H"]
    teams.publish()
    correct_board_1(teams)
    read_the_reasons(teams)
    teams.publish_line_ups(3)
    teams.play(ROUND_3)
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    page.goto(teams.public)
    rows = page.locator("table.standings tbody tr")
    expect(rows.locator(".who bdi")).to_have_text(list(FINAL))
    expect(rows.locator("td.points")).to_have_text([points for points, _ in FINAL.values()])
    expect(rows.locator("td.last + td.tiebreak")).to_have_text([own for _, own in FINAL.values()])
    assert window.complaints == []
