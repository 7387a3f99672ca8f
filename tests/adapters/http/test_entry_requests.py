"""The public entry form: a request waits for the arbiters, and its page says where it stands."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed, keep
from dsl.web_club import Club, fields_in, form_of
from planilla.adapters.http.pages.entry_requests import entrant_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

pytestmark = pytest.mark.anyio

DESK = "/t/club/arbiter/requests"
TYPED = {
    "name": "Gil Gómez",
    "rating": "1500",
    "federation": "esp",
    "birth": "1990",
    "club": "Masnou",
    "contact": "gil@club.test",
}


@pytest.fixture
async def club() -> Club:
    """Six entrants, a form for seven, and its arbiter's browser."""
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")
    club.command("club", "open-entry-form", places=7)
    return club


def state_of(club: Club) -> Tournament:
    return fold(each.fact for each in club.store.ledger.events("club", 0))


def form_in(stranger: TestClient) -> dict[str, str]:
    """The form as a browser would send it; its secret is as long as a real one."""
    form = fields_in(stranger.get("/t/club/enter").text, 'method="post" action="/t/club/enter"')
    return {**form, "secret": f"{form['secret']}-{'0' * 20}"}


def sent(club: Club, **typed: str) -> str:
    """Send the form as a stranger; the address of the request."""
    stranger = club.browser()
    form = form_in(stranger)
    answer = stranger.post("/t/club/enter", data={**form, **TYPED, **typed}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def id_of(path: str) -> EntrantId:
    """The id of the request with this address."""
    return entrant_of(path.rpartition("/")[2])


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


async def test_the_form_is_there_while_it_is_open(club: Club) -> None:
    stranger = club.browser()
    assert 'href="/t/club/enter"' in stranger.get("/t/club").text
    assert "1 of 7 places are free" in words(stranger.get("/t/club/enter").text)
    club.command("club", "close-entry-form")
    assert 'href="/t/club/enter"' not in stranger.get("/t/club").text
    assert "not open now" in stranger.get("/t/club/enter").text


async def test_a_request_enters_nobody_and_its_page_says_where_it_stands(club: Club) -> None:
    first, second = sent(club), sent(club, name="Hal Haro")
    assert len(state_of(club).entrants) == 6
    mine = club.browser().get(first)
    assert "number 1 in the queue" in words(mine.text)
    assert "Gil Gómez" in mine.text
    assert mine.headers["cache-control"] == "no-store"
    assert mine.headers["x-robots-tag"] == "noindex"
    assert "number 1 on the waiting list" in words(club.browser().get(second).text)
    assert "All 7 places are taken" in words(club.browser().get("/t/club/enter").text)


async def test_sending_the_form_twice_makes_one_request(club: Club) -> None:
    stranger = club.browser()
    form = form_in(stranger)
    for _ in range(2):
        assert stranger.post("/t/club/enter", data={**form, **TYPED}).status_code == 200
    assert len(state_of(club).requests) == 1


async def test_the_public_learns_nothing_of_a_request(club: Club) -> None:
    """Neither the name nor the secret is on any page, and the log has the secret nowhere."""
    secret = sent(club).rpartition("/")[2]
    stranger = club.browser()
    for path in ("/t/club", "/t/club/facts", "/t/club/entrants", "/api/t/club/people"):
        text = stranger.get(path).text
        assert "Gil" not in text, path
        assert entrant_of(secret) not in text, path
    for recorded in club.store.ledger.log:
        assert secret not in recorded.data.decode() + recorded.command_id
    assert stranger.get(DESK).status_code in {401, 403}
    assert stranger.get("/api/t/club/entry-requests").status_code == 401


async def test_the_arbiter_accepts_several_at_once_but_nobody_on_the_waiting_list(
    club: Club,
) -> None:
    paths = [sent(club), sent(club, name="Hal Haro", rating="")]
    ids = [entrant_of(path.rpartition("/")[2]) for path in paths]
    page = club.client.get(DESK).text
    assert re.findall(r'value="(r[0-9a-f]{16})"[^>]* checked', page) == ids[:1]
    assert "Entry requests: 2" in words(club.client.get("/t/club/arbiter").text)
    form = form_of(page, DESK)
    address = DESK
    refused = club.client.post(address, data={**form, "entrants": ids})
    assert refused.status_code == 409
    assert "number 1 on the waiting list" in refused.text
    club.command("club", "open-entry-form", places=8)
    answer = club.client.post(address, data={**form, "command_id": "again", "entrants": ids})
    assert answer.status_code == 200
    assert set(ids) <= set(state_of(club).entrants)
    assert state_of(club).entrants[ids[0]].rating == 1500
    mine = club.browser().get(paths[0]).text
    assert "accepted and entered" in mine
    assert f'href="/t/club/entrants/{ids[0]}"' in mine
    assert "Gil Gómez" in club.browser().get("/t/club/entrants").text


async def test_those_refused_read_the_reason_and_their_data_are_erased(club: Club) -> None:
    path = sent(club)
    form = form_of(club.client.get(DESK).text, DESK)
    body = {**form, "entrants": entrant_of(path.rpartition("/")[2]), "reason": "Juniors alone"}
    assert club.client.post("/t/club/acts/refuse-entry-requests", data=body).status_code == 200
    mine = club.browser().get(path).text
    assert "refused it" in mine
    assert "Juniors alone" in mine
    assert "Gil" not in mine
    people = await club.store.people("club")
    assert entrant_of(path.rpartition("/")[2]) not in people
    assert "No request waits" in club.client.get(DESK).text


async def test_an_applicant_withdraws_and_the_next_moves_up(club: Club) -> None:
    first, second = sent(club), sent(club, name="Hal Haro")
    answer = club.browser().post(first)
    assert "It is withdrawn" in answer.text
    assert "number 1 in the queue" in words(club.browser().get(second).text)
    version = club.version
    assert "It is withdrawn" in club.browser().post(first).text
    assert club.version == version


async def test_a_request_that_was_decided_cannot_be_withdrawn(club: Club) -> None:
    path = sent(club)
    entrant = id_of(path)
    club.command("club", "accept-entry-requests", entrants=[entrant])
    answer = club.browser().post(path)
    assert "waits for a decision" in answer.text
    assert "accepted and entered" in answer.text


async def test_a_wrong_address_is_no_request(club: Club) -> None:
    answer = club.browser().get("/t/club/enter/nobody-has-this-secret-here")
    assert answer.status_code == 404
    assert "no request at this address" in answer.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param({"name": ""}, "name", id="no name"),
        pytest.param({"rating": "many"}, "many", id="no rating"),
        pytest.param({"name": "Ana Alba", "birth": ""}, "Ana Alba", id="entered already"),
        pytest.param({"federation": "Spain"}, "three letters", id="no federation"),
    ],
)
async def test_a_fault_is_said_at_the_form_which_keeps_its_input(
    club: Club, typed: dict[str, str], said: str
) -> None:
    stranger = club.browser()
    form = form_in(stranger)
    answer = stranger.post("/t/club/enter", data={**form, **TYPED, **typed})
    assert answer.status_code == 422
    problem = answer.text.partition('role="alert">')[2].partition("</p>")[0]
    assert said in problem
    assert 'value="gil@club.test"' in answer.text
    assert len(state_of(club).requests) == 0


