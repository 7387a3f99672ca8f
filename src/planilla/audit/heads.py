"""Signed heads, and the keys that sign them, as a reader checks them: with no trust in anybody.

`docs/reference/heads.md` spells both out for other people's programs.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

import msgspec

from planilla.audit.documents import Hash, Number, Signature
from planilla.audit.ed25519 import is_signed
from planilla.domain.tournament.events import LogKeyAnnounced
from planilla.domain.tournament.facts import Fact

KEY = b"planilla-key"
"""Goes before both keys in what an endorsement signs, so that no other signature serves."""

DIGITS_MIN, DIGITS_MAX = 8, 64
"""Of a hash that somebody types to compare it."""

SHORT_DIGITS = 12
"""Of a hash, on pages and sheets: whoever wants another one as short tries 2**47 times."""


class Head(msgspec.Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    """Where a tournament and the log it is in stand. As JSON it is an array, in this order.

    `hash` seals the tournament up to `version`; `root` is the Merkle root of the whole log up to
    `position`. `signed_at` is in microseconds since 1970 (UTC); hashes and keys are in hex. Form 1
    had a tree of hashes without their versions, and is not read any more.
    """

    title: Literal["planilla-head"] = "planilla-head"
    form: Literal[2] = 2
    log_id: str
    stream_id: str
    version: Number
    hash: Hash
    position: Number
    root: Hash
    signed_at: Number
    public_key: Hash

    @property
    def message(self) -> bytes:
        """The bytes that are signed: the array as canonical JSON."""
        return msgspec.json.encode(self)


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """A head and its signature in hex: what is published. Others may say more beside it."""

    head: Head
    signature: Signature

    @property
    def is_good(self) -> bool:
        """Whether the key that the head names signed it."""
        return is_signed_in_hex(self.head.public_key, self.head.message, self.signature)


class Endorsement(msgspec.Struct, frozen=True, kw_only=True):
    """One key of a log named the next: both public keys and the old one's signature, in hex."""

    old: str
    new: str
    signature: str


def endorsement_message(old: bytes, new: bytes) -> bytes:
    """What an old key signs when `new` takes its place: a name, and both public keys."""
    return KEY + old + new


class Standing(StrEnum):
    """How a key came in: as the first; with the word of the one before, without, or with a lie."""

    FIRST = "first"
    ENDORSED = "endorsed"
    UNENDORSED = "unendorsed"
    FALSE = "false"


class AnnouncedKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key of a tournament, by the version of the event that announced it."""

    version: int
    at: int
    public_key: str
    standing: Standing


def announced_keys(facts: Iterable[Fact]) -> tuple[AnnouncedKey, ...]:
    """The keys of a tournament in the order in which they were announced; the last is in force."""
    return tuple(
        AnnouncedKey(
            version=fact.version,
            at=fact.recorded_at,
            public_key=fact.event.public_key,
            standing=standing_of(fact.event),
        )
        for fact in facts
        if isinstance(fact.event, LogKeyAnnounced)
    )


def standing_of(event: LogKeyAnnounced) -> Standing:
    """How a key came in."""
    if not event.replaces:
        return Standing.FIRST
    if not event.endorsement:
        return Standing.UNENDORSED
    old, new = bytes.fromhex(event.replaces), bytes.fromhex(event.public_key)
    message = endorsement_message(old, new)
    is_good = is_signed_in_hex(event.replaces, message, event.endorsement)
    return Standing.ENDORSED if is_good else Standing.FALSE


def is_signed_in_hex(public_key: str, message: bytes, signature: str) -> bool:
    """Whether a key signed a message, both in hex; False where one is no hex."""
    try:
        return is_signed(bytes.fromhex(public_key), message, bytes.fromhex(signature))
    except ValueError:
        return False


class TypedHead(msgspec.Struct, frozen=True, kw_only=True):
    """A head as somebody copied it from a page or a sheet: its version, and some digits."""

    version: int
    digits: str


def typed_head(text: str) -> TypedHead | None:
    """The head in what somebody typed: `v61 · 3fa9 c1d2`, with any signs between; None in others.

    The digits may be as few as eight, and as many as the hash has.
    """
    found = _TYPED.fullmatch(text.strip().lower())
    digits = "" if found is None else re.sub("[^0-9a-f]", "", found[2])
    if found is None or not DIGITS_MIN <= len(digits) <= DIGITS_MAX:
        return None
    return TypedHead(version=int(found[1]), digits=digits)


_TYPED = re.compile(r"v?([1-9][0-9]{0,8})[\s·.,:;_-]+([0-9a-f\s·.…_-]+)")


def head_line(version: int, hash_: str) -> str:
    """A head as it stands on pages and sheets: `v61 · 3fa9 c1d2 07be`, to be compared by eye."""
    groups = (hash_[start : start + 4] for start in range(0, SHORT_DIGITS, 4))
    return f"v{version} · {' '.join(groups)}"
