"""The dossier page: the case of a correction for everybody, and with its texts for the staff."""

import pytest

from dsl.web_club import Club
from planilla.application.evidence import take_in
from planilla.domain.tournament.corrections import ResultDeleted
from planilla.domain.tournament.facts import decode


def club_with_a_correction() -> tuple[Club, int]:
    """Two rounds; the first game of the first is corrected, for the reason of a slip."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    club.play(2, "1-0", "1-0", "0-1")
    (reported,) = (
        each.fact.version
        for each in club.store.ledger.log
        if each.type == "ResultRecorded" and b'"1.1"' in each.data
    )
    club.command(
        "club", "correct-result", game="1.1", result="0-1", corrects=reported, reason="A slip"
    )
    return club, club.version


def test_everybody_reads_the_case_from_public_facts() -> None:
    club, version = club_with_a_correction()
    page = club.client.get(f"/t/club/dossier/{version}")
    assert page.status_code == 200
    for name in ("facts", "rounds", "branch", "rule", "options", "decision", "verify"):
        assert f'<section class="part {name}" id="{name}">' in page.text
    assert "Made from public facts alone" in page.text
    assert "by organiser" not in page.text
    assert page.text.count("<code>") > 5
    assert f"planilla log proof club v{version}" in page.text
    assert "Signature" in page.text
    assert f'href="/t/club/whatif/{version}"' in page.text


async def test_the_staff_reads_pseudonyms_and_evidence() -> None:
    club, version = club_with_a_correction()
    file = await take_in(club.evidence, "club", b"They both signed 0-1")
    club.command(
        "club",
        "add-evidence",
        about=version,
        evidence=[{"sha256": file.sha256, "media_type": file.media_type, "size": file.size}],
    )
    await club.let_in("arbiter-token", "club")
    page = club.client.get(f"/t/club/dossier/{version}")
    assert page.headers["cache-control"] == "no-store"
    assert "by organiser" in page.text
    assert "A slip" in page.text
    assert file.sha256 in page.text
    assert file.sha256 not in club.browser().get(f"/t/club/dossier/{version}").text


def test_a_page_at_a_moment_is_that_of_the_facts_of_then() -> None:
    club, version = club_with_a_correction()
    club.command("club", "close-round", round=2)
    then = club.client.get(f"/t/club/dossier/{version}?at=v{version}").text
    assert f"v{version} · " in then
    assert club.client.get(f"/t/club/dossier/{version}?at=v{version - 1}").status_code == 404


def test_programs_get_it_as_data() -> None:
    club, version = club_with_a_correction()
    told = club.client.get(f"/api/t/club/dossier/{version}").json()
    assert (told["dossier"]["before"], told["dossier"]["after"]) == ("1-0", "0-1")
    assert [each["round"] for each in told["rounds"]["rounds"]] == [2]
    supposed = club.client.get("/api/t/club/dossier?game=1.2&result=1-0").json()
    assert (supposed["dossier"]["version"], supposed["dossier"]["kind"]) == (None, "Supposed")


def test_programs_get_the_commands_of_a_case_with_texts_by_their_commitments() -> None:
    """A deletion known from the start is a command right after the report; it has the reason."""
    club, _ = club_with_a_correction()
    (reported,) = (
        each.fact.version
        for each in club.store.ledger.log
        if each.type == "ResultRecorded" and b'"1.2"' in each.data
    )
    club.command("club", "delete-result", game="1.2", corrects=reported, reason="Not these two")
    answer = club.client.get(f"/api/t/club/dossier/{club.version}")
    assert answer.status_code == 200
    deleted = decode("ResultDeleted", club.store.ledger.log[-1].data)
    assert isinstance(deleted, ResultDeleted)
    command = answer.json()["dossier"]["edits"][0]["command"]
    assert (len(deleted.reason), command["reason"]) == (64, deleted.reason)


@pytest.mark.parametrize(
    ("query", "code"),
    [("", "no-such-result"), ("&game=1.2", "no-such-result"), ("&result=1-0", "no-such-game")],
)
def test_programs_are_told_what_is_missing_before_they_are_sent_to_a_moment(
    query: str, code: str
) -> None:
    club, _ = club_with_a_correction()
    answer = club.client.get(f"/api/t/club/dossier?at=1{query}", follow_redirects=False)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_correction_that_was_not_made_has_its_page() -> None:
    club, _ = club_with_a_correction()
    page = club.client.get("/t/club/dossier?game=1.2&result=1/2-1/2").text
    assert "Not decided: the result of game 1.2 is ½–\u2060½ and would be ½–\u2060½." in page


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        pytest.param("/1", 404, "no-case", id="no correction"),
        pytest.param("?game=9.9&result=1-0", 422, "no-such-game", id="no game"),
        pytest.param("", 422, "no-such-result", id="nothing"),
    ],
)
def test_what_has_no_case_is_a_problem(address: str, status: int, code: str) -> None:
    club, _ = club_with_a_correction()
    answer = club.client.get(f"/api/t/club/dossier{address}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_of_a_masnou_seats_and_queue_are_told() -> None:
    club = Club()
    club.found(system="masnou", rounds=0)
    club.command("club", "open-hall", rules={"tables": 1})
    club.command("club", "record-result", game="T1.1", result="1-0")
    club.command("club", "record-result", game="T1.2", result="1-0")
    page = club.client.get("/t/club/dossier?game=T1.1&result=0-1").text
    assert 'id="hall"' in page
    assert "seats and the queue stay" in page
    reported = next(e.fact.version for e in club.store.ledger.log if e.type == "ResultRecorded")
    club.command(
        "club", "delete-result", game="T1.1", counts_as="-/-", corrects=reported, reason="slip"
    )
    deleted = club.client.get(f"/t/club/dossier/{club.version}").text
    assert "are not replayed" in deleted
