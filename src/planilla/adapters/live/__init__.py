"""Live pages: the socket, the stream of events, and the snapshots they start from."""

from planilla.adapters.live.reader import ScopesOf
from planilla.adapters.live.routes import routes

__all__ = ["ScopesOf", "routes"]
