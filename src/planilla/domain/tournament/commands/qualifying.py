"""Saying how many of the first places lead on."""

from planilla.domain.tournament.commands.command import Command
from planilla.domain.tournament.events import Stage


class SetQualifyingPlaces(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say how many of the first places qualify, and for what; with 0 none does."""

    places: int
    stage: Stage = Stage.NEXT
