"""Building of a list in a new file, which then replaces the old one."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from planilla.adapters.rating_list.schema import (
    APPLICATION_ID,
    INDEX_OF_IDS,
    INDEX_OF_NAMES,
    INSERT_LIST,
    INSERT_PLAYER,
    TABLES,
    VERSION,
)
from planilla.application.rating_lists import ListNotWritten, RatingList
from planilla.formats.rating_list.records import ListedPlayer, ListFault

PART = ".part"
"""The ending of a file that is being written."""

CACHE_KIB = 16 * 1024
"""Page cache of the new file in KiB; sorting for the indexes takes the same again."""

PAGE_BYTES = 16 * 1024
"""Page size in bytes, larger than usual: the file is written once, in order."""

MODE = 0o644
"""Mode of a list file, readable for all: import and server may run as different users."""

STALE_PART_AGE_S = 86_400
"""Age of a part file in seconds from which it is considered left over by a killed process."""

REPEATED_IDS_QUERY = (
    "SELECT later.rowid, later.id, later.line, first.line FROM player AS later"
    " JOIN player AS first ON first.rowid ="
    " (SELECT min(rowid) FROM player WHERE id = later.id)"
    " WHERE later.id IN (SELECT id FROM player GROUP BY id HAVING count(*) > 1)"
    " AND later.rowid > first.rowid ORDER BY later.rowid"
)
"""Query for records with an id that occurred earlier in the list."""


class FileBuilding:
    """A list being written to a new file."""

    def __init__(self, connection: sqlite3.Connection, part: Path, whole: Path) -> None:
        self._connection = connection
        self._part = part
        self._whole = whole

    def add(self, players: Sequence[ListedPlayer]) -> None:
        """Insert players."""
        with _failures_of(self._whole):
            # sqlite3 binds plain tuples a third faster than named tuples
            self._connection.executemany(INSERT_PLAYER, map(tuple, players))

    def finish(self, made: RatingList) -> tuple[RatingList, tuple[ListFault, ...]]:
        """Index the list, drop repeated ids, and replace the old list."""
        with _failures_of(self._whole):
            return self._finished(made)

    def _finished(self, made: RatingList) -> tuple[RatingList, tuple[ListFault, ...]]:
        connection = self._connection
        connection.execute(INDEX_OF_IDS)
        twice = connection.execute(REPEATED_IDS_QUERY).fetchall()
        connection.executemany("DELETE FROM player WHERE rowid = ?", [row[:1] for row in twice])
        connection.execute(INDEX_OF_NAMES)
        count = connection.execute("SELECT count(*) FROM player").fetchone()[0]
        whole = msgspec.structs.replace(
            made, players=made.players + count, broken=made.broken + len(twice)
        )
        fields = (whole.kind, whole.month, whole.source, whole.form, whole.players, whole.broken)
        connection.execute(INSERT_LIST, fields)
        connection.execute("COMMIT")
        connection.close()
        _sync(self._part)
        self._part.replace(self._whole)
        _sync(self._whole.parent)
        faults = [
            ListFault(line, 1, "id-twice", {"id": str(player), "first": first})
            for _, player, line, first in twice
        ]
        return whole, tuple(faults)


@contextlib.contextmanager
def building(whole: Path) -> Iterator[FileBuilding]:
    """Open a new list beside the file `whole`; delete it unless it is finished."""
    with _failures_of(whole):
        part = _new_part(whole)
        connection = _opened(part)
    try:
        yield FileBuilding(connection, part, whole)
    finally:
        connection.close()
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _failures_of(whole: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ListNotWritten(str(whole), error.strerror or "?") from error
    except sqlite3.Error as error:
        raise ListNotWritten(str(whole), str(error)) from error


def _new_part(whole: Path) -> Path:
    whole.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{whole.stem}-", suffix=PART, dir=whole.parent)
    os.fchmod(descriptor, MODE)
    os.close(descriptor)
    _sweep(Path(name), whole)
    return Path(name)


def _opened(part: Path) -> sqlite3.Connection:
    """Open a part file without journal or syncs, since an incomplete part is worthless."""
    connection = sqlite3.connect(part, isolation_level=None)
    for pragma in (
        f"page_size = {PAGE_BYTES}",
        f"application_id = {APPLICATION_ID}",
        f"user_version = {VERSION}",
        "journal_mode = OFF",
        "synchronous = OFF",
        "locking_mode = EXCLUSIVE",
        "temp_store = FILE",
        f"cache_size = -{CACHE_KIB}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    for table in TABLES:
        connection.execute(table)
    return connection


def _sweep(part: Path, whole: Path) -> None:
    """Delete part files of killed processes, by the times of the file system."""
    now = part.stat().st_mtime
    for other in whole.parent.glob(f".{whole.stem}-*{PART}"):
        with contextlib.suppress(FileNotFoundError):
            if other.stat().st_mtime < now - STALE_PART_AGE_S:
                other.unlink()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
