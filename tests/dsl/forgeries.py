"""Archives that somebody who knows the format well could hand in, in a table.

Each row says what must come of it: nothing where it is good, else the code of the fault. Planilla,
the Python file and the page are held to the same rows; `forged_proofs` has those of proofs.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import msgspec

from dsl.archives import OTHER_SIGNER, SIGNER, archive, club, signed_again
from planilla.adapters.signing import Ed25519Signer
from planilla.application.ports import Signer
from planilla.audit import ed25519 as curve
from planilla.audit.archive import ArchiveForm, beginning, event_line, head_line
from planilla.audit.proofs import NESTING_MAX, SignedHead, endorsement_message
from planilla.audit.seal import GENESIS, header

CLUB = club()
FULL = asyncio.run(archive(CLUB))
LINES = FULL.splitlines(keepends=True)
THIRD = Ed25519Signer(bytes(range(1, 33)))
KEY, OTHER_KEY, THIRD_KEY = (each.public_key.hex() for each in (SIGNER, OTHER_SIGNER, THIRD))
SPACE_ESCAPED = b"\\u0020"


@dataclass(frozen=True, kw_only=True)
class Row:
    """A document, what is known from elsewhere, and the code of the first fault; "" where good."""

    name: str
    content: bytes
    code: str = ""
    trust: str = ""
    key: str = ""
    head: tuple[int, str] | None = None


def chained(events: Sequence[tuple[str, bytes]], signer: Signer = SIGNER) -> bytes:
    """An archive of events of these types and data, sealed and signed as if they were true."""
    lines, previous = [], GENESIS
    for version, (kind, data) in enumerate(events, start=1):
        fields: dict[str, Any] = {
            "position": version,
            "event_id": f"e{version}",
            "stream_id": "tournament/club",
            "version": version,
            "type": kind,
            "schema_version": 1,
            "recorded_at": 0,
            "effective_at": None,
            "round": None,
            "corrects": None,
            "command_id": "c",
            "causation_id": "c",
            "correlation_id": "c",
            "actor_id": "a",
        }
        previous = hashlib.sha256(previous + header(SimpleNamespace(**fields)) + data).digest()
        lines.append(event_line({**fields, "data": data, "hash": previous}))
    stream = "tournament/club"
    first = beginning(form=ArchiveForm.FULL, stream_id=stream, version=len(lines), hash_=previous)
    return signed_again([first, *lines], signer)


def of_data() -> Iterator[Row]:
    """The data alone are not written again: any JSON object will do that all readers take."""
    inside = NESTING_MAX - 2  # the line and the data nest too
    good = {
        "a fraction": b'{"a":1.5e3}',
        "a number beyond all": b'{"a":1e999}',
        "5,000 digits": b'{"a":%s}' % (b"9" * 5000),
        "doubled keys": b'{"a":1,"a":2}',
        "spaces": b'{ "a" :\t[ 1 , 2 ] }',
        "escapes": b'{"a":"\\u0041\\/\\ud83d\\ude00\\\\ud800"}',
        "line separators": '{"a":"\u2028\u2029\x7f"}'.encode(),
        "names of fields in a string": b'{"a":",\\"data\\":{},\\"hash\\":\\"0\\"}"}',
        "names of fields": b'{"b":1,"data":{},"hash":"%s"}' % (b"0" * 64),
        "as deep as may be": b'{"a":' + b"[" * inside + b"]" * inside + b"}",
        "brackets in a string": b'{"a":"' + b"[" * 999 + b'\\"{"}',
    }
    bad = {
        "no number": b'{"a":NaN}',
        "no end": b'{"a":-Infinity}',
        "octal": b'{"a":01}',
        "a plus": b'{"a":+1}',
        "half a character": b'{"a":"\\ud800"}',
        "halves exchanged": b'{"a":"\\ude00\\ud83d"}',
        "half a character in a doubled key": b'{"\\uDfFf":1,"a":2}',
        "half a character that is overwritten": b'{"a":"\\ud800","a":2}',
        "a control sign": b'{"a":"\x01"}',
        "no UTF-8": b'{"a":"\xff"}',
        "a surrogate in UTF-8": b'{"a":"\xed\xa0\x80"}',
        "an unknown escape": b'{"a":"\\x41"}',
        "a comma more": b'{"a":1,}',
        "a comment": b'{"a":1/**/}',
        "two objects": b"{}{}",
        "an array": b"[]",
        "an object that ends twice": b'{"a":1}}',
        "too deep": b'{"a":' + b"[" * (inside + 1) + b"]" * (inside + 1) + b"}",
        "much too deep": b'{"a":' + b"[" * 70_000 + b"]" * 70_000 + b"}",
    }
    for name, data in good.items():
        yield Row(name=f"data: {name}", content=chained([("Any", data)]), trust="unknown")
    for name, data in bad.items():
        yield Row(name=f"data: {name}", content=chained([("Any", data)]), code="unreadable")
    for name, data in {"space before": b" {}", "space after": b"{} "}.items():
        yield Row(name=f"data: {name}", content=chained([("Any", data)]), code="unreadable")


def with_line(place: int, old: bytes, new: bytes) -> bytes:
    """The club's archive with a line changed, and signed again."""
    assert old in LINES[place], (place, old)
    lines = LINES[:-1]
    return signed_again([*lines[:place], lines[place].replace(old, new, 1), *lines[place + 1 :]])


