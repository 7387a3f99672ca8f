"""A crowd of WebSocket clients, as a process: `python -m bench.watching SOCKET CHANNEL COUNT`.

It says `ready` when everybody has a snapshot; it is told the last version on standard input, and
answers with every update of every client: from, to, when it was parsed (ns), its bytes.
"""

import asyncio
import functools
import json
import sys
import time

import httpx2
import msgspec

STRAGGLERS_S = 10
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
FINAL, MASKED = 0x80, 0x80
TEXT, BINARY, PING, PONG = 1, 2, 9, 10
SHORT = 126
"""RFC 6455, 5.2: shorter frames have their length in one byte, with 126 it follows in two."""

Arrival = tuple[int, int, int, int]


class Client(asyncio.Protocol):
    """One spectator, and what came: a WebSocket read by hand.

    A library's client takes a tenth of a millisecond for a message; on one processor hundreds of
    them would measure themselves.
    """

    def __init__(self, socket: str, channel: str) -> None:
        self.arrivals: list[Arrival] = []
        self.has_snapshot = asyncio.Event()
        self._socket = socket
        self._channel = channel
        self._grown = asyncio.Event()
        self._upto = 0
        self._unread = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    async def watch(self) -> None:
        """Connect; what comes is noted from then on."""
        host, _, port = self._socket.removeprefix("ws://").removesuffix("/live").partition(":")
        await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(UPGRADE)

    def _subscribe(self, wanted: dict[str, object]) -> None:
        self._send(TEXT, msgspec.json.encode({"sub": wanted}))

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        assert len(payload) < SHORT
        # The mask of a client's frames is all zeros, which leaves the payload as it is.
        self._transport.write(bytes((FINAL | kind, MASKED | len(payload))) + bytes(4) + payload)

    def data_received(self, data: bytes) -> None:
        """Take frames out of what has come so far."""
        self._unread += data
        if not self._is_open:
            end = self._unread.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._unread.startswith(b"HTTP/1.1 101"), bytes(self._unread[:end])
            del self._unread[: end + 4]
            self._is_open = True
            self._subscribe({"channel": self._channel})
        while (frame := self._next_frame()) is not None:
            kind, payload = frame
            if kind in {TEXT, BINARY}:
                self._take(payload)
            elif kind == PING:
                self._send(PONG, payload)

    def _next_frame(self) -> tuple[int, bytes] | None:
        if len(self._unread) < 2:
            return None
        size, head = self._unread[1], 2
        if size >= SHORT:
            head += 2 if size == SHORT else 8
            size = int.from_bytes(self._unread[2:head], "big")
        if len(self._unread) < head + size:
            return None
        kind, payload = self._unread[0] & 0xF, bytes(self._unread[head : head + size])
        del self._unread[: head + size]
        return kind, payload

    def _take(self, message: bytes) -> None:
        frame = msgspec.json.decode(message)
        if "rows" in frame:
            since, self._upto = frame["o"]
            self.arrivals.append((since, self._upto, time.monotonic_ns(), len(message)))
            self._grown.set()
        elif frame.get("ok", {}).get("mode") == "refetch":
            self._subscribe({"channel": self._channel, "at": _fetched(self._socket, self._channel)})
        elif "ok" in frame:
            self.has_snapshot.set()

    async def reach(self, version: int) -> None:
        """Wait until the client has seen `version`."""
        while self._upto < version:
            self._grown.clear()
            await self._grown.wait()


@functools.cache
def _fetched(socket: str, channel: str) -> list[object]:
    """Where a snapshot stands that is too large for a message; fetched once for the crowd."""
    _, tournament, view = channel.split("/")
    site = socket.removesuffix("/live").replace("ws://", "http://")
    answer = httpx2.get(f"{site}/api/t/{tournament}/views/{view}", timeout=STRAGGLERS_S)
    at: list[object] = answer.json()["at"]
    return at


async def crowd(socket: str, channel: str, count: int) -> list[list[Arrival]]:
    """Watch with `count` clients until all have seen the version that standard input names."""
    clients = [Client(socket, channel) for _ in range(count)]
    for client in clients:
        await client.watch()
    await asyncio.gather(*(client.has_snapshot.wait() for client in clients))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    last = int(await asyncio.to_thread(sys.stdin.readline))
    async with asyncio.timeout(STRAGGLERS_S):
        await asyncio.gather(*(client.reach(last) for client in clients))
    return [client.arrivals for client in clients]


if __name__ == "__main__":
    found = asyncio.run(crowd(sys.argv[1], sys.argv[2], int(sys.argv[3])))
    sys.stdout.write(json.dumps(found))
