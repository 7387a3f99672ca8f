"""Writing a list into a new file, and putting that in the place of the old one."""

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
"""Pages of the new file kept in memory; sorting for the indexes takes as much again."""

PAGE_BYTES = 16 * 1024
"""Larger than usual: the file is written once, in order."""

MODE = 0o644
"""Whoever imports a list need not be the user that the server runs as."""

STALE_PART_AGE_S = 86_400
"""A part that is a day older than a new one was left behind by a process that was killed."""

REPEATED_IDS_QUERY = (
    "SELECT later.rowid, later.id, later.line, first.line FROM player AS later"
    " JOIN player AS first ON first.rowid ="
    " (SELECT min(rowid) FROM player WHERE id = later.id)"
    " WHERE later.id IN (SELECT id FROM player GROUP BY id HAVING count(*) > 1)"
    " AND later.rowid > first.rowid ORDER BY later.rowid"
)
"""The records whose id stood in the list before."""


class FileBuilding:
    """A list that is being written into a file of its own."""

    def __init__(self, connection: sqlite3.Connection, part: Path, whole: Path) -> None:
        self._connection = connection
        self._part = part
        self._whole = whole

    def add(self, players: Sequence[ListedPlayer]) -> None:
        """Write players down."""
        with _told(self._whole):
            # sqlite3 binds plain tuples a third faster than tuples with names
            self._connection.executemany(INSERT_PLAYER, map(tuple, players))

    def finish(self, made: RatingList) -> tuple[RatingList, tuple[ListFault, ...]]:
        """Sort, leave out ids that were there before, and take the place of the old list."""
        with _told(self._whole):
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
    """A new list beside the one in the file `whole`; it is deleted unless it was finished."""
    with _told(whole):
        part = _new_part(whole)
        connection = _opened(part)
    try:
        yield FileBuilding(connection, part, whole)
    finally:
        connection.close()
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _told(whole: Path) -> Iterator[None]:
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
    """Without a journal and without waiting for the disk: a part that is lost is no loss."""
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
    """Delete what processes that were killed left behind; by the clock of the file system."""
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
