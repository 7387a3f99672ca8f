"""The rest of the program as commands use it: the store, the server, the files outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:  # a command that is only explained loads none of them
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
"""A function that is called with the amount done, and the amount in all."""


class Shelf(Protocol):
    """A database opened beside the writer of the log: to read, to erase."""

    @property
    def log(self) -> Log:
        """The log of events."""

    @property
    def people(self) -> People:
        """The personal data, to be erased."""

    @property
    def evidence(self) -> Evidence:
        """Files that are evidence for facts."""

    @property
    def grants(self) -> Grants:
        """The secret links."""


class Store(Shelf, Protocol):
    """A database opened whole."""

    @property
    def bus(self) -> CommandBus:
        """The desk that commands are submitted to."""


class LogKeys(Protocol):
    """The key of the log for its owner; using it raises `CommandError` where it cannot be used."""

    def current(self) -> Signer:
        """The key that signs now; one is drawn where there is none."""

    def endorsements(self) -> tuple[Endorsement, ...]:
        """The endorsement of each key by the one before it, in order."""

    def rotate(self) -> Signer:
        """Draw another key, endorsed by the present one, which is lost with this."""


class Show(Protocol):
    """A tournament that a server plays by itself, by its own clock."""

    @property
    def tournament(self) -> str:
        """Its id."""

    @property
    def clock(self) -> Clock:
        """The clock of the whole server."""

    @property
    def is_thrown_away(self) -> bool:
        """True where it is played on a database that is deleted at the end."""

    async def begin(self, database: Store) -> None:
        """Do what is missing for its page to be there."""

    async def play(self, database: Store) -> None:
        """Play on to the end; a show that cannot go on leaves the server alone."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """The address to serve at, each part None for that of the settings, and a show.

    `demo_pace_s` are the seconds between two acts of the demo; None without it.
    """

    host: str | None
    port: int | None
    demo_pace_s: float | None = None
    show: Show | None = None


class Announcement(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The addresses of a server that answers, and the place of its data.

    `network` are the addresses for other devices: None where it listens for this computer alone.
    `data_folder` is None where the data are thrown away at the end.
    """

    serving: str
    organiser_link: str
    demo_created: str | None
    network: tuple[str, ...] | None
    data_folder: str | None
    database: str


class Services(Protocol):
    """The rest of the program, as far as commands use it.

    Opening raises `CommandError` with a sentence where the database cannot be used.
    """

    def open(self) -> AbstractAsyncContextManager[Shelf]:
        """The database of the settings."""

    def writing(self) -> AbstractAsyncContextManager[Store]:
        """The database of the settings, to submit commands to; a new file is made where none is."""

    def appending(self) -> AbstractContextManager[Ledger]:
        """The ledger of that database, for archives appended as they stand; as with `writing`."""

    def web_file(self, name: str) -> bytes:
        """A file of the web folder, by its path there."""

    def at(self, url: str) -> Services:
        """The same services for another database.

        Raises:
            CommandError: no log can be kept there.
        """

    def throwaway(self) -> AbstractAsyncContextManager[Store]:
        """A new, empty database that is deleted at the end."""

    def inspecting(self) -> AbstractContextManager[StoreSnapshot]:
        """The whole database of the settings at one moment, to be inspected."""

    def known_outside(self) -> KnownOutside:
        """The facts known outside the database: erasures, and the keys; no key is drawn for it.

        Raises:
            CommandError: the key is there and cannot be used.
        """

    def migrate(self) -> str:
        """Bring the database up to date; the answer is its revision."""

    def revisions(self) -> tuple[str, str]:
        """The revision the database is at (empty: none), and the one this code wants."""

    def serve(self, serving: Serving, announce: Callable[[Announcement], None]) -> None:
        """Serve until stopped; `announce` is called with the addresses when they answer."""

    def rating_lists(self) -> ListStore:
        """The rating lists of federations."""

    def erasures(self, path: str | None = None) -> Erasures:
        """The list of erasures, kept outside the database; or another one."""

    def keys(self) -> LogKeys:
        """The key that signs heads, and its replacement.

        Raises:
            CommandError: it cannot be used.
        """

    def new_token(self) -> str:
        """A new secret for a link."""

    def link(self, token: str) -> str:
        """The address of the link with this secret."""

    def organiser_token(self) -> str:
        """The secret of the organiser's link; empty where none was made yet."""

    def keep_organiser_token(self, token: str) -> None:
        """Keep another secret of the organiser's in the file that only its owner may read."""

    def new_id(self) -> str:
        """An id that nothing else has, for a command."""

    def now(self) -> int:
        """The time of this machine, in microseconds since 1970 (UTC)."""

    def heads(self, log: Log) -> Heads:
        """Heads and proofs of a log, signed by that key at this machine's time."""

    def report(self, error: BaseException) -> Path:
        """Write down an internal error with its trace; the answer is the file."""