def of_lines() -> Iterator[Row]:
    """Lines that mean the same, or seem to; whoever holds the key signed them again."""
    marked = b"\xef\xbb\xbf" + FULL
    crlf = [line.replace(b"\n", b"\r\n") for line in LINES[:-1]]
    rows = {
        "a byte order mark": (marked, "no-archive"),
        "a mark, signed again": (
            signed_again([b"\xef\xbb\xbf" + LINES[0], *LINES[1:-1]]),
            "no-archive",
        ),
        "UTF-16": (FULL.decode().encode("utf-16"), "no-archive"),
        "a line of Windows": (with_line(0, b"\n", b"\r\n"), "not-canonical"),
        "an event with the end of Windows": (with_line(3, b"\n", b"\r\n"), "unreadable"),
        "all lines of Windows": (signed_again(crlf), "not-canonical"),
        "an empty line at the start": (signed_again([b"\n", *LINES[:-1]]), "no-archive"),
        "an empty line between": (signed_again([*LINES[:4], b"\n", *LINES[4:-1]]), "unreadable"),
        "an empty line before the end": (signed_again([*LINES[:-1], b"\n"]), "unreadable"),
        "an empty line after the end": (FULL + b"\n", "more"),
        "a byte after the end": (FULL + b" ", "more"),
        "a zero after the end": (FULL + b"\0", "more"),
        "another archive after the end": (FULL + FULL, "more"),
        "no last line feed": (FULL[:-1], "cut"),
        "a space at the end of a line": (with_line(0, b"}\n", b"} \n"), "not-canonical"),
        "a space before a line": (with_line(0, b"{", b" {"), "not-canonical"),
        "a doubled key": (
            with_line(0, b'"events":10', b'"events":10,"events":10'),
            "not-canonical",
        ),
        "another format below": (
            with_line(0, b'"form"', b'"planilla-archive":1,"form"'),
            "not-canonical",
        ),
        "a doubled key in an event": (
            with_line(3, b'"version":3', b'"version":3,"version":3'),
            "not-canonical",
        ),
        "a doubled hash": (with_line(3, b'"hash":"', b'"hash":"0","hash":"'), "unreadable"),
        "a key more": (with_line(3, b'"version":3', b'"version":3,"more":1'), "unreadable"),
        "an escaped key": (with_line(0, b'"events"', b'"\\u0065vents"'), "not-canonical"),
        "an escaped space": (
            with_line(3, b'"corrects"', b'"corrects%s"' % SPACE_ESCAPED),
            "unreadable",
        ),
        "half a character": (
            with_line(3, b'"command_id":"', b'"command_id":"\\ud800'),
            "unreadable",
        ),
        "no number": (with_line(3, b'"round":1,', b'"round":NaN,'), "unreadable"),
        "no end of numbers": (with_line(3, b'"round":1,', b'"round":Infinity,'), "unreadable"),
        "a yes for a number": (with_line(3, b'"round":1,', b'"round":true,'), "unreadable"),
        "a text for a number": (with_line(3, b'"round":1,', b'"round":"1",'), "unreadable"),
        "a number of 400 digits": (
            with_line(3, b'"round":1,', b'"round":%s,' % (b"9" * 400)),
            "unreadable",
        ),
        "a number of 5,000 digits": (
            with_line(3, b'"round":1,', b'"round":%s,' % (b"9" * 5000)),
            "unreadable",
        ),
        "a big number": (with_line(3, b'"round":1,', b'"round":9007199254740993,'), "unreadable"),
        "a negative nought": (with_line(3, b'"round":1,', b'"round":-0,'), "not-canonical"),
        "an old form of the number": (with_line(0, b'archive":1,', b'archive":01,'), "unreadable"),
        "a long form of the number": (
            with_line(0, b'archive":1,', b'archive":10000000000000000000000,'),
            "no-archive",
        ),
        "a fraction for the form": (with_line(0, b'archive":1,', b'archive":1.0,'), "no-archive"),
        "hex in capitals": (
            with_line(0, b'"hash":"' + HASH, b'"hash":"' + HASH.upper()),
            "unreadable",
        ),
        "two signed heads": (signed_again([*LINES[:12], LINES[11]]), "unreadable"),
        "a head of form 1": (with_line(11, b'planilla-head",2', b'planilla-head",1'), "old-head"),
        "a head of form 3": (with_line(11, b'planilla-head",2', b'planilla-head",3'), "unreadable"),
        "a head that says more": (
            with_line(11, b'"signature"', b'"announced":null,"signature"'),
            "unreadable",
        ),
        "a head before the events": (
            signed_again([LINES[0], LINES[11], *LINES[1:11]]),
            "unreadable",
        ),
        "a digest in capitals": (b"".join([*LINES[:-1], _capitals(LINES[-1])]), "digest"),
    }
    for name, (content, code) in rows.items():
        yield Row(name=name, content=content, code=code)


