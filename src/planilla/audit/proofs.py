"""Published heads of the log, and the proof that an event belongs to one of them.

A head is signed by the key of the log; a proof is one file that needs no database to be checked.
Whatever one reader of JSON takes and another refuses is refused in all published documents, so that
everybody who checks a document comes to the same verdict.

Source: docs/reference/archive.md; ADR 0023.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from planilla.audit.ed25519 import is_signed
from planilla.audit.merkle import LeafPlace, Tree, is_consistent, is_included
from planilla.audit.seal import Link, entry, header
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keys import LogKeyAnnounced
from planilla.domain.vocabulary import CodedFault

Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""A whole number that every reader of JSON takes as one."""

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hex: of a hash, or of a public key."""

Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""64 bytes in hex."""

Node = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\Z")]
"""32 bytes in base64, in the one way that leaves no bit over (RFC 4648, 3.5 and 4)."""

NESTING_MAX = 200
"""Arrays and objects within one another: every reader of JSON takes so many, some take no more."""


def is_too_deep(text: bytes) -> bool:
    """Return whether arrays and objects in a JSON text are nested deeper than `NESTING_MAX`."""
    if text.count(b"[") + text.count(b"{") <= NESTING_MAX:
        return False
    depth, is_quoted = 0, False
    for token in _NESTS.finditer(text):
        if token[0] == b'"':
            is_quoted = not is_quoted
        elif not is_quoted:
            depth += _STEP.get(token[0], 0)
        if depth > NESTING_MAX:
            return True
    return False


_NESTS = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)
_STEP = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}


KEY = b"planilla-key"
"""Goes before both keys in what an endorsement signs, so that no other signature serves."""

DIGITS_MIN, DIGITS_MAX = 8, 64
"""Bounds on the digits of a hash entered for comparison."""

SHORT_DIGITS = 12
"""Digits of a hash on pages and sheets; a second hash with the same ones takes 2**47 attempts."""


