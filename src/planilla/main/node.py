"""One server: the store, the live hub, the alarm, the pages, a demonstration, and background work.

Background work: worker processes, garbage collection, inspection of the store.
"""

import asyncio
import contextlib
import ctypes
import gc
import logging
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple, cast

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection

from planilla.adapters.cli.services import Show
from planilla.adapters.clock import SystemClock
from planilla.adapters.http.app import build
from planilla.adapters.http.connections import (
    HEAD_MAX,
    UNSENT_MAX,
    WAITING_MAX,
    Connections,
    TimedConnection,
    WithoutDisconnects,
    connection_limits,
    descriptors_raised,
)
from planilla.adapters.http.limits import Buckets
from planilla.adapters.http.shared_buckets import SharedBuckets
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import LINKS, actor_behind
from planilla.adapters.ids import RandomIds
from planilla.adapters.live.routes import SocketsFirst, routes
from planilla.adapters.live.wire import SharedFrames
from planilla.adapters.push import PushNotifier
from planilla.adapters.push.encryption import Voucher
from planilla.adapters.push.sender import PushSender
from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.adapters.scheduler.timers import SchedulerTimers
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import is_sqlite
from planilla.adapters.workers import WorkerProcess
from planilla.application import impact, whatif
from planilla.application.alarm import Alarm
from planilla.application.envelope import Actor
from planilla.application.erasing_listed import ErasureListingBus, ErasureListingIntake
from planilla.application.inspecting import Inspection, KnownOutside, inspect
from planilla.application.integrity import Integrity, WatchedDesk
from planilla.application.jobs import Worker, WorkerLost
from planilla.application.permissions import ORGANISER
from planilla.application.ports import Clock, KeyUnusable, StoreUnavailable
from planilla.application.push import PUSH_SERVICES, PushOffer, push_secret
from planilla.application.queries import Queries
from planilla.application.roles import ALL_TOURNAMENTS, full_grant
from planilla.application.states import TournamentReader
from planilla.application.watch import Bounds, Hub
from planilla.config import Settings
from planilla.domain.tiebreaks import arrays
from planilla.main.places import erasures_of, keys_of, known_outside, organiser_token
from planilla.main.several import WHOLE, ServerShare

START_DELAY_S = 5.0
"""Seconds until the processes are started and the store is inspected, after the server."""

WORK_MODULES = (impact, whatif)
"""The modules that the processes work with: they are loaded with this one."""

INSPECTION_INTERVAL_S = 600.0
INSPECTION_SHARE = 50
"""An inspection takes at most one part of this many of the time."""

FORCED_COLLECTION_PASSES = 200
"""Passes over the middle generation after which a full one is forced (Python: 10).

Each is some 7,000 objects that stay, so that the rubbish among them remains bounded.
"""
DUE_COLLECTION_PASSES = 10
"""Passes over the middle generation after which a full pass is worth a quiet moment."""
URGENT_COLLECTION_PASSES = 30
"""Passes over the middle generation after which a full pass waits no longer for one."""
THOROUGH_EACH = 50
"""One full pass of so many visits also what those before it have set aside."""
COLLECTION_INTERVAL_S = 1.0
"""Seconds between two questions whether a full pass is due."""
QUIET_S = 2.0
"""Seconds without a new event that make a quiet moment."""
TRIM_INTERVAL_S = 30.0
"""Seconds between two returns of free memory to the system."""
PING_S = 60.0
"""Seconds between two pings of a WebSocket: who has gone without a word is noticed after that.

A ping with its answer costs ten times as much as a frame.
"""


def modules_loaded(_: None) -> int:
    """Return the number of modules to work with: a process that is asked for it loads them."""
    return len(WORK_MODULES)


async def start_processes(
    processes: Iterable[Worker | None], *, after_s: float = START_DELAY_S
) -> None:
    """Start each process, one after the other; one that is lost is started when it is needed.

    A process costs three tenths of a second of CPU until it can work: the reader of the first
    dossier, or the arbiter of the first correction, would wait for it.
    """
    await asyncio.sleep(after_s)
    for process in processes:
        if process is not None:
            with contextlib.suppress(WorkerLost):
                await asyncio.wrap_future(process.ask(modules_loaded, None))