def _capitals(closing: bytes) -> bytes:
    digest: str = json.loads(closing)["digest"]
    return closing.replace(digest.encode(), digest.upper().encode())


HASH: bytes = json.loads(LINES[0])["head"]["hash"].encode()


def with_head(change: Callable[[SignedHead], SignedHead]) -> bytes:
    """The club's archive with another signed head."""
    signed = msgspec.json.decode(LINES[11], type=dict[str, SignedHead])["signed_head"]
    return signed_again([*LINES[:11], head_line(change(signed))])


def signed_by(signer: Signer, signed: SignedHead, **changed: Any) -> SignedHead:
    """A head that says something else, signed."""
    head = msgspec.structs.replace(signed.head, public_key=signer.public_key.hex(), **changed)
    return SignedHead(head=head, signature=signer.sign(head.message).hex())


def with_larger_scalar(signed: SignedHead) -> SignedHead:
    """The same signature in the way that RFC 8032 forbids: S + L for S."""
    octets = bytes.fromhex(signed.signature)
    scalar = int.from_bytes(octets[32:], "little") + curve.ORDER
    again = octets[:32] + scalar.to_bytes(32, "little")
    return msgspec.structs.replace(signed, signature=again.hex())


def of_heads() -> Iterator[Row]:
    """Heads that are of something else, or not signed as they should be."""
    rows: dict[str, tuple[Callable[[SignedHead], SignedHead], str]] = {
        "of another log": (lambda each: signed_by(SIGNER, each, log_id="ff" * 16), ""),
        "newer than the log": (lambda each: signed_by(SIGNER, each, version=11), "head-elsewhere"),
        "older than the log": (lambda each: signed_by(SIGNER, each, version=9), "head-elsewhere"),
        "of another tournament": (
            lambda each: signed_by(SIGNER, each, stream_id="tournament/b"),
            "head-elsewhere",
        ),
        "of another hash": (lambda each: signed_by(SIGNER, each, hash="0" * 64), "head-elsewhere"),
        "of another key": (lambda each: signed_by(OTHER_SIGNER, each), "head-key"),
        "with S + L": (with_larger_scalar, "head-signature"),
        "with a root in capitals": (
            lambda each: signed_by(SIGNER, each, root="F" * 64),
            "unreadable",
        ),
        "with a root that is none": (lambda each: signed_by(SIGNER, each, root="00"), "unreadable"),
        "with a version beyond": (
            lambda each: signed_by(SIGNER, each, version=2**53),
            "unreadable",
        ),
        "with a position of 2**64": (
            lambda each: signed_by(SIGNER, each, position=2**64 - 1),
            "unreadable",
        ),
    }
    for name, (change, code) in rows.items():
        trust = "" if code else "unknown"
        yield Row(name=f"a head {name}", content=with_head(change), code=code, trust=trust)
    end = (10, HASH.decode())
    yield Row(name="the known head", content=FULL, head=end, trust="unknown")
    yield Row(name="a known head after the end", content=FULL, head=(11, "0" * 12), code="tail")
    yield Row(name="a known head of others", content=FULL, head=(10, "0" * 12), code="other-head")
    yield Row(name="the known key", content=FULL, key=KEY, trust="expected")
    yield Row(name="another known key", content=FULL, key=OTHER_KEY, code="other-key")