class Head(msgspec.Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    """Position of a tournament and of the log it is in. As JSON it is an array, in this order."""

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
        """Return whether the key that the head names signed it."""
        return is_signed_in_hex(self.head.public_key, self.head.message, self.signature)


class Endorsement(msgspec.Struct, frozen=True, kw_only=True):
    """One key of a log named the next: both public keys and the old one's signature, in hex."""

    old: str
    new: str
    signature: str


def endorsement_message(old: bytes, new: bytes) -> bytes:
    """Return the bytes that an old key signs when `new` takes its place.

    They hold a name and both public keys.
    """
    return KEY + old + new


class KeyOrigin(StrEnum):
    """Origin of a key: the first; endorsed by the one before, not endorsed, or with a false one."""

    FIRST = "first"
    ENDORSED = "endorsed"
    UNENDORSED = "unendorsed"
    FALSE = "false"


class AnnouncedKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key of a tournament, by the version of the event that announced it."""

    version: int
    at: int
    public_key: str
    standing: KeyOrigin


def announced_keys(facts: Iterable[Fact]) -> tuple[AnnouncedKey, ...]:
    """The keys of a tournament in the order in which they were announced; the last is in force."""
    return tuple(
        AnnouncedKey(
            version=fact.version,
            at=fact.recorded_at,
            public_key=fact.event.public_key,
            standing=key_origin(fact.event),
        )
        for fact in facts
        if isinstance(fact.event, LogKeyAnnounced)
    )


def key_origin(event: LogKeyAnnounced) -> KeyOrigin:
    """Return the origin of an announced key."""
    if not event.replaces:
        return KeyOrigin.FIRST
    if not event.endorsement:
        return KeyOrigin.UNENDORSED
    old, new = bytes.fromhex(event.replaces), bytes.fromhex(event.public_key)
    message = endorsement_message(old, new)
    is_good = is_signed_in_hex(event.replaces, message, event.endorsement)
    return KeyOrigin.ENDORSED if is_good else KeyOrigin.FALSE


def is_signed_in_hex(public_key: str, message: bytes, signature: str) -> bool:
    """Return whether a key signed a message, both in hex; False where one is no hex."""
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


FORM = 2
"""The number in a document. In form 1 nothing bound the version of an event that is not told."""

BYTES_MAX = 2000
"""Bytes of a proof with an event in it: data that would make it longer are left out."""

DOCUMENT_BYTES_MAX = 64 * 1024
"""Bytes of a document that is handed in to be checked."""


class ProvedEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sealed parts of an event: the hash before it in hex, its header, and its data."""

    previous: Hash
    header: msgspec.Raw
    data: msgspec.Raw


class ProvenHeader(
    msgspec.Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True
):
    """The header that a proof tells: an array of what `seal.Headed` names, in that order."""

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


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event of a tournament, its place in the log, and the way from it to the root of a head.

    `path` holds nodes in base64, the lowest first. Without `event`, `withheld` says why: `staff` or
    `size`.
    """

    number: Literal[2] = msgspec.field(name="planilla-proof", default=2)
    version: Number
    position: Number
    hash: Hash
    event: ProvedEvent | None
    withheld: Literal["", "staff", "size"] = ""
    path: tuple[Node, ...]
    signed_head: SignedHead

    @property
    def header(self) -> ProvenHeader | None:
        """Return the header of the event, where it is in the proof."""
        return None if self.event is None else _HEADER.decode(self.event.header)


class PublishedHead(SignedHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A signed head as a document; a server may say beside it which key the log names."""

    announced: Hash | msgspec.UnsetType | None = msgspec.UNSET


class LogTree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A log up to a position: the Merkle root there, in hex."""

    position: Number
    root: Hash


class Consistency(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Proof that a log up to one position is the beginning of the same log up to another."""

    number: Literal[2] = msgspec.field(name="planilla-consistency", default=2)
    log_id: str
    old: LogTree
    new: LogTree
    path: tuple[Node, ...]


class ProofFault(CodedFault):
    """A document proves nothing; `code` says why, the sentence is in `words`."""


def proof_of(
    event: Link, previous: bytes | None, path: tuple[bytes, ...], *, position: int, head: SignedHead
) -> Proof:
    """The proof of an event; `previous` is the hash before it, None where it may not be seen.

    Data with which the document would be longer than `BYTES_MAX` are left out.
    """
    bare = Proof(
        version=event.version,
        position=position,
        hash=event.hash.hex(),
        event=None,
        withheld="staff",
        path=in_base64(path),
        signed_head=head,
    )
    if previous is None:
        return bare
    proved = ProvedEvent(
        previous=previous.hex(), header=msgspec.Raw(header(event)), data=msgspec.Raw(event.data)
    )
    whole = msgspec.structs.replace(bare, event=proved, withheld="")
    if len(encoded(whole)) <= BYTES_MAX:
        return whole
    return msgspec.structs.replace(bare, withheld="size")


def in_base64(path: tuple[bytes, ...]) -> tuple[str, ...]:
    """Nodes as they stand in a document."""
    return tuple(base64.b64encode(node).decode() for node in path)


def encoded(document: msgspec.Struct) -> bytes:
    """A document as it is written."""
    return msgspec.json.encode(document)


def read(content: bytes) -> Proof | Consistency | SignedHead:
    """The document in some bytes, in canonical form, with a line feed behind it or none.

    Raises:
        ProofFault: `unreadable`, `too-large`, or `other-form`.
    """
    if len(content) > DOCUMENT_BYTES_MAX:
        raise ProofFault("too-large", limit=DOCUMENT_BYTES_MAX)
    form = _FORM.match(content)
    if form is not None and int(form[1]) != FORM:
        raise ProofFault("other-form", number=int(form[1]), read=FORM)
    for decoder in () if is_too_deep(content) else _DECODERS:
        try:
            content.decode()
            document: Proof | Consistency | SignedHead = decoder.decode(content)
            if _is_canonical(document, content):
                return document
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    raise ProofFault("unreadable")


def _is_canonical(document: Proof | Consistency | SignedHead, content: bytes) -> bool:
    """Return whether it is written in its one way, with a line feed behind it or none."""
    if isinstance(document, Proof) and not _is_whole(document):
        return False
    return encoded(document) == content.removesuffix(b"\n")


def _is_whole(proof: Proof) -> bool:
    """Return whether the event, or the reason for its absence, is there and well-formed."""
    if proof.event is None or proof.withheld:
        return proof.event is None and bool(proof.withheld)
    is_object = bytes(proof.event.data).startswith(b"{")
    return is_object and msgspec.json.encode(proof.header) == bytes(proof.event.header)


_FORM = re.compile(
    rb'\{"(?:planilla-proof|planilla-consistency|head":\["planilla-head)"[:,](0|[1-9][0-9]{0,8})[,}\]]'
)
_HEADER = msgspec.json.Decoder(ProvenHeader)
_DECODERS: tuple[msgspec.json.Decoder[Any], ...] = tuple(
    msgspec.json.Decoder(kind) for kind in (Proof, Consistency, PublishedHead)
)


def check_proof(proof: Proof, *, key: str = "", known: Head | None = None) -> None:
    """Nothing where the event is in the log whose head is signed.

    `key` is the public key in hex that the head must be signed by; `known` a head that is believed
    already: the proof must then be one for the very root of that head.

    Raises:
        ProofFault: it proves nothing.
    """
    head = proof.signed_head.head
    check_head(proof.signed_head, key=key)
    if known is not None:
        _check_known(head, known)
    _check_event(proof, head)
    proved = entry(head.stream_id, proof.version, bytes.fromhex(proof.hash))
    place = LeafPlace(index=proof.position - 1, size=head.position)
    if not is_included(proved, place, _nodes(proof.path), bytes.fromhex(head.root)):
        raise ProofFault("not-in-log", version=proof.version)


def check_head(signed: SignedHead, *, key: str = "") -> None:
    """Nothing where a head is signed by the key that it names, and that key is `key`.

    Raises:
        ProofFault: `another-key` or `not-signed`.
    """
    if key and signed.head.public_key != key.strip().lower():
        raise ProofFault("another-key", public_key=signed.head.public_key)
    if not signed.is_good:
        raise ProofFault("not-signed")


def check_consistency(shown: Consistency, *, known: tuple[Head, ...] = ()) -> None:
    """Nothing where the new log begins with the old; each head that is known must be one of both.

    Raises:
        ProofFault: it proves nothing.
    """
    for head in known:
        if head.log_id != shown.log_id:
            raise ProofFault("another-log")
        ends = {each.position: each.root for each in (shown.old, shown.new)}
        if head.position not in ends:
            raise ProofFault("another-position", wanted=head.position, found=shown.old.position)
        if ends[head.position] != head.root:
            raise ProofFault("another-history", position=head.position)
    old, new = (
        Tree(size=each.position, root=bytes.fromhex(each.root)) for each in (shown.old, shown.new)
    )
    if not is_consistent(old, new, _nodes(shown.path)):
        raise ProofFault("not-grown", old=old.size, new=new.size)


def _check_known(head: Head, known: Head) -> None:
    if head.log_id != known.log_id:
        raise ProofFault("another-log")
    if head.position != known.position:
        raise ProofFault("another-position", wanted=known.position, found=head.position)
    if head.root != known.root:
        raise ProofFault("another-history", position=known.position)


def _check_event(proof: Proof, head: Head) -> None:
    """Check that the hash seals header and data, of this tournament and version."""
    if proof.version > head.version or (proof.version == head.version and proof.hash != head.hash):
        raise ProofFault("another-event", version=proof.version)
    event, said = proof.event, proof.header
    if event is None or said is None:
        return
    previous = bytes.fromhex(event.previous)
    sealed = hashlib.sha256(previous + bytes(event.header) + bytes(event.data)).hexdigest()
    if (said.stream_id, said.version, sealed) != (head.stream_id, proof.version, proof.hash):
        raise ProofFault("another-event", version=proof.version)


def _nodes(path: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(base64.b64decode(text) for text in path)
