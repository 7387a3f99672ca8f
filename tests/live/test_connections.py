"""Connections that send nothing, seen from the wire: they are closed, and others are answered."""

import asyncio
import contextlib
import logging
import resource
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from planilla.adapters.http import connections
from planilla.adapters.http.connections import (
    PORTION,
    RESERVED,
    ConnectionLimits,
    connection_limits,
    descriptors_raised,
)
from planilla.main import node
from planilla.main.node import server_of

SOON_S = 0.05
ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LONG = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n"
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LONG_PAGE = "x" * 1_000_000
PATIENCE_S = 20


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def no_body(_: Request) -> Response:
    return PlainTextResponse("no")


async def long_page(request: Request) -> Response:
    return PlainTextResponse(LONG_PAGE + request.url.query)


async def watch(watching: WebSocket) -> None:
    await watching.accept()
    await watching.receive()


class Clients:
    """Connections to a server, closed at the end."""

    def __init__(self, port: int, server: uvicorn.Server) -> None:
        self._port = port
        self._server = server
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def transports(self) -> list[asyncio.WriteTransport]:
        """The server's ends of them."""
        return [each.transport for each in self._server.server_state.connections]

    async def ask_unread(self, query: str = "", *headers: str) -> socket.socket:
        """Ask for a long page on a connection that takes as little as one on a network."""
        asking = socket.socket()
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asking.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        asking.settimeout(0)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(asking, ("127.0.0.1", self._port))
        lines = [f"GET /long?{query} HTTP/1.1", "Host: a", *headers, "", ""]
        await loop.sock_sendall(asking, "\r\n".join(lines).encode())
        return asking

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
    listener = socket.create_server(("127.0.0.1", 0))
    started = asyncio.Event()
    routes = [
        Route("/", length, methods=["GET", "POST"]),
        Route("/no", no_body, methods=["POST"]),
        Route("/long", long_page),
        WebSocketRoute("/live", watch),
    ]
    server = server_of(Starlette(routes=routes), started.set)
    task = asyncio.create_task(server._serve([listener]))
    await started.wait()
    clients = Clients(listener.getsockname()[1], server)
    try:
        yield clients
    finally:
        await clients.close()
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE_S)


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection."""
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


@contextlib.contextmanager
def closed(*unread: socket.socket) -> Iterator[None]:
    """Close these at the end."""
    try:
        yield
    finally:
        for each in unread:
            each.close()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110 - the server sets no event
            await asyncio.sleep(0.001)


async def everything(asking: socket.socket, pause_s: float = 0.0) -> int:
    """The bytes that come until the server closes, read slowly."""
    loop, size = asyncio.get_running_loop(), 0
    async with asyncio.timeout(PATIENCE_S):
        while data := await loop.sock_recv(asking, 64 * 1024):
            size += len(data)
            await asyncio.sleep(pause_s)
    return size


async def test_of_a_page_that_is_not_read_the_connection_holds_a_portion() -> None:
    async with serving() as clients:
        with closed(await clients.ask_unread()):
            await until(lambda: any(each.get_write_buffer_size() for each in clients.transports))
            sizes = [each.get_write_buffer_size() for each in clients.transports]
            assert len(sizes) == 1
            assert 0 < sizes[0] <= PORTION


@pytest.mark.parametrize("headers", [(), ("Connection: close",)], ids=["kept", "to be closed"])
async def test_who_does_not_read_is_cut_off(
    headers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "READ_S", SOON_S)
    caplog.set_level(logging.WARNING)
    async with serving() as clients:
        with closed(await clients.ask_unread("", *headers)):
            await until(lambda: len(clients.transports) == 1)
            await until(lambda: not clients.transports)
    assert caplog.records == []


@pytest.mark.parametrize("headers", [(), ("Connection: close",)], ids=["kept", "to be closed"])
async def test_who_reads_slowly_is_sent_everything(
    headers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", SOON_S)  # it does not begin while there is unread
    async with serving() as clients:
        asking = await clients.ask_unread("", *headers)
        with closed(asking):
            await asyncio.sleep(10 * SOON_S)
            assert await everything(asking, SOON_S / 10) > len(LONG_PAGE)


async def test_where_too_much_is_unread_who_took_nothing_for_longest_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node, "UNSENT_MAX", 2 * len(LONG_PAGE) + 10)
    async with serving() as clients:
        unread = []
        for query in "abc":
            unread.append(await clients.ask_unread(query))
            await until(
                lambda: (
                    clients.transports != []
                    and all(each.get_write_buffer_size() for each in clients.transports)
                )
            )
        with closed(*unread):
            await until(lambda: len(clients.transports) == 2)
            assert await everything(unread[0]) < len(LONG_PAGE)


async def test_writing_to_a_websocket_is_paused_while_anything_waits() -> None:
    async with serving() as clients:
        reader, writer = await clients.open()
        writer.write(UPGRADE)
        assert (await reader.readline()).startswith(b"HTTP/1.1 101 ")
        (transport,) = clients.transports
        assert transport.get_write_buffer_limits() == (0, 0)


async def test_where_there_is_no_room_the_one_goes_that_is_waited_for_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node, "connection_limits", lambda _: ConnectionLimits(3, 8))
    async with serving() as clients:
        idle = [await clients.open() for _ in range(3)]
        assert (await clients.answered()).startswith(b"HTTP/1.1 200 ")
        assert await rest_of(idle[0][0]) == b""
        idle[2][1].write(ASK)
        assert (await idle[2][0].readline()).startswith(b"HTTP/1.1 200 ")


async def test_where_all_are_at_work_the_new_one_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(node, "connection_limits", lambda _: ConnectionLimits(2, 8))
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
    room = connection_limits(descriptors)
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
