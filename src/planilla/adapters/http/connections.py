"""Connections of the server: limits of their number, and timeouts for sending and reading.

At the limit the connection that has been idle longest, in sending or in reading, is closed; without
an idle one the new connection is answered with 503. So descriptors stay free.

Answers are sent in portions, and unsent bytes are bounded. The application finishes before its
answer is sent: a client that does not read holds no lock, no place in a queue and no rendering,
only the bytes of the answer, and one portion in its connection.
"""

import asyncio
import re
import resource
from collections import Counter, OrderedDict
from enum import Enum
from typing import Any, NamedTuple, Protocol

import h11
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

PORTION = 32 * 1024
"""Bytes of an answer written at a time; the next portion follows when these are sent."""
UNSENT_MAX = 20_000_000
"""Most unsent bytes of all answers longer than a portion; one sent to many clients counts once."""


class Reader(Protocol):
    """A connection that an answer is sent over."""

    def cut_off(self) -> None:
        """End the connection."""


class UnsentAnswers:
    """The answers under way of one server, ordered by when their clients last took a portion.

    A single answer counts as at most half of the limit, so a large file of evidence alone
    disconnects no other client.
    """

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._bodies: OrderedDict[Reader, bytes] = OrderedDict()
        self._readers: Counter[int] = Counter()
        self.size = 0

    def add(self, reader: Reader, body: bytes) -> None:
        """Count an answer; beyond the limit, disconnect the client idle for longest."""
        self._bodies[reader] = body
        self._readers[id(body)] += 1
        if self._readers[id(body)] == 1:
            self.size += self._counted(body)
        while self.size > self._bytes_max:
            slowest = next(iter(self._bodies))
            if slowest is reader:
                return
            self.discard(slowest)
            slowest.cut_off()

    def touch(self, reader: Reader) -> None:
        """Note that the client has read a portion."""
        if reader in self._bodies:
            self._bodies.move_to_end(reader)

    def discard(self, reader: Reader) -> None:
        """Remove an answer that is sent or abandoned."""
        body = self._bodies.pop(reader, None)
        if body is None:
            return
        self._readers[id(body)] -= 1
        if not self._readers[id(body)]:
            del self._readers[id(body)]
            self.size -= self._counted(body)

    def _counted(self, body: bytes) -> int:
        return min(len(body), self._bytes_max // 2)


class Portioned:
    """The application of one connection, with answers sent in portions after it has finished."""

    def __init__(self, app: ASGIApp, reader: Reader, unsent: UnsentAnswers) -> None:
        self._app = app
        self._reader = reader
        self._unsent = unsent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; incomplete answers are sent at once."""
        held: list[Message] = []

        async def send_held() -> None:
            while held:
                await self._send(held.pop(0), send)

        async def hold(message: Message) -> None:
            held.append(message)
            if message.get("more_body", False):
                await send_held()

        try:
            await self._app(scope, receive, hold)
        except Exception:  # the answer of an internal error is complete
            if held and held[-1]["type"] == "http.response.body":
                await send_held()
            raise
        await send_held()

    async def _send(self, message: Message, send: Send) -> None:
        body: bytes = message.get("body", b"")
        if len(body) <= PORTION:
            await send(message)
            return
        self._unsent.add(self._reader, body)
        try:
            for start in range(0, len(body), PORTION):
                end = start + PORTION
                is_last = end >= len(body) and not message.get("more_body", False)
                await send({**message, "body": body[start:end], "more_body": not is_last})
                self._unsent.touch(self._reader)
        finally:
            self._unsent.discard(self._reader)


HEAD_S = 10.0
"""Seconds for a complete request head, from the connection or the answer before it."""
BODY_CHECK_S, BODY_BYTES_MIN = 10.0, 10_000
"""Length of an interval in seconds, and fewest bytes of a body received in each."""
READ_S = 30.0
"""Seconds for a client to read a portion of an answer."""
LINGER_S = 2.0
"""Seconds after the answer until a client that is still sending is disconnected."""
READ_BYTES = 16 * 1024
"""Bytes read at a time."""
HEAD_MAX = 64 * 1024
"""Most bytes of a request head."""

RESERVED = 64
"""Descriptors reserved for the database, files and other processes."""
DESCRIPTORS_MAX = 65_536
ACCEPTED_SHARE, ACCEPTED_MAX = 16, 128
"""Divisor of all descriptors and maximum of connections accepted per turn of the event loop."""
WAITING_MAX = 2_048
"""Backlog of connections in the kernel."""

FIELD_NAME = re.compile(rb"^[^:\r\n]+", re.MULTILINE)

REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\n"
    b"connection: close\r\n\r\n"
)


class ConnectionLimits(NamedTuple):
    """Limits of open connections, and of connections accepted at once."""

    open_max: int
    accepted_at_once: int


def connection_limits(descriptors: int) -> ConnectionLimits:
    """Return the limits of connections for a number of descriptors.

    Connections accepted in two turns of the event loop are open before they are counted.
    """
    accepted = max(1, min(descriptors // ACCEPTED_SHARE, ACCEPTED_MAX))
    return ConnectionLimits(max(1, descriptors - RESERVED - 2 * accepted), accepted)


def descriptors_raised() -> int:
    """Raise the limit on descriptors to what the system allows, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS_MAX if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_MAX)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return DESCRIPTORS_MAX if soft == resource.RLIM_INFINITY else min(soft, DESCRIPTORS_MAX)


