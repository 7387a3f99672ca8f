"""A device with one passkey in software: ECDSA on P-256, no attestation (WebAuthn, 6.1, 6.5)."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40
"""Flags of the authenticator data: a person is present and was verified; a key is attached."""
CREDENTIAL_ID = b"the only passkey"


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """The device, and the browser at `origin` that asks it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.count = 0
        self.user = b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def made(self, options: Mapping[str, Any]) -> str:
        """The answer to a request for a new passkey."""
        self.user = bytes_of(options["user"]["id"])
        data = self._data(options["rp"]["id"], PRESENT_AND_VERIFIED | WITH_KEY) + self._attached()
        # {"fmt": "none", "attStmt": {}, "authData": data}, in CBOR
        written = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data
        said = self._said("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=said, attestationObject=written)

    def signed(self, options: Mapping[str, Any], **replaced: bytes) -> str:
        """The answer to a request for a signature; parts of it may be replaced."""
        self.count += 1
        data = self._data(options["rpId"], PRESENT_AND_VERIFIED)
        said = self._said("webauthn.get", options["challenge"])
        covered = data + hashlib.sha256(said).digest()
        signature = self._key.sign(covered, ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signature}
        return self._answer(**{**parts, "userHandle": self.user, **replaced})

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _attached(self) -> bytes:
        point = self._key.public_key().public_numbers()
        x, y = point.x.to_bytes(32), point.y.to_bytes(32)
        # {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a COSE key for ES256, in CBOR
        key = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + x + b"\x22\x58\x20" + y
        return bytes(16) + len(CREDENTIAL_ID).to_bytes(2) + CREDENTIAL_ID + key

    def _said(self, act: str, challenge: str) -> bytes:
        said = {"type": act, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    @staticmethod
    def _answer(**response: bytes) -> str:
        return json.dumps(
            {
                "id": text_of(CREDENTIAL_ID),
                "rawId": text_of(CREDENTIAL_ID),
                "type": "public-key",
                "clientExtensionResults": {},
                "response": {name: text_of(part) for name, part in response.items()},
            }
        )
