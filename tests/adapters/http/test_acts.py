"""The step before: acts that touch what everybody has seen are shown with what they would bring."""

import re

import pytest

from dsl.web_club import ARBITER, Club, form_of
from planilla.domain.tournament.command import ConfirmFirst
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.tournament.subjects import COMMANDS
from planilla.presentation.catalogue import CATALOGUES

GAME = "/t/club/arbiter/games/1.1"
CORRECT = "/t/club/acts/correct-result"


def correction(club: Club, **fields: str) -> dict[str, str]:
    """The form of the game's page, with another result ruled to count for points."""
    form = form_of(club.client.get(GAME).text, CORRECT)
    ruled = {"result": "0-1", "reason": "Both sheets", "effect": "ruled", "points": "yes"}
    return {**form, **ruled, **fields}


def test_every_act_that_asks_first_has_a_title() -> None:
    asking = {
        name for name, kind in COMMANDS.items() if kind.confirm_first is not ConfirmFirst.NEVER
    }
    for catalogue in CATALOGUES.values():
        assert all(f"confirm.act.{act}" in catalogue for act in asking)


async def test_a_first_result_is_entered_at_one_tap(club: Club) -> None:
    club.pair(1)
    form = {"game": "1.1", "result": "1-0", "command_id": "tap", "next": "/t/club/arbiter"}
    answer = club.client.post("/t/club/acts/record-result", data=form, follow_redirects=False)
    assert answer.status_code == 303


