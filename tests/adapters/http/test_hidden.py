"""A hidden tournament: in no list and at no address, but for who holds a link to it."""

import pytest
from starlette.routing import Route

from adapters.http.test_bad_input import filled
from dsl.web_club import Club, form_of
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES, RequestRate
from planilla.application.roles import full_grant
from planilla.domain.tournament.erasure import PersonErased

DESK = "/t/club/arbiter"
HIDE, SHOW = "/t/club/acts/hide-tournament", "/t/club/acts/show-tournament"


def hide(club: Club) -> None:
    form = form_of(club.client.get(DESK).text, HIDE)
    assert club.client.post(HIDE, data={**form, "reason": "a test"}).status_code == 200


@pytest.mark.no_cover
async def test_no_address_of_it_answers_others(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    stranger = club.browser()
    assert stranger.get("/t/club").status_code == 200  # and it is in every cache by now
    hide(club)
    for route in club.app.routes:
        if not isinstance(route, Route) or "{tournament}" not in route.path:
            continue
        if route.path == "/c/{tournament}":
            continue  # a field for a code, the same for any name of a tournament
        for method in route.methods or ():
            answer = stranger.request(method, filled(route, link="0" * 12), follow_redirects=False)
            assert answer.status_code == 404, (method, route.path)
    assert "This tournament is not public." in stranger.get("/t/club").text
    problem = stranger.get("/api/t/club", headers={"accept": "application/json"})
    assert problem.json()["code"] == "tournament-hidden"
    assert problem.headers["cache-control"] == "no-store"


async def test_who_tries_links_at_it_is_counted(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hide(club)
    monkeypatch.setitem(RATES, Cost.LINK, RequestRate(2, 0.1))
    codes = []
    for number in range(3):
        guesser = club.browser()
        guesser.cookies.set("planilla_links", f"guess-{number}")
        codes.append(guesser.get("/t/club").status_code)
    assert codes == [404, 404, 429]
    assert "invalid links came from testclient: 1" in caplog.text


async def test_it_is_in_no_list_but_its_staffs(club: Club) -> None:
    hide(club)
    stranger = club.browser()
    assert "/t/club" not in stranger.get("/").text
    assert stranger.get("/api/t").json()["tournaments"] == []
    assert "hidden" in club.client.get("/").text
    assert [each["id"] for each in club.client.get("/api/t").json()["tournaments"]] == ["club"]
    assert "This tournament is hidden" in club.client.get("/t/club").text


async def test_it_is_shown_again(club: Club) -> None:
    hide(club)
    bus = club.client.get(DESK).text
    assert 'data-act="show-tournament" id="undo"' in bus
    club.client.post(SHOW, data=form_of(bus, SHOW))
    stranger = club.browser()
    assert stranger.get("/t/club").status_code == 200
    assert "This tournament is hidden" not in stranger.get("/t/club").text
    assert "The tournament is public again." in stranger.get("/t/club/facts").text
    assert "/t/club" in stranger.get("/").text


async def test_its_people_are_erased_once_that_is_confirmed(club: Club) -> None:
    form = {**form_of(club.client.get(DESK).text, HIDE), "erases": "yes"}
    assert club.confirmed("hide-tournament", form).status_code == 200
    assert await club.store.people("club") == {}
    erased = [each.event for each in club.store.ledger.log if each.type == "PersonErased"]
    assert len([each for each in erased if isinstance(each, PersonErased)]) == 6
    before = club.version
    club.command("club", "hide-tournament", erases=True)  # it is so already
    assert club.version == before


async def test_a_link_of_another_tournament_opens_nothing(club: Club) -> None:
    hide(club)
    other = club.browser()
    await club.store.give("other-token", "arbiter-other", full_grant("other"))
    other.post("/enter", data={"token": "other-token"})
    assert other.get("/t/club").status_code == 404
