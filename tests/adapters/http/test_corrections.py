"""Corrections on the arbiter's pages: their cases, both their times, and files of evidence."""

import hashlib
import json
import re
from typing import Any

import pytest

from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.application.roles import full_grant
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evidence import EvidenceAdded
from planilla.domain.tournament.masnou.events import GameSeated
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.values import Effect, Reported

GAME = "/t/club/arbiter/games/1.1"
LIST = "/t/club/arbiter/corrections"
PHOTO = b"\xff\xd8\xff\xe0" + b"\r\n--not the boundary\r\n" + bytes(range(256))
HASH = hashlib.sha256(PHOTO).hexdigest()


def sent(club: Club, act: str, page: str, *files: bytes, **fields: str) -> Any:
    """Send a form with files as a browser does, and confirm it where it asks first."""
    form = {"command_id": club.ids.token(), "next": page, **fields}
    parts = [("evidence", (f"slip{n}.jpg", each, "image/jpeg")) for n, each in enumerate(files)]
    answer = club.client.post(
        f"/t/club/acts/{act}", data=form, files=parts or [("evidence", ("", b"", "x/y"))]
    )
    if 'id="confirm"' not in answer.text:
        return answer
    onwards = form_of(answer.text, f"/t/club/acts/{act}")
    return club.client.post(f"/t/club/acts/{act}", data=onwards)


def last(club: Club, kind: type[Event]) -> Any:
    """The last fact of a kind, with its version."""
    facts = reversed(club.store.ledger.events("club", 0))
    return next(each for each in facts if isinstance(each.event, kind))


def hidden(club: Club, act: str, page: str) -> dict[str, str]:
    return form_of(club.client.get(page).text, f"/t/club/acts/{act}")


@pytest.fixture
def played(club: Club) -> Club:
    """Round 1 is played, round 2 on the boards."""
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    return club


async def test_the_three_cases_are_told_with_what_each_would_mean(played: Club) -> None:
    html = played.client.get(GAME).text
    applies = re.findall(r"<b>([^<]+)</b> <span class=\"now\">", html)
    assert set(applies) == {"During the next round"}
    assert "the published pairing stays; counts for points and from the pairing of round 3" in html
    assert "only in the rating report" in html
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    sent(played, "correct-result", GAME, **fields, effect="later")
    assert last(played, ResultCorrected).event.effect == Effect(
        points=False, pairing_from=None, rating=True, reported=Reported.LATER
    )
    fields = {**hidden(played, "correct-result", GAME), "result": "½-½", "reason": "Sheet"}
    assert fields["coming"] == "3"
    assert (
        re.findall(r'name="pairing_from"[^>]* value="(\d*)"', played.client.get(GAME).text)[0]
        == "3"
    )
    sent(played, "correct-result", GAME, **fields, effect="during-next-round")
    effect = last(played, ResultCorrected).event.effect
    assert (effect.pairing_from, effect.reported) == (3, Reported.DURING_NEXT_ROUND)
    chain = played.client.get(GAME).text
    assert chain.count('class="correction stands"') == 1
    first, second = (
        each.version
        for each in played.store.ledger.events("club", 0)
        if isinstance(each.event, ResultCorrected)
    )
    assert f"v{second} ← v{first}" in chain


async def test_a_file_is_kept_carried_on_and_named_with_the_correction(played: Club) -> None:
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    assert sent(played, "correct-result", GAME, PHOTO, **fields).status_code == 200
    named = last(played, EvidenceAdded).event
    corrected = last(played, ResultCorrected)
    assert (named.about, named.files[0].sha256) == (corrected.version, HASH)
    assert corrected.corrects is not None
    html = played.client.get(GAME).text
    assert f'href="/t/club/arbiter/evidence/{HASH}" download>photo (JPEG)' in html
    file = played.client.get(f"/t/club/arbiter/evidence/{HASH}")
    assert file.content == PHOTO
    assert file.headers["content-disposition"] == f'attachment; filename="{HASH[:16]}.jpg"'
    assert file.headers["x-content-type-options"] == "nosniff"
    assert file.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert file.headers["cache-control"] == "private, no-store"


