"""Frames made once and written to all: the same bytes, in order, and nothing without bound."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from socket import create_server
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from dsl.live_client import LiveClient, empty_store, grow
from dsl.live_server import FACTS, UNTIL_ROUND_1, Server, hear, hear_until, rows_of, say, serving
from dsl.outlet import AcceptingOutlet
from patience import PATIENCE_S
from planilla.adapters.live import routes
from planilla.adapters.live.wire import SharedFrames, SocketOutlet, outlet_over, wire_of
from planilla.application.channels import Channel
from planilla.application.frames import ChannelName, Frame
from planilla.application.watch import Hub
from planilla.application.watchers import Subscription, Watcher, offer_to_all
from planilla.main.node import server_of
from planilla.projections import VIEWS


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    async with serving(store) as running:
        yield running


@pytest.mark.parametrize(
    ("size", "head"),
    [
        pytest.param(0, b"\x82\x00", id="empty"),
        pytest.param(125, b"\x82\x7d", id="the longest with a length of seven bits"),
        pytest.param(126, b"\x82\x7e\x00\x7e", id="the shortest with one of two bytes"),
        pytest.param(65535, b"\x82\x7e\xff\xff", id="the longest with one of two bytes"),
        pytest.param(65536, b"\x82\x7f\0\0\0\0\0\1\0\0", id="the shortest with one of eight"),
    ],
)
def test_a_frame_of_the_wire_has_its_head_and_no_mask(size: int, head: bytes) -> None:
    """RFC 6455, 5.2: FIN and opcode 2 make 0x82; then the length without the mask bit."""
    assert wire_of(b"x" * size) == head + b"x" * size


def test_all_who_watch_get_the_very_same_bytes() -> None:
    data = json.dumps({"c": "t/club/hall"}).encode()
    assert wire_of(data) is wire_of(bytes(bytearray(data)))


async def test_a_frame_is_on_its_way_before_any_task_is_woken(server: Server) -> None:
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/standings"})
        assert (await hear(socket))["ok"]["mode"] == "snapshot"
        (watcher,) = server.hub._watchers
        for number in range(3):
            watcher.push(Frame(data=b'{"error":"%d"}' % number))
            assert watcher.unsent == 0, "it was queued"
        heard: list[str] = []
        while len(heard) < 3:
            heard += filter(None, [(await hear(socket)).get("error")])  # no heartbeats
    assert heard == ["0", "1", "2"]


async def test_what_is_told_now_never_overtakes_what_waits() -> None:
    sent: list[bytes] = []
    free = False

    def accept(data: bytes) -> int:
        if not free:
            return 0
        sent.append(data)
        return len(data)

    watcher = Watcher(outlet=AcceptingOutlet(accept))
    watcher.push(Frame(data=b"first, when the socket was full"))
    free = True
    watcher.push(Frame(data=b"second, when it had room again"))
    assert sent == []
    speaking = watcher.frames()
    assert (await anext(speaking)).data.startswith(b"first")
    watcher.push(Frame(data=b"third, while the first is being sent"))
    assert sent == []
    assert (await anext(speaking)).data.startswith(b"second")
    assert (await anext(speaking)).data.startswith(b"third")
    waiting = asyncio.ensure_future(anext(speaking))
    await asyncio.sleep(0)
    watcher.push(Frame(data=b"fourth, when nothing waits"))
    assert sent == [b"fourth, when nothing waits"]
    watcher.close()
    with pytest.raises(StopAsyncIteration):
        await waiting


async def test_nothing_is_written_to_a_socket_that_is_closing(server: Server) -> None:
    async with connect(server.socket) as socket:
        await say(socket, sub={"channel": "t/club/standings"})
        await hear(socket)
        (watcher,) = server.hub._watchers
        server.hub.dismiss()
        while "bye" not in await hear(socket):  # a heartbeat
            pass
        await socket.wait_closed()
        assert socket.state is State.CLOSED
        watcher.push(Frame(data=b"{}"))
        assert watcher.unsent == 2, "it went nowhere, and is still to be sent"
    assert socket.close_code == 1012


@pytest.mark.parametrize(
    "end",
    [
        lambda socket: socket.data_received(b"\x88\x80\0\0\0\0"),  # RFC 6455, 5.5.1: a Close frame
        lambda socket: socket.keepalive_timeout(),
        lambda socket: socket.shutdown(),
    ],
    ids=["by-the-client", "by-a-missing-pong", "by-the-server"],
)
async def test_nothing_is_written_after_the_close_frame(
    end: Callable[[SharedFrames], None],
) -> None:
    """RFC 6455, 5.5.1: no data frames after a Close frame, not even in the same turn."""
    wrote: list[bool] = []

    async def tell(socket: WebSocket) -> None:
        await socket.accept()
        outlet = outlet_over(socket)
        assert isinstance(outlet, SocketOutlet)
        wrote.append(outlet.write(b"before"))
        end(cast("SharedFrames", outlet._transport.get_protocol()))
        wrote.append(outlet.write(b"after"))

    async with serving_alone(tell) as address, connect(address) as socket:
        assert await socket.recv() == b"before"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert wrote == [True, False]


async def test_a_socket_that_was_not_accepted_yet_cannot_be_written_to() -> None:
    wrote: list[bool] = []

    async def early(socket: WebSocket) -> None:
        outlet = outlet_over(socket)
        assert outlet is not None
        wrote.append(outlet.write(b"early"))
        await socket.accept()
        wrote.append(outlet.write(b"in time"))
        await socket.close()
        wrote.append(outlet.write(b"late"))

    async with serving_alone(early) as address, connect(address) as socket:
        assert await socket.recv() == b"in time"
        await socket.wait_closed()
    assert wrote == [False, True, False]


async def test_a_message_longer_than_the_kernel_takes_arrives_whole() -> None:
    long, short = b"x" * 8_000_000, b"after it"
    wrote: list[bool] = []

    async def tell(socket: WebSocket) -> None:
        await socket.accept()
        outlet = outlet_over(socket)
        assert outlet is not None
        wrote.extend((outlet.write(long), outlet.write(short)))
        await socket.send_bytes(short)
        await socket.close()

    async with serving_alone(tell) as address, connect(address, max_size=None) as socket:
        assert await socket.recv() == long
        assert await socket.recv() == short
    assert wrote == [True, False], "the second would have waited in the transport"


async def test_a_socket_that_does_not_read_delays_nobody_and_gets_all_in_order() -> None:
    """One frame is longer than the kernel takes; the next waits until its rest is sent."""
    frames = [Frame(data=each * size) for each, size in ((b"a", 8_000_000), (b"b", 9), (b"c", 9))]
    source = Channel(
        ChannelName(tournament="club", view="event"), VIEWS["event"], "e", empty_store()
    )
    offered: list[Subscription] = []
    both = asyncio.Event()

    async def tell(socket: WebSocket) -> None:
        await socket.accept()
        watcher = Watcher(outlet=outlet_over(socket))
        offered.append(Subscription(watcher, source, None))
        if len(offered) == 2:
            both.set()
        speaking = asyncio.create_task(speak(socket, watcher))
        with contextlib.suppress(WebSocketDisconnect):
            await socket.receive()
        speaking.cancel()

    async def speak(socket: WebSocket, watcher: Watcher) -> None:
        async for frame in watcher.frames():
            await socket.send_bytes(frame.data)

    async with (
        serving_alone(tell) as address,
        connect(address, max_size=None) as late,
        connect(address, max_size=None) as prompt,
    ):
        await asyncio.wait_for(both.wait(), PATIENCE_S)
        late.transport.pause_reading()
        offer_to_all(offered, frames[0])
        assert await prompt.recv() == frames[0].data
        for frame in frames[1:]:
            offer_to_all(offered, frame)
            assert await prompt.recv() == frame.data
        assert [each.watcher.unsent for each in offered] == [18, 0], "they waited for the rest"
        late.transport.resume_reading()
        assert [await late.recv() for _ in frames] == [each.data for each in frames]


HEAD = (
    b"GET /live?x=A:B HTTP/1.1\r\nHost: club.test\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([HEAD], id="whole"),
        pytest.param([HEAD[:40], HEAD[40:]], id="in two parts"),
        pytest.param([HEAD[:-1], HEAD[-1:]], id="the last byte late"),
    ],
)
async def test_a_socket_opens_however_its_head_comes(server: Server, parts: list[bytes]) -> None:
    host, _, port = server.socket.removeprefix("ws://").removesuffix("/live").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0.05)
    answer = await reader.readuntil(b"\r\n\r\n")
    writer.close()
    assert answer.startswith(b"HTTP/1.1 101 ")


async def test_the_application_sees_the_head_of_a_socket_in_the_form_of_asgi() -> None:
    seen: list[tuple[str, str | None]] = []

    async def look(socket: WebSocket) -> None:
        seen.append((str(socket.url.query), socket.headers.get("x-mark")))
        assert all(name == name.lower() for name, _ in socket.scope["headers"])
        await socket.accept()
        await socket.close()

    async with (
        serving_alone(look) as address,
        connect(f"{address}?to=A:B", additional_headers={"X-Mark": "Up"}) as socket,
    ):
        await socket.wait_closed()
    assert seen == [("to=A:B", "Up")]


async def test_under_another_server_frames_go_the_ordinary_way() -> None:
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    app = Starlette(routes=routes(Hub(store), store))
    sent: list[Message] = []
    answered = asyncio.Event()
    said = iter(
        [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": '{"sub": {"channel": "t/club/standings"}}'},
        ]
    )

    async def receive() -> Message:
        if (message := next(said, None)) is not None:
            return message
        await answered.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "websocket.send":
            answered.set()

    await app({"type": "websocket", "path": "/live", "headers": []}, receive, send)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send"]
    assert json.loads(sent[1]["bytes"])["ok"]["mode"] == "snapshot"


async def test_what_is_written_at_once_keeps_the_law(server: Server) -> None:
    """Snapshot + messages = fresh snapshot, for several who watch the same."""
    clients = [LiveClient() for _ in range(3)]
    async with (
        connect(server.socket) as a,
        connect(server.socket) as b,
        connect(server.socket) as c,
    ):
        for client, socket in zip(clients, (a, b, c), strict=True):
            client.subscribing()
            await say(socket, sub={"channel": "t/club/standings"})
        for version in range(UNTIL_ROUND_1 + 1, len(FACTS) + 1):
            server.grow(version)
            await asyncio.sleep(0.002)
        for client, socket in zip(clients, (a, b, c), strict=True):
            await hear_until(socket, client, len(FACTS))
    fresh = await rows_of(server, "standings")
    assert all(client.rows == fresh for client in clients)


@contextlib.asynccontextmanager
async def serving_alone(page: Callable[[WebSocket], Awaitable[None]]) -> AsyncIterator[str]:
    """The address of a socket that `page` answers, on the server of `planilla serve`."""
    listener = create_server(("127.0.0.1", 0))
    started = asyncio.Event()
    server = server_of(Starlette(routes=[WebSocketRoute("/", page)]), started.set)
    task = asyncio.create_task(server._serve([listener]))
    await started.wait()
    try:
        yield f"ws://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE_S)
