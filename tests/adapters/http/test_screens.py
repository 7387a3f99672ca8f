"""Screens on walls: what they show, paired by a code and steered from the arbiters' page."""

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dsl.page_kinds import reading_of
from dsl.web_club import HOST, Club
from patience import PATIENCE_S
from planilla.adapters.http.app import build
from planilla.adapters.http.pages.screens import CODE_ALPHABET, code_of

DESK = "/t/club/arbiter/screens"


@pytest.fixture
def played() -> Club:
    """Round 1 of six is on the boards; the browser holds the arbiter's link."""
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    club.pair(1)
    asyncio.run(club.let_in("arbiter-token", "club"))
    return club


def words(answer: Response) -> str:
    """The words of a page, spaces made one."""
    return " ".join(reading_of(answer.text)[0].split())


def restarted(club: Club, screen: TestClient) -> TestClient:
    """The same browser before a new process over the same store."""
    parts = build(club.site)
    app = Starlette(routes=list(parts.routes), middleware=list(parts.middleware))
    return TestClient(app, base_url=HOST, cookies=screen.cookies)


def code_on(screen: TestClient) -> str:
    """The code that a screen shows."""
    found = re.search(r'class="code">(\w+)<', screen.get("/screen").text)
    assert found is not None
    return found[1]


def pair(club: Club, code: str, name: str = "Entrance") -> Response:
    """Type a code on the arbiters' page."""
    return club.client.post(DESK, data={"code": code, "name": name}, follow_redirects=False)


def link_of(club: Club) -> str:
    """The link of the first screen on the arbiters' page."""
    found = re.search(rf'action="{DESK}/([0-9a-f]+)"', club.client.get(DESK).text)
    assert found is not None
    return found[1]


def shown(screen: TestClient) -> str:
    """The address that a screen is told to show."""
    return str(screen.get("/screen/now").json()["address"])


def test_a_screen_is_paired_by_its_code_and_steered(played: Club) -> None:
    screen = played.browser()
    code = code_on(screen)
    assert (shown(screen), code_on(screen)) == ("/screen", code), "the code stays"
    assert pair(played, f" {code.lower()} ").status_code == 303
    assert shown(screen) == "/t/club/screen?show=both&paired=1"
    assert "Entrance" in words(played.client.get(DESK))
    steer = f"{DESK}/{link_of(played)}"
    assert played.client.post(steer, data={"show": "names"}).status_code == 200
    assert shown(screen) == "/t/club/screen?show=names&paired=1"
    assert "Round 1 by name Ana Alba □ White, 1" in words(screen.get("/screen"))
    assert played.client.post(steer, data={"show": "nonsense"}).status_code == 422
    played.client.post(steer, data={"show": ""})
    assert shown(screen) == "/screen"
    assert code_on(screen) != code, "a closed link is not opened again"


def test_neither_a_restart_of_the_server_nor_of_the_screen_ends_the_pairing(played: Club) -> None:
    screen = played.browser()
    code = code_on(screen)
    waiting = restarted(played, screen)
    assert shown(waiting) == "/screen"
    assert code_on(waiting) == code
    pair(played, code)
    played.client.post(f"{DESK}/{link_of(played)}", data={"show": "standings"})
    assert shown(restarted(played, screen)) == "/t/club/screen?show=standings&paired=1"


def two_nodes(club: Club) -> tuple[TestClient, TestClient]:
    """A screen at one node, and the arbiter at another one of the same store."""
    site = replace(club.site, has_others=True)
    clients = []
    for browser in (club.browser(), club.client):
        parts = build(site)
        app = Starlette(
            routes=list(parts.routes),
            middleware=list(parts.middleware),
            exception_handlers=dict(parts.exception_handlers),
        )
        clients.append(
            TestClient(
                app,
                base_url=HOST,
                headers=dict(browser.headers),
                cookies=browser.cookies,
                follow_redirects=False,
            )
        )
    return clients[0], clients[1]


def test_a_code_typed_on_a_node_that_the_screen_does_not_ask_is_found(played: Club) -> None:
    """It used to be refused as long as the screen asked the other one, as on a kept connection."""
    screen, arbiter = two_nodes(played)
    data = {"code": code_on(screen), "name": "Entrance"}
    with ThreadPoolExecutor(1) as elsewhere:
        answer = elsewhere.submit(arbiter.post, DESK, data=data)
        deadline = time.monotonic() + PATIENCE_S
        while shown(screen) == "/screen" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert answer.result(PATIENCE_S).status_code == 303
    assert shown(screen) == "/t/club/screen?show=both&paired=1"
    assert shown(restarted(played, screen)) == "/t/club/screen?show=both&paired=1"
    links = set(re.findall(rf'action="{DESK}/([0-9a-f]+)"', arbiter.get(DESK).text))
    assert len(links) == 1, "the offer is over"