def inspection_of(given: tuple[str, KnownOutside]) -> Inspection:
    """Inspect the database at an address: for another process."""
    from planilla.adapters.store.inspection import open_snapshot  # the others work without

    url, known = given
    with open_snapshot(url) as snapshot:
        return inspect(snapshot, known)


async def inspect_regularly(
    url: str,
    known: Callable[[], KnownOutside],
    integrity: Integrity,
    worker: Worker,
    *,
    after_s: float = START_DELAY_S,
) -> None:
    """Inspect soon after the start, then again and again; the log file says what is wrong."""
    await asyncio.sleep(after_s)
    while True:
        begun = time.monotonic()
        try:
            found = await asyncio.wrap_future(worker.ask(inspection_of, (url, known())))
        except (KeyUnusable, StoreUnavailable, WorkerLost) as error:
            logger.warning("the database was not inspected: %s", error)
        except Exception:  # the server must not end with it
            logger.exception("the inspection of the database failed: run `planilla log verify`")
        else:
            integrity.inspected(found)
            if not found.is_whole:
                logger.error("the database was changed outside Planilla: run `planilla log verify`")
        await asyncio.sleep(
            max(INSPECTION_INTERVAL_S, INSPECTION_SHARE * (time.monotonic() - begun))
        )


@contextlib.contextmanager
def full_passes_put_off() -> Iterator[None]:
    """Leave the objects loaded before out of all passes; force full ones seldom.

    A full pass stops the whole process: a tenth of a second with a big hall and hundreds of
    watchers. By itself Python begins one when enough objects have grown old, hence just after a
    tournament was opened. Young objects are collected as always.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*usual[:2], FORCED_COLLECTION_PASSES)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def collect_in_quiet_moments(
    position: Callable[[], Awaitable[int]],
    *,
    each_s: float = COLLECTION_INTERVAL_S,
    quiet_s: float = QUIET_S,
) -> None:
    """Do the full passes that are due, for ever, each when nothing has been recorded lately.

    `position` returns the length of the log. What a pass leaves is set aside (`gc.freeze`): with
    ten thousand WebSockets a pass over everything stops the process for half a second. What becomes
    rubbish there, some 2 kB for a WebSocket that ends, waits for a thorough pass.
    """
    number = 0
    while True:
        await asyncio.sleep(each_s)
        if gc.get_count()[2] < DUE_COLLECTION_PASSES:
            continue
        with contextlib.suppress(StoreUnavailable):
            await _quiet(position, quiet_s)
            number += 1
            if number % THOROUGH_EACH == 0:
                gc.unfreeze()
            gc.collect()
            gc.freeze()


async def _quiet(position: Callable[[], Awaitable[int]], quiet_s: float) -> None:
    """Wait until nothing was recorded for `quiet_s`, or a pass has become urgent."""
    before, now = -1, await position()
    while before != now and gc.get_count()[2] < URGENT_COLLECTION_PASSES:
        await asyncio.sleep(quiet_s)
        before, now = now, await position()


async def trim_regularly(*, each_s: float = TRIM_INTERVAL_S) -> None:
    """Give free memory back to the system, again and again.

    Answers are few and large objects, and the memory between them would be kept. Where nothing is
    free that takes 0.2 ms, in a thread.
    """
    while True:
        await asyncio.sleep(each_s)
        await asyncio.to_thread(give_back_free_memory)


def give_back_free_memory() -> None:
    """Let the C library return its free pages to the system, where it can (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


GRACE_S = 5
"""Seconds that a request may still take when the server is stopped."""

SWITCH_S = 0.0005
"""Seconds until a busy thread gives way to the event loop: it does so ten times for an answer, and
would wait 5 ms each time."""

CANCEL_INTERVAL_S = 1.0
"""Seconds until a task that is cancelled and has not ended is cancelled once more."""

NICENESS = 10
"""The niceness of the processes that pages use: everything else goes first."""

MESSAGE_BYTES_MAX = 64 * 1024
"""The greatest size of a message to a socket: a longer one closes it before it is read whole."""

logger = logging.getLogger(__name__)


class Processes(NamedTuple):
    """Processes for the pages: one reads and is soon done, one replays and may take long.

    `integrity` is what the inspection beside the server finds. `buckets` are shared with the other
    processes of the port.
    """

    reading: WorkerProcess | None
    replaying: WorkerProcess | None
    integrity: Integrity
    buckets: Buckets | None = None


class Node:
    """One server: the store, the live hub, the alarm, the pages, and a show if it plays."""

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        show: Show | None,
        share: ServerShare = WHOLE,
    ) -> None:
        self._settings = settings
        self._listener = listener
        self._show = show
        self._share = share
        self._clock: Clock = SystemClock() if show is None else show.clock
        self._token = organiser_token(settings.token_file)

    async def run(self, say: Callable[[str], None]) -> None:
        """Serve until the process is stopped; `say` receives the secret once the server answers."""
        sys.setswitchinterval(SWITCH_S)
        url = self._settings.database_url
        keys = keys_of(self._settings)
        is_new = not keys.known()
        with (
            WorkerProcess() as pairing,
            WorkerProcess(niceness=NICENESS) as reading,
            WorkerProcess(niceness=NICENESS) as replaying,
        ):
            shared = self._share.buckets
            buckets = None if shared is None else SharedBuckets(self._clock, shared)
            apart = Processes(reading, replaying, Integrity(), buckets)
            async with Database(
                url,
                clock=self._clock,
                ids=RandomIds(),
                worker=pairing,
                keys=keys,
                wake=self._settings.wake,
            ) as database:
                if is_new:  # the log came from elsewhere, or from before links were signed
                    await database.grants.accept()
                await database.grants.give(self._token, ORGANISER, full_grant(ALL_TOURNAMENTS))
                if self._show is not None:
                    await self._show.begin(database)
                await self._serve(database, apart, say)

    async def _serve(
        self, database: Database, apart: Processes, say: Callable[[str], None]
    ) -> None:
        bounds = Bounds()
        watchers = max(1, bounds.watchers // self._share.of)
        hub = Hub(
            database.log,
            bounds=msgspec.structs.replace(bounds, watchers=watchers),
            clock=self._clock,
        )
        arrays.load()
        await database.log.prepare()
        application = web(self._settings, database, hub, apart, self._clock)
        with full_passes_put_off():
            await self._serve_all(hub, application, self._beside(database, apart), say)

    async def _serve_all(
        self,
        hub: Hub,
        application: Starlette,
        works: Iterator[Any],
        say: Callable[[str], None],
    ) -> None:
        async with hub.running(), asyncio.TaskGroup() as tasks:
            beside = [tasks.create_task(work) for work in works]
            server = server_of(
                application,
                lambda: say(self._token),
                self._settings.trusted_proxies,
                shared_by=self._share.of,
                stopping=hub.dismiss,
            )
            try:
                await server.serve(sockets=[self._listener])
            finally:
                await _ended(beside)

    def _beside(self, database: Database, apart: Processes) -> Iterator[Any]:
        alarm = Alarm(database.log, database.timers, database.bus, SchedulerTimers())
        notifier = _notifier(self._settings, database, apart.integrity, self._clock)

        async def both(notifier: PushNotifier) -> None:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(alarm.run())
                tasks.create_task(notifier.run())

        elected = alarm.run if notifier is None else partial(both, notifier)
        yield database.election.while_elected(elected)
        yield collect_in_quiet_moments(database.log.position)
        yield trim_regularly()
        yield start_processes((apart.reading, apart.replaying))
        if apart.replaying is not None:
            yield inspect_regularly(
                self._settings.database_url,
                lambda: known_outside(self._settings),
                apart.integrity,
                apart.replaying,
                after_s=START_DELAY_S * (1 + self._share.number),  # one after the other
            )
        if self._show is not None:
            yield self._show.play(database)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel until all are done: a task that is just waking up may lose one cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=CANCEL_INTERVAL_S)


