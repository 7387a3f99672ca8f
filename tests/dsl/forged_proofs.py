"""Proofs that somebody who knows the format well could hand in, in a table as in `forgeries`."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from dsl.archives import OTHER_SIGNER, SIGNER, OneKey
from dsl.forgeries import CLUB, HASH, KEY, OTHER_KEY, Row, signed_by, with_larger_scalar
from planilla.adapters.memory import SetClock
from planilla.application.heads import Heads
from planilla.audit.proofs import Proof, SignedHead, encoded

PROOFS: dict[int, Proof] = {
    version: asyncio.run(Heads(CLUB, OneKey(), SetClock()).proof("club", version))
    for version in (1, 9, 10)
}
WHOLE, BARE = encoded(PROOFS[1]), encoded(PROOFS[9])


def swapped(old: str, new: str, content: bytes = WHOLE) -> bytes:
    """A proof with its first such text changed."""
    assert old.encode() in content, old
    return content.replace(old.encode(), new.encode(), 1)


def of_proofs() -> Iterator[Row]:
    """Proofs that mean the same, or seem to, and such as prove something else."""
    bare = PROOFS[9]
    node, last = bare.path[0], bare.path[-1]
    others: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("another version", {"version": 8}, "proof.way"),
        ("the version after", {"version": 10}, "proof.event"),
        ("a version after the head", {"version": 11}, "proof.event"),
        ("another place", {"position": 8}, "proof.way"),
        ("no place", {"position": 0}, "proof.way"),
        ("a place before all", {"position": -1}, "proof.way"),
        ("a place after the head", {"position": 11}, "proof.way"),
        ("no path", {"path": ()}, "proof.way"),
        ("a longer path", {"path": (*bare.path, node)}, "proof.way"),
        ("an endless path", {"path": (*bare.path, *[node] * 900)}, "proof.way"),
        ("another hash", {"hash": "0" * 64}, "proof.way"),
    )
    for name, fields, code in others:
        yield Row(name=name, content=_changed(bare, **fields), code=code)
    head = bare.signed_head
    for name, signed, code in (
        ("a head of another log", signed_by(SIGNER, head, log_id="ff" * 16), ""),
        (
            "a head of another tournament",
            signed_by(SIGNER, head, stream_id="tournament/b"),
            "proof.way",
        ),
        ("a larger log", signed_by(SIGNER, head, position=11), "proof.way"),
        ("another root", signed_by(SIGNER, head, root="0" * 64), "proof.way"),
        ("a head before the event", signed_by(SIGNER, head, version=8), "proof.event"),
        ("S + L", with_larger_scalar(head), "head-signature"),
        (
            "a head that nobody signed",
            _unsigned(head),
            "head-signature",
        ),
    ):
        yield Row(name=name, content=_changed(bare, signed_head=signed), code=code)
    for name, content in _unreadable(node, last):
        yield Row(name=name, content=content, code="proof.unreadable")
    for number in (0, 1, 3):
        old = swapped('"planilla-proof":2', f'"planilla-proof":{number}')
        yield Row(name=f"form {number}", content=old, code="proof.form")
    told = WHOLE.decode()
    data = told[told.index('"data":') + 7 : told.index('},"withheld"')]
    for name, other in (
        ("data in another way", data.replace(",", ", ", 1)),
        ("other data", "{}"),
        ("data with a doubled key", data.replace("{", '{"type":"",', 1)),
    ):
        yield Row(name=name, content=swapped(data, other), code="proof.event")
    other_header = swapped('["tournament/club",1,', '["tournament/club",2,')
    yield Row(name="another version in the header", content=other_header, code="proof.event")
    yield Row(name="whole", content=WHOLE, key=KEY, head=(10, HASH.decode()))
    yield Row(name="of the last event", content=encoded(PROOFS[10]), key=KEY)
    yield Row(name="of the staff", content=BARE)
    yield Row(name="with its line feed", content=BARE + b"\n")
    yield Row(name="another known key", content=WHOLE, key=OTHER_KEY, code="other-key")
    yield Row(name="another known head", content=WHOLE, head=(10, "0" * 12), code="other-head")
    yield Row(name="a head of then", content=WHOLE, head=(9, "0" * 12), code="head-elsewhere")


def _changed(proof: Proof, **fields: Any) -> bytes:
    return encoded(msgspec.structs.replace(proof, **fields))


def _unsigned(head: SignedHead) -> SignedHead:
    return msgspec.structs.replace(head, signature="0" * 128)


def _unreadable(node: str, last: str) -> Iterator[tuple[str, bytes]]:
    """What is not written in the one way, or says of itself what cannot be."""
    marks = {
        "a mark": b"\xef\xbb\xbf" + BARE,
        "the end of Windows": BARE + b"\r\n",
        "two line feeds": BARE + b"\n\n",
        "a space behind": BARE + b" ",
        "a zero behind": BARE + b"\0",
        "a line feed before": b"\n" + BARE,
        "another proof behind": BARE + BARE,
        "no UTF-8": BARE.replace(b'"staff"', b'"staf\xff"'),
        "cut": BARE[:-1],
        "nothing": b"",
        "too long": BARE + b" " * 70_000,
        "nested": b"[" * 60_000,
        "an array": b"[1]",
        "no object": b"2",
        "its lines in order": json.dumps(json.loads(BARE), indent=1).encode(),
        "its keys in another order": json.dumps(json.loads(BARE), sort_keys=True).encode(),
    }
    yield from marks.items()
    for old, new in (
        ('"withheld":"staff"', '"withheld":""'),
        ('"withheld":"staff"', '"withheld":"secret"'),
        ('"withheld":"staff"', '"withheld":"Staff"'),
        ('"withheld":"staff"', '"withheld":null'),
        ('"withheld":"staff"', '"withheld":["staff"]'),
        ('"withheld":"staff",', ""),
        ('"withheld":"staff"', '"withheld":"size","withheld":"staff"'),
        ('"withheld":"staff"', '"withheld":"st\\u0061ff"'),
        ('"withheld":"staff"', '"withheld": "staff"'),
        ('"event":null', '"event":{}'),
        ('"event":null', '"event":false'),
        ('"event":null', '"event":null,"data":{}'),
        ('"version":9', '"version":9.0'),
        ('"version":9', '"version":9e0'),
        ('"version":9', '"version":"9"'),
        ('"version":9', '"version":09'),
        ('"version":9', '"version":true'),
        ('"version":9', '"version":NaN'),
        ('"version":9', '"version":8,"version":9'),
        ('"version":9', f'"version":{2**53}'),
        ('"version":9', '"version":' + "9" * 5000),
        ('"position":9', '"position":-0'),
        ('"position":9', f'"position":{2**64}'),
        ('"planilla-proof":2', '"planilla-proof":2.0'),
        ('"planilla-proof":2', '"planilla-proof":true'),
        ('"planilla-proof":2', '"planilla-proof":2,"planilla-proof":2'),
        ('{"planilla-proof":2,', "{"),
        ('{"planilla-proof":2,', '{"more":1,"planilla-proof":2,'),
        ('"hash":"', '"hash":" '),
        ('"hash":"' + BARE_HASH, '"hash":"' + BARE_HASH.upper()),
        ('"hash":"' + BARE_HASH, '"hash":"' + BARE_HASH[:62]),
        ('"signature":"', '"signature":"0'),
        ('"signature"', '"announced":null,"signature"'),
        ('["planilla-head",2', '["planilla-head",1'),
        ('["planilla-head",2', '["planilla-head",2.0'),
        ('["planilla-head",2', '["planilla-heads",2'),
        ('["planilla-head",2,', '["planilla-head",2,2,'),
        (f'"{node}"', f'"{node[:-1]}"'),
        (f'"{node}"', f'"{node}="'),
        (f'"{node}"', f'"{node} "'),
        (f'"{node}"', f'"\\n{node}"'),
        (f'"{node}"', f'"{node[:8]}"'),
        (f'"{node}"', f'"{_other_bits(node)}"'),
        (f'"{last}"', f'"{_other_bits(last)}"'),
        (f'"{node}"', f'"-_{node[2:]}"'),
        (f'"{node}"', "null"),
        ('"path":[', '"path":[[],'),
        ('"path":[', '"path":{"0":['),
    ):
        yield f"{old} => {new[:60]}", swapped(old, new, BARE)
    for old, new in (
        ('"withheld":""', '"withheld":"size"'),
        ('"withheld":""', '"withheld":"staff"'),
        ('"previous":"0', '"previous":"0 '),
        ('"previous":"', '"previous":"0'),
        ('"header":[', '"header":[ '),
        ('"header":["', '"header":["","'),
        ('"header":["t', '"header":["\\u0074'),
        ('["tournament/club",1,', '["tournament/club",1.0,'),
        ('["tournament/club",1,', '["tournament/club","1",'),
        ('"data":{', '"data": {'),
        ('},"withheld"', '} ,"withheld"'),
        ('"data":{', '"data":{"a":NaN,'),
        ('"data":{', '"data":{"a":"\\ud800",'),
        ('"data":{', '"data":{},"data":{'),
        ('"data":{', '"data":[{'),
    ):
        yield f"{old} => {new[:60]}", swapped(old, new)


BARE_HASH = PROOFS[9].hash


def _other_bits(node: str) -> str:
    """The same bytes with a bit over: what a lenient reader of base64 takes too."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return f"{node[:42]}{letters[letters.index(node[42]) + 1]}="


