"""Identifiers, salts, lots and tokens from the machine's source of chance."""

import secrets
import time


class RandomIds:
    """The `Ids` port on `secrets`."""

    def event_id(self) -> str:
        """A new UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, then 74 random bits."""
        return uuid7(time.time_ns() // 1_000_000, secrets.randbits(74))

    def salt(self) -> bytes:
        """Sixteen random bytes for a commitment."""
        return secrets.token_bytes(16)

    def lot(self) -> int:
        """A number drawn by lot, 0 ≤ n < 2**63."""
        return secrets.randbits(63)

    def token(self) -> str:
        """A secret for a link, URL-safe: 192 bits."""
        return secrets.token_urlsafe(24)


def uuid7(milliseconds: int, chance: int) -> str:
    """The UUIDv7 of a moment (since 1970) and 74 bits of chance, in the usual hyphenated form."""
    rand_a, rand_b = chance >> 62, chance & (1 << 62) - 1
    number = milliseconds << 80 | 0x7 << 76 | rand_a << 64 | 0b10 << 62 | rand_b
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
