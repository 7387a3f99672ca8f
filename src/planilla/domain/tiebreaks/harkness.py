"""Harkness median: the opponents' points without the highest and the lowest, by its own rules.

A game lost by forfeit counts the opponent's points, one won by forfeit and a bye count nothing;
they remain as terms of 0, so that the low end is cut there first. Nothing else is adjusted.

Source: seed 000, 3.2.4.
"""

from collections.abc import Sequence

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.cuts import Cuts, cut_elements, totals_after_cuts
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import tally_for
from planilla.domain.tiebreaks.tally import Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working
from planilla.domain.tiebreaks.unplayed import Faced

ROUNDS_FOR_ONE = 8
ROUNDS_FOR_TWO = 12

_COUNTED = frozenset({Kind.PLAYED, Kind.FORFEIT_LOSS})


def harkness(code: Code, _: object = None) -> Tiebreak:
    """The sum of the opponents' points; one, two or three are cut at each end."""

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        tally = tally_for(code, contest)
        return totals_after_cuts([_faced(tally, seat) for seat in tied], _cuts(contest))

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        tally = tally_for(code, contest)
        faced = _faced(tally, seat)
        cut, _excepted = cut_elements(faced, faced.totals, _cuts(contest))
        terms = tuple(
            _term(tally, seat, at, value, cut=index in cut)
            for index, (at, value) in enumerate(zip(faced.rounds, faced.totals, strict=True))
        )
        return Working(unit=tally.unit, terms=terms)

    return Tiebreak(
        code=code.written,
        unit=lambda contest: tally_for(code, contest).unit,
        values=values,
        working=working,
    )


def _cuts(contest: Contest) -> Cuts:
    """One to eight rounds cut one at each end, nine to twelve two, more three."""
    rounds = max(contest.rounds_planned, contest.tally.rounds)
    each = 1 + (rounds > ROUNDS_FOR_ONE) + (rounds > ROUNDS_FOR_TWO)
    return Cuts(each, each)


def _faced(tally: Tally, seat: Seat) -> Faced:
    kinds, opponents = tally.kinds[seat], tally.opponents[seat]
    rounds = [at for at, kind in enumerate(kinds) if kind != Kind.OPEN]
    totals = [tally.scores[opponents[at]] if kinds[at] in _COUNTED else 0 for at in rounds]
    return Faced(rounds, totals, [tally.points[seat][at] for at in rounds], None)


def _term(tally: Tally, seat: Seat, at: int, value: int, *, cut: bool) -> Term:
    kind = tally.kinds[seat][at]
    counts = kind in _COUNTED
    note = Note.FORFEIT if kind == Kind.FORFEIT_LOSS else Note.PLAYED
    return Term(
        round=at + 1,
        opponent=tally.opponents[seat][at] if counts else None,
        value=value,
        note=note if counts else Note.NOT_COUNTED,
        cut=cut,
    )
