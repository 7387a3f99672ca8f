"""The code of a link for some boards, typed instead of scanned."""

import asyncio
import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dsl.web_club import Club
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES, RequestRate
from planilla.adapters.signing import KeyFile
from planilla.application.link_codes import CODE_US
from planilla.application.ports import SecretLink
from planilla.application.roles import Grant, Role, full_grant

SECTOR = {"role": "sector-arbiter", "boards": "2-3", "name": "Hall B"}
WRONG = "No link has this code."
HOUR_US = 3_600_000_000


@pytest.fixture(autouse=True)
def no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.adapters.http.pages.sign_in.WRONG_LINK_DELAY_S", 0)


@pytest.fixture
def club() -> Club:
    """Round 1 is on the boards."""
    made = Club()
    made.found()
    made.pair(1)
    return made


@pytest.fixture
def chief(club: Club) -> TestClient:
    asyncio.run(club.store.give("chief", "arbiter-chief", full_grant("club")))
    browser = club.browser()
    browser.cookies.set("planilla_links", "chief")
    return browser


def made_by(chief: TestClient, **asked: str) -> tuple[str, str]:
    """The token and the code of a new link, as its page shows them."""
    page = chief.post("/t/club/links", data=SECTOR | asked).text
    (token,) = re.findall(r"/enter#([^<]+)<", page)
    (code,) = re.findall(r"<code>([^<]+)</code>", page)
    return token, code


def entered(browser: TestClient, code: str) -> tuple[int, str]:
    answer = browser.post("/enter", data={"token": code})
    assert "set-cookie" not in answer.headers, "of a right code the redirect sets it"
    return answer.status_code, html.unescape(answer.text)


def sector_link(club: Club) -> SecretLink:
    """The link as it is listed."""
    links = asyncio.run(club.store.links("club"))
    return next(each for each in links if each.grant.role is Role.SECTOR_ARBITER)


@pytest.mark.parametrize("written", [str, str.lower, lambda code: code.replace("-", " ")])
def test_a_code_opens_the_boards_of_its_link_and_no_others(
    club: Club, chief: TestClient, written: type[str]
) -> None:
    _, code = made_by(chief)
    sector = club.browser()
    answer = sector.post("/enter", data={"token": written(code)})
    assert (answer.status_code, answer.url.path) == (200, "/t/club/boards")
    assert [f'id="g1.{n}"' in answer.text for n in (1, 2, 3)] == [False, True, True]
    assert sector.get("/t/club/arbiter").status_code == 403
    refused = sector.post(
        "/t/club/acts/record-result", data={"command_id": "x", "game": "1.1", "result": "1-0"}
    )
    assert refused.status_code == 403


def test_the_code_is_on_the_card_once_with_its_end(club: Club, chief: TestClient) -> None:
    page = chief.post("/t/club/links", data={**SECTOR, "hours": "5"}).text
    card = page.partition("<figure")[2].partition("</figure>")[0]
    said = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", card).split()))
    assert "open http://club.test/enter and type the code there, until" in said
    (code,) = re.findall(r"<code>([^<]+)</code>", card)
    assert code not in chief.get("/t/club/links").text


def test_a_link_for_all_boards_has_no_code(chief: TestClient) -> None:
    page = chief.post("/t/club/links", data={"role": "result-desk"}).text
    assert "/enter#" in page
    assert "<code>" not in page.partition("<figure")[2]


def test_a_code_itself_is_no_credential(club: Club, chief: TestClient) -> None:
    """In a cookie or as a bearer token it would not be limited as it is where it is typed."""
    _, code = made_by(chief)
    browser = club.browser()
    browser.cookies.set("planilla_links", code)
    assert browser.get("/t/club/boards").status_code == 403
    program = club.browser().get(
        "/api/t/club/rounds/1/codes", headers={"authorization": f"Bearer {code}"}
    )
    assert program.status_code == 401


def test_a_code_that_nobody_was_given_opens_nothing(
    club: Club, chief: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    _, code = made_by(chief)
    other = ("0" if code[-1] != "0" else "1").join((code[:-1], ""))
    status, page = entered(club.browser(), other)
    assert (status, WRONG in page) == (403, True)
    assert f'value="{other}"' in page, "a sign can be corrected"
    assert "an invalid link was entered from testclient" in caplog.text
    assert other not in caplog.text


def test_the_code_of_a_revoked_link_opens_nothing(club: Club, chief: TestClient) -> None:
    _, code = made_by(chief)
    sector = club.browser()
    sector.post("/enter", data={"token": code})
    chief.post(f"/t/club/links/{sector_link(club).id}/revoke")
    assert sector.get("/t/club/boards").status_code == 403
    status, page = entered(club.browser(), code)
    assert (status, "This link was revoked" in page) == (403, True)


def test_the_code_of_an_expired_link_opens_nothing(club: Club, chief: TestClient) -> None:
    _, code = made_by(chief, hours="5")
    club.clock.time += 5 * HOUR_US
    status, page = entered(club.browser(), code)
    assert (status, "This link expired" in page) == (403, True)


def test_after_three_days_a_code_is_not_taken_and_its_link_still_opens(
    club: Club, chief: TestClient
) -> None:
    token, code = made_by(chief)
    before = club.browser()
    before.post("/enter", data={"token": code})
    club.clock.time = sector_link(club).created_at + CODE_US - 1
    assert club.browser().post("/enter", data={"token": code}).url.path == "/t/club/boards"
    club.clock.time += 1
    status, page = entered(club.browser(), code)
    assert (status, "This code can no longer be typed." in page) == (403, True)
    assert club.browser().post("/enter", data={"token": token}).url.path == "/t/club/boards"
    assert before.get("/t/club/boards").status_code == 200


@pytest.mark.parametrize("has_link", [False, True], ids=["without a link", "with a link"])
def test_who_guesses_often_has_to_wait_and_learns_nothing_meanwhile(
    club: Club, chief: TestClient, monkeypatch: pytest.MonkeyPatch, *, has_link: bool
) -> None:
    """A right code gets no other answer than a wrong one; a link does not lift the limit."""
    monkeypatch.setitem(RATES, Cost.SIGN_IN, RequestRate(2, 0.1))
    _, code = made_by(chief)
    guesser = club.browser()
    if has_link:
        screen = Grant(tournament="club", role=Role.SCREEN)
        asyncio.run(club.store.give("screen", "screen-1", screen))
        guesser.cookies.set("planilla_links", "screen")
    guesses = ["0000-0000-0000", "0000-0000-0001", "0000-0000-0002", code]
    answers = [entered(guesser, each) for each in guesses]
    assert [status for status, _ in answers] == [403, 403, 429, 429]
    assert answers[2] == answers[3]
    club.clock.time += 10_000_000
    assert guesser.post("/enter", data={"token": code}).url.path == "/t/club/boards"


def test_without_a_key_that_can_be_used_no_code_is_taken(
    club: Club, chief: TestClient, tmp_path: Path
) -> None:
    """Nor is one made; the links go on."""
    token, code = made_by(chief)
    readable = tmp_path / "key"
    readable.write_text("0" * 64)
    readable.chmod(0o644)
    for keys, status in ((None, 403), (KeyFile(readable), 503)):
        club.serve(replace(club.site, keys=keys))
        assert entered(club.browser(), code)[0] == status
        assert club.browser().post("/enter", data={"token": token}).url.path == "/t/club/boards"
        arbiter = club.browser()
        arbiter.cookies.set("planilla_links", "chief")
        page = arbiter.post("/t/club/links", data=SECTOR).text
        assert "/enter#" in page
        assert "<code>" not in page.partition("<figure")[2]
