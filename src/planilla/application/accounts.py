"""Accounts of people on a server that wants them: values, rules of passwords, and the port.

An account holds grants as a link does; it is the holder of their rows in the table of links. See
ADR 0065.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

import msgspec

from planilla.application.permissions import hash_of_token, link_id
from planilla.application.ports import SecretLink
from planilla.application.roles import HOUR_US
from planilla.domain.tournament.refusal import Conflict, Unacceptable

ACCOUNT_PREFIX = "account-"
"""The beginning of an account's id, which is its pseudonym in the log; no role is called so."""
ACCOUNT_ID_BYTES = 6
INVITATION_HOURS = 72
"""Hours until an invitation expires."""
INVITATION_US = INVITATION_HOURS * HOUR_US
SESSION_US = 30 * 24 * HOUR_US
"""Microseconds until a session expires."""
SEEN_INTERVAL_US = HOUR_US // 12
"""Microseconds after which a session or a link that is used is noted again as seen."""
SIGN_INS_KEPT_DAYS = 90
"""Days that sign-ins stay on record: they hold addresses."""
SIGN_INS_KEPT_US = SIGN_INS_KEPT_DAYS * 24 * HOUR_US
PASSWORD_MIN, PASSWORD_MAX = 12, 200
"""Fewest and most characters of a password; the most bounds the work of a sign-in."""
ACCOUNT_NAME_MAX = 60
USER_AGENT_MAX = 120
PASSKEY_NAME_MAX = 40
PASSKEYS_MAX = 20
"""Most passkeys of an account."""
WORD_MIN = 3
"""Fewest letters of a word of a name that a password is checked against."""


class AccountNameMissing(Unacceptable):
    """An account was asked for without a name, or with one longer than `most` characters."""

    most: int


class AccountExists(Conflict):
    """An account has this name already, but for the case of its letters."""

    name: str


class NoSuchAccount(Unacceptable):
    """No account has this name, or it is disabled."""

    name: str


class PasswordLength(Unacceptable):
    """A password has fewer than `least` or more than `most` characters."""

    least: int
    most: int


class PasswordIsName(Unacceptable):
    """A password has no letters but those of the name of its account."""


class PasswordWrong(Unacceptable):
    """The password that was typed is not that of the account."""


class OwnAccount(Conflict):
    """Somebody asked to disable the own account, or to take its role of the owner."""


class InvitationUnknown(Conflict):
    """The invitation does not exist, or a later one took its place."""


class InvitationExpired(Conflict):
    """The invitation expired at `at`, in microseconds since 1970 (UTC)."""

    at: int


class InvitationUsed(Conflict):
    """The invitation was accepted at `at`, in microseconds since 1970 (UTC)."""

    at: int


