"""One server: the store, the live hub, the alarm, the pages, a show if it plays."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any, NamedTuple, cast

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from planilla.adapters.cli.services import Show
from planilla.adapters.clock import SystemClock
from planilla.adapters.http.app import build
from planilla.adapters.http.connections import (
    HEAD_MAX,
    WAITING_MAX,
    Connections,
    TimedConnection,
    WithoutDisconnects,
    descriptors_raised,
    room_of,
)
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import actor_behind
from planilla.adapters.ids import RandomIds
from planilla.adapters.live.routes import routes
from planilla.adapters.live.wire import SharedFrames
from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.adapters.scheduler.bells import SchedulerBells
from planilla.adapters.store.database import Database
from planilla.adapters.workers import WorkerProcess
from planilla.application.alarm import Alarm
from planilla.application.erasing_listed import ListingDesk
from planilla.application.integrity import Integrity, WatchedDesk
from planilla.application.permissions import ALL_TOURNAMENTS, ORGANISER
from planilla.application.ports import Clock
from planilla.application.queries import Queries
from planilla.application.watch import Hub
from planilla.config import Settings
from planilla.domain.tiebreaks import arrays
from planilla.main.background import (
    collect_in_quiet_moments,
    full_passes_put_off,
    inspect_regularly,
    start_processes,
)
from planilla.main.places import erasures_of, keys_of, known_outside, organiser_token

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

    `integrity` is what the inspection beside the server finds.
    """

    reading: WorkerProcess | None
    replaying: WorkerProcess | None
    integrity: Integrity


class Node:
    """One server: the store, the live hub, the alarm, the pages, and a show if it plays."""

    def __init__(self, settings: Settings, listener: socket.socket, show: Show | None) -> None:
        self._settings = settings
        self._listener = listener
        self._show = show
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
            apart = Processes(reading, replaying, Integrity())
            async with Database(
                url,
                clock=self._clock,
                ids=RandomIds(),
                worker=pairing,
                keys=keys,
            ) as database:
                if is_new:  # the log came from elsewhere, or from before links were signed
                    await database.grants.accept()
                await database.grants.grant(self._token, ORGANISER, ALL_TOURNAMENTS)
                if self._show is not None:
                    await self._show.begin(database)
                await self._serve(database, apart, say)

    async def _serve(
        self, database: Database, apart: Processes, say: Callable[[str], None]
    ) -> None:
        hub = Hub(database.log)
        arrays.load()
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
                application, lambda: say(self._token), self._settings.trusted_proxies
            )
            try:
                await server.serve(sockets=[self._listener])
            finally:
                hub.dismiss()
                await _ended(beside)

    def _beside(self, database: Database, apart: Processes) -> Iterator[Any]:
        alarm = Alarm(database.log, database.timers, database.bus, SchedulerBells())
        yield database.election.while_elected(alarm.run)
        yield collect_in_quiet_moments(database.log.position)
        yield start_processes((apart.reading, apart.replaying))
        if apart.replaying is not None:
            yield inspect_regularly(
                self._settings.database_url,
                lambda: known_outside(self._settings),
                apart.integrity,
                apart.replaying,
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
    application: Starlette, say: Callable[[], None], trusted_proxies: str = "127.0.0.1"
) -> uvicorn.Server:
    """The server of one process; `say` is called when it answers.

    Of `trusted_proxies` (addresses and networks, parted by commas) the forwarded address is
    believed.
    """
    room = room_of(descriptors_raised())
    connection = partial(TimedConnection, Connections(room.open_max))

    class AnnouncedServer(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            for listener in sockets or ():
                listener.listen(WAITING_MAX)  # asyncio accepts as many at once as it lets wait
            say()

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
    """The pages, the command interface and the live resources as one application.

    The processes `apart` work out what pages ask of the pairing systems.
    """

    async def scopes_of(connection: HTTPConnection) -> frozenset[str]:
        return (await actor_behind(connection, database.grants)).scopes

    apart = apart or Processes(None, None, Integrity())
    parts = build(_site(settings, database, apart, clock or SystemClock()))
    live = routes(
        hub,
        database.log,
        scopes_of=scopes_of,
        origins=frozenset({settings.public_url}),
        queries=Queries(database.log, clock=clock or SystemClock()),
    )
    return Starlette(
        routes=[*live, *parts.routes],
        middleware=list(parts.middleware),
        exception_handlers=dict(parts.exception_handlers),
    )


def _site(settings: Settings, database: Database, apart: Processes, clock: Clock) -> Site:
    return Site(
        bus=ListingDesk(
            WatchedDesk(database.bus, apart.integrity), database.log, erasures_of(settings)
        ),
        log=database.log,
        grants=database.grants,
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
        people=database.people,
        erasures=erasures_of(settings),
        integrity=apart.integrity,
        faults=database.readiness.faults,
    )
