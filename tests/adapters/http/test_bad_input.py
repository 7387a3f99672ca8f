"""Nonsense is answered with a sentence: no address, body or header makes a fault of ours."""

import asyncio

import pytest
from starlette.routing import Route

from adapters.http.test_moments import VALUES
from dsl.web_club import Club

BODIES = {
    "not UTF-8": b'{"game": "\xff"}',
    "half a character": b'{"reason": "\\ud800"}',
    "nested without end": b'{"x": ' + b"[" * 100_000,
    "not an object": b'"e1"',
}
"""What a program may send instead of JSON that says what it should."""
LONG = "9" * 5_000
"""More digits than Python turns into a number."""


@pytest.fixture
def club() -> Club:
    """Round 1 is over, round 2 is on the boards; the browser holds the organiser's link."""
    made = Club()
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    asyncio.run(made.let_in("organiser-token", "*"))
    return made


def routes_of(club: Club, method: str) -> list[Route]:
    """What is served with a method."""
    return [
        each
        for each in club.app.routes
        if isinstance(each, Route) and method in (each.methods or ())
    ]


def filled(route: Route, **others: str) -> str:
    """The address of a route, with something else where it is named."""
    values = {**VALUES, "tournament": "club", "act": "x", "name": "record-result", **others}
    values |= {"digest": "0" * 12, "path": "styles/none.css"}
    path = route.path
    for name in route.param_convertors:
        start, _, rest = path.partition("{" + name)
        path = start + values[name] + rest.partition("}")[2]
    return path


@pytest.mark.no_cover
@pytest.mark.parametrize("written", [LONG, "%00", "%ff"], ids=["long", "null", "no UTF-8"])
def test_whatever_an_address_names_its_answer_is_no_fault_of_ours(club: Club, written: str) -> None:
    for route in routes_of(club, "GET"):
        for name in set(route.param_convertors) - {"digest", "path"}:
            answer = club.client.get(filled(route, **{name: written}), follow_redirects=False)
            assert answer.status_code < 500, (route.path, name)


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(f"/t/club/rounds/{LONG}", id="a round"),
        pytest.param(f"/t/club/whatif/{LONG}", id="a version"),
        pytest.param(f"/api/t/club/proof/{LONG}", id="a version, for programs"),
        pytest.param("/api/t/club/proof/9999999999", id="one that no database keeps as a version"),
        pytest.param(f"/t/club/arbiter?round={LONG}", id="a round of the desk"),
    ],
)
def test_a_number_without_end_is_nowhere(club: Club, address: str) -> None:
    assert club.client.get(address).status_code == (200 if "arbiter" in address else 404)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
@pytest.mark.parametrize(
    "kind",
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
def test_whatever_a_body_holds_the_answer_is_no_fault_of_ours(
    club: Club, body: bytes, kind: str
) -> None:
    before = club.version
    for method in ("POST", "DELETE"):
        for route in routes_of(club, method):
            if route.path in {"/leave", "/t/{tournament}/proof/announce"}:
                continue  # they read no body
            headers = {"content-type": kind, "idempotency-key": f"{route.path} {kind}"[:64]}
            answer = club.client.request(
                method, filled(route), content=body, headers=headers, follow_redirects=False
            )
            assert answer.status_code < 500, (method, route.path, answer.text)
    assert club.version == before


@pytest.mark.parametrize(
    "path",
    ["/api/t/club/commands/record-result", "/api/t/club/whatif", "/api/t/club/rounds/2/review"],
)
@pytest.mark.parametrize("kind", ["not UTF-8", "nested without end"])
def test_what_is_no_json_is_malformed(club: Club, path: str, kind: str) -> None:
    headers = {"idempotency-key": "one", "content-type": "application/json"}
    answer = club.client.post(path, content=BODIES[kind], headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_a_form_that_was_made_elsewhere_goes_back_to_the_desk_whatever_round_it_names(
    club: Club,
) -> None:
    form = {"next": f"/t/club/arbiter/rounds/{LONG}", "game": "9.9", "result": "1-0"}
    answer = club.client.post("/t/club/acts/record-result", data=form)
    assert answer.status_code < 500
