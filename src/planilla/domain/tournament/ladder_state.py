"""What a Keizer ladder remembers: its rules, every list of values, rulings of absences."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules
from planilla.domain.tournament.events.keizer import ValueList
from planilla.domain.vocabulary import EntrantId


class LadderState(msgspec.Struct, frozen=True, kw_only=True):
    """A ladder as it was recorded.

    `lists` holds the last list worked out after each round, `original` everybody's first value.
    `away` maps who had left when games were last counted to the first round without them.
    """

    rules: KeizerRules = SEED
    lists: Mapping[int, ValueList] = {}
    original: Mapping[EntrantId, int] = {}
    absences: Mapping[tuple[EntrantId, int], Absence] = {}
    away: Mapping[EntrantId, int] = {}

    def without(self, gone: EntrantId) -> "LadderState":
        """Return the ladder without an entry that was removed, which no list has."""
        return replace(
            self,
            absences={of: absence for of, absence in self.absences.items() if of[0] != gone},
            away={entrant: first for entrant, first in self.away.items() if entrant != gone},
        )

    def list_after(self, number: int) -> ValueList | None:
        """The list in force once round `number` was played: the last one that is not newer."""
        known = [after for after in self.lists if after <= number]
        return self.lists[max(known)] if known else None
