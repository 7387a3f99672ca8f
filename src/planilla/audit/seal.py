"""Seals of stored rows: the hash chain of the log and its verification, and signed secret links.

The seal of an event covers the event and the seal before it: whoever changes one has to change all
later ones, and published heads show that. A link is signed by the key of the log, which is outside
the database (ADR 0023), as is its revocation: who may only write to the database cannot make one.
"""

import functools
import hashlib
import hmac
from collections.abc import Iterable
from typing import Protocol

import msgspec

from planilla.audit.ed25519 import is_signed

GENESIS = bytes(32)
"""Hash before the first event of a stream: 32 zero bytes."""


class Headed(Protocol):
    """Fields of an event that are in the sealed header."""

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
        """Return the version of the form of the data."""

    @property
    def recorded_at(self) -> int:
        """Microseconds since 1970 (UTC)."""

    @property
    def effective_at(self) -> int | None:
        """Return when it became true, in the same unit, where that is known."""

    @property
    def round(self) -> int | None:
        """The round it is about, if any."""

    @property
    def corrects(self) -> str | None:
        """The id of the event it corrects, if any."""

    @property
    def command_id(self) -> str:
        """Return the command that it was decided for."""

    @property
    def causation_id(self) -> str:
        """Return the event or command that caused it."""

    @property
    def correlation_id(self) -> str:
        """Return the id of the larger act that it belongs to."""

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
    """Return the entry of an event in the tree over the log: stream, version and hash.

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
    return keyed_hash(secret, row + b"\n" + answer)


def keyed_hash(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256, 32 bytes; the key is prepared once."""
    started = _started(key).copy()
    started.update(message)
    return started.digest()


@functools.lru_cache(maxsize=4)
def _started(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


_ENCODER = msgspec.json.Encoder()


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault at one event: `version-gap`, `other-stream` or `hash-mismatch`."""

    version: int
    code: str
    what: str = ""


def verify(
    events: Iterable[Link], *, previous: bytes = GENESIS, after: int = 0
) -> tuple[Fault, ...]:
    """Return the faults of the events of one stream, in their order; none when it verifies."""
    faults: list[Fault] = []
    stream_id: str | None = None
    for event in events:
        stream_id = event.stream_id if stream_id is None else stream_id
        if event.stream_id != stream_id:
            faults.append(Fault(version=event.version, code="other-stream"))
        if event.version != after + 1:
            faults.append(Fault(version=event.version, code="version-gap"))
        if not _is_sealed(event, previous):
            faults.append(Fault(version=event.version, code="hash-mismatch"))
        previous, after = event.hash, event.version
    return tuple(faults)


def _is_sealed(event: Link, previous: bytes) -> bool:
    try:
        return event.hash == seal(previous, event)
    except TypeError:  # a cell of the database does not even hold bytes any more
        return False


def holes(positions: Iterable[int]) -> tuple[int, ...]:
    """The positions after which the next one is not one more; positions start at 1."""
    found: list[int] = []
    last = 0
    for position in positions:
        if position != last + 1:
            found.append(last)
        last = position
    return tuple(found)


class LinkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A secret link as it is stored; times in microseconds since 1970 (UTC).

    `terms` is the JSON of the rest of its grant: role, boards, rounds, end; "" in the links of
    earlier versions, which are without limits.

    `public_key` and `signature` are empty where no key of the log signed it.
    """

    token_hash: bytes
    actor_id: str
    scope: str
    created_at: int
    revoked_at: int | None = None
    terms: str = ""
    public_key: bytes = b""
    signature: bytes = b""


def link_message(log_id: bytes, link: LinkRow) -> bytes:
    """The bytes that are signed of a link: canonical JSON, with the log that it is of."""
    fields = (
        "planilla-link",
        log_id.hex(),
        link.token_hash.hex(),
        link.actor_id,
        link.scope,
        link.created_at,
        link.revoked_at,
    )
    return _ENCODER.encode((*fields, link.terms) if link.terms else fields)


def is_link_signed(log_id: bytes, link: LinkRow) -> bool:
    """Return whether the key that the row names signed it as it stands."""
    try:
        return is_signed(link.public_key, link_message(log_id, link), link.signature)
    except (AttributeError, TypeError, ValueError):  # cells of another kind
        return False
