"""An event of 120 players: three people with a link each, forty phones, a wall, a spectator.

One round is played whole and the next one begins. The standings are calculated here, from the
results that are entered, and compared with every page that shows them. `make test` runs it with
24 players and eight phones.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.service, pytest.mark.no_cover]
CYCLE = ("0-1", "1-0", "½-½")
KEYS = {"1-0": "1", "½-½": "2", "0-1": "3"}
HALVES = {"1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2)}
"""Half points of White and Black."""
PHONE = (360, 740)
NEXT = (1, 2)
"""The boards of round 2 whose players report before the test ends."""
ROWS = """rows => rows.map((row) =>
  [".place", ".name", ".points"].map((each) => row.querySelector(each).textContent.trim()))"""
SLIPS = "slips => slips.map((slip) => [...slip.querySelectorAll('code')].map((c) => c.textContent))"

Played = tuple[str, str, str]
"""White, Black and the result."""


class Size(NamedTuple):
    """The players, and the boards that are reported by phones and by the sector arbiter.

    The last player of each half is not there for round 1: of 120 the others play on 59 boards,
    1 against 61, 2 against 62 and so on.
    """

    players: int
    phone_boards: int

    @property
    def half(self) -> int:
        """The boards on which everybody plays."""
        return self.players // 2

    @property
    def absent(self) -> tuple[int, int]:
        """The numbers of the players who are not there for round 1."""
        return self.half, self.players

    @property
    def boards(self) -> range:
        """The boards of round 1."""
        return range(1, self.half)

    @property
    def by_phone(self) -> range:
        """The boards whose players report."""
        return range(1, self.phone_boards + 1)

    @property
    def by_sector(self) -> range:
        """The boards of the sector arbiter."""
        return range(self.phone_boards + 1, 2 * self.phone_boards + 1)

    @property
    def by_keys(self) -> range:
        """The boards of the chief arbiter."""
        return range(2 * self.phone_boards + 1, self.half)

    @property
    def special(self) -> tuple[int, int, int]:
        """The boards with a void slip, with two results, and with a phone without a network."""
        return self.phone_boards - 2, self.phone_boards - 1, self.phone_boards

    def seats_of(self, board: int) -> tuple[int, int]:
        """White and Black of round 1: the higher is White on board 1, and colours alternate."""
        upper, lower = board, board + self.half
        return (upper, lower) if board % 2 else (lower, upper)


class Line(NamedTuple):
    """A line of the standings, as it is written."""

    place: str
    name: str
    points: str


class Event(NamedTuple):
    """Its size, the server, a way to open windows, and the windows of three people."""

    size: Size
    planilla: Any
    new_window: Callable[..., Any]
    chief: Any
    helper: Any
    sector: Any

    @property
    def id(self) -> str:
        """The id of the tournament."""
        return f"event-{self.size.players}"

    def address(self, path: str = "") -> str:
        """Return the address of a page of the tournament."""
        return f"{self.planilla.url}/t/{self.id}{path}"

    def slip(self, code: str) -> str:
        """Return the address behind a code."""
        return f"{self.planilla.url}/c/{self.id}/{code}"


def named(number: int) -> str:
    return f"Player {number:03}"


def result_of(board: int) -> str:
    return CYCLE[board % len(CYCLE)]


def standings_of(players: int, played: Iterable[Played]) -> list[Line]:
    """Points, then won games; those who are equal in both share the place, by number."""
    halves = {named(number): 0 for number in range(1, players + 1)}
    wins = dict.fromkeys(halves, 0)
    for white, black, result in played:
        for name, got in zip((white, black), HALVES[result], strict=True):
            halves[name] += got
            wins[name] += got == 2
    score = {name: (halves[name], wins[name]) for name in halves}
    ranked = sorted(halves, key=lambda name: (-halves[name], -wins[name], name))
    return [
        Line(
            str(1 + sum(score[other] > score[name] for other in ranked)),
            name,
            f"{halves[name] // 2 or ''}{'½' if halves[name] % 2 else ''}" or "0",
        )
        for name in ranked
    ]


def shown_on(page: Page, rows: str) -> list[Line]:
    """The standings as a page shows them."""
    return [Line(*each) for each in page.locator(rows).evaluate_all(ROWS)]


@pytest.fixture(
    params=[Size(24, 4), pytest.param(Size(120, 20), marks=pytest.mark.deep)],
    ids=lambda size: str(size.players),
)
def event(request: pytest.FixtureRequest, planilla: Any, new_window: Callable[..., Any]) -> Event:
    """The tournament with its entries, and three people, each with a link of their own."""
    size: Size = request.param
    tournament = f"event-{size.players}"
    entrants = [
        {"id": f"e{n}", "person": {"name": named(n)}, "rating": 2500 - 10 * n}
        for n in range(1, size.players + 1)
    ]
    settings = {"rounds": 9, "first_colour": "white", "tiebreaks": ["WIN"]}
    planilla.post(tournament, "create-tournament", f"{tournament}-1", name="Open", **settings)
    planilla.post(tournament, "enter-entrants", f"{tournament}-2", entrants=entrants)
    organiser = new_window().page
    organiser.goto(planilla.link)
    organiser.wait_for_url(lambda url: "enter" not in url)
    windows = []
    for role, boards, width, home in (
        ("chief-arbiter", "", 1400, "arbiter"),
        ("check-in", "", 1400, "check-in"),
        ("sector-arbiter", f"{size.by_sector[0]}-{size.by_sector[-1]}", PHONE[0], "boards"),
    ):
        window = new_window(width=width)
        window.page.goto(planilla.link_for(organiser, tournament, role, boards))
        window.page.wait_for_url(f"**/t/{tournament}/{home}")
        windows.append(window)
    organiser.context.close()
    return Event(size, planilla, new_window, *windows)


def check_in(event: Event) -> None:
    """All are here but two, of whom one had been noted by mistake."""
    page = event.helper.page
    here = page.locator("tr.here")
    page.locator(f"#pe{event.size.absent[0]}").get_by_role("button").click()
    expect(here).to_have_count(1)
    page.get_by_role("button", name="Everybody is here").click()
    expect(here).to_have_count(event.size.players)
    for left, number in enumerate(event.size.absent, start=1):
        page.locator(f"#pe{number}").get_by_role("button").click()
        expect(here).to_have_count(event.size.players - left)
    page.get_by_role("button", name="End the check-in").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("main")).to_contain_text("The check-in has ended")


def pair_and_publish(event: Event, number: int, boards: int) -> None:
    page = event.chief.page
    page.goto(event.address("/arbiter"))
    page.get_by_role("button", name=f"Pair round {number}").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#boards tr[data-open]")).to_have_count(boards)


def slips_of(event: Event) -> list[list[str]]:
    """The codes on the slips, White's and Black's, board by board."""
    page = event.chief.page.context.new_page()
    page.goto(event.address("/arbiter/slips"))
    codes: list[list[str]] = page.locator("li.slip").evaluate_all(SLIPS)
    page.close()
    return codes


def let_players_report(event: Event) -> tuple[list[str], list[list[str]]]:
    """The codes of a slip that is void, and those of all slips that are valid."""
    page = event.chief.page
    page.goto(event.address("/arbiter/claims"))
    page.get_by_role("button", name="Let players report results").click()
    expect(page.locator("main")).to_contain_text("On: players report results")
    void = slips_of(event)[event.size.special[0] - 1]
    page.get_by_role("button", name="Issue new codes").click()
    expect(page.locator("#latest")).to_contain_text("with new codes")
    return void, slips_of(event)


def phones_of(event: Event, codes: list[list[str]]) -> dict[tuple[int, int], Any]:
    """A phone for each player of the boards that report: the first types the code."""
    phones = {}
    for board in event.size.by_phone:
        for side in (0, 1):
            width, height = PHONE
            phone = phones[board, side] = event.new_window(width=width)
            phone.page.set_viewport_size({"width": width, "height": height})
            code = codes[board - 1][side]
            if (board, side) == (1, 0):
                phone.page.goto(f"{event.planilla.url}/c/{event.id}")
                phone.page.locator("input[name='code']").fill(code.lower())
                phone.page.get_by_role("button", name="Open my board").click()
            else:
                phone.page.goto(event.slip(code))
            own = phone.page.locator(".own dd")
            expect(own).to_contain_text(named(event.size.seats_of(board)[side]))
    return phones


def tap(phone: Any, result: str) -> None:
    phone.page.locator(f"button[name='result'][value='{result}']").click()


def stands(phone: Any, said: str) -> None:
    expect(phone.page.locator(".claim-standing")).to_contain_text(re.compile(said))


def report(white: Any, black: Any, result: str) -> None:
    """Both players tap the same result, and it is recorded."""
    tap(white, result)
    stands(white, "It is recorded once your opponent reports the same")
    tap(black, result)
    stands(black, "^Recorded: ")


def report_by_phone(event: Event, phones: dict[tuple[int, int], Any], void: list[str]) -> None:
    old_slip, conflict, offline = event.size.special
    old = phones[old_slip, 0]  # a slip of before, and then the one that lies on the board
    valid = old.page.url
    old.page.goto(event.slip(void[0]))
    expect(old.page.locator(".problem")).to_contain_text("This slip is no longer valid")
    old.page.goto(valid)
    for board in event.size.by_phone:
        if board not in {conflict, offline}:
            report(phones[board, 0], phones[board, 1], result_of(board))

    white, black = phones[offline, 0], phones[offline, 1]
    white.page.context.set_offline(True)
    tap(white, result_of(offline))
    stands(white, "No network. Your report .* is kept on this phone")
    tap(black, result_of(offline))
    stands(black, "It is recorded once your opponent reports the same")
    white.page.context.set_offline(False)
    stands(white, "^Recorded: ")

    white, black = phones[conflict, 0], phones[conflict, 1]
    tap(white, "1-0")
    tap(black, "½-½")
    stands(black, "The arbiter decides")
    page = event.chief.page
    page.goto(event.address("/arbiter"))
    differing = page.locator("#claimed li.correction")
    expect(differing).to_contain_text("They differ")
    differing.locator("button[value='1-0']").click()
    expect(page.locator("#claimed")).to_have_count(0)


def enter_the_others(event: Event) -> None:
    """The sector arbiter taps, and the chief arbiter presses keys."""
    sector = event.size.by_sector
    boards = event.sector.page.locator("#boards tr[data-open]")
    for left, board in zip(reversed(range(len(sector))), sector, strict=True):
        event.sector.page.locator(f"#g1\\.{board} button[value$=' {result_of(board)}']").click()
        expect(boards).to_have_count(left)
    page = event.chief.page
    open_boards = page.locator("#boards tr[data-open]")
    expect(open_boards).to_have_count(len(event.size.by_keys))
    for board in event.size.by_keys:
        page.keyboard.press(KEYS[result_of(board)])
        expect(page.locator(f"#g1\\.{board} .said")).to_have_count(1)
    expect(page.locator("#acts .next")).to_have_text("Round 1 is complete.")


def begin_the_next_round(event: Event, phones: dict[tuple[int, int], Any]) -> Iterator[Played]:
    """Everybody plays, and the players of the first boards report as the phones name them."""
    pair_and_publish(event, 2, event.size.half)
    codes = slips_of(event)
    for board, result in zip(NEXT, ("½-½", "1-0"), strict=True):
        sides = phones[board, 0], phones[board, 1]
        for phone, code in zip(sides, codes[board - 1], strict=True):
            phone.page.goto(event.slip(code))
        names = sides[0].page.locator(".claim-players bdi").all_inner_texts()
        report(*sides, result)
        yield names[0], names[1], result


def test_a_round_of_an_event_is_run_by_three_people_and_many_phones(event: Event) -> None:
    size, (old_slip, conflict, offline) = event.size, event.size.special
    spectator, wall = event.new_window(width=PHONE[0]), event.new_window(width=1920)
    spectator.page.goto(event.address())
    wall.page.goto(event.address("/screen?show=standings"))
    check_in(event)
    pair_and_publish(event, 1, len(size.boards))
    void, codes = let_players_report(event)
    phones = phones_of(event, codes)
    for window in (spectator, wall):
        window.page.evaluate("window.mine = true")
    report_by_phone(event, phones, void)
    enter_the_others(event)

    played: list[Played] = []
    for board in size.boards:
        white, black = map(named, size.seats_of(board))
        played.append((white, black, "1-0" if board == conflict else result_of(board)))
    lines = standings_of(size.players, played)
    names = spectator.page.locator(".standings tbody .name")
    expect(names).to_have_text([line.name for line in lines])
    assert shown_on(spectator.page, ".standings tbody tr") == lines

    played += begin_the_next_round(event, phones)
    lines = standings_of(size.players, played)
    expect(names).to_have_text([line.name for line in lines])
    assert shown_on(spectator.page, ".standings tbody tr") == lines
    expect(wall.page.locator(".ranks .name")).to_have_text([line.name for line in lines])
    assert shown_on(wall.page, ".ranks li") == lines
    for window in (spectator, wall):
        assert window.page.evaluate("window.mine"), "the page was never loaded again"
    look = spectator.page.context.new_page()
    for path in ("", "/papers/standings"):
        look.goto(event.address(path))
        assert shown_on(look, ".standings tbody tr") == lines
    rows = csv.DictReader(io.StringIO(look.request.get(event.address("/standings.csv")).text()))
    assert [row["name"] for row in rows] == [line.name for line in lines]

    for window in (spectator, wall, event.chief, event.helper, event.sector):
        assert window.complaints == []
    for (board, _), phone in phones.items():
        assert phone.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        allowed = {offline: "ERR_INTERNET_DISCONNECTED", old_slip: "409"}.get(board, "nothing")
        assert [each for each in phone.complaints if allowed not in each] == []