def announced(
    new: Signer, old: Signer | None = None, by: Signer | None = None
) -> tuple[str, bytes]:
    """The event that announces a key, in place of another, endorsed by somebody or by nobody."""
    data = {
        "type": "LogKeyAnnounced",
        "public_key": new.public_key.hex(),
        "replaces": "",
        "endorsement": "",
    }
    if old is not None:
        data["replaces"] = old.public_key.hex()
    if old is not None and by is not None:
        message = endorsement_message(old.public_key, new.public_key)
        data["endorsement"] = by.sign(message).hex()
    return "LogKeyAnnounced", msgspec.json.encode(data)


def of_keys() -> Iterator[Row]:
    """Who may sign: the key that was announced last, or who was expected and whom that endorsed."""
    one, two, three = SIGNER, OTHER_SIGNER, THIRD
    first, second = announced(one), announced(two, one, one)
    rows: tuple[tuple[str, tuple[tuple[str, bytes], ...], Signer, str, str, str], ...] = (
        ("the announced key", (first,), one, "", "", "announced"),
        ("a forged key", (first,), two, "", "not-announced", ""),
        ("a forged key that was told", (first,), two, OTHER_KEY, "", "expected"),
        ("the next key", (first, second), two, "", "", "announced"),
        ("the next key, the first told", (first, second), two, KEY, "", "vouched"),
        ("the key before", (first, second), one, "", "not-announced", ""),
        ("the key before, told", (first, second), one, KEY, "", "expected"),
        ("the next key, a third told", (first, second), two, THIRD_KEY, "other-key", ""),
        ("a key in place of a lost one", (first, announced(two, one)), two, "", "", "unendorsed"),
        ("such a key, the first told", (first, announced(two, one)), two, KEY, "other-key", ""),
        ("a false word", (first, announced(two, one, two)), two, "", "", "unendorsed"),
        (
            "a false word, the first told",
            (first, announced(two, one, two)),
            two,
            KEY,
            "other-key",
            "",
        ),
        ("two steps", (first, second, announced(three, two, two)), three, KEY, "", "vouched"),
        ("a step left out", (first, announced(three, two, two)), three, KEY, "other-key", ""),
        ("no key in it", (("LogKeyAnnounced", b"{}"),), one, "", "unreadable", ""),
        ("a key of half the length", (_said(public_key="ab"),), one, "", "unreadable", ""),
        ("a key in capitals", (_said(public_key=KEY.upper()),), one, "", "unreadable", ""),
        ("a null for no key", (_said(replaces=None),), one, "", "unreadable", ""),
        ("half an endorsement", (_said(endorsement="ab"),), one, "", "unreadable", ""),
        ("a list of keys", (_said(public_key=[KEY]),), one, "", "unreadable", ""),
        ("a key alone", (_said(),), one, "", "", "announced"),
    )
    for name, events, signer, key, code, trust in rows:
        content = chained(events, signer)
        yield Row(name=f"keys: {name}", content=content, key=key, code=code, trust=trust)


def _said(**fields: Any) -> tuple[str, bytes]:
    return "LogKeyAnnounced", msgspec.json.encode({"public_key": KEY, **fields})


ARCHIVES: tuple[Row, ...] = (*of_data(), *of_lines(), *of_heads(), *of_keys())
