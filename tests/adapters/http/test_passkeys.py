"""Passkeys: made by a device, used to sign in, and refused where anything is wrong."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from dsl.account_club import AccountClub
from dsl.authenticator import Authenticator
from planilla.adapters.http import credentials
from planilla.adapters.http.credentials import CHALLENGE_US, Challenges
from planilla.application.accounts import PASSKEYS_MAX, Passkey, SignInResult
from planilla.application.roles import Grant, Role

ANA = "account-416e61000000"
ORIGIN = "https://club.test"


pytestmark = pytest.mark.usefixtures("cheap_passwords")


@pytest.fixture
def club(sqlite_url: str) -> Iterator[AccountClub]:
    """A club over TLS; Ana is a deputy arbiter."""
    made = AccountClub(sqlite_url, ORIGIN)
    made.found()
    yield made
    asyncio.run(made.side.close())


@pytest.fixture
def ana(club: AccountClub) -> TestClient:
    return club.join("Ana", Grant(tournament="club", role=Role.DEPUTY))


@pytest.fixture
def device(ana: TestClient) -> Authenticator:
    """Ana's device, with a passkey."""
    made = Authenticator(ORIGIN)
    assert registered(ana, made) == 204
    return made


def registered(browser: TestClient, device: Authenticator) -> int:
    options = browser.post("/account/passkeys/options").json()
    return browser.post("/account/passkeys?name=Phone", content=device.made(options)).status_code


def options_for(browser: TestClient) -> Any:
    return browser.post("/account/sign-in/options").json()


def tried(browser: TestClient, answer: str) -> int:
    return browser.post("/account/sign-in/passkey", content=answer).status_code


def test_a_passkey_signs_in_without_name_and_password(
    club: AccountClub, device: Authenticator
) -> None:
    browser = club.browser()
    assert tried(browser, device.signed(options_for(browser))) == 204
    assert browser.get("/t/club/arbiter").status_code == 200
    page = browser.get("/account").text
    assert "Phone" in page
    assert "by passkey, from testclient" in page
    (found,) = club.wait(club.accounts.passkeys(ANA))
    assert found.sign_count == 1


def test_an_answer_is_used_once(club: AccountClub, device: Authenticator) -> None:
    browser = club.browser()
    answer = device.signed(options_for(browser))
    assert [tried(browser, answer), tried(club.browser(), answer)] == [204, 403]


def test_a_challenge_expires(club: AccountClub, device: Authenticator) -> None:
    browser = club.browser()
    options = options_for(browser)
    club.clock.time += CHALLENGE_US
    assert tried(browser, device.signed(options)) == 403


def test_what_was_signed_for_another_site_is_refused(
    club: AccountClub, device: Authenticator
) -> None:
    browser = club.browser()
    device.origin = "https://club.test.evil.example"
    assert tried(browser, device.signed(options_for(browser))) == 403


def test_a_copied_device_is_detected_by_its_count(club: AccountClub, device: Authenticator) -> None:
    browser = club.browser()
    assert tried(browser, device.signed(options_for(browser))) == 204
    device.count = 0
    assert tried(club.browser(), device.signed(options_for(browser))) == 403
    results = {each.result for each in club.wait(club.accounts.sign_ins(ANA, 10))}
    assert SignInResult.REFUSED in results


@pytest.mark.parametrize(
    "replaced",
    [
        pytest.param({"userHandle": b"account-000000000000"}, id="another account"),
        pytest.param({"signature": b"signed"}, id="no signature"),
        pytest.param({"authenticatorData": b"data"}, id="no data of a device"),
        pytest.param({"clientDataJSON": b"{}"}, id="no data of a browser"),
    ],
)
def test_a_wrong_part_of_an_answer_is_refused(
    club: AccountClub, device: Authenticator, replaced: dict[str, bytes]
) -> None:
    browser = club.browser()
    assert tried(browser, device.signed(options_for(browser), **replaced)) == 403


@pytest.mark.parametrize("answer", ["", "{}", "[]", "null", '{"id": 1}', "\ud800", "x" * 17_000])
def test_what_is_no_answer_is_refused(club: AccountClub, answer: str) -> None:
    sent = answer.encode("utf-8", "surrogatepass")
    status = club.browser().post("/account/sign-in/passkey", content=sent).status_code
    assert status == (413 if len(sent) > 16_000 else 403)


def test_an_unknown_passkey_is_refused(club: AccountClub, ana: TestClient) -> None:
    browser = club.browser()
    assert tried(browser, Authenticator(ORIGIN).signed(options_for(browser))) == 403


def test_a_passkey_is_made_for_the_account_that_asked_for_it(
    club: AccountClub, ana: TestClient
) -> None:
    bea = club.join("Bea")
    options = ana.post("/account/passkeys/options").json()
    answer = Authenticator(ORIGIN).made(options)
    assert bea.post("/account/passkeys", content=answer).status_code == 403
    assert club.browser().post("/account/passkeys/options").status_code == 403
    assert club.wait(club.accounts.passkeys(ANA)) == ()


def test_a_removed_passkey_no_longer_signs_in(
    club: AccountClub, ana: TestClient, device: Authenticator
) -> None:
    (found,) = club.wait(club.accounts.passkeys(ANA))
    assert "Phone" not in ana.post(f"/account/passkeys/{found.id}/remove").text
    browser = club.browser()
    assert tried(browser, device.signed(options_for(browser))) == 403


def test_an_account_has_a_number_of_passkeys(club: AccountClub, ana: TestClient) -> None:
    for number in range(PASSKEYS_MAX):
        passkey = Passkey(
            credential_id=bytes([number]),
            account=ANA,
            public_key=b"",
            sign_count=0,
            name="",
            created_at=number,
        )
        club.wait(club.accounts.add_passkey(passkey))
    assert registered_options(ana) == 409


def registered_options(browser: TestClient) -> int:
    return browser.post("/account/passkeys/options").status_code


def test_a_challenge_is_known_to_every_process_with_the_key_and_used_once(
    club: AccountClub,
) -> None:
    here, there = Challenges(club.site), Challenges(club.site)
    challenge = here.new(ANA)
    assert not there.use(challenge), "it is for an account"
    assert not there.use(challenge[:-1] + bytes([challenge[-1] ^ 1]), ANA)
    assert not there.use(b"", ANA)
    assert [there.use(challenge, ANA) for _ in range(2)] == [True, False]


def test_without_a_key_a_challenge_is_known_to_its_process(club: AccountClub) -> None:
    keyless = replace(club.site, keys=None)
    here, there = Challenges(keyless), Challenges(keyless)
    challenge = here.new()
    assert (there.use(challenge), here.use(challenge)) == (False, True)


def test_the_oldest_used_challenge_is_forgotten_first(
    club: AccountClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(credentials, "USED_MAX", 2)
    challenges = Challenges(club.site)
    drawn = [challenges.new() for _ in range(3)]
    assert [challenges.use(each) for each in (*drawn, drawn[2])] == [True, True, True, False]
    assert challenges.use(drawn[0])
