#!/usr/bin/env python3
"""Is this archive of a chess tournament what was written? One file, nothing to install.

    python3 planilla_verify.py ARCHIVE [--key HEX|FILE] [--head v61:HEX] [--lang LANGUAGE]
    python3 planilla_verify.py [ARCHIVE] --proof FILE [--key HEX|FILE] [--lang LANGUAGE]

It reads an archive of Planilla (`planilla log export`), line by line, and says either that every
byte is what was written or the first fault and its line. It needs Python 3.8 or later and neither
Planilla nor a network: `planilla log verifier` writes it, and a server has it at `/verify`.
With `--key` the archive must be signed by that key; with `--head`, a head that was published
earlier, a missing end and another history are found too. With `--proof` it checks that one event
is in a log (`planilla log proof`), or a signed head (`planilla log head`), and that the archive has
the same, if one is named.

Exit code: 0 whole, 1 not what was written or expected, 2 not an archive, or not readable.

The format and each check: docs/reference/archive.md and heads.md. Ed25519: RFC 8032; the tree of
hashes: RFC 6962, verified as in RFC 9162, 2.1.3.2.
"""

from __future__ import annotations

import argparse
import base64
import datetime as dt
import hashlib
import json
import os
import re
import sys
from typing import Any, BinaryIO, Iterator, Tuple

FORMAT = 1
LINE_MAX = 16 * 2**20
EVENTS_MAX = 5_000_000
NUMBER_MAX = 2**53 - 1
NESTING_MAX = 200
SECONDS_MAX = 253_402_300_799
GENESIS = bytes(32)
SIGNED = b"planilla-archive"
ENDORSED = b"planilla-key"
FIRST = re.compile(
    rb'[ \t\r\n]*\{[ \t\r\n]*"planilla-archive"[ \t\r\n]*:[ \t\r\n]*(-?[0-9]{1,9})[ \t\r\n]*[,}]'
)
SIGNED_HEAD = b'{"signed_head":'
OLD_HEAD = b'{"signed_head":{"head":["planilla-head",1,'
BEGINNING = ("planilla-archive", "form", "stream_id", "events", "head")
HEADER = (
    "stream_id",
    "version",
    "type",
    "schema_version",
    "recorded_at",
    "effective_at",
    "round",
    "corrects",
    "command_id",
    "causation_id",
    "correlation_id",
    "actor_id",
)
NUMBERS = {
    "position": False,
    "version": False,
    "schema_version": False,
    "recorded_at": False,
    "effective_at": True,
    "round": True,
}
"""The fields of an event that are whole numbers, and whether they may be null."""
FIELDS = ("position", "event_id", *HEADER)
HASH = re.compile(r"[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{128}")
HASH_AT_END = re.compile(r',"hash":"([0-9a-f]{64})"\}')
HEAD = re.compile(r"v([1-9][0-9]{0,15}):([0-9a-f]{12,64})")
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
NODE = re.compile(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=")
"""32 bytes in base64, in the one way that leaves no bit over."""
NESTS = re.compile(r'\\.|["\[\]{}]', re.DOTALL)
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u([0-9a-fA-F]{4})|.)",
    re.DOTALL,
)
STEP = {"[": 1, "{": 1, "]": -1, "}": -1}
DATA = ',"data":'
PROOF = (
    "planilla-proof",
    "version",
    "position",
    "hash",
    "event",
    "withheld",
    "path",
    "signed_head",
)
PROOF_MAX = 64 * 1024
PROOF_FORM = 2
FORM_OF = re.compile(r'\{"(?:planilla-proof|head":\["planilla-head)"[:,](0|[1-9][0-9]{0,8})[,}\]]')
PUBLISHED = b'{"head":'
WITHHELD = ("staff", "size")
NOT_AN_ARCHIVE = ("empty", "no-archive", "other-format")


class Fault(Exception):
    """The first thing that is wrong: the line, counted from 1, a code, and what it speaks of."""

    def __init__(self, line: int, code: str, **fields: Any) -> None:
        self.line = line
        self.code = code
        self.fields = fields
        super().__init__(line, code, fields)