class SignInResult(StrEnum):
    """The outcome of a try to sign in."""

    PASSWORD = "password"  # noqa: S105 - a way to sign in
    PASSKEY = "passkey"
    INVITATION = "invitation"
    REFUSED = "refused"


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """An account; times are in microseconds since 1970 (UTC).

    `id` is its pseudonym in the log. It has no password until its first invitation is accepted.
    `invited_until` is the end of an invitation that is open, else None.
    """

    id: str
    name: str
    created_at: int
    disabled_at: int | None = None
    has_password: bool = False
    invited_until: int | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it was not disabled."""
        return self.disabled_at is None


class AccountUse(msgspec.Struct, frozen=True, kw_only=True):
    """An account with the figures of its use: its passkeys and its open sessions.

    `signed_in_at` is its last sign-in in microseconds since 1970 (UTC), None where none is on
    record.
    """

    account: Account
    passkeys: int
    sessions: int
    signed_in_at: int | None


class AccountSession(msgspec.Struct, frozen=True, kw_only=True):
    """A browser in which an account is signed in; `id` is the beginning of its token's hash."""

    id: str
    created_at: int
    seen_at: int
    expires_at: int
    user_agent: str


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A public key that a device of the account's owner signs with.

    `sign_count` is the count of signatures that the device reported last; 0 where it keeps none.
    """

    credential_id: bytes
    account: str
    public_key: bytes
    sign_count: int
    name: str
    created_at: int
    used_at: int | None = None

    @property
    def id(self) -> str:
        """The id by which it is listed and removed."""
        return passkey_id(self.credential_id)


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """A try to sign in; `account` is "" where no account has the name that was typed."""

    at: int
    account: str
    result: SignInResult
    address: str


class Accounts(Protocol):
    """The accounts of a server, their sessions, passkeys and sign-ins."""

    async def create(self, account: str, name: str, invitation: str) -> Account:
        """Make an account with an open invitation.

        Raises:
            AccountNameMissing: the name is empty or too long.
            AccountExists: another one has the name.
        """

    async def invite(self, account: str, invitation: str) -> None:
        """Replace the invitation of an account by another one."""

    async def accept(self, invitation: str, password_hash: str) -> Account:
        """Give a password to the account of an invitation, once, and end its sessions.

        Raises:
            InvitationUnknown, InvitationExpired, InvitationUsed: it is not open.
        """

    async def invited(self, invitation: str) -> Account:
        """Return the account of an open invitation.

        Raises:
            InvitationUnknown, InvitationExpired, InvitationUsed: it is not open.
        """

    async def accounts(self) -> tuple[Account, ...]:
        """Return all accounts by name, disabled ones too."""

    async def uses(self) -> tuple[AccountUse, ...]:
        """Return all accounts by name, disabled ones too, with the figures of their use."""

    async def named(self, name: str) -> Account | None:
        """Return the account with a name, in any case of its letters."""

    async def password_hash(self, account: str) -> str:
        """Return the hash of the password of an open account; "" without one."""

    async def set_password(self, account: str, password_hash: str) -> None:
        """Replace the hash of the password of an account."""

    async def disable(self, account: str) -> bool:
        """Close an account for good and end its sessions; return whether it was open."""

    async def begin_session(self, account: str, token: str, user_agent: str) -> None:
        """Make `token` stand for a new session of an account."""

    async def in_session(self, token: str) -> Account | None:
        """Return the account that is signed in with a token; None if it opens nothing any more."""

    async def sessions(self, account: str) -> tuple[AccountSession, ...]:
        """Return the sessions of an account that are open, the newest first."""

    async def end_sessions(self, account: str, *, only: str = "", but: str = "") -> int:
        """End the sessions of an account, `only` one or all `but` one; return how many."""

    async def passkeys(self, account: str) -> tuple[Passkey, ...]:
        """Return the passkeys of an account, the oldest first."""

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        """Return a passkey of an account that is open."""

    async def add_passkey(self, passkey: Passkey) -> None:
        """Store a passkey; one that is known stays as it is."""

    async def use_passkey(self, credential_id: bytes, sign_count: int) -> None:
        """Note that a passkey was used, and the count of signatures of its device."""

    async def remove_passkey(self, account: str, passkey: str) -> bool:
        """Remove a passkey of an account by its id; return whether there was one."""

    async def remove_passkeys(self, account: str) -> int:
        """Remove all passkeys of an account; return how many."""

    async def record(self, sign_in: SignIn) -> None:
        """Put a sign-in on record, and drop those older than `SIGN_INS_KEPT_US`."""

    async def sign_ins(self, account: str, limit: int) -> tuple[SignIn, ...]:
        """Return the last sign-ins of an account, the newest first."""


def actor_names(links: Iterable[SecretLink], accounts: Iterable[Account]) -> dict[str, str]:
    """Return the names of actors by pseudonym: of accounts, and as links say for whom they are."""
    named = {each.actor_id: each.grant.name for each in links if each.grant.name}
    return {**named, **{each.id: each.name for each in accounts}}


def is_seen_again(seen_at: int | None, now: int) -> bool:
    """Return whether the use of a session or a link at `now` is noted."""
    return seen_at is None or seen_at <= now - SEEN_INTERVAL_US


def account_id(drawn: bytes) -> str:
    """Return the id of a new account from random bytes."""
    return ACCOUNT_PREFIX + drawn[:ACCOUNT_ID_BYTES].hex()


def session_id(token: str) -> str:
    """Return the id by which a session is listed and ended."""
    return link_id(hash_of_token(token))


def passkey_id(credential_id: bytes) -> str:
    """Return the id by which a passkey is listed and removed."""
    return link_id(hashlib.sha256(credential_id).digest())


def account_name(text: str) -> str:
    """Return a name as it is stored: composed, with single blanks.

    Raises:
        AccountNameMissing: it is empty or too long.
    """
    name = _legible(text)
    if not 0 < len(name) <= ACCOUNT_NAME_MAX:
        raise AccountNameMissing(most=ACCOUNT_NAME_MAX)
    return name


def name_key(text: str) -> str:
    """Return the key by which names are compared: without differences of case and blanks."""
    return _legible(text.casefold())


def _legible(text: str) -> str:
    """Return a text in composed characters, without those that nobody sees."""
    words = unicodedata.normalize("NFC", text).split()
    return "".join(filter(str.isprintable, " ".join(words)))


def checked_password(text: str, name: str) -> str:
    """Return a password as it is hashed, in the composed form of its characters.

    Raises:
        PasswordLength: it is too short or too long.
        PasswordIsName: its letters are those of the name alone.
    """
    password = normal_password(text)
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise PasswordLength(least=PASSWORD_MIN, most=PASSWORD_MAX)
    rest, key = password.casefold(), name_key(name)
    words = [each for each in re.split(r"\W+", key) if len(each) >= WORD_MIN]
    for part in (key, key.replace(" ", ""), *sorted(words, key=len, reverse=True)):
        rest = rest.replace(part, "")
    is_changed = rest != password.casefold()
    if is_changed and not any(each.isalpha() for each in rest):
        raise PasswordIsName
    return password


def normal_password(text: str) -> str:
    """Return a password in the form of its characters that is the same on every keyboard."""
    return unicodedata.normalize("NFKC", text)
