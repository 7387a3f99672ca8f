"""Keizer ladders: their rules, new values, and what absences are taken for."""

from planilla.domain.pairing.keizer.rules import Absence, KeizerRules
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.vocabulary import EntrantId


class RuleKeizer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say by which rules the ladder goes, before its first round is paired."""

    rules: KeizerRules


class RecalculateValues(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Work the values out anew from all that is known now."""


class RuleAbsence(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say what a round without a game is taken for."""

    entrant: EntrantId
    round: int
    absence: Absence
    reason: Sealed = Sealed()