async def test_nobody_else_learns_of_evidence(played: Club) -> None:
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    sent(played, "correct-result", GAME, PHOTO, **fields)
    stranger = played.browser()
    for path in (f"/t/club/arbiter/evidence/{HASH}", LIST):
        assert stranger.get(path).status_code == 403
    assert stranger.get("/api/t/club/evidence").status_code == 401
    assert stranger.post(f"/t/club/arbiter/evidence/{HASH}/erase").status_code == 403
    assert stranger.post("/api/t/club/evidence", content=PHOTO).status_code == 401
    assert HASH[:8] not in stranger.get("/t/club/facts").text


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        pytest.param(b"MZ\x90\x00", 422, "is not accepted as evidence", id="a program"),
        pytest.param(b"x" * 10_000_001, 422, "is not accepted as evidence", id="too long"),
    ],
)
async def test_a_file_that_is_no_evidence_is_refused_beside_the_form(
    played: Club, body: bytes, status: int, says: str
) -> None:
    before = played.version
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    answer = sent(played, "correct-result", GAME, body, **fields)
    assert answer.status_code == status
    assert says in answer.text
    assert 'value="Sheet"' in answer.text
    assert played.version == before


async def test_a_body_beyond_all_limits_is_stopped(played: Club) -> None:
    answer = played.client.post("/api/t/club/evidence", content=b"x" * 30_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
    fields = {"about": "1", "evidence": "x" * 1_000_000}
    assert played.client.post("/t/club/acts/add-evidence", data=fields).status_code == 413


@pytest.mark.parametrize(
    ("known", "zone", "status"),
    [("soon", "UTC", 422), ("2026-11-22T14:32", "Nowhere", 422), ("2001-01-01T00:00", "UTC", 422)],
)
async def test_a_moment_that_is_none_is_said(
    played: Club, known: str, zone: str, status: int
) -> None:
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    answer = sent(played, "correct-result", GAME, **(fields | {"known_at": known, "zone": zone}))
    assert answer.status_code == status


async def test_a_result_is_deleted_and_two_are_swapped(played: Club) -> None:
    page = "/t/club/arbiter/games/1.2"
    html = played.client.get(GAME).text
    assert "Round 1, board 2:" in html
    other = re.search(r'<option value="(1\.3@\d+)"', html)
    assert other is not None
    fields = {**hidden(played, "swap-results", GAME), "other": other[1], "reason": "Boards"}
    assert sent(played, "swap-results", GAME, **fields).status_code == 200
    results = {
        each.event.game: each.event.result
        for each in played.store.ledger.events("club", 0)
        if isinstance(each.event, ResultCorrected)
    }
    assert results == {"1.1": "0-1", "1.3": "1-0"}
    fields = {**hidden(played, "delete-result", page), "counts_as": "*", "reason": "Not over"}
    assert "is deleted" in sent(played, "delete-result", page, **fields).text
    html = played.client.get(page).text
    assert "/acts/correct-result" in html
    assert "/acts/record-result" not in html


async def test_a_withdrawal_recorded_too_late_makes_forfeits_of_games(played: Club) -> None:
    page = "/t/club/arbiter/entrants/e1"
    html = played.client.get(page).text
    assert "Left earlier, recorded" in html
    fields = {"entrant": "e1", "from_round": "2", "games": "forfeit", "reason": "Ill"}
    after = sent(played, "withdraw-entrant", page, PHOTO, **fields).text
    assert "had withdrawn from round 2 on, which was recorded too late" in after
    assert last(played, ResultRecorded).event.result in {"+/-", "-/+"}


async def test_a_player_is_ruled_ineligible_and_reinstated(played: Club) -> None:
    page = "/t/club/arbiter/entrants/e2"
    fields = {"entrant": "e2", "from_round": "1", "games": "stand", "reason": "Not a member"}
    after = sent(played, "rule-ineligible", page, **fields).text
    assert "Ineligible: not entitled to play from round 1 on." in after
    assert "ineligible (from round" in played.client.get("/t/club/entrants").text
    form = {**hidden(played, "reinstate-entrant", page), "reason": "Appeal"}
    assert "The ruling against" in sent(played, "reinstate-entrant", page, **form).text


async def test_a_rating_says_what_it_changes_and_the_second_arbiter_looks_again(
    played: Club,
) -> None:
    page = "/t/club/arbiter/entrants/e3"
    html = played.client.get(page).text
    assert "Pairing numbers stay until you assign them again" in html
    assert "The Elo of 1 played game is recalculated" in html
    fields = {**form_of(html, "/t/club/acts/correct-sporting-data"), "rating": "2222"}
    after = sent(played, "correct-sporting-data", page, **fields, reason="List").text
    assert "Assign the numbers again: a rating was corrected" in after
    other = sent(played, "correct-sporting-data", page, **fields | {"rating": "2111"})
    assert other.status_code == 409
    assert "The data of Carl Cruz have been corrected in the meantime" in other.text


async def test_the_list_shows_corrections_and_files_and_erases_one(played: Club) -> None:
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    sent(played, "correct-result", GAME, PHOTO, **fields)
    version = last(played, ResultCorrected).version
    html = played.client.get(LIST).text
    assert "intact: its content matches the hash in the log" in html
    assert "Correction, round 1, board 1" in html
    text = b"The two agree."
    form = {**hidden(played, "add-evidence", LIST), "about": str(version)}
    assert "text, 1 kB" in sent(played, "add-evidence", LIST, text, **form).text
    form = {**hidden(played, "add-evidence", LIST), "about": "9999"}
    beyond = sent(played, "add-evidence", LIST, text, **form)
    assert beyond.status_code == 422
    assert "9999" in re.findall(r'class="problem" role="alert">([^<]+)<', beyond.text)[0]
    erase = f"/t/club/arbiter/evidence/{HASH}/erase"
    assert ">erased<" in played.client.post(erase).text
    assert played.client.post(erase).status_code == 404
    assert played.client.get(f"/t/club/arbiter/evidence/{HASH}").status_code == 404
    assert played.client.get("/t/club/arbiter/evidence/nothing").status_code == 404


async def test_programs_take_files_in_and_name_them(played: Club) -> None:
    await played.store.give(ORGANISER_TOKEN, "program", full_grant("*"))
    headers = {"authorization": f"Bearer {ORGANISER_TOKEN}"}
    taken = played.client.post("/api/t/club/evidence", content=PHOTO, headers=headers)
    assert taken.status_code == 201
    assert taken.json() == {"sha256": HASH, "media_type": "image/jpeg", "size": len(PHOTO)}
    body = {"about": 3, "evidence": [{**taken.json(), "mood": "good"}]}
    address = "/api/t/club/commands/add-evidence"
    strange = played.client.post(
        address, content=json.dumps(body), headers={**headers, "idempotency-key": "a"}
    )
    assert (strange.status_code, strange.json()["fields"]["path"]) == (400, "$.evidence[0].mood")
    body = {"about": 3, "evidence": [taken.json()]}
    done = played.client.post(
        address, content=json.dumps(body), headers={**headers, "idempotency-key": "b"}
    )
    assert done.json()["events"] == ["EvidenceAdded"]
    listed = played.client.get("/api/t/club/evidence", headers=headers).json()
    assert [(each["about"], each["standing"]) for each in listed] == [([3], "whole")]
    path = f"/api/t/club/evidence/{HASH}"
    assert played.client.get(path, headers=headers).content == PHOTO
    assert played.client.delete(path, headers=headers).status_code == 204
    assert played.client.delete(path, headers=headers).json()["code"] == "no-such-evidence"


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\nno name\r\n\r\n1\r\n--x--",
        b'--x\r\ncontent-disposition: form-data; name="a"\r\n--x--',
        b"--x--",
        b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n',
    ],
)
async def test_a_form_that_no_browser_sends_is_not_read(played: Club, body: bytes) -> None:
    headers = {"content-type": "multipart/form-data; boundary=x"}
    answer = played.client.post("/t/club/acts/add-evidence", content=body, headers=headers)
    assert answer.status_code == 400
    without = {"content-type": "multipart/form-data"}
    answer = played.client.post("/t/club/acts/add-evidence", content=body, headers=without)
    assert answer.status_code == 400


