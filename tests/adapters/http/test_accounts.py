"""Accounts on the pages: invitation, sign-in, sessions, and the rights of roles through them."""

import asyncio
import html
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from adapters.http.test_access import ACCOUNTS, ARBITER, OWNERS, asked, filled, read
from adapters.http.test_roles import RECORD, VIEWS
from dsl.account_club import PASSWORD, AccountClub
from dsl.web_club import Club, fields_in, pressed
from planilla.adapters.http.credentials import Passwords
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES, RequestRate
from planilla.application.accounts import INVITATION_US, SESSION_US, SignInResult, account_id
from planilla.application.roles import Grant, Role, Span, full_grant

DEPUTY = Grant(tournament="club", role=Role.DEPUTY)
WRONG = "Name or password is wrong."


pytestmark = pytest.mark.usefixtures("cheap_passwords")


@pytest.fixture
def club(sqlite_url: str) -> Iterator[AccountClub]:
    """Round 1 is over, round 2 is on the boards."""
    made = AccountClub(sqlite_url)
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    yield made
    asyncio.run(made.side.close())


def tried(club: AccountClub, name: str, password: str) -> tuple[int, str]:
    answer = club.browser().post("/account/sign-in", data={"name": name, "password": password})
    return answer.status_code, html.unescape(answer.text).replace(f'value="{name}"', "")


def test_without_accounts_their_addresses_do_not_exist() -> None:
    club = Club()
    club.found()
    visitor = club.browser()
    for method, path in read(ACCOUNTS + OWNERS):
        assert asked(visitor, method, path) == 404, (method, path)
    assert "/account" not in visitor.get("/").text + visitor.get("/enter").text


def test_an_invitation_sets_the_password_and_signs_in(club: AccountClub) -> None:
    browser = club.join("Ana Pons", DEPUTY)
    page = browser.get("/account").text
    assert "Ana Pons" in page
    assert 'href="/t/club/arbiter"' in page
    assert "Deputy arbiter" in page
    assert browser.get("/t/club/arbiter").status_code == 200
    assert 'href="/account"' in browser.get("/").text
    again = club.sign_in("ANA  pons")
    assert again.get("/t/club/arbiter").status_code == 200, "the case of letters does not matter"


@pytest.mark.parametrize(
    ("public_url", "expected"),
    [
        pytest.param(
            "http://club.test",
            ("planilla_session", {"httponly", "samesite=lax", "path=/"}),
            id="plain",
        ),
        pytest.param(
            "https://club.test",
            ("__Host-planilla_session", {"httponly", "samesite=lax", "path=/", "secure"}),
            id="over TLS",
        ),
    ],
)
def test_the_cookie_of_a_session_is_read_by_no_script(
    sqlite_url: str, public_url: str, expected: tuple[str, set[str]]
) -> None:
    club = AccountClub(sqlite_url, public_url)
    club.invite("Ana")
    answer = club.browser().post(
        "/account/accept",
        data={"token": "invitation", "password": PASSWORD},
        follow_redirects=False,
    )
    parts = [part.strip() for part in answer.headers["set-cookie"].split(";")]
    traits = {part.lower() for part in parts[1:] if not part.lower().startswith("max-age")}
    assert (parts[0].partition("=")[0], traits) == expected
    asyncio.run(club.side.close())


@pytest.mark.parametrize(
    ("password", "said"),
    [
        pytest.param("eleven char", "A password has 12 to 200 characters.", id="too short"),
        pytest.param("x" * 201, "A password has 12 to 200 characters.", id="too long"),
        pytest.param("Ana Pons 2026!", "little more than your name", id="the name"),
    ],
)
def test_a_password_is_refused_with_its_reason_and_the_invitation_stays_open(
    club: AccountClub, password: str, said: str
) -> None:
    club.invite("Ana Pons")
    sent = {"token": "invitation", "password": password}
    refused = club.browser().post("/account/accept", data=sent)
    assert (refused.status_code, said in refused.text) == (422, True)
    accepted = club.browser().post("/account/accept", data={**sent, "password": PASSWORD})
    assert accepted.url.path == "/account"


def test_an_invitation_works_once_and_within_three_days(club: AccountClub) -> None:
    club.join("Ana")
    club.invite("Bea", "late")
    club.clock.time += INVITATION_US
    for token, said in (
        ("invitation-Ana", "This invitation was used"),
        ("late", "This invitation expired"),
        ("guessed", "This invitation does not work."),
    ):
        sent = {"token": token, "password": "another long password"}
        answer = club.browser().post("/account/accept", data=sent)
        assert (answer.status_code, said in answer.text) == (422, True)
    assert club.sign_in("Ana").get("/account", follow_redirects=False).status_code == 200


