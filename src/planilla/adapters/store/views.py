"""Stored projections: rows by key with the version that changed them, and the checkpoint."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, select

from planilla.adapters.store import schema
from planilla.adapters.store.side import Side
from planilla.adapters.store.upsert import upsert
from planilla.application.ports import Saving, StoredRows


class DatabaseViews:
    """The `Views` port on SQLite or PostgreSQL."""

    def __init__(self, side: Side) -> None:
        self._side = side

    async def save_rows(self, tournament: str, *savings: Saving) -> None:
        """Upsert the changed rows of some views with their checkpoints: all or nothing.

        A checkpoint never moves back: rows that are behind it are ignored.
        """

        def save(connection: Connection) -> None:
            # In one order everywhere, so that two processes do not wait for each other.
            for saving in sorted(savings, key=lambda each: (each.view, each.view_version)):
                _save(connection, tournament, saving)

        await self._side.write_rows(save)

    async def load_rows(
        self, tournament: str, view: str, view_version: int
    ) -> tuple[int, StoredRows]:
        """The checkpoint (0 when nothing is stored) and all rows by key, tombstones too."""
        return await self.rows_after(tournament, view, view_version, -1)

    async def rows_after(
        self, tournament: str, view: str, view_version: int, after: int
    ) -> tuple[int, StoredRows]:
        """The checkpoint, and the rows that changed after a version of the stream."""
        of = {"tournament": tournament, "view": view, "view_version": view_version}
        mark, row = schema.projection_checkpoint, schema.view_row
        joined = mark.outerjoin(row, and_(_is(row, of), row.c.changed_at > after))
        # One statement, so that the rows and the checkpoint are of one moment.
        query = (
            select(mark.c.version, row.c.key, row.c.changed_at, row.c.data)
            .select_from(joined)
            .where(_is(mark, of))
        )
        found = await self._side.read(query)
        rows = {line.key: (line.changed_at, line.data) for line in found if line.key is not None}
        return (int(found[0].version), rows) if found else (0, {})

    async def all_rows(self, tournament: str) -> Mapping[tuple[str, int], StoredRows]:
        """All rows of a tournament by view and stored version, by key; for the few of a pointer."""
        row = schema.view_row
        query = select(row.c.view, row.c.view_version, row.c.key, row.c.changed_at, row.c.data)
        found: dict[tuple[str, int], dict[str, tuple[int, bytes | None]]] = {}
        for line in await self._side.read(query.where(row.c.tournament == tournament)):
            rows = found.setdefault((line.view, line.view_version), {})
            rows[line.key] = (line.changed_at, line.data)
        return found

    async def drop_rows(self, view: str, view_version: int) -> None:
        """Forget one version of a view in all tournaments: the old one after a rebuild."""
        of = {"view": view, "view_version": view_version}

        def drop(connection: Connection) -> None:
            for table in (schema.view_row, schema.projection_checkpoint):
                connection.execute(delete(table).where(_is(table, of)))

        await self._side.write_rows(drop)


def _save(connection: Connection, tournament: str, saving: Saving) -> None:
    of = {"tournament": tournament, "view": saving.view, "view_version": saving.view_version}
    if _checkpoint(connection, of) > saving.checkpoint:
        return
    dialect = connection.dialect.name
    mark = upsert(dialect, schema.projection_checkpoint)
    connection.execute(mark, {**of, "version": saving.checkpoint})
    rows = [
        {**of, "key": key, "changed_at": changed_at, "data": data}
        for key, (changed_at, data) in sorted(saving.changed.items())
    ]
    if rows:
        connection.execute(upsert(dialect, schema.view_row), rows)


def _checkpoint(connection: Connection, of: Mapping[str, Any]) -> int:
    table = schema.projection_checkpoint
    query = select(table.c.version).where(_is(table, of)).with_for_update()
    found = connection.execute(query).scalar()
    return 0 if found is None else int(found)


def _is(table: Table, of: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in of.items()))
