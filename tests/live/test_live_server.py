"""The live resources on a real server: socket, stream, snapshots, names."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from typing import Any

import httpx2
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dsl.live_client import LiveClient, empty_store, grow
from dsl.live_server import (
    FACTS,
    UNTIL_ROUND_1,
    Server,
    hear,
    hear_until,
    rows_of,
    say,
    serving,
)
from dsl.tournaments import AFTER_1, AFTER_2
from patience import PATIENCE_S
from planilla.adapters.live import routes
from planilla.adapters.live.socket import (
    MESSAGES_AT_ONCE,
    MESSAGES_PER_S,
    Allowance,
    BadMessage,
)
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Actor, Person, Recorded, Submission
from planilla.application.ledger import PersonRow
from planilla.application.ports import StoreUnavailable
from planilla.application.roles import full_grant
from planilla.application.watch import Bounds, Hub


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    async with serving(store) as running:
        yield running


async def test_a_socket_gets_a_snapshot_and_then_what_moves(server: Server) -> None:
    client = LiveClient()
    async with connect(server.socket) as socket:
        client.subscribing()
        await say(socket, sub={"channel": "t/club/standings"})
        await hear_until(socket, client, UNTIL_ROUND_1)
        server.grow(len(AFTER_1))
        await hear_until(socket, client, len(AFTER_1))
    assert client.rows == await rows_of(server, "standings")


async def test_a_socket_resumes_with_what_it_missed_alone(server: Server) -> None:
    client = LiveClient()
    async with connect(server.socket) as socket:
        client.subscribing()
        await say(socket, sub={"channel": "t/club/pairings"})
        await hear_until(socket, client, UNTIL_ROUND_1)
    server.grow(UNTIL_ROUND_1 + 1)
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/pairings", "at": client.subscribing()})
        heard = []
        while client.version <= UNTIL_ROUND_1:
            heard.append(await hear(socket))
            client.receive(heard[-1])
    assert heard[0]["ok"]["mode"] == "resumed"
    moved = {row[0] for frame in heard for row in frame.get("rows", ())}
    assert moved == {"1.1"}
    assert client.rows == await rows_of(server, "pairings")


async def test_after_unsubscribing_nothing_comes(server: Server) -> None:
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/pairings"})
        await hear(socket)
        await say(socket, unsub={"channel": "t/club/pairings"})
        await say(socket, unsub={"channel": "t/club/never"})
        await say(socket, sub={"channel": "t/club/players"})
        while (await hear(socket))["c"] != "t/club/players":
            pass
        heard = {(await hear(socket))["c"] for _ in range(3)}
    assert heard == {"t/club/players"}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        pytest.param("{", "bad-message", id="no JSON"),
        pytest.param('{"sub": {"channel": 5}}', "bad-message", id="a wrong type"),
        pytest.param('{"sub": {"channel": "t/club/event"}, "x": 1}', "bad-message", id="unknown"),
        pytest.param(b'{"sub": {"channel": "\xff"}}', "bad-message", id="not UTF-8"),
        pytest.param('{"x": ' + "[" * 4000, "bad-message", id="nested"),
        pytest.param("{}", "bad-message", id="nothing wanted"),
        pytest.param(" " * 5000, "message-too-long", id="too long"),
        pytest.param('{"sub": {"channel": "club"}}', "no-such-channel", id="no channel"),
        pytest.param('{"sub": {"channel": "t/club/kitchen"}}', "no-such-channel", id="no view"),
        pytest.param('{"sub": {"channel": "t/x/event"}}', "no-such-tournament", id="nowhere"),
        pytest.param('{"sub": {"channel": "t/club/desk"}}', "not-permitted", id="staff only"),
    ],
)
async def test_a_wrong_message_gets_its_code_and_the_socket_stays(
    server: Server, message: str | bytes, code: str
) -> None:
    async with connect(server.socket) as socket:
        await socket.send(message)
        assert (await hear(socket))["error"] == code
        await say(socket, sub={"channel": "t/club/event"})
        assert (await hear(socket))["ok"]["mode"] == "snapshot"


async def test_ten_bad_messages_close_the_socket(server: Server) -> None:
    async with connect(server.socket) as socket:
        for _ in range(10):
            await socket.send(b"?")
        await socket.wait_closed()
    assert socket.close_code == 1008


async def test_another_host_s_page_may_not_open_the_socket(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        await connect(server.socket, origin="https://evil.example")  # type: ignore[arg-type]
    async with connect(server.socket, origin="https://club.example") as socket:  # type: ignore[arg-type]
        await say(socket, sub={"channel": "t/club/event"})
        assert "ok" in await hear(socket)


async def test_staff_see_the_desk_of_their_tournament(server: Server) -> None:
    async with connect(server.socket, additional_headers={"x-scope": "club"}) as socket:
        await say(socket, sub={"channel": "t/club/desk"})
        rows = (await hear(socket))["ok"]["snapshot"]["rows"]
    assert rows["next"][-1] == "results"


async def test_a_hidden_tournament_is_watched_by_its_staff_alone(server: Server) -> None:
    streams = server.store.ledger.streams
    streams["club"] = msgspec.structs.replace(streams["club"], hidden=True)
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/event"})
        assert (await hear(socket))["error"] == "tournament-hidden"
    async with connect(server.socket, additional_headers={"x-scope": "club"}) as socket:
        await say(socket, sub={"channel": "t/club/event"})
        assert "ok" in await hear(socket)


async def test_a_socket_too_many_is_told_to_come_back() -> None:
    store = empty_store()
    grow(store, FACTS)
    async with serving(store, Bounds(watchers=1)) as server, connect(server.socket) as first:
        await say(first, sub={"channel": "t/club/event"})
        await hear(first)
        async with connect(server.socket) as second:
            assert (await hear(second))["error"] == "too-many-watchers"
            with pytest.raises(ConnectionClosed):
                await hear(second)
        assert second.close_code == 1013


async def test_a_server_that_stops_says_bye(server: Server) -> None:
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/event"})
        await hear(socket)
        server.hub.dismiss()
        heard: dict[str, Any] = {}
        while "bye" not in heard:
            heard = await hear(socket)
        with pytest.raises(ConnectionClosed):
            await hear(socket)
    assert heard["bye"]["retry"] == [0.5, 5.0]
    assert socket.close_code == 1012


async def test_a_stream_ends_with_its_server(caplog: pytest.LogCaptureFixture) -> None:
    """Who stops a server while a page follows by a stream reads no error on the terminal."""
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client, AsyncExitStack() as reading:
        async with serving(store) as server:
            address = f"{server.http}/t/club/event/stream"
            answer = await reading.enter_async_context(client.stream("GET", address))
            lines = answer.aiter_lines()
            assert (await anext(lines)).startswith("retry:")
        assert any("bye" in line for line in [each async for each in lines])
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


async def test_a_client_that_does_not_read_delays_nobody_and_catches_up() -> None:
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    async with serving(store, Bounds(unsent=300)) as server:
        slow, quick = LiveClient(), LiveClient()
        async with connect(server.socket) as sleepy, connect(server.socket) as awake:
            for socket, client in ((sleepy, slow), (awake, quick)):
                client.subscribing()
                await say(socket, sub={"channel": "t/club/standings"})
                await hear_until(socket, client, UNTIL_ROUND_1)
            for version in range(UNTIL_ROUND_1 + 1, len(AFTER_2) + 1):
                server.grow(version)
                await hear_until(awake, quick, version)
            await hear_until(sleepy, slow, len(AFTER_2))
        assert slow.rows == quick.rows == await rows_of(server, "standings")


async def lines(response: httpx2.Response, count: int) -> list[str]:
    found: list[str] = []
    async with asyncio.timeout(PATIENCE_S):
        async for line in response.aiter_lines():
            if line:
                found.append(line)
            if len(found) == count:
                break
    return found


async def test_a_stream_tells_the_same_and_resumes(server: Server) -> None:
    async with httpx2.AsyncClient(base_url=server.http) as http:
        async with http.stream("GET", "/t/club/pairings/stream") as response:
            assert response.headers["x-accel-buffering"] == "no"
            assert response.headers["content-type"].startswith("text/event-stream")
            retry, identity, data = await lines(response, 3)
        assert retry == "retry: 500"
        assert "snapshot" in json.loads(data.removeprefix("data: "))["ok"]
        server.grow(UNTIL_ROUND_1 + 1)
        seen = {"Last-Event-ID": identity.removeprefix("id: ")}
        async with http.stream("GET", "/t/club/pairings/stream", headers=seen) as response:
            _, _, ok, *rest = await lines(response, 9)
    assert json.loads(ok.removeprefix("data: "))["ok"]["mode"] == "resumed"
    events = [ok, *rest]
    told = [json.loads(event.removeprefix("data: ")) for event in events if "data" in event]
    moved = [row for event in told for row in event.get("rows", ())]
    assert {row[0] for row in moved} == {"1.1"}


async def test_a_stream_of_nothing_is_a_problem(server: Server) -> None:
    async with httpx2.AsyncClient(base_url=server.http) as http:
        answer = await http.get("/t/nowhere/pairings/stream")
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-such-tournament"


async def test_a_stream_too_many_is_told_so() -> None:
    store = empty_store()
    grow(store, FACTS)
    async with (
        serving(store, Bounds(watchers=0)) as server,
        httpx2.AsyncClient(base_url=server.http) as http,
    ):
        answer = await http.get("/t/club/event/stream")
    assert "too-many-watchers" in answer.text


async def test_a_stream_ends_when_the_snapshot_has_to_be_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.channels.IN_BAND_MAX", 100)
    store = empty_store()
    grow(store, FACTS)
    async with serving(store) as server, httpx2.AsyncClient(base_url=server.http) as http:
        answer = await http.get("/t/club/players/stream")
    assert '"refetch"' in answer.text


async def test_a_snapshot_has_a_tag_and_is_not_sent_twice(server: Server) -> None:
    async with httpx2.AsyncClient(base_url=server.http) as http:
        first = await http.get("/api/t/club/views/players")
        again = await http.get(
            "/api/t/club/views/players", headers={"If-None-Match": first.headers["etag"]}
        )
    assert first.headers["etag"] == f'"memory.1:{UNTIL_ROUND_1}"'
    assert first.json()["at"] == ["memory.1", UNTIL_ROUND_1]
    assert first.json()["rows"] == await rows_of(server, "players")
    assert (again.status_code, again.content) == (304, b"")


async def test_any_past_moment_can_be_asked_for_and_kept(server: Server) -> None:
    server.grow(len(AFTER_1))
    async with httpx2.AsyncClient(base_url=server.http) as http:
        then = await http.get(f"/api/t/club/views/standings?at=v{UNTIL_ROUND_1}")
    assert "immutable" in then.headers["cache-control"]
    assert {row[1] for row in then.json()["rows"].values()} == {0}


async def test_whatever_names_a_moment_leads_to_its_one_address(server: Server) -> None:
    server.grow(len(AFTER_1))
    async with httpx2.AsyncClient(base_url=server.http) as http:
        for written in ("before-round-1", str(UNTIL_ROUND_1 - 1)):
            moved = await http.get(f"/api/t/club/views/standings?at={written}")
            assert moved.status_code == 302
            assert moved.headers["location"] == (
                f"/api/t/club/views/standings?at=v{UNTIL_ROUND_1 - 1}"
            )
            assert (await http.get(moved.headers["location"])).status_code == 200


async def test_a_moment_that_is_not_there_is_one_sentence(server: Server) -> None:
    said = {"es-ES": "no es un momento", "de, en": "is not a moment", "": "is not a moment"}
    async with httpx2.AsyncClient(base_url=server.http) as http:
        for language, words in said.items():
            answer = await http.get(
                "/api/t/club/views/players?at=x", headers={"accept-language": language}
            )
            assert words in answer.json()["title"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("views/players?at=yesterday", 400, "bad-version"),
        ("views/players?at=v999", 404, "no-such-version"),
        ("views/players?at=before-round-7", 404, "moment-no-round"),
        ("views/players?at=p99999", 404, "moment-ahead"),
        ("views/kitchen", 404, "no-such-channel"),
        ("views/desk", 401, "no-credentials"),
    ],
)
async def test_what_is_not_there_has_a_code(
    server: Server, path: str, status: int, code: str
) -> None:
    async with httpx2.AsyncClient(base_url=server.http) as http:
        answer = await http.get(f"/api/t/club/{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_names_are_a_resource_of_their_own_without_private_data(server: Server) -> None:
    body = msgspec.json.encode(Person(name="Ana", birth="2001-01-01", contact="600"))
    server.store.ledger.people["club", "ana"] = PersonRow(
        tournament="club", entrant="ana", commitment="c", salt=b"", body=body
    )
    async with httpx2.AsyncClient(base_url=server.http) as http:
        answer = await http.get("/api/t/club/people")
        again = await http.get(
            "/api/t/club/people", headers={"If-None-Match": answer.headers["etag"]}
        )
        nowhere = await http.get("/api/t/nowhere/people")
    assert answer.json() == {"people": {"ana": {"name": "Ana", "club": "", "fide_id": ""}}}
    assert answer.headers["cache-control"] == "no-cache"
    assert (again.status_code, nowhere.status_code) == (304, 404)


async def test_of_minors_a_short_name_is_told(server: Server) -> None:
    minors = {"name": "Open", "categories": [{"code": "U14", "minors": True}]}
    nerea = {"id": "n", "person": {"name": "Ruiz, Nerea", "fide_id": "7"}, "categories": ["U14"]}
    bodies = {
        "announce-regulations": {"regulations": minors},
        "enter-entrants": {"entrants": [nerea]},
    }
    answers = server.store.submit_all(
        Submission(
            tournament="open",
            name=name,
            body=msgspec.json.encode(body),
            command_id=name,
            actor=Actor(id="organiser", grants=(full_grant("*"),)),
        )
        for name, body in bodies.items()
    )
    assert [answer.status for answer in answers] == ["done", "done"]
    async with httpx2.AsyncClient(base_url=server.http) as http:
        told = await http.get("/api/t/open/people")
    assert told.json() == {"people": {"n": {"name": "Nerea R.", "club": "", "fide_id": ""}}}


async def test_too_many_messages_at_once_close_the_socket(server: Server) -> None:
    async with connect(server.socket) as socket:
        for number in range(60):
            await say(socket, unsub={"channel": f"t/club/{number}"})
        codes = [(await hear(socket))["error"] for _ in range(10)]
        await socket.wait_closed()
    assert codes == ["too-many-messages"] * 10
    assert socket.close_code == 1008


def test_a_client_that_pauses_may_speak_again() -> None:
    allowance = Allowance(0.0)
    for _ in range(MESSAGES_AT_ONCE):
        allowance.spend(0.0)
    with pytest.raises(BadMessage, match="too-many-messages"):
        allowance.spend(0.0)
    for _ in range(MESSAGES_PER_S):
        allowance.spend(1.0)
    with pytest.raises(BadMessage, match="too-many-messages"):
        allowance.spend(1.0)


async def test_a_huge_message_ends_the_socket_before_it_is_read(server: Server) -> None:
    async with connect(server.socket) as socket:
        await socket.send(b" " * 70_000)
        await socket.wait_closed()
    assert socket.close_code == 1009


async def test_frames_are_not_compressed_for_each_client(server: Server) -> None:
    async with connect(server.socket) as socket:
        assert socket.response is not None
        assert "sec-websocket-extensions" not in socket.response.headers


class Away(MemoryStore):
    """A store that does not answer while `away`."""

    away = False

    async def head(self, tournament: str) -> int:
        if self.away:
            raise StoreUnavailable
        return await super().head(tournament)

    async def epoch(self) -> str:
        if self.away:
            raise StoreUnavailable
        return await super().epoch()

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        if self.away:
            raise StoreUnavailable
        return await super().events(tournament, after, upto)

    async def people(self, tournament: str) -> Mapping[str, Person]:
        if self.away:
            raise StoreUnavailable
        return await super().people(tournament)


@pytest.mark.parametrize("path", ["views/event", "views/event?at=v3", "people"])
async def test_a_database_that_is_away_is_a_problem_to_be_tried_again(path: str) -> None:
    plain = empty_store()
    store = Away(clock=plain._handler._clock, ids=plain._handler._ids)
    grow(store, FACTS)
    async with serving(store) as server, httpx2.AsyncClient(base_url=server.http) as http:
        assert (await http.get("/api/t/club/views/event")).status_code == 200
        store.away = True
        answer = await http.get(f"/api/t/club/{path}")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"] == "5"


def test_without_secrets_everybody_is_the_public() -> None:
    nobody = routes(Hub(empty_store()), empty_store())
    with TestClient(Starlette(routes=nobody)) as client:
        assert client.get("/api/t/club/views/desk").json()["code"] == "no-credentials"
