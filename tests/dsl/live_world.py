"""Two nodes over one store, a spectator of all channels, and a bad line between them."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

from dsl.live_client import LiveClient, empty_store, grow
from dsl.walks import walk
from planilla.adapters.memory import MemoryStore
from planilla.application.roles import RIGHTS, Role, View
from planilla.application.watch import Bounds, FrameInterval, Hub
from planilla.application.watchers import Watcher
from planilla.projections import VIEWS

EAGER = FrameInterval(window=0, window_max=0, heartbeat=3600)
NAMES = {f"t/club/{view}": view for view in VIEWS}
NODES = 2
PUBLISHED_ROUND_UNPAIRED = 13
"""In `dsl.walks`: the last round is taken back, and its rows with it."""

ACTS = (
    *("grow", "grow", "grow some", "deliver", "deliver", "drop", "double", "hold", "late"),
    *("cut", "restart", "beat"),
)
"""What may happen; `World.act` does it."""


OWNER = RIGHTS[Role.OWNER].views


async def always(_: str) -> frozenset[View]:
    """Answer for a link that is never revoked."""
    return OWNER


class World:
    """Two nodes over one store, a spectator of all channels, and a bad line between them."""

    def __init__(self, numbers: list[int], system: str, bounds: Bounds) -> None:
        self.bounds = bounds
        self.facts = list(walk(numbers, system)[0])
        self.store: MemoryStore = empty_store()
        self.clients = {name: LiveClient() for name in NAMES}
        self.held: list[dict[str, Any]] = []
        self.hubs: list[Hub] = []
        self.stacks: list[AsyncExitStack] = []
        self.node = 0
        self.watcher: Watcher | None = None

    async def start(self) -> None:
        self.grow(3)
        for _ in range(NODES):
            self.stacks.append(AsyncExitStack())
            self.hubs.append(await self.stacks[-1].enter_async_context(self.new_hub().running()))
        self.connect()

    def new_hub(self) -> Hub:
        return Hub(self.store, pace=EAGER, bounds=self.bounds)

    def grow(self, count: int) -> None:
        grow(self.store, self.facts[:count], per_command=2)
        del self.facts[:count]

    def connect(self) -> None:
        self.watcher = self.hubs[self.node].join(views_of=always)
        for client in self.clients.values():
            client.needs = "subscribe"

    def cut(self) -> None:
        assert self.watcher is not None
        self.hubs[self.node].leave(self.watcher)
        self.node = (self.node + 1) % NODES
        self.connect()

    async def restart(self) -> None:
        await self.stacks[self.node].aclose()
        self.stacks[self.node] = AsyncExitStack()
        running = self.new_hub().running()
        self.hubs[self.node] = await self.stacks[self.node].enter_async_context(running)
        self.cut()

    async def settle(self) -> None:
        """Let the nodes do what they have to do now."""
        for _ in range(40):
            await asyncio.sleep(0)

    def sent(self) -> list[dict[str, Any]]:
        assert self.watcher is not None
        frames: list[dict[str, Any]] = []
        while self.watcher._queue:
            frames += [json.loads(frame.data) for frame in self.watcher._queue]
            self.watcher._queue.clear()
            self.watcher.unsent = 0
            self.watcher._catch_up_the_slow()
        return frames

    def deliver(self, frames: list[dict[str, Any]]) -> None:
        for frame in frames:
            if "c" in frame:
                self.clients[frame["c"]].receive(frame)

    async def obey(self) -> None:
        """Do what the clients need."""
        assert self.watcher is not None
        for name, client in self.clients.items():
            if client.needs == "fetch":
                client.fetched(json.loads((await self.hub.snapshot(name, OWNER)).body))
            if client.needs is not None:
                await self.hub.subscribe(self.watcher, name, client.subscribing(), OWNER)

    @property
    def hub(self) -> Hub:
        return self.hubs[self.node]

    async def act(self, act: str) -> None:
        match act:
            case "grow" | "grow some":
                self.grow(1 if act == "grow" else 5)
            case "cut":
                self.cut()
            case "restart":
                await self.restart()
            case "beat":
                self.beat()
            case _:
                self.line(act)

    def line(self, act: str) -> None:
        """What the line does with the frames that were sent."""
        frames = self.sent()
        match act:
            case "deliver":
                self.deliver(frames)
            case "double":
                self.deliver([*frames, *frames])
            case "hold":
                self.held += frames
            case "late":
                self.deliver(frames)
                self.deliver([frame for frame in self.held if "o" in frame])
                self.held = []
            case _:
                assert act == "drop"

    def beat(self) -> None:
        for channel in self.hub._channels.values():
            channel.beat()

    async def finish(self) -> None:
        """The rest happens, and the line is good from now on."""
        self.grow(len(self.facts))
        for _ in range(4):
            await self.settle()
            self.beat()
            self.deliver(self.sent())
            for client in self.clients.values():
                if client.awaiting:  # the answer was lost: a client asks again after a while
                    client.needs = client.needs or "subscribe"
            await self.obey()
        for stack in self.stacks:
            await stack.aclose()


async def live_through(numbers: list[int], acts: list[str], system: str, bounds: Bounds) -> World:
    """A world after a history of commands (`dsl.walks`) and of accidents, and a quiet end."""
    world = World(numbers, system, bounds)
    await world.start()
    for act in acts:
        await world.obey()
        await world.act(act)
        await world.settle()
    await world.finish()
    return world
