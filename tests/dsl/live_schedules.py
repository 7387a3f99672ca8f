"""Seeded schedules of what may happen between a log and those who watch it, without sockets.

Several nodes follow a log: their wake-ups are lost, late, doubled or out of order; nodes are
stopped, killed and started; the log outruns what they tell apart, and is restored from a backup,
after which it goes on differently under another epoch, node by node. Clients are cut off, do not
read, and fetch snapshots from any node. A line carries what is sent in order, and loses only its
end: so does TCP.

After each message a client holds exactly the rows of the version that it says it is at, by a fold
of the log of that epoch; within an epoch it takes each version once and in order. A spectator is
never further than the log allows, in which what the public sees is set anew again and again. In the
end all are at the head, or at the last version that is public.
"""

import asyncio
import json
import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, NamedTuple

from dsl.live_client import LiveClient, as_json, empty_store, grow, recorded
from dsl.outlet import AcceptingOutlet
from dsl.walks import walk
from planilla.adapters.memory import SetClock
from planilla.application import channels
from planilla.application.envelope import Recorded
from planilla.application.frames import Frame
from planilla.application.publication import public_upto
from planilla.application.queries import Queries
from planilla.application.roles import RIGHTS, Role, View
from planilla.application.states import History as TournamentHistory
from planilla.application.watch import Bounds, FrameInterval, Hub
from planilla.application.watchers import PUBLIC_ONLY, ViewsOf, Watcher
from planilla.audit.seal import GENESIS
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.facts import Fact
from planilla.projections import VIEWS

VIEWS_WATCHED = ("timeline", "pairings", "event", "desk")
"""A view of facts, and three of states: with rows that go, with one row, and of the staff."""
PREFIX, NUMBERS = 8, 26
"""Choices that a log and its restored copy share, and all of a log (`dsl.walks`)."""
OWNER = RIGHTS[Role.OWNER].views
READER = {view: PUBLIC_ONLY if VIEWS[view].audience is Audience.PUBLIC else OWNER for view in VIEWS}
"""The views of somebody without a link, or of the staff where a link is needed."""
MINUTE_US = 60_000_000
LOGS = 6
FIRST = 3
"""Commands in the log when all begins."""
EAGER = FrameInterval(window=0, window_max=0, heartbeat=3600)
PIPE_MAX = 3
"""Messages on their way that a line takes at once; more wait at the node."""

ACTS = (
    *("grow",) * 5,
    *("grow some", "grow much"),
    *("wake",) * 4,
    *("wake twice", "wake late"),
    *("read",) * 6,
    *("read all",) * 3,
    *("settle",) * 3,
    *("stall", "flow"),
    *("cut", "cut", "beat", "wait", "stop", "kill", "restore"),
)


class History(NamedTuple):
    """A log, the versions at which its commands end, and the rows of views at these versions."""

    epoch: str
    events: tuple[Recorded, ...]
    ends: tuple[int, ...]
    rows: Mapping[tuple[str, int], dict[str, Any]]


class Branching(NamedTuple):
    """A log, what was recorded after a backup of it was restored, and the commands they share."""

    first: History
    restored: History
    shared: int


async def branching(number: int) -> Branching:
    """Return one of the logs that schedules are about, with the rows that it must show."""
    chance = random.Random(f"log {number}")
    system = ("round-robin", "swiss-dutch-libro")[number % 2]
    numbers = [chance.choice((0, chance.randrange(10_000))) for _ in range(NUMBERS)]
    others = [chance.choice((0, chance.randrange(10_000))) for _ in range(NUMBERS - PREFIX)]
    ways = (numbers, numbers[:PREFIX] + others)
    logs = [walk(each, system, publishes=number % 3 > 0)[0] for each in ways]
    ends = [_command_ends(number, len(log)) for log in logs]
    pairs = zip(*logs, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), len(logs[0]))
    first, restored = [
        History(f"epoch-{at}", _events(log, ends[at]), ends[at], await _rows(log, ends[at]))
        for at, log in enumerate(logs)
    ]
    return Branching(first, restored, sum(end <= same for end in ends[0]))


def _command_ends(number: int, versions: int) -> tuple[int, ...]:
    """Return the versions at which commands of one to three facts end, by seeded chance."""
    chance, ends = random.Random(f"commands {number}"), [0]
    while ends[-1] < versions:
        ends.append(min(versions, ends[-1] + chance.choice((1, 1, 2, 3))))
    return tuple(ends[1:])


