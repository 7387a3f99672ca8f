"""The subjects of a tournament, and the tables collected from them.

A subject is a module with its commands, events, refusals, rules and folds. To add one: write the
module and list it in `SUBJECTS`. Its `RULES` map its command types to rules, its `FOLDS` its event
types to changes of the state; a table that the subject does not need is left out.

The name of a command is its hyphenated class name (`EnterEntrants`: `enter-entrants`), and so is
the code of a refusal; an event is stored under its class name.
"""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TypeVar

from planilla.domain.tournament import (
    absences,
    acceleration,
    allocations,
    ballots,
    byes,
    check_in,
    claims,
    closing,
    committee,
    contradictions,
    corrections,
    drafting,
    draw,
    effects,
    eligibility,
    entrants,
    entry_requests,
    erasure,
    evidence,
    festival,
    firing,
    fixed_boards,
    importing,
    keizer,
    keys,
    late_arrivals,
    leading,
    line_ups,
    lots,
    masnou,
    matches,
    notices,
    numbering,
    pairings,
    postponements,
    prizes,
    prohibitions,
    publication,
    qualifiers,
    qualifying,
    refusal,
    regulations,
    results,
    rosters,
    schedule,
    setup,
    stages,
    teams,
    timers,
    whatif,
)
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import Corrected, Questions, Rules
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.masnou import refusals as masnou_refusals
from planilla.domain.tournament.refusal import Refusal, hyphenated
from planilla.domain.tournament.state import Folds, Restatements

SUBJECTS: tuple[ModuleType, ...] = (
    setup,
    importing,
    regulations,
    notices,
    publication,
    festival,
    keizer,
    entrants,
    entry_requests,
    numbering,
    allocations,
    ballots,
    byes,
    eligibility,
    check_in,
    prohibitions,
    fixed_boards,
    acceleration,
    draw,
    schedule,
    drafting,
    pairings,
    late_arrivals,
    matches,
    closing,
    results,
    claims,
    corrections,
    evidence,
    erasure,
    committee,
    lots,
    prizes,
    qualifying,
    stages,
    teams,
    qualifiers,
    rosters,
    line_ups,
    timers,
    firing,
    absences,
    postponements,
    masnou,
    keys,
    leading,
)

Key = TypeVar("Key")
Value = TypeVar("Value")


def collected(tables: Iterable[Mapping[Key, Value]]) -> dict[Key, Value]:
    """Return one table of several.

    Raises:
        DuplicateName: two of them have the same key.
    """
    found: dict[Key, Value] = {}
    for table in tables:
        for key, value in table.items():
            if key in found:
                raise DuplicateName(key)
            found[key] = value
    return found


class DuplicateName(Exception):
    """Two subjects give the same name, or handle the same type."""


def command_name(kind: type[Command]) -> str:
    """Return the name of a command: `EnterEntrants` is `enter-entrants`."""
    return hyphenated(kind.__name__)


def refusals_of(module: ModuleType) -> dict[str, type[Refusal]]:
    """Return the refusal types of a module by code."""
    return collected(
        {kind.code: kind}
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Refusal)
        if kind.__module__ == module.__name__ and "code" in vars(kind) and kind is not Refusal
    )


RULES: Rules = collected(getattr(subject, "RULES", {}) for subject in SUBJECTS)
"""The rule of each command type."""

RULES_WITHOUT_ROUNDS: Rules = RULES | collected(
    getattr(subject, "RULES_WITHOUT_ROUNDS", {}) for subject in SUBJECTS
)
"""Rules of a tournament whose system has no rounds."""

QUESTIONS: Questions = collected(getattr(subject, "QUESTIONS", {}) for subject in SUBJECTS)
"""The long calculations of decisions, by command type."""

CORRECTED: Corrected = collected(getattr(subject, "CORRECTED", {}) for subject in SUBJECTS)
"""Versions that commands correct without naming them, by command type."""

FOLDS: Folds = collected(getattr(subject, "FOLDS", {}) for subject in SUBJECTS)
"""Changes of the state by event type."""

FOLDS_WITHOUT_ROUNDS: Folds = FOLDS | collected(
    getattr(subject, "FOLDS_WITHOUT_ROUNDS", {}) for subject in SUBJECTS
)
"""Changes of the state of a tournament whose system has no rounds."""

RESTATEMENTS: Restatements = collected(getattr(subject, "RESTATEMENTS", {}) for subject in SUBJECTS)
"""Restatements of facts in a what-if, by event type; facts of other types stand as they are."""

COMMANDS: dict[str, type[Command]] = collected({command_name(kind): kind} for kind in RULES)
"""Command types by name."""

EVENT_TYPES: dict[str, type[Event]] = collected({kind.__name__: kind} for kind in FOLDS)
"""Event types by the name under which they are stored."""

REFUSALS: dict[str, type[Refusal]] = collected(
    refusals_of(module)
    for module in (refusal, *SUBJECTS, effects, contradictions, masnou_refusals, whatif)
)
"""Refusal types by code."""
