"""Archives: all facts of a tournament as lines, and the keys that may sign them.

`archive_check` verifies one. Source: docs/reference/archive.md.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from planilla.audit.ed25519 import is_signed
from planilla.audit.proofs import Hash, Number, SignedHead, endorsement_message
from planilla.domain.tournament.keys import LogKeyAnnounced

FORMAT = 1
"""The number in the first line; another one is another format."""

LINE_MAX = 16 * 2**20
"""Bytes of a line; the longest event we know, a round of 5,000 players, has half a million."""

EVENTS_MAX = 5_000_000

SIGNED = b"planilla-archive"
"""Goes before the digest in what is signed, so that no signature of something else serves."""


class ArchiveForm(StrEnum):
    """Form of an archive: all events, or the public ones."""

    FULL = "full"
    PUBLIC = "public"


class ArchiveHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last event of an archive: its version and its hash in hex."""

    version: Number
    hash: str


class Beginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: which tournament, how many events, and the last of them."""

    number: Number = msgspec.field(name="planilla-archive")
    form: ArchiveForm
    stream_id: str
    events: Number
    head: ArchiveHead


class ArchivedEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as a line: the fields of the log, `data` as stored, `hash` in hex."""

    position: Number
    event_id: str
    stream_id: str
    version: Number
    type: str
    schema_version: Number
    recorded_at: Number
    effective_at: Number | None
    round: Number | None
    corrects: str | None
    command_id: str
    causation_id: str
    correlation_id: str
    actor_id: str
    data: msgspec.Raw
    hash: str


class Withheld(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event that only the staff may see, in a public archive: its place in the chain."""

    version: Number
    hash: str
    withheld: bool


class HeadAlone(SignedHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A signed head with nothing said beside it."""


class HeadLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The line before the last, where there is one: a head as it was published."""

    signed_head: HeadAlone


class Closing(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The last line: SHA-256 of every byte before it, and who vouches for it, all in hex.

    Key and signature are both there or both not.
    """

    digest: str
    public_key: str = ""
    signature: str = ""


_ENCODER = msgspec.json.Encoder()


def line_of(value: msgspec.Struct) -> bytes:
    """The line of a beginning, an event or an end, with its line feed."""
    return _ENCODER.encode(value) + b"\n"


def beginning(*, form: ArchiveForm, stream_id: str, version: int, hash_: bytes) -> bytes:
    """The first line of an archive that ends with the event of this version and hash."""
    return line_of(
        Beginning(
            number=FORMAT,
            form=form,
            stream_id=stream_id,
            events=version,
            head=ArchiveHead(version=version, hash=hash_.hex()),
        )
    )


def event_line(fields: dict[str, Any]) -> bytes:
    """The line of an event with the fields of `ArchivedEvent`, `data` and `hash` as bytes."""
    data, hash_ = msgspec.Raw(fields["data"]), fields["hash"].hex()
    return line_of(ArchivedEvent(**{**fields, "data": data, "hash": hash_}))


def withheld_line(version: int, hash_: bytes) -> bytes:
    """The line of an event that is not told."""
    return line_of(Withheld(version=version, hash=hash_.hex(), withheld=True))


def head_line(signed: SignedHead) -> bytes:
    """The line of a head that is published with the archive."""
    return line_of(HeadLine(signed_head=HeadAlone(head=signed.head, signature=signed.signature)))


def closing(digest: bytes, public_key: bytes, sign: Callable[[bytes], bytes]) -> bytes:
    """The last line of an archive that is signed; `digest` is of every byte before it."""
    signature = sign(SIGNED + digest)
    return line_of(
        Closing(digest=digest.hex(), public_key=public_key.hex(), signature=signature.hex())
    )


def unsigned_closing(digest: bytes) -> bytes:
    """The last line of an archive that nobody signs."""
    return line_of(Closing(digest=digest.hex()))


class Trust(StrEnum):
    """Trust in the key that signed an archive."""

    NOBODY = "nobody"
    """There is none."""
    EXPECTED = "expected"
    """It is the very one that was expected."""
    VOUCHED = "vouched"
    """The one that was expected endorsed it, or one that it endorsed."""
    ANNOUNCED = "announced"
    """The tournament announced it last."""
    UNENDORSED = "unendorsed"
    """The tournament announced it last, in place of one that did not endorse it."""
    UNKNOWN = "unknown"
    """The tournament announces none, and none was expected."""


class _Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The data of an announcement; what else may be there is not ours."""

    public_key: Hash
    replaces: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    endorsement: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{128})?\Z")] = ""

    @property
    def is_endorsed(self) -> bool:
        """Return whether the key that it replaces signed for it."""
        if not self.replaces or not self.endorsement:
            return False
        old, new = bytes.fromhex(self.replaces), bytes.fromhex(self.public_key)
        return is_signed(old, endorsement_message(old, new), bytes.fromhex(self.endorsement))


class Announcements:
    """The keys that a tournament announced, as its events are read."""

    def __init__(self) -> None:
        self._keys: list[_Announced] = []

    @property
    def in_force(self) -> str:
        """The key that was announced last, in hex; empty where none was."""
        return self._keys[-1].public_key if self._keys else ""

    def follow(self, event: ArchivedEvent) -> None:
        """Take notice of an event.

        Raises:
            msgspec.DecodeError: it announces a key, and there is none in it.
        """
        if event.type == LogKeyAnnounced.__name__:
            self._keys.append(_DATA.decode(event.data))

    def trust_in(self, found: str, expected: str) -> Trust | None:
        """Return the trust in the key that signed; None where there is none."""
        if not found:
            return Trust.NOBODY
        if expected:
            return self._expected(found, expected)
        if not self._keys:
            return Trust.UNKNOWN
        if found != self.in_force:
            return None
        last = self._keys[-1]
        return Trust.UNENDORSED if last.replaces and not last.is_endorsed else Trust.ANNOUNCED

    def _expected(self, found: str, expected: str) -> Trust | None:
        if found == expected:
            return Trust.EXPECTED
        reached = expected
        for key in self._keys:
            if key.replaces == reached and key.is_endorsed:
                reached = key.public_key
        return Trust.VOUCHED if found == reached else None


_DATA = msgspec.json.Decoder(_Announced)