class Reading:
    """One archive on its way through."""

    def __init__(self, file: BinaryIO, key: str = "", head: tuple[int, str] | None = None) -> None:
        self.file = file
        self.key = key
        self.head = head
        self.line = 0
        self.digest = hashlib.sha256()
        self.previous = GENESIS
        self.withheld = 0
        self.keys: list[tuple[str, str, bool]] = []
        self.proof: dict[str, Any] | None = None

    def verify(self) -> dict[str, Any]:
        """Read everything; answers with what is proved, or raises the first `Fault`."""
        first = self.beginning()
        for version in range(1, first["events"] + 1):
            self.event(self.next(), version, first)
        return self.end(first)

    def next(self) -> bytes:
        """The next line, whole."""
        line = self.file.readline(LINE_MAX + 1)
        self.line += 1
        if not line:
            raise self.fault("cut" if self.line > 1 else "empty")
        if len(line) > LINE_MAX:
            raise self.fault("too-long", most=LINE_MAX)
        if not line.endswith(b"\n"):
            raise self.fault("cut" if self.line > 1 else "no-archive")
        return line

    def beginning(self) -> dict[str, Any]:
        """The first line: which tournament, how many events, and the last of them."""
        line = self.next()
        self.digest.update(line)
        begins = FIRST.match(line)
        if begins is None:
            raise self.fault("no-archive")
        if int(begins.group(1)) != FORMAT:
            raise self.fault("other-format", number=int(begins.group(1)))
        first = self.object(line, BEGINNING)
        head = first["head"]
        if (
            first["form"] not in ("full", "public")
            or not isinstance(first["stream_id"], str)
            or not is_number(first["events"])
            or not isinstance(head, dict)
            or tuple(head) != ("version", "hash")
            or not is_hash(head["hash"])
            or not is_number(head["version"])
            or head["version"] != first["events"]
        ):
            raise self.fault("unreadable")
        if not 1 <= first["events"] <= EVENTS_MAX:
            raise self.fault("too-many", events=first["events"], most=EVENTS_MAX)
        if self.head is not None and self.head[0] > first["events"]:
            raise self.fault("tail", ends=first["events"], expected=self.head[0])
        if self.proof is not None and self.proof["version"] > first["events"]:
            raise self.fault("tail", ends=first["events"], expected=self.proof["version"])
        return first

    def event(self, line: bytes, version: int, first: dict[str, Any]) -> None:
        """An event, which follows the one before it."""
        self.digest.update(line)
        if first["form"] == "public" and line.startswith(b'{"version":'):
            event = self.object(line, ("version", "hash", "withheld"))
            if (
                not is_number(event["version"])
                or not is_hash(event["hash"])
                or event["withheld"] is not True
            ):
                raise self.fault("unreadable")
            self.withheld += 1
            self.in_order(event["version"], version)
            self.previous = bytes.fromhex(event["hash"])
        else:
            header, data, hash_ = self.told(line)
            self.in_order(header["version"], version)
            if header["stream_id"] != first["stream_id"]:
                raise self.fault("other-stream", stream=header["stream_id"])
            sealed = canonical([header[name] for name in HEADER]) + data.encode()
            self.previous = hashlib.sha256(self.previous + sealed).digest()
            if self.previous.hex() != hash_:
                raise self.fault("seal", version=version)
            if header["type"] == "LogKeyAnnounced":
                self.announced(DECODER.decode(data))
        self.meet(version, first["stream_id"], self.previous.hex())

    def announced(self, data: dict[str, Any]) -> None:
        """A key that the tournament announces, what it replaces, and whether that endorsed it."""
        new, old = data.get("public_key", ""), data.get("replaces", "")
        endorsement = data.get("endorsement", "")
        is_well_said = is_hash(new) and (old == "" or is_hash(old))
        if not is_well_said or not (endorsement == "" or is_signature(endorsement)):
            raise self.fault("unreadable")
        is_endorsed = False
        if old and endorsement:
            keys = bytes.fromhex(old), bytes.fromhex(new)
            is_endorsed = is_signed(keys[0], ENDORSED + b"".join(keys), bytes.fromhex(endorsement))
        self.keys.append((old, new, is_endorsed))

    def meet(self, version: int, stream: str, found: str) -> None:
        """Compare an event with the one that is proved, and with the head that is known."""
        proof, head = self.proof, self.head
        if proof is not None and version == proof["version"]:
            self.is_proved(proof, stream, found)
        if head is not None and version == head[0] and not found.startswith(head[1]):
            raise self.fault("other-head", version=version, hash=found[:16])

    def is_proved(self, proof: dict[str, Any], stream: str, found: str) -> None:
        """Refuse another event than the one that is proved."""
        if (stream, found) != (proof["stream"], proof["hash"]):
            raise self.fault("proof.other", version=proof["version"])

    def proof_is_ours(self, public_key: str) -> None:
        """Refuse a proof by a key that was neither expected nor endorsed, nor announced here."""
        if self.proof is None:
            return
        ours = {self.key} if self.key else {public_key, *(new for _, new, _ in self.keys)} - {""}
        for old, new, is_endorsed in self.keys:
            if old in ours and is_endorsed:
                ours.add(new)
        found = self.proof["public_key"]
        if ours and found not in ours:
            raise self.fault("proof.key", found=found)

    def in_order(self, version: int, expected: int) -> None:
        """Refuse an event at another one's place."""
        if version != expected:
            raise self.fault("order", version=version, expected=expected)

    def told(self, line: bytes) -> tuple[dict[str, Any], str, str]:
        """The fields of an event, its data as they stand there, and its hash."""
        try:
            text = plain(line[:-1].decode())
            # A quote after a comma is no part of a string: the first place is the field itself.
            start = text.index(DATA)
            header = STRICT.decode(text[:start] + "}")
            data, end = DECODER.raw_decode(text, start + len(DATA))
        except ValueError:
            raise self.fault("unreadable") from None
        if not isinstance(header, dict) or tuple(header) != FIELDS or not isinstance(data, dict):
            raise self.fault("unreadable")
        for name in FIELDS:
            if not is_field(name, header[name]):
                raise self.fault("unreadable")
        hash_ = HASH_AT_END.fullmatch(text, end)
        if hash_ is None:
            raise self.fault("unreadable")
        if encoded(header) != text[:start] + "}":
            raise self.fault("not-canonical")
        return header, text[start + len(DATA) : end], hash_.group(1)

    def end(self, first: dict[str, Any]) -> dict[str, Any]:
        """The lines after the events."""
        if self.previous.hex() != first["head"]["hash"]:
            raise self.fault("head", version=first["events"])
        line = self.next()
        signed_head = None
        if line.startswith(SIGNED_HEAD):
            self.digest.update(line)
            if line.startswith(OLD_HEAD):
                raise self.fault("old-head")
            signed_head = self.signed_head(line, first)
            line = self.next()
        public_key = self.closing(line)
        if signed_head is not None and signed_head[9] != public_key:
            raise self.fault("head-key", found=signed_head[9])
        trust = self.trust(public_key)
        self.proof_is_ours(public_key)
        if self.file.read(1):
            self.line += 1
            raise self.fault("more")
        return {
            "form": first["form"],
            "stream": first["stream_id"],
            "events": first["events"],
            "withheld": self.withheld,
            "version": first["events"],
            "hash": first["head"]["hash"],
            "public_key": public_key,
            "trust": trust,
            "head_signed": signed_head is not None,
        }

    def trust(self, found: str) -> str:
        """What is known of the key that signed: it is expected, endorsed by that, or announced."""
        if self.key and not found:
            raise self.fault("unsigned", expected=self.key)
        if not found:
            return "nobody"
        if self.key:
            return self.expected(found)
        if not self.keys:
            return "unknown"
        old, announced, is_endorsed = self.keys[-1]
        if found != announced:
            raise self.fault("not-announced", found=found, announced=announced)
        return "unendorsed" if old and not is_endorsed else "announced"

    def expected(self, found: str) -> str:
        """Whether the expected key signed, or one that it endorsed, step by step."""
        reached = self.key
        for old, new, is_endorsed in self.keys:
            if old == reached and is_endorsed:
                reached = new
        if found not in (self.key, reached):
            raise self.fault("other-key", found=found, expected=self.key)
        return "expected" if found == self.key else "vouched"

    def signed_head(self, line: bytes, first: dict[str, Any]) -> list[Any]:
        """A head as it was published: it is of this very end, and its signature is good."""
        document = self.object(line, ("signed_head",))["signed_head"]
        if (
            not isinstance(document, dict)
            or tuple(document) != ("head", "signature")
            or not is_head(document["head"])
            or not is_signature(document["signature"])
        ):
            raise self.fault("unreadable")
        head: list[Any] = document["head"]
        if head[3:6] != [first["stream_id"], first["events"], first["head"]["hash"]]:
            raise self.fault("head-elsewhere", version=head[4])
        signature = bytes.fromhex(document["signature"])
        if not is_signed(bytes.fromhex(head[9]), canonical(head), signature):
            raise self.fault("head-signature")
        return head

    def closing(self, line: bytes) -> str:
        """The digest of all bytes before, and the key that signed it; "" where nobody did."""
        names = ("digest", "public_key", "signature")
        closing = self.object(line, names if b'"public_key"' in line else names[:1])
        if not all(isinstance(value, str) for value in closing.values()):
            raise self.fault("unreadable")
        if closing["digest"] != self.digest.hexdigest():
            raise self.fault("digest")
        if "signature" not in closing:
            return ""
        public_key: str = closing["public_key"]
        if not is_hash(public_key) or not is_signature(closing["signature"]):
            raise self.fault("unreadable")
        message = SIGNED + bytes.fromhex(closing["digest"])
        signature = bytes.fromhex(closing["signature"])
        if not is_signed(bytes.fromhex(public_key), message, signature):
            raise self.fault("signature")
        return public_key

    def object(self, line: bytes, names: tuple[str, ...]) -> dict[str, Any]:
        """A line that is an object with these fields in this order, in its canonical form."""
        try:
            value = STRICT.decode(plain(line[:-1].decode()))
            written = canonical(value)
        except ValueError:
            raise self.fault("unreadable") from None
        if not isinstance(value, dict) or tuple(value) != names:
            raise self.fault("unreadable")
        if written + b"\n" != line:
            raise self.fault("not-canonical")
        return value

    def fault(self, code: str, **fields: Any) -> Fault:
        """What is wrong at the line that is being read."""
        return Fault(self.line, code, **fields)