def test_a_second_invitation_sets_the_password_again_and_ends_all_sessions(
    club: AccountClub,
) -> None:
    before = club.join("Ana", DEPUTY)
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    club.wait(club.accounts.invite(account.id, "again"))
    club.browser().post("/account/accept", data={"token": "again", "password": "other " * 3})
    assert before.get("/t/club/arbiter").status_code == 403
    assert tried(club, "Ana", PASSWORD)[0] == 403
    assert club.sign_in("Ana", "other " * 3).get("/t/club/arbiter").status_code == 200


def test_a_wrong_name_and_a_wrong_password_have_the_same_answer(club: AccountClub) -> None:
    club.join("Ana")
    club.invite("Bea")
    gone = club.invite("Carl", "third")
    club.wait(club.accounts.disable(gone))
    answers = [
        tried(club, "Ana", "not the password"),
        tried(club, "Nobody", PASSWORD),
        tried(club, "Bea", PASSWORD),
        tried(club, "Carl", PASSWORD),
        tried(club, "", ""),
    ]
    assert (answers[0][0], WRONG in answers[0][1]) == (403, True)
    assert len(set(answers)) == 1


def test_sign_ins_are_on_record_with_their_address(club: AccountClub) -> None:
    club.join("Ana")
    tried(club, "ana", "not the password")
    tried(club, "nobody", "nothing")
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    listed = club.wait(club.accounts.sign_ins(account.id, 10))
    assert {(each.result, each.address) for each in listed} == {
        (SignInResult.INVITATION, "testclient"),
        (SignInResult.REFUSED, "testclient"),
    }
    assert len(club.wait(club.accounts.sign_ins("", 10))) == 1
    assert "refused, from testclient" in club.sign_in("Ana").get("/account").text


@pytest.mark.parametrize(
    ("cost", "names"),
    [
        pytest.param(Cost.ACCOUNT, ("Ana", "ANA", "ana "), id="one account"),
        pytest.param(Cost.SIGN_IN, ("Ana", "Bea", "Carl"), id="one address"),
    ],
)
def test_who_tries_often_has_to_wait(
    club: AccountClub, monkeypatch: pytest.MonkeyPatch, cost: Cost, names: tuple[str, ...]
) -> None:
    monkeypatch.setitem(RATES, cost, RequestRate(2, 0.1))
    answers = [tried(club, name, "not the password") for name in names]
    assert [status for status, _ in answers] == [403, 403, 429]
    assert "Try again in 10 seconds." in answers[2][1]
    club.clock.time += 10_000_000
    assert tried(club, names[0], "not the password")[0] == 403


@pytest.mark.parametrize("role", VIEWS)
def test_an_account_opens_what_a_link_of_the_same_role_opens(club: AccountClub, role: Role) -> None:
    boards = Span(1, 2) if role is Role.SECTOR_ARBITER else None
    grant = Grant(tournament="club", role=role, boards=boards)
    club.wait(club.grants.give("token", f"{role}-1", grant))
    link = club.browser()
    link.cookies.set("planilla_links", "token")
    account = club.join("Ana", grant)
    found = {
        (method, path): (asked(link, method, path), asked(account, method, path))
        for method, path in read(ARBITER)
        if method == "GET"
    }
    assert {each: both for each, both in found.items() if both[0] != both[1]} == {}
    is_open = 200 in {both[0] for both in found.values()}
    assert is_open is bool(VIEWS[role])


def test_an_act_of_an_account_names_it_in_the_log_and_heeds_its_boards(club: AccountClub) -> None:
    sector = Grant(tournament="club", role=Role.SECTOR_ARBITER, boards=Span(2, 3))
    browser = club.join("Ana", sector)
    page = browser.get("/t/club/boards").text
    assert browser.post(RECORD, data=pressed(page, "2.2", "1-0")[1]).status_code == 200
    assert club.store.ledger.events("club", 0)[-1].actor_id == "account-416e61000000"
    other = {"command_id": "another", "next": "/t/club/boards", "game": "2.1", "result": "1-0"}
    assert browser.post(RECORD, data=other).status_code == 403


def test_a_grant_of_an_account_expires_and_is_revoked_as_a_link_is(club: AccountClub) -> None:
    end = club.clock.now() + 10
    passing = Grant(tournament="club", role=Role.DEPUTY, expires_at=end)
    browser = club.join("Ana", passing, Grant(tournament="other", role=Role.DEPUTY))
    assert browser.get("/t/club/arbiter").status_code == 200
    club.clock.time += 10
    assert browser.get("/t/club/arbiter").status_code == 403
    assert "club" not in browser.get("/account").text.partition("<h1>")[2].partition("Where")[0]