async def test_a_form_that_was_closed_meanwhile_says_so(club: Club) -> None:
    stranger = club.browser()
    form = form_in(stranger)
    club.command("club", "close-entry-form")
    answer = stranger.post("/t/club/enter", data={**form, **TYPED})
    assert answer.status_code == 422
    assert "is not open" in answer.text


async def test_another_site_cannot_send_the_form_and_a_secret_must_be_long(club: Club) -> None:
    stranger = club.browser()
    cross = {"sec-fetch-site": "cross-site"}
    assert stranger.post("/t/club/enter", data=TYPED, headers=cross).status_code == 403
    short = stranger.post("/t/club/enter", data={**TYPED, "secret": "short"})
    assert short.status_code in {400, 422}
    assert len(state_of(club).requests) == 0


async def test_nobody_applies_past_the_form(club: Club) -> None:
    answer = club.browser().post(
        "/api/t/club/commands/request-entry",
        json={"entrant": "r1", "person": {"name": "Gil"}},
        headers={"idempotency-key": "k"},
    )
    assert answer.status_code == 401


async def test_programs_of_the_staff_read_the_queue(club: Club) -> None:
    sent(club)
    queue = club.client.get("/api/t/club/entry-requests").json()
    (request,) = queue.pop("requests")
    assert queue == {"is_open": True, "closes_at": None, "places": 7, "left": 1}
    assert (request["name"], request["contact"], request["waiting"]) == (
        "Gil Gómez",
        "gil@club.test",
        0,
    )


