"""Verification of an archive: the first fault with its line, or what is proved.

The lines are read once, in their order, and none is kept: an archive of any length needs the memory
of its longest line. Every line must be in its canonical form, so that no byte is without meaning.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from planilla.audit.archive import (
    EVENTS_MAX,
    FORMAT,
    LINE_MAX,
    SIGNED,
    Announcements,
    ArchivedEvent,
    ArchiveForm,
    Beginning,
    Closing,
    HeadLine,
    Trust,
    Withheld,
)
from planilla.audit.ed25519 import is_signed
from planilla.audit.proofs import SignedHead, is_too_deep
from planilla.audit.seal import GENESIS, header

HASH = re.compile(r"[0-9a-f]{64}")
SIGNATURE = re.compile(r"[0-9a-f]{128}")
WITHHELD = b'{"version":'
"""Beginning of the line of an event that is withheld; the others begin with a position."""
DATA = b',"data":'
EVENT_ENDS = re.compile(rb'\},"hash":"[0-9a-f]{64}"\}\n')
"""The last 77 bytes of an event: the end of its data, and its hash."""
SIGNED_HEAD = b'{"signed_head":'
OLD_HEAD = b'{"signed_head":{"head":["planilla-head",1,'
"""The first form of heads: its tree did not hold versions."""
FIRST = re.compile(
    rb'[ \t\r\n]*\{[ \t\r\n]*"planilla-archive"[ \t\r\n]*:[ \t\r\n]*(-?[0-9]{1,9})[ \t\r\n]*[,}]'
)
"""Beginning of an archive of any format; whether it is canonical is checked later."""

Line = TypeVar("Line", bound=msgspec.Struct)


class ArchiveFault(Exception):
    """The first thing that is wrong, at a line counted from 1; `code` and `fields` say what."""

    def __init__(self, line: int, code: str, **fields: Any) -> None:
        self.line = line
        self.code = code
        self.fields = fields
        super().__init__(f"line {line}: {code} {fields}")


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """A public key known to the reader, and a head: its version and the beginning of its hash."""

    public_key: bytes = b""
    version: int = 0
    hash_begins: str = ""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """Proof by an archive: its events are whole and in order up to this head."""

    form: ArchiveForm
    stream_id: str
    events: int
    withheld: int
    version: int
    hash: str
    digest: str
    public_key: str
    trust: Trust
    signed_head: SignedHead | None


NOTHING_EXPECTED = Expected()


def lines_in(read_line: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of a file by its `readline`; one that is longer than allowed is not read whole."""
    return iter(lambda: read_line(LINE_MAX + 1), b"")


def verified(lines: Iterable[bytes], expected: Expected = NOTHING_EXPECTED) -> Verified:
    """Return what an archive proves.

    Raises:
        ArchiveFault: it is not one, or not what was written, or not what was expected.
    """
    reading = ArchiveReading(lines, expected)
    for _ in reading.events():
        pass
    assert reading.result is not None, "it was read to its end"
    return reading.result