async def test_a_file_is_named_as_the_form_carries_it_or_not_at_all(played: Club) -> None:
    answer = played.client.post(
        "/t/club/acts/add-evidence", data={"about": "3", "evidence": "a photo", "command_id": "k"}
    )
    assert answer.status_code == 400


async def test_a_site_that_keeps_no_files_takes_none() -> None:
    bare = Club(keeps_files=False)
    bare.found()
    await bare.let_in("arbiter-token", "club")
    assert bare.client.post("/api/t/club/evidence", content=PHOTO).status_code == 404
    html = bare.client.get(LIST).text
    assert "/acts/add-evidence" not in html


async def test_a_game_at_the_wrong_table_of_a_hall_is_put_right_and_nobody_moves() -> None:
    club = Club()
    club.found(system="masnou", rounds=0)
    club.command("club", "open-hall", rules={"tables": 2})
    await club.let_in("arbiter-token", "club")
    club.command("club", "record-result", game="T1.1", result="1-0")
    club.command("club", "record-result", game="T2.1", result="0-1")
    assert "/t/club/arbiter/games/T1.1" in club.client.get(LIST).text
    page = "/t/club/arbiter/games/T1.1"
    html = club.client.get(page).text
    other = re.search(r'<option value="(T2\.1@\d+)"', html)
    assert other is not None
    seated = last(club, GameSeated).version
    fields = {**hidden(club, "swap-results", page), "other": other[1], "reason": "Slips"}
    after = sent(club, "swap-results", page, PHOTO, **fields)
    assert "<del>1–0</del> 0–1" in after.text
    assert "What would the queue have been?" in after.text
    card = club.client.get("/t/club/entrants/e1").text
    assert '<del title="first reported: 1">1</del> 0</td>' in card
    assert last(club, GameSeated).version == seated
    fields = {**hidden(club, "delete-result", page), "reason": "Never played"}
    assert "does not count" in sent(club, "delete-result", page, **fields).text
    assert club.client.get("/t/club/arbiter/games/T9.9").status_code == 404
    club.command("club", "end-hall")


async def test_what_counts_and_what_was_first_reported_are_both_shown(played: Club) -> None:
    fields = {**hidden(played, "correct-result", GAME), "result": "0-1", "reason": "Sheet"}
    sent(played, "correct-result", GAME, **fields, effect="later")
    board = played.client.get("/t/club/rounds/1").text
    assert '<del>1–0</del> <span class="said">0–1</span>' in board
    assert "counts for points: 1–0" in board
    assert (
        '<small class="ruled">in the rating report: 0</small>'
        in played.client.get("/t/club/entrants/e1").text
    )
    assert 'in the rating report: 0)"' in played.client.get("/t/club/cross").text
    again = {**hidden(played, "correct-result", GAME), "result": "½-½", "reason": "Sheet"}
    sent(played, "correct-result", GAME, **again)
    card = played.client.get("/t/club/entrants/e1").text
    assert '<del title="first reported: 1">1</del> ½' in card
    assert "(first reported: 1)" in played.client.get("/t/club").text
    assert '<del title="first reported: 1">1</del>' in played.client.get("/t/club/elo/e1").text
