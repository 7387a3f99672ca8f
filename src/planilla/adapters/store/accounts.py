"""Accounts with their sessions, passkeys and sign-ins; of tokens only hashes are stored."""

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from planilla.adapters.store import schema
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.inserting import insert_new
from planilla.application.accounts import (
    INVITATION_US,
    SESSION_US,
    SIGN_INS_KEPT_US,
    USER_AGENT_MAX,
    Account,
    AccountExists,
    AccountSession,
    AccountUse,
    InvitationExpired,
    InvitationUnknown,
    InvitationUsed,
    Passkey,
    SignIn,
    SignInResult,
    account_name,
    is_seen_again,
    name_key,
)
from planilla.application.permissions import hash_of_token, link_id
from planilla.application.ports import Clock

_ACCOUNT, _SESSION = schema.account.c, schema.account_session.c


class DatabaseAccounts:
    """`Accounts` port on SQLite or PostgreSQL."""

    def __init__(self, side: SideStore, clock: Clock) -> None:
        self._side = side
        self._clock = clock

    async def create(self, account: str, name: str, invitation: str) -> Account:
        """See `Accounts.create`."""
        stored, now = account_name(name), self._clock.now()
        row = {
            "id": account,
            "name": stored,
            "name_key": name_key(stored),
            "password_hash": "",
            "created_at": now,
            "invitation_hash": hash_of_token(invitation),
            "invited_until": now + INVITATION_US,
        }

        def write(connection: Connection) -> bool:
            statement = insert_new(connection.dialect.name, schema.account)
            return connection.execute(statement.returning(_ACCOUNT.id), row).first() is not None

        if not await self._side.write(write):
            raise AccountExists(name=stored)
        return Account(id=account, name=stored, created_at=now, invited_until=now + INVITATION_US)

    async def invite(self, account: str, invitation: str) -> None:
        """See `Accounts.invite`."""
        values = {
            "invitation_hash": hash_of_token(invitation),
            "invited_until": self._clock.now() + INVITATION_US,
            "accepted_at": None,
        }
        await self._update(update(schema.account).where(_ACCOUNT.id == account).values(**values))

    async def invited(self, invitation: str) -> Account:
        """See `Accounts.invited`."""
        return self._open_invitation(await self._side.read(_invited(invitation)))

    async def accept(self, invitation: str, password_hash: str) -> Account:
        """See `Accounts.accept`."""
        now = self._clock.now()

        def write(connection: Connection) -> Account:
            rows = connection.execute(_invited(invitation).with_for_update()).all()
            account = self._open_invitation(rows)
            table = schema.account
            values = {"password_hash": password_hash, "accepted_at": now}
            connection.execute(update(table).where(_ACCOUNT.id == account.id).values(**values))
            connection.execute(_ending(account.id, now))
            return account

        return await self._side.write(write)

    def _open_invitation(self, rows: Any) -> Account:
        """Return the account of the row of an invitation.

        Raises:
            InvitationUnknown, InvitationExpired, InvitationUsed: it is not open.
        """
        if not rows or rows[0].disabled_at is not None:
            raise InvitationUnknown
        (row,) = rows
        if row.accepted_at is not None:
            raise InvitationUsed(at=row.accepted_at)
        if row.invited_until <= self._clock.now():
            raise InvitationExpired(at=row.invited_until)
        return _account(row)

    async def accounts(self) -> tuple[Account, ...]:
        """See `Accounts.accounts`."""
        query = select(schema.account).order_by(_ACCOUNT.name_key)
        return tuple(map(_account, await self._side.read(query)))

    async def uses(self) -> tuple[AccountUse, ...]:
        """See `Accounts.uses`."""
        passkey, sign_in = schema.passkey.c, schema.sign_in.c
        succeeded = sign_in.result != SignInResult.REFUSED.value
        query = select(
            schema.account,
            _of_account(func.count(), passkey.account).label("passkeys"),
            _of_account(func.count(), _SESSION.account, _is_open(self._clock.now())).label("open"),
            _of_account(func.max(sign_in.at), sign_in.account, succeeded).label("signed_in_at"),
        )
        return tuple(
            AccountUse(
                account=_account(row),
                passkeys=row.passkeys,
                sessions=row.open,
                signed_in_at=row.signed_in_at,
            )
            for row in await self._side.read(query.order_by(_ACCOUNT.name_key))
        )

    async def named(self, name: str) -> Account | None:
        """See `Accounts.named`."""
        query = select(schema.account).where(_ACCOUNT.name_key == name_key(name))
        return next(map(_account, await self._side.read(query)), None)

    async def password_hash(self, account: str) -> str:
        """See `Accounts.password_hash`."""
        query = select(_ACCOUNT.password_hash).where(
            _ACCOUNT.id == account, _ACCOUNT.disabled_at.is_(None)
        )
        rows = await self._side.read(query)
        return rows[0].password_hash if rows else ""

    async def set_password(self, account: str, password_hash: str) -> None:
        """See `Accounts.set_password`."""
        changed = update(schema.account).where(_ACCOUNT.id == account)
        await self._update(changed.values(password_hash=password_hash))

    async def disable(self, account: str) -> bool:
        """See `Accounts.disable`."""
        now = self._clock.now()
        statement = (
            update(schema.account)
            .where(_ACCOUNT.id == account, _ACCOUNT.disabled_at.is_(None))
            .values(disabled_at=now)
        )

        def write(connection: Connection) -> bool:
            connection.execute(_ending(account, now))
            return connection.execute(statement).rowcount == 1

        return await self._side.write(write)

    async def begin_session(self, account: str, token: str, user_agent: str) -> None:
        """See `Accounts.begin_session`."""
        now = self._clock.now()
        row = {
            "token_hash": hash_of_token(token),
            "account": account,
            "created_at": now,
            "seen_at": now,
            "expires_at": now + SESSION_US,
            "user_agent": "".join(filter(str.isprintable, user_agent))[:USER_AGENT_MAX],
        }

        def write(connection: Connection) -> None:
            old = _SESSION.expires_at < now - SIGN_INS_KEPT_US
            connection.execute(delete(schema.account_session).where(old))
            connection.execute(insert(schema.account_session), row)

        await self._side.write(write)

    async def in_session(self, token: str) -> Account | None:
        """See `Accounts.in_session`."""
        now, token_hash = self._clock.now(), hash_of_token(token)
        query = (
            select(schema.account, _SESSION.seen_at)
            .join_from(schema.account_session, schema.account, _SESSION.account == _ACCOUNT.id)
            .where(_SESSION.token_hash == token_hash, _is_open(now), _ACCOUNT.disabled_at.is_(None))
        )
        rows = await self._side.read(query)
        if not rows:
            return None
        if is_seen_again(rows[0].seen_at, now):
            seen = update(schema.account_session).where(_SESSION.token_hash == token_hash)
            await self._update(seen.values(seen_at=now))
        return _account(rows[0])

    async def sessions(self, account: str) -> tuple[AccountSession, ...]:
        """See `Accounts.sessions`."""
        query = (
            select(schema.account_session)
            .where(_SESSION.account == account, _is_open(self._clock.now()))
            .order_by(_SESSION.created_at.desc(), _SESSION.token_hash)
        )
        return tuple(
            AccountSession(
                id=link_id(row.token_hash),
                created_at=row.created_at,
                seen_at=row.seen_at,
                expires_at=row.expires_at,
                user_agent=row.user_agent,
            )
            for row in await self._side.read(query)
        )

    async def end_sessions(self, account: str, *, only: str = "", but: str = "") -> int:
        """See `Accounts.end_sessions`."""
        now = self._clock.now()
        ids = {each.id for each in await self.sessions(account)}
        wanted = (ids & {only} if only else ids) - {but}

        def write(connection: Connection) -> int:
            query = select(_SESSION.token_hash).where(_SESSION.account == account)
            hashes = [row.token_hash for row in connection.execute(query)]
            chosen = [each for each in hashes if link_id(each) in wanted]
            ending = _ending(account, now).where(_SESSION.token_hash.in_(chosen))
            return connection.execute(ending).rowcount

        return await self._side.write(write) if wanted else 0

    async def passkeys(self, account: str) -> tuple[Passkey, ...]:
        """See `Accounts.passkeys`."""
        passkey = schema.passkey.c
        query = select(schema.passkey).where(passkey.account == account)
        return tuple(map(_passkey, await self._side.read(query.order_by(passkey.created_at))))

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        """See `Accounts.passkey`."""
        passkey = schema.passkey.c
        query = (
            select(schema.passkey)
            .join_from(schema.passkey, schema.account, passkey.account == _ACCOUNT.id)
            .where(passkey.credential_id == credential_id, _ACCOUNT.disabled_at.is_(None))
        )
        return next(map(_passkey, await self._side.read(query)), None)

    async def add_passkey(self, passkey: Passkey) -> None:
        """See `Accounts.add_passkey`."""
        row = {name: getattr(passkey, name) for name in Passkey.__struct_fields__}

        def write(connection: Connection) -> None:
            connection.execute(insert_new(connection.dialect.name, schema.passkey), row)

        await self._side.write(write)

    async def use_passkey(self, credential_id: bytes, sign_count: int) -> None:
        """See `Accounts.use_passkey`."""
        used = update(schema.passkey).where(schema.passkey.c.credential_id == credential_id)
        await self._update(used.values(sign_count=sign_count, used_at=self._clock.now()))

    async def remove_passkey(self, account: str, passkey: str) -> bool:
        """See `Accounts.remove_passkey`."""
        found = [each for each in await self.passkeys(account) if each.id == passkey]
        ids = [each.credential_id for each in found]
        await self._update(delete(schema.passkey).where(schema.passkey.c.credential_id.in_(ids)))
        return bool(found)

    async def remove_passkeys(self, account: str) -> int:
        """See `Accounts.remove_passkeys`."""
        removed = delete(schema.passkey).where(schema.passkey.c.account == account)
        return await self._side.write(lambda connection: connection.execute(removed).rowcount)

    async def record(self, sign_in: SignIn) -> None:
        """See `Accounts.record`."""
        row = {name: getattr(sign_in, name) for name in SignIn.__struct_fields__}
        old = schema.sign_in.c.at < sign_in.at - SIGN_INS_KEPT_US

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.sign_in).where(old))
            connection.execute(insert(schema.sign_in), {**row, "result": sign_in.result.value})

        await self._side.write(write)

    async def sign_ins(self, account: str, limit: int) -> tuple[SignIn, ...]:
        """See `Accounts.sign_ins`."""
        table = schema.sign_in
        query = select(table).where(table.c.account == account).order_by(table.c.at.desc())
        return tuple(
            SignIn(
                at=row.at,
                account=row.account,
                result=SignInResult(row.result),
                address=row.address,
            )
            for row in await self._side.read(query.limit(limit))
        )

    async def _update(self, statement: Any) -> None:
        await self._side.write(lambda connection: connection.execute(statement))


def _invited(invitation: str) -> Any:
    query = select(schema.account)
    return query.where(_ACCOUNT.invitation_hash == hash_of_token(invitation))


def _is_open(now: int) -> Any:
    return _SESSION.ended_at.is_(None) & (_SESSION.expires_at > now)


def _of_account(figure: Any, holder: Any, *conditions: Any) -> Any:
    """Return a figure of the rows of each account in the table of the column `holder`."""
    return select(figure).where(holder == _ACCOUNT.id, *conditions).scalar_subquery()


def _ending(account: str, now: int) -> Any:
    """Return the statement that ends the open sessions of an account."""
    sessions = update(schema.account_session).where(_SESSION.account == account, _is_open(now))
    return sessions.values(ended_at=now)


def _account(row: Any) -> Account:
    return Account(
        id=row.id,
        name=row.name,
        created_at=row.created_at,
        disabled_at=row.disabled_at,
        has_password=bool(row.password_hash),
        invited_until=row.invited_until if row.accepted_at is None else None,
    )


def _passkey(row: Any) -> Passkey:
    return Passkey(**{name: getattr(row, name) for name in Passkey.__struct_fields__})