def refused(number: str) -> None:
    """JSON knows no NaN and no infinity; beside the data there is no fraction either."""
    raise ValueError(number)


DECODER = json.JSONDecoder(parse_constant=refused, parse_int=str, parse_float=str)
STRICT = json.JSONDecoder(parse_constant=refused, parse_float=refused)
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def plain(text: str) -> str:
    """The text of a line, where every reader of JSON takes it alike.

    Source: docs/reference/archive.md, The canonical form.
    """
    if is_too_deep(text):
        raise ValueError("too deep")
    for escape in ESCAPE.finditer(text) if "\\u" in text else ():
        if escape.group(1) and 0xD800 <= int(escape.group(1), 16) <= 0xDFFF:
            raise ValueError("half a character")
    return text


def is_too_deep(text: str) -> bool:
    """Whether arrays and objects nest deeper than every reader of JSON follows."""
    if text.count("[") + text.count("{") <= NESTING_MAX:
        return False
    depth, is_quoted = 0, False
    for token in NESTS.finditer(text):
        if token.group() == '"':
            is_quoted = not is_quoted
        elif not is_quoted:
            depth += STEP.get(token.group(), 0)
        if depth > NESTING_MAX:
            return True
    return False


def encoded(value: Any) -> str:
    """JSON without spaces, as Planilla writes it."""
    return ENCODER.encode(value)


