"""The keys that sign a tournament's heads."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, Tournament


def _announced(state: Tournament, event: e.LogKeyAnnounced, _: int) -> Tournament:
    return replace(state, log_keys=(*state.log_keys, event.public_key))


FOLDS: Folds = {e.LogKeyAnnounced: _announced}
