"""The wall of a festival: what its tournaments show, on one screen that is paired with all."""

import asyncio
import re

import pytest
from starlette.testclient import TestClient

from adapters.http.test_screens import code_on, restarted, shown, slides, words
from dsl.web_club import Club
from planilla.adapters.http.pages.festival_wall import labels_of
from planilla.application.roles import FESTIVAL_SCOPE, Grant, Role
from planilla.application.watch import Bounds

DESK = "/e/opens/screens"
VIEWS = ("event", "notices", "pairings", "people")
NAMES = (
    ("a", "Open A", ("Alba, Ana", "Bosch, Bea")),
    ("b", "Open B", ("Adler, Abe", "Cruz, Carl", "Díaz, Dora")),
)


@pytest.fixture
def opens() -> Club:
    """Round 1 of the opens A and B of the festival `opens`: Ana has White in A, Abe in B."""
    club = Club()
    for tournament, name, people in NAMES:
        club.command(
            tournament, "create-tournament", name=name, rounds=3, tiebreaks=[], first_colour="white"
        )
        entrants = [
            {"id": f"e{n}", "person": {"name": each}, "rating": 2000 - n}
            for n, each in enumerate(people, start=1)
        ]
        club.command(tournament, "enter-entrants", entrants=entrants)
        club.command(tournament, "join-festival", id="opens", name="Open days")
        club.command(tournament, "pair-round", round=1)
        club.command(tournament, "publish-pairings", round=1)
    return club


def holder(club: Club, *scopes: str, role: Role = Role.DEPUTY) -> TestClient:
    """A browser with a link for each scope."""
    browser = club.browser()
    tokens = [f"token-{scope.replace('/', '-')}" for scope in scopes]
    for scope, token in zip(scopes, tokens, strict=True):
        grant = Grant(tournament=scope, role=role)
        asyncio.run(club.store.give(token, f"actor-{token}", grant))
    browser.cookies.set("planilla_links", ".".join(tokens))
    return browser


def steer_of(arbiter: TestClient) -> str:
    """Where the first screen of the festival is steered."""
    found = re.search(rf'action="({DESK}/[0-9a-f]+)"', arbiter.get(DESK).text)
    assert found is not None
    return found[1]


def test_one_list_of_all_tournaments_leads_everybody_to_their_board(opens: Club) -> None:
    """By name over both; of a round of three, who is last by rating has the bye (C.04.1)."""
    html = opens.browser().get("/e/opens/screen?show=names").text
    assert slides(html) == [("names", True)]
    said = " ".join(re.sub(r"<[^>]+>", " ", html[html.index("<main") :]).split())
    expected = (
        "Adler, Abe B □ White, 1 Alba, Ana A □ White, 1 Bosch, Bea A ■ Black, 1"
        " Cruz, Carl B ■ Black, 1 Díaz, Dora B"
    )
    assert expected in said


def test_the_boards_and_the_places_of_each_tournament_are_below_its_name(opens: Club) -> None:
    for each in ("a", "b"):
        opens.command(each, "record-result", game="1.1", result="1-0")
    html = opens.browser().get("/e/opens/screen?show=boards,standings").text
    assert [show for show, _ in slides(html)] == ["boards"] * 2 + ["standings"] * 2
    assert [is_shown for _, is_shown in slides(html)].count(True) == 1
    heads = re.findall(r'class="wall-of"><bdi>([^<]+)</bdi> <small>([^<]+)<', html)
    status = "Round 1 of 3 · 1 of 1 board"
    assert heads == [("Open A", status), ("Open B", status)] * 2


def test_each_tournament_holds_to_its_own_pairings(opens: Club) -> None:
    """While A has no result yet its places are left out, and those of B are shown."""
    opens.command("b", "record-result", game="1.1", result="1-0")
    html = opens.browser().get("/e/opens/screen?show=names,standings").text
    assert [show for show, _ in slides(html)] == ["names", "standings"]
    assert "Open B" in html[html.index('class="wall-of"') :]


def test_the_starts_of_all_tournaments_are_counted_down_to_together(opens: Club) -> None:
    """The first one first, and one time of all once."""
    page = "/e/opens/screen?show=countdown"
    browser = opens.browser()
    assert "The next start is not announced." in words(browser.get(page))
    opens.command("b", "date-round", round=2, starts="2023-11-15T10:00:00")
    opens.command("a", "date-round", round=2, starts="2023-11-15T16:00:00")
    titles = re.findall(r'class="due-title">([^<]+)<', browser.get(page).text)
    assert titles == ["Open B: Round 2 starts", "Open A: Round 2 starts"]
    opens.command("a", "date-round", round=2, starts="2023-11-15T10:00:00")
    opens.clock.time += 1_000_000
    assert re.findall(r'class="due-title">([^<]+)<', browser.get(page).text) == ["Round 2 starts"]