class ArchiveReading:
    """One archive on its way through: its beginning, then its events, then what they prove.

    Raises, when it is made:
        ArchiveFault: the first line is not that of an archive.
    """

    def __init__(self, lines: Iterable[bytes], expected: Expected = NOTHING_EXPECTED) -> None:
        self._lines = iter(lines)
        self._expected = expected
        self._digest = hashlib.sha256()
        self._line = 0
        self._previous = GENESIS
        self._withheld = 0
        self._keys = Announcements()
        self.result: Verified | None = None
        self.beginning = self._beginning()

    def events(self) -> Iterator[ArchivedEvent | Withheld]:
        """Each event, when it is known to follow the one before it; the end is checked after them.

        What is withheld is known by its hash alone. Only when all are read is `result` there.

        Raises:
            ArchiveFault: an event or the end is not what was written, or not what was expected.
        """
        read_event = _EVENT_READERS[self.beginning.form]
        for version in range(1, self.beginning.events + 1):
            line = self._next()
            self._digest.update(line)
            event = read_event(self, line)
            if event.version != version:
                raise self._fault("order", version=event.version, expected=version)
            self._previous = self._sealed(event)
            if version == self._expected.version:
                self._meet(event.hash)
            yield event
        self.result = self._end()

    def _beginning(self) -> Beginning:
        line = self._next(of_an_archive=False)
        self._digest.update(line)
        first = FIRST.match(line)
        if first is None:
            raise self._fault("no-archive")
        if int(first[1]) != FORMAT:
            raise self._fault("other-format", number=int(first[1]))
        found = self._read(_BEGINNING, line)
        if not HASH.fullmatch(found.head.hash) or found.head.version != found.events:
            raise self._fault("unreadable")
        if not 1 <= found.events <= EVENTS_MAX:
            raise self._fault("too-many", events=found.events, most=EVENTS_MAX)
        if self._expected.version > found.events:
            raise self._fault("tail", ends=found.events, expected=self._expected.version)
        return found

    def _next(self, *, of_an_archive: bool = True) -> bytes:
        """The next line, whole."""
        line = next(self._lines, b"")
        self._line += 1
        if not line:
            raise self._fault("cut" if of_an_archive else "empty")
        if len(line) > LINE_MAX:
            raise self._fault("too-long", most=LINE_MAX)
        if not line.endswith(b"\n"):
            raise self._fault("cut" if of_an_archive else "no-archive")
        return line

    def _event(self, line: bytes) -> ArchivedEvent:
        # A quote after a comma is no part of a string: the first place is the field itself.
        start = line.find(DATA) + len(DATA)
        if not line.startswith(b"{", start) or not EVENT_ENDS.fullmatch(line, len(line) - 77):
            raise self._fault("unreadable")
        return self._read(_EVENT, line)

    def _any_event(self, line: bytes) -> ArchivedEvent | Withheld:
        if not line.startswith(WITHHELD):
            return self._event(line)
        event = self._read(_WITHHELD, line)
        if not event.withheld or not HASH.fullmatch(event.hash):
            raise self._fault("unreadable")
        self._withheld += 1
        return event

    def _sealed(self, event: ArchivedEvent | Withheld) -> bytes:
        """The hash of an event that follows the one before it."""
        hash_ = bytes.fromhex(event.hash)
        if isinstance(event, Withheld):
            return hash_
        if event.stream_id != self.beginning.stream_id:
            raise self._fault("other-stream", stream=event.stream_id)
        if hashlib.sha256(self._previous + header(event) + bytes(event.data)).digest() != hash_:
            raise self._fault("seal", version=event.version)
        self._follow(event)
        return hash_

    def _follow(self, event: ArchivedEvent) -> None:
        try:
            self._keys.follow(event)
        except msgspec.DecodeError as error:
            raise self._fault("unreadable") from error

    def _meet(self, hash_: str) -> None:
        if not hash_.startswith(self._expected.hash_begins):
            raise self._fault("other-head", version=self._expected.version, hash=hash_[:16])

    def _end(self) -> Verified:
        if self._previous.hex() != self.beginning.head.hash:
            raise self._fault("head", version=self.beginning.events)
        line = self._next()
        head = None
        if line.startswith(SIGNED_HEAD):
            self._digest.update(line)
            if line.startswith(OLD_HEAD):
                raise self._fault("old-head")
            head = self._read(_HEAD_LINE, line).signed_head
            self._check_head(head)
            line = self._next()
        closing = self._read(_CLOSING, line)
        self._check_closing(closing)
        trust = self._trust(closing.public_key, head)
        if next(self._lines, b""):
            self._line += 1
            raise self._fault("more")
        return Verified(
            form=self.beginning.form,
            stream_id=self.beginning.stream_id,
            events=self.beginning.events,
            withheld=self._withheld,
            version=self.beginning.events,
            hash=self.beginning.head.hash,
            digest=closing.digest,
            public_key=closing.public_key,
            trust=trust,
            signed_head=head,
        )

    def _check_head(self, signed: SignedHead) -> None:
        """A published head is of this very end, and its signature is good."""
        head = signed.head
        here = (self.beginning.stream_id, self.beginning.events, self.beginning.head.hash)
        if (head.stream_id, head.version, head.hash) != here:
            raise self._fault("head-elsewhere", version=head.version)
        if not signed.is_good:
            raise self._fault("head-signature")

    def _check_closing(self, closing: Closing) -> None:
        """The digest is of these bytes, and the signature, if there is one, is good."""
        if bool(closing.public_key) != bool(closing.signature):
            raise self._fault("unreadable")
        if closing.digest != self._digest.hexdigest():
            raise self._fault("digest")
        if not closing.public_key:
            return
        if not HASH.fullmatch(closing.public_key) or not SIGNATURE.fullmatch(closing.signature):
            raise self._fault("unreadable")
        public_key = bytes.fromhex(closing.public_key)
        message = SIGNED + bytes.fromhex(closing.digest)
        if not is_signed(public_key, message, bytes.fromhex(closing.signature)):
            raise self._fault("signature")

    def _trust(self, found: str, head: SignedHead | None) -> Trust:
        """One key signed all, and it is the one expected or, without that, the one announced."""
        expected = self._expected.public_key.hex()
        if head is not None and head.head.public_key != found:
            raise self._fault("head-key", found=head.head.public_key)
        if expected and not found:
            raise self._fault("unsigned", expected=expected)
        trust = self._keys.trust_in(found, expected)
        if trust is not None:
            return trust
        if expected:
            raise self._fault("other-key", found=found, expected=expected)
        raise self._fault("not-announced", found=found, announced=self._keys.in_force)

    def _read(self, decoder: msgspec.json.Decoder[Line], line: bytes) -> Line:
        """A line of this kind, in its canonical form."""
        if is_too_deep(line):
            raise self._fault("unreadable")
        try:
            line.decode()
            value = decoder.decode(line)
        except (UnicodeDecodeError, msgspec.DecodeError) as error:
            raise self._fault("unreadable") from error
        if msgspec.json.encode(value) != line[:-1]:
            raise self._fault("not-canonical")
        return value

    def _fault(self, code: str, **fields: Any) -> ArchiveFault:
        return ArchiveFault(self._line, code, **fields)


_BEGINNING = msgspec.json.Decoder(Beginning)
_EVENT = msgspec.json.Decoder(ArchivedEvent)
_WITHHELD = msgspec.json.Decoder(Withheld)
_HEAD_LINE = msgspec.json.Decoder(HeadLine)
_CLOSING = msgspec.json.Decoder(Closing)
_EVENT_READERS: dict[ArchiveForm, Callable[[ArchiveReading, bytes], ArchivedEvent | Withheld]] = {
    ArchiveForm.FULL: ArchiveReading._event,  # noqa: SLF001 - its own
    ArchiveForm.PUBLIC: ArchiveReading._any_event,  # noqa: SLF001 - its own
}
