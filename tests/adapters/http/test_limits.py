"""Limits of routes and addresses: refused before any work, and the arbiter never hindered."""

import asyncio
import threading
from typing import Any

import pytest
from starlette.requests import Request
from starlette.routing import Route

from dsl.web_club import Club
from planilla.adapters.http.bodies import FILES_MAX, PARTS_MAX, read_form
from planilla.adapters.http.endpoints import ENDPOINTS, Access, Cost, Endpoint
from planilla.adapters.http.limits import (
    BUCKETS_MAX,
    RATES,
    Buckets,
    Limits,
    RequestRate,
    TooOften,
    address_of,
)
from planilla.adapters.http.problems import Failure
from planilla.adapters.memory import MemoryStore, SetClock
from planilla.application.whatif import edits_of


def asked_from(host: str | None, path: str = "/", query: str = "", method: str = "GET") -> Request:
    """A request as the server hands it on."""
    return Request(
        {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [],
            "client": None if host is None else (host, 1),
        }
    )


def paths_of(method: str) -> set[str]:
    """The addresses that the pages and the command interface serve with a method."""
    return {
        each.path
        for each in Club().app.routes
        if isinstance(each, Route) and method in (each.methods or ())
    }


def counted(store: MemoryStore, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first arguments that a method of the store is called with from now on."""
    seen: list[str] = []
    method = getattr(store, name)

    def call(first: str, *others: Any) -> Any:
        seen.append(first)
        return method(first, *others)

    monkeypatch.setattr(store, name, call)
    return seen


def limits_of(club: Club) -> Limits:
    return Limits(ENDPOINTS.values())


def test_whatever_is_read_is_in_the_table_and_says_what_it_costs() -> None:
    """What a page does not say is what an act costs: so it is with the arbiter's pages."""
    read = paths_of("GET")
    told = {each.path: each for each in ENDPOINTS.values() if each.method == "GET"}
    assert read - told.keys() == set()
    silent = {path for path in read if told[path].cost is Cost.ACT}
    assert {told[path].access for path in silent} <= {Access.STAFF, Access.ORGANISER}


def test_the_methods_of_a_path_are_limited_each_by_its_own() -> None:
    shown = Endpoint(path="/a", cost=Cost.PAGE, is_cached=True)
    sent = Endpoint(path="/a", method="POST", cost=Cost.DOOR, body_max=7)
    for endpoints in ([shown, sent], [sent, shown]):
        limit = Limits(endpoints).of("/a")
        assert (limit.read, limit.sent, limit.body_max, limit.is_cached) == (
            *(Cost.PAGE, Cost.DOOR, 7, True),
        )
    assert Limits([shown]).of("/a").sent is Cost.ACT
    assert Limits([sent]).of("/a").read is Cost.ACT


READ_COSTS = {
    "/": Cost.PAGE,
    "/t/club": Cost.PAGE,
    "/t/club/rounds/2": Cost.PAGE,
    "/t/club/rounds/2/why/3": Cost.MOMENT,
    "/t/club/standings.csv": Cost.MOMENT,
    "/t/club/hall/games.csv": Cost.MOMENT,
    "/api/t/club/hall/ranking.json": Cost.MOMENT,
    "/api/t/club/people": Cost.PAGE,
    "/api/t/club/views/standings": Cost.PAGE,
    "/t/club/standings/stream": Cost.FREE,
    "/api/asyncapi.json": Cost.FREE,
    "/healthz": Cost.FREE,
    "/enter": Cost.FREE,
    "/assets/00/styles/base.css": Cost.FREE,
    "/verify/planilla_verify.py": Cost.FREE,
    "/t/club/whatif": Cost.WORK,
    "/t/club/archive.jsonl": Cost.WORK,
    "/t/club/files.zip": Cost.WORK,
    "/t/club/dossier/7": Cost.WORK,
    "/api/log/consistency": Cost.MOMENT,
    "/new": Cost.ACT,
    "/t/club/arbiter": Cost.ACT,
    "/t/club/arbiter/timers": Cost.ACT,
    "/t/club/arbiter/hall-worker.js": Cost.FREE,
}
CACHED = {"/", "/t/club", "/t/club/rounds/2", "/api/t/club/people", "/api/t/club/views/standings"}


def test_what_is_read_costs_by_its_class_and_what_is_alike_for_all_is_kept() -> None:
    limits = limits_of(Club())
    assert {path: limits.of(path).read for path in READ_COSTS} == READ_COSTS
    assert {path for path in READ_COSTS if limits.is_cached(path)} == CACHED


def test_a_question_and_files_have_bodies_of_their_own_length() -> None:
    limits = limits_of(Club())
    lengths = {
        path: limits.of(path).body_max
        for path in (
            *("/enter", "/leave", "/t/club/whatif/runs/1/stop", "/api/t/club/whatif"),
            *("/t/club/acts/correct-result", "/api/t/club/evidence", "/t/club/entries"),
        )
    }
    assert [*lengths.values()] == [4_000, 4_000, 4_000, 128_000, 30_000_000, 30_000_000, 1_000_000]
    assert limits.of("/api/t/club/whatif").sent is Cost.WORK


def test_a_page_of_a_past_moment_costs_more_than_that_of_now() -> None:
    limits = limits_of(Club())
    assert limits.cost(asked_from("a", "/t/club/cross").scope) is Cost.PAGE
    for written in ("at=v7", "%61t=v7", "a%74=v7"):
        assert limits.cost(asked_from("a", "/t/club/cross", written).scope) is Cost.MOMENT
    assert limits.cost(asked_from("a", "/t/club/acts/x", method="POST").scope) is Cost.ACT
    assert limits.cost(asked_from("a", "/enter", method="POST").scope) is Cost.DOOR
    assert limits.cost(asked_from("a", "/nowhere").scope) is Cost.ACT
    assert limits.of("/enter").body_max == 4_000


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("x" * 500, "x" * 64),
        (None, ""),
    ],
)
def test_an_ipv6_network_is_one_address(host: str | None, address: str) -> None:
    assert address_of(asked_from(host)) == address


