"""Subscriptions to notifications over HTTP: what is kept, what is refused, and what pages offer."""

from collections.abc import Iterator
from typing import Any

import pytest

from dsl.push_club import ENDPOINT, PushClub, wanted
from dsl.web_club import Club

UNFIT, UNKNOWN = "push-unfit", "push-service-unknown"


@pytest.fixture
def club(sqlite_url: str) -> Iterator[PushClub]:
    made = PushClub(sqlite_url)
    made.found()
    yield made
    made.wait(made.side.close())


def test_a_browser_subscribes_in_its_language_and_ends_it(club: PushClub) -> None:
    phone = club.browser("es")
    sent = phone.post("/t/club/push", json=wanted("e1", "e2", "e2", "nobody"))
    assert (sent.status_code, sent.text) == (204, "")
    (kept,) = club.wait(club.push.of("club"))
    assert (kept.endpoint, kept.entrants, kept.language) == (ENDPOINT, ("e1", "e2"), "es")
    phone.post("/t/club/push", json=wanted("e3"))
    assert [each.entrants for each in club.wait(club.push.of("club"))] == [("e3",)]
    ended = phone.post("/t/club/push/end", json={"endpoint": ENDPOINT})
    assert ended.status_code == 204
    assert club.wait(club.push.of("club")) == ()
    assert phone.post("/t/club/push/end", json={"endpoint": ENDPOINT}).status_code == 204


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        pytest.param({"endpoint": "https://127.0.0.1/x"}, 422, UNKNOWN, id="another host"),
        pytest.param({"endpoint": f"{ENDPOINT}/{'x' * 900}"}, 422, UNKNOWN, id="a long address"),
        pytest.param({"entrants": []}, 422, UNFIT, id="nobody followed"),
        pytest.param({"entrants": ["nobody"]}, 422, UNFIT, id="nobody of the tournament"),
        pytest.param({"auth": "AAAA"}, 422, UNFIT, id="a short secret"),
        pytest.param({"p256dh": "+/="}, 422, UNFIT, id="not base64url"),
        pytest.param({"auth": "ñ"}, 422, UNFIT, id="not ASCII"),
        pytest.param({"name": "Ana"}, 400, "malformed", id="a field too many"),
        pytest.param({"entrants": ["e" * 9_000]}, 413, "body-too-large", id="a long body"),
    ],
)
def test_a_subscription_is_refused(
    club: PushClub, change: dict[str, Any], status: int, code: str
) -> None:
    answer = club.client.post("/t/club/push", json={**wanted("e1"), **change})
    assert (answer.status_code, code in answer.text) == (status, True)
    assert club.wait(club.push.of("club")) == ()


def test_another_site_cannot_subscribe_a_browser(club: PushClub) -> None:
    foreign = {"origin": "https://evil.example"}
    answer = club.client.post("/t/club/push", json=wanted("e1"), headers=foreign)
    assert (answer.status_code, "cross-site" in answer.text) == (403, True)


def test_more_subscriptions_than_the_server_keeps_are_refused(sqlite_url: str) -> None:
    club = PushClub(sqlite_url, most=1)
    club.found()
    assert club.client.post("/t/club/push", json=wanted("e1")).status_code == 204
    other = wanted("e1", endpoint=f"{ENDPOINT}-2")
    answer = club.client.post("/t/club/push", json=other)
    assert (answer.status_code, "too-many-push-subscriptions" in answer.text) == (503, True)
    club.wait(club.side.close())


def test_pages_offer_the_key_beside_the_followed(club: PushClub) -> None:
    club.pair(1)
    for address in ("/t/club?follow=e1", "/t/club/following?follow=e1"):
        page = club.client.get(address).text
        assert 'data-key="BKEY"' in page
        assert "Notify me" in page
    assert 'id="notify"' not in club.client.get("/t/club").text
    club.command("club", "hide-tournament")
    assert club.client.post("/t/club/push", json=wanted("e1")).status_code == 404


def test_a_server_without_notifications_offers_and_takes_none() -> None:
    club = Club()
    club.found()
    assert 'id="notify"' not in club.client.get("/t/club?follow=e1").text
    assert club.client.post("/t/club/push", json=wanted("e1")).status_code == 404


def test_a_tournament_without_rounds_has_no_notifications(sqlite_url: str) -> None:
    club = PushClub(sqlite_url)
    club.found(system="masnou")
    assert 'id="notify"' not in club.client.get("/t/club?follow=e1").text
    answer = club.client.post("/t/club/push", json=wanted("e1"))
    assert (answer.status_code, UNFIT in answer.text) == (422, True)
    club.wait(club.side.close())
