"""The what-if on its page and as JSON: two readings, named, from the facts that one may see."""

import json
from typing import Any

import pytest

from dsl.web_club import Club

PAGE, API = "/t/club/whatif", "/api/t/club/whatif"


def club_after(*rounds: tuple[str, str, str]) -> Club:
    """Six players; the rounds are played, and one more is on the boards."""
    club = Club()
    club.found()
    for number, results in enumerate(rounds, start=1):
        club.play(number, *results)
    club.pair(len(rounds) + 1)
    return club


def version_of(club: Club, kind: str) -> int:
    """The version of the first fact of a type."""
    return next(each.fact.version for each in club.store.ledger.log if each.type == kind)


def test_both_readings_are_named_and_one_is_shown() -> None:
    club = club_after(("1-0", "1-0", "1-0"), ("1-0", "½-½", "0-1"))
    rounds = club.client.get(f"{PAGE}?game=1.1&result=0-1").text
    assert "instead of 1–\u20600" in rounds
    assert 'aria-current="page">Round by round</a>' in rounds
    assert "Each later round is paired again from the games that were really played" in rounds
    assert "From public facts alone" in rounds
    assert rounds.index('<figure class="slope">') < rounds.index("Round 2: ")  # who moves, first
    branch = club.client.get(f"{PAGE}?game=1.1&result=0-1&reading=branch&top=2").text
    assert 'aria-current="page">Branch</a>' in branch
    assert "outcomes of the unknown games, weighted by the ratings." in branch
    assert '<span class="unknown-mark"' in branch
    assert "First 2" in branch
    assert "Final places" in branch


def test_the_branch_may_be_drawn_from_a_seed() -> None:
    club = club_after(("1-0", "1-0", "1-0"), ("1-0", "½-½", "0-1"))
    page = club.client.get(f"{PAGE}?game=1.1&result=0-1&reading=branch&draws=5&seed=3").text
    assert "5 scenarios drawn with seed 3" in page
    assert " ±" in page
    assert page.count('<td class="range"><svg') == 6  # a bar for each of the six
    assert "Minimum and maximum of the scenarios drawn; others may be possible." in page
    assert '<td class="figure" data-label="Points"><span class="goes">' in page


def test_without_unknown_games_the_branch_tells_what_changes_for_the_players() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    page = club.client.get(f"{PAGE}?game=1.1&result=1-0&reading=branch").text
    assert "No game is unknown: there is only one outcome." in page
    assert "No place, points or tie-breaks would change." in page


def test_any_facts_may_be_changed_one_to_a_line() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    report, shown = version_of(club, "ResultRecorded"), version_of(club, "RoundClosed")
    lines = f'remove v{report}\ninsert v{shown} withdraw-entrant {{"entrant": "e6"}}\n'
    page = club.client.get(PAGE, params={"edit": lines})
    assert page.status_code == 200
    assert f"Left out (v{report}): " in page.text
    assert f"Added (at v{shown}): " in page.text
    assert "would have no result: 1.1." in page.text


def test_what_no_longer_stands_is_listed_with_the_reason() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    report = version_of(club, "ResultRecorded")
    game = next(each.fact.event for each in club.store.ledger.log if each.fact.version == report)
    club.command(
        "club",
        "correct-result",
        game=game.game,
        result="½-½",
        corrects=report,
        reason="slip",
    )
    page = club.client.get(PAGE, params={"edit": f"remove {report}"}).text
    assert "Would no longer hold (1)" in page
    assert "has no result yet" in page


def test_a_new_player_is_called_by_name() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    body = {"entrants": [{"id": "e7", "person": {"name": "Gil Gómez"}, "rating": 1500}]}
    line = f"insert v{version_of(club, 'RoundClosed')} enter-entrants {json.dumps(body)}"
    page = club.client.get(PAGE, params={"edit": line})
    assert page.status_code == 200
    assert "Gil Gómez" in page.text


def test_programs_get_both_readings_or_the_one_that_they_name() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    both = club.client.get(f"{API}?game=1.1&result=0-1").json()
    assert set(both) == {"left_out", "added", "void", "rounds", "branch"}
    assert both["rounds"]["rounds"][0]["round"] == 2
    assert both["branch"]["running"] == 2
    report = version_of(club, "ResultRecorded")
    said = club.client.post(
        API, json={"edits": [{"remove": report}], "reading": "rounds", "top": 1}
    ).json()
    assert set(said) == {"left_out", "added", "void", "rounds"}
    assert [fact["version"] for fact in said["left_out"]] == [report]
    assert said["rounds"]["consequences"]["qualifying"]["top"] == 1
    assert both["added"][0]["event"]["type"] == "ResultRecorded"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param({"edits": [{"remove": 999}]}, 422, "no-such-fact", id="no such fact"),
        pytest.param({"edits": [{}]}, 400, "malformed", id="nothing"),
        pytest.param({"edits": [{"remove": 1, "insert": 2}]}, 400, "malformed", id="two at once"),
        pytest.param({"sing": 1}, 400, "malformed", id="an unknown field"),
        pytest.param(
            {"edits": [{"insert": 9, "command": "sing"}]}, 404, "no-such-command", id="no command"
        ),
        pytest.param(
            {"edits": [{"insert": 9, "command": "pair-round", "body": {"round": 2}}]},
            422,
            "not-in-a-what-if",
            id="what follows",
        ),
        pytest.param(
            {"edits": [{"insert": 9, "command": "record-result", "body": {"game": "x" * 30_000}}]},
            400,
            "malformed",
            id="too long",
        ),
        pytest.param({"game": "1.9", "result": "0-1"}, 422, "no-such-game", id="no such game"),
        pytest.param(
            {"game": "1.1", "result": "0-1", "draws": 9_999}, 422, "draws-out-of-range", id="draws"
        ),
        pytest.param(
            {"edits": [{"remove": 1}] * 51}, 422, "too-many-edits", id="more than are tried out"
        ),
    ],
)
def test_what_cannot_be_asked_is_a_problem(body: dict[str, Any], status: int, code: str) -> None:
    answer = club_after(("1-0", "1-0", "1-0")).client.post(API, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"edit": "sing v3"}, 400),
        ({"edit": "remove vx"}, 400),
        ({"edit": "replace v3 record-result {"}, 400),
        ({"edit": "\n".join(["remove v3"] * 60)}, 422),
        ({"edit": "remove v1"}, 422),
        ({"game": "1.1", "result": "0-1", "reading": "tea-leaves"}, 422),
        ({"game": "1.1", "result": "0-1", "draws": "many"}, 422),
        ({}, 422),
    ],
)
def test_an_address_that_cannot_be_meant_is_one_sentence(
    query: dict[str, str], status: int
) -> None:
    assert club_after(("1-0", "1-0", "1-0")).client.get(PAGE, params=query).status_code == status


