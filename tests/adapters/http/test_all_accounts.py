"""The page of all accounts: who sees it, and what owners change there."""

import asyncio
import html
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from adapters.http.test_access import OWNERS, asked, read
from dsl.account_club import PASSWORD, AccountClub
from dsl.web_club import ORGANISER_TOKEN
from planilla.adapters.http.pages.all_accounts import ACTS
from planilla.application.accounts import ACCOUNT_NAME_MAX, INVITATION_US, Passkey
from planilla.application.permissions import ORGANISER
from planilla.application.roles import Grant, Role, full_grant

pytestmark = pytest.mark.usefixtures("cheap_passwords")
CHIEF = Grant(tournament="club", role=Role.CHIEF_ARBITER)
DEPUTY = Grant(tournament="club", role=Role.DEPUTY)
OWN = "This is your own account"
UNKNOWN = "account-feedfeedfeed"


@pytest.fixture
def club(sqlite_url: str) -> Iterator[AccountClub]:
    made = AccountClub(sqlite_url)
    made.found()
    yield made
    asyncio.run(made.side.close())


@pytest.fixture
def owner(club: AccountClub) -> TestClient:
    """A browser with the link of the organiser."""
    club.wait(club.grants.give(ORGANISER_TOKEN, ORGANISER, full_grant("*")))
    browser = club.browser()
    browser.cookies.set("planilla_links", ORGANISER_TOKEN)
    return browser


def invitation_on(page: str) -> str:
    """The secret of the invitation on a page, without the address before it."""
    (found,) = re.findall(r'class="secret">http[^<]*/account/accept#([^<]+)<', page)
    return str(found)


def do(browser: TestClient, account: str, act: str, **fields: str) -> tuple[int, str]:
    answer = browser.post(f"/accounts/{account}", data={"act": act, **fields})
    return answer.status_code, html.unescape(answer.text)


def accept(club: AccountClub, token: str, password: str = PASSWORD) -> TestClient:
    browser = club.browser()
    browser.post("/account/accept", data={"token": token, "password": password})
    return browser


def test_an_owner_makes_an_account_whose_invitation_is_shown_once(
    club: AccountClub, owner: TestClient
) -> None:
    assert "There are no accounts." in owner.get("/accounts").text
    made = owner.post("/accounts", data={"name": " Ana  Pons "})
    assert made.headers["cache-control"] == "no-store"
    assert 'src="data:image/svg+xml' in made.text, "the secret is in no address"
    token = invitation_on(made.text)
    account = club.wait(club.accounts.named("ana pons"))
    assert account is not None
    for page in ("/accounts", f"/accounts/{account.id}"):
        shown = owner.get(page)
        assert (token in shown.text, shown.headers["cache-control"]) == (False, "no-store")
        assert "invited until" in shown.text
    ana = accept(club, token)
    assert "Ana Pons" in ana.get("/account").text
    listed = owner.get("/accounts").text
    assert "invited until" not in listed
    assert "open · last sign-in" in listed
    assert "1 open session<" in listed
    assert "by invitation, from testclient" in owner.get(f"/accounts/{account.id}").text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("ANA", "There is already an account “ANA”.", id="a name in other letters"),
        pytest.param("  ", "An account needs a name of at most 60 characters.", id="no name"),
        pytest.param("x" * (ACCOUNT_NAME_MAX + 1), "of at most 60 characters.", id="too long"),
    ],
)
def test_a_name_that_is_not_possible_is_refused_at_the_form(
    club: AccountClub, owner: TestClient, name: str, said: str
) -> None:
    club.invite("Ana")
    refused = owner.post("/accounts", data={"name": name})
    assert (refused.status_code, said in html.unescape(refused.text)) == (422, True)
    assert len(club.wait(club.accounts.accounts())) == 1
    assert f'value="{name[:ACCOUNT_NAME_MAX]}"' in refused.text


