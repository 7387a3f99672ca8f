"""State of a Keizer ladder: its rules, every list of values, rulings of absences."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules, Mode, OnCycle
from planilla.domain.tournament.memory import SystemMemory
from planilla.domain.vocabulary import EntrantId


class Recalculated(StrEnum):
    """The reason for a list of values."""

    START = "start"
    ROUND_CLOSED = "round-closed"
    LATE_ENTRY = "late-entry"
    CORRECTION = "correction"
    ARBITER = "arbiter"
    TIMER = "timer"


class ListedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the list: the new value, and the value by which its games were counted."""

    entrant: EntrantId
    value: int
    counted: int = 0


class ValueList(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a Keizer ladder from the top, fixed until the next list.

    `after_round` is the last round that counted (0: before the first). `off` are the entrants who
    are no longer in the list, with the value they left with. `counted` is in units of 1/`parts`.
    `cycle` is the length of the cycle that the passes entered, 0 if they converged; `on_cycle` is
    the treatment applied to it; `limited` is set if the passes were stopped at the limit.
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


class LadderState(SystemMemory, msgspec.Struct, frozen=True, kw_only=True):
    """The recorded state of a Keizer ladder.

    `lists` holds the last list calculated after each round, `original` each entrant's first value.
    `away` maps the entrants who had left when games were last counted to their first round away.
    """

    rules: KeizerRules = SEED
    lists: Mapping[int, ValueList] = {}
    original: Mapping[EntrantId, int] = {}
    absences: Mapping[tuple[EntrantId, int], Absence] = {}
    away: Mapping[EntrantId, int] = {}

    @property
    def known_entrants(self) -> frozenset[EntrantId]:
        """Return the entrants who have had a value: their entries cannot be removed."""
        return frozenset(self.original)

    def without(self, gone: EntrantId) -> "LadderState":
        """Return the state without a removed entry, which is in no list."""
        return replace(
            self,
            absences={of: absence for of, absence in self.absences.items() if of[0] != gone},
            away={entrant: first for entrant, first in self.away.items() if entrant != gone},
        )

    def list_after(self, number: int) -> ValueList | None:
        """Return the current list after round `number`: the last one that is not newer."""
        known = [after for after in self.lists if after <= number]
        return self.lists[max(known)] if known else None