async def test_who_holds_a_link_asks_from_all_facts() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    await club.let_in("link", "club")
    page = club.client.get(f"{PAGE}?game=1.1&result=0-1").text
    assert "From public facts alone" not in page
    draft = version_of(club, "RoundPaired")
    assert club.client.post(API, json={"edits": [{"remove": draft}]}).json()["code"] == "fact-stays"


def test_staff_facts_are_not_there_for_others() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    draft = version_of(club, "RoundPaired")
    said = club.client.post(API, json={"edits": [{"remove": draft}]})
    assert said.json()["code"] == "no-such-fact"


def test_a_masnou_is_answered_by_who_would_sit_where() -> None:
    club = Club()
    club.found(system="masnou", rounds=0)
    club.command("club", "open-hall", rules={"tables": 1})
    club.command("club", "record-result", game="T1.1", result="1-0")
    report = version_of(club, "ResultRecorded")
    one = club.client.get(f"{API}?game=T1.1&result=0-1").json()
    assert (one["before"], one["result"]) == ("1-0", "0-1")
    said = club.client.post(API, json={"edits": [{"remove": report}]}).json()
    assert said["now"][1]["tables"][0][0] == 1
    page = club.client.get(PAGE, params={"edit": f"remove v{report}", "top": "1"})
    assert page.status_code == 200
    assert f"<li>remove v{report}</li>" in page.text
    assert "Final places" in page.text
    wrong = club.client.post(API, json={"edits": [{"remove": 1}]})
    assert wrong.json()["code"] == "fact-stays"


def test_who_asks_without_end_is_asked_to_wait() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    answers = [club.client.get(f"{PAGE}?game=9.9&result=1-0").status_code for _ in range(31)]
    assert answers == [*[422] * 30, 429]  # at most 60 in a minute: 30, and one each 2 s


def test_of_a_schedule_only_the_standings_change() -> None:
    club = Club()
    club.found("round-robin")
    club.play(1, "1-0", "1-0", "1-0")
    club.pair(2)
    page = club.client.get(f"{PAGE}?game=1.1&result=0-1").text
    assert "In a round robin all pairings are known from the start" in page
    assert "No later round would have changed." in page


def test_every_correction_has_its_page_and_what_is_none_says_so() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    reported = version_of(club, "ResultRecorded")
    club.command(
        "club", "delete-result", game="1.1", counts_as="-/-", corrects=reported, reason="slip"
    )
    deleted = version_of(club, "ResultDeleted")
    page = club.client.get(f"{PAGE}/{deleted}")
    assert page.status_code == 200
    assert f"Added (at v{reported}): " in page.text
    assert f'<a href="/t/club/whatif/{deleted}">' in club.client.get("/t/club/facts").text
    told = club.client.get(f"{API}?correction={deleted}").json()
    assert [fact["event"]["type"] for fact in told["left_out"]] == ["ResultDeleted"]
    club.command(
        "club", "enter-entrants", entrants=[{"id": "late", "person": {"name": "L"}, "rating": 1500}]
    )
    late = max(each.fact.version for each in club.store.ledger.log if each.type == "EntrantEntered")
    refusals = {
        f"{API}?correction=1": (404, "no-such-correction"),
        f"{API}?correction={late}": (422, "known-no-earlier"),
        f"{API}?correction={deleted}&draws=9999": (422, "draws-out-of-range"),
    }
    for address, expected in refusals.items():
        answer = club.client.get(address)
        assert (answer.status_code, answer.json()["code"]) == expected


def test_a_reading_that_there_is_not_is_refused_and_the_known_ones_are_told() -> None:
    club = club_after(("1-0", "1-0", "1-0"))
    asked = {"game": "1.1", "result": "0-1", "reading": "null"}
    problem = club.client.get(API, params=asked).json()
    assert (problem["status"], problem["code"]) == (422, "no-such-choice")
    assert problem["fields"]["known"] == ["rounds", "branch"]
