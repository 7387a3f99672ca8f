"""Which events a command corrects: by their versions, or whatever stands when it is decided."""

from planilla.domain.tournament.commands import (
    Command,
    CorrectColours,
    CorrectSportingData,
    RuleIneligible,
    WithdrawEntrant,
)

NAMED = ("corrects", "other_corrects")
"""Where a command names the version of an event that was wrong."""


def corrects_what_stands(command: Command) -> bool:
    """Whether it is known only when it is decided which events it corrects."""
    if isinstance(command, WithdrawEntrant):
        return command.from_round is not None
    if isinstance(command, CorrectColours | CorrectSportingData):
        return command.corrects is None
    return isinstance(command, RuleIneligible)


def versions_named(command: Command) -> tuple[int, ...]:
    """The versions of the events that a command says were wrong."""
    named = (getattr(command, name, None) for name in NAMED)
    return tuple(version for version in named if version)
