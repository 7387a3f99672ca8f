"""Tie-breaks as values: one integer for each tied entrant, and its working.

A family is all codes with one name. Each module of tie-breaks ends with `TIEBREAKS`, the families
that it defines; `editions` collects them.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import Any

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code

HALF = Fraction(1, 2)


class Note(StrEnum):
    """The reason for the value of a term; the messages are in `locales`.

    `OWN_UNPLAYED` is the book's draw against oneself, `DUMMY` FIDE's game against a dummy.
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    OPEN = "open"
    OWN_UNPLAYED = "own-unplayed"
    DUMMY = "dummy"
    MISSING = "missing"
    UNDECIDED = "undecided"
    NOT_COUNTED = "not-counted"


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One summand of a tie-break, in the unit of its `Working`.

    `round` is None for a game that is still missing, `opponent` without an opponent (an own
    unplayed round). `factors` are the points scored and the opponent's total if the value is their
    product, in the `factor_units` of the `Working`. A term that is `cut` is not summed. `article`
    is the article that changes the term from the plain rule, or "".
    """

    round: int | None
    opponent: Seat | None
    value: int
    note: Note
    factors: tuple[int, int] | None = None
    cut: bool = False
    article: str = ""


class WorkingStep(msgspec.Struct, frozen=True, kw_only=True):
    """A calculation after the sum of the terms: a key of `locales`, and its result."""

    name: str
    numerator: int
    denominator: int = 1

    @property
    def value(self) -> Fraction:
        """The result of the step."""
        return Fraction(self.numerator, self.denominator)


class Working(msgspec.Struct, frozen=True, kw_only=True):
    """The working of a value: terms in `unit`-ths, and steps after their sum.

    Without steps the terms that are not cut add up to the value; the last step is the value.
    `factor_units` are one scored point and one point of an opponent's total in the factors.
    """

    unit: int
    terms: tuple[Term, ...]
    steps: tuple[WorkingStep, ...] = ()
    factor_units: tuple[int, int] = (1, 1)

    @property
    def total(self) -> Fraction:
        """The sum of the terms that are not cut."""
        return Fraction(sum(term.value for term in self.terms if not term.cut), self.unit)

    @property
    def value(self) -> Fraction:
        """The value that is shown."""
        return self.steps[-1].value if self.steps else self.total


def _always(_: Contest) -> bool:
    return True


class Tiebreak(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break: functions of the contest and of the tied entrants.

    `values(contest, tied)` returns one integer for each of `tied`, in that order; more is better
    unless `lower_is_better`. `working(contest, tied, seat)` returns the working of one of them,
    which ends with the displayed value. `unit(contest)` is the integer for one point of this
    tie-break; value / unit is displayed. `applies(contest)` is false if the rules drop it. With
    `depends_on_tied` the values depend on the games among the tied entrants; otherwise all values
    can be calculated at once. With `reapplies` it is applied again to each group that remains tied
    after it separated others. With `shown_rounded` values are compared exactly and displayed as
    whole numbers, half up.
    """

    code: str
    unit: Callable[[Contest], int]
    values: Callable[[Contest, Sequence[Seat]], Sequence[int]]
    working: Callable[[Contest, Sequence[Seat], Seat], Working]
    applies: Callable[[Contest], bool] = _always
    depends_on_tied: bool = False
    reapplies: bool = False
    lower_is_better: bool = False
    shown_rounded: bool = False

    def where(self, applies: Callable[[Contest], bool]) -> "Tiebreak":
        """Return the same tie-break with another condition for applying it."""
        return msgspec.structs.replace(self, applies=applies)

    def shown(self, contest: Contest, value: int) -> Fraction:
        """Return the displayed form of a value."""
        exact = Fraction(value, self.unit(contest))
        return Fraction(floor(exact + HALF)) if self.shown_rounded else exact


# --- families ------------------------------------------------------------------------------------

IN_FORCE, BEFORE, BOOK = "fide-2026-03", "fide-2024-08", "libro"
"""Names of the editions; recorded in events, so a name never changes."""
FIDE = (IN_FORCE, BEFORE)


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """All codes of one name in some editions, and their modifiers (`C`, `M`, `F`, …).

    `make(code, unplayed)` returns the tie-break; `unplayed` is the edition's treatment of unplayed
    rounds. `teams`: it needs a team tournament. `scored`: the code may name a score of teams
    (`:MP`, `:GP`). `not_by_schedule`: the rules forbid it for predetermined pairings.
    `not_accelerated`: the rules forbid it for accelerated pairings.
    """

    name: str
    editions: tuple[str, ...]
    make: Callable[[Code, Any], Tiebreak]
    takes: tuple[str, ...] = ()
    teams: bool = False
    scored: bool = True
    not_by_schedule: bool = False
    not_accelerated: bool = False
