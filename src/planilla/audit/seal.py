"""The hash chain of a stream: each event seals the one before; commitments seal what is apart.

`hash` = SHA-256(previous hash ‖ header ‖ data). The header is a JSON array without the position, so
that a tournament can move to another log. The data are the bytes as stored.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Protocol

import msgspec

GENESIS = bytes(32)
"""What the first event of a stream seals: 32 zero bytes."""


class Headed(Protocol):
    """What of an event stands in the sealed header."""

    @property
    def stream_id(self) -> str:
        """`tournament/<id>`."""

    @property
    def version(self) -> int:
        """1..n in the stream."""

    @property
    def type(self) -> str:
        """The name of the event type."""

    @property
    def schema_version(self) -> int:
        """Of the data."""

    @property
    def recorded_at(self) -> int:
        """Microseconds since 1970 (UTC)."""

    @property
    def effective_at(self) -> int | None:
        """When it became true, in the same unit, where that is known."""

    @property
    def round(self) -> int | None:
        """The round it is about, if any."""

    @property
    def corrects(self) -> str | None:
        """The id of the event it corrects, if any."""

    @property
    def command_id(self) -> str:
        """What it was decided for."""

    @property
    def causation_id(self) -> str:
        """What brought it about."""

    @property
    def correlation_id(self) -> str:
        """What it belongs to."""

    @property
    def actor_id(self) -> str:
        """The pseudonym of who acted."""


class Link(Headed, Protocol):
    """An event as it stands in a log, as far as the chain is concerned."""

    @property
    def data(self) -> bytes:
        """Canonical JSON."""

    @property
    def hash(self) -> bytes:
        """The seal, 32 bytes."""


def seal(previous: bytes, link: Link) -> bytes:
    """The hash of an event after one with hash `previous` (`GENESIS` for the first), 32 bytes.

    Source: DESIGN section 2, envelope; spelled out in docs/reference/store.md.
    """
    return hashlib.sha256(previous + header(link) + link.data).digest()


def header(link: Headed) -> bytes:
    """The sealed header: a JSON array of the fields from `stream_id` to `actor_id`."""
    return _ENCODER.encode(
        (
            link.stream_id,
            link.version,
            link.type,
            link.schema_version,
            link.recorded_at,
            link.effective_at,
            link.round,
            link.corrects,
            link.command_id,
            link.causation_id,
            link.correlation_id,
            link.actor_id,
        )
    )


def entry(stream_id: str, version: int, hash_: bytes) -> bytes:
    """What stands for an event in the tree over the log: which one it is, and its hash.

    Canonical JSON, `["tournament/club",12,"<hash>"]`: who proves the entry proves the version, also
    where the event itself is not told.

    Source: docs/reference/heads.md, The tree.
    """
    return _ENCODER.encode((stream_id, version, hash_.hex()))


def commitment_to(salt: bytes, body: bytes) -> str:
    """The commitment to a text or to personal data: SHA-256(salt ‖ canonical JSON), in hex."""
    return hashlib.sha256(salt + body).hexdigest()


def event_ids_after(before: bytes, event_ids: Iterable[str]) -> bytes:
    """The running digest of the ids of a stream's events, 32 bytes; `GENESIS` before the first.

    Ids are not in the sealed header: this finds two that were exchanged. Each step is
    SHA-256(digest before ‖ id).
    """
    for event_id in event_ids:
        before = hashlib.sha256(before + event_id.encode()).digest()
    return before


def answer_seal(
    secret: bytes, command: tuple[str, str], fingerprint: bytes, answered_at: int, answer: bytes
) -> bytes:
    """The keyed hash of a recorded answer; `command` is its tournament and its id, 32 bytes.

    The key lies in the same database: it shows what was changed by hand, not who owns the database.
    """
    row = _ENCODER.encode((*command, fingerprint.hex(), answered_at))
    return hmac.digest(secret, row + b"\n" + answer, "sha256")


_ENCODER = msgspec.json.Encoder()
