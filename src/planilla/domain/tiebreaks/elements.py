"""Tie-breaks that are sums of elements: one definition gives the values and the workings.

A tie-break defines its `Elements`, at most one per round of each entrant, and their labels. The
value of an entrant is the sum of the elements that are not cut, or the result of `finish` on them;
the working lists the same elements. So the terms of a working always add up to the value.

Cuts leave out the lowest elements (`/C1`), or the lowest and highest ones (`/M1`).

Source: FIDE C.07 (1 March 2026), 14.1, 14.2 and the exception for voluntarily unplayed rounds,
16.5; seed 000, 3.2.2 and 3.2.3.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.arrays import Array, np
from planilla.domain.tiebreaks.contest import NOBODY, Contest, RoundKind, Tally
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working, WorkingStep

EXCEPTION = "16.5"
NOTES = {
    RoundKind.OPEN: Note.OPEN,
    RoundKind.PLAYED: Note.PLAYED,
    RoundKind.FORFEIT_WIN: Note.FORFEIT,
    RoundKind.FORFEIT_LOSS: Note.FORFEIT,
    RoundKind.FULL_BYE: Note.BYE,
    RoundKind.REQUESTED: Note.ABSENT,
    RoundKind.FREE: Note.NOT_COUNTED,
}


class Elements(NamedTuple):
    """The elements of all entrants, by round and entrant.

    `values` are 0 without an element; if `exist` is None every round is an element. Elements in
    `cut` are not summed; those in `excepted` were cut by article 16.5. `factors` are the points
    scored and the opponent's total if a value is their product.
    """

    values: Array
    exist: Array | None = None
    cut: Array | None = None
    excepted: Array | None = None
    factors: tuple[Array, Array] | None = None

    def sums(self) -> list[int]:
        """Return the sum of each entrant's elements."""
        values = self.values if self.cut is None else np.where(self.cut, 0, self.values)
        sums: list[int] = values.sum(axis=0).tolist()
        return sums

    def counts(self) -> list[int]:
        """Return the number of each entrant's elements that are not cut."""
        counts: list[int] = self._counted().sum(axis=0).tolist()
        return counts

    def rows(self) -> list[list[int]]:
        """Return the values of each entrant's elements that are not cut."""
        values, counted = self.values.T.tolist(), self._counted().T.tolist()
        return [
            [value for value, counts in zip(*row, strict=True) if counts]
            for row in zip(values, counted, strict=True)
        ]

    def _counted(self) -> Array:
        exist = np.ones(self.values.shape, bool) if self.exist is None else self.exist
        return exist if self.cut is None else exist & ~self.cut


class Label(NamedTuple):
    """Description of one element: its opponent (None: oneself or nobody), a note and an article."""

    opponent: Seat | None
    note: Note
    article: str = ""


def label_of_round(tally: Tally, seat: Seat, at: int) -> Label:
    """Return the label of a round: its opponent and its kind."""
    opponent = tally.opponents[seat][at]
    return Label(None if opponent == NOBODY else opponent, NOTES[RoundKind(tally.kinds[seat][at])])


def label_of_game(tally: Tally, seat: Seat, at: int) -> Label:
    """Return the label of a game over the board: its opponent."""
    return Label(tally.opponents[seat][at], Note.PLAYED)


def plain_sums(_: Contest, elements: Elements) -> list[int]:
    """Return the sums as the values."""
    return elements.sums()


def no_steps(_: Contest, __: Seat, ___: Sequence[Term]) -> tuple[WorkingStep, ...]:
    """Return no steps: the sum of the terms is the value."""
    return ()


