"""The composition root: the only module that knows every adapter. It assembles what a command needs.

Each command loads its own part alone: help loads no database, and the log is read without a web
server.
"""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from planilla.adapters.cli.outcome import Stop
from planilla.adapters.cli.run import run
from planilla.config import SettingError, Settings, read_settings, spoken_language

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from planilla.adapters.cli.tools import Serving, Shelf, Store
    from planilla.adapters.store.database import Database
    from planilla.application.ports import Log, Views
    from planilla.application.watch import Hub

ORGANISER = "organiser"
"""The pseudonym of whoever holds the secret of the token file."""

Announce = Callable[[Mapping[str, Any]], None]


def main(arguments: list[str] | None = None) -> int:
    """The command line; answers with the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    return run(given, spoken_language(), assembly)


def assembly() -> "Assembly":
    """Everything, by the settings of this environment.

    Raises:
        Stop: a setting cannot be read.
    """
    try:
        return Assembly(read_settings())
    except SettingError as error:
        raise Stop(
            "error.setting", variable=error.variable, value=error.value, expected=error.expected
        ) from error


class Assembly:
    """The `Tools` of the command line over the real store and the real server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @contextlib.asynccontextmanager
    async def open(self) -> "AsyncIterator[Shelf]":
        """The log and the views of the settings' database; reading takes no writer's place."""
        from planilla.adapters.store.migrate import check_revision
        from planilla.adapters.store.reader import DatabaseLog
        from planilla.adapters.store.side import Side
        from planilla.adapters.store.views import DatabaseViews
        from planilla.adapters.store.wakes import Bell

        url = self._settings.database_url
        with telling_of_the_database(url):
            if is_missing(url):
                raise Stop("error.not-migrated")
            check_revision(url)
        log, side = DatabaseLog(url, Bell()), Side(url)
        try:
            yield OpenShelf(log=log, views=DatabaseViews(side))
        finally:
            await log.close()
            await side.close()

    @contextlib.asynccontextmanager
    async def throwaway(self) -> "AsyncIterator[Store]":
        """A new SQLite database in a folder of its own."""
        from planilla.adapters.store.migrate import migrate

        with TemporaryDirectory(prefix="planilla-") as folder:
            url = f"sqlite:///{Path(folder) / 'planilla.db'}"
            migrate(url, self._settings.migrations_dir)
            async with open_database(url) as database:
                yield database

    def migrate(self) -> str:
        """Bring the database of the settings up to date."""
        from planilla.adapters.store.migrate import migrate

        with telling_of_the_database(self._settings.database_url):
            migrate(self._settings.database_url, self._settings.migrations_dir)
        return self.revisions()[0]

    def revisions(self) -> tuple[str, str]:
        """Where the database is, and where this code wants it; a missing file is nowhere."""
        from planilla.adapters.store.engines import migrating_engine
        from planilla.adapters.store.migrate import revision_of
        from planilla.adapters.store.schema import REVISIONS

        url = self._settings.database_url
        with telling_of_the_database(url):
            if is_missing(url):
                return "", REVISIONS[-1]
            engine = migrating_engine(url)
            try:
                with engine.connect() as connection:
                    return revision_of(connection) or "", REVISIONS[-1]
            finally:
                engine.dispose()

    def serve(self, serving: "Serving", announce: Announce) -> None:
        """Serve until stopped. For the demo, and for a new SQLite file, it migrates first."""
        import logging

        logging.basicConfig(level=self._settings.log_level.upper())
        logging.getLogger("alembic").setLevel(logging.WARNING)
        url = self._settings.database_url
        with listening(self._settings, serving) as listener:
            if serving.pace_s is not None or is_missing(url):
                self.migrate()
            # A service is stopped by SIGTERM: what is queued is still answered, as after Ctrl-C.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            node = Node(reachable(self._settings, listener), listener, serving.pace_s)
            with contextlib.suppress(KeyboardInterrupt), telling_of_the_database(url):
                asyncio.run(node.run(announce))

    def report(self, error: BaseException) -> Path:
        """Append the trace of a fault of ours to `planilla.log` beside the data."""
        import traceback

        path = self._settings.data_dir / "planilla.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
        return path


class OpenShelf(msgspec.Struct, frozen=True, kw_only=True):
    """What reading needs of a database."""

    log: "Log"
    views: "Views"