def test_nobody_but_an_owner_sees_that_an_account_exists(club: AccountClub) -> None:
    """The answers for an account and for none are the same, but for the address of the page."""
    ana = club.invite("Ana", "other")
    visitors = {
        "a spectator": club.browser(),
        "a chief arbiter": club.join("Carl", CHIEF),
        "the account itself": accept(club, "other"),
    }
    for who, browser in visitors.items():
        for method, path in read(OWNERS):
            assert asked(browser, method, path) == 403, (who, method, path)
        for account in (ana, UNKNOWN):
            assert do(browser, account, "disable", sure="yes")[0] == 403
        for method in ("GET", "POST"):
            two = [
                browser.request(method, f"/accounts/{account}").text.replace(account, "")
                for account in (ana, UNKNOWN)
            ]
            assert two[0] == two[1], (who, method)
        assert 'href="/accounts"' not in browser.get("/").text
    assert all(each.is_open for each in club.wait(club.accounts.accounts()))


def test_an_owner_finds_the_accounts_from_the_front_page_and_the_links(
    club: AccountClub, owner: TestClient
) -> None:
    for page in ("/", "/links"):
        assert 'href="/accounts"' in owner.get(page).text
    assert 'href="/accounts"' not in owner.get("/t/club/links").text


def test_an_account_that_does_not_exist_or_was_disabled_is_refused(
    club: AccountClub, owner: TestClient
) -> None:
    gone = club.invite("Ana")
    club.wait(club.accounts.disable(gone))
    assert owner.get(f"/accounts/{UNKNOWN}").status_code == 404
    assert "disabled" in owner.get(f"/accounts/{gone}").text
    assert 'name="act"' not in owner.get(f"/accounts/{gone}").text
    for account, name in ((UNKNOWN, UNKNOWN), (gone, "Ana")):
        for act in ACTS:
            status, page = do(owner, account, act)
            assert (status, f"There is no open account “{name}”." in page) == (404, True), act
    assert club.wait(club.grants.links("*"))[0].actor_id == ORGANISER
    assert len(club.wait(club.grants.links("*"))) == 1


def test_an_act_that_does_not_exist_is_refused(club: AccountClub, owner: TestClient) -> None:
    assert do(owner, club.invite("Ana"), "promote")[0] == 422


def test_another_invitation_sets_the_password_again_and_replaces_the_one_before(
    club: AccountClub, owner: TestClient
) -> None:
    before = club.join("Ana", DEPUTY)
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    lost = invitation_on(do(owner, account.id, "invite")[1])
    token = invitation_on(do(owner, account.id, "invite")[1])
    assert before.get("/account", follow_redirects=False).status_code == 200, "not used yet"
    assert accept(club, lost, "eight queens").get("/account").url.path == "/account/sign-in"
    accept(club, token, "eight queens")
    assert before.get("/account", follow_redirects=False).status_code == 303
    assert club.sign_in("Ana", "eight queens").get("/t/club/arbiter").status_code == 200


def test_an_invitation_that_expired_is_shown_as_such_and_given_again(
    club: AccountClub, owner: TestClient
) -> None:
    account = club.invite("Ana", "late")
    club.clock.time += INVITATION_US
    assert "invitation expired" in owner.get("/accounts").text
    assert accept(club, "late").get("/account").url.path == "/account/sign-in"
    token = invitation_on(do(owner, account, "invite")[1])
    assert accept(club, token).get("/account").url.path == "/account"