class Sum(msgspec.Struct, frozen=True, kw_only=True):
    """The definition of a tie-break that is a sum of elements.

    `unit` is the unit of the terms; `label(contest, seat, at)` describes one element. `finish`
    computes all values from the elements, and `steps(contest, seat, terms)` the same for one
    entrant, step by step. `factor_units` are those of a `Working`.
    """

    unit: Callable[[Contest], int]
    elements: Callable[[Contest], Elements]
    label: Callable[[Contest, Seat, int], Label]
    finish: Callable[[Contest, Elements], list[int]] = plain_sums
    steps: Callable[[Contest, Seat, Sequence[Term]], tuple[WorkingStep, ...]] = no_steps
    factor_units: Callable[[Contest], tuple[int, int]] = lambda _: (1, 1)

    def everybody(self, contest: Contest) -> list[int]:
        """Return all values by seat."""
        return contest.once((self, "values"), lambda: self.finish(contest, self._elements(contest)))

    def values(self, contest: Contest, tied: Sequence[Seat]) -> list[int]:
        """Return the value of each of `tied`."""
        everybody = self.everybody(contest)
        return [everybody[seat] for seat in tied]

    def working(self, contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        """Return the elements of one entrant as terms, and the steps after them."""
        elements = self._elements(contest)
        exist = elements.exist
        terms = tuple(
            self._term(contest, elements, seat, at)
            for at in range(len(elements.values))
            if exist is None or exist[at, seat]
        )
        return Working(
            unit=self.unit(contest),
            terms=terms,
            steps=self.steps(contest, seat, terms),
            factor_units=self.factor_units(contest),
        )

    def tiebreak(self, code: Code, **traits: Any) -> Tiebreak:
        """Return the tie-break of a code; by default values have the unit of the terms."""
        given = {"unit": self.unit, **traits}
        return Tiebreak(code=code.written, values=self.values, working=self.working, **given)

    def _elements(self, contest: Contest) -> Elements:
        return contest.once((self, "elements"), partial(self.elements, contest))

    def _term(self, contest: Contest, elements: Elements, seat: Seat, at: int) -> Term:
        values, _, cut, excepted, factors = elements
        label = self.label(contest, seat, at)
        is_exception = excepted is not None and bool(excepted[at, seat])
        return Term(
            round=at + 1,
            opponent=label.opponent,
            value=int(values[at, seat]),
            note=label.note,
            factors=(int(factors[0][at, seat]), int(factors[1][at, seat])) if factors else None,
            cut=cut is not None and bool(cut[at, seat]),
            article=EXCEPTION if is_exception else label.article,
        )


def mean_step(total: int, divisor: int) -> WorkingStep:
    """Return the sum divided by the number of its terms; 0 without terms."""
    return WorkingStep(name="mean", numerator=total if divisor else 0, denominator=divisor or 1)


# --- cuts ----------------------------------------------------------------------------------------


class Cuts(NamedTuple):
    """Numbers of elements cut at the low and at the high end."""

    low: int
    high: int


def cuts_of(code: Code) -> Cuts:
    """Return the cuts of a code's modifiers; a median cuts the same number at both ends."""
    low, both = code.number("C") or 0, code.number("M") or 0
    return Cuts(low + both, both)


class Order(NamedTuple):
    """The order of cutting: by `totals`, then by `values`, then the earlier round first.

    `voluntary` are the voluntarily unplayed rounds.
    """

    totals: Array
    values: Array
    exist: Array
    voluntary: Array | None = None


def with_cuts(elements: Elements, order: Order, cuts: Cuts) -> Elements:
    """Return the elements with the cut ones marked.

    The least significant element is the one against the opponent with the lowest total (of several,
    the one of the lowest value). If the entrant has voluntarily unplayed rounds, the lowest of
    those is cut in its place, unless the least significant element is lower. There is no exception
    at the high end.
    """
    if cuts == (0, 0) or not len(elements.values):
        return elements
    left, everybody = order.exist.copy(), np.arange(order.exist.shape[1])
    totals, values, _, voluntary = order
    if voluntary is not None and not voluntary.any():
        voluntary = None
    excepted = None if voluntary is None else np.zeros(left.shape, bool)
    for _ in range(min(cuts.low, len(left))):
        least = _least(totals, values, left)
        if voluntary is not None and excepted is not None:
            unplayed = left & voluntary
            lowest = _least(values, totals, unplayed)
            instead = unplayed.any(axis=0) & (lowest != least)
            instead &= values[lowest, everybody] >= values[least, everybody]
            excepted[lowest[instead], everybody[instead]] = True
            least = np.where(instead, lowest, least)
        left[least, everybody] = False
    for _ in range(min(cuts.high, len(left))):
        left[_least(-totals, -values, left), everybody] = False
    return elements._replace(cut=order.exist & ~left, excepted=excepted)


def _least(first: Array, second: Array, left: Array) -> Array:
    """Return the round of each entrant's least remaining element, by two values.

    Ties are broken by the earliest round. Without a remaining element the round is arbitrary.
    """
    beyond = first.max(initial=0) + 1
    ordered = np.where(left, first, beyond)
    if first is not second:
        tied = left & (ordered == ordered.min(axis=0))
        ordered = np.where(tied, second, second.max(initial=0) + 1)
    least: Array = ordered.argmin(axis=0)
    return least
