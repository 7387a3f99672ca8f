"""Tie-breaks by the scores of the opponents: Buchholz, Sonneborn-Berger, Koya and similar.

Unplayed rounds follow the treatment of the edition (`unplayed`); cuts are in `elements`.
"""

from collections.abc import Sequence
from functools import partial
from math import lcm
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.arrays import Array, np
from planilla.domain.tiebreaks.contest import NOBODY, Contest, RoundKind, Tally
from planilla.domain.tiebreaks.elements import (
    Cuts,
    Elements,
    Label,
    Order,
    Sum,
    cuts_of,
    label_of_game,
    mean_step,
    with_cuts,
)
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import encounters_of, margins
from planilla.domain.tiebreaks.tiebreak import (
    BEFORE,
    BOOK,
    FIDE,
    IN_FORCE,
    Family,
    Note,
    Term,
    Tiebreak,
    WorkingStep,
)
from planilla.domain.tiebreaks.unplayed import (
    OpponentElements,
    Unplayed,
    at_opponents,
    met_in,
    pair_in,
)

ROUNDS_FORESEEN = 24
"""Most rounds for which a common multiple of all numbers of games is exact in JavaScript."""


class OpponentSource(NamedTuple):
    """Options of a code: treatment, tallies (opponents' totals, points scored), Fore, cuts."""

    unplayed: Unplayed
    pair: tuple[str, str]
    fore: bool
    cuts: Cuts = Cuts(0, 0)

    def met(self, contest: Contest) -> OpponentElements:
        """Return the elements of all entrants."""
        return met_in(contest, self.unplayed, self.pair, fore=self.fore)

    def label(self, contest: Contest, seat: Seat, at: int) -> Label:
        """Return the label of one element."""
        pair = pair_in(contest, self.pair, fore=self.fore)
        return self.unplayed.label(pair, self.met(contest), seat, at)

    def unit_of_worth(self, contest: Contest) -> int:
        """Return the unit of the opponents' totals."""
        return contest.tally_by(self.pair[0]).unit

    def unit_of_scored(self, contest: Contest) -> int:
        """Return the unit of the points scored against opponents."""
        return contest.tally_by(self.pair[1]).unit

    def units(self, contest: Contest) -> tuple[int, int]:
        """Return the units of the points scored and of the totals."""
        return self.unit_of_scored(contest), self.unit_of_worth(contest)

    def cut(self, met: OpponentElements, elements: Elements) -> Elements:
        """Return the elements with the cut ones marked."""
        order = Order(met.worths, elements.values, met.exist, met.voluntary)
        return with_cuts(elements, order, self.cuts)


def buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the sum of the totals of all opponents, in units of the point system.

    Source: FIDE C.07 (1 March 2026), `BH`, `FB` and `/F`; seed 000, 3.2.1 to 3.2.3.
    """
    return buchholz_sum(code, unplayed).tiebreak(code)


def buchholz_sum(code: Code, unplayed: Unplayed) -> Sum:
    """Return the Buchholz of a code as a sum of elements."""
    fore = code.name == "FB" or code.has("F")
    reading = OpponentSource(unplayed, (code.score, code.score), fore, cuts_of(code))

    def elements(contest: Contest) -> Elements:
        met = reading.met(contest)
        return reading.cut(met, Elements(met.worths, met.exist))

    return Sum(
        unit=reading.unit_of_worth,
        elements=elements,
        label=reading.label,
        factor_units=reading.units,
    )


def sonneborn_berger(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the sum of points against each opponent times the opponent's total, in square units.

    With half points the unit is a quarter of a point.

    Source: FIDE C.07 (1 March 2026), `SB`; seed 000, 3.2.6.
    """
    return of_two_scores(code.score, code.score, code, unplayed)


