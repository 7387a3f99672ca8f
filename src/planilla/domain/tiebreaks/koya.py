"""Koya: the points against opponents who reached a share of what could be reached.

Source: FIDE C.07 (1 March 2026), `KS` and `/L`; seed 000, 3.1.4 and 3.1.5 (`/L>60`: more than).
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.lanes import sums_where
from planilla.domain.tiebreaks.meetings import meetings_of
from planilla.domain.tiebreaks.tally import NOBODY, Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working

HALF = 50


class Threshold(NamedTuple):
    """A percentage of the greatest possible score, moved by half points; reached or exceeded."""

    percent: int
    half_points: int
    exceeded: bool

    def least(self, greatest: int, unit: int) -> int:
        """The lowest total that qualifies, in hundredths of half units."""
        exact = 2 * greatest * self.percent + 100 * self.half_points * unit
        return exact + 1 if self.exceeded else exact


def koya(code: Code, _: object = None) -> Tiebreak:
    """Points scored against opponents whose total is at least half of the greatest possible one.

    Forfeits against those count as they were scored; totals are not adjusted.
    """
    above = code.number("L>")
    threshold = Threshold(
        percent=above if above is not None else code.number("L") or HALF,
        half_points=(code.number("L+") or 0) - (code.number("L-") or 0),
        exceeded=above is not None,
    )
    return Tiebreak(
        code=code.written,
        unit=lambda contest: _tally(code, contest).unit,
        values=partial(_values, code, threshold),
        working=partial(_working, code, threshold),
    )


def _tally(code: Code, contest: Contest) -> Tally:
    return contest.tallies.get(code.score) or contest.tally


def _qualified(code: Code, threshold: Threshold, contest: Contest) -> list[bool]:
    tally = _tally(code, contest)
    least = threshold.least(tally.win * _scoring_rounds(tally), tally.unit)
    return [200 * score >= least for score in tally.scores]


def _scoring_rounds(tally: Tally) -> int:
    """In how many rounds one could score: the free round of an odd field is none of them."""
    if not tally.predetermined:
        return tally.rounds
    return max((len(kinds) - kinds.count(Kind.FREE) for kinds in tally.kinds), default=0)


def _values(code: Code, threshold: Threshold, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    points = contest.once(
        ("koya", code.score, threshold), lambda: _of_everybody(code, threshold, contest)
    )
    return [points[seat] for seat in tied]


def _of_everybody(code: Code, threshold: Threshold, contest: Contest) -> Sequence[int]:
    tally = _tally(code, contest)
    # The last place stands for nobody: an index of -1.
    masks = [0xFF if each else 0 for each in _qualified(code, threshold, contest)] + [0]
    meetings = meetings_of(tally)
    by_round = bytearray(meetings.worth(masks))
    for place in meetings.unplayed:
        by_round[place] = masks[meetings.opponents[place]]
    return sums_where(tally.points, bytes(by_round))


def _working(
    code: Code, threshold: Threshold, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    tally = _tally(code, contest)
    qualified = _qualified(code, threshold, contest)
    terms = tuple(
        Term(
            round=at + 1,
            opponent=opponent,
            value=tally.points[seat][at] if qualified[opponent] else 0,
            note=_note(tally.kinds[seat][at], qualifies=qualified[opponent]),
            factors=None,
        )
        for at, opponent in enumerate(tally.opponents[seat])
        if opponent != NOBODY
    )
    least = threshold.least(tally.win * _scoring_rounds(tally), tally.unit)
    value = sum(term.value for term in terms)
    steps = (
        Step(name="threshold", numerator=least, denominator=200 * tally.unit),
        Step(name="sum", numerator=value, denominator=tally.unit),
    )
    return Working(unit=tally.unit, terms=terms, steps=steps)


def _note(kind: int, *, qualifies: bool) -> Note:
    if kind == Kind.OPEN:
        return Note.OPEN
    if not qualifies:
        return Note.NOT_COUNTED
    return Note.PLAYED if kind == Kind.PLAYED else Note.FORFEIT
