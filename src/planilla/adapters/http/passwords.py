"""Hashes of passwords by Argon2id, calculated in threads; few at once, since each takes 64 MiB.

The library is loaded with the first password.
"""

import asyncio
from functools import cache
from typing import TYPE_CHECKING

from planilla.application.accounts import PASSWORD_MAX, normal_password

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PROFILE = "RFC_9106_LOW_MEMORY"
"""The parameters of the library for new hashes; each hash names its own."""
AT_ONCE = 2
"""Passwords that are hashed at the same time."""


class Passwords:
    """Hashing and checking of passwords."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        """Return the hash of a password, with its salt and parameters."""
        async with self._turn:
            return await asyncio.to_thread(_hashed, password)

    async def is_right(self, password_hash: str, typed: str) -> bool:
        """Return whether a password was typed right.

        Without a hash the work is the same and the answer is False, so that the time says nothing
        about the names of accounts.
        """
        async with self._turn:
            return await asyncio.to_thread(_is_right, password_hash, typed)


def _hashed(password: str) -> str:
    return _hasher().hash(password)


def _is_right(password_hash: str, typed: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - see above

    try:
        _hasher().verify(
            password_hash or _nobodys_hash(PROFILE), normal_password(typed)[:PASSWORD_MAX]
        )
    except (InvalidHashError, VerificationError):
        return False
    return bool(password_hash)


def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher, profiles  # noqa: PLC0415 - see above

    return PasswordHasher.from_parameters(getattr(profiles, PROFILE))


@cache
def _nobodys_hash(_: str) -> str:
    """Return a hash with the parameters of a profile, of a password that is no one's."""
    return _hashed("nobody's password")
