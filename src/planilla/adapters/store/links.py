"""Secret links: a token opens a scope for a pseudonym; only the hash of the token is stored."""

import hashlib

from sqlalchemy import Connection, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.side import Side
from planilla.adapters.store.upsert import upsert
from planilla.application.ports import Clock


class DatabaseGrants:
    """The `Grants` port on SQLite or PostgreSQL."""

    def __init__(self, side: Side, clock: Clock) -> None:
        self._side = side
        self._clock = clock

    async def grant(self, token: str, actor_id: str, scope: str) -> None:
        """Make `token` open `scope` (`"*"` or a tournament id); again changes nothing."""
        row = {
            "token_hash": hash_of(token),
            "actor_id": actor_id,
            "scope": scope,
            "created_at": self._clock.now(),
            "revoked_at": None,
        }

        def write(connection: Connection) -> None:
            connection.execute(upsert(connection.dialect.name, schema.secret_link), row)

        await self._side.write(write)

    async def revoke(self, token: str) -> bool:
        """Close what `token` opened; False when it opened nothing."""
        link = schema.secret_link
        statement = (
            update(link)
            .where(link.c.token_hash == hash_of(token), link.c.revoked_at.is_(None))
            .values(revoked_at=self._clock.now())
        )
        return await self._side.write(lambda open_: open_.execute(statement).rowcount == 1)

    async def scopes(self, token: str) -> tuple[str, frozenset[str]] | None:
        """The pseudonym and scopes behind a token, or None."""
        link = schema.secret_link.c
        query = select(link.actor_id, link.scope).where(
            link.token_hash == hash_of(token), link.revoked_at.is_(None)
        )
        found = await self._side.read(query)
        return (found[0].actor_id, frozenset({found[0].scope})) if found else None


def hash_of(token: str) -> bytes:
    """What is stored of a token. It has 192 bits of chance, so a plain hash cannot be guessed."""
    return hashlib.sha256(token.encode()).digest()
