"""Ed25519 signatures at the edges of RFC 8032, made with plain integers.

Source: the cases of D. Chalkias, F. Garillot, V. Nikolaenko, Taming the Many EdDSAs (2020), made
again here; verifying is RFC 8032, 5.1.7 without the cofactor, and keys of small order refused.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from planilla.audit.ed25519 import (
    NEUTRAL,
    ORDER,
    PRIME,
    Point,
    added,
    base_point,
    octets_of,
    point_in,
    twofold,
)

SECRET = int.from_bytes(hashlib.sha512(b"a key of tests").digest(), "little") % ORDER
NONCE = int.from_bytes(hashlib.sha512(b"a nonce of tests").digest(), "little") % ORDER


@dataclass(frozen=True, kw_only=True)
class Signed:
    """Key, message and signature, whether it is good here, and whether OpenSSL says so too."""

    name: str
    parts: tuple[bytes, bytes, bytes]
    is_good: bool = False
    is_good_elsewhere: bool = False


def times(number: int, point: Point) -> Point:
    """[number]point."""
    return twofold(number, point, 0, NEUTRAL)


def of_order_eight() -> Point:
    """A point of order 8: the order of the curve taken off some point that has it."""
    for y in range(3, 1000):
        point = point_in(y.to_bytes(32, "little"))
        small = NEUTRAL if point is None else times(ORDER, point)
        if octets_of(times(4, small)) != octets_of(NEUTRAL):
            return small
    raise AssertionError("half of all points have it")


EIGHTH = of_order_eight()
SMALL = tuple(times(number, EIGHTH) for number in range(8))
"""The eight points of small order, the neutral one first."""


def challenge(commitment: bytes, key: bytes, message: bytes) -> int:
    digest = hashlib.sha512(commitment + key + message).digest()
    return int.from_bytes(digest, "little") % ORDER


def signature(commitment: bytes, scalar: int) -> bytes:
    return commitment + scalar.to_bytes(32, "little")


def signatures() -> Iterator[Signed]:
    """Each case; the key is a good one where it is not said otherwise."""
    base = base_point()
    key = octets_of(times(SECRET, base))
    commitment = octets_of(times(NONCE, base))
    message = b"v61"
    scalar = (NONCE + challenge(commitment, key, message) * SECRET) % ORDER
    good = signature(commitment, scalar)
    yield Signed(name="good", parts=(key, message, good), is_good=True, is_good_elsewhere=True)
    for factor in range(1, 9):
        larger = signature(commitment, scalar + factor * ORDER)
        yield Signed(name=f"S + {factor} L", parts=(key, message, larger))
    yield Signed(name="S of all ones", parts=(key, message, commitment + b"\xff" * 32))
    yield Signed(name="S of nought", parts=(key, message, signature(commitment, 0)))
    yield from of_small_keys(message)
    yield from of_small_commitments(key, message)
    yield from of_mixed_keys()
    high = bytes((*key[:31], key[31] ^ 0x80))
    yield Signed(name="the key with the other sign", parts=(high, message, good))
    yield Signed(name="nothing", parts=(bytes(32), message, bytes(64)))


def of_small_keys(message: bytes) -> Iterator[Signed]:
    """Keys for which anybody can sign: some message is good for each without the cofactor."""
    base = base_point()
    for number, point in enumerate(SMALL):
        for nonce in range(1, 100):
            key = octets_of(point)
            commitment = octets_of(times(nonce, base))
            if challenge(commitment, key, message) % 8 == 0:
                parts = (key, message, signature(commitment, nonce))
                yield Signed(name=f"small key {number}", parts=parts, is_good_elsewhere=True)
                break
    written_twice = (1 + PRIME).to_bytes(32, "little")
    parts = (written_twice, message, signature(octets_of(base), 1))
    yield Signed(name="the neutral key, not reduced", parts=parts, is_good_elsewhere=True)
    signed_nought = (1 | 1 << 255).to_bytes(32, "little")
    parts = (signed_nought, message, signature(octets_of(base), 1))
    yield Signed(name="the neutral key with a sign", parts=parts, is_good_elsewhere=True)


def of_small_commitments(key: bytes, message: bytes) -> Iterator[Signed]:
    """R of small order: only the holder of the key can make S fit, and only with R neutral."""
    for number, point in enumerate(SMALL):
        commitment = octets_of(point)
        scalar = challenge(commitment, key, message) * SECRET % ORDER
        is_good = number == 0
        yield Signed(
            name=f"small commitment {number}",
            parts=(key, message, signature(commitment, scalar)),
            is_good=is_good,
            is_good_elsewhere=is_good,
        )
    twice = (1 + PRIME).to_bytes(32, "little")
    scalar = challenge(twice, key, message) * SECRET % ORDER
    yield Signed(name="R not reduced", parts=(key, message, signature(twice, scalar)))


def of_mixed_keys() -> Iterator[Signed]:
    """A key with a part of small order: good where the challenge takes that part away."""
    base = base_point()
    key = octets_of(added(times(SECRET, base), EIGHTH))
    commitment = octets_of(times(NONCE, base))
    for number in range(12):
        message = b"m%d" % number
        found = challenge(commitment, key, message)
        scalar = (NONCE + found * SECRET) % ORDER
        is_good = found % 8 == 0
        yield Signed(
            name=f"mixed key {number}",
            parts=(key, message, signature(commitment, scalar)),
            is_good=is_good,
            is_good_elsewhere=is_good,
        )


SIGNATURES: tuple[Signed, ...] = tuple(signatures())
