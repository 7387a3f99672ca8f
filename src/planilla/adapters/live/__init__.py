"""Live pages: the WebSocket, the event stream, and the snapshots that they start from."""

from planilla.adapters.live.reader import ScopesOf
from planilla.adapters.live.routes import routes

__all__ = ["ScopesOf", "routes"]