def canonical(value: Any) -> bytes:
    """The bytes that Planilla writes for a value."""
    return encoded(value).encode()


def is_number(value: Any) -> bool:
    """Whether every reader of JSON takes it for a whole number."""
    return type(value) is int and -NUMBER_MAX <= value <= NUMBER_MAX


def is_hash(value: Any) -> bool:
    """Whether it is 32 bytes in hex."""
    return isinstance(value, str) and HASH.fullmatch(value) is not None


def is_signature(value: Any) -> bool:
    """Whether it is 64 bytes in hex."""
    return isinstance(value, str) and SIGNATURE.fullmatch(value) is not None


def is_field(name: str, value: Any) -> bool:
    """Whether a field of an event holds what it must."""
    if name in NUMBERS:
        return is_number(value) or (value is None and NUMBERS[name])
    return isinstance(value, str) or (value is None and name == "corrects")


def is_head(value: Any) -> bool:
    """Whether it is the array of a signed head: texts, numbers and hashes where they belong."""
    return (
        isinstance(value, list)
        and len(value) == 10
        and value[:2] == ["planilla-head", 2]
        and all(is_number(value[place]) for place in (1, 4, 6, 8))
        and all(isinstance(value[place], str) for place in (2, 3))
        and all(is_hash(value[place]) for place in (5, 7, 9))
    )