class Node:
    """One server: the store, the live hub, the projector, the pages, and the demo if it plays."""

    def __init__(self, settings: Settings, listener: socket.socket, pace_s: float | None) -> None:
        self._settings = settings
        self._listener = listener
        self._pace_s = pace_s

    async def run(self, announce: Announce) -> None:
        """Serve until the process is told to stop."""
        import uvicorn

        from planilla.application.watch import Hub

        async with open_database(self._settings.database_url) as database:
            token = await organiser_token(self._settings.token_file, database)
            hub = Hub(database.log, database.views)
            async with hub.running():
                server = uvicorn.Server(
                    uvicorn.Config(
                        web(self._settings, database, hub),
                        log_config=None,
                        access_log=False,
                        lifespan="off",
                        timeout_graceful_shutdown=5,
                    )
                )
                async with asyncio.TaskGroup() as tasks:
                    beside = [
                        tasks.create_task(work)
                        for work in self._beside(
                            server, database, lambda: self._say(token, announce)
                        )
                    ]
                    try:
                        await server.serve(sockets=[self._listener])
                    finally:
                        hub.dismiss()
                        for task in beside:
                            task.cancel()

    def _say(self, token: str, announce: Announce) -> None:
        from planilla.application.demo import TOURNAMENT

        address = self._settings.public_url
        announce(
            {
                "serving": address,
                "organiser-link": f"{address}/enter#{token}",
                "demo-created": None if self._pace_s is None else f"{address}/t/{TOURNAMENT}",
            }
        )

    def _beside(self, server: Any, database: "Database", say: Callable[[], None]) -> Iterator[Any]:
        from planilla.application.projector import Projector

        yield _once_started(server, say)
        if database.desk.writes:
            yield Projector(database.log, database.views).run()
        if self._pace_s is not None:
            yield _play(database, self._pace_s)


async def _once_started(server: Any, say: Callable[[], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    say()


async def _play(database: "Database", pace_s: float) -> None:
    from planilla.adapters.cli.sample import open_of_the_book
    from planilla.application.demo import play

    async for _ in play(open_of_the_book(), desk=database.desk, log=database.log):
        await asyncio.sleep(pace_s)


def open_database(url: str) -> "Database":
    """All ports of the store on this machine's clock and chance."""
    from planilla.adapters.clock import SystemClock
    from planilla.adapters.ids import RandomIds
    from planilla.adapters.store.database import Database

    return Database(url, clock=SystemClock(), ids=RandomIds())


def web(settings: Settings, database: "Database", hub: "Hub") -> "Starlette":
    """The pages, the command interface and the live resources as one application."""
    from importlib.metadata import version

    from starlette.applications import Starlette
    from starlette.requests import HTTPConnection

    from planilla.adapters.clock import SystemClock
    from planilla.adapters.http.app import build
    from planilla.adapters.http.site import Site
    from planilla.adapters.http.visitor import actor_of, tokens_of
    from planilla.adapters.ids import RandomIds
    from planilla.adapters.live.routes import routes

    async def scopes_of(connection: HTTPConnection) -> frozenset[str]:
        return (await actor_of(tokens_of(connection), database.grants)).scopes

    parts = build(
        Site(
            desk=database.desk,
            log=database.log,
            grants=database.grants,
            ids=RandomIds(),
            clock=SystemClock(),
            web_dir=settings.web_dir,
            public_url=settings.public_url,
            version=version("planilla"),
        )
    )
    origins = frozenset({settings.public_url})
    return Starlette(
        routes=[*routes(hub, database.log, scopes_of=scopes_of, origins=origins), *parts.routes],
        middleware=list(parts.middleware),
        exception_handlers=dict(parts.exception_handlers),
    )


async def organiser_token(path: Path, database: "Database") -> str:
    """The secret of the organiser's link: kept in a file that only its owner may read."""
    from planilla.adapters.ids import RandomIds
    from planilla.application.permissions import EVERYWHERE

    try:
        token = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        token = ""
    if not token:
        token = RandomIds().token()
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(token + "\n")
    await database.grants.grant(token, ORGANISER, EVERYWHERE)
    return token


@contextlib.contextmanager
def listening(settings: Settings, serving: "Serving") -> Iterator[socket.socket]:
    """A socket on the address asked for.

    Raises:
        Stop: another program listens there, or the address is none of ours.
    """
    host = serving.host or settings.host
    port = settings.port if serving.port is None else serving.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            key = "error.port-in-use" if taken else "error.cannot-listen"
            raise Stop(key, host=host, port=str(port)) from error
        yield listener


def reachable(settings: Settings, listener: socket.socket) -> Settings:
    """The settings with the address that is listened on, unless people reach us by another one."""
    if settings.public_url != f"http://{settings.host}:{settings.port}":
        return settings
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return msgspec.structs.replace(settings, public_url=f"http://{shown}:{port}")


def is_missing(url: str) -> bool:
    """Whether `url` names an SQLite file that is not there."""
    from planilla.adapters.store.engines import is_sqlite, sqlite_path

    return is_sqlite(url) and not sqlite_path(url).exists()


@contextlib.contextmanager
def telling_of_the_database(url: str) -> Iterator[None]:
    """Say in one sentence why a database cannot be used."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    from planilla.adapters.store.migrate import DatabaseOlder

    try:
        yield
    except DatabaseOlder as error:
        raise Stop("error.not-migrated") from error
    except DBAPIError as error:
        shown = make_url(url).render_as_string(hide_password=True)
        raise Stop("error.database-unreachable", database=shown) from error
    except (ArgumentError, NoSuchModuleError, KeyError) as error:
        raise Stop("error.database-unreachable", database="PLANILLA_DATABASE_URL") from error