async def test_the_switch_of_the_form_keeps_its_end_and_its_limit(club: Club) -> None:
    page = club.client.get(DESK).text
    form = form_of(page, "/t/club/acts/open-entry-form")
    ends = {"closes_at": "2040-05-01T18:30", "places": "9"}
    answer = club.client.post("/t/club/acts/open-entry-form", data={**form, **ends})
    assert answer.status_code == 200
    known = state_of(club).entry_form
    assert known is not None
    assert known.places == 9
    shown = club.client.get(DESK).text
    assert 'value="2040-05-01T18:30"' in shown
    assert 'name="places" min="0" max="10000"' in shown
    past = {**form, "command_id": "k", "closes_at": "1999-01-01T10:00"}
    refused = club.client.post("/t/club/acts/open-entry-form", data=past)
    assert refused.status_code == 422
    assert "closed already" in refused.text


async def test_the_form_closes_by_itself(club: Club) -> None:
    ends = club.clock.now() + 1_000_000_000
    club.command("club", "open-entry-form", places=7, closes_at=ends)
    assert club.client.get("/api/t/club/entry-requests").json()["is_open"]
    club.clock.time = ends
    assert not club.client.get("/api/t/club/entry-requests").json()["is_open"]
    assert "closed by itself" in club.client.get(DESK).text


async def test_who_asks_twice_is_marked_and_entered_once_unless_the_arbiter_says_otherwise(
    club: Club,
) -> None:
    """The second request is answered as the first: the public learns nothing of who asked."""
    club.command("club", "open-entry-form", places=9)
    first, second = id_of(sent(club)), id_of(sent(club, name="gomez, gil", contact=""))
    page = club.client.get(DESK).text
    assert re.findall(r'value="(r[0-9a-f]{16})"[^>]* checked', page) == [first]
    assert words(page).count("asked twice?") == 1
    form = {**form_of(page, DESK), "entrants": [first, second]}
    refused = club.client.post(DESK, data=form)
    assert refused.status_code == 409
    assert "asks twice (the same name)" in words(refused.text)
    assert re.findall(r'value="(r[0-9a-f]{16})"[^>]* checked', refused.text) == [first, second]
    assert first not in state_of(club).entrants
    sure = {**form, "command_id": "sure", "also_twice": "yes"}
    assert club.client.post(DESK, data=sure).status_code == 200
    assert {first, second} <= set(state_of(club).entrants)


async def test_who_was_entered_meanwhile_is_marked_and_refused(club: Club) -> None:
    asked = id_of(sent(club, fide_id="2205742"))
    person = {"name": "G. Gómez", "fide_id": "2205742"}
    club.command("club", "enter-entrants", entrants=[{"id": "e7", "person": person}])
    club.command("club", "open-entry-form", places=9)
    page = club.client.get(DESK).text
    assert "entered already?" in page
    assert not re.findall(r'value="(r[0-9a-f]{16})"[^>]* checked', page)
    refused = club.client.post(DESK, data={**form_of(page, DESK), "entrants": asked})
    assert refused.status_code == 409
    assert "the same FIDE ID" in refused.text
    (request,) = club.client.get("/api/t/club/entry-requests").json()["requests"]
    assert request["twice"] == "entered"