# --- one event in a log: the tree of RFC 6962 -----------------------------------------------------


def proof_in(content: bytes) -> tuple[dict[str, Any], str]:
    """The fields of a proof, and its data as they stand there; or raises the `Fault`."""
    proof, data = document_in(content)
    if not is_proof(proof):
        raise Fault(0, "proof.unreadable")
    return proof, data


def document_in(content: bytes) -> tuple[Any, str]:
    """The value in a document, and the data in it as they stand there; or raises the `Fault`.

    There is one way to write it, with a line feed behind it or none. Without an event there are no
    data, and a word says why.
    """
    try:
        text = plain(content.decode() if len(content) <= PROOF_MAX else "")
        form = FORM_OF.match(text)
        if form is not None and int(form.group(1)) != PROOF_FORM:
            raise Fault(0, "proof.form", number=int(form.group(1)), read=PROOF_FORM)
        # A quote after a comma is no part of a string: the first place is the field itself.
        start = text.find(DATA)
        data, text = ("{}", text) if start < 0 else data_in(text, start + len(DATA))
        proof = STRICT.decode(text)
        written = encoded(proof)
        written.encode()
    except ValueError:
        raise Fault(0, "proof.unreadable") from None
    if text not in (written, written + "\n"):
        raise Fault(0, "proof.unreadable")
    return proof, data


def proved(content: bytes, key: str, known: tuple[int, str] | None) -> dict[str, Any]:
    """What a proof of an event or a signed head proves, or raises the `Fault`."""
    of_head = content.startswith(PUBLISHED)
    return proved_head(content, key, known) if of_head else proved_event(content, key, known)


def proved_head(content: bytes, key: str, known: tuple[int, str] | None) -> dict[str, Any]:
    """What a signed head says, or raises the `Fault`; a server may name the announced key in it."""
    signed, _ = document_in(content)
    names = tuple(signed) if isinstance(signed, dict) else ()
    if (
        names not in (("head", "signature"), ("head", "signature", "announced"))
        or not is_head(signed["head"])
        or not is_signature(signed["signature"])
        or not (signed.get("announced") is None or is_hash(signed["announced"]))
    ):
        raise Fault(0, "proof.unreadable")
    check_signed(signed, key, known)
    head = signed["head"]
    return {
        "version": head[4],
        "position": head[6],
        "hash": head[5],
        "stream": head[3],
        "signed_at": moment(head[8]),
        "public_key": head[9],
        "withheld": "head",
    }


def data_in(text: str, start: int) -> tuple[str, str]:
    """The object that begins at a place, and the text with an empty one in its stead."""
    data, end = DECODER.raw_decode(text, start)
    if not isinstance(data, dict):
        raise ValueError(start)  # noqa: TRY004 - what is wrong is in the text
    return text[start:end], text[:start] + "{}" + text[end:]


def is_proof(proof: Any) -> bool:
    """Whether each field of a proof holds what it must."""
    if not isinstance(proof, dict) or tuple(proof) != PROOF:
        return False
    path, signed = proof["path"], proof["signed_head"]
    return (
        is_number(proof["planilla-proof"])
        and proof["planilla-proof"] == PROOF_FORM
        and is_number(proof["version"])
        and is_number(proof["position"])
        and is_hash(proof["hash"])
        and (is_event(proof["event"]) if proof["withheld"] == "" else proof["event"] is None)
        and proof["withheld"] in ("", *WITHHELD)
        and isinstance(path, list)
        and all(isinstance(each, str) and NODE.fullmatch(each) for each in path)
        and isinstance(signed, dict)
        and tuple(signed) == ("head", "signature")
        and is_head(signed["head"])
        and is_signature(signed["signature"])
    )


