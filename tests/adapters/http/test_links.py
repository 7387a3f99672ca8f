"""The pages of secret links: who may act, and closing what was lost."""

import asyncio
import hashlib
import re

import pytest
from starlette.testclient import TestClient

from dsl.web_club import ORGANISER_TOKEN, Club
from planilla.application.envelope import Actor
from planilla.application.roles import Grant, Role, full_grant


def id_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:12]


def holder(club: Club, token: str, scope: str) -> TestClient:
    asyncio.run(club.store.give(token, f"actor-{token}", full_grant(scope)))
    browser = club.browser()
    browser.cookies.set("planilla_links", token)
    return browser


@pytest.fixture
def club() -> Club:
    made = Club()
    made.found()
    return made


def revoking(tournament: str, token: str) -> str:
    return f"/t/{tournament}/links/{id_of(token)}/revoke"


def test_an_arbiter_sees_the_links_of_the_tournament_and_no_others(club: Club) -> None:
    mine, _ = holder(club, "mine", "club"), holder(club, "lost", "club")
    holder(club, "elsewhere", "other")
    html = mine.get("/t/club/links").text
    assert id_of("mine") in html
    assert id_of("lost") in html
    assert id_of("elsewhere") not in html
    assert html.count("used by this browser") == 1
    assert "lost" not in re.sub(r"<[^>]+>|actor-lost", "", html.replace("was lost", ""))


def test_a_link_that_was_revoked_opens_nothing_from_then_on(club: Club) -> None:
    mine, lost = holder(club, "mine", "club"), holder(club, "lost", "club")
    assert lost.get("/t/club/arbiter").status_code == 200
    answer = mine.post(revoking("club", "lost"), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/links")
    gone = lost.get("/t/club/arbiter")
    assert (gone.status_code, "no longer works. Ask for another one" in gone.text) == (403, True)
    assert mine.get("/t/club/arbiter").status_code == 200
    html = mine.get("/t/club/links").text
    assert html.index("Revoked") < html.index(id_of("lost"))
    assert mine.post(revoking("club", "lost"), follow_redirects=False).status_code == 303


def test_the_page_and_the_log_say_who_gave_and_revoked_a_link_and_when_it_was_used(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The name of a link stands for the pseudonym of its holder."""
    caplog.set_level("INFO")
    grant = Grant(tournament="club", name="Marta")
    asyncio.run(club.store.give("marta", "arbiter-marta", grant))
    mine = club.browser()
    mine.cookies.set("planilla_links", "marta")
    made = mine.post("/t/club/links", data={"role": "deputy", "name": "Pau"})
    token = made.text.partition("/enter#")[2].partition("<")[0]
    assert "arbiter-marta made deputy-" in caplog.text
    html = mine.get("/t/club/links").text
    assert "by <bdi>Marta</bdi>" in html
    assert html.count("last used") == 1
    assert "not used yet" in html
    pau = club.browser()
    pau.cookies.set("planilla_links", token)
    assert pau.get("/t/club/arbiter").status_code == 200
    assert mine.get("/t/club/links").text.count("last used") == 2
    assert mine.post(revoking("club", token)).status_code == 200
    assert f"arbiter-marta revoked link {id_of(token)} of club" in caplog.text
    assert "(<bdi>Marta</bdi>)" in mine.get("/t/club/links").text


def test_a_new_link_is_shown_as_a_card_with_its_code(club: Club) -> None:
    """The code is within the page, so that the secret is in no address."""
    mine = holder(club, "mine", "club")
    asked = {"role": "sector-arbiter", "boards": "1-20", "hours": "5", "name": "Pau"}
    card = mine.post("/t/club/links", data=asked).text.partition("<figure")[2]
    card = card.partition("</figure>")[0]
    assert 'src="data:image/svg+xml' in card
    said = " ".join(re.sub(r"<[^>]+>", " ", card).split())
    assert said.partition("> ")[2].startswith("Club Sector arbiter · boards 1–20 Pau until")
    assert 'until <time datetime="' in card, "scripts say it in the time zone of the reader"


def test_a_refused_link_shows_its_limits(club: Club) -> None:
    answer = holder(club, "mine", "club").post("/t/club/links", data={"role": "sector-arbiter"})
    assert "needs its boards" in answer.text
    assert "<details open><summary>Limits" in answer.text


def test_an_arbiter_revokes_no_link_of_another_tournament(club: Club) -> None:
    mine, other = holder(club, "mine", "club"), holder(club, "elsewhere", "other")
    assert mine.post(revoking("club", "elsewhere")).status_code == 404
    assert mine.post(f"/links/{id_of('elsewhere')}/revoke").status_code == 403
    assert mine.get("/links").status_code == 403
    assert other.get("/t/club/links").status_code == 403
    assert asyncio.run(club.store.holder("elsewhere")) is not None


def test_the_organiser_sees_all_links_and_cannot_be_locked_out(club: Club) -> None:
    organiser = holder(club, ORGANISER_TOKEN, "*")
    holder(club, "lost", "club")
    html = organiser.get("/links").text
    assert id_of("lost") in html
    assert "planilla link organiser --renew" in html
    assert organiser.post(f"/links/{id_of('lost')}/revoke").status_code == 200
    assert asyncio.run(club.store.holder("lost")) is None
    own = organiser.post(f"/links/{id_of(ORGANISER_TOKEN)}/revoke")
    assert own.status_code == 409
    assert "Replace it on the machine" in own.text
    assert organiser.get("/links").status_code == 200


def test_a_page_of_another_site_revokes_nothing(club: Club) -> None:
    mine = holder(club, "mine", "club")
    refused = mine.post(revoking("club", "mine"), headers={"sec-fetch-site": "cross-site"})
    assert refused.status_code == 403
    assert mine.get("/t/club/links").status_code == 200


def test_a_new_link_is_shown_once_and_listed_after(club: Club) -> None:
    mine = holder(club, "mine", "club")
    html = mine.post("/t/club/links", data={"role": "deputy"}).text
    token = re.findall(r"/enter#([^<]+)<", html)[0]
    listed = mine.get("/t/club/links").text
    assert id_of(token) in listed
    assert token not in listed


def test_the_timeline_names_who_acted_to_those_alone_who_may_see_the_links(club: Club) -> None:
    """Marta's link has a name and Pau, her deputy, sees no links; the machine's has none."""
    deputy = Grant(tournament="club", role=Role.DEPUTY, name="Pau")
    readers = {}
    for token, grant in (("marta", Grant(tournament="club", name="Marta")), ("pau", deputy)):
        asyncio.run(club.store.give(token, f"arbiter-{token}", grant))
        readers[token] = club.browser()
        readers[token].cookies.set("planilla_links", token)
    club.actor = Actor(id="arbiter-pau", grants=(deputy,))
    club.command("club", "post-notice", note="Coffee at six")
    html = readers["marta"].get("/t/club/facts").text
    assert "by Pau<" in html
    assert "by organiser<" in html, "it has no name"
    assert '<option value="arbiter-pau">Pau (arbiter-pau)</option>' in html
    own = readers["marta"].get("/t/club/facts?actor=arbiter-pau").text
    assert '<option value="arbiter-pau" selected>Pau (arbiter-pau)</option>' in own
    assert own.count('<li class="setup" id="v') == 1
    of_deputy = readers["pau"].get("/t/club/facts").text
    assert '<option value="arbiter-pau">arbiter-pau</option>' in of_deputy
    assert "by arbiter-pau<" in of_deputy
    assert "Pau (" not in of_deputy
    assert "by Pau" not in of_deputy
    assert "arbiter-pau" not in club.browser().get("/t/club/facts").text
