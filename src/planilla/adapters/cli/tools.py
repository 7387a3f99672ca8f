"""What the commands are handed by `main`: the store, the server, and where things are."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Protocol

import msgspec

from planilla.application.heads import Heads
from planilla.application.inspecting import KnownOutside, StoreSnapshot
from planilla.application.ledger import Ledger
from planilla.application.marathon import Marathon
from planilla.application.ports import (
    Desk,
    Erasures,
    Evidence,
    Grants,
    Keys,
    Log,
    People,
    Signer,
)
from planilla.application.rating_lists import ListStore
from planilla.application.season import KeizerSeason

Progress = Callable[[int, int], None]
"""Told of how much is done, of how much in all."""


class Shelf(Protocol):
    """A database opened beside whoever writes the log: to read, to erase."""

    @property
    def log(self) -> Log:
        """Everything that happened."""

    @property
    def people(self) -> People:
        """What is kept apart of people, to be erased."""

    @property
    def evidence(self) -> Evidence:
        """Files that are evidence for facts."""

    @property
    def grants(self) -> Grants:
        """The secret links."""


class Store(Shelf, Protocol):
    """A database opened whole."""

    @property
    def desk(self) -> Desk:
        """Where commands are handed in."""


class LogKeys(Keys, Protocol):
    """The key of the log as its owner may handle it; using it raises `Stop` where it cannot be."""

    def rotate(self) -> Signer:
        """Draw another key, endorsed by the present one, which is lost with this."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """How to serve: None for an address that the settings say.

    `pace_s` is the demo's, or None; `marathon` is played `speed` times as fast on a database that
    is thrown away, and `season` at that pace likewise.
    """

    host: str | None
    port: int | None
    pace_s: float | None = None
    marathon: Marathon | None = None
    speed: int = 1
    season: KeizerSeason | None = None


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


class Tools(Protocol):
    """The rest of the program, as far as a command may use it.

    Opening raises `Stop` with a sentence where the database cannot be used.
    """

    def open(self) -> AbstractAsyncContextManager[Shelf]:
        """The database of the settings."""

    def writing(self) -> AbstractAsyncContextManager[Store]:
        """The database of the settings, to hand commands in; a new file is made where none is."""

    def appending(self) -> AbstractContextManager[Ledger]:
        """The ledger of that database, for what is appended as it stands; as with `writing`."""

    def web_file(self, name: str) -> bytes:
        """A file of the web folder, by its path there."""

    def at(self, url: str) -> "Tools":
        """The same for another database.

        Raises:
            Stop: no log can be kept there.
        """

    def throwaway(self) -> AbstractAsyncContextManager[Store]:
        """A new, empty database that is deleted at the end."""

    def inspecting(self) -> AbstractContextManager[StoreSnapshot]:
        """The whole database of the settings at one moment, to be inspected."""

    def known_outside(self) -> KnownOutside:
        """The facts known outside the database: erasures, and the keys; no key is drawn for it.

        Raises:
            Stop: the key is there and cannot be used.
        """

    def migrate(self) -> str:
        """Bring the database up to date; answers with its revision."""

    def revisions(self) -> tuple[str, str]:
        """The revision the database is at (empty: none), and the one this code wants."""

    def serve(self, serving: Serving, announce: Callable[[Announcement], None]) -> None:
        """Serve until stopped; `announce` is called with the addresses when they answer."""

    def rating_lists(self) -> ListStore:
        """The rating lists of federations."""

    def erasures(self, path: str | None = None) -> Erasures:
        """The list of what was erased, kept outside the database; or another one."""

    def keys(self) -> LogKeys:
        """The key that signs heads, and how it is replaced.

        Raises:
            Stop: it cannot be used.
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
        """Write down a fault of ours, with everything a developer needs; answers where."""
