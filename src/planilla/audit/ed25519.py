"""Verification of Ed25519 signatures: RFC 8032 with plain integers.

No secret is processed here, so constant time is not needed; signing is an adapter's. The file
`web/verifier/planilla_verify.py` has the same functions; a test compares them.

Source: RFC 8032, 5.1.1 to 5.1.4 (the curve) and 5.1.7 (verifying, without the cofactor).
"""

import hashlib

Point = tuple[int, int, int, int]
"""A point in extended homogeneous coordinates X, Y, Z, T: x = X/Z, y = Y/Z, xy = T/Z (5.1.4)."""

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
NEUTRAL = (0, 1, 1, 0)
BASE_Y = 4 * pow(5, PRIME - 2, PRIME) % PRIME
KEY_BYTES = 32
SIGNATURE_BYTES = 64


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature of the message is valid for the public key.

    False, too, where key or signature have another length, name no point of the curve, or are
    written in another way than the RFC's: S ≥ L, y ≥ p, a zero with a sign; and for the eight keys
    of small order, for which anybody can sign.

    Source: RFC 8032, 5.1.7; small order: D. Chalkias et al., Taming the Many EdDSAs (2020), 2.
    """
    if len(public_key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    key = point_in(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or scalar >= ORDER or is_of_small_order(key):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    x, y, z, t = key
    minus_key = (PRIME - x, y, z, PRIME - t)
    return octets_of(twofold(scalar, base_point(), challenge, minus_key)) == signature[:32]


def base_point() -> Point:
    """The point B that all keys are multiples of: y = 4/5, x even."""
    x = x_at(BASE_Y, 0)
    assert x is not None, "B is on the curve"
    return (x, BASE_Y, 1, x * BASE_Y % PRIME)


def point_in(octets: bytes) -> Point | None:
    """The point in 32 octets; None where they name none, or name it in a second way (5.1.3)."""
    number = int.from_bytes(octets, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    x = x_at(y, sign) if y < PRIME else None
    return None if x is None else (x, y, 1, x * y % PRIME)


def x_at(y: int, sign: int) -> int | None:
    """The x of the point at this y whose last bit is `sign`; None where there is none (5.1.3)."""
    u, v = (y * y - 1) % PRIME, (D * y * y + 1) % PRIME
    x = u * pow(v, 3, PRIME) * pow(u * pow(v, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    if v * x * x % PRIME != u:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if v * x * x % PRIME != u or (x == 0 and sign == 1):
        return None
    return x if x & 1 == sign else PRIME - x


def is_of_small_order(point: Point) -> bool:
    """Return whether eight times the point is the neutral one: there are eight such points."""
    x, y, z, _ = doubled(doubled(doubled(point)))
    return x % PRIME == 0 and (y - z) % PRIME == 0


def octets_of(point: Point) -> bytes:
    """The 32 octets of a point: y, and the last bit of x as the highest bit (5.1.2)."""
    x, y, z, _ = point
    inverse = pow(z, PRIME - 2, PRIME)
    x, y = x * inverse % PRIME, y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def twofold(a: int, p: Point, b: int, q: Point) -> Point:
    """The sum [a]p + [b]q, both in one run over the bits."""
    both = added(p, q)
    total = NEUTRAL
    for bit in range(max(a.bit_length(), b.bit_length()) - 1, -1, -1):
        total = doubled(total)
        of_a, of_b = a >> bit & 1, b >> bit & 1
        if of_a or of_b:
            total = added(total, (both if of_b else p) if of_a else q)
    return total


def added(p: Point, q: Point) -> Point:
    """The sum of two points; complete: it holds for equal ones and for the neutral one (5.1.4)."""
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * D * t1 * t2 % PRIME, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def doubled(p: Point) -> Point:
    """A point and itself (5.1.4)."""
    x, y, z, _ = p
    a, b, c = x * x, y * y, 2 * z * z
    h = a + b
    e, g = h - (x + y) * (x + y), a - b
    f = c + g
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)
