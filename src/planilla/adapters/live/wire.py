"""WebSocket frames encoded once for all subscribers, and written without waiting.

The server offers this as an extension of the ASGI scope. Without it, as in a test client or another
server, frames are sent in the ordinary way.
"""

import asyncio
import functools
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import (
    WebSocketsSansIOProtocol as OneSocket,
)
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode
from websockets.protocol import State

from planilla.application.watchers import Outlet

EXTENSION = "planilla.outlet"
"""The key in `scope["extensions"]` of `{"outlet": …}`, a `SocketOutlet`."""

SHARED_MAX = 8
"""Number of cached encoded frames; the subscribers of a channel are served one after another."""

OPEN = State.OPEN


@functools.lru_cache(maxsize=SHARED_MAX)
def wire_of(data: bytes) -> bytes:
    """Return a final, unmasked binary frame (RFC 6455, 5.1 and 5.2)."""
    return WireFrame(Opcode.BINARY, data).serialize(mask=False)


class SocketOutlet:
    """The direct way to the socket of a WebSocket, past its transport: an `Outlet`.

    `send` is that of the socket while the WebSocket is open and nothing waits in the transport or
    in the queue, so that the order of bytes is kept.
    """

    __slots__ = ("_is_held", "_is_open", "_transport", "send")

    encoded = staticmethod(wire_of)

    def __init__(self, transport: asyncio.Transport) -> None:
        self.send: Callable[[bytes], int] | None = None
        self._transport = transport
        self._is_open = self._is_held = False

    def set_open(self, is_open: bool) -> None:  # noqa: FBT001 - a setter
        """Tell whether the connection accepts bytes that bypass it."""
        if is_open is not self._is_open:
            self._is_open = is_open
            self._set()

    def hold(self) -> None:
        """Let nothing pass: a message waits in the queue."""
        self._is_held = True
        self._set()

    def release(self) -> None:
        """Let messages pass again: the queue is empty."""
        self._is_held = False
        self._set()

    def _set(self) -> None:
        """Open or close the way to the socket, which is never taken for another one."""
        if self._is_open and not self._is_held:
            self.send = self._transport.get_extra_info("socket")._sock.send  # noqa: SLF001 - asyncio's
        else:
            self.send = None

    def finish(self, rest: bytes) -> None:
        """Leave the rest of a frame to the transport, which pauses writing until it is sent."""
        self._transport.write(rest)

    def write(self, data: bytes) -> bool:
        """Write a message in whole if the socket is open and nothing waits before it.

        Return False if nothing was written. Of a full or a lost socket the transport finds out.
        """
        if self.send is None:
            return False
        wire = wire_of(data)
        try:
            written = self.send(wire)
        except OSError:
            written = 0
        if written < len(wire):
            self.finish(wire[written:])
        return True


class SharedFrames(OneSocket):
    """A WebSocket of uvicorn that also accepts messages to be written at once, by its outlet.

    Whatever may end it, open it, or fill or empty its transport looks at the outlet afterwards.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Prepare the outlet of the connection, closed until the handshake is over."""
        super().connection_made(transport)
        self.outlet = SocketOutlet(self.transport)

    async def run_asgi(self) -> None:
        """Offer the extension to the application."""
        self.scope["extensions"][EXTENSION] = {"outlet": self.outlet}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """Send a message; after the handshake, forget what it was about."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response
            if self.scheme == "ws":  # TLS has to see the bytes
                self.transport.set_write_buffer_limits(0)  # paused while anything waits
        self._set_outlet()

    def data_received(self, data: bytes) -> None:
        """Read messages; one of them may close the WebSocket."""
        super().data_received(data)
        self._set_outlet()

    def keepalive_timeout(self) -> None:
        """Close the WebSocket, of which nothing was heard."""
        super().keepalive_timeout()
        self._set_outlet()

    def shutdown(self) -> None:
        """Close the WebSocket, since the server stops."""
        super().shutdown()
        self._set_outlet()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let nothing pass any more."""
        super().connection_lost(exc)
        self._set_outlet()

    def pause_writing(self) -> None:
        """Let nothing overtake what waits in the transport."""
        super().pause_writing()
        self._set_outlet()

    def resume_writing(self) -> None:
        """Open the outlet again: the transport has sent everything."""
        super().resume_writing()
        self._set_outlet()

    def _set_outlet(self) -> None:
        self.outlet.set_open(
            self.conn.state is OPEN
            and self.scheme == "ws"
            and self.writable.is_set()
            and not self.transport.is_closing()
        )


def outlet_over(socket: WebSocket) -> Outlet | None:
    """Return the outlet of a socket; None without one."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    return offered.get("outlet")