def test_the_role_of_the_owner_is_given_once_and_taken(
    club: AccountClub, owner: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    ana = club.join("Ana")
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    assert ana.get("/accounts").status_code == 403
    for _ in range(2):
        assert do(owner, account.id, "make-owner")[0] == 200
    held = [each for each in club.wait(club.grants.links("*")) if each.actor_id == account.id]
    assert [each.given_by for each in held] == [ORGANISER]
    assert f"{ORGANISER} gave {account.id} the role owner of all" in caplog.text
    assert ana.get("/accounts").status_code == 200
    assert "organiser: all tournaments" in owner.get("/accounts").text
    assert do(owner, account.id, "revoke", link=held[0].id)[0] == 200
    assert ana.get("/accounts").status_code == 403
    assert "organiser: all tournaments" not in owner.get(f"/accounts/{account.id}").text


def test_no_owner_locks_themselves_out(club: AccountClub) -> None:
    """Neither here nor among the links; so of the owners with accounts one always remains."""
    ana = club.join("Ana", full_grant("*"))
    account = club.wait(club.accounts.named("Ana"))
    assert account is not None
    (mine,) = club.wait(club.grants.links("*"))
    for page in (f"/accounts/{account.id}", "/links"):
        shown = ana.get(page).text
        assert mine.id not in re.findall(r'value="(\w+)"|/links/(\w+)/revoke', shown)
        assert "/revoke" not in shown
    assert 'value="disable"' not in ana.get(f"/accounts/{account.id}").text
    refusals = [
        do(ana, account.id, "revoke", link=mine.id),
        do(ana, account.id, "disable", sure="yes"),
    ]
    by_link = ana.post(f"/links/{mine.id}/revoke")
    refusals.append((by_link.status_code, by_link.text))
    assert [(status, OWN in page) for status, page in refusals] == [(409, True)] * 3
    assert ana.get("/accounts").status_code == 200


def test_another_owner_takes_the_role_and_disables_the_account(club: AccountClub) -> None:
    ana, bea = club.join("Ana", full_grant("*")), club.join("Bea", full_grant("*"), DEPUTY)
    account = club.wait(club.accounts.named("Bea"))
    assert account is not None
    refused, page = do(ana, account.id, "disable")
    assert (refused, "Tick the box to confirm" in page) == (422, True)
    assert bea.get("/accounts").status_code == 200, "nothing has happened"
    assert do(ana, account.id, "disable", sure="yes")[0] == 200
    assert bea.get("/accounts").status_code == 403
    assert bea.get("/t/club/arbiter").status_code == 403
    assert bea.get("/account", follow_redirects=False).status_code == 303
    assert "disabled" in ana.get("/accounts").text


def test_a_role_in_a_tournament_is_listed_and_revoked_where_it_belongs_to_the_account(
    club: AccountClub, owner: TestClient
) -> None:
    ana, bea = club.join("Ana", DEPUTY), club.join("Bea", DEPUTY)
    of_ana, of_bea = club.wait(club.accounts.accounts())
    (mine, other) = club.wait(club.grants.links("club"))
    assert ">Club</bdi></a> · Deputy arbiter" in owner.get("/accounts").text
    assert do(owner, of_ana.id, "revoke", link=other.id)[0] == 404
    assert do(owner, of_ana.id, "revoke", link="none")[0] == 404
    assert bea.get("/t/club/arbiter").status_code == 200
    assert do(owner, of_ana.id, "revoke", link=mine.id)[0] == 200
    assert ana.get("/t/club/arbiter").status_code == 403
    assert of_bea.id == other.actor_id


def test_sessions_are_ended_but_not_that_of_the_owner_who_ends_them(club: AccountClub) -> None:
    ana, bea = club.join("Ana", full_grant("*")), club.join("Bea", DEPUTY)
    there = club.sign_in("Ana")
    of_ana, of_bea = club.wait(club.accounts.accounts())
    assert do(ana, of_bea.id, "end-sessions")[0] == 200
    assert bea.get("/t/club/arbiter").status_code == 403
    assert do(ana, of_ana.id, "end-sessions")[0] == 200
    assert there.get("/accounts").status_code == 403
    assert ana.get("/accounts").status_code == 200


def test_the_passkeys_of_a_lost_device_are_removed(club: AccountClub, owner: TestClient) -> None:
    club.join("Ana")
    (account,) = club.wait(club.accounts.accounts())
    lost = Passkey(
        credential_id=b"lost",
        account=account.id,
        public_key=b"public",
        sign_count=0,
        name="Ana's phone",
        created_at=1,
    )
    club.wait(club.accounts.add_passkey(lost))
    assert "1 passkey" in owner.get("/accounts").text
    shown = html.unescape(owner.get(f"/accounts/{account.id}").text)
    assert ("Ana's phone" in shown, 'value="remove-passkeys"' in shown) == (True, True)
    assert do(owner, account.id, "remove-passkeys")[0] == 200
    assert club.wait(club.accounts.passkey(b"lost")) is None
    assert 'value="remove-passkeys"' not in owner.get(f"/accounts/{account.id}").text


def test_no_other_site_changes_an_account(club: AccountClub, owner: TestClient) -> None:
    account = club.invite("Ana")
    for path in ("/accounts", f"/accounts/{account}"):
        sent = {"name": "Bea", "act": "disable", "sure": "yes"}
        refused = owner.post(path, data=sent, headers={"sec-fetch-site": "cross-site"})
        assert refused.status_code == 403
    assert [each.is_open for each in club.wait(club.accounts.accounts())] == [True]