def _is_upgrade(data: bytes) -> bool:
    """Return whether these bytes are one whole head that asks for a WebSocket.

    h11 would take half a millisecond to read it, and the WebSocket reads it once more.
    """
    return (
        data.startswith(b"GET ")
        and data.find(b"\r\n\r\n") == len(data) - 4
        and b"\r\nupgrade: websocket\r\n" in data.lower()
    )


def _with_small_names(head: bytes) -> bytes:
    """Return a head whose field names are in lower case, as ASGI wants them."""
    request, end, fields = head.partition(b"\r\n")
    return request + end + FIELD_NAME.sub(lambda found: found[0].lower(), fields)


class _Awaited(Enum):
    """The step expected from a client: sending or reading."""

    HEAD = "head"
    BODY = "body"
    READING = "reading"
    NOTHING = "nothing"


class Connections:
    """The connections of one server that are waiting for their clients, the oldest first.

    A client has to send the head of a request, or to read the next portion of an answer.
    """

    def __init__(self, open_max: int, unsent_max: int = UNSENT_MAX) -> None:
        self._open_max = open_max
        self._idle: OrderedDict[TimedConnection, None] = OrderedDict()
        self.unsent = UnsentAnswers(unsent_max)

    def add(self, connection: "TimedConnection") -> None:
        """Add a connection that starts waiting."""
        self._idle[connection] = None
        self._idle.move_to_end(connection)

    def discard(self, connection: "TimedConnection") -> None:
        """Remove a connection that is no longer waiting."""
        self._idle.pop(connection, None)

    def has_room(self, number: int) -> bool:
        """Return whether `number` may be open; close the oldest idle connection to make room."""
        if number <= self._open_max:
            return True
        if not self._idle:
            return False
        oldest, _ = self._idle.popitem(last=False)
        oldest.cut_off()
        return True


class TimedConnection(H11Protocol):
    """A connection of uvicorn with timeouts for its client."""

    def __init__(self, known: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.app = Portioned(self.app, self, known.unsent)
        self._known = known
        self._awaited = _Awaited.NOTHING
        self._received = 0
        self._timer: asyncio.TimerHandle | None = None
        self._is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request head, or refuse the connection at the limit."""
        super().connection_made(transport)
        if not self._known.has_room(len(self.connections)):
            self._is_refused = True
            transport.write(REFUSAL)
            transport.close()
            return
        transport.max_size = READ_BYTES  # type: ignore[attr-defined]  # asyncio's own
        transport.set_write_buffer_limits(0)  # writing is paused while anything is unsent
        self._page_request()

    def data_received(self, data: bytes) -> None:
        """Receive bytes; drop those beyond a request."""
        self._received += len(data)
        if self._is_refused:
            return
        if self._received == len(data) and _is_upgrade(data):
            self._become_websocket(data)
        else:
            super().data_received(data)
        self._page_request()

    def on_response_complete(self) -> None:
        """Wait for the next request head, or for the rest of an unread body."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._is_refused = True
            self._set_timer(_Awaited.NOTHING)
            self._timer = self.loop.call_later(LINGER_S, self.cut_off)
        else:
            self._page_request()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._page_request()

    def resume_writing(self) -> None:
        """Continue after all written bytes are sent."""
        super().resume_writing()
        self._page_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket after a head that came in parts."""
        fields = b"".join(b"%b: %b\r\n" % field for field in self.headers)
        self._become_websocket(b"GET %b HTTP/1.1\r\n%b\r\n" % (event.target, fields))

    def _become_websocket(self, head: bytes) -> None:
        """Hand the connection to a WebSocket, which limits its unsent bytes itself."""
        self.transport.set_write_buffer_limits()
        self.connections.discard(self)
        socket = self.ws_protocol_class(  # type: ignore[call-arg, misc]
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )
        socket.connection_made(self.transport)
        socket.data_received(_with_small_names(head))
        self.transport.set_protocol(socket)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        self._set_timer(_Awaited.NOTHING)
        super().connection_lost(exc)

    def cut_off(self) -> None:
        """End the connection at once."""
        self._set_timer(_Awaited.NOTHING)
        self.transport.abort()

    def _page_request(self) -> None:
        """Set the timeout for the next step of the client."""
        if self._is_refused:
            return
        awaited = {h11.IDLE: _Awaited.HEAD, h11.SEND_BODY: _Awaited.BODY}.get(
            self.conn.their_state, _Awaited.NOTHING
        )
        if self.flow.write_paused:
            awaited = _Awaited.READING
        if self.transport.get_protocol() is not self:  # it has become a WebSocket
            awaited = _Awaited.NOTHING
        if awaited is not self._awaited:
            self._set_timer(awaited)

    def _set_timer(self, awaited: _Awaited) -> None:
        self._awaited = awaited
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        time_s = {_Awaited.HEAD: HEAD_S, _Awaited.READING: READ_S}.get(awaited)
        if time_s is None:
            self._known.discard(self)
        else:
            self._known.add(self)
            self._timer = self.loop.call_later(time_s, self.cut_off)
        if awaited is _Awaited.BODY:
            self._await_more()

    def _await_more(self) -> None:
        self._timer = self.loop.call_later(BODY_CHECK_S, self._check_body, self._received)

    def _check_body(self, before: int) -> None:
        """End a connection whose body arrives too slowly, unless the server has paused reading."""
        if self._received - before < BODY_BYTES_MIN and not self.flow.read_paused:
            self.cut_off()
        else:
            self._await_more()


class WithoutDisconnects:
    """The application without errors for clients that disconnect."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the connection until it ends."""
        try:
            await self._app(scope, receive, send)
        except (ClientDisconnect, WebSocketDisconnect):
            return
