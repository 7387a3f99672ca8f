"""Festivals on the pages: founded and grown, read by everybody, checked in, opened by links."""

import asyncio
import html
import json
import re

import pytest
from starlette.testclient import TestClient

from dsl.web_club import ORGANISER_TOKEN, Club, fields_in, form_of
from planilla.application.roles import Grant, Role, full_grant

JOIN_CLUB = "/t/club/acts/join-festival"


def words(page: str) -> str:
    """What is read on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def club() -> Club:
    """The tournament `club` in its first round, and `second` before it."""
    made = Club()
    made.found()
    made.pair(1)
    made.command("second", "create-tournament", name="Second", rounds=3)
    made.command(
        "second",
        "enter-entrants",
        entrants=[
            {"id": "e1", "person": {"name": "Alba, Ana"}, "rating": 1900},
            {"id": "e2", "person": {"name": "Gil, Gala", "fide_id": "2002"}, "rating": 1800},
            {"id": "e3", "person": {"name": "Haro, Hal"}, "rating": 1700},
        ],
    )
    return made


@pytest.fixture
def opens(club: Club) -> Club:
    """Both in the festival `opens`."""
    for each in ("club", "second"):
        club.command(
            each, "join-festival", id="opens", name="Opens", place="Masnou",
            first_day="2026-07-04", last_day="2026-07-12",
        )  # fmt: skip
    return club


def holder(club: Club, *scopes: str, role: Role = Role.CHIEF_ARBITER) -> TestClient:
    browser = club.browser()
    for scope in scopes:
        grant = Grant(tournament=scope, role=role) if scope != "*" else full_grant("*")
        token = ORGANISER_TOKEN if scope == "*" else f"token-{scope.replace('/', '-')}"
        asyncio.run(club.store.give(token, f"actor-{token}", grant))
        browser.cookies.set(
            "planilla_links", ".".join(filter(None, (browser.cookies.get("planilla_links"), token)))
        )
    return browser


def test_an_arbiter_founds_a_festival_with_a_tournament_and_adds_another(club: Club) -> None:
    arbiter = holder(club, "club", "second")
    assert "/t/club/arbiter/festival" in arbiter.get("/t/club/arbiter").text
    form = form_of(arbiter.get("/t/club/arbiter/festival").text, JOIN_CLUB)
    asked = {**form, "name": "Costa Brava 2026", "place": "Masnou", "first_day": "2026-07-04"}
    page = arbiter.post(JOIN_CLUB, data=asked)
    found = re.fullmatch(r"/e/(costa-brava-2026-[0-9a-f]{5})", str(page.url.path))
    assert found is not None, page.url
    said = words(page.text)
    assert "Masnou · 4 July 2026" in said
    join = "/t/second/acts/join-festival"
    grown = arbiter.post(join, data=form_of(page.text, join))
    assert str(grown.url.path) == f"/e/{found[1]}"
    assert "Second" in words(club.client.get(f"/e/{found[1]}").text)
    changed = form_of(grown.text, JOIN_CLUB) | {"name": "Costa Brava", "place": ""}
    assert "<bdi>Costa Brava</bdi></h1>" in arbiter.post(JOIN_CLUB, data=changed).text
    leave = "/t/second/acts/leave-festival"
    left = arbiter.post(leave, data=form_of(grown.text, leave))
    assert 'id="t-second"' in grown.text
    assert 'id="t-second"' not in left.text


def test_a_festival_without_a_name_is_refused_on_its_form(club: Club) -> None:
    arbiter = holder(club, "club")
    form = form_of(arbiter.get("/t/club/arbiter/festival").text, JOIN_CLUB)
    refused = arbiter.post(JOIN_CLUB, data={**form, "id": "opens", "name": " "})
    assert refused.status_code == 422
    assert "A festival needs a name" in refused.text


def test_a_tournament_joins_a_festival_whose_others_the_arbiter_governs(opens: Club) -> None:
    opens.command("third", "create-tournament", name="Third", rounds=3)
    join = "/t/third/acts/join-festival"
    stranger = holder(opens, "third")
    page = stranger.get("/t/third/arbiter/festival").text
    assert "Join a festival" not in page
    said = {"command_id": "x", "id": "opens", "name": "Opens"}
    refused = stranger.post(join, data=said)
    assert refused.status_code == 409
    assert "Only who governs a tournament of the festival “opens” may add" in words(refused.text)
    arbiter = holder(opens, "third", "club", "second")
    form = form_of(arbiter.get("/t/third/arbiter/festival").text, join)
    assert form["id"] == "opens"
    assert str(arbiter.post(join, data=form).url.path) == "/e/opens"
    assert str(arbiter.get("/t/third/arbiter/festival").url.path) == "/e/opens"


def test_everybody_sees_how_far_the_tournaments_are_and_who_leads(opens: Club) -> None:
    opens.command("club", "record-result", game="1.1", result="1-0")
    opens.command("club", "post-notice", note="Round 2 at 18:00")
    opens.command(
        "second",
        "announce-prizes",
        plan={"currency": "EUR", "fund": 100, "groups": [{"prizes": [100]}]},
    )
    page = opens.client.get("/e/opens").text
    said = words(page)
    assert "Masnou · 4 July 2026 – 12 July 2026" in said
    assert said.index("Club") < said.index("Second")
    assert "Round 1 of 3 1 of 3 boards" in said
    assert "Round 2 at 18:00" in said
    assert re.search(r"1 Ana Alba 1\b", said), "she won on the first board"
    assert "/t/second/prizes" in page
    assert "/t/club/prizes" not in page
    spanish = opens.browser("es").get("/e/opens").text
    assert "4 de julio de 2026" in spanish
    assert "/e/opens" in opens.client.get("/t/club").text


def test_the_page_of_a_festival_is_of_now(opens: Club) -> None:
    assert "Round 1 of 3 0 of 3 boards" in words(opens.client.get("/e/opens").text)
    opens.command("club", "record-result", game="1.1", result="1-0")
    opens.clock.time += 10_000_000
    assert "Round 1 of 3 1 of 3 boards" in words(opens.client.get("/e/opens").text)


def test_a_search_finds_the_players_of_all_tournaments(opens: Club) -> None:
    found = opens.client.get("/e/opens", params={"q": "álba"}).text
    assert '<a class="touch" href="/t/club/entrants/e1">' in found
    assert '<a class="touch" href="/t/second/entrants/e1">' in found
    assert "Nobody has this name." in opens.client.get("/e/opens", params={"q": "zz"}).text


def test_hidden_tournaments_are_shown_to_holders_of_their_links_alone(opens: Club) -> None:
    opens.command("second", "hide-tournament")
    assert "Second" not in words(opens.client.get("/e/opens").text)
    assert opens.client.get("/api/e/opens").json()["tournaments"][0]["id"] == "club"
    assert "Second" in words(holder(opens, "second").get("/e/opens").text)
    opens.command("club", "hide-tournament")
    hidden = opens.client.get("/e/opens")
    assert (hidden.status_code, "There is no festival “opens”." in hidden.text) == (404, True)
    assert opens.client.get("/api/e").json() == {"festivals": []}


def test_the_front_page_lists_the_tournaments_of_a_festival_below_it(opens: Club) -> None:
    opens.command("third", "create-tournament", name="Third", rounds=3)
    said = words(opens.client.get("/").text)
    now, coming = said.index("On now"), said.index("Coming")
    listed = said.index("Opens 2 tournaments · Masnou 4 July 2026 – 12 July 2026 Club")
    assert now < listed < said.index("Second") < coming
    assert coming < said.index("Third")


def test_one_check_in_notes_everybody_in_their_own_tournament(opens: Club) -> None:
    desk = holder(opens, "festival/opens", role=Role.CHECK_IN)
    page = desk.get("/e/opens/check-in").text
    assert "0 of 9 are here" in words(page)
    gala = re.search(r'<tr id="p-second-e2".*?</tr>', page, re.DOTALL)
    assert gala is not None
    path = "/t/second/acts/check-in"
    form = form_of(gala[0], path)
    assert form["round"] == "1"
    noted = desk.post(path, data=form)
    assert str(noted.url.path) == "/e/opens/check-in"
    assert "1 of 9 are here" in words(noted.text)
    assert '<tr id="p-second-e2" data-key="second-e2" tabindex="-1" class="here">' in noted.text
    assert re.search(r'href="/t/second/check-in#acts">2 are not here</a>', noted.text)
    missing = desk.get("/e/opens/check-in", params={"show": "missing"}).text
    assert missing.count("<tr id=") == 8
    assert "p-second-e2" not in missing
    only = desk.get("/e/opens/check-in", params={"q": "gil"}).text
    assert only.count("<tr id=") == 1
    back = "/t/second/acts/withdraw-check-in"
    assert "0 of 9 are here" in words(desk.post(back, data=form_of(only, back)).text)


def test_the_check_in_has_the_tournaments_of_the_link_and_is_closed_to_others(opens: Club) -> None:
    one = words(holder(opens, "second", role=Role.CHECK_IN).get("/e/opens/check-in").text)
    assert "0 of 3 are here" in one
    assert "Bea Bosch" not in one
    assert opens.client.get("/e/opens/check-in").status_code == 403
    assert opens.client.get("/e/none/check-in").status_code == 404


def test_whoever_is_entered_twice_is_named_to_the_arbiters_and_to_nobody_else(opens: Club) -> None:
    opens.command("second", "correct-personal-data", entrant="e1", person={"name": "Ana Alba"})
    arbiter = holder(opens, "club", "second")
    page = words(arbiter.get("/e/opens").text)
    assert "Entered in several tournaments" in page
    assert "Ana Alba : Club , Second" in page
    assert "Entered in several tournaments" in words(arbiter.get("/t/second/entries").text)
    assert "Entered in several" not in words(holder(opens, "second").get("/t/second/entries").text)
    assert "Entered in several tournaments" not in words(opens.client.get("/e/opens").text)
    assert "also entered in Second" in words(arbiter.get("/e/opens/check-in").text)


def test_links_for_all_tournaments_are_made_and_revoked_by_who_governs_all(opens: Club) -> None:
    assert holder(opens, "club").get("/e/opens/links").status_code == 403
    arbiter = holder(opens, "club", "second")
    bad = arbiter.post("/e/opens/links", data={"role": "sector-arbiter"})
    assert bad.status_code == 422
    made = arbiter.post("/e/opens/links", data={"role": "check-in", "name": "Door"})
    assert made.headers["cache-control"] == "no-store"
    token = re.search(r"/enter#([^<]+)<", made.text)
    assert token is not None
    entered = opens.browser().post("/enter", data={"token": token[1]})
    assert str(entered.url.path) == "/e/opens/check-in"
    deputy = arbiter.post("/e/opens/links", data={"role": "deputy"})
    other = re.search(r"/enter#([^<]+)<", deputy.text)
    assert other is not None
    assert str(opens.browser().post("/enter", data={"token": other[1]}).url.path) == "/e/opens"
    listed = arbiter.get("/e/opens/links").text
    assert "Door" in listed
    assert "/e/opens" in holder(opens, "*").get("/links").text
    revoke = re.findall(r'action="(/e/opens/links/[0-9a-f]+/revoke)"', listed)
    for each in revoke:
        assert str(arbiter.post(each).url.path) == "/e/opens/links"
    closed = opens.browser().post("/enter", data={"token": token[1]})
    assert closed.status_code == 403


def test_a_new_tournament_of_a_festival_has_the_settings_of_the_first(opens: Club) -> None:
    organiser = holder(opens, "*")
    page = organiser.get("/e/opens").text
    assert "/new?from=club&amp;festival=opens" in page
    form = organiser.get("/new?from=club&festival=opens").text
    assert "It becomes a part of the festival “Opens”." in words(form)
    sent = fields_in(form, 'method="post" action="/new"')
    assert organiser.post("/new", data={**sent, "name": "Club C"}).status_code == 200
    found = opens.client.get("/api/e/opens").json()["tournaments"]
    assert [each["name"] for each in found] == ["Club", "Club C", "Second"]
    assert found[1]["rounds"] == 3


def test_programs_read_the_festivals(opens: Club) -> None:
    (listed,) = opens.client.get("/api/e").json()["festivals"]
    assert listed == {
        "id": "opens",
        "name": "Opens",
        "place": "Masnou",
        "first_day": "2026-07-04",
        "last_day": "2026-07-12",
        "page": "/e/opens",
        "api": "/api/e/opens",
        "tournaments": ["club", "second"],
    }
    one = opens.client.get("/api/e/opens").json()
    assert one["tournaments"][0] == {
        "id": "club",
        "name": "Club",
        "round": 1,
        "rounds": 3,
        "boards": 3,
        "boards_finished": 0,
        "entrants": 6,
        "is_finished": False,
        "page": "/t/club",
        "api": "/api/t/club",
    }
    missing = opens.client.get("/api/e/none")
    assert (missing.status_code, json.loads(missing.text)["code"]) == (404, "no-such-festival")


def test_places_are_those_of_a_tournament_by_points(opens: Club) -> None:
    """A list of values and a hall have no places by points; their own pages show theirs."""
    opens.command("list", "create-tournament", name="List", system="keizer", rounds=5)
    opens.command("list", "join-festival", id="opens", name="Opens")
    assert 'aria-label="Leaders"' in opens.client.get("/e/opens").text
    opens.command("club", "leave-festival")
    opens.clock.time += 10_000_000
    assert 'aria-label="Leaders"' not in opens.client.get("/e/opens").text


def announced(club: Club, browser: TestClient, **typed: str) -> str:
    page = browser.get("/e/opens").text
    form = fields_in(page, 'action="/e/opens#festival-announce"')
    return browser.post("/e/opens", data={**form, **typed}).text


def notices_of(club: Club, tournament: str) -> list[str]:
    facts = club.client.get(f"/api/t/{tournament}/facts").json()["facts"]
    return [each["type"] for each in facts if each["type"] == "NoticePosted"]


def test_an_announcement_stands_in_every_tournament_and_above_all(opens: Club) -> None:
    arbiter = holder(opens, "festival/opens", role=Role.DEPUTY)
    said = words(announced(opens, arbiter, note="Lunch <now>"))
    assert "✓ Club : announced" in said
    assert "Second : announced" in said
    page = opens.client.get("/e/opens").text
    assert page.count("<bdi>Lunch &lt;now&gt;</bdi>") == 1
    assert "Announce to several" not in page
    for each in ("club", "second"):
        assert "Lunch &lt;now&gt;" in opens.client.get(f"/t/{each}").text
        assert notices_of(opens, each) == ["NoticePosted"]


def test_a_tournament_that_refuses_an_announcement_stops_no_other(opens: Club) -> None:
    """The text stays, and of the tournaments only the one that refused is still ticked."""
    for number in range(5):
        opens.command("club", "post-notice", note=f"Notice {number}")
    arbiter = holder(opens, "club", "second")
    page = announced(opens, arbiter, note="Lunch")
    assert re.search("✗ Club : [^✓]*5 notices", words(page)), words(page)
    assert "Second : announced" in words(page)
    form = fields_in(page, 'action="/e/opens#festival-announce"')
    assert (form["note"], form["tournaments"]) == ("Lunch", "club")
    assert len(notices_of(opens, "second")) == 1


def test_an_announcement_needs_a_tournament_and_an_end_that_can_be_read(opens: Club) -> None:
    arbiter = holder(opens, "club", "second")
    assert "Choose at least one tournament." in announced(opens, arbiter, note="A", tournaments="")
    page = announced(opens, arbiter, note="Lunch", until="soon", tournaments="second")
    assert 'role="alert"' in page
    form = fields_in(page, 'action="/e/opens#festival-announce"')
    assert (form["note"], form["until"], form["tournaments"]) == ("Lunch", "soon", "second")
    assert notices_of(opens, "second") == []


def test_an_arbiter_of_one_tournament_announces_in_that_one_alone(opens: Club) -> None:
    arbiter = holder(opens, "second")
    form = fields_in(arbiter.get("/e/opens").text, 'action="/e/opens#festival-announce"')
    assert form["tournaments"] == "second"
    announced(opens, arbiter, note="Lunch", tournaments="club,second")
    assert (notices_of(opens, "club"), len(notices_of(opens, "second"))) == ([], 1)
    wall = holder(opens, "club", role=Role.CHECK_IN)
    assert wall.post("/e/opens", data={"note": "A"}).status_code == 403


def test_a_program_announces_once_under_its_key(opens: Club) -> None:
    program = holder(opens, "second")
    path, key = "/api/e/opens/announcements", {"idempotency-key": "k-1"}
    answer = program.post(path, headers=key, json={"note": "Lunch"})
    assert answer.status_code == 200
    found = [
        (each["tournament"], each["answer"]["status"], each["answer"]["code"])
        for each in answer.json()["announced"]
    ]
    assert found == [("club", "refused", "not-permitted"), ("second", "done", "")]
    again = program.post(path, headers=key, json={"note": "Lunch"})
    assert again.json() == answer.json()
    assert len(notices_of(opens, "second")) == 1
    one = {"note": "Tea", "tournaments": ["second"]}
    alone = program.post(path, headers={"idempotency-key": "k-2"}, json=one).json()
    assert [each["tournament"] for each in alone["announced"]] == ["second"]
    wrong = {"note": "Tea", "tournaments": ["third"]}
    assert program.post(path, headers=key, json=wrong).json()["code"] == "no-such-tournament"
    assert program.post(path, json={"note": "Tea"}).json()["code"] == "command-id-missing"


# --- prizes ---------------------------------------------------------------------------------------


def prized(club: Club, tournament: str, *prizes: int) -> None:
    """Ana beats Bea in the only round of a tournament with these prizes, in cents."""
    club.command(
        tournament, "create-tournament", name=f"Open {tournament}", rounds=1, first_colour="white"
    )
    club.command(
        tournament,
        "enter-entrants",
        entrants=[
            {"id": "e1", "person": {"name": "Ana Alba"}, "rating": 2000},
            {"id": "e2", "person": {"name": f"Bea {tournament}"}, "rating": 1900},
        ],
    )
    groups = [{"prizes": list(prizes), "sharing": "hort"}]
    plan = {"currency": "EUR", "fund": sum(prizes), "groups": groups}
    club.command(tournament, "announce-prizes", plan=plan)
    club.command(tournament, "join-festival", id="money", name="Money")
    club.command(tournament, "pair-round", round=1)
    club.command(tournament, "publish-pairings", round=1)
    club.command(tournament, "record-result", game="1.1", result="1-0")


def test_the_winners_of_all_tournaments_are_on_one_page_with_what_they_won_in_all(
    opens: Club,
) -> None:
    """100 and 50 EUR in A, 80 EUR in B: Ana has 180, and each Bea is another person."""
    prized(opens, "a", 100_00, 50_00)
    prized(opens, "b", 80_00)
    said = words(opens.browser().get("/e/money/prizes").text)
    assert "Open a if it ended now 1 Ana Alba" in said
    assert re.search(r"Open a .* 1 Ana Alba .*?100 EUR 2 Bea a .*?50 EUR Open b .*?80 EUR", said)
    assert "Prizes in several tournaments Ana Alba : Open a 100 EUR, Open b 80 EUR 180 EUR" in said
    for tournament in ("a", "b"):
        opens.command(tournament, "close-round", round=1)
        opens.command(tournament, "finish-tournament")
    opens.command("b", "share-prizes")
    said = words(opens.browser().get("/e/money/prizes").text)
    assert "Open a final" in said
    assert "Open b as paid" in said
    assert 'href="/e/money/prizes"' in opens.browser().get("/e/money").text


def test_a_festival_without_prizes_says_so(opens: Club) -> None:
    assert "has announced prizes" in opens.browser().get("/e/opens/prizes").text
    assert "/e/opens/prizes" not in opens.browser().get("/e/opens").text
