"""A tournament's log as an archive, line by line, and its names and texts as a second file.

Only a slice of the events is in memory, however long the log is.

Source: docs/reference/archive.md.
"""

import hashlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol

import msgspec

from planilla.application.envelope import Recorded
from planilla.application.ledger import PersonalData
from planilla.application.ports import Signer
from planilla.application.recording import stream_of
from planilla.audit.archive import (
    ArchiveForm,
    beginning,
    closing,
    event_line,
    head_line,
    unsigned_closing,
    withheld_line,
)
from planilla.audit.proofs import SignedHead
from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.facts import UnknownEvent

SLICE = 500
"""Events read at once."""

PEOPLE_FORMAT = 1


class NothingRecorded(Exception):
    """There is no such tournament, or no such version of it."""


class ArchiveRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request for an archive: the tournament, the version and the form."""

    tournament: str
    version: int
    form: ArchiveForm


class Events(Protocol):
    """The events of a tournament, as `Log` reads them."""

    async def events(
        self, tournament: str, after: int = 0, upto: int | None = None
    ) -> tuple[Recorded, ...]:
        """Return the events of a tournament with after < version ≤ upto, in order of version."""


async def archive_of(
    log: Events,
    wanted: ArchiveRequest,
    *,
    signer: Signer | None = None,
    head: SignedHead | None = None,
) -> AsyncIterator[bytes]:
    """Yield the requested archive in chunks of many lines.

    `head` is of that very version, if one is to go with it.

    Raises:
        NothingRecorded: before the first piece, when there is no such version.
    """
    tournament, version = wanted.tournament, wanted.version
    last = await log.events(tournament, version - 1, version) if version > 0 else ()
    if not last:
        raise NothingRecorded(tournament)
    digest = hashlib.sha256()
    piece = beginning(
        form=wanted.form,
        stream_id=stream_of(tournament),
        version=version,
        hash_=last[0].hash,
    )
    digest.update(piece)
    yield piece
    for after in range(0, version, SLICE):
        events = await log.events(tournament, after, min(after + SLICE, version))
        piece = b"".join(line_of(event, wanted.form) for event in events)
        digest.update(piece)
        yield piece
    piece = b"" if head is None else head_line(head)
    digest.update(piece)
    yield piece + _end(digest.digest(), signer)


def _end(digest: bytes, signer: Signer | None) -> bytes:
    if signer is None:
        return unsigned_closing(digest)
    return closing(digest, signer.public_key, signer.sign)


def line_of(recorded: Recorded, form: ArchiveForm) -> bytes:
    """Return the line of an event; in the public form events of the staff are withheld."""
    if form is ArchiveForm.PUBLIC and not _is_public(recorded):
        return withheld_line(recorded.version, recorded.hash)
    return event_line(msgspec.structs.asdict(recorded))


def _is_public(recorded: Recorded) -> bool:
    try:
        return audience_of(recorded.event) is Audience.PUBLIC
    except (UnknownEvent, msgspec.DecodeError):  # nobody knows here what is in it
        return False


def kept_apart(stream_id: str, apart: PersonalData) -> Iterator[bytes]:
    """Yield the lines of the second file: people and texts with their salts, by their commitments.

    What was erased is not there any more, and not in the file.
    """
    yield _line({"planilla-people": PEOPLE_FORMAT, "stream_id": stream_id})
    for person in apart.people:
        yield _line({"person": _sealed(person.commitment, person.salt, person.body)})
    for text in apart.texts:
        yield _line({"text": _sealed(text.commitment, text.salt, text.body)})


def _sealed(commitment: str, salt: bytes, body: bytes) -> dict[str, Any]:
    return {"commitment": commitment, "salt": salt.hex(), "body": msgspec.Raw(body)}


def _line(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"