def result_form(browser: TestClient) -> dict[str, str]:
    """The form of a result on the boards of the round, as the page shows it."""
    return pressed(browser.get("/t/club/boards").text, "2.2", "1-0")[1]


def test_a_stolen_session_is_ended_elsewhere_and_the_event_goes_on(
    club: AccountClub, caplog: pytest.LogCaptureFixture
) -> None:
    owner = club.join("Ana", DEPUTY)
    thief = club.browser()
    stolen = club.sign_in("Ana")
    thief.cookies = stolen.cookies
    form = result_form(thief)
    before = club.version
    assert owner.post("/account/sessions/end-others").status_code == 200
    refused = thief.post(RECORD, data=form)
    assert (refused.status_code, club.version) == (403, before)
    assert "This session has ended. Sign in again." in refused.text
    assert "a session that has ended came from testclient" in caplog.text
    assert thief.get("/account", follow_redirects=False).headers["location"] == "/account/sign-in"
    done = owner.post(RECORD, data=result_form(owner))
    assert (done.status_code, club.version) == (200, before + 1)


def test_one_session_is_ended_by_its_button_and_others_stay(club: AccountClub) -> None:
    here = club.join("Ana")
    there = club.sign_in("Ana")
    page = there.get("/account").text
    assert page.count('/end"') == 2
    assert page.count("this browser") == 1
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    (newest, oldest) = club.wait(club.accounts.sessions(account.id))
    assert newest.created_at == oldest.created_at, "the clock stands still"
    own = [each for each in (newest, oldest) if f"sessions/{each.id}/end" in page]
    assert len(own) == 2
    here.post("/account/sign-out")
    assert here.get("/account", follow_redirects=False).status_code == 303
    assert there.get("/account", follow_redirects=False).status_code == 200
    (left,) = club.wait(club.accounts.sessions(account.id))
    there.post(f"/account/sessions/{left.id}/end")
    assert club.wait(club.accounts.sessions(account.id)) == ()


def test_nobody_ends_a_session_of_somebody_else(club: AccountClub) -> None:
    ana, bea = club.join("Ana"), club.join("Bea")
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    (session,) = club.wait(club.accounts.sessions(account.id))
    bea.post(f"/account/sessions/{session.id}/end")
    assert ana.get("/account", follow_redirects=False).status_code == 200


def test_a_sign_in_gives_a_new_session_and_ends_the_one_before(club: AccountClub) -> None:
    browser = club.join("Ana", DEPUTY)
    before = browser.cookies["planilla_session"]
    browser.post("/account/sign-in", data={"name": "Ana", "password": PASSWORD})
    assert browser.cookies["planilla_session"] != before
    old = club.browser()
    old.cookies.set("planilla_session", before)
    assert old.get("/t/club/arbiter").status_code == 403


def test_a_session_expires(club: AccountClub) -> None:
    browser = club.join("Ana", DEPUTY)
    club.clock.time += SESSION_US - 1
    assert browser.get("/t/club/arbiter").status_code == 200
    club.clock.time += 1
    assert browser.get("/t/club/arbiter").status_code == 403


def test_a_disabled_account_opens_nothing(club: AccountClub) -> None:
    browser = club.join("Ana", DEPUTY)
    club.wait(club.accounts.disable("account-416e61000000"))
    assert browser.get("/t/club/arbiter").status_code == 403
    assert tried(club, "Ana", PASSWORD)[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"origin": "https://evil.example"}, id="another origin"),
        pytest.param({"sec-fetch-site": "cross-site"}, id="as the browser says"),
    ],
)
def test_no_other_site_acts_with_a_session(club: AccountClub, headers: dict[str, str]) -> None:
    browser = club.join("Ana", Grant(tournament="club", role=Role.CHIEF_ARBITER))
    before = club.version
    for method, path in read(ACCOUNTS + OWNERS + ARBITER):
        if method != "GET":
            answer = browser.request(method, filled(path), headers=headers)
            assert answer.status_code == 403, (method, path)
    assert club.version == before
    assert browser.get("/account", follow_redirects=False).status_code == 200


def test_pages_of_a_session_are_kept_by_no_cache(club: AccountClub) -> None:
    hidden = club.join("Ana", DEPUTY)
    for path in ("/", "/t/club", "/account"):
        cache = hidden.get(path).headers["cache-control"]
        assert "private" in cache or "no-store" in cache, path


