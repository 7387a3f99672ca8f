"""Folding of facts into the state; total, because what is recorded has happened."""

from collections.abc import Iterable

from msgspec.structs import replace

from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament, focused, unfocused
from planilla.domain.tournament.subjects import FOLDS, FOLDS_WITHOUT_ROUNDS


def evolve(state: Tournament, fact: Fact) -> Tournament:
    """Return the state after `fact`.

    Its `version` is that of the fact, also when staff facts were left out. The time of the fact is
    in `changed_at`. `state` is that of the first stage, which holds the others.
    """
    moved_on = replace(state, version=fact.version, changed_at=fact.recorded_at)
    if not state.later:
        return _folded(moved_on, fact)
    event = fact.event
    stages = [event.stage_number]
    if event.changes_entry:
        stages += [
            number
            for number in range(1, state.stages + 1)
            if number not in stages and _has_entry(focused(state, number), event)
        ]
    for number in stages:
        moved_on = unfocused(_folded(focused(moved_on, number), fact))
    return moved_on


def _has_entry(state: Tournament, event: Event) -> bool:
    """Return whether the entrant whose entry changes takes part in a stage, perhaps in a team."""
    return event.entry() in state.entrants or event.entry() in state.players


def _folded(state: Tournament, fact: Fact) -> Tournament:
    """Return the state of a stage after `fact`."""
    folds = FOLDS_WITHOUT_ROUNDS if state.memory.has_games else FOLDS
    return folds[type(fact.event)](state, fact.event, fact.version)


def fold(facts: Iterable[Fact], state: Tournament = INITIAL) -> Tournament:
    """Return the state after all `facts`, in order."""
    for fact in facts:
        state = evolve(state, fact)
    return state
