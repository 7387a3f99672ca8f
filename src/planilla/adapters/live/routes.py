"""Routes of the live resources: the socket, streams, snapshots and names."""

from starlette.routing import BaseRoute, Route, WebSocketRoute

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
