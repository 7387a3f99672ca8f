"""Refusals about Keizer ladders."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Refusal, Unacceptable
from planilla.domain.vocabulary import EntrantId


@dataclass(kw_only=True, eq=False)
class KeizerSettingImpossible(Unacceptable):
    """A setting of the ladder cannot be meant."""

    code = "keizer-setting-impossible"
    field: str
    value: str


@dataclass(kw_only=True, eq=False)
class KeizerRulesFixed(Conflict):
    """The first round is paired: the ladder keeps its rules."""

    code = "keizer-rules-fixed"


@dataclass(kw_only=True, eq=False)
class NoAbsence(Conflict):
    """The entrant played in that round, or rested: there is nothing to rule."""

    code = "no-absence"
    entrant: EntrantId
    round: int


REFUSALS: tuple[type[Refusal], ...] = (KeizerSettingImpossible, KeizerRulesFixed, NoAbsence)
"""All of them; they are imported from here."""
