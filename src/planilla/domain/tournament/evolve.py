"""Fold one fact into the state. Total: what is recorded has happened, nothing is refused.

To add an event: write what it does in the file of its subject in `folds`.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.folds import (
    committee,
    entrants,
    erasure,
    evidence,
    games,
    hall,
    keizer,
    keys,
    prizes,
    rounds,
    setup,
    timers,
)
from planilla.domain.tournament.folds.fold import Folds
from planilla.domain.tournament.state import INITIAL, Tournament


def evolve(state: Tournament, fact: Fact) -> Tournament:
    """The state after `fact`; its `version` is the fact's, also when staff facts were left out.

    A fold finds the fact's own time in `changed_at`.
    """
    folds = _FOLDS if state.hall is None else _FOLDS_OF_A_HALL
    moved_on = replace(state, version=fact.version, changed_at=fact.recorded_at)
    folded: Tournament = folds[type(fact.event)](moved_on, fact.event, fact.version)
    return folded


def fold(facts: Iterable[Fact], state: Tournament = INITIAL) -> Tournament:
    """The state after all `facts`, in order."""
    for fact in facts:
        state = evolve(state, fact)
    return state


_OF_ROUNDS: Folds = {
    **setup.FOLDS,
    **entrants.FOLDS,
    **rounds.FOLDS,
    **games.FOLDS,
    **committee.FOLDS,
    **evidence.FOLDS,
    **erasure.FOLDS,
    **prizes.FOLDS,
    **timers.FOLDS,
    **keizer.FOLDS,
    **keys.FOLDS,
}
_FOLDS = {**hall.FOLDS, **_OF_ROUNDS}
"""Results are those of rounds."""
_FOLDS_OF_A_HALL = {**_OF_ROUNDS, **hall.FOLDS}
"""Results are those of tables."""
