"""The parts that systems add to rounds: their memory, and the events around a pairing.

To add one: write its functions in the module of its subject, and enter them in `SYSTEM_PARTS` by
the trait of the systems that have it. Rules, audit and what-if ask for the part.
"""

from collections.abc import Callable, Mapping

import msgspec

from planilla.domain.pairing.system import PairingMemory, Trait
from planilla.domain.tournament import draw, keizer, teams
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.draw import drawn_before_pairing
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.keizer_values import memory_of
from planilla.domain.tournament.state import Folds, Tournament

Preparation = Callable[[Tournament, DecisionContext], tuple[Event, ...]]


def no_events(_: Tournament, __: DecisionContext) -> tuple[Event, ...]:
    """Return nothing."""
    return ()


class SystemParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a system; those that it does not have return nothing.

    `memory` returns the facts beside the games by which the next round is paired. The others return
    the events that follow the closing of a round, those that a correction of a closed round brings,
    and those that precede a pairing; `folds` are the folds of these events. `check_ready` refuses
    the pairing of a round while something is missing.
    """

    memory: Callable[[Tournament], PairingMemory | None] = lambda _: None
    after_closing: Preparation = no_events
    after_correction: Preparation = no_events
    before_pairing: Preparation = no_events
    folds: Folds = {}
    check_ready: Callable[[Tournament], None] = lambda _: None


SYSTEM_PARTS: Mapping[Trait, SystemParts] = {
    Trait.KEEPS_VALUES: SystemParts(
        memory=memory_of,
        after_closing=keizer.values_after_closing,
        after_correction=keizer.values_after_correction,
        before_pairing=keizer.values_before_pairing,
        folds=keizer.FOLDS,
    ),
    Trait.FORMS_TEAMS: SystemParts(check_ready=teams.check_formed),
    Trait.HAS_BRACKET: SystemParts(before_pairing=drawn_before_pairing, folds=draw.FOLDS),
}
"""The parts of systems by trait."""
NO_PARTS = SystemParts()


def parts_of(state: Tournament) -> SystemParts:
    """Return the parts of the system of a tournament."""
    found = (parts for trait, parts in SYSTEM_PARTS.items() if state.system.has(trait))
    return next(found, NO_PARTS)