def _events(facts: Sequence[Fact], ends: Sequence[int]) -> tuple[Recorded, ...]:
    found: list[Recorded] = []
    for fact in facts:
        last = found[-1].hash if found else GENESIS
        command = sum(end < fact.version for end in ends)
        found.append(recorded(fact, fact.version, last, command=command))
    return tuple(found)


async def _rows(
    facts: Sequence[Fact], ends: Sequence[int]
) -> Mapping[tuple[str, int], dict[str, Any]]:
    store = empty_store()
    grow(store, facts)
    queries = Queries(store)
    return {
        (view, end): as_json((await queries.rows_at("club", view, end))[1])
        for view in VIEWS_WATCHED
        for end in ends
    }


class GrowingLog:
    """The `Log` port of one database; commands are appended whole."""

    def __init__(self, history: History, commands: int) -> None:
        self.history = history
        self.commands = commands

    @property
    def end(self) -> int:
        """The last version, which is also the position of the log: it holds one tournament."""
        return self.history.ends[self.commands - 1]

    @property
    def is_over(self) -> bool:
        return self.commands == len(self.history.ends)

    def append(self, commands: int) -> None:
        self.commands = min(self.commands + commands, len(self.history.ends))

    async def epoch(self) -> str:
        return self.history.epoch

    async def position(self) -> int:
        return self.end

    async def head(self, _: str) -> int:
        return self.end

    async def hidden(self, _: str) -> bool:
        return False

    async def erased(self, _: str) -> int:
        return 0

    async def events(self, _: str, after: int = 0, upto: int | None = None) -> tuple[Recorded, ...]:
        return self.history.events[after : self.end if upto is None else min(upto, self.end)]

    async def since(self, position: int, limit: int = 1000) -> tuple[Recorded, ...]:
        return self.history.events[position : min(self.end, position + limit)]


class NodeLog(GrowingLog):
    """The log of a database as one node hears of it: by the heads of its own wake-ups."""

    def __init__(self, log: GrowingLog) -> None:
        self._log = log
        self.history = log.history
        self._heads: asyncio.Queue[int] = asyncio.Queue()
        self.wake()

    @property
    def commands(self) -> int:  # type: ignore[override]
        """The commands in the log of the database."""
        return self._log.commands

    def wake(self, head: int | None = None) -> None:
        """Have the node woken with a head; None is the present one."""
        self._heads.put_nowait(self.end if head is None else head)

    async def wakes(self) -> AsyncIterator[int]:
        while True:
            yield await self._heads.get()


class Node:
    """A server, which may be started on another database than before."""

    def __init__(self) -> None:
        self.hub: Hub | None = None
        self.log: NodeLog | None = None
        self.lines: set[Line] = set()
        self._stack = AsyncExitStack()

    async def start(self, log: GrowingLog, bounds: Bounds, clock: SetClock) -> None:
        self.log = NodeLog(log)
        self.hub = Hub(self.log, pace=EAGER, bounds=bounds, clock=clock)  # type: ignore[arg-type]
        await self._stack.enter_async_context(self.hub.running())

    async def stop(self, *, is_killed: bool) -> None:
        """End it: one that is killed sends nothing any more."""
        assert self.hub is not None, "it runs"
        for line in tuple(self.lines) if is_killed else ():
            line.cut()
        await self._stack.aclose()
        for line in tuple(self.lines):
            line.pump()
            line.is_down = True
            self.hub.leave(line.watcher)
        self.lines.clear()


class Line:
    """A connection between a client and a node, with what is on its way to the client."""

    def __init__(self, node: Node, views: frozenset[View], *, writes_now: bool) -> None:
        assert node.hub is not None, "the node runs"
        self.node = node
        self.is_down = self.is_stalled = False
        self.on_its_way: deque[bytes] = deque()
        self.outlet = AcceptingOutlet(self._accept)
        self.watcher: Watcher = node.hub.join(self.outlet if writes_now else None, _having(views))
        self._waiting: AsyncIterator[Frame] | None = None
        node.lines.add(self)

    def _accept(self, data: bytes) -> int:
        if self.is_stalled or len(self.on_its_way) >= PIPE_MAX:
            return 0
        self.on_its_way.append(data)
        return len(data)

    def pump(self) -> None:
        """Put what waits at the node on its way, as far as the line takes it."""
        while not self.is_stalled and len(self.on_its_way) < PIPE_MAX:
            self._waiting = self._waiting or self.watcher.waiting()
            step: Any = self._waiting.__anext__()
            try:
                step.send(None)  # it waits for nothing
            except StopIteration as found:
                self.on_its_way.append(found.value.data)
            except StopAsyncIteration:
                self._waiting = None
                return

    def cut(self) -> None:
        """Lose what is on its way; the node notices."""
        self.is_down = True
        self.on_its_way.clear()
        self.node.lines.discard(self)
        if self.node.hub is not None:
            self.node.hub.leave(self.watcher)


