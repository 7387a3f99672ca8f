"""Connections that send nothing, seen from the wire: they are closed, and others are answered."""

import asyncio
import contextlib
import logging
import resource
from collections.abc import AsyncIterator
from socket import create_server

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from planilla.adapters.http import connections
from planilla.adapters.http.connections import RESERVED, Room, descriptors_raised, room_of
from planilla.main import node
from planilla.main.node import server_of

SOON_S = 0.05
ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LONG = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n"
PATIENCE_S = 20


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def no_body(_: Request) -> Response:
    return PlainTextResponse("no")


class Clients:
    """Connections to a server, closed at the end."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Another one."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers.append(writer)
        return reader, writer

    async def answered(self) -> bytes:
        """The first line of an answer to a client of its own."""
        reader, writer = await self.open()
        writer.write(ASK)
        async with asyncio.timeout(PATIENCE_S):
            line = await reader.readline()
        writer.close()
        return line

    async def close(self) -> None:
        """Leave nothing open."""
        for writer in self._writers:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Clients]:
    """Clients of a server as `planilla serve` sets it up."""
    listener = create_server(("127.0.0.1", 0))
    started = asyncio.Event()
    routes = [
        Route("/", length, methods=["GET", "POST"]),
        Route("/no", no_body, methods=["POST"]),
    ]
    server = server_of(Starlette(routes=routes), started.set)
    task = asyncio.create_task(server._serve([listener]))
    await started.wait()
    clients = Clients(listener.getsockname()[1])
    try:
        yield clients
    finally:
        await clients.close()
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE_S)


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes."""
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: a\r\nX: "], ids=["none", "half"])
async def test_a_head_that_never_ends_is_not_waited_for(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", SOON_S)
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(sent)
        assert await rest_of(reader) == b""


async def test_neither_is_the_next_head_on_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", SOON_S)
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(ASK + b"GET / HT")
        assert (await rest_of(reader)).startswith(b"HTTP/1.1 200 ")


async def test_a_body_that_never_comes_is_no_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "BODY_CHECK_S", SOON_S)
    caplog.set_level(logging.WARNING)
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(LONG + b"x")
        assert await rest_of(reader) == b""
        gone = (await clients.open())[1]
        gone.write(LONG)
        await gone.drain()
        gone.close()
        assert (await clients.answered()).startswith(b"HTTP/1.1 200 ")
    assert caplog.records == []


async def test_a_body_that_comes_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_CHECK_S", 10 * SOON_S)
    monkeypatch.setattr(connections, "BODY_BYTES_MIN", 1)
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(LONG.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        for _ in range(15):  # longer than the span that is looked at
            writer.write(b"x" * 6_000)
            await asyncio.sleep(SOON_S)
        assert (await rest_of(reader)).endswith(b"90000")


async def test_who_sends_on_after_the_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LINGER_S", SOON_S)
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(LONG.replace(b"POST /", b"POST /no") + b"x")
        assert (await rest_of(reader)).endswith(b"no")


async def test_where_there_is_no_room_the_one_goes_that_is_waited_for_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node, "room_of", lambda _: Room(3, 8))
    async with serving() as clients:
        idle = [await clients.open() for _ in range(3)]
        assert (await clients.answered()).startswith(b"HTTP/1.1 200 ")
        assert await rest_of(idle[0][0]) == b""
        idle[2][1].write(ASK)
        assert (await idle[2][0].readline()).startswith(b"HTTP/1.1 200 ")


async def test_where_all_are_at_work_the_new_one_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node, "room_of", lambda _: Room(2, 8))
    async with serving() as clients:
        working = [await clients.open() for _ in range(2)]
        for _, writer in working:
            writer.write(LONG)
        await asyncio.sleep(SOON_S)
        reader, writer = await clients.open()
        refusal = await rest_of(reader)
        assert refusal.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 5" in refusal
        working[0][1].close()
        await asyncio.sleep(SOON_S)
        assert (await clients.answered()).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("descriptors", [1, 100, 300, 1_024, 65_536])
def test_whatever_is_accepted_at_once_leaves_descriptors_free(descriptors: int) -> None:
    room = room_of(descriptors)
    assert room.open_max >= 1
    assert room.accepted_at_once >= 1
    if descriptors >= 300:
        assert room.open_max + 2 * room.accepted_at_once + RESERVED <= descriptors
        assert room.open_max >= descriptors // 2


def test_the_limit_on_descriptors_is_raised_as_far_as_it_may_be() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
        raised = descriptors_raised()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == raised
        assert raised > 512 or hard <= 512
        assert descriptors_raised() == raised
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