@pytest.fixture
async def listed(tmp_path: Path) -> Club:
    """A club with the list of November and a form for all who ask."""
    made = Club(rating_lists=keep(tmp_path, fixed(VERA, LEO, LEO_OF_CHILE)))
    made.found()
    await made.let_in("arbiter-token", "club")
    made.command("club", "open-entry-form")
    return made


VERA_TYPED = {"name": "Vera Aranda", "fide_id": "2205742", "rating": "2500", "birth": "1990-03-02"}


async def test_the_queue_shows_what_the_list_says_and_accepting_takes_it(listed: Club) -> None:
    entrant = id_of(sent(listed, **VERA_TYPED))
    page = listed.client.get(DESK).text
    assert "Data of the list FIDE 2026-11 (standard) are taken" in words(page)
    assert "◂ Aranda, Vera · 2306 · IM · ESP · 1990 · 2205742" in page
    assert '<td class="figure">2500</td>' in page
    form = form_of(page, DESK)
    assert listed.client.post(DESK, data={**form, "entrants": entrant}).status_code == 200
    entry = state_of(listed).entrants[entrant]
    assert (entry.rating, entry.title, entry.federation, entry.k) == (2306, "IM", "ESP", 10)
    assert entry.rating_list == "FIDE standard 2026-11"
    person = (await listed.store.people("club"))[entrant]
    assert (person.name, person.fide_id, person.sex) == ("Aranda, Vera", "2205742", "w")
    assert (person.birth, person.club, person.contact) == ("1990-03-02", "Masnou", "gil@club.test")


async def test_the_arbiter_may_take_what_was_typed(listed: Club) -> None:
    entrant = id_of(sent(listed, **VERA_TYPED))
    form = form_of(listed.client.get(DESK).text, DESK)
    typed = {**form, "entrants": entrant, f"pick-{entrant}": "-"}
    assert listed.client.post(DESK, data=typed).status_code == 200
    entry = state_of(listed).entrants[entrant]
    assert (entry.rating, entry.rating_list) == (2500, "")
    assert (await listed.store.people("club"))[entrant].name == "Vera Aranda"


async def test_of_several_with_a_name_the_arbiter_chooses(listed: Club) -> None:
    entrant = id_of(sent(listed, name="Leo Ibanez", federation="", birth=""))
    page = listed.client.get(DESK).text
    assert f'name="pick-{entrant}"><option value="-" selected>as typed' in page
    assert "The list has 2 of this name" in page
    form = {**form_of(page, DESK), "entrants": entrant, f"pick-{entrant}": "3405743"}
    assert listed.client.post(DESK, data=form).status_code == 200
    assert state_of(listed).entrants[entrant].federation == "CHI"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param({"fide_id": "99"}, "The list has no id 99", id="no such id"),
        pytest.param({"fide_id": "2205742"}, "belongs to Aranda, Vera", id="of somebody else"),
        pytest.param({}, "not in the list under this name", id="no such name"),
    ],
)
async def test_a_request_that_the_list_does_not_know_is_entered_as_typed(
    listed: Club, typed: dict[str, str], said: str
) -> None:
    entrant = id_of(sent(listed, **typed))
    page = listed.client.get(DESK).text
    assert said in words(page)
    listed.client.post(DESK, data={**form_of(page, DESK), "entrants": entrant})
    assert state_of(listed).entrants[entrant].rating == 1500


async def test_programs_get_the_data_of_the_list_and_send_them_back(listed: Club) -> None:
    entrant = id_of(sent(listed, **VERA_TYPED))
    (request,) = listed.client.get("/api/t/club/entry-requests").json()["requests"]
    assert (request["rating"], request["listed"]["rating"], request["twice"]) == (2500, 2306, "")
    answer = listed.client.post(
        "/api/t/club/commands/accept-entry-requests",
        json={"entrants": [entrant], "listed": [request["listed"]]},
        headers={"idempotency-key": "k"},
    )
    assert answer.status_code == 200
    assert state_of(listed).entrants[entrant].rating == 2306
