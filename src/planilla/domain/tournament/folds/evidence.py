"""Files that are evidence for a fact."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, Tournament


def _added(state: Tournament, event: e.EvidenceAdded, _: int) -> Tournament:
    known = state.evidence.get(event.about, ())
    return replace(state, evidence={**state.evidence, event.about: (*known, *event.files)})


FOLDS: Folds = {e.EvidenceAdded: _added}
