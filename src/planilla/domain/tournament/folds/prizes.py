"""Prizes announced and shared."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.state import Folds, SharedPrizes, Tournament


def _announced(state: Tournament, event: e.PrizesAnnounced, _: int) -> Tournament:
    return replace(state, prizes=event.plan)


def _shared(state: Tournament, event: e.PrizesShared, version: int) -> Tournament:
    return replace(state, prizes_shared=SharedPrizes(version=version, event=event))


FOLDS: Folds = {e.PrizesAnnounced: _announced, e.PrizesShared: _shared}
