"""Rating lists of federations as the application sees them: to look players up, and to replace one.

Answers come from a file on this machine within milliseconds, so the ports are plain functions;
callers that must not block use a thread.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec

from planilla.formats.rating_list.records import ListedPlayer, ListFault

FIDE = "fide"
"""The default kind of list."""

CANDIDATES_MAX = 20
"""Number of candidates shown for a name; a longer name, or the id, distinguishes them."""


class RatingList(msgspec.Struct, frozen=True, kw_only=True):
    """One list: its kind (`fide`), its month (`2026-11`), where it came from and what it holds."""

    kind: str
    month: str
    source: str
    form: str
    players: int = 0
    broken: int = 0

    def rating_name(self, rate: str) -> str:
        """Return the name of a rating of this list in events: `FIDE standard 2026-11`."""
        return f"{self.kind.upper()} {rate} {self.month}"


class ListUnusable(Exception):
    """The file of a list is broken or of another Planilla: the list must be imported again."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


class ListNotWritten(Exception):
    """A list cannot be written: the disk is full, or the folder is not ours. The old one stays."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")


class RatingLists(Protocol):
    """Looking players up. A list that is replaced meanwhile is seen whole, old or new."""

    def lists(self) -> tuple[RatingList, ...]:
        """Return the lists there are, FIDE's first, then by kind.

        Raises:
            ListUnusable: one cannot be read.
        """

    def with_id(self, kind: str, player: int) -> ListedPlayer | None:
        """Return the player with this id."""

    def named(self, kind: str, name: str) -> tuple[ListedPlayer, ...]:
        """Those with just this name, in any order of its parts; at most `CANDIDATES_MAX`."""

    def find(self, kind: str, text: str, limit: int = CANDIDATES_MAX) -> tuple[ListedPlayer, ...]:
        """Those with this id, or whose name has words that begin so; the best rated first."""


class ListBuilding(Protocol):
    """A list that is being written; nobody sees it before it is finished."""

    def add(self, players: Sequence[ListedPlayer]) -> None:
        """Write players down.

        Raises:
            ListNotWritten: they cannot be.
        """

    def finish(self, made: RatingList) -> tuple[RatingList, tuple[ListFault, ...]]:
        """Put the list in the place of the old one of its kind, at once.

        Ids that were there before are left out, and told; the counts are added to those of `made`.

        Raises:
            ListNotWritten: it cannot be; the old list stays.
        """


class ListStore(RatingLists, Protocol):
    """The store of rating lists."""

    def building(self, kind: str) -> AbstractContextManager[ListBuilding]:
        """Return a new list; it leaves nothing behind unless it is finished."""


class NoRatingLists:
    """A store without any list."""

    def lists(self) -> tuple[RatingList, ...]:
        """None."""
        return ()

    def with_id(self, kind: str, player: int) -> ListedPlayer | None:
        """Nobody."""
        del kind, player
        return None

    def named(self, kind: str, name: str) -> tuple[ListedPlayer, ...]:
        """Nobody."""
        del kind, name
        return ()

    def find(self, kind: str, text: str, limit: int = CANDIDATES_MAX) -> tuple[ListedPlayer, ...]:
        """Nobody."""
        del kind, text, limit
        return ()


NO_LISTS = NoRatingLists()


def chosen(lists: Iterable[RatingList], kind: str) -> RatingList | None:
    """Return the list of that kind, or the first where none is named."""
    return next((each for each in lists if kind in {"", each.kind}), None)