def is_event(event: Any) -> bool:
    """Whether it tells an event: the hash before it, its header, and data."""
    return (
        isinstance(event, dict)
        and tuple(event) == ("previous", "header", "data")
        and is_hash(event["previous"])
        and isinstance(event["header"], list)
        and len(event["header"]) == len(HEADER)
        and all(is_field(name, value) for name, value in zip(HEADER, event["header"]))
    )


def proved_event(content: bytes, key: str, known: tuple[int, str] | None) -> dict[str, Any]:
    """What a proof proves, or raises the `Fault`."""
    proof, data = proof_in(content)
    head, version, hash_ = proof["signed_head"]["head"], proof["version"], proof["hash"]
    check_signed(proof["signed_head"], key, known)
    is_ours = version < head[4] or (version == head[4] and hash_ == head[5])
    if not is_ours or not fits(proof, data):
        raise Fault(0, "proof.event", version=version)
    entry = canonical([head[3], version, hash_])
    path, root = [base64.b64decode(each) for each in proof["path"]], bytes.fromhex(head[7])
    if not is_included(entry, proof["position"] - 1, head[6], path, root):
        raise Fault(0, "proof.way", version=version)
    return {
        "version": version,
        "position": proof["position"],
        "hash": hash_,
        "stream": head[3],
        "head": head[4],
        "size": head[6],
        "signed_at": moment(head[8]),
        "public_key": head[9],
        "withheld": proof["withheld"],
        **told_in(proof["event"], data),
    }


def told_in(event: dict[str, Any] | None, data: str) -> dict[str, str]:
    """What the event of a proof says, where it is told."""
    if event is None:
        return {}
    return {"type": event["header"][2], "at": moment(event["header"][4]), "data": data}


def moment(microseconds: int) -> str:
    """A moment in UTC; the bare number where no calendar reaches."""
    seconds = microseconds // 1_000_000
    if not 0 <= seconds <= SECONDS_MAX:
        return str(microseconds)
    day = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc) + dt.timedelta(seconds=seconds)
    return day.strftime("%Y-%m-%d %H:%M:%S")


def check_signed(signed: dict[str, Any], key: str, known: tuple[int, str] | None) -> None:
    """Refuse a head that is not signed, or not by the key, or not the head that is known."""
    head = signed["head"]
    if key and head[9] != key:
        raise Fault(0, "other-key", found=head[9], expected=key)
    if not is_signed(bytes.fromhex(head[9]), canonical(head), bytes.fromhex(signed["signature"])):
        raise Fault(0, "head-signature")
    if known is not None and head[4] != known[0]:
        raise Fault(0, "head-elsewhere", version=head[4])
    if known is not None and not head[5].startswith(known[1]):
        raise Fault(0, "other-head", version=head[4], hash=head[5][:16])


def fits(proof: dict[str, Any], data: str) -> bool:
    """Whether header and data, where they are told, are those that the hash seals."""
    event, head = proof["event"], proof["signed_head"]["head"]
    if event is None:
        return True
    sealed = bytes.fromhex(event["previous"]) + canonical(event["header"]) + data.encode()
    found = hashlib.sha256(sealed).hexdigest()
    said = [*event["header"][:2], found]
    return said == [head[3], proof["version"], proof["hash"]]


def is_included(entry: bytes, index: int, size: int, path: list[bytes], root: bytes) -> bool:
    """Whether an entry stands at this index, from 0, of the tree of that size and root.

    Source: RFC 6962, 2.1 and 2.1.1; RFC 9162, 2.1.3.2.
    """
    if not 0 <= index < size:
        return False
    place, last = index, size - 1
    found = hashlib.sha256(b"\x00" + entry).digest()
    for node in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = hashlib.sha256(b"\x01" + node + found).digest()
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\x01" + found + node).digest()
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


# --- Ed25519: verifying by RFC 8032, with plain integers ------------------------------------------

