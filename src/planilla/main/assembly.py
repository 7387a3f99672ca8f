"""The services of the command line over the real store and the real server."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from planilla.adapters.cli.console import CommandError
from planilla.adapters.cli.services import Announcement, ReadStore, Serving, Show, Store
from planilla.adapters.clock import SystemClock
from planilla.adapters.erasures import ErasureFile
from planilla.adapters.ids import RandomIds
from planilla.adapters.logs import RepeatLimit
from planilla.adapters.rating_list.folder import RatingListFolder
from planilla.adapters.store.accounts import DatabaseAccounts
from planilla.adapters.store.database import Database
from planilla.adapters.store.engines import SideStore, is_sqlite, migrating_engine, sqlite_path
from planilla.adapters.store.evidence import DatabaseEvidence
from planilla.adapters.store.inspection import open_snapshot
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.links import DatabaseGrants
from planilla.adapters.store.people import DatabasePeople
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.revision import DatabaseOlder, check_revision, revision_of
from planilla.adapters.store.schema import REVISIONS
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.accounts import Accounts, account_id
from planilla.application.heads import Heads
from planilla.application.inspecting import KnownOutside, StoreSnapshot
from planilla.application.ledger import Ledger
from planilla.application.ports import (
    Evidence,
    Grants,
    Keys,
    KeyUnusable,
    Log,
    People,
    StoreUnavailable,
)
from planilla.config import PREFIX, SettingError, Settings, read_settings
from planilla.main.places import (
    BoundPlace,
    OwnersKeys,
    addresses_in_network,
    erasures_of,
    keep_token,
    kept_token,
    key_errors,
    keys_of,
    known_outside,
    link_of,
    listening,
    organiser_token,
    place_of,
    private_files,
    processes_of,
    reachable,
    socket_at,
    warn_of_readers,
)

LINKS_SIGNED_SINCE = "0005"
"""The revision with which links are signed; revisions are digits of one length."""

logger = logging.getLogger(__name__)

BACKENDS = frozenset({"sqlite", "postgresql"})
"""The databases that a log can be kept in."""

if TYPE_CHECKING:  # loaded when serving
    from multiprocessing.connection import Connection

    from planilla.adapters.http.shared_buckets import BucketFile
    from planilla.main.several import ServerShare

Announce = Callable[[Announcement], None]


class Assembly:
    """The `Services` of the command line over the real store and the real server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[ReadStore]:
        """Open the log of the settings' database and what lies beside it, without a writer."""
        url = self._settings.database_url
        with database_errors(url):
            if is_missing(url):
                raise CommandError("error.not-migrated")
            check_revision(url)
        log, side = DatabaseLog(url, GrowthSignal()), SideStore(url)
        try:
            yield OpenShelf(
                log=log,
                people=DatabasePeople(side, url),
                evidence=DatabaseEvidence(side, SystemClock()),
                grants=DatabaseGrants(side, SystemClock(), _usable_keys(self._settings)),
                accounts=DatabaseAccounts(side, SystemClock()),
            )
        finally:
            await log.close()
            await side.close()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Store]:
        """The whole database of the settings; who writes it already is handed the commands."""
        url = self._settings.database_url
        with database_errors(url):
            if is_missing(url):
                self._migrate(url)
            database = open_database(url)
        async with database:
            yield database

    @contextlib.contextmanager
    def appending(self) -> Iterator[Ledger]:
        """The ledger of the settings' database, in a transaction for each appending."""
        url = self._settings.database_url
        with database_errors(url):
            if is_missing(url):
                self._migrate(url)
            check_revision(url)
            ledger = DatabaseLedger(url)
        try:
            yield ledger
        finally:
            ledger.close()

    @contextlib.contextmanager
    def inspecting(self) -> Iterator[StoreSnapshot]:
        """The settings' database at one moment."""
        url = self._settings.database_url
        with database_errors(url):
            if is_missing(url):
                raise CommandError("error.not-migrated")
            check_revision(url)
            with open_snapshot(url) as snapshot:
                yield snapshot

    def known_outside(self) -> KnownOutside:
        """The facts beside the database: the list of erasures, and the keys as far as drawn."""
        with key_errors():
            return known_outside(self._settings)

    def web_file(self, name: str) -> bytes:
        """Return a file of the web folder, by its path there."""
        return (self._settings.web_dir / name).read_bytes()

    def at(self, url: str) -> "Assembly":
        """Return the same for another database."""
        if not _is_supported(url):
            raise CommandError("error.no-such-database", database="--database")
        return Assembly(msgspec.structs.replace(self._settings, database_url=url))

    @contextlib.asynccontextmanager
    async def throwaway(self) -> AsyncIterator[Store]:
        """A new SQLite database in a folder of its own."""
        with TemporaryDirectory(prefix="planilla-") as folder:
            url = f"sqlite:///{Path(folder) / 'planilla.db'}"
            self._migrate(url)
            async with open_database(url) as database:
                yield database

    def new_token(self) -> str:
        """Return a new secret for a link."""
        return RandomIds().token()

    def link(self, token: str) -> str:
        """Return the address of the link with this secret."""
        return link_of(self._settings, token)

    def invitation(self, token: str) -> str:
        """Return the address of the invitation to an account with this secret."""
        return f"{self._settings.public_url}/account/accept#{token}"

    def new_account_id(self) -> str:
        """Return the id of a new account."""
        return account_id(RandomIds().salt())

    def organiser_token(self) -> str:
        """Return the secret of the organiser's link; empty where none was made yet."""
        return kept_token(self._settings.token_file)

    def keep_organiser_token(self, token: str) -> None:
        """Keep another secret of the organiser's in the file that only its owner may read."""
        keep_token(self._settings.token_file, token)

    def new_id(self) -> str:
        """Return an id that nothing else has, for a command."""
        return RandomIds().event_id()

    def now(self) -> int:
        """Return the time of this machine, in microseconds since 1970 (UTC)."""
        return SystemClock().now()

    def migrate(self) -> str:
        """Bring the database of the settings up to date; links from before are signed once."""
        before = self.revisions()[0]
        with database_errors(self._settings.database_url):
            self._migrate(self._settings.database_url)
        if before and before < LINKS_SIGNED_SINCE:
            asyncio.run(self._accept_links())
        return self.revisions()[0]

    async def _accept_links(self) -> None:
        async with self.open() as shelf:
            await shelf.grants.accept()

    def revisions(self) -> tuple[str, str]:
        """The revision of the database, and the one this code needs; empty for a missing file."""
        url = self._settings.database_url
        with database_errors(url):
            if is_missing(url):
                return "", REVISIONS[-1]
            engine = migrating_engine(url)
            try:
                with engine.connect() as connection:
                    return revision_of(connection) or "", REVISIONS[-1]
            finally:
                engine.dispose()

    def serve(self, serving: Serving, announce: Announce) -> None:
        """Serve until stopped. For the demo, and for a new SQLite file, it migrates first."""
        _log_to_stderr(self._settings.log_level)
        with private_files(), listening(self._settings, serving) as listener:
            if serving.show is None or not serving.show.is_thrown_away:
                self.serve_on(serving, listener, announce)
                return
            with TemporaryDirectory(prefix="planilla-") as folder:
                # Its time runs fast: the log of real tournaments must not see it.
                self.at(f"sqlite:///{Path(folder) / 'planilla.db'}").serve_on(
                    serving, listener, announce
                )

    def serve_on(self, serving: Serving, listener: socket.socket, announce: Announce) -> None:
        """Serve on a socket that listens, until stopped."""
        url = self._settings.database_url
        show = _show_of(serving)
        may_migrate = show is not None or is_missing(url)
        if may_migrate and self._is_behind():
            self.migrate()
        # A service is stopped by SIGTERM: what is queued is still answered, as after Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if is_sqlite(url):
            warn_of_readers(sqlite_path(url))
        settings = reachable(self._settings, listener)
        if serving.with_accounts:
            settings = msgspec.structs.replace(settings, accounts=True)
        if serving.with_push:
            settings = msgspec.structs.replace(settings, push=True)
        with key_errors():
            keys_of(settings).check()
        say = _announced(announce, settings, show, addresses_in_network(listener))
        processes = processes_of(settings, serving)
        if processes == 1:
            _run(settings, listener, show, say)
            return
        from planilla.adapters.http.shared_buckets import BucketFile
        from planilla.main.several import ServersDie, ServingProcesses

        with database_errors(url):
            check_revision(url)
        with contextlib.closing(BucketFile()) as buckets:
            task = ServerTask(settings, serving.demo_pace_s, place_of(listener), processes, buckets)
            try:
                ServingProcesses(processes, partial(serve_share, task)).run(
                    lambda: say(organiser_token(settings.token_file))
                )
            except ServersDie as error:
                raise CommandError("error.servers-die") from error

    def rating_lists(self) -> RatingListFolder:
        """Return the rating lists in the folder of the settings."""
        return RatingListFolder(self._settings.rating_lists_dir)

    def erasures(self, path: str | None = None) -> ErasureFile:
        """Return the list of what was erased, in the data folder; or another one."""
        return erasures_of(self._settings) if path is None else ErasureFile(Path(path))

    def keys(self) -> OwnersKeys:
        """Return the key that signs heads, in the file or the setting."""
        with key_errors():
            return OwnersKeys(keys_of(self._settings))

    def heads(self, log: Log) -> Heads:
        """Heads and proofs of a log, signed at this machine's time."""
        return Heads(log, self.keys(), SystemClock())

    def report(self, error: BaseException) -> Path:
        """Append the trace of a fault of ours to `planilla.log` beside the data."""
        path = self._settings.data_dir / "planilla.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(traceback.format_exception(error))
        return path

    def _is_behind(self) -> bool:
        present, wanted = self.revisions()
        return present != wanted

    def _migrate(self, url: str) -> None:
        from planilla.adapters.store.migrate import migrate

        with private_files():
            migrate(url, self._settings.migrations_dir)


