"""Clients that stop reading, seen from the wire: nobody waits for them, and they catch up or go."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from dsl.live_client import LiveClient, empty_store, grow
from dsl.live_server import PACE, UNTIL_ROUND_1, Server, hear, rows_of, say, serving
from dsl.tournaments import ROUND_1, facts, recorded
from patience import PATIENCE_S
from planilla.application.watch import Bounds
from planilla.application.watchers import Watcher
from planilla.domain.tournament.results import ResultWithdrawn
from planilla.domain.vocabulary import GameId

VIEWS = ("event", "standings", "pairings", "crosstable", "timeline")
RESULTS = 400
FACTS = facts(
    *ROUND_1,
    *(
        recorded("1.1", "1-0") if number % 2 == 0 else ResultWithdrawn(game=GameId("1.1"))
        for number in range(RESULTS)
    ),
)
UNSENT = 4000
SMALLEST = 2048
"""Bytes asked of the kernel, so that a client is stuck soon."""


class RawClient:
    """A WebSocket on a bare TCP connection, which reads only when it is told to."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket = socket.socket()
        self._last = b""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
        self._socket.settimeout(0)
        self._received = bytearray()

    async def open(self, path: str, *headers: str) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self._socket, ("127.0.0.1", self._port))
        lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", *headers, "", "")
        await loop.sock_sendall(self._socket, "\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self._received:
            await self._more()
        head, _, rest = bytes(self._received).partition(b"\r\n\r\n")
        assert head.split()[1] in {b"101", b"200"}, head
        self._received[:] = rest

    async def shake_hands(self) -> None:
        await self.open(
            "/live",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )

    async def say(self, **message: object) -> None:
        body = msgspec.json.encode(message)
        assert len(body) < 126
        frame = bytes((0x82, 0x80 | len(body))) + bytes(4) + body  # the mask is zero
        await asyncio.get_running_loop().sock_sendall(self._socket, frame)

    async def messages(self) -> AsyncIterator[dict[str, object]]:
        """What the server sent, RFC 6455 section 5.2; control frames are passed over."""
        while True:
            opcode = (await self._take(2))[0] & 0x0F
            length = self._last[1] & 0x7F
            if length >= 126:
                length = int.from_bytes(await self._take(2 if length == 126 else 8))
            body = await self._take(length)
            if opcode == 2:
                yield json.loads(body)

    async def until_the_end(self) -> None:
        """Read what was still on its way, until the connection is over."""
        try:
            while True:
                await self._more()
        except OSError:
            return

    def close(self) -> None:
        self._socket.close()

    async def _take(self, count: int) -> bytes:
        while len(self._received) < count:
            await self._more()
        self._last = bytes(self._received[:count])
        del self._received[:count]
        return self._last

    async def _more(self) -> None:
        part = await asyncio.get_running_loop().sock_recv(self._socket, 65536)
        if not part:
            raise ConnectionResetError
        self._received += part


class Healthy:
    """A client that reads, with the rows of every view and how late each update was."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.clients = {f"t/club/{view}": LiveClient() for view in VIEWS}

    async def subscribe(self) -> None:
        for channel, client in self.clients.items():
            client.subscribing()
            await say(self.connection, sub={"channel": channel})
        await self.hear_until(UNTIL_ROUND_1)

    async def hear_until(self, version: int) -> None:
        while any(client.version < version for client in self.clients.values()):
            frame = await hear(self.connection)
            self.clients[frame["c"]].receive(frame)

    def missed_something(self) -> bool:
        """Whether a frame ever began later than what was known."""
        return any(client.needs is not None for client in self.clients.values())


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    store = empty_store()
    grow(store, FACTS[:UNTIL_ROUND_1])
    pace = msgspec.structs.replace(PACE, stuck=60.0)  # longer than this takes on a busy machine
    async with serving(store, Bounds(unsent=UNSENT), pace, unsent=SMALLEST) as running:
        yield running


async def test_a_socket_that_stops_reading_delays_nobody_and_catches_up(server: Server) -> None:
    stuck = RawClient(server.port)
    await stuck.shake_hands()
    for view in VIEWS:
        await stuck.say(sub={"channel": f"t/club/{view}"})
    (watcher,) = await watchers_of(server)
    async with (
        connect(server.socket) as a,
        connect(server.socket) as b,
        connect(server.socket) as c,
    ):
        healthy = [Healthy(each) for each in (a, b, c)]
        for each in healthy:
            await each.subscribe()
        latest = largest = 0.0
        for version in range(UNTIL_ROUND_1 + 1, len(FACTS) + 1):
            before = asyncio.get_running_loop().time()
            server.grow(version, FACTS)
            await asyncio.gather(*(each.hear_until(version) for each in healthy))
            latest = max(latest, asyncio.get_running_loop().time() - before)
            largest = max(largest, watcher.unsent)
        assert not any(each.missed_something() for each in healthy)

    assert latest < 2, "seconds until the last of the healthy knew, on a busy machine"
    assert any(each.slow for each in watcher.subscriptions.values())
    assert largest <= UNSENT + _largest_frame(healthy)

    clients = {f"t/club/{view}": LiveClient() for view in VIEWS}
    for client in clients.values():
        client.subscribing()
    async with asyncio.timeout(PATIENCE_S):
        async for frame in stuck.messages():
            clients[str(frame["c"])].receive(frame)
            if all(client.version == len(FACTS) for client in clients.values()):
                break
    for view in VIEWS:
        assert clients[f"t/club/{view}"].rows == await rows_of(server, view)
    stuck.close()


async def watchers_of(server: Server) -> list[Watcher]:
    async with asyncio.timeout(PATIENCE_S):
        while not server.hub._watchers:  # noqa: ASYNC110 - the hub sets no event
            await asyncio.sleep(0.01)
    return list(server.hub._watchers)


def _largest_frame(healthy: list[Healthy]) -> int:
    return max(
        len(msgspec.json.encode(step["frame"]))
        for each in healthy
        for client in each.clients.values()
        for step in client.history
        if "frame" in step
    )


@pytest.mark.parametrize("over", ["a socket", "a stream"])
async def test_a_client_that_never_reads_again_is_cut_off(over: str) -> None:
    store = empty_store()
    grow(store, FACTS)
    pace = msgspec.structs.replace(PACE, stuck=1.0, heartbeat=0.002)
    async with serving(store, Bounds(unsent=UNSENT), pace, unsent=SMALLEST) as server:
        stuck = RawClient(server.port)
        if over == "a socket":
            await stuck.shake_hands()
            await stuck.say(sub={"channel": "t/club/event"})
        else:
            await stuck.open("/t/club/event/stream")
        async with asyncio.timeout(PATIENCE_S):
            await watchers_of(server)
            while server.hub._watchers:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            await stuck.until_the_end()
        stuck.close()
