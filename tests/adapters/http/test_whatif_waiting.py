"""Waiting for a what-if: a page that comes back by itself, a status for programs, giving it up."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from dsl.later_follower import LaterFollower
from dsl.web_club import Club
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES, RequestRate
from planilla.application.jobs import PUBLIC_JOBS_MAX
from planilla.application.roles import full_grant
from planilla.audit.replay import Phase, ReplayProgress

PAGE, API = "/t/club/whatif?game=1.1&result=0-1", "/api/t/club/whatif?game=1.1&result=0-1"
IN_ROUND_2 = ReplayProgress(phase=Phase.ROUNDS, done=1, total=4)
IN_A_WORLD = ReplayProgress(phase=Phase.WORLDS, done=1, total=4, round=3, rounds=5)


class WaitingClub(Club):
    """One round is played, and what-ifs are worked out when the test says so."""

    def __init__(self) -> None:
        self.follower = LaterFollower()
        super().__init__(follower=self.follower)
        self.found()
        self.play(1, "1-0", "1-0", "1-0")
        self.pair(2)

    def do_all(self) -> None:
        """Work everything out, and let the server take note of it."""
        while self.follower.asked:
            self.follower.do()
        time.sleep(0.05)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Iterator[WaitingClub]:
    monkeypatch.setattr("planilla.application.jobs.QUICK_S", 0.05)
    found = WaitingClub()
    with found.client:  # one event loop for all requests, as of a server
        yield found


def run_of(page: str) -> str:
    found = re.search(r'data-status="/api/t/club/whatif/runs/([^"]+)"', page)
    assert found is not None
    return found[1]


def asked_for(client: TestClient, address: str, wish: str) -> Response:
    return client.get(address, headers={"prefer": wish})


def test_a_page_tells_how_far_it_is_and_comes_back_by_itself(club: WaitingClub) -> None:
    first = club.client.get(PAGE)
    assert first.status_code == 200
    assert first.headers["refresh"] == "15"
    assert first.headers["cache-control"] == "no-store"
    assert '<progress id="run-rounds"></progress>' in first.text
    assert "instead of 1–\u20600" in first.text
    run = run_of(first.text)
    back = f"{PAGE}&run={run}".replace("&", "&amp;")
    assert f'<noscript><meta http-equiv="refresh" content="2; url={back}"></noscript>' in first.text
    club.follower.heard[0](IN_ROUND_2)
    again = club.client.get(f"{PAGE}&run={run}").text
    assert '<progress id="run-rounds" value="1" max="4"></progress>' in again
    assert "1 of 4 rounds paired again" in again
    club.do_all()
    there = club.client.get(f"{PAGE}&run={run}", follow_redirects=False)
    assert (there.status_code, there.headers["location"]) == (303, PAGE)
    assert "For the players, by the games really played" in club.client.get(PAGE).text
    assert len(club.follower.heard) == 1


def test_what_was_asked_is_answered_as_of_then_while_facts_go_on(club: WaitingClub) -> None:
    run = run_of(club.client.get(PAGE).text)
    asked_at = club.version
    club.command("club", "record-result", game="2.1", result="1-0")
    club.do_all()
    there = club.client.get(f"{PAGE}&run={run}", follow_redirects=False)
    assert there.headers["location"] == f"{PAGE}&at=v{asked_at}"
    page = club.client.get(there.headers["location"]).text
    assert "For the players, by the games really played" in page
    assert len(club.follower.heard) == 1


def test_a_ticket_that_is_not_ours_leads_to_the_question(club: WaitingClub) -> None:
    lost = club.client.get("/t/club/whatif/7?run=none&top=2", follow_redirects=False)
    assert (lost.status_code, lost.headers["location"]) == (303, "/t/club/whatif/7?top=2")


def test_coming_back_is_no_question_more(
    club: WaitingClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, Cost.WORK, RequestRate(2, 0.5))
    slow = WaitingClub()
    with slow.client:
        address = f"{PAGE}&run={run_of(slow.client.get(PAGE).text)}"
        assert {slow.client.get(address).status_code for _ in range(3)} == {200}
        assert [slow.client.get(PAGE).status_code for _ in range(2)] == [200, 429]


def test_programs_look_after_it_and_fetch_the_answer(club: WaitingClub) -> None:
    accepted = asked_for(club.client, API, "respond-async")
    assert accepted.status_code == 202
    assert accepted.headers["preference-applied"] == "respond-async"
    assert accepted.headers["retry-after"] == "2"
    place = accepted.headers["location"]
    assert [each["state"] for each in accepted.json()["readings"]] == ["waiting", "waiting"]
    club.follower.heard[0](IN_ROUND_2)
    club.follower.heard[1](IN_A_WORLD)
    status = club.client.get(place)
    rounds, chain = status.json()["readings"]
    assert (status.status_code, status.json()["state"], status.json()["answer"]) == (
        200,
        "running",
        None,
    )
    assert (rounds["value"], rounds["max"], rounds["phase"]) == (1, 4, "rounds")
    assert (chain["value"], chain["max"]) == (1 * 5 + 3, 4 * 5)
    assert chain["said"] == "1 of 4 scenarios drawn; the next one is in round 3 of 5"
    assert club.client.get(f"{place}/answer").status_code == 202
    club.do_all()
    ready = club.client.get(place)
    assert "retry-after" not in ready.headers
    told = ready.json()
    assert (told["state"], told["answer"]) == ("ready", f"{place}/answer")
    assert {each["said"] for each in told["readings"]} == {"The answer is ready."}
    answer = club.client.get(told["answer"]).json()
    assert answer == club.client.get(API).json()


@pytest.mark.parametrize(
    ("wish", "applied"), [("wait=0", None), ("respond-async, wait=0; x=1", "respond-async")]
)
def test_programs_say_how_long_they_wait(club: WaitingClub, wish: str, applied: str | None) -> None:
    answer = asked_for(club.client, f"{API}&reading=rounds", wish)
    assert (answer.status_code, answer.headers.get("preference-applied")) == (202, applied)
    assert [each["reading"] for each in answer.json()["readings"]] == ["rounds"]


def test_what_is_given_up_is_not_worked_out(club: WaitingClub) -> None:
    run = run_of(club.client.get(PAGE).text)
    stopped = club.client.post(f"/t/club/whatif/runs/{run}/stop", follow_redirects=False)
    assert (stopped.status_code, stopped.headers["location"]) == (303, "/t/club/facts")
    assert club.follower.asked[0][1].cancelled()
    assert not club.follower.heard[0](IN_ROUND_2)
    again = club.client.post(f"/t/club/whatif/runs/{run}/stop", follow_redirects=False)
    assert again.status_code == 303
    place = asked_for(club.client, API, "respond-async").headers["location"]
    assert club.client.delete(place).status_code == 204
    gone = club.client.get(place)
    assert (gone.status_code, gone.json()["code"]) == (404, "no-such-run")


def test_what_others_wait_for_goes_on(club: WaitingClub) -> None:
    mine, theirs = (run_of(club.client.get(PAGE).text) for _ in range(2))
    club.client.delete(f"/api/t/club/whatif/runs/{mine}")
    assert club.follower.heard[0](IN_ROUND_2)
    assert club.client.get(f"/api/t/club/whatif/runs/{theirs}").json()["state"] == "running"


async def test_nobody_sees_what_the_staff_waits_for(club: WaitingClub) -> None:
    await club.store.give("link", "actor-club", full_grant("club"))
    staff = {"authorization": "Bearer link", "prefer": "respond-async"}
    place = club.client.get(API, headers=staff).headers["location"]
    assert club.client.get(place, headers=staff).status_code == 200
    assert club.client.get(place).status_code == 404
    club.command("other", "create-tournament", name="Other", system="masnou", rounds=0)
    elsewhere = place.replace("/club/", "/other/")
    assert club.client.get(elsewhere, headers=staff).status_code == 404


def test_what_cannot_be_worked_out_any_more_says_so(club: WaitingClub) -> None:
    place = asked_for(club.client, f"{API}&reading=rounds", "wait=0").headers["location"]
    club.follower.asked[0][1].cancel()
    time.sleep(0.05)
    told = club.client.get(place).json()
    assert (told["state"], told["answer"]) == ("failed", None)
    problem = club.client.get(f"{place}/answer")
    assert (problem.status_code, problem.json()["code"]) == (409, "what-if-stopped")


def test_so_many_at_once_and_no_more(club: WaitingClub) -> None:
    for number in range(PUBLIC_JOBS_MAX):
        address = f"{API}&reading=rounds&top={number}"
        assert asked_for(club.client, address, "wait=0").status_code == 202
    busy = club.client.get(f"{API}&reading=rounds&top=99")
    assert (busy.status_code, busy.json()["code"]) == (503, "too-many-what-ifs")


def test_the_dossier_waits_in_the_same_way(club: WaitingClub) -> None:
    address = "/t/club/dossier?game=1.1&result=0-1"
    page = club.client.get(address).text
    run = run_of(page)
    assert '<progress id="run-branch"></progress>' in page
    accepted = asked_for(club.client, f"/api{address}", "respond-async")
    assert accepted.status_code == 202
    assert "1.1" in club.client.get(f"{address}&run={run}").text
    club.do_all()
    told: dict[str, Any] = club.client.get(accepted.headers["location"]).json()
    assert told["answer"] == f"/api{address}&at=v{club.version}"
    assert club.client.get(told["answer"]).json()["dossier"]["kind"] == "Supposed"
    assert club.client.get(f"{address}&run={run}").url.path == "/t/club/dossier"


def test_the_oldest_tickets_are_forgotten(
    club: WaitingClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planilla.adapters.http.whatif_waiting.TICKETS_MAX", 1)
    first, second = (run_of(club.client.get(PAGE).text) for _ in range(2))
    place = "/api/t/club/whatif/runs"
    assert club.client.get(f"{place}/{first}").status_code == 404
    assert club.client.get(f"{place}/{second}").status_code == 200