async def test_a_result_of_the_boards_sent_again_as_data_is_the_same_command(club: Club) -> None:
    """As the desk does it whose form got no answer (`web/scripts/kept-results.js`)."""
    club.pair(1)
    page = club.client.get("/t/club/boards").text
    (pressed,) = re.findall(r'value="(1\.1 \S+ \S+ ½-½)"', page)
    _, white, black, _ = pressed.split()
    form = {"pressed": pressed, "command_id": "tapped", "next": "/t/club/boards"}
    club.client.post("/t/club/acts/record-result", data=form, follow_redirects=False)
    version = club.version
    answer = club.client.post(
        "/api/t/club/commands/record-result",
        content=f'{{"game":"1.1","players":["{white}","{black}"],"result":"½-½"}}'.encode(),
        headers={"idempotency-key": "tapped:1.1", "content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["status"]) == (200, "done")
    assert club.version == version


async def test_a_correction_is_shown_with_all_it_brings_before_it_is_recorded(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    before = club.version
    html = club.client.post(CORRECT, data=correction(club)).text
    assert club.version == before
    for said in (
        "Before you confirm",
        "1–0 → 0–1",
        "Rounds paired from the changed results",
        "Round 2 (published): ",
        "Changes of place",
        "▲",
        "▼",
        "Ana Alba and Dora Díaz",
        "Standings, Pairings and Crosstable",
        f"Based on v{before}",
        "Both sheets",
    ):
        assert said in html
    club.client.post(CORRECT, data=form_of(html, CORRECT))
    corrected = club.store.ledger.log[-1].event
    assert isinstance(corrected, ResultCorrected)
    assert (corrected.result, corrected.effect.points) == ("0-1", True)


async def test_on_another_head_the_new_impact_is_shown_with_what_came(club: Club) -> None:
    """Somebody enters a result while the correction is being looked at."""
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    html = club.client.post(CORRECT, data=correction(club)).text
    shown = form_of(html, CORRECT)
    club.command("club", "record-result", game="2.3", result="1-0")
    head = club.version
    again = club.client.post(CORRECT, data=shown).text
    assert club.version == head
    assert f"since you looked (v{head - 1})" in again
    assert "Round 2, board 3" in again
    form = form_of(again, CORRECT)
    assert form["head"] == str(head)
    assert form["command_id"] != shown["command_id"]
    assert club.client.post(CORRECT, data=form, follow_redirects=False).status_code == 303
    assert isinstance(club.store.ledger.log[-1].event, ResultCorrected)


async def test_a_confirmation_sent_twice_is_done_once(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    form = form_of(club.client.post(CORRECT, data=correction(club)).text, CORRECT)
    for _ in range(2):
        answer = club.client.post(CORRECT, data=form, follow_redirects=False)
        assert answer.status_code == 303
    corrections = [each for each in club.store.ledger.log if each.type == "ResultCorrected"]
    assert len(corrections) == 1


async def test_who_qualifies_is_told_on_request(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    shown = form_of(club.client.post(CORRECT, data=correction(club)).text, CORRECT)
    before = club.version
    html = club.client.post(CORRECT, data={**shown, "top": "1", "look": "yes"}).text
    assert club.version == before
    assert "The first 1 places" in html
    assert "Out: Ana Alba" in html
    again = {**form_of(html, CORRECT), "top": "2", "look": "yes"}
    assert "The first 2 places" in club.client.post(CORRECT, data=again).text


async def test_what_would_be_refused_is_refused_beside_its_form(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    answer = club.client.post(CORRECT, data=correction(club, result="9-9"))
    assert answer.status_code == 422
    assert "Before you confirm" not in answer.text


async def test_what_is_so_already_needs_no_confirmation(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    form = {"command_id": "n1", "next": "/t/club/arbiter"}
    answer = club.client.post("/t/club/acts/assign-numbers", data=form, follow_redirects=False)
    assert answer.status_code == 303


async def test_a_result_is_deleted_after_a_look_and_taken_back_at_once(club: Club) -> None:
    """The undo of the last act is one tap; later, or of another game, it asks."""
    club.pair(1)
    club.actor = ARBITER
    for game in ("1.1", "1.2"):
        club.command("club", "record-result", game=game, result="1-0")
    act = "/t/club/acts/withdraw-result"
    undo = {"game": "1.2", "expected": str(club.version), "command_id": "u1"}
    club.clock.time = club.store.ledger.log[-1].recorded_at + 31_000_000
    assert 'id="confirm"' in club.client.post(act, data=undo).text
    club.clock.time -= 2_000_000
    other = {**undo, "game": "1.1", "command_id": "u2"}
    assert 'id="confirm"' in club.client.post(act, data=other).text
    assert 'id="confirm"' not in club.client.post(act, data={**undo, "command_id": "u3"}).text
    assert isinstance(club.store.ledger.log[-1].event, ResultWithdrawn)
    stale = {**undo, "game": "1.1", "command_id": "u4"}
    assert club.client.post(act, data=stale).status_code == 409


@pytest.mark.parametrize("number", ["1", "7", "", "x"])
async def test_a_draft_is_nobodys_business(club: Club, number: str) -> None:
    club.command("club", "pair-round", round=1)
    form = {"round": number, "reason": "x", "command_id": "d1", "next": "/t/club/arbiter"}
    answer = club.client.post("/t/club/acts/unpair-round", data=form)
    assert 'id="confirm"' not in answer.text


async def test_lots_are_not_drawn_to_be_shown(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    form = {"draw": "machine", "command_id": "l1", "next": "/t/club/arbiter/committee"}
    html = club.client.post("/t/club/acts/draw-lots", data=form).text
    assert "are drawn by lot" in html
    assert "Ana Alba, Bea Bosch" in html
    assert 'class="lines recorded"' not in html


@pytest.mark.parametrize(
    ("prefer", "qualifying"),
    [
        ("dry-run, top=1", {"top": 1, "into": ["e4"], "out": ["e1"], "stage": None}),
        ("dry-run", None),
        ("dry-run, top=many", None),
    ],
)
async def test_a_program_gets_the_impact_beside_the_events(
    club: Club, prefer: str, qualifying: object
) -> None:
    club.play(1, "1-0", "½-½", "½-½")
    version = next(each.version for each in club.store.ledger.log if each.type == "ResultRecorded")
    effect = {"points": True, "pairing_from": None, "rating": True}
    body = {"game": "1.1", "result": "0-1", "corrects": version, "reason": "x", "effect": effect}
    answer = club.client.post(
        "/api/t/club/commands/correct-result",
        headers={"idempotency-key": "k", "prefer": prefer},
        json=body,
    ).json()
    assert answer["events"] == ["ResultCorrected"]
    impact = answer["impact"]
    assert (impact["head"], impact["version"]) == (club.version, club.version + 1)
    assert impact["concerned"] == ["e1", "e4"]
    assert impact["consequences"]["qualifying"] == qualifying


async def test_a_dry_run_that_changes_nothing_has_no_impact(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    answer = club.client.post(
        "/api/t/club/commands/assign-numbers",
        headers={"idempotency-key": "k", "prefer": "dry-run"},
        json={},
    ).json()
    assert (answer["status"], answer["impact"]) == ("already", None)
    first = club.client.post(
        "/api/t/new/commands/create-tournament",
        headers={"idempotency-key": "k2", "prefer": "dry-run"},
        json={"name": "New", "rounds": 3},
    )
    assert first.status_code == 403


async def test_each_field_that_is_wrong_has_its_sentence(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    wrong = correction(club, corrects="three", known_at="at tea time")
    answer = club.client.post(CORRECT, data=wrong)
    assert answer.status_code == 422
    assert "“three” is not a whole number." in answer.text
    assert "“at tea time” is not a date and time." in answer.text
