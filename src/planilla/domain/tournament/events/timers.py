"""What is to happen at a set time, what did, and who was missing when a round began.

Due times are recorded, so that replay is exact; the alarm outside only says that one has come.
"""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.tournament.events.event import Audience, Details, Event, Topic
from planilla.domain.vocabulary import EntrantId, GameId


class TimerKind(StrEnum):
    """What a timer is for; the names are recorded, so they are for ever."""

    HALL_END = "hall-end"
    CALL = "call"
    PUBLISH = "publish-pairings"
    ROUND_START = "round-start"
    DEFAULT_TIME = "default-time"
    KEIZER_VALUES = "keizer-values"
    REMINDER = "reminder"


OF_A_ROUND = (TimerKind.PUBLISH, TimerKind.ROUND_START, TimerKind.DEFAULT_TIME)
LATE_US = 60_000_000
"""A firing is reported as late from a minute on."""


def kind_of(timer: str) -> TimerKind:
    """Return what the timer of that key is for."""
    return TimerKind(timer.rpartition(".")[0])


def is_late(due_at: int, fired_at: int) -> bool:
    """Return whether a timer fired so late that people are told."""
    return fired_at - due_at >= LATE_US


class Recurrence(msgspec.Struct, frozen=True, kw_only=True):
    """Every week at a local time: `weekday` from 1 (Monday) to 7, `minute` of the day from 0.

    `time_zone` is a name of the tz database.
    """

    weekday: int
    minute: int
    time_zone: str


class TimerScheduled(Event, frozen=True, kw_only=True, tag=True):
    """At `due_at` (microseconds since 1970, UTC) a timer is to fire.

    `about` is the number of a round, a call, or nothing. At a default time `by_rule` lets the
    games of absent players be forfeited at once; otherwise the arbiter confirms. `note` is the
    commitment to what a reminder says.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    timer: str
    kind: TimerKind
    due_at: int
    about: str = ""
    by_rule: bool = False
    note: str = ""
    repeats: Recurrence | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": self.kind, "about": self.about, "due_at": self.due_at}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return f".{self.kind.value}" if self.kind in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class TimerFired(Event, frozen=True, kw_only=True, tag=True):
    """A timer fired, late where no server ran when it was due: both times are on record.

    `awaits`: somebody has to settle it, see `TimerSettled`.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    timer: str
    due_at: int
    fired_at: int
    awaits: bool = False
    about: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "kind": kind_of(self.timer),
            "about": self.about,
            "due_at": self.due_at,
            "fired_at": self.fired_at,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        kind = kind_of(self.timer)
        if is_late(self.due_at, self.fired_at):
            return ".round.late" if kind in OF_A_ROUND else ".late"
        return f".{kind.value}" if kind in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class TimerCancelled(Event, frozen=True, kw_only=True, tag=True):
    """A timer that was pending fires no more."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    timer: str
    about: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": kind_of(self.timer), "about": self.about}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".round" if kind_of(self.timer) in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class TimerSettled(Event, frozen=True, kw_only=True, tag=True):
    """What a fired timer left to a person is done: a reminder read, a default time ruled on."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    timer: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": kind_of(self.timer)}

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class AbsenceNoted(Event, frozen=True, kw_only=True, tag=True):
    """A player had not come to the board of an open game when the arbiter went round."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    game: GameId
    entrant: EntrantId


class AbsenceWithdrawn(Event, frozen=True, kw_only=True, tag=True):
    """Who was noted absent has come, or was noted by mistake."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    game: GameId
    entrant: EntrantId
