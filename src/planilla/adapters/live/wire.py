"""WebSocket frames encoded once for all subscribers, and written without waiting.

The server offers this as an extension of the ASGI scope. Without it, as in a test client or another
server, frames are sent in the ordinary way.
"""

import functools
import os
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import (
    WebSocketsSansIOProtocol as OneSocket,
)
from websockets.frames import Frame as WireFrame
from websockets.frames import Opcode
from websockets.protocol import State

from planilla.application.watchers import SendNow

EXTENSION = "planilla.write_now"
"""The key in `scope["extensions"]` of `{"write": …}`, a function as `SharedFrames.write_now`."""

SHARED_MAX = 8
"""Number of cached encoded frames; the subscribers of a channel are served one after another."""

OPEN = State.OPEN


class SharedFrames(OneSocket):
    """A WebSocket of uvicorn that also accepts messages to be written at once."""

    async def run_asgi(self) -> None:
        """Offer the extension to the application."""
        self.scope["extensions"][EXTENSION] = {"write": self.write_now}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """Send a message; after the handshake, forget what it was about."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response

    def write_now(self, data: bytes) -> bool:
        """Write a message in whole if the socket is open and has no backlog.

        Return False if nothing was written. The backlog is limited as in `send`, by the transport.
        Where nothing waits in the transport the kernel takes the bytes directly: thousands of
        watchers are told in one turn of the event loop.
        """
        transport = self.transport
        if self.conn.state is not OPEN or transport.is_closing() or not self.writable.is_set():
            return False
        wire = wire_of(data)
        if transport.get_write_buffer_size() or self.scheme == "wss":
            transport.write(wire)
            return True
        try:
            written = os.write(self._descriptor, wire)
        except OSError:  # it is full, or gone, which the transport finds out
            written = 0
        if written < len(wire):
            transport.write(wire[written:])
        return True

    @functools.cached_property
    def _descriptor(self) -> int:
        """The descriptor of the socket, which is its own as long as the transport is open."""
        descriptor: int = self.transport.get_extra_info("socket").fileno()
        return descriptor


@functools.lru_cache(maxsize=SHARED_MAX)
def wire_of(data: bytes) -> bytes:
    """Return a final, unmasked binary frame (RFC 6455, 5.1 and 5.2)."""
    return WireFrame(Opcode.BINARY, data).serialize(mask=False)


def send_now_over(socket: WebSocket) -> SendNow | None:
    """Return the function that sends over a socket without waiting; None without one."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    return offered.get("write")
