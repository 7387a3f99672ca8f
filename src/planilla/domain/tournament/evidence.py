"""Evidence for a fact: files stored beside the log, which events name by their SHA-256.

The file itself may be erased. The event still names it, so anybody with a copy can show that it is
the file the arbiter saw.
"""

import re
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import EvidenceFile
from planilla.domain.tournament.whatif import NoSuchFact

# Commands


class AddEvidence(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name files as evidence for the fact of a version."""

    allowed_after_end: ClassVar[bool] = True

    about: int
    evidence: tuple[EvidenceFile, ...]


# Events


class EvidenceAdded(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Files, stored beside the log, were added as evidence for the fact of version `about`."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.CORRECTION

    about: int
    files: tuple[EvidenceFile, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"about": self.about, "n": len(self.files)}


# Refusals


class EvidenceUnacceptable(Unacceptable):
    """The file has a type that is not accepted as evidence, or is empty or too long."""

    media_type: str
    size: int
    known: tuple[str, ...]
    largest: int


class TooMuchEvidence(Unacceptable):
    """The act has too many files."""

    files: int
    largest: int


# Rules


MEDIA_TYPES = ("application/pdf", "image/jpeg", "image/png", "text/plain")
"""Media types of evidence: a score sheet as a photo or a scan, or a written statement."""

SIZE_MAX = 10_000_000
"""Bytes in one file."""

FILES_MAX = 5
"""Files in one act."""

SHA256 = re.compile(r"[0-9a-f]{64}")


def add_evidence(state: Tournament, command: AddEvidence, _: DecisionContext) -> tuple[Event, ...]:
    """Name files for a recorded fact; files that are named for it already are left out."""
    if not 1 <= command.about <= state.version:
        raise NoSuchFact(version=command.about, last=state.version)
    _check(command.evidence)
    known = {file.sha256 for file in evidence_of(state, command.about)}
    new = tuple(file for file in command.evidence if file.sha256 not in known)
    return (EvidenceAdded(about=command.about, files=new),) if new else ()


def evidence_of(state: Tournament, version: int) -> tuple[EvidenceFile, ...]:
    """Return the files that are evidence for the fact of `version`, in order of arrival.

    Evidence is for the staff: a state folded from public facts has none.
    """
    return state.evidence.get(version, ())


def with_evidence(
    state: Tournament, events: tuple[Event, ...], files: tuple[EvidenceFile, ...]
) -> tuple[Event, ...]:
    """Return the events of an act with its evidence, which is about the first of them.

    Raises:
        EvidenceUnacceptable, TooMuchEvidence: a file is not accepted.
    """
    _check(files)
    if not files or not events:
        return events
    return (*events, EvidenceAdded(about=state.version + 1, files=files))


def _check(files: tuple[EvidenceFile, ...]) -> None:
    if len(files) > FILES_MAX:
        raise TooMuchEvidence(files=len(files), largest=FILES_MAX)
    for file in files:
        is_named = SHA256.fullmatch(file.sha256) and file.media_type in MEDIA_TYPES
        if not is_named or not 1 <= file.size <= SIZE_MAX:
            raise EvidenceUnacceptable(
                media_type=file.media_type, size=file.size, known=MEDIA_TYPES, largest=SIZE_MAX
            )


RULES: Rules = {
    AddEvidence: add_evidence,
}


# Folds


def _added(state: Tournament, event: EvidenceAdded, _: int) -> Tournament:
    known = state.evidence.get(event.about, ())
    return replace(state, evidence={**state.evidence, event.about: (*known, *event.files)})


FOLDS: Folds = {
    EvidenceAdded: _added,
}
