"""WebSocket frames encoded once for all subscribers, and written without waiting.

The server offers this as an extension of the ASGI scope. Without it, as in a test client or another
server, frames are sent in the ordinary way.
"""

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

from planilla.application.frames import Frame
from planilla.application.watchers import SendNow

EXTENSION = "planilla.write_now"
"""The key in `scope["extensions"]` of `{"write": …}`, a function as `SharedFrames.write_now`."""

SHARED_MAX = 8
"""Number of cached encoded frames; the subscribers of a channel are served one after another."""


class SharedFrames(OneSocket):
    """A WebSocket of uvicorn that also accepts encoded frames."""

    async def run_asgi(self) -> None:
        """Offer the extension to the application."""
        self.scope["extensions"][EXTENSION] = {"write": self.write_now}
        await super().run_asgi()

    def write_now(self, wire: bytes) -> bool:
        """Write whole frames to the transport if the socket is open and has no backlog.

        Return False if nothing was written. The backlog is limited as in `send`, by the transport.
        """
        if self.conn.state is not State.OPEN or not self.writable.is_set():
            return False
        if not self.handshake_complete or self.transport.is_closing():
            return False
        self.transport.write(wire)
        return True


@functools.lru_cache(maxsize=SHARED_MAX)
def wire_of(data: bytes) -> bytes:
    """Return a final, unmasked binary frame (RFC 6455, 5.1 and 5.2)."""
    return WireFrame(Opcode.BINARY, data).serialize(mask=False)


def send_now_over(socket: WebSocket) -> SendNow | None:
    """Return the function that sends over a socket without waiting; None without one."""
    offered: dict[str, Any] = socket.scope.get("extensions", {}).get(EXTENSION, {})
    write: Callable[[bytes], bool] | None = offered.get("write")
    if write is None:
        return None

    def send_now(frame: Frame) -> bool:
        return write(wire_of(frame.data))

    return send_now
