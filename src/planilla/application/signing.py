"""What is signed, and by which key: heads of a log, and a key that takes the place of another.

Nothing here knows how a signature is made (`ports.Signer`) or checked (`audit.ed25519`).
"""

from typing import Any

import msgspec

HEAD = "planilla-head"
HEAD_FORM = 1
KEY = b"planilla-key"


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Where a tournament and the log it is in stand: `docs/reference/heads.md`.

    `hash` seals the tournament up to `version`; `root` is the Merkle root of the whole log up to
    `position`. `signed_at` is in microseconds since 1970 (UTC); hashes and keys are in hex.
    """

    log_id: str
    stream_id: str
    version: int
    hash: str
    position: int
    root: str
    signed_at: int
    public_key: str

    @property
    def fields(self) -> list[Any]:
        """The array that is signed, as it stands in a document."""
        return [
            HEAD,
            HEAD_FORM,
            self.log_id,
            self.stream_id,
            self.version,
            self.hash,
            self.position,
            self.root,
            self.signed_at,
            self.public_key,
        ]

    @property
    def message(self) -> bytes:
        """The bytes that are signed: the canonical JSON of the array."""
        return msgspec.json.encode(self.fields)


class Endorsement(msgspec.Struct, frozen=True, kw_only=True):
    """One key of a log named the next: both public keys and the old one's signature, in hex."""

    old: str
    new: str
    signature: str


def endorsement_message(old: bytes, new: bytes) -> bytes:
    """What an old key signs when `new` takes its place: a name, and both public keys."""
    return KEY + old + new
