"""Secret links: a token grants a scope to a pseudonym; only the hash of the token is stored.

Each row is signed by the key of the log, so an inspection finds rows written by others.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.inserting import insert_new
from planilla.application.accounts import Accounts, is_seen_again
from planilla.application.envelope import Actor
from planilla.application.permissions import hash_of_token, link_id
from planilla.application.ports import (
    Clock,
    Keys,
    KeyUnusable,
    SecretLink,
    Signer,
    StoreUnavailable,
)
from planilla.application.roles import (
    Grant,
    Role,
    WallProgramme,
    festival_of_scope,
    full_grant,
    spread,
)
from planilla.audit.seal import LinkRow, is_link_signed, link_message

HASH_BYTES = 32
NO_NOTES: Mapping[str, str] = {}
NOTHING = Grant(tournament="", role=Role.SCREEN, expires_at=0)
"""The grant of terms that cannot be read: of a later version, or written by others."""

logger = logging.getLogger(__name__)


class DatabaseGrants:
    """`Grants` port on SQLite or PostgreSQL; without `keys` links are not signed.

    Without `accounts` no session opens anything.
    """

    def __init__(
        self,
        side: SideStore,
        clock: Clock,
        keys: Keys | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        self._side = side
        self._clock = clock
        self._keys = keys
        self._accounts = accounts

    async def give(self, token: str, actor_id: str, grant: Grant, *, by: str = "") -> None:
        """See `Grants.give`."""
        link = LinkRow(
            token_hash=hash_of_token(token),
            actor_id=actor_id,
            scope=grant.tournament,
            created_at=self._clock.now(),
            terms=terms_of(grant),
        )

        def write(connection: Connection) -> None:
            row = {**self._signed(connection, link), "given_by": by}
            connection.execute(insert_new(connection.dialect.name, schema.secret_link), row)

        await self._side.write(write)

    async def revoke(self, link: str, tournament: str | None = None, *, by: str = "") -> bool:
        """See `Grants.revoke`."""
        return await self._change(
            link,
            tournament,
            lambda row: replace(row, revoked_at=self._clock.now()),
            {"revoked_by": by},
        )

    async def show(self, link: str, tournament: str, programme: WallProgramme) -> bool:
        """See `Grants.show`."""

        def changed(row: LinkRow) -> LinkRow | None:
            grant = grant_in(row.scope, row.terms)
            if grant.role is not Role.SCREEN:
                return None
            return replace(row, terms=terms_of(replace(grant, programme=programme)))

        return await self._change(link, tournament, changed)

    async def _change(
        self,
        link: str,
        tournament: str | None,
        changed: Callable[[LinkRow], LinkRow | None],
        notes: Mapping[str, str] = NO_NOTES,
    ) -> bool:
        """Write an open link again as `changed` returns it; return whether there was one.

        `notes` are columns that are not signed.
        """
        table = schema.secret_link
        lowest = bytes.fromhex(link)
        query = select(table).where(
            table.c.token_hash.between(lowest, lowest + b"\xff" * HASH_BYTES),
            table.c.revoked_at.is_(None),
        )
        if tournament is not None:
            query = query.where(table.c.scope == tournament)

        def write(connection: Connection) -> bool:
            found = connection.execute(query.with_for_update()).first()
            if found is None or link_id(found.token_hash) != link:
                return False
            row = changed(link_row_of({**found._mapping}))  # noqa: SLF001 - public by its documentation
            if row is None:
                return False
            self._write_again(connection, row, notes)
            return True

        return await self._side.write(write)

    async def accept(self) -> int:
        """See `Grants.accept`; without a usable key nothing is signed.

        It is for links older than signatures, and after the loss of a key.
        """
        signer = self._signer()
        if signer is None:
            return 0
        key = signer.public_key

        def write(connection: Connection) -> int:
            log_id = _log_id(connection)
            rows = connection.execute(select(schema.secret_link)).mappings().all()
            links = [link_row_of({**row}) for row in rows]
            others = [
                link for link in links if link.public_key != key or not is_link_signed(log_id, link)
            ]
            for link in others:
                self._write_again(connection, link)
            return len(others)

        return await self._side.write(write)

    def _write_again(
        self, connection: Connection, link: LinkRow, notes: Mapping[str, str] = NO_NOTES
    ) -> None:
        row = {**self._signed(connection, link), **notes}
        table = schema.secret_link
        connection.execute(update(table).where(table.c.token_hash == link.token_hash).values(**row))

    def _signed(self, connection: Connection, link: LinkRow) -> dict[str, Any]:
        """Return the row of a link, unsigned if no key can be used."""
        unsigned = {**asdict(link), "public_key": None, "signature": None}
        signer = self._signer()
        if signer is None:
            return unsigned
        signature = signer.sign(link_message(_log_id(connection), link))
        return {**unsigned, "public_key": signer.public_key, "signature": signature}

    def _signer(self) -> Signer | None:
        """Return the signer, or None if no key can be used; links work without signatures too."""
        if self._keys is None:
            return None
        try:
            return self._keys.current()
        except KeyUnusable as error:
            logger.warning("links are not signed: %s", error)
            return None

    async def links(self, tournament: str | None = None) -> tuple[SecretLink, ...]:
        """See `Grants.links`."""
        link = schema.secret_link.c
        query = select(schema.secret_link).order_by(link.created_at, link.token_hash)
        if tournament is not None:
            query = query.where(link.scope == tournament)
        return tuple(map(_listed, await self._side.read(query)))

    async def link(self, token: str) -> SecretLink | None:
        """See `Grants.link`."""
        table = schema.secret_link
        query = select(table).where(table.c.token_hash == hash_of_token(token))
        return next(map(_listed, await self._side.read(query)), None)

    async def holder(self, token: str) -> Actor | None:
        """See `Grants.holder`."""
        found, now = await self.link(token), self._clock.now()
        if found is None or not found.is_open(now):
            return None
        if is_seen_again(found.seen_at, now):
            await self._note_seen(token, now)
        return Actor(id=found.actor_id, grants=await self._spread(found.grant))

    async def _note_seen(self, token: str, now: int) -> None:
        """Note the use of a link; a database that takes no writes now refuses nobody."""
        table = schema.secret_link
        seen = update(table).where(table.c.token_hash == hash_of_token(token)).values(seen_at=now)
        with suppress(StoreUnavailable):
            await self._side.write(lambda connection: connection.execute(seen))

    async def session_holder(self, session: str) -> Actor | None:
        """See `Grants.session_holder`."""
        account = None if self._accounts is None else await self._accounts.in_session(session)
        if account is None:
            return None
        link, now = schema.secret_link.c, self._clock.now()
        query = select(schema.secret_link).where(
            link.actor_id == account.id, link.revoked_at.is_(None)
        )
        found = map(_listed, await self._side.read(query.order_by(link.created_at)))
        spread_out = [await self._spread(each.grant) for each in found if each.is_open(now)]
        return Actor(id=account.id, grants=tuple(chain.from_iterable(spread_out)))

    async def _spread(self, grant: Grant) -> tuple[Grant, ...]:
        """Return a grant, or that of a festival for each of its tournaments."""
        festival = festival_of_scope(grant.tournament)
        if not festival:
            return (grant,)
        stream = schema.stream.c
        rows = await self._side.read(
            select(stream.tournament).where(stream.festival == festival).order_by(stream.tournament)
        )
        return spread(grant, (row[0] for row in rows))


def terms_of(grant: Grant) -> str:
    """Return the JSON of a grant without its tournament, as the column `terms` holds it.

    It is "" for a grant without limits, which links had before there were roles.
    """
    if grant == full_grant(grant.tournament):
        return ""
    return msgspec.json.encode(replace(grant, tournament="")).decode()


def grant_in(scope: str, terms: str) -> Grant:
    """Return the grant of a row of the table."""
    if not terms:
        return full_grant(scope)
    try:
        return replace(msgspec.json.decode(terms, type=Grant), tournament=scope)
    except msgspec.DecodeError:
        return replace(NOTHING, tournament=scope)


def _listed(row: Any) -> SecretLink:
    return SecretLink(
        id=link_id(row.token_hash),
        actor_id=row.actor_id,
        grant=grant_in(row.scope, row.terms),
        created_at=row.created_at,
        revoked_at=row.revoked_at,
        seen_at=row.seen_at,
        given_by=row.given_by,
        revoked_by=row.revoked_by,
    )


def link_row_of(fields: Mapping[str, Any]) -> LinkRow:
    """Return the link of a row of the table."""
    named = {name: fields[name] for name in LinkRow.__struct_fields__}
    for name in ("public_key", "signature"):
        named[name] = named[name] or b""
    return LinkRow(**named)


def _log_id(connection: Connection) -> bytes:
    meta = schema.meta.c
    return bytes(connection.execute(select(meta.value).where(meta.name == "log_id")).scalar_one())
