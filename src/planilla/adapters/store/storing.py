"""Storing rows: few of a view at once, many bit by bit, and nobody sees them before the last bit.

While bits are written the checkpoint is a mark below nought, another one for each storing: readers
find nothing stored, and of two who store the same the second goes on and the first gives up. What a
crash leaves is under a mark too, and is made anew.
"""

import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, select

from planilla.adapters.store import schema
from planilla.adapters.store.inserting import upsert
from planilla.application.ports import Saving, StoredRows, StoreUnavailable

AT_ONCE = 200
"""Rows that one transaction writes or deletes: on SQLite whoever appends waits for its end."""
MARK_BITS = 62
"""A mark fits into a number of the database: 63 bits and a sign."""

Of = Mapping[str, Any]
Write = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Does something in one transaction."""


class Torn(StoreUnavailable):
    """What is stored of a view is not whole, or others store it now: it is to be made anew."""


async def store(write: Write, tournament: str, savings: Sequence[Saving]) -> None:
    """Store the rows of some views, each whole or not at all; none that is further is moved back.

    Raises:
        Torn: only what changed is handed in, and the rest is not there.
    """
    # In one order everywhere, so that two processes do not wait for each other.
    ordered = sorted(savings, key=lambda each: (each.view, each.view_version))
    many = [each for each in ordered if len(each.changed) > AT_ONCE]
    few = [each for each in ordered if len(each.changed) <= AT_ONCE]
    if few:
        many += await write(lambda connection: _store_few(connection, tournament, few))
    for saving in many:
        await _Bits(write, _of(tournament, saving)).store(saving)


async def clear(write: Write, of: Of) -> None:
    """Delete what is stored of a view of a tournament."""
    bits = _Bits(write, of)
    await write(bits.hide)
    await bits.clear()
    await write(lambda connection: connection.execute(_delete_mark(of)))


def is_of(table: Table, of: Of) -> ColumnElement[bool]:
    """The rows of `table` with these values."""
    return and_(*(table.c[name] == value for name, value in of.items()))


def _store_few(connection: Connection, tournament: str, savings: Sequence[Saving]) -> list[Saving]:
    """Store them in this transaction; those whose rows are torn are left over."""
    torn = []
    for saving in savings:
        of = _of(tournament, saving)
        checkpoint = _checkpoint(connection, of)
        if checkpoint < saving.after or checkpoint < 0:
            torn.append(saving)
        elif checkpoint <= saving.checkpoint:
            _put(connection, of, saving.changed)
            _mark(connection, of, saving.checkpoint)
    return torn


class _Bits:
    """One storing of one view, under a mark of its own."""

    def __init__(self, write: Write, of: Of) -> None:
        self._write = write
        self._of = of
        self._own = -1 - secrets.randbits(MARK_BITS)

    async def store(self, saving: Saving) -> None:
        if not await self._write(lambda connection: self._begins(connection, saving)):
            return
        if not saving.after:
            await self.clear()
        for bit in _bits(saving.changed):
            await self._write(partial(self._store_bit, bit))
        await self._write(lambda connection: self._end(connection, saving.checkpoint))

    def _begins(self, connection: Connection, saving: Saving) -> bool:
        """Hide what is stored; not where it is further than what is handed in."""
        checkpoint = _checkpoint(connection, self._of)
        if saving.after and checkpoint < saving.after:
            raise Torn(f"{self._of} is not there up to {saving.after}")
        if checkpoint > saving.checkpoint:
            return False
        self.hide(connection)
        return True

    def hide(self, connection: Connection) -> None:
        _mark(connection, self._of, self._own)

    async def clear(self) -> None:
        while await self._write(self._clear_some):
            pass

    def _clear_some(self, connection: Connection) -> bool:
        """Whether there may be more."""
        self._check(connection)
        row = schema.view_row
        some = select(row.c.key).where(is_of(row, self._of)).limit(AT_ONCE)
        gone = delete(row).where(is_of(row, self._of)).where(row.c.key.in_(some))
        return connection.execute(gone).rowcount == AT_ONCE

    def _store_bit(self, bit: StoredRows, connection: Connection) -> None:
        self._check(connection)
        _put(connection, self._of, bit)

    def _end(self, connection: Connection, checkpoint: int) -> None:
        self._check(connection)
        _mark(connection, self._of, checkpoint)

    def _check(self, connection: Connection) -> None:
        if _checkpoint(connection, self._of) != self._own:
            raise Torn(f"others store {self._of}")


def _of(tournament: str, saving: Saving) -> Of:
    return {"tournament": tournament, "view": saving.view, "view_version": saving.view_version}


def _bits(rows: StoredRows) -> Iterator[StoredRows]:
    ordered = sorted(rows.items())
    for first in range(0, len(ordered), AT_ONCE):
        yield dict(ordered[first : first + AT_ONCE])


def _checkpoint(connection: Connection, of: Of) -> int:
    """The version up to which is stored, 0 where nothing is, or the mark of who stores now."""
    table = schema.projection_checkpoint
    query = select(table.c.version).where(is_of(table, of)).with_for_update()
    found = connection.execute(query).scalar()
    return 0 if found is None else int(found)


def _mark(connection: Connection, of: Of, version: int) -> None:
    statement = upsert(connection.dialect.name, schema.projection_checkpoint)
    connection.execute(statement, {**of, "version": version})


def _delete_mark(of: Of) -> Any:
    table = schema.projection_checkpoint
    return delete(table).where(is_of(table, of))


def _put(connection: Connection, of: Of, changed: StoredRows) -> None:
    rows = [
        {**of, "key": key, "changed_at": changed_at, "data": data}
        for key, (changed_at, data) in sorted(changed.items())
    ]
    if rows:
        connection.execute(upsert(connection.dialect.name, schema.view_row), rows)
