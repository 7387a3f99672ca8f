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

    `send` is that of the socket while the WebSocket is open and nothing waits in the transport, so
    that the order of bytes is kept. A transport that is closing is asked each time.
    """

    __slots__ = ("_transport", "is_closing", "send")

    encoded = staticmethod(wire_of)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_closing = transport.is_closing
        self.send: Callable[[bytes], int] | None = None

    def open(self) -> None:
        """Let bytes pass; a closed socket raises `OSError` and is never taken for another."""
        self.send = self._transport.get_extra_info("socket")._sock.send  # noqa: SLF001 - asyncio's

    def finish(self, rest: bytes) -> None:
        """Leave the rest of a frame to the transport, which pauses writing until it is sent."""
        self._transport.write(rest)

    def write(self, data: bytes) -> bool:
        """Write a message in whole if the socket is open and nothing waits in the transport.

        Return False if nothing was written. Of a full or a lost socket the transport finds out.
        """
        if self.send is None or self.is_closing():
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
    """A WebSocket of uvicorn that also accepts messages to be written at once, by its outlet."""

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

    def pause_writing(self) -> None:
        """Let nothing overtake what waits in the transport."""
        super().pause_writing()
        self._set_outlet()

    def resume_writing(self) -> None:
        """Open the outlet again: the transport has sent everything."""
        super().resume_writing()
        self._set_outlet()

    def _set_outlet(self) -> None:
        if self.conn.state is OPEN and self.scheme == "ws" and self.writable.is_set():
            self.outlet.open()
        else:
            self.outlet.send = None


def outlet_over(socket: WebSocket) -> Outlet | None:
    """Return the outlet of a socket; None without one."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    return offered.get("outlet")