def test_a_code_that_no_screen_of_any_node_shows_is_refused_after_a_while(played: Club) -> None:
    screen, arbiter = two_nodes(played)
    played.clock.step = 2_000_000
    code = code_on(screen)
    wrong = code[::-1] if code != code[::-1] else "22222"
    for _ in range(2):  # the same code again: an offer that is over does not stand in the way
        answer = arbiter.post(DESK, data={"code": wrong})
        assert answer.status_code == 422
        assert f"No screen shows the code “{wrong}” now." in words(answer)
    assert shown(screen) == "/screen"


def test_a_code_that_no_screen_shows_is_refused_in_words(played: Club) -> None:
    screen = played.browser()
    code = code_on(screen)
    played.clock.time += 61_000_000
    answer = pair(played, code)
    assert answer.status_code == 422
    assert f"No screen shows the code “{code}” now." in words(answer)
    code_on(screen)
    assert pair(played, code).status_code == 303, "it asked again"


def test_letters_that_are_read_as_figures_are_figures() -> None:
    assert not set("ILOU") & set(CODE_ALPHABET)
    assert len(CODE_ALPHABET) == 32
    assert code_of("a") != code_of("b")
    assert len(code_of("a")) == 5


def test_a_paired_screen_shows_a_hidden_tournament_and_nothing_of_the_arbiters(
    played: Club,
) -> None:
    screen = played.browser()
    pair(played, code_on(screen))
    played.command("club", "hide-tournament", reason="test")
    assert screen.get("/screen").status_code == 200
    assert screen.get("/t/club/arbiter").status_code == 403
    assert played.browser().get("/t/club/screen").status_code == 404


def test_the_screens_of_another_tournament_are_not_steered(played: Club) -> None:
    screen = played.browser()
    pair(played, code_on(screen))
    played.command("other", "create-tournament", name="Other", rounds=1)
    link = link_of(played)
    answer = played.client.post(f"/t/other/arbiter/screens/{link}", data={"show": "names"})
    assert answer.status_code == 403
    assert played.client.post(f"{DESK}/{'0' * 12}", data={"show": "names"}).status_code == 404


def test_a_wall_shows_one_thing_alone(played: Club) -> None:
    """Six by rating, number 1 with White: 1-4, 5-2, 3-6 (C.04.3, 3.2 and 5.2.5)."""
    played.command("club", "record-result", game="1.1", result="1-0")
    boards = words(played.browser().get("/t/club/screen?show=boards"))
    assert "1 □ Ana Alba 1–0 ■ Dora Díaz 2 □ Eva Elías – ■ Bea Bosch" in boards
    assert "pts" not in boards
    names = words(played.browser().get("/t/club/screen?show=names"))
    assert "Ana Alba □ White, 1 Bea Bosch ■ Black, 2 Carl Cruz □ White, 3" in names
    places = words(played.browser("es").get("/t/club/screen?show=standings"))
    assert "Clasificación ptos. 1 Ana Alba 1 2 Bea Bosch 0" in places
    assert played.browser().get("/t/club/screen?show=all").status_code == 422


def test_a_wall_counts_down_to_the_next_round(played: Club) -> None:
    """The clock of the test stands at 14 November 2023, 22:13 UTC."""
    waiting = "The next start is not announced."
    assert waiting in words(played.browser().get("/t/club/screen?show=countdown"))
    played.command("club", "date-round", round=2, starts="2023-11-15T10:00:00")
    html = played.browser().get("/t/club/screen?show=countdown").text
    assert "Round 2 starts" in html
    # 2023-11-15 10:00 in Madrid is 09:00 UTC, 1700038800 s after 1970
    assert 'data-due="1700038800000"' in html
    assert "Round 2 starts" in played.browser().get("/t/club/screen").text
    played.clock.time += 24 * 3600 * 1_000_000
    assert waiting in words(played.browser().get("/t/club/screen?show=countdown"))


def test_before_the_first_round_a_wall_counts_down_by_itself() -> None:
    club = Club()
    club.found()
    club.command("club", "date-round", round=1, starts="2023-11-15T10:00:00")
    assert "Round 1 starts" in words(club.client.get("/t/club/screen"))
