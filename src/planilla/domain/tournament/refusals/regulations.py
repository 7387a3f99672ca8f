"""Refusals about regulations that contradict themselves; `field` is the place in them.

Dates and times are in ISO form, local to the venue; amounts in the smallest unit of a currency.
"""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable


@dataclass(kw_only=True, eq=False)
class NumberOutOfRange(Unacceptable):
    """A number of the regulations is too small or too great."""

    code = "number-out-of-range"
    field: str
    value: int
    smallest: int
    largest: int


@dataclass(kw_only=True, eq=False)
class NoSuchCode(Unacceptable):
    """A currency, federation, time zone or category has no such code."""

    code = "no-such-code"
    field: str
    value: str


@dataclass(kw_only=True, eq=False)
class CategoryTwice(Unacceptable):
    """Two categories have one code."""

    code = "category-twice"
    field: str
    category: str


@dataclass(kw_only=True, eq=False)
class MinimumAboveMaximum(Unacceptable):
    """More players are needed than are admitted."""

    code = "minimum-above-maximum"
    field: str
    minimum: int
    maximum: int


@dataclass(kw_only=True, eq=False)
class TooManyRounds(Unacceptable):
    """So few players cannot play so many rounds without meeting again."""

    code = "too-many-rounds"
    field: str
    rounds: int
    players: int


@dataclass(kw_only=True, eq=False)
class EntriesCloseBeforeTheyOpen(Unacceptable):
    """The period of entry ends before it begins."""

    code = "entries-close-before-they-open"
    field: str
    opens: str
    closes: str


@dataclass(kw_only=True, eq=False)
class LocalTimeWanted(Unacceptable):
    """A moment of the regulations is written with a zone; it is the local time of the venue."""

    code = "local-time-wanted"
    field: str
    value: str


@dataclass(kw_only=True, eq=False)
class EntriesCloseTooLate(Unacceptable):
    """Entries close after round 1 has begun."""

    code = "entries-close-too-late"
    field: str
    closes: str
    starts: str


@dataclass(kw_only=True, eq=False)
class ScheduleIncomplete(Unacceptable):
    """The schedule has fewer or more starts than there are rounds."""

    code = "schedule-incomplete"
    field: str
    starts: int
    rounds: int


@dataclass(kw_only=True, eq=False)
class RoundsOverlap(Unacceptable):
    """A round starts before the one before it is over."""

    code = "rounds-overlap"
    field: str
    round: int
    starts: str
    ends: str


@dataclass(kw_only=True, eq=False)
class TimeControlImpossible(Unacceptable):
    """A part of the time control is not what its kind asks for."""

    code = "time-control-impossible"
    field: str
    kind: str
    part: str


@dataclass(kw_only=True, eq=False)
class TimeControlNotRated(Unacceptable):
    """FIDE rates no games with this time control."""

    code = "time-control-not-rated"
    field: str
    kind: str


@dataclass(kw_only=True, eq=False)
class NoSuchRatingRules(Unacceptable):
    """No rating rules have this name."""

    code = "no-such-rating-rules"
    field: str
    rules: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class NoSuchCategory(Unacceptable):
    """Prizes are for a category that the regulations do not have."""

    code = "no-such-category"
    field: str
    category: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class RegulationsFixed(Conflict):
    """Once round 1 is paired, what the tournament is played by does not change any more."""

    code = "regulations-fixed"
    field: str
    announced: str
    wanted: str