def server_of(
    application: Starlette,
    say: Callable[[], None],
    trusted_proxies: str = "127.0.0.1",
    *,
    shared_by: int = 1,
    stopping: Callable[[], None] = lambda: None,
) -> uvicorn.Server:
    """Return the server of one process; `say` is called when it answers.

    `stopping` is called when it begins to stop: a stream that went on would use up `GRACE_S`.

    Of `trusted_proxies` (addresses and networks, parted by commas) the forwarded address is
    believed. Connections and unsent bytes are limited to the share of one of `shared_by` processes.
    """
    room = connection_limits(descriptors_raised())
    known = Connections(max(1, room.open_max // shared_by), UNSENT_MAX // shared_by)
    connection = partial(TimedConnection, known)

    class AnnouncedServer(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for listener in sockets or ():
                listener.listen(WAITING_MAX)  # asyncio accepts as many at once as it lets wait
            say()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            stopping()
            await super().shutdown(sockets)

    return AnnouncedServer(
        uvicorn.Config(
            WithoutDisconnects(application),
            log_config=None,
            access_log=False,  # secrets and names are in no log
            lifespan="off",
            http=cast("type[asyncio.Protocol]", connection),
            h11_max_incomplete_event_size=HEAD_MAX,
            backlog=room.accepted_at_once,
            forwarded_allow_ips=trusted_proxies,
            ws=SharedFrames,
            ws_per_message_deflate=False,  # a frame is made once for all who watch
            ws_max_size=MESSAGE_BYTES_MAX,
            ws_ping_interval=PING_S,
            timeout_graceful_shutdown=GRACE_S,
        )
    )


def web(
    settings: Settings,
    database: Database,
    hub: Hub,
    apart: Processes | None = None,
    clock: Clock | None = None,
) -> Starlette:
    """Return the pages, the command interface and the live resources as one application.

    The processes `apart` work out what pages ask of the pairing systems.
    """

    async def actor_of(connection: HTTPConnection) -> Actor:
        connection.scope.pop(LINKS, None)  # one that lasts: a link may have been revoked since
        return await actor_behind(connection, grants)

    grants = database.account_grants if settings.accounts else database.grants
    apart = apart or Processes(None, None, Integrity())
    site = _site(settings, database, apart, clock or SystemClock())
    parts = build(site)
    live = routes(
        hub,
        database.log,
        actor_of=actor_of,
        origins=frozenset({settings.public_url}),
        queries=Queries(database.log, site.readings, clock=site.clock),
    )
    return Starlette(
        routes=[*live, *parts.routes],
        middleware=[Middleware(SocketsFirst, routes=live), *parts.middleware],
        exception_handlers=dict(parts.exception_handlers),
    )


def _notifier(
    settings: Settings, database: Database, integrity: Integrity, clock: Clock
) -> PushNotifier | None:
    """Return what notifies the followers of players; None where that is off."""
    if not settings.push:
        return None
    is_public = settings.public_url.startswith("https://")
    sender = PushSender(
        Voucher(push_secret(keys_of(settings))),
        _services(settings),
        database.push.forget,
        clock,
        contact=settings.public_url if is_public else "",
    )
    readings = TournamentReader(database.log, integrity, database.states, clock=clock)
    return PushNotifier(database.log, readings, database.push, sender, clock)


def _services(settings: Settings) -> tuple[str, ...]:
    return (*PUSH_SERVICES, *filter(None, settings.push_hosts.split(",")))


def _push(settings: Settings, database: Database) -> PushOffer | None:
    """Return what pages offer of notifications; None where they are off."""
    if not settings.push:
        return None
    return PushOffer(
        public_key=Voucher(push_secret(keys_of(settings))).public_key,
        services=_services(settings),
        subscriptions=database.push,
    )


def _site(settings: Settings, database: Database, apart: Processes, clock: Clock) -> Site:
    return Site(
        bus=ErasureListingBus(
            WatchedDesk(database.bus, apart.integrity), database.log, erasures_of(settings)
        ),
        log=database.log,
        grants=database.account_grants if settings.accounts else database.grants,
        accounts=database.accounts if settings.accounts else None,
        push=_push(settings, database),
        ids=RandomIds(),
        clock=clock,
        web_dir=settings.web_dir,
        public_url=settings.public_url,
        version=version("planilla"),
        worker=apart.reading,
        follower=apart.replaying,
        rating_lists=RatingListFolder(settings.rating_lists_dir),
        keys=keys_of(settings),
        evidence=database.evidence,
        intake=ErasureListingIntake(database.intake, erasures_of(settings)),
        people=database.people,
        erasures=erasures_of(settings),
        integrity=apart.integrity,
        readings=TournamentReader(database.log, apart.integrity, database.states, clock=clock),
        faults=database.readiness.faults,
        buckets=apart.buckets,
        has_others=apart.buckets is not None or not is_sqlite(settings.database_url),
    )
