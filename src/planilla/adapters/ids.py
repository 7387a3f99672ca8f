"""Identifiers, salts, lots and tokens from the random source of the operating system."""

import secrets
import time


class RandomIds:
    """`Ids` port on `secrets`."""

    def event_id(self) -> str:
        """Return a new UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, then 74 random bits."""
        return uuid7(time.time_ns() // 1_000_000, secrets.randbits(74))

    def salt(self) -> bytes:
        """Return sixteen random bytes for a commitment."""
        return secrets.token_bytes(16)

    def lot(self) -> int:
        """Return a random number, 0 ≤ n < 2**63."""
        return secrets.randbits(63)

    def token(self) -> str:
        """Return a URL-safe secret of 192 bits for a link."""
        return secrets.token_urlsafe(24)


def uuid7(milliseconds: int, chance: int) -> str:
    """Return the UUIDv7 of a time since 1970 and 74 random bits, in hyphenated form."""
    rand_a, rand_b = chance >> 62, chance & (1 << 62) - 1
    number = milliseconds << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