def of_heads() -> Iterator[Row]:
    """Signed heads as documents of their own."""
    signed = PROOFS[10].signed_head
    head = encoded(signed)
    good = {
        "a head": head,
        "a head with its line feed": head + b"\n",
        "a head that names the announced key": head[:-1] + b',"announced":"%s"}' % KEY.encode(),
        "a head that names no announced key": head[:-1] + b',"announced":null}',
        "a head that another key signed": encoded(signed_by(OTHER_SIGNER, signed)),
    }
    bad = {
        "a head that says more": head[:-1] + b',"more":1}',
        "a head that names half a key": head[:-1] + b',"announced":"ab"}',
        "a head that names a key and more": head[:-1] + b',"announced":null,"more":1}',
        "a head with the end of Windows": head + b"\r\n",
        "a head with a space": head.replace(b",2,", b", 2,"),
        "a head with a doubled key": head[:-1] + b',"signature":"%s"}' % (b"0" * 128),
        "a head with two heads": b'{"head":[],' + head[1:],
        "a head with a fraction": head.replace(b",10,", b",10.0,", 1),
        "a head with a big number": head.replace(b",10,", b",%d," % 2**60, 1),
        "a head that is cut": head[:-1],
        "a head in capitals": head.replace(BARE_HEAD.encode(), BARE_HEAD.upper().encode()),
        "a head with data": head[:-1] + b',"data":{}}',
        "a head alone": json.dumps(json.loads(head)["head"]).encode(),
    }
    for name, content in good.items():
        yield Row(name=name, content=content)
    for name, content in bad.items():
        yield Row(name=name, content=content, code="proof.unreadable")
    older = head.replace(b'"planilla-head",2', b'"planilla-head",1')
    yield Row(name="a head of form 1", content=older, code="proof.form")
    unsigned = encoded(_unsigned(signed))
    yield Row(name="a document that nobody signed", content=unsigned, code="head-signature")
    yield Row(name="a head, another key told", content=head, key=OTHER_KEY, code="other-key")
    other = encoded(with_larger_scalar(signed))
    yield Row(name="a head with S + L", content=other, code="head-signature")
    yield Row(name="a head, another known", content=head, head=(10, "0" * 12), code="other-head")


BARE_HEAD = PROOFS[10].signed_head.head.root
FORGED: tuple[Row, ...] = (*of_proofs(), *of_heads())
