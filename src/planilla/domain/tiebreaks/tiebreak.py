"""A tie-break: one integer for each tied entrant, and the working behind it.

A family is all the codes that have one name. Each module of tie-breaks ends with its `TIEBREAKS`,
the families that it defines; `editions` collects them.
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
    """The reason for the value of a term; the sentences are in `locales`.

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

    `round` is None for a meeting that is still missing, `opponent` where there is none (an own
    unplayed round). `factors` are the points scored and the opponent's total, where the value is
    their product, in the `factor_units` of the `Working`. A term that is `cut` is not summed.
    `article` is the one by which a term differs from the plain rule; "" where it does not.
    """

    round: int | None
    opponent: Seat | None
    value: int
    note: Note
    factors: tuple[int, int] | None = None
    cut: bool = False
    article: str = ""


class WorkingStep(msgspec.Struct, frozen=True, kw_only=True):
    """A calculation after the sum of the terms: a key of `locales`, and the number it gives."""

    name: str
    numerator: int
    denominator: int = 1

    @property
    def value(self) -> Fraction:
        """The number that the step gives."""
        return Fraction(self.numerator, self.denominator)


class Working(msgspec.Struct, frozen=True, kw_only=True):
    """The working of a value: terms in `unit`-ths, and steps after their sum.

    Without steps the terms that are not cut add up to the value; the last step is the value. One
    point scored and one of an opponent's total are written as `factor_units` in the factors.
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
    """A tie-break as two functions of the contest and of who is tied.

    `values(contest, tied)` is one integer for each of `tied`, in that order; more is better unless
    `lower_is_better`. `working(contest, tied, seat)` is the working of one of them; it ends with
    the value that is shown. `unit(contest)` is the integer for one point of this tie-break: people
    see value / unit. `applies(contest)` is false where the rules drop it. With `depends_on_tied`
    the value follows from the games among the tied; all others may be asked once for everybody. One
    that `reapplies` is asked again of each group that it left tied after separating somebody. A
    value that is `shown_rounded` is compared exactly and shown as a whole number, half up.
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
        """Return the same tie-break, which the rules drop where `applies` is false."""
        return msgspec.structs.replace(self, applies=applies)

    def shown(self, contest: Contest, value: int) -> Fraction:
        """Return one of its values as people see it."""
        exact = Fraction(value, self.unit(contest))
        return Fraction(floor(exact + HALF)) if self.shown_rounded else exact


# --- families ------------------------------------------------------------------------------------

IN_FORCE, BEFORE, BOOK = "fide-2026-03", "fide-2024-08", "libro"
"""The names of editions, which are recorded in events: one that is listed here never changes."""
FIDE = (IN_FORCE, BEFORE)


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """All codes of one name in some editions, and the modifiers that they take (`C`, `M`, `F`, …).

    `make(code, unplayed)` returns the tie-break; `unplayed` is the edition's treatment of unplayed
    rounds. `teams`: it needs a team tournament. `scored`: a score of teams may be named (`:MP`,
    `:GP`). `not_by_schedule`: the rules forbid it where pairings are predetermined.
    `not_accelerated`: where scores of the first rounds are raised.
    """

    name: str
    editions: tuple[str, ...]
    make: Callable[[Code, Any], Tiebreak]
    takes: tuple[str, ...] = ()
    teams: bool = False
    scored: bool = True
    not_by_schedule: bool = False
    not_accelerated: bool = False
