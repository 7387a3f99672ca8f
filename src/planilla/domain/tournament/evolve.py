"""Folding of facts into the state; total, because what is recorded has happened."""

from collections.abc import Iterable

from msgspec.structs import replace

from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.subjects import FOLDS, FOLDS_WITHOUT_ROUNDS


def evolve(state: Tournament, fact: Fact) -> Tournament:
    """Return the state after `fact`.

    Its `version` is that of the fact, also when staff facts were left out. The time of the fact is
    in `changed_at`.
    """
    event, version = fact.event, fact.version
    moved_on = replace(state, version=version, changed_at=fact.recorded_at)
    folds = FOLDS_WITHOUT_ROUNDS if state.memory.has_games else FOLDS
    return folds[type(event)](moved_on, event, version)


def fold(facts: Iterable[Fact], state: Tournament = INITIAL) -> Tournament:
    """Return the state after all `facts`, in order."""
    for fact in facts:
        state = evolve(state, fact)
    return state