def test_announcements_name_the_tournaments_that_they_are_of(opens: Club) -> None:
    page = "/e/opens/screen?show=boards,announcements"
    browser = opens.browser()
    assert [show for show, _ in slides(browser.get(page).text)] == ["boards", "boards"]
    for each in ("a", "b"):
        opens.command(each, "record-result", game="1.1", result="1-0")
        opens.command(each, "post-notice", note="The buffet is open")
    opens.command("b", "post-notice", note="Round 2 at 17:15")
    html = browser.get(page).text
    assert [show for show, _ in slides(html)] == ["boards", "boards", "announcements"]
    notices = re.search(r'class="wall-notices".*?</ul>', html, re.DOTALL)
    assert notices is not None
    assert re.findall(r"<bdi>([^<]+)</bdi>", notices[0]) == [
        "Open B: Round 2 at 17:15",
        "The buffet is open",
    ]


def test_a_notice_is_shown_while_results_wait(opens: Club) -> None:
    """On its own pages it was; on the page of the festival it waited for the next publication."""
    opens.command("b", "set-publication", level="pairings")
    opens.command("b", "record-result", game="1.1", result="1-0")
    opens.command("b", "post-notice", note="The buffet is open")
    for page in ("/e/opens", "/e/opens/screen?show=boards,announcements"):
        html = opens.browser().get(page).text
        assert "The buffet is open" in html
        assert "1–0" not in html


def test_the_wall_of_many_tournaments_follows_each_over_one_socket(opens: Club) -> None:
    def channels() -> list[str]:
        html = opens.browser().get("/e/opens/screen?show=boards").text
        found = re.search(r'data-views="([^"]+)"', html)
        assert found is not None
        return found[1].split()

    of_two = {f"t/{each}/{view}" for each in "ab" for view in VIEWS}
    assert set(channels()) == of_two
    more = [f"open-{n}" for n in range(10)]
    for each in more:
        opens.command(each, "create-tournament", name=each, rounds=3)
        opens.command(each, "join-festival", id="opens", name="Open days")
    opens.clock.time += 1_000_000
    assert len(channels()) == Bounds().subscriptions
    assert {f"t/{each}/event" for each in ("a", "b", *more)} < set(channels())


def test_a_screen_is_paired_with_a_festival_and_steered(opens: Club) -> None:
    arbiter, screen = holder(opens, f"{FESTIVAL_SCOPE}opens"), opens.browser()
    assert DESK in arbiter.get("/e/opens").text
    assert DESK not in opens.browser().get("/e/opens").text
    wrong = arbiter.post(DESK, data={"code": "22222"})
    assert wrong.status_code == 422
    assert "No screen shows the code “22222” now." in words(wrong)
    arbiter.post(DESK, data={"code": code_on(screen), "name": "Entrance"})
    assert shown(screen) == "/e/opens/screen?show=both&paired=1"
    assert "Entrance" in words(arbiter.get(DESK))
    chosen = {"show": "turns", "turns": ["names", "standings"]}
    arbiter.post(steer_of(arbiter), data=chosen)
    paired = "/e/opens/screen?show=names,standings&paired=1"
    assert shown(screen) == shown(restarted(opens, screen)) == paired
    assert 'src="/e/opens/qr.svg"' in screen.get("/screen").text
    assert screen.get("/e/opens/qr.svg").headers["content-type"] == "image/svg+xml"
    assert arbiter.post(f"{DESK}/{'0' * 12}", data={"show": "names"}).status_code == 404
    arbiter.post(steer_of(arbiter), data={"show": ""})
    assert shown(screen) == "/screen"


def test_it_is_steered_by_whoever_has_the_desks_of_all_its_tournaments(opens: Club) -> None:
    screen = opens.browser()
    both, one = holder(opens, "a", "b"), holder(opens, "a")
    helper = holder(opens, f"{FESTIVAL_SCOPE}opens", role=Role.CHECK_IN)
    both.post(DESK, data={"code": code_on(screen)})
    steer = steer_of(both)
    for other in (one, helper, opens.browser()):
        assert other.get(DESK).status_code == 403
        assert other.post(DESK, data={"code": "22222"}).status_code == 403
        assert other.post(steer, data={"show": "names"}).status_code == 403
    opens.command("c", "create-tournament", name="Open C", rounds=3)
    opens.command("c", "join-festival", id="opens", name="Open days")
    opens.command("c", "hide-tournament", reason="Not announced yet")
    assert both.post(steer, data={"show": "names"}).status_code == 403, "nor of a hidden one"
    assert shown(screen) == "/e/opens/screen?show=both&paired=1"
    assert "3 tournaments" in words(screen.get("/screen")), "a paired screen shows it"
    assert "2 tournaments" in words(opens.browser().get("/e/opens/screen"))


def test_a_screen_of_a_festival_that_ended_shows_a_new_code(opens: Club) -> None:
    arbiter, screen = holder(opens, f"{FESTIVAL_SCOPE}opens"), opens.browser()
    code = code_on(screen)
    arbiter.post(DESK, data={"code": code})
    for each in ("a", "b"):
        opens.command(each, "leave-festival")
    assert shown(screen) == "/screen"
    assert code_on(screen) != code


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Open Masnou A", "Open Masnou B"], ["A", "B"]),
        (["Open", "Open B"], ["Open", "Open B"]),
        (["Open A"], ["Open A"]),
        (["Main", "Under 12"], ["Main", "Under 12"]),
    ],
)
def test_a_tournament_is_named_by_what_is_its_own(names: list[str], labels: list[str]) -> None:
    assert labels_of(names) == labels
