"""An open of nine rounds from an empty server to its file, run by one arbiter from one screen.

Founding, entries, check-in, a late entry, a bye, a withdrawal, a result put right at once, another
one corrected two rounds later, the end: all by the pages, on a desktop by keys and on a phone by
taps. A spectator looks on from round 1 to the end without loading the page again. The points are
calculated here, from the boards as the public reads them and the results that were entered.
"""

import csv
import io
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.service, pytest.mark.no_cover]

ROUNDS = 9
NAMES = ("Alba", "Bosch", "Cruz", "Díaz", "Elías", "Font", "Gil", "Haro", "Ibáñez", "Juan", "Kaya")
ABSENT, LATE, RESTS, LEAVES = "Kaya, K.", "Late, L.", "Gil, G.", "Haro, H."
MISTYPED_IN, RESTS_IN, LEAVES_AFTER, WRONG_IN, FOUND_IN = 2, 3, 5, 4, 6
CYCLE = ("1-0", "½-½", "0-1")
KEYS = {"1-0": "1", "½-½": "2", "0-1": "3"}
HALVES = {"1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2)}
"""Half points of White and Black."""
OPEN = "#boards tr[data-open]"

Pair = tuple[str, str]
"""White and Black."""


class Arbiter:
    """One person with the organiser's link at a screen of a width."""

    def __init__(self, page: Page, url: str, *, is_phone: bool) -> None:
        self.page = page
        self.is_phone = is_phone
        self._url = url
        self.tournament = ""

    def address(self, path: str = "") -> str:
        """Return the address of a page of the tournament."""
        return f"{self._url}/t/{self.tournament}{path}"

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button, by its key on a desktop and by a tap on a phone."""
        self.touch(self.page.get_by_role("button", name=name).first)

    def write(self, field: Locator, text: str) -> None:
        field.focus()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def touch(self, what: Locator) -> None:
        """Follow a link or press a button that is there."""
        if self.is_phone:
            what.tap()
        else:
            what.press("Enter")

    def take_back(self) -> None:
        """Undo what was entered last."""
        if self.is_phone:
            self.page.locator("#toast button").tap()
        else:
            self.page.keyboard.press("Control+Z")

    def confirm(self) -> None:
        """Confirm what was shown before an act."""
        self.press("Confirm")

    def enter(self, result: str, boards_left: int) -> None:
        """Enter the result of the first open board."""
        first = self.page.locator(OPEN).first
        if self.is_phone:
            first.locator(f"button[value$=' {result}']").tap()
        else:
            first.focus()
            self.page.keyboard.press(KEYS[result])
        expect(self.page.locator(OPEN)).to_have_count(boards_left)


def found(arbiter: Arbiter, link: str) -> None:
    page = arbiter.page
    page.goto(link)
    page.wait_for_url(lambda url: "enter" not in url)
    page.get_by_role("link", name="New tournament").first.click()
    arbiter.write(page.get_by_role("textbox", name="Name"), "Open of the town")
    arbiter.press("Create the tournament")
    public = page.get_by_role("link", name="Public page")
    address = str(public.get_attribute("href"))
    arbiter.tournament = address.removeprefix("/t/")


def enter_players(arbiter: Arbiter) -> None:
    page = arbiter.page
    page.get_by_role("link", name="Enter players").click()
    lines = (f"{name}, {name[0]}. {2300 - 50 * n}" for n, name in enumerate(NAMES))
    field = page.get_by_label("One person per line")
    if not field.is_visible():
        page.get_by_text("Several at once").click()
    arbiter.write(field, "\n".join(lines))
    arbiter.press("Review")
    arbiter.press(f"Enter {len(NAMES)} people")
    expect(page.locator("tr", has_text=NAMES[-1])).to_be_visible()


def check_in(arbiter: Arbiter) -> None:
    """All are here but one, who plays from round 2."""
    page = arbiter.page
    page.goto(arbiter.address("/check-in"))
    arbiter.press("Everybody is here")
    here = page.locator("tr.here")
    expect(here).to_have_count(len(NAMES))
    arbiter.touch(here.filter(has_text=ABSENT).get_by_role("button").first)
    expect(here).to_have_count(len(NAMES) - 1)
    arbiter.press("End the check-in")
    arbiter.confirm()
    expect(page.locator("main")).to_contain_text("The check-in has ended")


def of_player(arbiter: Arbiter, name: str) -> None:
    """Open the page of a player."""
    arbiter.page.goto(arbiter.address("/entries"))
    arbiter.touch(arbiter.page.get_by_role("link", name=name))


def enter_late(arbiter: Arbiter) -> None:
    page = arbiter.page
    page.goto(arbiter.address("/entries"))
    arbiter.write(page.get_by_role("textbox", name="Name").first, LATE)
    page.keyboard.press("Enter")
    arbiter.confirm()
    expect(page.locator("tr", has_text=LATE)).to_be_visible()


def rest(arbiter: Arbiter) -> None:
    of_player(arbiter, RESTS)
    form = arbiter.page.locator("form[action$='/acts/request-bye']")
    arbiter.write(form.locator("[name='round']"), str(RESTS_IN))
    form.locator("[name='kind']").select_option("H")
    arbiter.touch(form.get_by_role("button"))
    expect(arbiter.page.get_by_role("button", name="Will play")).to_be_visible()


def leave(arbiter: Arbiter) -> None:
    of_player(arbiter, LEAVES)
    arbiter.press("Withdraws from the tournament")
    arbiter.confirm()
    expect(arbiter.page.get_by_role("button", name="Returns to the tournament")).to_be_visible()


def begin(arbiter: Arbiter, number: int) -> list[Pair]:
    """Pair and publish a round; return its boards as everybody reads them."""
    page = arbiter.page
    page.goto(arbiter.address("/arbiter"))
    arbiter.press(f"Pair round {number}")
    expect(page.locator("h2.title").first).to_contain_text("draft")
    arbiter.press("Publish")
    expect(page.locator(OPEN).first).to_be_visible()
    answer = page.request.get(arbiter.address("/pairings.csv"))
    rows = csv.DictReader(io.StringIO(answer.body().decode("utf-8-sig")))
    return [
        (row["white_name"], row["black_name"])
        for row in rows
        if row["round"] == str(number) and row["black"]
    ]


def play(arbiter: Arbiter, number: int, boards: list[Pair]) -> dict[Pair, str]:
    """Enter the results of a round, the first of round 2 wrongly and then rightly."""
    expect(arbiter.page.locator(OPEN)).to_have_count(len(boards))
    if number == MISTYPED_IN:
        arbiter.enter("0-1", len(boards) - 1)
        arbiter.take_back()
        expect(arbiter.page.locator(OPEN)).to_have_count(len(boards))
    results = {}
    for place, pair in enumerate(boards):
        results[pair] = CYCLE[(number + place) % len(CYCLE)]
        arbiter.enter(results[pair], len(boards) - 1 - place)
    return results


def correct(arbiter: Arbiter) -> None:
    """Correct a result of a round before the last: by C.04.2, 4.3 for the rating alone."""
    page = arbiter.page
    page.goto(arbiter.address(f"/arbiter?round={WRONG_IN}"))
    arbiter.touch(page.get_by_role("link", name=re.compile("Correct the result")).first)
    form = page.locator("form[action$='/acts/correct-result']")
    expect(form.locator("label.applies")).to_contain_text("rating")
    other = form.locator("[name='result'] option:not(:checked)").first.get_attribute("value")
    form.locator("[name='result']").select_option(other)
    arbiter.write(form.locator("[name='reason']"), "The slip was read wrongly")
    arbiter.touch(form.get_by_role("button", name="Correct the result"))
    arbiter.confirm()
    expect(page.locator(".chain")).to_contain_text("The slip was read wrongly")


def halves_of(rounds: list[dict[Pair, str]]) -> Counter[str]:
    """The half points of everybody, of games and of byes."""
    halves: Counter[str] = Counter()
    for number, results in enumerate(rounds, start=1):
        everybody = {f"{name}, {name[0]}." for name in NAMES} | {LATE}
        if number == 1:
            everybody -= {ABSENT, LATE}
        if number > LEAVES_AFTER:
            everybody.remove(LEAVES)
        if number == RESTS_IN:
            everybody.remove(RESTS)
            halves[RESTS] += 1
        for (white, black), result in results.items():
            everybody -= {white, black}
            halves[white] += HALVES[result][0]
            halves[black] += HALVES[result][1]
        for name in everybody:
            halves[name] += 2
        assert len(everybody) <= 1, "one bye at most"
    return halves


@pytest.mark.parametrize(
    "is_phone",
    [pytest.param(False, id="desktop"), pytest.param(True, id="phone", marks=pytest.mark.deep)],
)
def test_one_arbiter_runs_an_open_from_nothing_to_its_file(
    empty_planilla: Any, new_window: Callable[..., Any], tmp_path: Path, is_phone: bool
) -> None:
    window = new_window(width=360 if is_phone else 1400, has_touch=is_phone)
    arbiter = Arbiter(window.page, empty_planilla.url, is_phone=is_phone)
    found(arbiter, empty_planilla.link)
    enter_players(arbiter)
    check_in(arbiter)
    spectator = new_window(width=360)
    spectator.page.goto(arbiter.address())
    spectator.page.evaluate("window.mine = true")
    rounds = []
    for number in range(1, ROUNDS + 1):
        boards = begin(arbiter, number)
        if number == 1:
            enter_late(arbiter)
            arbiter.page.goto(arbiter.address("/arbiter"))
        if number == FOUND_IN:
            correct(arbiter)
            arbiter.page.goto(arbiter.address("/arbiter"))
        rounds.append(play(arbiter, number, boards))
        if number == RESTS_IN - 1:
            rest(arbiter)
        if number == LEAVES_AFTER:
            leave(arbiter)
    arbiter.page.goto(arbiter.address("/arbiter"))
    arbiter.press("Finish the tournament")
    expect(arbiter.page.locator("#acts .next")).to_have_text("The tournament is finished.")

    halves = halves_of(rounds)
    points = spectator.page.locator(".standings tbody tr")
    expect(spectator.page.locator(".status")).to_contain_text("finished")
    shown = points.evaluate_all(
        "rows => rows.map(r => [r.querySelector('.name').innerText.split('\\n')[0],"
        " r.querySelector('.points').innerText.trim()])"
    )
    assert {name: 2 * float(said.replace("½", ".5")) for name, said in shown} == halves
    assert spectator.page.evaluate("window.mine"), "the page was never loaded again"

    file = tmp_path / "open.trf"
    file.write_bytes(arbiter.page.request.get(arbiter.address("/trf")).body())
    command = [sys.executable, "-c", "from planilla.main import main; raise SystemExit(main())"]
    checked = subprocess.run(
        [*command, "check", str(file)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert [*window.complaints, *spectator.complaints] == []