def test_a_chief_arbiter_gives_an_account_a_role_and_takes_it_back(club: AccountClub) -> None:
    chief = club.join("Ana", Grant(tournament="club", role=Role.CHIEF_ARBITER))
    bea = club.join("Bea")
    sent = {"role": "deputy", "account": "bea", "name": "Hall B"}
    given = chief.post("/t/club/links", data=sent)
    assert (given.status_code, given.url.path) == (200, "/t/club/links")
    assert "account <b><bdi>Bea</bdi></b>" in given.text
    assert bea.get("/t/club/arbiter").status_code == 200
    unknown = chief.post("/t/club/links", data={**sent, "account": "Bee"})
    assert unknown.status_code == 422
    assert "There is no open account “Bee”." in html.unescape(unknown.text)
    assert 'value="Bee"' in unknown.text
    (row,) = [
        each for each in club.wait(club.grants.links("club")) if each.grant.role is Role.DEPUTY
    ]
    revoked = chief.post(f"/t/club/links/{row.id}/revoke")
    assert "Revoked or expired" in revoked.text
    assert bea.get("/t/club/arbiter").status_code == 403


def test_over_plain_http_there_are_no_passkeys_and_the_page_says_why(club: AccountClub) -> None:
    browser = club.join("Ana")
    for page in (club.browser().get("/account/sign-in").text, browser.get("/account").text):
        assert "browsers have them only at https addresses" in page
        assert "passkeys.js" not in page
    for path in ("sign-in/options", "sign-in/passkey", "passkeys/options", "passkeys"):
        assert browser.post(f"/account/{path}").status_code == 404


def test_a_page_within_another_site_is_the_publics(club: AccountClub) -> None:
    browser = club.join("Ana", Grant(tournament="club", role=Role.CHIEF_ARBITER))
    assert browser.get("/t/club/arbiter?embed=1").status_code == 403


def test_a_session_is_no_link_and_no_bearer_token(club: AccountClub) -> None:
    browser = club.join("Ana", DEPUTY)
    token = browser.cookies["planilla_session"]
    program: Any = club.browser()
    headers = {"authorization": f"Bearer {token}"}
    answer = program.get("/api/t/club/preview", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unknown-link")
    assert program.post("/enter", data={"token": token}).status_code == 403


def test_a_new_password_needs_the_old_one_and_ends_all_other_sessions(club: AccountClub) -> None:
    here, there = club.join("Ana"), club.sign_in("Ana")
    new = "five pawns in a chain"
    for old, password, said in (
        ("a guess", new, "The password until now is wrong."),
        (PASSWORD, "short", "A password has 12 to 200 characters."),
    ):
        refused = here.post("/account/password", data={"old": old, "password": password})
        assert (refused.status_code, said in refused.text) == (422, True)
    changed = here.post("/account/password", data={"old": PASSWORD, "password": new})
    assert changed.status_code == 200
    assert there.get("/account", follow_redirects=False).status_code == 303
    assert (tried(club, "Ana", PASSWORD)[0], tried(club, "Ana", new)[0]) == (403, 200)
    closed = there.post("/account/password", data={"old": new, "password": PASSWORD})
    assert closed.url.path == "/account/sign-in"


async def test_a_hash_is_made_by_the_recommendation_of_rfc_9106(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Section 4, second choice: three passes, four lanes, 64 MiB."""
    monkeypatch.undo()
    made = await Passwords().hashed(PASSWORD)
    assert made.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await Passwords().is_right(made, PASSWORD)
    assert not await Passwords().is_right("no hash", PASSWORD)


def test_an_account_with_the_role_of_the_owner_founds_copies_and_imports(club: AccountClub) -> None:
    """Its sessions open nothing more once the role is taken, from the page of another organiser."""
    ana, other = club.join("Ana", full_grant("*")), club.join("Bea", full_grant("*"))
    page = ana.get("/new")
    form = fields_in(page.text, 'method="post" action="/new"')
    assert ana.post("/new", data={**form, "name": "Open"}).status_code == 200
    found = club.wait(club.store.tournaments())
    founded = next(each for each in found if each.name == "Open")
    created = club.store.ledger.events(founded.id, 0)[0]
    assert created.actor_id == account_id(b"Ana\0\0\0")
    assert ana.get(f"/new?from={founded.id}").status_code == 200
    assert ana.get("/import").status_code == 200
    links = other.get("/links").text
    mine = next(
        each.id for each in club.wait(club.grants.links("*")) if each.actor_id == created.actor_id
    )
    assert f"/links/{mine}/revoke" in links
    assert other.post(f"/links/{mine}/revoke").status_code == 200
    assert ana.get("/new").status_code == 403
    assert ana.get(f"/t/{founded.id}/arbiter").status_code == 403
