"""Evidence for a fact: which files may be named, and naming them beside a correction or later."""

from planilla.domain.tournament.commands import AddEvidence
from planilla.domain.tournament.events import Event, EvidenceAdded
from planilla.domain.tournament.evidence import (
    FILES_MAX,
    MEDIA_TYPES,
    SHA256,
    SIZE_MAX,
    EvidenceFile,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals.corrections import (
    EvidenceUnacceptable,
    TooMuchEvidence,
)
from planilla.domain.tournament.refusals.whatif import NoSuchFact
from planilla.domain.tournament.state import Tournament


def add_evidence(state: Tournament, command: AddEvidence, _: Given) -> tuple[Event, ...]:
    """Name files for a fact that is recorded already; those named for it before are left out."""
    if not 1 <= command.about <= state.version:
        raise NoSuchFact(version=command.about, last=state.version)
    _check(command.evidence)
    known = {file.sha256 for file in evidence_of(state, command.about)}
    new = tuple(file for file in command.evidence if file.sha256 not in known)
    return (EvidenceAdded(about=command.about, files=new),) if new else ()


def evidence_of(state: Tournament, version: int) -> tuple[EvidenceFile, ...]:
    """The files that are evidence for the fact of `version`, in the order in which they came.

    Evidence is for the staff: a state folded from public facts has none.
    """
    return state.evidence.get(version, ())


def with_evidence(
    state: Tournament, events: tuple[Event, ...], files: tuple[EvidenceFile, ...]
) -> tuple[Event, ...]:
    """The events of an act with its evidence, which is about the first of them.

    Raises:
        EvidenceUnacceptable, TooMuchEvidence: a file cannot be evidence.
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
