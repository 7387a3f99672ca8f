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

from dsl.closed_kinds import furnish_closed
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


def test_a_wall_skips_no_round_that_is_late(played: Club) -> None:
    """Round 1 is played, and round 2 should have begun."""
    played.command("club", "date-round", round=2, starts="2023-11-14T10:00:00")
    played.command("club", "date-round", round=3, starts="2023-11-15T10:00:00")
    assert "starts" not in words(played.browser().get("/t/club/screen"))


def test_before_the_first_round_a_wall_counts_down_by_itself() -> None:
    club = Club()
    club.found()
    club.command("club", "date-round", round=1, starts="2023-11-15T10:00:00")
    assert "Round 1 starts" in words(club.client.get("/t/club/screen"))


def slides(html: str) -> list[tuple[str, bool]]:
    """The slides of a wall, and whether each is shown now."""
    found = re.findall(
        r'class="(?:wall|screen)-body ([a-z]+)[^"]*" data-slide="\d+"( hidden)?', html
    )
    return [(show, not hidden) for show, hidden in found]


def test_several_things_take_turns_on_a_screen(played: Club) -> None:
    """Ten seconds each: after a full turn of three the first one is shown again."""
    screen = played.browser()
    pair(played, code_on(screen))
    played.command("club", "record-result", game="1.1", result="1-0")
    steer = f"{DESK}/{link_of(played)}"
    chosen = {"show": "turns", "turns": ["standings", "names", "boards"]}
    played.client.post(steer, data=chosen)
    assert shown(screen) == "/t/club/screen?show=boards,names,standings&paired=1"
    desk = played.client.get(DESK).text
    assert desk.count(" checked>") == 3
    assert 'value="turns" aria-pressed="true"' in desk
    seen = []
    for _ in range(4):
        found = slides(screen.get("/screen").text)
        assert [show for show, _ in found] == ["boards", "names", "standings"]
        (now,) = [show for show, is_shown in found if is_shown]
        seen.append(now)
        played.clock.time += 10_000_000
    assert len(set(seen[:3])) == 3
    assert seen[3] == seen[0]


def test_a_wall_stays_at_the_pairings_until_the_first_result(played: Club) -> None:
    turning = "/t/club/screen?show=names,standings,countdown"
    browser = played.browser()
    assert slides(browser.get(turning).text) == [("names", True)]
    played.command("club", "record-result", game="1.1", result="1-0")
    assert [show for show, _ in slides(browser.get(turning).text)] == ["names", "standings"]
    assert slides(browser.get("/t/club/screen?show=standings,countdown").text) == [
        ("standings", True)
    ], "no start is announced"


def test_a_wall_turns_although_its_results_are_published_later(played: Club) -> None:
    """Whether there is a result is no secret; which one it is stays one until it is published."""
    played.command("club", "set-publication", level="pairings")
    played.command("club", "record-result", game="1.1", result="1-0")
    html = played.browser().get("/t/club/screen?show=boards,standings").text
    assert [show for show, _ in slides(html)] == ["boards", "standings"]
    assert "1–0" not in html


def test_announcements_are_large_and_take_turns_while_there_are_any(played: Club) -> None:
    turning = "/t/club/screen?show=standings,announcements"
    played.command("club", "record-result", game="1.1", result="1-0")
    browser = played.browser()
    assert [show for show, _ in slides(browser.get(turning).text)] == ["standings"]
    assert "No notice is shown now." in words(browser.get("/t/club/screen?show=announcements"))
    played.command("club", "post-notice", note="The buffet is open")
    html = browser.get(turning).text
    assert [show for show, _ in slides(html)] == ["standings", "announcements"]
    assert 'class="wall-notices"' in html
    played.clock.time += 1_000_000
    alone = words(browser.get("/t/club/screen?show=announcements"))
    assert alone.count("The buffet is open") == 2, "in the head as well, where script hides it"


def test_a_wall_has_the_time_and_the_address_as_a_code(played: Club) -> None:
    """The clock of the test stands at 22:13 UTC, 23:13 in Madrid."""
    html = played.browser().get("/t/club/screen").text
    assert re.search(r'class="hour" data-clock>[^/]*>23:13</time>', html)
    assert '<img class="corner" src="/t/club/qr.svg"' in html
    assert "data-clock" not in played.browser().get("/t/club").text