def _having(views: frozenset[View]) -> ViewsOf:
    async def views_of(_: str) -> frozenset[View]:
        return views

    return views_of


class CheckedClient(LiveClient):
    """A client of one view that is compared with the log after each message."""

    def __init__(self, view: str, histories: Mapping[str, History], views: frozenset[View]) -> None:
        super().__init__()
        self.view = view
        self.views = views
        self.allowed: Callable[[str], int] = lambda _: 0
        self.line: Line | None = None
        self.steps: list[tuple[str, int]] = []
        self._histories = histories

    @property
    def channel(self) -> str:
        return f"t/club/{self.view}"

    def hear(self, data: bytes) -> None:
        """Obey one message, and check where it leads."""
        frame = json.loads(data)
        if frame.get("c") == self.channel:
            assert "error" not in frame, frame
            self.receive(frame)
            self.check()

    def check(self) -> None:
        """Check that the rows are those of the version, and that it does not go back."""
        self.history.clear()
        if self.epoch is None:
            return
        epoch = self.epoch.rpartition(".")[0]
        if self.steps and self.steps[-1][0] == epoch:
            assert self.version >= self.steps[-1][1], "it went back"
        self.steps.append((epoch, self.version))
        assert self.version <= self.allowed(epoch), "it is not public yet"
        assert self.rows == self._histories[epoch].rows[self.view, self.version], "other rows"

    def _update(self, frame: dict[str, Any]) -> None:
        before, (start, end) = self.version, frame["o"]
        is_known = self.epoch is not None and not self.awaiting
        super()._update(frame)
        if self.version != before:
            assert is_known
            assert start <= before < end == self.version, "a version was left out or taken twice"


