"""What was forgotten of what was kept apart."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, Tournament


def _person(state: Tournament, event: e.PersonErased, _: int) -> Tournament:
    return replace(state, erased=state.erased | {event.commitment})


def _texts(state: Tournament, event: e.TextsErased, _: int) -> Tournament:
    return replace(state, erased=state.erased | frozenset(event.texts))


FOLDS: Folds = {e.PersonErased: _person, e.TextsErased: _texts}
