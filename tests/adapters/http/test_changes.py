"""A pairing changed by hand: reviewed beside the system's own, then confirmed."""

import re
from collections.abc import Sequence

import pytest

from dsl.web_club import Club, form_of
from planilla.domain.tournament.drafting import DraftChanged, RoundPaired
from planilla.domain.tournament.pairings import PairingChanged

CHANGE = "/t/club/arbiter/rounds/1"
REVIEW = f"{CHANGE}/review"
DATA = "/api/t/club/rounds/1/review"


@pytest.fixture
def drafted(club: Club) -> Club:
    club.command("club", "pair-round", round=1)
    return club


def form(boards: Sequence[Sequence[str]], **fields: str) -> dict[str, str]:
    """The fields of the change form."""
    sides = {
        f"{side}-{number}": pair[place]
        for number, pair in enumerate(boards, start=1)
        for place, side in enumerate(("white", "black"))
    }
    return {"round": "1", "reason": "They share a car", "command_id": "typed", **sides, **fields}


async def test_a_change_is_reviewed_and_then_confirmed(drafted: Club) -> None:
    before = drafted.version
    own = drafted.client.get(DATA).json()
    boards = [each["after"] for each in own["boards"]]
    boards[0][1], boards[1][0] = boards[1][0], boards[0][1]
    html = drafted.client.post(REVIEW, data=form(boards)).text
    assert "Review of the change to round 1" in html
    assert "It breaks no absolute rule." in html
    assert "First difference:" in html
    assert "1 board is the same." in html
    assert drafted.version == before
    confirm = form_of(html, "/t/club/acts/change-pairing")
    assert confirm["head"] == str(before)
    drafted.client.post("/t/club/acts/change-pairing", data=confirm)
    changed = drafted.store.ledger.log[-1].event
    assert isinstance(changed, DraftChanged)
    assert [[game.white, game.black] for game in changed.games] == boards


async def test_a_confirmation_of_what_is_no_longer_so_is_shown_anew(drafted: Club) -> None:
    own = [each["after"] for each in drafted.client.get(DATA).json()["boards"]]
    html = drafted.client.post(REVIEW, data=form([own[0][::-1], *own[1:]])).text
    drafted.command("club", "publish-pairings", round=1)
    confirm = form_of(html, "/t/club/acts/change-pairing")
    version = drafted.version
    answer = drafted.client.post("/t/club/acts/change-pairing", data=confirm)
    assert "Something was recorded since you looked" in answer.text
    assert "Round 1 is published: 3 boards." in answer.text
    assert drafted.version == version
    again = form_of(answer.text, "/t/club/acts/change-pairing")
    assert again["head"] == str(version)
    drafted.client.post("/t/club/acts/change-pairing", data=again)
    assert isinstance(drafted.store.ledger.log[-1].event, PairingChanged)


async def test_a_change_can_be_mended_without_typing_it_again(drafted: Club) -> None:
    own = [each["after"] for each in drafted.client.get(DATA).json()["boards"]]
    html = drafted.client.post(REVIEW, data=form([own[0][::-1], *own[1:]], mend="1")).text
    assert "Change round 1 by hand" in html
    first = re.search(r'<select name="white-1".*?</select>', html, re.DOTALL)
    assert first is not None
    assert f'value="{own[0][1]}" selected' in first[0]
    assert 'value="They share a car"' in html


async def test_a_change_that_would_be_refused_is_so_at_once(drafted: Club) -> None:
    answer = drafted.client.post(REVIEW, data=form([["e1", "e1"], ["e5", "e2"], ["e3", "e6"]]))
    assert answer.status_code == 422
    assert "Change round 1 by hand" in answer.text
    assert 'role="alert"' in answer.text


async def test_who_met_before_is_named_with_what_the_system_has(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "pair-round", round=2)
    events = [each.event for each in club.store.ledger.log]
    first = next(event for event in events if isinstance(event, RoundPaired))
    played = [[game.white, game.black] for game in first.games]
    found = club.client.post("/api/t/club/rounds/2/review", json={"boards": played}).json()
    assert [fault["code"] for fault in found["faults"]] == ["rematch"] * 3
    data = {**form(played), "round": "2"}
    html = club.client.post("/t/club/arbiter/rounds/2/review", data=data).text
    assert "It breaks 3 absolute rules." in html
    assert html.count("have already met.") == 3


async def test_what_stands_is_compared_afterwards(drafted: Club) -> None:
    assert "It is the system’s own pairing" in drafted.client.get(REVIEW).text
    own = [each["after"] for each in drafted.client.get(DATA).json()["boards"]]
    turned = [own[0][::-1], *own[1:]]
    drafted.command("club", "change-pairing", round=1, boards=turned, reason="Agreed")
    html = drafted.client.get(REVIEW).text
    assert "Round 1 compared with the system’s pairing" in html
    assert "colours reversed" in html
    assert "Confirm the change" not in html


async def test_a_change_that_changes_nothing_is_not_to_be_confirmed(drafted: Club) -> None:
    own = [each["after"] for each in drafted.client.get(DATA).json()["boards"]]
    html = drafted.client.post(REVIEW, data=form(own)).text
    assert "It is the system’s own pairing" in html
    assert "Confirm the change" not in html


async def test_another_bye_is_shown_beside_the_systems(club: Club) -> None:
    club.command("club", "withdraw-entrant", entrant="e6")
    club.command("club", "pair-round", round=1)
    own = club.client.get(DATA).json()
    boards = [each["after"] for each in own["boards"]]
    out, bye = boards[-1][1], own["bye_after"]
    boards[-1][1] = bye
    html = club.client.post(REVIEW, data=form(boards, bye=out)).text
    assert re.search(r'<th scope="row" class="board">Bye</th>', html)


async def test_a_schedule_has_nothing_to_compare() -> None:
    club = Club()
    club.found("round-robin", rounds=0)
    club.command("club", "pair-round", round=1)
    await club.let_in("arbiter-token", "club")
    assert "this round follows a table" in club.client.get(REVIEW).text.lower()
    assert club.client.get(DATA).json() is None


async def test_a_review_is_for_the_arbiter_of_the_last_round(drafted: Club) -> None:
    assert drafted.browser().get(DATA).status_code == 401
    assert drafted.client.get("/api/t/club/rounds/2/review").json()["code"] == "round-not-paired"


async def test_a_round_after_which_another_was_paired_is_not_changed(drafted: Club) -> None:
    drafted.command("club", "publish-pairings", round=1)
    for board in range(1, 4):
        drafted.command("club", "record-result", game=f"1.{board}", result="1-0")
    drafted.command("club", "pair-round", round=2)
    answer = drafted.client.get(DATA)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-the-last-round")
    for address in (CHANGE, REVIEW):
        page = drafted.client.get(address)
        assert page.status_code == 409
        assert "Only the last paired round, 2, can be changed, not 1." in page.text


async def test_data_that_cannot_be_read_are_told(drafted: Club) -> None:
    answer = drafted.client.post(DATA, content=b'{"boards": 7}')
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    refused = drafted.client.post(DATA, json={"boards": [["e1", "e2"]]})
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal-pairing")
