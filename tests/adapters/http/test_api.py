"""Commands for programs: answers, problems, idempotency, dry runs."""

import re
from typing import Any

import pytest

from dsl.web_club import Club
from planilla.adapters.http.openapi_schemas import PARAMETERS
from planilla.application.envelope import Answer, Submission
from planilla.application.ports import StoreUnavailable
from planilla.domain.tournament.command import TEXT_MAX
from planilla.domain.tournament.subjects import COMMANDS

BEARER = {"authorization": "Bearer arbiter-token"}


def post(club: Club, command: str, body: Any, **headers: str) -> Any:
    """Send a command as a program does."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return club.browser().post(
        f"/api/t/club/commands/{command}",
        headers={**BEARER, "idempotency-key": "k1", **named},
        **({"content": body} if isinstance(body, bytes) else {"json": body}),
    )


async def test_a_command_is_recorded_and_its_version_is_the_etag(club: Club) -> None:
    answer = post(club, "pair-round", {"round": 1})
    assert answer.status_code == 200
    assert answer.json()["status"] == "done"
    assert answer.json()["events"] == ["PairingNumbersAssigned", "RoundPaired"]
    assert answer.headers["etag"] == f'"{club.version}"'


async def test_the_same_key_again_is_given_the_same_answer(club: Club) -> None:
    first = post(club, "pair-round", {"round": 1})
    again = post(club, "pair-round", {"round": 1})
    assert again.json() == first.json()


async def test_a_dry_run_writes_nothing(club: Club) -> None:
    before = club.version
    answer = post(club, "pair-round", {"round": 1}, prefer="dry-run")
    assert answer.json()["events"] == ["PairingNumbersAssigned", "RoundPaired"]
    assert answer.headers["preference-applied"] == "dry-run"
    assert club.version == before


@pytest.mark.parametrize(
    ("command", "body", "headers", "expected"),
    [
        pytest.param(
            "pair-round", {"round": 1, "x": 1}, {}, (400, "malformed"), id="unknown field"
        ),
        pytest.param("pair-round", {"round": "one"}, {}, (400, "malformed"), id="wrong type"),
        pytest.param("pair-round", b"{", {}, (400, "malformed"), id="no json"),
        pytest.param("dance", {}, {}, (404, "no-such-command"), id="no such command"),
        pytest.param("pair-round", {"round": 9}, {}, (422, "no-such-round"), id="no such round"),
        pytest.param(
            "record-result",
            {"game": "1.9", "result": "1-0"},
            {},
            (422, "no-such-game"),
            id="no such board",
        ),
        pytest.param(
            "pair-round", {"round": 1}, {"if_match": '"3"'}, (412, "stale-version"), id="stale"
        ),
        pytest.param(
            "pair-round", {"round": 1}, {"if_match": "3"}, (400, "bad-if-match"), id="bad if-match"
        ),
        pytest.param(
            "pair-round",
            {"round": 1},
            {"idempotency_key": ""},
            (400, "command-id-missing"),
            id="key",
        ),
        pytest.param(
            "pair-round",
            {"round": 1},
            {"authorization": "Bearer wrong"},
            (401, "unknown-link"),
            id="no permission",
        ),
    ],
)
async def test_bad_input_is_one_sentence_and_a_code_and_nothing_is_written(
    club: Club, command: str, body: Any, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    before = club.version
    answer = post(club, command, body, **headers)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == expected
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["title"].endswith((".", '"61".'))
    assert problem["status"] == expected[0]
    assert club.version == before


async def test_a_second_result_is_a_conflict(club: Club) -> None:
    club.pair(1)
    assert post(club, "record-result", {"game": "1.1", "result": "1-0"}).status_code == 200
    again = post(club, "record-result", {"game": "1.1", "result": "0-1"}, idempotency_key="k2")
    assert again.status_code == 409
    assert again.json()["fields"]["recorded"] == "1-0"
    same = post(club, "record-result", {"game": "1.1", "result": "1-0"}, idempotency_key="k3")
    assert same.json()["status"] == "already"


async def test_the_same_key_with_another_body_is_refused(club: Club) -> None:
    post(club, "pair-round", {"round": 1})
    again = post(club, "publish-pairings", {"round": 1})
    assert (again.status_code, again.json()["code"]) == (422, "command-id-reused")


async def test_a_problem_speaks_the_language_of_the_request_and_cites_its_article(
    club: Club,
) -> None:
    club.play(1, "1-0", "1-0", "1-0")
    answer = post(
        club,
        "correct-result",
        {
            "game": "1.1",
            "result": "0-1",
            "corrects": club.version - 2,
            "reason": "x",
            "effect": {"points": True, "pairing_from": 1, "rating": True},
        },
        accept_language="es",
    )
    assert answer.json()["article"] == "C.04.2 4.3"
    assert answer.json()["title"].startswith("Una corrección no puede contar")


async def test_another_website_cannot_act_with_our_cookie(club: Club) -> None:
    for headers in (
        {"origin": "https://evil.test"},
        {"sec-fetch-site": "cross-site"},
        {"origin": ""},
    ):
        answer = club.client.post(
            "/api/t/club/commands/pair-round",
            headers={"idempotency-key": "k1", **headers},
            json={"round": 1},
        )
        assert answer.json()["code"] == "cross-site"
    own = club.client.post(
        "/api/t/club/commands/pair-round",
        headers={"idempotency-key": "k1", "sec-fetch-site": "same-origin"},
        json={"round": 1},
    )
    assert own.status_code == 200


@pytest.mark.parametrize(
    ("command_id", "status"),
    [("x" * 128, 200), ('"k-1"', 200), ('k"1', 200), ("x" * 129, 400), ("k 1", 400), ("\x7f", 400)],
)
async def test_a_command_id_is_what_the_document_says(
    club: Club, command_id: str, status: int
) -> None:
    pattern = PARAMETERS["Idempotency-Key"]["schema"]["pattern"]
    answer = post(club, "pair-round", {"round": 1}, idempotency_key=command_id)
    assert answer.status_code == status
    assert bool(re.search(pattern, command_id)) is (status == 200)


async def test_a_database_that_does_not_answer_is_503(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: Submission) -> Answer:
        raise StoreUnavailable

    monkeypatch.setattr(club.store, "submit", silent)
    answer = post(club, "pair-round", {"round": 1})
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


async def test_a_fault_of_ours_shows_no_trace(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_: Submission) -> Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(club.store, "submit", broken)
    answer = post(club, "pair-round", {"round": 1})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "ZeroDivision" not in answer.text
    monkeypatch.setattr(club.store, "tournaments", broken)
    page = club.client.get("/")
    assert page.status_code == 500
    request = page.headers["x-request-id"]
    told = (
        f"Internal error. Nothing was recorded. To report this problem, give this number: {request}"
    )
    assert page.text == told


def test_the_openapi_document_names_every_command_with_its_fields() -> None:
    document = Club().client.get("/api/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    commands = [path for path in document["paths"] if "/commands/" in path]
    assert len(commands) == len(COMMANDS)
    schemas = document["components"]["schemas"]
    assert set(schemas["CorrectResult"]["required"]) == {"game", "result", "corrects", "reason"}
    reason = schemas["CorrectResult"]["properties"]["reason"]
    assert reason == {"type": "string", "maxLength": TEXT_MAX}
    person = {"$ref": "#/components/schemas/Person"}
    assert schemas["NewEntrant"]["properties"]["person"] == person
    assert schemas["ImportedEntrant"]["properties"]["person"] == person
