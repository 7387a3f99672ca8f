"""A node on a free port for tests of the live adapter, and how to speak to it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from websockets.asyncio.client import ClientConnection

from dsl.live_client import LiveClient, as_json, grow
from dsl.tournaments import AFTER_2, ROUND_1, facts
from patience import PATIENCE_S
from planilla.adapters.live import routes
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Actor
from planilla.application.queries import Queries
from planilla.application.roles import full_grant
from planilla.application.watch import Bounds, FrameInterval, Hub
from planilla.domain.tournament.facts import Fact
from planilla.main.node import server_of
from planilla.main.places import UNSENT_MAX, bounded

FACTS = facts(*AFTER_2)
UNTIL_ROUND_1 = len(ROUND_1)
PACE = FrameInterval(window=0.01, window_max=0.02, heartbeat=0.1)


class Server:
    """A node on a free port, with its store at hand."""

    def __init__(self, store: MemoryStore, hub: Hub, port: int) -> None:
        self.store = store
        self.hub = hub
        self.port = port
        self.http = f"http://127.0.0.1:{port}"
        self.socket = f"ws://127.0.0.1:{port}/live"

    def grow(self, upto: int, told: Sequence[Fact] = FACTS) -> None:
        """Let `told` happen up to a version."""
        known = self.store.ledger.streams["club"].version
        grow(self.store, told[known:upto])


async def staff_by_header(connection: HTTPConnection) -> Actor:
    """Whoever says a scope in a header has it."""
    scope = connection.headers.get("x-scope")
    return Actor(id="staff", grants=(full_grant(scope),) if scope else ())


@contextlib.asynccontextmanager
async def serving(
    store: MemoryStore,
    bounds: Bounds | None = None,
    pace: FrameInterval = PACE,
    *,
    unsent: int = UNSENT_MAX,
) -> AsyncIterator[Server]:
    """A node on a free port, as `planilla serve` configures it."""
    hub = Hub(store, pace=pace, bounds=bounds)
    app = Starlette(
        routes=routes(
            hub, store, actor_of=staff_by_header, origins=frozenset({"https://club.example"})
        )
    )
    listener = socket.create_server(("127.0.0.1", 0))
    bounded(listener, unsent=unsent, stuck_s=max(1, round(pace.stuck)))
    started = asyncio.Event()
    server = server_of(app, started.set, stopping=hub.dismiss)
    async with hub.running():
        # `serve` would take the signals of the test run.
        task = asyncio.create_task(server._serve([listener]))
        await started.wait()
        port = listener.getsockname()[1]
        try:
            yield Server(store, hub, port)
        finally:
            server.should_exit = True
            await asyncio.wait_for(task, PATIENCE_S)


async def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    await socket.send(msgspec.json.encode(message))


async def hear(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    async with asyncio.timeout(PATIENCE_S):
        return dict(json.loads(await socket.recv()))


async def hear_until(socket: ClientConnection, client: LiveClient, version: int) -> None:
    """Let a client listen until it is at a version."""
    while client.version < version:
        client.receive(await hear(socket))


async def rows_of(server: Server, view: str) -> Any:
    """The rows of a fresh fold."""
    return as_json((await Queries(server.store).rows_at("club", view))[1])
