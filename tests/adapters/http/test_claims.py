"""Results from the floor: the page behind the code of a slip, without script, and its bad cases."""

import html
import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from dsl.web_club import KEYS, Club, form_of
from planilla.application.board_codes import Seat, code_of, secret_of
from planilla.domain.vocabulary import Colour, GameId

SECRET = secret_of(KEYS, "club")


def code(game: str, side: Colour, issue: int = 1) -> str:
    return code_of(SECRET, Seat(GameId(game), side, issue))


WHITE, BLACK = (code("1.1", side) for side in Colour)


@pytest.fixture
def club() -> Club:
    """Round 1 is on the boards, and players may report."""
    made = Club()
    made.found()
    made.pair(1)
    made.command("club", "open-claims")
    return made


def say(browser: TestClient, written: str, result: str | None, command_id: str = "") -> Response:
    address = f"/c/club/{written}"
    form = {"command_id": command_id or f"said-{written}-{result!a}"}
    return browser.post(address, data=form | ({} if result is None else {"result": result}))


def said(answer: Response) -> str:
    """The sentence on the page of a player."""
    found = re.search(r'class="(?:problem|claim-standing[^"]*)" role="\w+">([^<]*)<', answer.text)
    assert found is not None, answer.text
    return html.unescape(found[1]).replace("\u2060", "")  # keeps a result on one line


def last(club: Club) -> list[tuple[str, str]]:
    """The last three events, each with its actor up to the hash of the link."""
    events = club.store.ledger.events("club", 0)[-3:]
    return [(each.type, each.actor_id.rpartition("-")[0]) for each in events]


def test_two_phones_report_the_same_result_and_it_is_recorded(club: Club) -> None:
    white, black = club.browser(), club.browser()
    page = white.get(f"/c/club/{WHITE}")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert "Ana Alba" in page.text
    first = say(white, WHITE, "1-0")
    assert said(first) == "You reported 1–0. It is recorded once your opponent reports the same."
    assert said(black.get(f"/c/club/{BLACK}")) == "Your opponent has reported a result. Tap yours."
    second = say(black, BLACK, "1-0")
    assert said(second) == "Recorded: 1–0. If that is wrong, tell the arbiter."
    assert last(club) == [
        ("ResultClaimed", "player"),
        ("ResultClaimed", "player"),
        ("ResultRecorded", "player"),
    ]
    actors = [each.actor_id for each in club.store.ledger.events("club", 0)[-3:]]
    assert actors[0] != actors[1] == actors[2]
    assert said(white.get(f"/c/club/{WHITE}")).startswith("Recorded: 1–0.")


async def test_two_results_await_the_arbiter_with_both_claims(club: Club) -> None:
    browser = club.browser()
    say(browser, WHITE, "1-0")
    differs = say(browser, BLACK, "½-½")
    assert said(differs).startswith("You reported ½–½, your opponent 1–0. The arbiter decides.")
    await club.let_in("token-club", "club")
    desk = club.client.get("/t/club/arbiter").text
    claimed = desk.partition('id="claimed"')[2].partition("</section>")[0]
    assert "They differ" in claimed
    shown = html.unescape(claimed).replace("\u2060", "")
    assert ["White: 1–0" in shown, "Black: ½–½" in shown] == [True, True]
    assert re.findall(r'name="result" value="([^"]*)"', claimed) == ["1-0", "½-½"]
    form = form_of('<form method="post" action="/x"' + claimed.partition("<form")[2], "/x")
    fields = {name: form[name] for name in ("command_id", "next", "game", "white", "black")}
    club.client.post("/t/club/acts/record-result", data=fields | {"result": "½-½"})
    assert last(club)[-1] == ("ResultRecorded", "actor")
    assert 'id="claimed"' not in club.client.get("/t/club/arbiter").text
    assert (
        said(browser.get(f"/c/club/{WHITE}"))
        == "Recorded: ½–½. If that is wrong, tell the arbiter."
    )


async def test_a_single_claim_is_shown_to_the_arbiter_after_the_conflicts(club: Club) -> None:
    browser = club.browser()
    say(browser, code("1.2", Colour.BLACK), "0-1")
    say(browser, WHITE, "1-0")
    say(browser, BLACK, "0-1")
    await club.let_in("token-club", "club")
    desk = html.unescape(club.client.get("/t/club/arbiter").text)
    assert 0 < desk.index("They differ") < desk.index("1 board: one side has reported")


def test_a_claim_is_taken_back_without_script(club: Club) -> None:
    browser = club.browser()
    say(browser, WHITE, "1-0")
    back = say(browser, WHITE, None)
    assert said(back).startswith("Tap the result of your game.")
    assert last(club)[-2:] == [("ResultClaimed", "player"), ("ClaimWithdrawn", "player")]


