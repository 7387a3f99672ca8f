"""The public entry form: a request waits for the arbiters, and its page says where it stands."""

import re

import pytest
from starlette.testclient import TestClient

from dsl.web_club import Club, fields_in, form_of
from planilla.adapters.http.pages.entry_requests import entrant_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament

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
    form = form_of(page, "/t/club/acts/accept-entry-requests")
    address = "/t/club/acts/accept-entry-requests"
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
    form = form_of(club.client.get(DESK).text, "/t/club/acts/accept-entry-requests")
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
    entrant = entrant_of(path.rpartition("/")[2])
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
