"""Fold one fact into the state. Total: what is recorded has happened, nothing is refused.

To add an event: write what it does in the file of its subject in `folds`.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from planilla.domain.tournament.events import HallPairsAllowed, HallPairsForbidden
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
    qualifying,
    rounds,
    setup,
    timers,
)
from planilla.domain.tournament.hall.fold import FOLDS as IN_A_HALL
from planilla.domain.tournament.state import INITIAL, Folds, Tournament


def evolve(state: Tournament, fact: Fact) -> Tournament:
    """The state after `fact`; its `version` is the fact's, also when staff facts were left out.

    A fold finds the fact's own time in `changed_at`. In a hall results are those of its tables.
    """
    event, version = fact.event, fact.version
    moved_on = replace(state, version=version, changed_at=fact.recorded_at)
    if state.hall is not None and type(event) in IN_A_HALL:
        hall_after = IN_A_HALL[type(event)](state.hall, event, version)
        moved_on = replace(moved_on, hall=hall_after)
        if type(event) not in _FOLDS_WITH_A_HALL:
            return moved_on
    folded: Tournament = _FOLDS[type(event)](moved_on, event, version)
    return folded


def fold(facts: Iterable[Fact], state: Tournament = INITIAL) -> Tournament:
    """The state after all `facts`, in order."""
    for fact in facts:
        state = evolve(state, fact)
    return state


_FOLDS_WITH_A_HALL = frozenset({HallPairsForbidden, HallPairsAllowed})
"""Followed by the hall and by the state around it."""

_FOLDS: Folds = {
    **hall.FOLDS,
    **setup.FOLDS,
    **entrants.FOLDS,
    **rounds.FOLDS,
    **games.FOLDS,
    **committee.FOLDS,
    **evidence.FOLDS,
    **erasure.FOLDS,
    **prizes.FOLDS,
    **qualifying.FOLDS,
    **timers.FOLDS,
    **keizer.FOLDS,
    **keys.FOLDS,
}
