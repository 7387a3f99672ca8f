"""State of a Keizer ladder: its rules, every list of values, rulings of absences."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules, Mode, OnCycle
from planilla.domain.vocabulary import EntrantId


class Recalculated(StrEnum):
    """The reason for a list: the first, a round closed, somebody joined or left, a correction."""

    START = "start"
    ROUND_CLOSED = "round-closed"
    LATE_ENTRY = "late-entry"
    CORRECTION = "correction"
    ARBITER = "arbiter"
    TIMER = "timer"


class ListedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the list: the new value, and the one by which the games were counted for it."""

    entrant: EntrantId
    value: int
    counted: int = 0


class ValueList(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a ladder from the top, frozen until the next list.

    `after_round` is the last round that counted (0: before the first). `off` are those who are not
    in the list any more, with the value they left with. What `counted` holds is in units of one
    `parts`-th. `cycle` is the length of the round that the passes went, 0 where they came to an
    end; `on_cycle` is then what was done; `limited` says that they were stopped.
    """

    after_round: int
    maximum: int
    values: tuple[ListedValue, ...]
    off: tuple[ListedValue, ...] = ()
    parts: int = 1
    mode: Mode = Mode.ONE_PASS
    passes: int = 1
    cycle: int = 0
    on_cycle: OnCycle = OnCycle.AVERAGE
    limited: bool = False
    why: Recalculated = Recalculated.ROUND_CLOSED


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

    @property
    def known_entrants(self) -> frozenset[EntrantId]:
        """Everybody who has had a value: their entries cannot be removed."""
        return frozenset(self.original)

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
