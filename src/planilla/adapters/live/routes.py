"""Routes of the live resources: the socket, streams, snapshots and names."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from planilla.adapters.live import asyncapi
from planilla.adapters.live.reader import ActorOf, nobody
from planilla.adapters.live.snapshots import Snapshots
from planilla.adapters.live.socket import Sockets
from planilla.adapters.live.stream import Streams
from planilla.application.ports import Log
from planilla.application.queries import Queries
from planilla.application.watch import Hub


def routes(
    hub: Hub,
    log: Log,
    *,
    queries: Queries | None = None,
    actor_of: ActorOf = nobody,
    origins: frozenset[str] = frozenset(),
) -> list[BaseRoute]:
    """Return the routes of the live adapter over a running hub.

    `origins` are pages of other hosts that may open the socket, as `https://club.example`.
    """
    sockets = Sockets(hub, actor_of, origins)
    streams = Streams(hub, actor_of)
    snapshots = Snapshots(hub, log, queries or Queries(log), actor_of)
    return [
        WebSocketRoute("/live", sockets.serve),
        Route("/t/{tournament}/{view}/stream", streams.serve),
        Route("/api/t/{tournament}/views/{view}", snapshots.view),
        Route("/api/t/{tournament}/people", snapshots.people),
        Route("/api/asyncapi.json", asyncapi.serve),
    ]


class SocketsFirst:
    """Middleware that serves WebSockets before all that is for HTTP, which thousands of them keep.

    It comes first; sockets of other addresses go on to the application.
    """

    def __init__(self, app: ASGIApp, *, routes: Sequence[BaseRoute]) -> None:
        self._app = app
        self._sockets = {
            route.path: route.endpoint for route in routes if isinstance(route, WebSocketRoute)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or pass a request on."""
        serve = self._sockets.get(scope["path"]) if scope["type"] == "websocket" else None
        if serve is None:
            await self._app(scope, receive, send)
        else:
            await serve(WebSocket(scope, receive, send))
