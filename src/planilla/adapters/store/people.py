"""Erasure of people and texts: rows are emptied, salt included; commitments in events stay."""

import asyncio

from sqlalchemy import Connection, Table, update

from planilla.adapters.store import schema
from planilla.adapters.store.compacting import compact_postgres, compact_sqlite
from planilla.adapters.store.engines import SideStore, is_sqlite
from planilla.application.ports import Compacted, ReportProgress


class DatabasePeople:
    """`People` port on SQLite or PostgreSQL."""

    def __init__(self, side: SideStore, url: str) -> None:
        self._side = side
        self._url = url

    async def erase_person(self, tournament: str, entrant: str) -> bool:
        """See `People.erase_person`."""
        return await self._erase(schema.person, tournament, {"entrant": entrant})

    async def erase_text(self, tournament: str, commitment: str) -> bool:
        """See `People.erase_text`."""
        return await self._erase(schema.text, tournament, {"commitment": commitment})

    async def compact(
        self, report_progress: ReportProgress, *, most: int | None = None
    ) -> Compacted:
        """See `People.compact`."""
        compact = compact_sqlite if is_sqlite(self._url) else compact_postgres
        return await asyncio.to_thread(compact, self._url, report_progress, most)

    async def _erase(self, table: Table, tournament: str, key: dict[str, str]) -> bool:
        statement = (
            update(table)
            .where(table.c.tournament == tournament)
            .where(*(table.c[column] == value for column, value in key.items()))
            .where(table.c.body.is_not(None))
            .values(salt=None, body=None)
        )

        def erase(connection: Connection) -> bool:
            return connection.execute(statement).rowcount == 1

        return await self._side.write(erase)