def test_the_same_command_counts_once(club: Club) -> None:
    browser = club.browser()
    for _ in range(3):
        assert say(browser, WHITE, "1-0", "one-tap").status_code == 200
    events = [each.type for each in club.store.ledger.events("club", 0)]
    assert events.count("ResultClaimed") == 1


def test_a_typed_code_opens_the_board(club: Club) -> None:
    browser = club.browser()
    typed = WHITE.lower().replace("-", " ").replace("0", "o")
    assert str(browser.get("/c/club", params={"code": typed}).url.path) == f"/c/club/{WHITE}"
    assert 'name="code"' in browser.get("/c/club").text
    wrong = browser.get("/c/club", params={"code": "1.1-0000-0000-0000"})
    assert (wrong.status_code, said(wrong).partition(".")[0]) == (404, "No board has this code")


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(WHITE[:-1] + ("0" if WHITE[-1] != "0" else "1"), id="one sign is wrong"),
        pytest.param(
            code_of(secret_of(KEYS, "other"), Seat(GameId("1.1"), Colour.WHITE, 1)),
            id="another tournament",
        ),
        pytest.param(WHITE.replace("1.1", "1.2"), id="another board"),
        pytest.param(WHITE.replace("1.1", "2.1"), id="another round"),
        pytest.param("nonsense", id="no code at all"),
    ],
)
def test_a_code_out_of_its_scope_is_no_code(club: Club, written: str) -> None:
    browser, before = club.browser(), len(club.store.ledger.log)
    for answer in (browser.get(f"/c/club/{written}"), say(browser, written, "1-0")):
        assert answer.status_code == 404
        assert said(answer).startswith("No board has this code.")
    assert browser.get(f"/api/claims/club/{written}").json()["code"] == "no-such-board-code"
    assert len(club.store.ledger.log) == before


def test_a_code_of_a_tournament_that_does_not_exist_is_no_code(club: Club) -> None:
    answer = club.browser().get(f"/c/other/{WHITE}")
    assert answer.status_code == 404
    assert said(answer).startswith("No board has this code.")


def test_wrong_codes_are_throttled_and_right_ones_are_not(club: Club) -> None:
    """The bucket of an address holds 60 attempts; the clock of the test stands still."""
    browser = club.browser()
    wrong = [browser.get("/c/club/1.1-0000-0000-0000").status_code for _ in range(61)]
    assert wrong == [404] * 60 + [429]
    assert browser.get(f"/c/club/{WHITE}").status_code == 200


def test_new_codes_void_the_slips(club: Club) -> None:
    browser = club.browser()
    club.command("club", "open-claims", new_codes=True)
    answer = say(browser, WHITE, "1-0")
    assert (answer.status_code, said(answer).partition(":")[0]) == (
        409,
        "This slip is no longer valid",
    )
    assert browser.get(f"/api/claims/club/{WHITE}").json()["code"] == "code-revoked"
    assert say(browser, code("1.1", Colour.WHITE, 2), "1-0").status_code == 200


@pytest.mark.parametrize(
    ("commands", "refusal", "sentence"),
    [
        pytest.param(
            [("close-claims", {})],
            "claims-not-open",
            "Players do not report results by phone now. Tell the arbiter the result.",
            id="turned off",
        ),
        pytest.param(
            [("record-result", {"game": "1.1", "result": "0-1"})],
            "results-conflict",
            "Game 1.1 (round 1, board 1) is recorded as 0–1 and was now reported as 1–0. "
            "The arbiter decides.",
            id="recorded meanwhile",
        ),
        pytest.param(
            [("unpair-round", {"round": 1, "reason": "x"})],
            "game-paired-anew",
            "Round 1 was paired anew, and this game is not played any more. Look up your board and "
            "take the slip that lies there.",
            id="paired anew",
        ),
    ],
)
def test_what_happened_meanwhile_is_said_in_a_sentence(
    club: Club, commands: list[tuple[str, dict[str, str]]], refusal: str, sentence: str
) -> None:
    for name, body in commands:
        club.command("club", name, **body)
    browser = club.browser()
    refused = browser.post(
        f"/api/claims/club/{WHITE}", json={"result": "1-0"}, headers={"idempotency-key": "k"}
    )
    assert (refused.status_code, refused.json()["code"]) == (409, refusal)
    page = say(browser, WHITE, "1-0")
    assert (page.status_code, said(page)) == (409, sentence)
    assert browser.get(f"/c/club/{WHITE}").status_code == 200


