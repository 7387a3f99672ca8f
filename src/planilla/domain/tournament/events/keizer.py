"""Keizer ladders: their rules, the values in force, and what absences are taken for."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.pairing.keizer.rules import Absence, KeizerRules, Mode, OnCycle
from planilla.domain.tournament.events.event import Audience, Details, Event, Topic
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


class KeizerRuled(Event, frozen=True, kw_only=True, tag=True):
    """The ladder goes by these rules."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    rules: KeizerRules


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

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "after_round": self.after_round,
            "maximum": self.maximum,
            "n": len(self.values),
            "why": self.why,
            "passes": self.passes,
            "cycle": self.cycle,
            "on_cycle": self.on_cycle,
            "limited": self.limited,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.why is Recalculated.START:
            return ".start"
        if self.cycle:
            return ".cycle"
        return ".limited" if self.limited else ""


class ValuesRecalculated(Event, ValueList, frozen=True, kw_only=True, tag=True):
    """The list of values is replaced by a new one."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND


class AbsenceRuled(Event, frozen=True, kw_only=True, tag=True):
    """What a round without a game is taken for, whatever would be usual."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION

    entrant: EntrantId
    round: int
    absence: Absence
    reason: str = ""