def test_a_bucket_is_refilled_as_time_passes_and_says_when() -> None:
    clock = SetClock()
    buckets = Buckets(clock, {Cost.WORK: RequestRate(2, 0.5)})
    for address in ("a", "a", "b"):
        buckets.spend(address, Cost.WORK)
    buckets.spend("a", Cost.FREE)
    with pytest.raises(TooOften) as refused:
        buckets.spend("a", Cost.WORK)
    assert refused.value.retry_s == 2  # one each 2 s
    clock.time += 1_999_999
    with pytest.raises(TooOften) as refused:
        buckets.spend("a", Cost.WORK)
    assert refused.value.retry_s == 1
    clock.time += 1
    buckets.spend("a", Cost.WORK)
    clock.time += 3_600_000_000
    for _ in range(2):  # it never holds more than at once
        buckets.spend("a", Cost.WORK)
    with pytest.raises(TooOften):
        buckets.spend("a", Cost.WORK)


def test_so_many_addresses_are_remembered_and_no_more() -> None:
    buckets = Buckets(SetClock(), {Cost.WORK: RequestRate(1, 0.1)})
    for number in range(BUCKETS_MAX + 1):
        buckets.spend(f"address-{number}", Cost.WORK)
    buckets.spend("address-0", Cost.WORK)  # the one that was forgotten
    with pytest.raises(TooOften):
        buckets.spend(f"address-{BUCKETS_MAX}", Cost.WORK)


@pytest.mark.parametrize("page", ["whatif", "dossier", "archive.jsonl"])
def test_work_is_refused_before_it_is_begun_and_never_to_the_arbiter(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, Cost.WORK, RequestRate(2, 0.5))
    club = Club()
    club.found()
    asked = [f"/t/club/{page}?game=1.1&result=1-0&n={number}" for number in range(4)]
    reader = club.browser()
    reads = counted(club.store, "events", monkeypatch)
    assert [reader.get(each).status_code == 429 for each in asked[:2]] == [False, False]
    before = len(reads)
    refused = reader.get(asked[2])
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    assert "Too many requests" in refused.text
    assert len(reads) == before
    asyncio.run(club.let_in("arbiter-token", "club"))
    assert not any(club.client.get(each).status_code == 429 for each in asked)


def test_a_program_is_refused_by_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, Cost.WORK, RequestRate(0, 0.1))
    club = Club()
    club.found()
    answer = club.browser("es").get("/api/t/club/whatif?game=1.1&result=1-0")
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.headers["retry-after"]) == ("too-often", "10")
    assert "Demasiadas peticiones" in answer.json()["title"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_supposed_is_read_beside_the_loop(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def noted(wanted: Any) -> Any:
        seen.append(threading.current_thread().name)
        return edits_of(wanted)

    monkeypatch.setattr("planilla.adapters.http.whatif_asked.edits_of", noted)
    club = Club()
    club.found()
    edits = {"edits": [{"remove": 3}]} if method == "POST" else None
    club.client.request(method, "/api/t/club/whatif?edit=remove+v3", json=edits)
    assert [name.startswith("asyncio_") for name in seen] == [True]


def test_an_audit_costs_work_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, Cost.WORK, RequestRate(1, 0.01))
    club = Club()
    club.found()
    codes = [club.client.get(f"/api/t/club/audit?at=v{v}").status_code for v in (2, 2, 1)]
    assert codes == [200, 200, 429]
    for path in ("/api/t/club/audit?at=v1", "/t/club/audit?at=v1"):
        assert club.client.get(path).headers["retry-after"] == "100"  # one each 100 s


def test_a_page_in_the_cache_is_refused_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, Cost.PAGE, RequestRate(1, 0.01))
    club = Club()
    club.found()
    codes = [club.browser().get("/t/club").status_code for _ in range(9)]
    assert codes == [200] * 9
    assert club.browser().get("/t/club/entrants").status_code == 429