def test_the_end_is_the_end(club: Club) -> None:
    """Each reading advances the clock of the store by a second."""
    recorded_at = club.store.ledger.events("club", 0)[-1].recorded_at
    club.command("club", "open-claims", ends_at=recorded_at + 3_500_000)
    assert say(club.browser(), WHITE, "1-0").status_code == 200
    club.clock.time = recorded_at + 4_000_000
    say(club.browser(), WHITE, None, "back")
    late = say(club.browser(), BLACK, "1-0")
    assert late.status_code == 409
    assert (
        said(late)
        == "The time for reporting results by phone is over. Tell the arbiter the result."
    )


def test_a_closed_round_is_told(club: Club) -> None:
    for game in ("1.1", "1.2", "1.3"):
        club.command("club", "record-result", game=game, result="1-0")
    club.command("club", "close-round", round=1)
    answer = say(club.browser(), BLACK, "0-1")
    assert answer.status_code == 409
    assert say(club.browser(), BLACK, None).status_code == 409


def test_the_api_says_what_stands(club: Club) -> None:
    browser = club.browser()
    address = f"/api/claims/club/{BLACK}"
    expected = {"game": "1.1", "side": "black", "own": "", "other": "", "recorded": ""}
    assert browser.get(address).json() | expected == browser.get(address).json()
    say(browser, WHITE, "0-1")
    assert browser.get(address).json()["standing"] == "asked"
    assert browser.get(address).json()["other"] == "", "both say it by themselves"
    key = {"idempotency-key": "one"}
    done = browser.post(address, json={"result": "0-1"}, headers=key)
    assert done.json()["events"] == ["ResultClaimed", "ResultRecorded"]
    again = browser.post(address, json={"result": "0-1"}, headers=key)
    assert again.json() == done.json()
    assert browser.post(address, json={"result": "0-1"}).json()["code"] == "command-id-missing"
    late = browser.post(address, json={"result": None}, headers={"idempotency-key": "two"})
    assert (late.status_code, late.json()["code"]) == (409, "claim-is-recorded")
    assert browser.get(address).json()["recorded"] == "0-1"
    club.command("club", "withdraw-result", game="1.1")
    club.command("club", "unpair-round", round=1, reason="x")
    assert browser.get(address).json()["code"] == "game-paired-anew"


async def test_the_codes_of_a_round_are_for_those_who_print_slips(club: Club) -> None:
    address = "/api/t/club/rounds/1/codes"
    assert club.browser().get(address).status_code == 401
    await club.let_in("token-club", "club")
    listed = club.client.get(address).json()
    assert listed[0] == {"game": "1.1", "board": 1, "white": WHITE, "black": BLACK}
    assert [each["board"] for each in listed] == [1, 2, 3]
    assert club.client.get("/api/t/club/rounds/2/codes").status_code == 404
    club.command("club", "close-claims")
    assert club.client.get(address).json()["code"] == "claims-not-open"


def test_a_code_opens_its_game_in_a_hidden_tournament(club: Club) -> None:
    club.command("club", "hide-tournament", reason="school")
    assert club.browser().get("/t/club/rounds").status_code == 404
    assert say(club.browser(), WHITE, "1-0").status_code == 200


def test_another_site_cannot_report(club: Club) -> None:
    stranger = club.browser()
    answer = stranger.post(
        f"/c/club/{WHITE}",
        data={"command_id": "x", "result": "1-0"},
        headers={"sec-fetch-site": "cross-site"},
    )
    assert answer.status_code == 403


async def test_the_setting_is_turned_on_and_off_at_the_desk() -> None:
    club = Club()
    club.found()
    await club.let_in("token-club", "club")
    page = club.client.get("/t/club/arbiter/claims").text
    assert "Off: only arbiters enter results." in page
    form = form_of(page, "/t/club/acts/open-claims") | {"ends_at": "2035-11-28T21:00"}
    page = club.client.post("/t/club/acts/open-claims", data=form).text
    assert "On until 28 Nov 2035, 21:00" in page
    off = form_of(page, "/t/club/acts/close-claims")
    assert "Off: only" in club.client.post("/t/club/acts/close-claims", data=off).text
    past = form_of(page, "/t/club/acts/open-claims") | {
        "ends_at": "1971-01-01T00:00",
        "command_id": "q",
    }
    refused = club.client.post("/t/club/acts/open-claims", data=past)
    assert refused.status_code == 422
    assert "is over already" in refused.text


def test_spanish_players_read_spanish(club: Club) -> None:
    page = say(club.browser("es"), WHITE, "1-0")
    assert said(page) == "Usted comunicó 1–0. Se anota cuando su rival comunique lo mismo."