class ServerTask(NamedTuple):
    """The part of a server that one of several processes is told; it is sent to it."""

    settings: Settings
    demo_pace_s: float | None
    place: BoundPlace
    of: int
    buckets: "BucketFile"


def serve_share(task: ServerTask, number: int, line: "Connection") -> None:
    """Serve as one of several processes, until stopped or until the line breaks: see `several`.

    The first plays the demo, if it is wanted.
    """
    from planilla.main.several import ServerShare

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all: who started it ends it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    _log_to_stderr(task.settings.log_level)
    plays = task.demo_pace_s if number == 0 else None
    share = ServerShare(number, task.of, task.buckets)
    try:
        with private_files(), socket_at(task.place, is_shared=True) as listener:
            show = _show_of(Serving(host=None, port=None, demo_pace_s=plays))
            _run(task.settings, listener, show, lambda _: line.send(None), share)
    except CommandError as error:
        logger.error("server process %d cannot serve: %s", number, error)  # noqa: TRY400 - a sentence
        sys.exit(error.exit_code)
    except KeyboardInterrupt:  # SIGTERM, before it served
        return


def _end_with(line: "Connection") -> None:
    """End this process, as SIGTERM does, when the other end of a line is gone."""
    with contextlib.suppress(EOFError, OSError):
        line.recv()
    os.kill(os.getpid(), signal.SIGTERM)