@pytest.mark.parametrize("path", ["/problems", "/problems/malformed", "/t/club/qr.svg"])
def test_what_is_made_anew_for_each_who_asks_is_counted(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, Cost.PAGE, RequestRate(1, 0.01))
    club = Club()
    club.found()
    assert [club.browser().get(path).status_code for _ in range(2)] == [200, 429]


def test_links_that_open_nothing_are_counted_and_good_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(RATES, Cost.LINK, RequestRate(9, 0.1))
    club = Club()
    club.found()
    asyncio.run(club.let_in("arbiter-token", "club"))
    assert club.client.get("/t/club/arbiter").status_code == 200
    guesser = club.browser()
    guesser.cookies.set("planilla_links", ".".join(str(number) for number in range(2_000)))
    lookups = counted(club.store, "holder", monkeypatch)
    assert guesser.get("/t/club").status_code == 200
    assert len(lookups) == 8
    assert guesser.get("/t/club").status_code == 429
    assert len(lookups) == 8
    assert club.client.get("/t/club/arbiter").status_code == 200


@pytest.mark.parametrize("query", ["x=" + "9" * 8_000, "&".join(f"x{n}=1" for n in range(401))])
def test_an_address_that_every_link_would_repeat_is_too_long(query: str) -> None:
    club = Club()
    club.found()
    answer = club.client.get(f"/t/club?{query}")
    assert (answer.status_code, "too long" in answer.text) == (414, True)


@pytest.mark.parametrize("name", ["cookie", "accept-language", "x-anything"])
def test_headers_that_go_on_and_on_are_not_read(name: str) -> None:
    answer = Club().client.get("/", headers={name: "a;" * 8_000})
    assert (answer.status_code, "headers" in answer.text) == (431, True)


def test_whoever_is_followed_is_known_and_once_and_one_of_twenty() -> None:
    club = Club()
    club.found()
    plain = len(club.client.get("/t/club?follow=e1,e2").content)
    flooded = ",".join(["e1", "e2", "nobody"] * 600)
    html = club.client.get(f"/t/club?follow={flooded}").text
    assert len(html.encode()) == plain
    assert "follow=e1%2Ce2" in html
    nobody = club.client.get("/t/club?follow=nobody&lang=en").text
    assert "nobody" not in nobody


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\n" * 300 + b"--x--\r\n", 400),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\n" * 93_000 + b"--x--\r\n", 400),
        ("application/x-www-form-urlencoded", b"token=" + b"x" * 4_000, 413),
        ("application/x-www-form-urlencoded", b"token=x", 403),
    ],
)
def test_the_door_takes_a_short_form_without_files(kind: str, body: bytes, status: int) -> None:
    answer = Club().client.post("/enter", content=body, headers={"content-type": kind})
    assert answer.status_code == status


def test_a_body_that_comes_in_pieces_is_counted_too() -> None:
    pieces = (b"token=" + b"x" * 999 for _ in range(9))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert Club().client.post("/enter", content=pieces, headers=kind).status_code == 413


async def parts_read(body: bytes, kind: str = "") -> dict[str, str]:
    """The fields of a form with files that arrives in portions."""
    portions = [body[at : at + 1_000] for at in range(0, len(body), 1_000)] or [b""]
    messages = [{"type": "http.request", "body": each, "more_body": True} for each in portions] + [
        {"type": "http.request", "body": b"", "more_body": False}
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    kind = f"multipart/form-data; boundary=x{kind}"
    headers = [(b"content-type", kind.encode())]
    scope = {"type": "http", "method": "POST", "headers": headers, "app": None}
    return dict(await read_form(Request(scope, receive), with_files=True))


PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
FILE = b'--x\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n\xe9\r\n'


async def test_a_form_has_so_many_parts_and_no_more() -> None:
    assert await parts_read(PART * PARTS_MAX + b"--x--\r\n") == {"a": ",".join("1" * PARTS_MAX)}
    assert len((await parts_read(FILE * FILES_MAX + b"--x--\r\n"))["f"]) == 2 * FILES_MAX - 1
    for part, most in ((PART, PARTS_MAX), (FILE, FILES_MAX)):
        with pytest.raises(Failure, match="400 not-a-form"):
            await parts_read(part * (most + 1) + b"--x--\r\n")


async def test_a_form_with_files_names_no_charset() -> None:
    with pytest.raises(Failure, match="400 not-a-form"):
        await parts_read(PART + b"--x--\r\n", "; Charset=punycode")


@pytest.mark.parametrize(
    "body",
    [
        b'--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n1\r\n--x--\r\n',
        b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
        b"--x\r\n" + b"X: 1\r\n" * 9 + b"\r\n1\r\n--x--\r\n",
        b"--x\r\nX: " + b"1" * 5_000 + b"\r\n\r\n1\r\n--x--\r\n",
        b"--x\r\n\r\n\r\n" * 93_000 + b"--x--\r\n",
        b"",
    ],
    ids=["no UTF-8", "no name", "no end", "many headers", "a long header", "no parts", "empty"],
)
async def test_a_form_that_no_browser_sends_is_none(body: bytes) -> None:
    with pytest.raises(Failure, match="400 not-a-form"):
        await parts_read(body)
