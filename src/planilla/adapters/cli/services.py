"""Interfaces of the services that commands use: the store, the server, the files outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:  # not loaded for help
    from planilla.application.accounts import Accounts
    from planilla.application.heads import Heads
    from planilla.application.inspecting import KnownOutside, StoreSnapshot
    from planilla.application.ledger import Ledger
    from planilla.application.ports import (
        Clock,
        CommandBus,
        Erasures,
        Evidence,
        Grants,
        Log,
        People,
        Signer,
    )
    from planilla.application.rating_lists import ListStore
    from planilla.audit.proofs import Endorsement

Progress = Callable[[int, int], None]
"""Function called with the amount done and the total."""


class ReadStore(Protocol):
    """A database opened for reading and erasing, beside the writer of the log."""

    @property
    def log(self) -> Log:
        """The log of events."""

    @property
    def people(self) -> People:
        """The personal data, to be erased."""

    @property
    def evidence(self) -> Evidence:
        """The files that are evidence for facts."""

    @property
    def grants(self) -> Grants:
        """The secret links."""

    @property
    def accounts(self) -> Accounts:
        """The accounts of people."""


class Store(ReadStore, Protocol):
    """A database opened with its command bus."""

    @property
    def bus(self) -> CommandBus:
        """The command bus."""


class LogKeys(Protocol):
    """The key of the log for its owner; each use raises `CommandError` if it is unusable."""

    def current(self) -> Signer:
        """Return the current key; create one if there is none."""

    def endorsements(self) -> tuple[Endorsement, ...]:
        """Return the endorsement of each key by the one before it, in order."""

    def rotate(self) -> Signer:
        """Replace the key by a new one, endorsed by the old one, which is deleted."""


class Show(Protocol):
    """A tournament that a server plays automatically, by its own clock."""

    @property
    def tournament(self) -> str:
        """Its id."""

    @property
    def clock(self) -> Clock:
        """The clock of the whole server."""

    @property
    def is_thrown_away(self) -> bool:
        """True if its database is deleted at the end."""

    async def begin(self, database: Store) -> None:
        """Create the tournament if needed."""

    async def play(self, database: Store) -> None:
        """Play to the end; a failure does not stop the server."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """The address to serve at and the number of processes (None: from the settings), and a show.

    `demo_pace_s` are the seconds between two acts of the demo; None without it. `with_accounts`
    serves accounts whatever the settings say, and `with_push` offers notifications.
    """

    host: str | None
    port: int | None
    workers: int | None = None
    demo_pace_s: float | None = None
    with_accounts: bool = False
    with_push: bool = False
    show: Show | None = None


class Announcement(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The addresses of a running server, and the place of its data.

    `network` are the addresses for other devices, None if it listens on this computer only.
    `data_folder` is None if the data are deleted at the end.
    """

    serving: str
    organiser_link: str
    demo_created: str | None
    network: tuple[str, ...] | None
    data_folder: str | None
    database: str


class Services(Protocol):
    """Interface of the services for commands.

    Opening raises `CommandError` if the database cannot be used.
    """

    def open(self) -> AbstractAsyncContextManager[ReadStore]:
        """Open the database of the settings."""

    def writing(self) -> AbstractAsyncContextManager[Store]:
        """Open the database of the settings for commands; a missing file is created."""

    def appending(self) -> AbstractContextManager[Ledger]:
        """Open the ledger of that database for appending archives, as with `writing`."""

    def web_file(self, name: str) -> bytes:
        """Return a file of the web folder, by its path there."""

    def at(self, url: str) -> Services:
        """Return the same services for another database.

        Raises:
            CommandError: it is not the address of a database.
        """

    def throwaway(self) -> AbstractAsyncContextManager[Store]:
        """Open a new, empty database, which is deleted at the end."""

    def inspecting(self) -> AbstractContextManager[StoreSnapshot]:
        """Open a snapshot of the database of the settings for an inspection."""

    def known_outside(self) -> KnownOutside:
        """Return the facts known outside the database, erasures and keys; no key is created.

        Raises:
            CommandError: the key exists and cannot be used.
        """

    def migrate(self) -> str:
        """Migrate the database; return its revision."""

    def revisions(self) -> tuple[str, str]:
        """Return the revision of the database ("" without one), and that of this code."""

    def serve(self, serving: Serving, announce: Callable[[Announcement], None]) -> None:
        """Serve until stopped; `announce` is called with the addresses when they respond."""

    def rating_lists(self) -> ListStore:
        """Return the rating lists of federations."""

    def erasures(self, path: str | None = None) -> Erasures:
        """Return the list of erasures outside the database, or the one at `path`."""

    def keys(self) -> LogKeys:
        """Return the key for signing heads, and its replacement.

        Raises:
            CommandError: it cannot be used.
        """

    def new_token(self) -> str:
        """Return a new secret for a link."""

    def link(self, token: str) -> str:
        """Return the address of the link with this secret."""

    def invitation(self, token: str) -> str:
        """Return the address of the invitation to an account with this secret."""

    def new_account_id(self) -> str:
        """Return the id of a new account."""

    def organiser_token(self) -> str:
        """Return the secret of the organiser's link; "" without one."""

    def keep_organiser_token(self, token: str) -> None:
        """Store a new secret of the organiser in the file that only its owner may read."""

    def new_id(self) -> str:
        """Return a unique id for a command."""

    def now(self) -> int:
        """Return the time of this machine, in microseconds since 1970 (UTC)."""

    def heads(self, log: Log) -> Heads:
        """Return the heads and proofs of a log, signed by that key at this machine's time."""

    def report(self, error: BaseException) -> Path:
        """Write an internal error with its traceback to a file; return its path."""
