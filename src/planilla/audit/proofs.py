"""Proofs that an event is in a log, and that one log grew out of another: made small, and checked.

A proof is a document of its own: whoever has it needs nothing else but the key, or a head that was
published. Its form is in `docs/reference/heads.md`. An event that only the staff may read is proved
by its hash alone: its header would let somebody guess at the rest.
"""

import base64
import binascii
import hashlib
from typing import Any

import msgspec

from planilla.audit.heads import Head, SignedHead
from planilla.audit.merkle import Place, Tree, is_consistent, is_included
from planilla.audit.seal import Link, header

BYTES_MAX = 2000
"""Of a proof with an event in it: data that would make it longer are left out."""

DOCUMENT_BYTES_MAX = 64 * 1024
"""Of a document that somebody hands in to be checked."""


class ProvedEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the hash of an event seals: the hash before it in hex, its header, and its data."""

    previous: str
    header: msgspec.Raw
    data: msgspec.Raw


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event of a tournament, its place in the log, and the way from it to the root of a head.

    `path` holds nodes in base64, the lowest first. Without `event`, `withheld` says why: `staff` or
    `size`.
    """

    number: int = msgspec.field(name="planilla-proof", default=1)
    version: int
    position: int
    hash: str
    event: ProvedEvent | None
    withheld: str = ""
    path: tuple[str, ...]
    signed_head: SignedHead


class LogTree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A log up to a position: the Merkle root there, in hex."""

    position: int
    root: str


class Consistency(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a log up to one position is the beginning of the same log up to another."""

    number: int = msgspec.field(name="planilla-consistency", default=1)
    log_id: str
    old: LogTree
    new: LogTree
    path: tuple[str, ...]


class ProofFault(Exception):
    """A document proves nothing; `code` says why, the sentence is in `words`."""

    def __init__(self, code: str, **fields: Any) -> None:
        self.code = code
        self.fields = fields
        super().__init__(f"{code} {fields}")


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
    """The document in some bytes.

    Raises:
        ProofFault: `unreadable`, or `too-large`.
    """
    if len(content) > DOCUMENT_BYTES_MAX:
        raise ProofFault("too-large", limit=DOCUMENT_BYTES_MAX)
    for decoder in _DECODERS:
        try:
            document: Proof | Consistency | SignedHead = decoder.decode(content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if getattr(document, "number", 1) == 1:
            return document
    raise ProofFault("unreadable")


_DECODERS: tuple[msgspec.json.Decoder[Any], ...] = tuple(
    msgspec.json.Decoder(kind) for kind in (Proof, Consistency, SignedHead)
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
    path = tuple(_node(text) for text in proof.path)
    place = Place(index=proof.position - 1, size=head.position)
    if not is_included(_bytes(proof.hash), place, path, _bytes(head.root)):
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
    old, new = (Tree(size=each.position, root=_bytes(each.root)) for each in (shown.old, shown.new))
    if not is_consistent(old, new, tuple(_node(text) for text in shown.path)):
        raise ProofFault("not-grown", old=old.size, new=new.size)


def _check_known(head: Head, known: Head) -> None:
    if head.log_id != known.log_id:
        raise ProofFault("another-log")
    if head.position != known.position:
        raise ProofFault("another-position", wanted=known.position, found=head.position)
    if head.root != known.root:
        raise ProofFault("another-history", position=known.position)


def _check_event(proof: Proof, head: Head) -> None:
    """Whether the hash seals header and data, and these are of this tournament and version."""
    if proof.version > head.version or (proof.version == head.version and proof.hash != head.hash):
        raise ProofFault("another-event", version=proof.version)
    if proof.event is None:
        return
    previous, parts = _bytes(proof.event.previous), (proof.event.header, proof.event.data)
    sealed = hashlib.sha256(previous + b"".join(bytes(part) for part in parts)).hexdigest()
    said = _header(proof.event.header)[:2]
    if (*said, sealed) != (head.stream_id, proof.version, proof.hash):
        raise ProofFault("another-event", version=proof.version)


def _header(raw: msgspec.Raw) -> list[Any]:
    try:
        return msgspec.json.decode(raw, type=list[Any])
    except msgspec.DecodeError as error:
        raise ProofFault("unreadable") from error


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise ProofFault("unreadable") from error


def _node(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ProofFault("unreadable") from error