def of_two_scores(worth: str, scored: str, code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the sum of opponents' totals in one score times the points against them in another.

    Source: FIDE C.07 (1 March 2026), `ESB`: `EMMSB`, `EMGSB`, `EGMSB`, `EGGSB`.
    """
    return _products(worth, scored, code, unplayed).tiebreak(code)


def _products(worth: str, scored: str, code: Code, unplayed: Unplayed) -> Sum:
    reading = OpponentSource(unplayed, (worth, scored), code.has("F"), cuts_of(code))

    def elements(contest: Contest) -> Elements:
        met = reading.met(contest)
        factors = (met.scored, met.worths)
        return reading.cut(met, Elements(met.scored * met.worths, met.exist, factors=factors))

    return Sum(
        unit=lambda contest: reading.unit_of_worth(contest) * reading.unit_of_scored(contest),
        elements=elements,
        label=reading.label,
        factor_units=reading.units,
    )


# --- the second degree ---------------------------------------------------------------------------


def sum_of_buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the sum of the Buchholz of all opponents.

    An own unplayed round counts with the entrant's own Buchholz, like a draw against oneself. `SOB`
    and `BH2` have the same value; the book lists them in different places.

    Source: seed 000, 3.2.5 and 3.4.2.
    """
    bare = Code(name=code.name, score=code.score)
    return _second_degree(buchholz_sum(bare, unplayed), code, unplayed, is_product=False)


def second_sonneborn_berger(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the sum of points against each opponent times their Sonneborn-Berger, in cubic units.

    Source: seed 000, 3.4.2.
    """
    bare = Code(name=code.name, score=code.score)
    first = _products(code.score, code.score, bare, unplayed)
    return _second_degree(first, code, unplayed, is_product=True)


def _second_degree(first: Sum, code: Code, unplayed: Unplayed, *, is_product: bool) -> Tiebreak:
    reading = OpponentSource(unplayed, (code.score, code.score), fore=False)

    def elements(contest: Contest) -> Elements:
        met, tally = reading.met(contest), contest.tally_by(code.score)
        own = np.array(first.everybody(contest), dtype=tally.grid.points.dtype)
        # As with totals of the first degree, an own unplayed round counts with the own value.
        worths = np.where(met.exist, at_opponents(own, tally.grid), 0)
        worths = worths if met.against_self is None else np.where(met.against_self, own, worths)
        if not is_product:
            return Elements(worths, met.exist)
        return Elements(met.scored * worths, met.exist, factors=(met.scored, worths))

    def unit(contest: Contest) -> int:
        scale = reading.unit_of_scored(contest) if is_product else 1
        return first.unit(contest) * scale

    return Sum(
        unit=unit,
        elements=elements,
        label=reading.label,
        factor_units=lambda contest: (reading.unit_of_scored(contest), first.unit(contest)),
    ).tiebreak(code)


# --- the mean ------------------------------------------------------------------------------------


def average_of_buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the mean Buchholz of the opponents met over the board; 0 without any.

    Its unit is so small that all means are integers.

    Source: FIDE C.07 (1 March 2026), `AOB`.
    """
    bare = Code(name="FB" if code.has("F") else "BH", score=code.score)
    each = buchholz_sum(bare, unplayed)

    def elements(contest: Contest) -> Elements:
        dtype = contest.tally_by(code.score).grid.points.dtype
        return at_games(np.array(each.everybody(contest), dtype=dtype), contest.tally)

    def finish(contest: Contest, elements: Elements) -> list[int]:
        return means(elements, common_denominator(contest))

    def steps(contest: Contest, _: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        return (mean_step(sum(term.value for term in terms), each.unit(contest) * len(terms)),)

    return Sum(
        unit=each.unit,
        elements=elements,
        label=lambda contest, seat, at: label_of_game(contest.tally, seat, at),
        finish=finish,
        steps=steps,
    ).tiebreak(code, unit=lambda contest: each.unit(contest) * common_denominator(contest))


def at_games(values: Array, tally: Tally) -> Elements:
    """Return the values (given by seat) of the opponents met over the board."""
    exist = tally.grid.kinds == RoundKind.PLAYED
    return Elements(np.where(exist, at_opponents(values, tally.grid), 0), exist)


def means(elements: Elements, scale: int) -> list[int]:
    """Return the mean of each entrant's elements times `scale`, a multiple of all counts."""
    found = zip(elements.sums(), elements.counts(), strict=True)
    return [total * (scale // count) if count else 0 for total, count in found]


def common_denominator(contest: Contest, cut: int = 0) -> int:
    """Return a common multiple of all numbers of games played, less those that are cut.

    It is the same in all rounds, so open pages can read later values. In tournaments beyond
    `ROUNDS_FORESEEN` (it would exceed 2**53) it depends on the games played so far.
    """
    if contest.rounds <= ROUNDS_FORESEEN:
        return lcm(*range(1, contest.rounds + 1))
    counts = {kinds.count(RoundKind.PLAYED) - cut for kinds in contest.tally.kinds}
    return lcm(*(count for count in counts if count > 0))


# --- Koya ----------------------------------------------------------------------------------------


HALF = 50


class Threshold(NamedTuple):
    """Threshold: a percentage of the greatest possible score, shifted by half points."""

    percent: int
    half_points: int
    exceeded: bool

    def least(self, tally: Tally) -> int:
        """Return the lowest total that qualifies, in hundredths of half units."""
        greatest = tally.win * _scoring_rounds(tally)
        exact = 2 * greatest * self.percent + 100 * self.half_points * tally.unit
        return exact + 1 if self.exceeded else exact


def koya(code: Code, _: object = None) -> Tiebreak:
    """Return the points against opponents with at least half of the greatest possible score.

    Forfeits against them count as they were scored; totals are not adjusted.

    Source: FIDE C.07 (1 March 2026), `KS` and `/L`; seed 000, 3.1.4 and 3.1.5 (`/L>60`: more than).
    """
    above = code.number("L>")
    threshold = Threshold(
        percent=above if above is not None else code.number("L") or HALF,
        half_points=(code.number("L+") or 0) - (code.number("L-") or 0),
        exceeded=above is not None,
    )

    def qualified(tally: Tally) -> Array:
        return 200 * tally.totals >= threshold.least(tally)

    def elements(contest: Contest) -> Elements:
        tally = contest.tally_by(code.score)
        is_qualified = at_opponents(qualified(tally), tally.grid)
        values = np.where(is_qualified, tally.grid.points, 0)
        return Elements(values, exist=tally.grid.opponents != NOBODY)

    def label(contest: Contest, seat: Seat, at: int) -> Label:
        tally = contest.tally_by(code.score)
        kind, opponent = tally.kinds[seat][at], tally.opponents[seat][at]
        if kind == RoundKind.OPEN:
            return Label(opponent, Note.OPEN)
        if 200 * tally.scores[opponent] < threshold.least(tally):
            return Label(opponent, Note.NOT_COUNTED)
        return Label(opponent, Note.PLAYED if kind == RoundKind.PLAYED else Note.FORFEIT)

    def steps(contest: Contest, _: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        tally = contest.tally_by(code.score)
        value = sum(term.value for term in terms)
        return (
            WorkingStep(
                name="threshold", numerator=threshold.least(tally), denominator=200 * tally.unit
            ),
            WorkingStep(name="sum", numerator=value, denominator=tally.unit),
        )

    return Sum(
        unit=lambda contest: contest.tally_by(code.score).unit,
        elements=elements,
        label=label,
        steps=steps,
    ).tiebreak(code)


def _scoring_rounds(tally: Tally) -> int:
    """Return the number of rounds that can be scored in: without the free round of an odd field."""
    if not tally.predetermined:
        return tally.rounds
    return int((tally.grid.kinds != RoundKind.FREE).sum(axis=0).max(initial=0))


# --- the book's own ------------------------------------------------------------------------------

ROUNDS_FOR_ONE = 8
ROUNDS_FOR_TWO = 12


def harkness(code: Code, _: object = None) -> Tiebreak:
    """Return the sum of the opponents' points with one, two or three cut at each end.

    A game lost by forfeit counts the opponent's points; a game won by forfeit and a bye count 0 and
    are therefore cut first at the low end. Nothing else is adjusted. One element is cut at each end
    in up to eight rounds, two in nine to twelve, three in more.

    Source: seed 000, 3.2.4.
    """

    def elements(contest: Contest) -> Elements:
        tally = contest.tally_by(code.score)
        grid = tally.grid
        counts = grid.is_kind(RoundKind.PLAYED, RoundKind.FORFEIT_LOSS)
        values = np.where(counts, at_opponents(tally.totals, grid), 0)
        exist = grid.kinds != RoundKind.OPEN
        each = 1 + (contest.rounds > ROUNDS_FOR_ONE) + (contest.rounds > ROUNDS_FOR_TWO)
        return with_cuts(Elements(values, exist), Order(values, values, exist), Cuts(each, each))

    def label(contest: Contest, seat: Seat, at: int) -> Label:
        tally = contest.tally_by(code.score)
        kind = tally.kinds[seat][at]
        if kind not in {RoundKind.PLAYED, RoundKind.FORFEIT_LOSS}:
            return Label(None, Note.NOT_COUNTED)
        note = Note.PLAYED if kind == RoundKind.PLAYED else Note.FORFEIT
        return Label(tally.opponents[seat][at], note)

    return Sum(
        unit=lambda contest: contest.tally_by(code.score).unit, elements=elements, label=label
    ).tiebreak(code)


USUAL_COEFFICIENT = 6
"""The book calls six or seven usual."""


def brightwell(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the margins of the encounters won plus a multiple of Buchholz.

    Only positive margins count: "the points of the loser are subtracted". `/K6`, `/K7`: the factor
    of Buchholz. In a team tournament margins are of game points, and the opponents count with the
    primary score.

    Source: seed 000, 3.1.3.
    """
    coefficient = code.number("K") or USUAL_COEFFICIENT
    opponents = buchholz_sum(Code(name="BH"), unplayed)
    won = margins(adjusts=not code.has("off"), positive=True)

    def unit(contest: Contest) -> int:
        return lcm(encounters_of(contest).unit, contest.tally.unit)

    def total(contest: Contest, seat: Seat, margin: int) -> int:
        of_margins = unit(contest) // encounters_of(contest).unit
        of_buchholz = coefficient * unit(contest) // contest.tally.unit
        return of_margins * margin + of_buchholz * opponents.everybody(contest)[seat]

    def finish(contest: Contest, elements: Elements) -> list[int]:
        return [total(contest, seat, margin) for seat, margin in enumerate(elements.sums())]

    def steps(contest: Contest, seat: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        margin, games = sum(term.value for term in terms), encounters_of(contest).unit
        strength = opponents.everybody(contest)[seat]
        return (
            WorkingStep(name="encounter-points", numerator=margin, denominator=games),
            WorkingStep(name="buchholz", numerator=strength, denominator=contest.tally.unit),
            WorkingStep(name="coefficient", numerator=coefficient),
            WorkingStep(
                name="sum",
                numerator=total(contest, seat, margin),
                denominator=unit(contest),
            ),
        )

    return Sum(
        unit=won.unit, elements=won.elements, label=won.label, finish=finish, steps=steps
    ).tiebreak(code, unit=unit)


# --- names ---------------------------------------------------------------------------------------

_CUTS = ("C", "M", "F", "P")
_ADJUSTED = ("off", "own")
TIEBREAKS = (
    *(
        Family(
            name=name,
            editions=(edition,),
            make=buchholz,
            takes=_CUTS,
            not_by_schedule=edition == IN_FORCE,
        )
        for edition in (IN_FORCE, BEFORE)
        for name in ("BH", "FB")
    ),
    *(
        Family(
            name="AOB",
            editions=(edition,),
            make=average_of_buchholz,
            takes=("F", "P"),
            not_by_schedule=edition == IN_FORCE,
        )
        for edition in (IN_FORCE, BEFORE)
    ),
    Family(name="SB", editions=FIDE, make=sonneborn_berger, takes=_CUTS),
    Family(name="KS", editions=FIDE, make=koya, takes=("L", "L+", "L-")),
    *(
        Family(
            name=f"E{worth[0]}{scored[0]}SB",
            editions=FIDE,
            make=partial(of_two_scores, worth, scored),
            takes=_CUTS,
            teams=True,
            scored=False,
        )
        for worth in ("MP", "GP")
        for scored in ("MP", "GP")
    ),
    Family(name="BW", editions=(BOOK,), make=brightwell, takes=("K", *_ADJUSTED), scored=False),
    Family(name="KS", editions=(BOOK,), make=koya, takes=("L", "L>")),
    Family(
        name="BH",
        editions=(BOOK,),
        make=buchholz,
        takes=("C", "M", *_ADJUSTED),
        not_by_schedule=True,
    ),
    Family(name="HARK", editions=(BOOK,), make=harkness, not_by_schedule=True),
    Family(
        name="SOB", editions=(BOOK,), make=sum_of_buchholz, takes=_ADJUSTED, not_by_schedule=True
    ),
    Family(name="SB", editions=(BOOK,), make=sonneborn_berger, takes=("C", *_ADJUSTED)),
    Family(name="BH2", editions=(BOOK,), make=sum_of_buchholz, takes=_ADJUSTED),
    Family(name="SB2", editions=(BOOK,), make=second_sonneborn_berger, takes=_ADJUSTED),
)
