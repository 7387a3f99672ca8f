"""Live pages: the WebSocket, the event stream, and the snapshots that they start from."""

from planilla.adapters.live.reader import ActorOf
from planilla.adapters.live.routes import routes

__all__ = ["ActorOf", "routes"]