def _run(
    settings: Settings,
    listener: socket.socket,
    show: Show | None,
    say: Callable[[str], None],
    share: "ServerShare | None" = None,
) -> None:
    from planilla.main.node import Node
    from planilla.main.several import WHOLE

    node = Node(settings, listener, show, share or WHOLE)
    with contextlib.suppress(KeyboardInterrupt), database_errors(settings.database_url):
        asyncio.run(node.run(say))


def _log_to_stderr(level: str) -> None:
    from planilla.adapters.http.middleware import WithRequestId

    handler = logging.StreamHandler()
    handler.addFilter(RepeatLimit())  # before what makes each message another
    handler.addFilter(WithRequestId())
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for chatty in ("alembic", "apscheduler", "uvicorn.error"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def assembled() -> Assembly:
    """Everything, by the settings of this environment.

    Raises:
        CommandError: a setting cannot be read.
    """
    try:
        settings = read_settings()
    except SettingError as error:
        raise CommandError(
            "error.setting", variable=error.variable, value=error.value, expected=error.expected
        ) from error
    if not _is_supported(settings.database_url):
        raise CommandError("error.no-such-database", database=PREFIX + "DATABASE_URL")
    return Assembly(settings)


def _is_supported(url: str) -> bool:
    try:
        return make_url(url).get_backend_name() in BACKENDS
    except ArgumentError:
        return False


def _usable_keys(settings: Settings) -> Keys | None:
    """Return the key that signs links; None where the setting holds none: reading needs none."""
    try:
        return keys_of(settings)
    except KeyUnusable:
        return None


class OpenShelf(NamedTuple):
    """The ports of a database that another process may be writing."""

    log: Log
    people: People
    evidence: Evidence
    grants: Grants
    accounts: Accounts


def _show_of(serving: Serving) -> Show | None:
    """Return the tournament that is played beside serving, if any."""
    if serving.demo_pace_s is None:
        return serving.show
    from planilla.demo.shows import OpenOfTheBook

    return OpenOfTheBook(serving.demo_pace_s)


def _announced(
    announce: Announce, settings: Settings, show: Show | None, network: tuple[str, ...] | None
) -> Callable[[str], None]:
    is_thrown_away = show is not None and show.is_thrown_away

    def say(token: str) -> None:
        address = settings.public_url
        announce(
            Announcement(
                serving=address,
                organiser_link=link_of(settings, token),
                demo_created=None if show is None else f"{address}/t/{show.tournament}",
                network=network,
                data_folder=None if is_thrown_away else str(settings.data_dir),
                database=shown(settings.database_url),
            )
        )

    return say


def open_database(url: str) -> Database:
    """Return all ports of the store on this machine's clock and chance."""
    return Database(url, clock=SystemClock(), ids=RandomIds())


def is_missing(url: str) -> bool:
    """Return whether `url` names an SQLite file that is not there."""
    return is_sqlite(url) and not sqlite_path(url).exists()


@contextlib.contextmanager
def database_errors(url: str) -> Iterator[None]:
    """Turn the errors of a database that cannot be used into sentences."""
    try:
        yield
    except DatabaseOlder as error:
        raise CommandError("error.not-migrated") from error
    except (DBAPIError, StoreUnavailable) as error:
        raise CommandError("error.database-unreachable", database=shown(url)) from error


def shown(url: str) -> str:
    """Return an address as people may see it: without its password."""
    return make_url(url).render_as_string(hide_password=True)
