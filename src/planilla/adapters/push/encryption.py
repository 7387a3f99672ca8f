"""Encryption of a push message (RFC 8291, over RFC 8188), and the sender's voucher (RFC 8292).

A message is one record of the coding `aes128gcm`. The library is loaded with the first message.
"""

import base64
import hashlib
import hmac
import os
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import (
        EllipticCurvePrivateKey,
        EllipticCurvePublicKey,
    )

SALT_BYTES, KEY_BYTES, NONCE_BYTES = 16, 16, 12
POINT_BYTES = 65
"""Bytes of an uncompressed point of the curve P-256."""
RECORD_BYTES = 4096
"""The size of a record that the header names, and of the longest message (RFC 8291, 4)."""
LAST_RECORD = b"\x02"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the base point of P-256 (FIPS 186-4, D.1.2.3)."""


class PushKeys(NamedTuple):
    """The keys of a browser: its public point (`p256dh`) and its secret (`auth`)."""

    p256dh: bytes
    auth: bytes


class UnfitKeys(ValueError):
    """The keys of a browser are none: not a point of the curve, or not a secret of 16 bytes."""


class Voucher:
    """The key pair by which push services recognise this server.

    It follows from a secret of 32 bytes, so that all nodes with the key of the log have the same.

    Source: RFC 8292.
    """

    def __init__(self, secret: bytes) -> None:
        self._key = _private(int.from_bytes(secret) % (ORDER - 1) + 1)

    @property
    def public_key(self) -> str:
        """The public key as browsers want it (`applicationServerKey`), base64url."""
        return encoded(_point(self._key.public_key()))

    def authorization(self, audience: str, contact: str, expires_at_s: int) -> str:
        """Return the header `Authorization` for the push service at the origin `audience`.

        `contact` is an address for the operator of the service, "" for none.

        Source: RFC 8292, 2 and 3; RFC 7515; RFC 7518, 3.4.
        """
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415 - loads slowly
        from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - loads slowly

        claims: dict[str, str | int] = {"aud": audience, "exp": expires_at_s}
        if contact:
            claims["sub"] = contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encoded(msgspec.json.encode(part)) for part in parts)
        signature = self._key.sign(signed.encode(), ec.ECDSA(SHA256()))
        r, s = utils.decode_dss_signature(signature)
        token = f"{signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"
        return f"vapid t={token}, k={self.public_key}"


def encrypted(message: bytes, keys: PushKeys, *, salt: bytes = b"", scalar: int = 0) -> bytes:
    """Return the body of a push: the header of the coding, and the one record.

    `salt` and `scalar` (the key pair of this message) are drawn unless they are given.

    Raises:
        UnfitKeys: the browser's keys are none.

    Source: RFC 8291, 3 and 4; RFC 8188, 2.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - loads slowly
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - loads slowly

    browser = checked(keys)
    own = _private(scalar) if scalar else ec.generate_private_key(ec.SECP256R1())
    own_point, salt = _point(own.public_key()), salt or os.urandom(SALT_BYTES)
    info = b"WebPush: info\x00" + keys.p256dh + own_point
    input_key = _hkdf(keys.auth, own.exchange(ec.ECDH(), browser), info, 32)
    key = _hkdf(salt, input_key, b"Content-Encoding: aes128gcm\x00", KEY_BYTES)
    nonce = _hkdf(salt, input_key, b"Content-Encoding: nonce\x00", NONCE_BYTES)
    record = AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)
    header = salt + RECORD_BYTES.to_bytes(4) + POINT_BYTES.to_bytes(1) + own_point
    return header + record


def checked(keys: PushKeys) -> "EllipticCurvePublicKey":
    """Return the public key of a browser.

    Raises:
        UnfitKeys: it is not a point of the curve, or the secret has another length.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - loads slowly

    if len(keys.p256dh) != POINT_BYTES or len(keys.auth) != SALT_BYTES:
        raise UnfitKeys
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.p256dh)
    except ValueError as error:
        raise UnfitKeys from error


def encoded(content: bytes) -> str:
    """Return bytes as base64url without padding (RFC 7515, 2)."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return the first block of HKDF with SHA-256, shortened (RFC 5869, 2)."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)[:length]


def _private(scalar: int) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - loads slowly

    return ec.derive_private_key(scalar, ec.SECP256R1())


def _point(key: "EllipticCurvePublicKey") -> bytes:
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - loads slowly

    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