Point = Tuple[int, int, int, int]
"""A point in extended homogeneous coordinates X, Y, Z, T: x = X/Z, y = Y/Z, xy = T/Z (5.1.4)."""

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
NEUTRAL = (0, 1, 1, 0)
BASE_Y = 4 * pow(5, PRIME - 2, PRIME) % PRIME
KEY_BYTES = 32
SIGNATURE_BYTES = 64


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the signature of the message is valid for the public key.

    False, too, where key or signature have another length, name no point of the curve, or are
    written in another way than the RFC's: S ≥ L, y ≥ p, a zero with a sign; and for the eight keys
    of small order, for which anybody can sign.

    Source: RFC 8032, 5.1.7; small order: D. Chalkias et al., Taming the Many EdDSAs (2020), 2.
    """
    if len(public_key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    key = point_in(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or scalar >= ORDER or is_of_small_order(key):
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    x, y, z, t = key
    minus_key = (PRIME - x, y, z, PRIME - t)
    return octets_of(twofold(scalar, base_point(), challenge, minus_key)) == signature[:32]


def base_point() -> Point:
    """The point B that all keys are multiples of: y = 4/5, x even."""
    x = x_at(BASE_Y, 0)
    assert x is not None, "B is on the curve"
    return (x, BASE_Y, 1, x * BASE_Y % PRIME)


def point_in(octets: bytes) -> Point | None:
    """The point in 32 octets; None where they name none, or name it in a second way (5.1.3)."""
    number = int.from_bytes(octets, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    x = x_at(y, sign) if y < PRIME else None
    return None if x is None else (x, y, 1, x * y % PRIME)


def x_at(y: int, sign: int) -> int | None:
    """The x of the point at this y whose last bit is `sign`; None where there is none (5.1.3)."""
    u, v = (y * y - 1) % PRIME, (D * y * y + 1) % PRIME
    x = u * pow(v, 3, PRIME) * pow(u * pow(v, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    if v * x * x % PRIME != u:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if v * x * x % PRIME != u or (x == 0 and sign == 1):
        return None
    return x if x & 1 == sign else PRIME - x


def is_of_small_order(point: Point) -> bool:
    """Return whether eight times the point is the neutral one: there are eight such points."""
    x, y, z, _ = doubled(doubled(doubled(point)))
    return x % PRIME == 0 and (y - z) % PRIME == 0


def octets_of(point: Point) -> bytes:
    """The 32 octets of a point: y, and the last bit of x as the highest bit (5.1.2)."""
    x, y, z, _ = point
    inverse = pow(z, PRIME - 2, PRIME)
    x, y = x * inverse % PRIME, y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def twofold(a: int, p: Point, b: int, q: Point) -> Point:
    """The sum [a]p + [b]q, both in one run over the bits."""
    both = added(p, q)
    total = NEUTRAL
    for bit in range(max(a.bit_length(), b.bit_length()) - 1, -1, -1):
        total = doubled(total)
        of_a, of_b = a >> bit & 1, b >> bit & 1
        if of_a or of_b:
            total = added(total, (both if of_b else p) if of_a else q)
    return total


def added(p: Point, q: Point) -> Point:
    """The sum of two points; complete: it holds for equal ones and for the neutral one (5.1.4)."""
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * D * t1 * t2 % PRIME, 2 * z1 * z2
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


def doubled(p: Point) -> Point:
    """A point and itself (5.1.4)."""
    x, y, z, _ = p
    a, b, c = x * x, y * y, 2 * z * z
    h = a + b
    e, g = h - (x + y) * (x + y), a - b
    f = c + g
    return (e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME)


# --- what is said ---------------------------------------------------------------------------------

TEXTS: dict[str, dict[str, str]] = {}
"""Sentences by language and key; they stand in the file that Planilla writes or serves."""
FALLBACK = "en"
"""The language of a terminal whose own is not here."""


def why(language: str, fault: Fault) -> str:
    """What is wrong, in one sentence without its full stop."""
    return TEXTS[language][fault.code].format(**fault.fields)


SIGNED_HOW = {
    "nobody": "not-signed",
    "expected": "signed-expected",
    "vouched": "signed-vouched",
    "announced": "signed-announced",
    "unendorsed": "signed-unendorsed",
    "unknown": "signed-by",
}


def of_archive(
    language: str, path: str, found: dict[str, Any], head: tuple[int, str] | None
) -> Iterator[str]:
    """What an archive proves, sentence by sentence."""
    say = TEXTS[language]
    yield say["whole"].format(path=path, **found)
    if found["withheld"]:
        yield say["withheld"].format(**found)
    yield say["head-is"].format(**found)
    if head is not None:
        yield say["head-known"].format(version=head[0])
    yield say[SIGNED_HOW[found["trust"]]].format(**found)
    if found["head_signed"]:
        yield say["head-signed"]


def language_of(arguments: argparse.Namespace) -> str:
    """The one asked for, or the one of the environment; English where that is not here."""
    spoken = arguments.lang or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    tag = re.split("[.@]", spoken)[0].replace("_", "-").lower()
    while tag and tag not in TEXTS:
        tag = tag.rpartition("-")[0]
    return tag or FALLBACK


def key_in(given: str) -> str | None:
    """A public key in hex, from 64 digits or a file that holds them; None where it is none."""
    text = given
    if not HASH.fullmatch(given.lower()):
        try:
            with open(given, encoding="ascii") as file:
                text = file.read(1000).strip()
        except (OSError, ValueError):
            return None
    return text.lower() if HASH.fullmatch(text.lower()) else None


def head_in(given: str) -> tuple[int, str] | None:
    """A version and how its hash begins, from `v61:…` or as printed; None where it is none."""
    bare = "".join(given.lower().replace("·", ":").split())
    found = HEAD.fullmatch(bare)
    return None if found is None else (int(found.group(1)), found.group(2))


def of_proof(language: str, path: str, found: dict[str, Any], key: str) -> Iterator[str]:
    """What a proof or a head proves and what not, sentence by sentence."""
    say = TEXTS[language]
    if found["withheld"] != "head":
        yield say["proof.good"].format(path=path, **found)
    yield say[f"proof.{found['withheld'] or 'told'}"].format(path=path, **found)
    is_expected = key == found["public_key"]
    yield say["proof.signed-expected" if is_expected else "proof.signed-by"].format(**found)
    limits = "proof.head-limits" if found["withheld"] == "head" else "proof.limits"
    yield say[limits].format(**found)


def main() -> int:
    """Verify what the command line names; answers with the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", metavar="ARCHIVE", nargs="?")
    parser.add_argument("--key", metavar="HEX|FILE", default="")
    parser.add_argument("--head", metavar="vN:HEX", default="")
    parser.add_argument("--proof", metavar="FILE")
    parser.add_argument("--lang", choices=sorted(TEXTS), default="")
    given = parser.parse_args()
    if given.archive is None and given.proof is None:
        parser.error("ARCHIVE | --proof FILE")
    language = language_of(given)
    key, head = given.key and key_in(given.key), given.head and head_in(given.head)
    if key is None:
        return complain(TEXTS[language]["bad-key"].format(given=given.key), 2)
    if head is None:
        return complain(TEXTS[language]["bad-head"].format(given=given.head), 2)
    return answered(language, given, key, head or None)