async def test_a_screen_shows_the_chosen_stage() -> None:
    club = Club()
    furnish_closed(club.command)
    await club.let_in("arbiter-token", "copa")
    screen, desk = club.browser(), "/t/copa/arbiter/screens"
    club.client.post(desk, data={"code": code_on(screen)})
    html = club.client.get(desk).text
    assert "the one that is played now" in html
    found = re.search(rf'action="{desk}/([0-9a-f]+)[?"]', html)
    assert found is not None
    steer = f"{desk}/{found[1]}"
    club.client.post(steer, data={"show": "standings", "stage": "2"})
    assert shown(screen) == "/t/copa/screen?show=standings&stage=2&paired=1"
    assert "Group A" in words(screen.get("/screen"))
    assert '<option value="2" selected>' in club.client.get(desk).text
    assert club.client.post(steer, data={"show": "both", "stage": "99"}).status_code == 422
    club.client.post(steer, data={"show": "both", "stage": ""})
    assert shown(screen) == "/t/copa/screen?show=both&paired=1"


def hall() -> Club:
    """A hall of two tables and six players by arrival, whose first game Ana won."""
    club = Club()
    club.command("club", "create-tournament", name="Fair", system="masnou", rounds=0)
    people = [
        {"id": f"p{number}", "person": {"name": name}}
        for number, name in enumerate(("Ana", "Bea", "Carl", "Dora", "Eva", "Fay"), start=1)
    ]
    club.command("club", "enter-entrants", entrants=people)
    club.command("club", "open-hall", rules={"tables": 2, "order": "arrival"})
    club.command("club", "record-result", game="T1.1", result="1-0")
    asyncio.run(club.let_in("arbiter-token", "club"))
    return club


def test_the_screens_of_a_hall_are_steered_too() -> None:
    club = hall()
    screen = club.browser()
    pair(club, code_on(screen))
    desk = words(club.client.get(DESK))
    assert "Tables and queue" in desk
    assert "Pairings by name" not in desk
    steer = f"{DESK}/{link_of(club)}"
    club.client.post(steer, data={"show": "standings"})
    assert "Pts Games Wins Streak Best run Won 1 Ana 1 1 1 1 1 100%" in words(screen.get("/screen"))
    club.client.post(steer, data={"show": "countdown"})
    assert "Ends at" in words(screen.get("/screen"))
    club.client.post(steer, data={"show": "announcements"})
    assert "No notice is shown now." in words(screen.get("/screen"))
    club.client.post(steer, data={"show": "both"})
    assert "The queue" in words(screen.get("/screen"))


def test_the_wall_of_a_hall_stays_at_the_tables_while_somebody_is_called() -> None:
    """Eva was called to table 1 by the result of a moment ago; half a minute later she plays."""
    club = hall()
    turning = "/t/club/screen?show=both,standings"
    html = club.browser().get(turning).text
    assert slides(html) == [("both", True)]
    assert "Eva → Table 1" in words(club.browser().get(turning))
    club.clock.time += 60_000_000
    assert [show for show, _ in slides(club.browser().get(turning).text)] == ["both", "standings"]
    club.command("club", "end-hall")
    assert [show for show, _ in slides(club.browser().get(turning).text)] == ["standings"]
    assert "Time is up" in words(club.browser().get("/t/club/screen?show=countdown"))


def test_before_a_hall_opens_its_wall_says_so() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Fair", system="masnou", rounds=0)
    for show in ("standings", "both,standings", "countdown"):
        said = words(club.browser().get(f"/t/club/screen?show={show}"))
        assert "The marathon has not begun yet." in said


def test_no_wall_says_what_is_not_so() -> None:
    """A Keizer had no ranking on walls, and a tournament that is over a start to be announced."""
    club = Club()
    furnish_closed(club.command)
    club.command("club", "create-tournament", name="Club", system="keizer", rounds=4)
    people = [{"id": f"p{n}", "person": {"name": f"P{n}"}, "rating": 2000 - n} for n in (1, 2)]
    club.command("club", "enter-entrants", entrants=people)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    club.command("club", "record-result", game="1.1", result="1-0")
    browser = club.browser()
    for show in ("both", "standings"):
        said = words(browser.get(f"/t/club/screen?show={show}"))
        assert "No round" not in said
        assert "Standings total 1" in said
    club.command("club", "close-round", round=1)
    club.command("club", "finish-tournament")
    assert "The tournament has ended." in words(browser.get("/t/club/screen?show=countdown"))
    hidden = words(browser.get("/t/line-ups/screen?show=names"))
    assert "The line-ups of this round are not published yet." in hidden
