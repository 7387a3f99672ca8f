"""Roles on the pages: what the links of each open, and where their limits are."""

import asyncio
import html

import pytest
from starlette.testclient import TestClient

from adapters.http.test_access import ARBITER, asked, read
from dsl.web_club import Club, form_of, pressed
from planilla.adapters.http.endpoints import ENDPOINTS
from planilla.application.roles import Grant, Role, Span, View

RECORD = "/t/club/acts/record-result"
VIEWS = {
    Role.CHIEF_ARBITER: set(View),
    Role.DEPUTY: set(View) - {View.GOVERN},
    Role.SECTOR_ARBITER: {View.BOARDS},
    Role.RESULT_DESK: {View.BOARDS},
    Role.CHECK_IN: {View.PRESENCE},
    Role.SCREEN: set[View](),
    Role.AUDITOR: {View.STAFF},
}


@pytest.fixture
def club() -> Club:
    """Round 1 is over, round 2 is on the boards."""
    made = Club()
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    made.command("club", "join-festival", id="opens", name="Opens")
    return made


def holder(club: Club, role: Role, boards: Span | None = None) -> TestClient:
    grant = Grant(tournament="club", role=role, boards=boards)
    asyncio.run(club.store.give(f"token-{role}", f"{role}-1", grant))
    browser = club.browser()
    browser.cookies.set("planilla_links", f"token-{role}")
    return browser


@pytest.mark.parametrize("role", VIEWS)
def test_a_link_opens_the_pages_of_its_views_and_no_others(club: Club, role: Role) -> None:
    browser = holder(club, role)
    for method, path in read(ARBITER):
        endpoint = ENDPOINTS[path, method]
        if endpoint.view is None:
            continue
        is_open = endpoint.view in VIEWS[role]
        assert (asked(browser, method, path) != 403) is is_open, (method, path)


@pytest.mark.parametrize("role", VIEWS)
def test_a_link_leads_to_the_page_that_its_holder_works_on(club: Club, role: Role) -> None:
    holder(club, role)
    entered = club.browser().post("/enter", data={"token": f"token-{role}"}, follow_redirects=True)
    assert entered.status_code == 200, entered.url
    assert (
        str(entered.url.path)
        == {
            Role.CHIEF_ARBITER: "/t/club/arbiter",
            Role.DEPUTY: "/t/club/arbiter",
            Role.SECTOR_ARBITER: "/t/club/boards",
            Role.RESULT_DESK: "/t/club/boards",
            Role.CHECK_IN: "/t/club/check-in",
            Role.SCREEN: "/t/club/screen",
            Role.AUDITOR: "/t/club/facts",
        }[role]
    )


def test_a_sector_arbiter_records_the_results_of_the_sector_alone(club: Club) -> None:
    sector = holder(club, Role.SECTOR_ARBITER, Span(2, 3))
    page = sector.get("/t/club/boards").text
    assert "boards 2–3" in page
    assert [f'id="g2.{n}"' in page for n in (1, 2, 3)] == [False, True, True]
    address, form = pressed(page, "2.2", "1-0")
    assert address == RECORD
    done = sector.post(address, data=form)
    assert done.status_code == 200
    assert str(done.url.path) == "/t/club/boards"
    assert club.store.ledger.events("club", 0)[-1].actor_id == "sector-arbiter-1"
    hidden = form_of(page, RECORD)
    asked_for = {"command_id": "another", "next": hidden["next"], "game": "2.1", "result": "1-0"}
    refused = sector.post(RECORD, data=asked_for)
    assert refused.status_code == 403
    assert "Board 1 is not one of the boards of this link (2–3)." in html.unescape(refused.text)
    forbidden = sector.post("/t/club/acts/close-round", data={"round": "2", "command_id": "x"})
    assert forbidden.status_code == 403


UNDO = 'id="undo"'