def answered(
    language: str, given: argparse.Namespace, key: str, head: tuple[int, str] | None
) -> int:
    """Verify the files; answers with the exit code."""
    path, sentences, proof = given.proof, [], None
    try:
        if path is not None:
            with open(path, "rb") as file:
                content = file.read(PROOF_MAX + 1)
            alone = not given.archive
            proof = proved(content, key if alone else "", head if alone else None)
            sentences = list(of_proof(language, path, proof, key))
        if given.archive is not None:
            path = given.archive
            with open(path, "rb") as file:
                reading = Reading(file, key, head)
                reading.proof = proof
                sentences += of_archive(language, path, reading.verify(), head)
    except OSError as error:
        reason = error.strerror or "?"
        return complain(TEXTS[language]["no-file"].format(path=path, reason=reason), 2)
    except Fault as fault:
        return told(language, path, fault)
    print("\n".join(printable(each) for each in sentences))
    return 0


def printable(sentence: str) -> str:
    """A sentence without signs that a terminal would obey: what it quotes was written by others."""
    return COMMANDS.sub("\ufffd", sentence)


def told(language: str, path: str, fault: Fault) -> int:
    """Say what is wrong, with its line where it is an archive's; answers with the exit code."""
    said = {"path": path, "line": fault.line, "why": why(language, fault)}
    code = 2 if fault.code in NOT_AN_ARCHIVE else 1
    sentence = TEXTS[language]["fault" if fault.line else "proof.fault"]
    return complain(sentence.format(**said), code)


def complain(sentence: str, code: int) -> int:
    """Say what is wrong; answers with the exit code."""
    print(printable(sentence), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
