"""How far points, tie-breaks, ratings and prize money go in the worlds of a branch.

Lowest and highest are exact. Means are weighed by how likely the worlds are; of drawn worlds a mean
has the standard error of a mean, s/sqrt(n), where s² is the sample variance (divided by n - 1).
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

import msgspec

from planilla.audit.consequences import unit_of
from planilla.audit.holdings import Rows, purse_of, ratings_of, rows_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

HUNDRED = 100

Weight = int | Fraction


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of one entrant in all worlds: as it is now, at least, at most and on average.

    They are in the unit of the figure, `mean` and `error` in hundredths of it. `error` is the
    standard error of the mean, 0 where nothing was drawn. `now` is None where they have none yet.
    """

    now: int | None
    low: int
    high: int
    mean: int
    error: int


class ValueRange(msgspec.Struct, frozen=True, kw_only=True):
    """A tie-break of one entrant: as it is now, and how far it goes.

    The values are exact, a whole number or a fraction (`29/2`); "" where it was not asked.
    """

    code: str
    now: str
    low: str
    high: str


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody has in one state; `unit` is that of the points.

    `elo` is the variation of the rated, in hundredths, and `first` the rating of who had none and
    gets one. `prizes` is None where none are announced; who is not among them wins nothing.
    """

    unit: int
    currency: str
    rows: Rows
    elo: Mapping[EntrantId, int]
    first: Mapping[EntrantId, int]
    prizes: Mapping[EntrantId, int] | None


class Range:
    """The values of one figure in the worlds counted so far; `weight` is theirs together."""

    __slots__ = ("high", "low", "squares", "total", "weight")

    def __init__(self) -> None:
        self.low: Fraction | int | None = None
        self.high: Fraction | int | None = None
        self.weight: Weight = 0
        self.total: Weight = 0
        self.squares: Weight = 0

    def add(self, value: int, weight: Weight) -> None:
        """Count the value in a world."""
        self.reach(value)
        self.weight += weight
        self.total += value * weight
        self.squares += value * value * weight

    def reach(self, value: Fraction | int) -> None:
        """Count the value as one that is possible, without its weight."""
        if self.low is None or value < self.low:
            self.low = value
        if self.high is None or value > self.high:
            self.high = value

    def merge(self, other: "Range") -> None:
        """Count what another one has counted."""
        assert other.low is not None, "a value was counted"
        assert other.high is not None, "a value was counted"
        self.reach(other.low)
        self.reach(other.high)
        self.weight += other.weight
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> Fraction:
        """The mean, weighed."""
        return Fraction(self.total) / self.weight

    def squared_error(self, samples: int) -> Fraction:
        """The square of the standard error of the mean of so many draws; 0 of fewer than two."""
        if samples < 2:
            return Fraction(0)
        return (Fraction(self.squares) / self.weight - self.mean**2) / (samples - 1)


class Counted:
    """The figures of all worlds counted so far, by entrant; tie-breaks by their code too."""

    def __init__(self) -> None:
        self.codes: tuple[str, ...] = ()
        self.unit = 1
        self.currency = ""
        self.points: dict[EntrantId, Range] = defaultdict(Range)
        self.elo: dict[EntrantId, Range] = defaultdict(Range)
        self.first: dict[EntrantId, Range] = defaultdict(Range)
        self.prizes: dict[EntrantId, Range] = defaultdict(Range)
        self.values: dict[tuple[EntrantId, str], Range] = defaultdict(Range)

    def add(self, figures: Figures, weight: Weight) -> None:
        """Count those of a world."""
        self.codes, self.unit = figures.rows.codes, figures.unit
        for entrant, row in figures.rows.rows.items():
            self.points[entrant].add(row.points, weight)
            for code, value in zip(self.codes, row.values, strict=True):
                if value is not None:
                    self.values[entrant, code].reach(value)
        for mine, theirs in ((self.elo, figures.elo), (self.first, figures.first)):
            for entrant, figure in theirs.items():
                mine[entrant].add(figure, weight)
        if figures.prizes is not None:
            self.currency = figures.currency
            for entrant in figures.rows.rows:
                self.prizes[entrant].add(figures.prizes.get(entrant, 0), weight)

    def merge(self, other: "Counted") -> None:
        """Count the worlds that another one has counted."""
        self.codes, self.unit, self.currency = other.codes, other.unit, other.currency
        for mine, theirs in (
            (self.points, other.points),
            (self.elo, other.elo),
            (self.first, other.first),
            (self.prizes, other.prizes),
        ):
            for entrant, found in theirs.items():
                mine[entrant].merge(found)
        for key, found in other.values.items():
            self.values[key].merge(found)

    def ranges(self, entrant: EntrantId, now: Figures) -> tuple[ValueRange, ...]:
        """How far the tie-breaks of an entrant go, in their order."""
        row = now.rows.rows.get(entrant)
        is_now = {} if row is None else dict(zip(now.rows.codes, row.values, strict=True))
        return tuple(
            ValueRange(
                code=code,
                now=_exact(is_now.get(code)),
                low=_exact(self.values[entrant, code].low),
                high=_exact(self.values[entrant, code].high),
            )
            for code in self.codes
        )


def figures_of(state: Tournament) -> Figures:
    """What everybody has in a tournament that is no hall."""
    purse, ratings = purse_of(state), ratings_of(state)
    return Figures(
        unit=unit_of(state),
        currency="" if purse is None else purse.currency,
        rows=rows_of(state),
        elo={entrant: each.change for entrant, each in ratings.items() if each.rating},
        first={
            entrant: each.rating_after
            for entrant, each in ratings.items()
            if not each.rating and each.rating_after is not None
        },
        prizes=None if purse is None else purse.amounts,
    )


def spread_of(found: Range, now: int | None, samples: int) -> Spread:
    """The figure of somebody who has it in some world; `samples` is how many were drawn, 0 none."""
    assert isinstance(found.low, int), "points, ratings and money are whole"
    assert isinstance(found.high, int), "points, ratings and money are whole"
    return Spread(
        now=now,
        low=found.low,
        high=found.high,
        mean=rounded(found.mean * HUNDRED),
        error=root_up(found.squared_error(samples) * HUNDRED**2),
    )


def _exact(value: Fraction | int | None) -> str:
    return "" if value is None else str(value)


def rounded(value: Fraction) -> int:
    """To the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def root_up(square: Fraction) -> int:
    """The square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)
