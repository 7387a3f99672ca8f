"""Files of evidence in a table beside the log; an erased row keeps hash, type and size only."""

from sqlalchemy import Connection, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.inserting import upsert
from planilla.adapters.store.rows import called
from planilla.application.ports import Clock, KeptEvidence
from planilla.domain.tournament.values import EvidenceFile


class DatabaseEvidence:
    """`Evidence` port on SQLite or PostgreSQL."""

    def __init__(self, side: SideStore, clock: Clock) -> None:
        self._side = side
        self._clock = clock

    async def keep(self, tournament: str, file: EvidenceFile, body: bytes) -> None:
        """See `Evidence.keep`."""
        row = {
            "tournament": tournament,
            "sha256": file.sha256,
            "media_type": file.media_type,
            "size": file.size,
            "kept_at": self._clock.now(),
            "body": body,
        }

        def write(connection: Connection) -> None:
            connection.execute(upsert(connection.dialect.name, schema.evidence), row)

        await self._side.write(write)

    async def kept(self, tournament: str) -> tuple[KeptEvidence, ...]:
        """See `Evidence.kept`."""
        table = schema.evidence.c
        query = (
            select(
                table.sha256,
                table.media_type,
                table.size,
                table.kept_at,
                table.body.is_(None).label("is_erased"),
            )
            .where(table.tournament == called(tournament))
            .order_by(table.kept_at, table.sha256)
        )
        return tuple(
            KeptEvidence(
                file=EvidenceFile(sha256=row.sha256, media_type=row.media_type, size=row.size),
                kept_at=row.kept_at,
                is_erased=bool(row.is_erased),
            )
            for row in await self._side.read(query)
        )

    async def body(self, tournament: str, sha256: str) -> bytes | None:
        """See `Evidence.body`."""
        table = schema.evidence.c
        query = select(table.body).where(
            table.tournament == called(tournament), table.sha256 == sha256
        )
        found = await self._side.read(query)
        return None if not found or found[0].body is None else bytes(found[0].body)

    async def erase(self, tournament: str, sha256: str) -> bool:
        """See `Evidence.erase`."""
        table = schema.evidence
        statement = (
            update(table)
            .where(table.c.tournament == called(tournament), table.c.sha256 == sha256)
            .where(table.c.body.is_not(None))
            .values(body=None)
        )

        def write(connection: Connection) -> bool:
            return connection.execute(statement).rowcount == 1

        return await self._side.write(write)
