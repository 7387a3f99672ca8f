"""Folder of rating lists (`fide.db` and others): look-ups, and replacement of a list.

A file never changes once it has its final name, so each look-up opens the current file and reads a
complete list without locks.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import quote

from planilla.adapters.rating_list.building import FileBuilding, building
from planilla.adapters.rating_list.schema import APPLICATION_ID, VERSION
from planilla.application.rating_lists import CANDIDATES_MAX, FIDE, ListUnusable, RatingList
from planilla.formats.rating_list.names import search_key, spellings
from planilla.formats.rating_list.records import ListedPlayer

LAST = "\U0010ffff"
"""Character that sorts after all characters of a key."""

LEADING_MIN = 3
"""Fewest letters of a word that is searched by itself as the beginning of a name."""

DIGITS_MAX = 10
"""Most digits of an id."""

WORDS_MAX = 8
TEXT_MAX = 100
"""Most characters of a searched name; each of its words is tried as the first."""


class RatingListFolder:
    """The lists in one folder, which may be missing before the first import."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, kind: str) -> Path:
        """Return the file of a list."""
        return self._folder / f"{kind}.db"

    def building(self, kind: str) -> AbstractContextManager[FileBuilding]:
        """Open a new list of a kind, which replaces the old one when finished."""
        return building(self.path(kind))

    def lists(self) -> tuple[RatingList, ...]:
        """Return the existing lists, FIDE's first, then by kind."""
        kinds = sorted(path.stem for path in self._folder.glob("[!.]*.db"))
        kinds.sort(key=lambda kind: kind != FIDE)
        return tuple(each for kind in kinds for each in self._list(kind))

    def with_id(self, kind: str, player: int) -> ListedPlayer | None:
        """Return the player with this id."""
        with self._open(kind) as connection:
            return next(_players(connection, "WHERE id = ?", player), None)

    def named(self, kind: str, name: str) -> tuple[ListedPlayer, ...]:
        """Return the players with exactly this name, in any order of its parts."""
        keys = spellings(_short(name))
        among = f"WHERE key IN ({', '.join('?' * len(keys))}) ORDER BY key, id LIMIT ?"
        with self._open(kind) as connection:
            return tuple(_players(connection, among, *keys, CANDIDATES_MAX))

    def find(self, kind: str, text: str, limit: int = CANDIDATES_MAX) -> tuple[ListedPlayer, ...]:
        """Return the players with this id, or with names whose words begin like these."""
        wanted = text.strip()
        if wanted.isascii() and wanted.isdigit():
            player = self.with_id(kind, int(wanted)) if len(wanted) <= DIGITS_MAX else None
            return (player,) if player is not None else ()
        words = _short(wanted)
        found: dict[int, ListedPlayer] = {}
        with self._open(kind) as connection:
            for look in (_whole_beginnings, _scattered_words):
                if len(found) < limit:
                    found |= {each.id: each for each in look(connection, words, limit)}
        return tuple(found.values())[:limit]

    def _list(self, kind: str) -> Iterator[RatingList]:
        with self._open(kind) as connection:
            for row in connection.execute(
                "SELECT kind, month, source, form, players, broken FROM list"
            ):
                fields = dict(zip(RatingList.__struct_fields__, row, strict=True))
                yield RatingList(**fields)

    @contextlib.contextmanager
    def _open(self, kind: str) -> Iterator[sqlite3.Connection]:
        uri = f"file:{quote(str(self.path(kind)))}?mode=ro&immutable=1"
        try:
            with contextlib.closing(sqlite3.connect(uri, uri=True)) as connection:
                for pragma, wanted in (
                    ("application_id", APPLICATION_ID),
                    ("user_version", VERSION),
                ):
                    if connection.execute(f"PRAGMA {pragma}").fetchone()[0] != wanted:
                        raise ListUnusable(kind)
                yield connection
        except sqlite3.Error as error:
            raise ListUnusable(kind) from error


def _players(
    connection: sqlite3.Connection, among: str, *values: str | int
) -> Iterator[ListedPlayer]:
    for row in connection.execute(f"SELECT * FROM player {among}", values):  # noqa: S608 - ours
        yield ListedPlayer._make(row)


def _whole_beginnings(
    connection: sqlite3.Connection, name: str, limit: int
) -> Iterator[ListedPlayer]:
    """Yield players whose name begins with the text, in any order of its words."""
    for key in spellings(name):
        among = "WHERE key >= ? AND key < ? ORDER BY key, id LIMIT ?"
        yield from _players(connection, among, key, key + LAST, limit)


def _scattered_words(
    connection: sqlite3.Connection, name: str, limit: int
) -> Iterator[ListedPlayer]:
    """Yield players whose name begins with one word of the text and has words like the others."""
    words = search_key(name).split()
    for place, leading in enumerate(words):
        others = words[:place] + words[place + 1 :]
        if len(leading) < LEADING_MIN or not others:
            continue
        having = " AND instr(' ' || key, ?) > 0" * len(others)
        among = f"WHERE key >= ? AND key < ?{having} ORDER BY key, id LIMIT ?"
        begun = [f" {word}" for word in others]
        yield from _players(connection, among, leading, leading + LAST, *begun, limit)


def _short(name: str) -> str:
    return " ".join(name[:TEXT_MAX].split()[:WORDS_MAX])
