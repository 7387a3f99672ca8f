"""Refusals about timers, and about players noted absent."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Refusal, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class TimerNotOffered(Unacceptable):
    """Timers of this kind are set by the rules alone."""

    code = "timer-not-offered"
    kind: str


@dataclass(kw_only=True, eq=False)
class DueOutOfRange(Unacceptable):
    """A timer is due later than now, and not years ahead."""

    code = "due-out-of-range"
    due_at: int | None
    earliest: int
    latest: int


@dataclass(kw_only=True, eq=False)
class DefaultMinutesOutOfRange(Unacceptable):
    """A default time is a number of minutes within a day."""

    code = "default-minutes-out-of-range"
    minutes: int
    largest: int


@dataclass(kw_only=True, eq=False)
class NoSuchHour(Unacceptable):
    """A weekly timer names a weekday, a minute of the day and a time zone."""

    code = "no-such-hour"
    weekday: int
    minute: int
    time_zone: str


@dataclass(kw_only=True, eq=False)
class NoSuchTimer(Unacceptable):
    """No timer has this key, or it is no more pending."""

    code = "no-such-timer"
    timer: str


@dataclass(kw_only=True, eq=False)
class NotInThisGame(Unacceptable):
    """The game is not theirs."""

    code = "not-in-this-game"
    game: GameId
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class TimerNotDue(Conflict):
    """The due time has not come by the clock of the writer; the same may be asked again then."""

    code = "timer-not-due"
    timer: str
    due_at: int
    at: int


@dataclass(kw_only=True, eq=False)
class GameHasResult(Conflict):
    """The game has a result: nobody is absent from it any more."""

    code = "game-has-result"
    game: GameId


REFUSALS: tuple[type[Refusal], ...] = (
    TimerNotOffered,
    DueOutOfRange,
    DefaultMinutesOutOfRange,
    NoSuchHour,
    NoSuchTimer,
    NotInThisGame,
    TimerNotDue,
    GameHasResult,
)
"""All of them; they are imported from here."""
