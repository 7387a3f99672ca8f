"""Evidence beside the log: files are accepted by their content, and stored files are verified.

Events name files by their SHA-256; the bytes are in a store of their own, for the staff alone, and
may be erased without changing the log.
"""

import hashlib
from enum import StrEnum

import msgspec

from planilla.application.ports import Evidence, KeptEvidence
from planilla.domain.tournament.evidence import (
    MEDIA_TYPES,
    SIZE_MAX,
    EvidenceUnacceptable,
    TooMuchEvidence,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import EvidenceFile
from planilla.formats.evidence import media_type_of

KEPT_MAX = 200
"""Files of one tournament, erased ones not counted."""
BYTES_MAX = 500_000_000
"""Bytes in all files of one tournament."""


class EvidenceStatus(StrEnum):
    """The state of a file that an event names, or of one that no event names."""

    WHOLE = "whole"
    CHANGED = "changed"
    ERASED = "erased"
    MISSING = "missing"
    UNNAMED = "unnamed"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A file, the versions of the facts that it is evidence for, and how it was found."""

    file: EvidenceFile
    about: tuple[int, ...]
    standing: EvidenceStatus


async def take_in(evidence: Evidence, tournament: str, body: bytes) -> EvidenceFile:
    """Keep a file; one that is kept already is kept once.

    Raises:
        EvidenceUnacceptable: it is of no type that can be evidence, or empty, or too long.
        TooMuchEvidence: the tournament has too many files already.
    """
    media_type = media_type_of(body) if len(body) <= SIZE_MAX else None
    if media_type is None:
        raise EvidenceUnacceptable(
            media_type="", size=len(body), known=MEDIA_TYPES, largest=SIZE_MAX
        )
    file = EvidenceFile(
        sha256=hashlib.sha256(body).hexdigest(), media_type=media_type, size=len(body)
    )
    here = [each.file for each in await evidence.kept(tournament) if not each.is_erased]
    if file in here:
        return file
    if len(here) >= KEPT_MAX or sum(each.size for each in here) + file.size > BYTES_MAX:
        raise TooMuchEvidence(files=len(here) + 1, largest=KEPT_MAX)
    await evidence.keep(tournament, file, body)
    return file


async def check(evidence: Evidence, tournament: str, state: Tournament) -> tuple[Checked, ...]:
    """Return every file that an event names or that is kept, with its bytes hashed again.

    `state` is the tournament as the staff sees it. In the order of the facts; unnamed files last.
    """
    kept = {each.file.sha256: each for each in await evidence.kept(tournament)}
    named = named_in(state)
    found = [
        Checked(
            file=file,
            about=about,
            standing=await _standing(evidence, tournament, kept.get(file.sha256)),
        )
        for file, about in named.items()
    ]
    known = {file.sha256 for file in named}
    spare = (each for each in kept.values() if each.file.sha256 not in known)
    return (
        *found,
        *(
            Checked(file=each.file, about=(), standing=EvidenceStatus.UNNAMED)
            for each in spare
            if not each.is_erased
        ),
    )


def named_in(state: Tournament) -> dict[EvidenceFile, tuple[int, ...]]:
    """The files that events name, with the versions of the facts that they are evidence for."""
    named: dict[EvidenceFile, tuple[int, ...]] = {}
    for about, files in sorted(state.evidence.items()):
        for file in files:
            named[file] = (*named.get(file, ()), about)
    return named


async def _standing(
    evidence: Evidence, tournament: str, kept: KeptEvidence | None
) -> EvidenceStatus:
    if kept is None:
        return EvidenceStatus.MISSING
    body = await evidence.body(tournament, kept.file.sha256)
    if body is None:
        return EvidenceStatus.ERASED
    is_whole = hashlib.sha256(body).hexdigest() == kept.file.sha256
    return EvidenceStatus.WHOLE if is_whole else EvidenceStatus.CHANGED
