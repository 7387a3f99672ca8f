"""A browser's side of a push subscription: its keys, and the reading of what arrives.

Written from the receiver's side of RFC 8188, 2 and RFC 8291, 3.3, with the library's own HKDF.
"""

import os

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class PushReceiver:
    """The keys of one subscription."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.p256dh = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def decrypted(self, body: bytes) -> bytes:
        """The message of one record; the body must be what RFC 8188 and RFC 8291 say."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        point, record = body[21 : 21 + length], body[21 + length :]
        assert (size, length) == (4096, 65)
        assert len(body) <= 4096
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        shared = self._key.exchange(ec.ECDH(), sender)
        secret = _derived(self.auth, shared, b"WebPush: info\0" + self.p256dh + point, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02", "the delimiter of the last record"
        return padded[:-1]


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