class Schedule:
    """What happens by one seed: two or three nodes, two clients, and some thirty acts."""

    def __init__(self, seed: int, logs: Sequence[Branching]) -> None:
        self.chance = random.Random(seed)
        self.log_pair = self.chance.choice(logs)
        self.log = GrowingLog(self.log_pair.first, FIRST)
        self.bounds = Bounds(
            jump=self.chance.choice((1, 3, 64)), unsent=self.chance.choice((0, 300, 64_000))
        )
        self.nodes = [Node() for _ in range(self.chance.choice((2, 2, 3)))]
        histories = {each.epoch: each for each in self.log_pair[:2]}
        views = self.chance.sample(VIEWS_WATCHED, 2)
        self.clock = SetClock(0)
        self.clients = [
            CheckedClient(view, histories, self.chance.choice((OWNER, OWNER, READER[view])))
            for view in views
        ]
        for client in self.clients:
            client.allowed = partial(self._end_for, client)
        self._known = {
            each.epoch: TournamentHistory(tournament="club").continued(each.events)
            for each in self.log_pair[:2]
        }

    async def run(self) -> None:
        """Let it all happen, then a quiet end.

        Raises:
            AssertionError: a client had other rows than the log, or did not reach its end.
        """
        in_band = channels.IN_BAND_MAX
        channels.IN_BAND_MAX = self.chance.choice((in_band, in_band, 400))
        try:
            for node in self.nodes:
                await node.start(self.log, self.bounds, self.clock)
            for _ in range(self.chance.randrange(10, 40)):
                await self._obey()
                await self._act(self.chance.choice(ACTS))
                await _turns(self.chance.choice((0, 1, 2, 5, 12)))
            await self._end()
        finally:
            channels.IN_BAND_MAX = in_band
            for node in self.nodes:
                await node.stop(is_killed=True)

    async def _obey(self) -> None:
        """Connect the clients that have no line, and do what they need."""
        for client in self.clients:
            if client.line is None or (client.line.is_down and not client.line.on_its_way):
                node = self.chance.choice(self.nodes)
                client.line = Line(node, client.views, writes_now=self.chance.random() < 0.5)
                client.awaiting, client.needs = False, "subscribe"
            line = client.line
            if client.needs is None or line.is_down:
                continue
            if client.needs == "fetch":
                hub = self.chance.choice(self.nodes).hub
                assert hub is not None, "all nodes run"
                client.fetched(json.loads((await hub.snapshot(client.channel, client.views)).body))
                client.check()
            hub = line.node.hub
            assert hub is not None, "all nodes run"
            await hub.subscribe(line.watcher, client.channel, client.subscribing(), client.views)

    async def _act(self, act: str) -> None:  # noqa: C901, PLR0912 - one case for each act
        chance, node = self.chance, self.chance.choice(self.nodes)
        assert node.log is not None, "all nodes run"
        line = chance.choice(self.clients).line
        match act:
            case "grow" | "grow some" | "grow much":
                self.log.append({"grow": 1, "grow some": 3}.get(act, 9))
                for each in self.nodes:  # a wake-up may be lost
                    if each.log is not None and chance.random() < 0.6:
                        each.log.wake()
            case "wake" | "wake twice":
                for _ in range(2 if act == "wake twice" else 1):
                    node.log.wake()
            case "wake late":
                node.log.wake(chance.choice(node.log.history.ends[: node.log.commands]))
            case "read" | "read all":
                for client in self.clients:
                    self._read(client, 1 if act == "read" else 100)
            case "settle":
                await _turns(30)
            case "stall" | "flow" if line is not None:
                line.is_stalled = act == "stall"
            case "cut" if line is not None and not line.is_down:
                line.cut()
            case "beat":
                await self._beat(node)
            case "wait":
                self.clock.time += chance.choice((1, 30, 90)) * 1_000_000
                await self._beat(node)
            case "stop" | "kill":
                await self._restart(node, is_killed=act == "kill")
            case "restore":
                await self._restore(node)
            case _:
                assert act in {"stall", "flow", "cut"}, act

    def _read(self, client: CheckedClient, most: int) -> None:
        line = client.line
        for _ in range(most):
            if line is None:
                return
            if not line.is_down:
                line.pump()
            if not line.on_its_way:
                return
            client.hear(line.on_its_way.popleft())

    async def _restart(self, node: Node, *, is_killed: bool) -> None:
        await node.stop(is_killed=is_killed)
        await node.start(self.log, self.bounds, self.clock)

    async def _restore(self, node: Node) -> None:
        """Restore a backup beside the database, once, and move a node there."""
        if self.log.history is self.log_pair.first:
            shared = min(self.log_pair.shared, self.log.commands)
            self.log = GrowingLog(self.log_pair.restored, self.chance.randint(1, shared))
        await self._restart(node, is_killed=self.chance.random() < 0.5)

    async def _beat(self, node: Node) -> None:
        assert node.hub is not None, "all nodes run"
        await node.hub._look_after_channels()

    async def _end(self) -> None:
        """The log grows to its end, all nodes are on it and woken, and the lines are good.

        A heartbeat tells a version that changed nothing in a view.
        """
        self.log.append(100)
        self.clock.time = self.log.history.events[-1].recorded_at + 2 * MINUTE_US
        for node in self.nodes:
            if node.log is None or node.log.history is not self.log.history:
                await self._restart(node, is_killed=True)
        for _ in range(4):
            await self._calm_round()
        for client in self.clients:
            assert client.epoch is not None
            assert client.epoch.startswith(self.log.history.epoch), "another log"
            epoch = self.log.history.epoch
            assert client.version == self._end_for(client, epoch), "it is not at the end"

    def _end_for(self, client: CheckedClient, epoch: str) -> int:
        """The last version of a log, or the last that is public, otherwise than channels know it.

        Of a log that was restored the first one is known to its end.
        """
        entries = self._known[epoch].entries
        if epoch == self.log.history.epoch:
            entries = entries[: self.log.end]
        if View.AHEAD in client.views:
            return len(entries)
        now = max(self.clock.time, entries[-1].recorded_at)
        return public_upto(entries, now, VIEWS[client.view].level)

    async def _calm_round(self) -> None:
        for node in self.nodes:
            assert node.log is not None, "all nodes run"
            node.log.wake()
        await self._obey()
        await _turns(30)
        for client in self.clients:
            if client.line is not None:
                client.line.is_stalled = False
            self._read(client, 1000)
        for node in self.nodes:
            await self._beat(node)


async def _turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


class Tally(NamedTuple):
    """The schedules that were run, and the messages, snapshots and versions that clients took."""

    schedules: int
    steps: int


async def run_schedules(seeds: Sequence[int]) -> Tally:
    """Run the schedules of these seeds one after another.

    Raises:
        AssertionError: one of them fails; its note names the seed.
    """
    logs = [await branching(number) for number in range(LOGS)]
    steps = 0
    for seed in seeds:
        schedule = Schedule(seed, logs)
        try:
            await schedule.run()
        except BaseException as error:
            error.add_note(f"schedule {seed}")
            raise
        steps += sum(len(client.steps) for client in schedule.clients)
    return Tally(len(seeds), steps)
