"""The shape of a tie-break: one integer for each tied entrant, and the working behind it."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest

HALF = Fraction(1, 2)


class Note(StrEnum):
    """Why a term is what it is; the sentences are in `words`.

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
    their product, in the `factor_units` of the `Working`. What is `cut` is not summed. `article` is
    the one by which a term is not simply what it would be; "" where it is.
    """

    round: int | None
    opponent: Seat | None
    value: int
    note: Note
    factors: tuple[int, int] | None = None
    cut: bool = False
    article: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What is done with the sum of the terms, and what it gives: a key of `words` and a number."""

    name: str
    numerator: int
    denominator: int = 1

    @property
    def value(self) -> Fraction:
        """The number that the step gives."""
        return Fraction(self.numerator, self.denominator)


class Working(msgspec.Struct, frozen=True, kw_only=True):
    """How a value came about: terms in `unit`-ths, and steps after their sum.

    Without steps the terms that are not cut add up to the value; the last step is the value. One
    point scored and one of an opponent's total are written as `factor_units` in the factors.
    """

    unit: int
    terms: tuple[Term, ...]
    steps: tuple[Step, ...] = ()
    factor_units: tuple[int, int] = (1, 1)

    @property
    def total(self) -> Fraction:
        """The sum of the terms that are not cut."""
        return Fraction(sum(term.value for term in self.terms if not term.cut), self.unit)

    @property
    def value(self) -> Fraction:
        """What the working comes to."""
        return self.steps[-1].value if self.steps else self.total


def _always(_: Contest) -> bool:
    return True


class Tiebreak(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break as two functions of the contest and of who is tied.

    `values(contest, tied)` is one integer for each of `tied`, in that order; more is better unless
    `lower_is_better`. `working(contest, tied, seat)` tells how that of one of them came about; it
    ends with what is shown.
    `unit(contest)` is what one point of this tie-break is written as: what people see is
    value / unit. `applies(contest)` is false where the rules drop it. `depends_on_tied` tells that
    the value is another one in another group; all others may be asked once for everybody. One
    that `reapplies` is asked again of each group that it left tied after separating somebody. What
    is `shown_rounded` is compared exactly and shown as a whole number, half up.
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

    def shown(self, contest: Contest, value: int) -> Fraction:
        """What people see of one of its values."""
        exact = Fraction(value, self.unit(contest))
        return Fraction(floor(exact + HALF)) if self.shown_rounded else exact
