"""Stored projections: rows by key with the version that changed them, and the checkpoint."""

from collections.abc import Mapping

from sqlalchemy import and_, select

from planilla.adapters.store import schema
from planilla.adapters.store.side import Side
from planilla.adapters.store.storing import clear, is_of, store
from planilla.application.ports import Saving, StoredRows


class DatabaseViews:
    """The `Views` port on SQLite or PostgreSQL."""

    def __init__(self, side: Side) -> None:
        self._side = side

    async def save_rows(self, tournament: str, *savings: Saving) -> None:
        """Upsert the changed rows of some views with their checkpoints: each all or nothing.

        A checkpoint never moves back: rows that are behind it are ignored.

        Raises:
            Torn: what a saving adds to is not there; nothing of it was stored.
        """
        await store(self._side.write_rows, tournament, savings)

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
        joined = mark.outerjoin(row, and_(is_of(row, of), row.c.changed_at > after))
        # One statement, so that the rows and the checkpoint are of one moment.
        query = (
            select(mark.c.version, row.c.key, row.c.changed_at, row.c.data)
            .select_from(joined)
            .where(is_of(mark, of))
            .where(mark.c.version > 0)  # below: others are storing just now
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
        mark = schema.projection_checkpoint
        of = {"view": view, "view_version": view_version}
        for line in await self._side.read(select(mark.c.tournament).where(is_of(mark, of))):
            await clear(self._side.write_rows, {"tournament": line.tournament, **of})