def test_of_two_arbiters_each_is_offered_to_undo_only_their_own_act(club: Club) -> None:
    chief, deputy = holder(club, Role.CHIEF_ARBITER), holder(club, Role.DEPUTY)
    sector = holder(club, Role.SECTOR_ARBITER, Span(1, 1))

    def offered(page: str) -> list[bool]:
        return [UNDO in each.get(f"/t/club/{page}").text for each in (chief, deputy, sector)]

    chief.post(RECORD, data={"game": "2.1", "result": "1-0", "command_id": "two-1"})
    assert offered("arbiter") == [True, False, False]
    assert offered("boards") == [True, False, False]
    deputy.post(RECORD, data={"game": "2.2", "result": "1-0", "command_id": "two-2"})
    assert offered("arbiter") == offered("boards") == [False, True, False]
    sector.post(RECORD, data={"game": "2.1", "result": "1-0", "command_id": "two-3"})
    assert offered("boards") == [False, True, False]  # it was recorded so already
    undo = {"game": "2.2", "expected": str(club.version), "command_id": "two-4"}
    answer = chief.post("/t/club/acts/withdraw-result", data=undo)
    assert 'id="confirm"' in answer.text  # whoever withdraws a colleague's result looks first


def test_an_entry_of_a_colleague_is_not_undone() -> None:
    club = Club()
    club.found()
    chief, deputy = holder(club, Role.CHIEF_ARBITER), holder(club, Role.DEPUTY)
    entries = "/t/club/entries"
    chief.post(entries, data={"name": "Gil, Guy", "rating": "1500", "command_id": "guy"})
    assert "remove-entries" in chief.get(entries).text
    assert "remove-entries" not in deputy.get(entries).text


def test_a_program_is_refused_with_a_code(club: Club) -> None:
    sector = holder(club, Role.SECTOR_ARBITER, Span(2, 3))
    sent = {"game": "2.1", "result": "1-0"}
    for command, body, code in (
        ("record-result", sent, "outside-boards"),
        ("pair-round", {"round": 3}, "not-permitted"),
        ("make-tea", {}, "no-such-command"),
    ):
        answer = sector.post(
            f"/api/t/club/commands/{command}",
            json=body,
            headers={"idempotency-key": command, "authorization": "Bearer token-sector-arbiter"},
        )
        assert answer.json()["code"] == code


def test_an_arbiter_makes_a_link_for_a_role_and_a_refusal_keeps_the_form(club: Club) -> None:
    chief = holder(club, Role.CHIEF_ARBITER)
    wrong = {"role": "sector-arbiter", "boards": "20-1", "name": "Hall B"}
    refused = chief.post("/t/club/links", data=wrong)
    assert refused.status_code == 422
    assert "“20-1” is not understood for boards." in html.unescape(refused.text)
    assert 'value="Hall B"' in refused.text
    made = chief.post("/t/club/links", data={**wrong, "boards": "1-20", "hours": "3"})
    assert "This link is for: Sector arbiter." in made.text
    listed = chief.get("/t/club/links").text
    assert "Sector arbiter · boards 1–20 · <bdi>Hall B</bdi> · sector-arbiter-" in listed


def test_a_deputy_makes_no_links(club: Club) -> None:
    deputy = holder(club, Role.DEPUTY)
    assert deputy.get("/t/club/links").status_code == 403
    assert deputy.post("/t/club/links", data={"role": "chief-arbiter"}).status_code == 403


def test_who_comes_with_an_expired_or_revoked_link_is_told_so(club: Club) -> None:
    grant = Grant(tournament="club", role=Role.RESULT_DESK, expires_at=1)
    asyncio.run(club.store.give("old", "result-desk-1", grant))
    late = club.browser().post("/enter", data={"token": "old"})
    assert (late.status_code, "This link expired" in late.text) == (403, True)
    holder(club, Role.DEPUTY)
    (link,) = [each for each in asyncio.run(club.store.links()) if each.grant.role is Role.DEPUTY]
    asyncio.run(club.store.revoke(link.id))
    gone = club.browser().post("/enter", data={"token": "token-deputy"})
    assert (gone.status_code, "This link was revoked" in gone.text) == (403, True)
