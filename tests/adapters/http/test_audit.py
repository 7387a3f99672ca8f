"""The audit page: every round paired again, for whoever looks, and for programs."""

import pytest

from dsl.web_club import Club
from planilla.domain.tournament.drafting import RoundPaired


def two_rounds() -> Club:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    return club


def test_everybody_may_see_that_each_round_follows_from_the_rules() -> None:
    club = two_rounds()
    page = club.client.get("/t/club/audit")
    assert page.status_code == 200
    assert page.text.count('class="verdict same"') == 2
    assert "Every round is as the rules require" in page.text
    told = club.client.get("/api/t/club/audit").json()
    assert (told["holds"], [each["outcome"] for each in told["rounds"]]) == (True, ["same"] * 2)
    assert told["hall"] is None  # there are no games outside the rounds
    assert [*told] == ["holds", "version", "unit", "rounds", "lists", "hall", "units"]


async def test_the_reason_of_a_change_is_read_by_the_staff_alone() -> None:
    club = Club()
    club.found()
    club.command("club", "pair-round", round=1)
    (draft,) = [each.event for each in club.store.ledger.log if each.type == "RoundPaired"]
    assert isinstance(draft, RoundPaired)
    boards = [(game.white, game.black) for game in draft.games]
    (a, b), (c, d), (e, f) = boards
    club.command(
        "club",
        "change-pairing",
        round=1,
        boards=[(a, d), (c, b), (e, f)],
        reason="Brothers",
    )
    club.command("club", "publish-pairings", round=1)
    await club.let_in("arbiter-token", "club")
    page = club.client.get("/t/club/audit").text
    assert 'class="verdict by-hand"' in page
    assert "Brothers" in page
    everybody = club.browser().get("/t/club/audit").text
    assert "Brothers" not in everybody
    assert 'class="verdict by-hand"' in everybody
    assert "The facts visible here give no reason." in everybody
    assert "differs" not in everybody


async def test_who_does_not_wait_may_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.adapters.http.pages.pairings.PATIENCE_S", 0)
    answer = two_rounds().client.get("/api/t/club/audit")
    assert (answer.status_code, answer.json()["code"]) == (503, "what-if-too-long")
