"""Points for and against in each encounter: their difference, and Brightwell built on it.

In a team tournament these are game points, and Brightwell's opponents count with the primary score;
among individuals both are the points of the games. An unplayed encounter counts as drawn, so that
it brings no difference (`/own` is the same); `/off` takes it as it was scored, and then a round
without opponent brings nothing.

Source: seed 000, 3.1.2 and 3.1.3.
"""

from collections.abc import Sequence
from functools import partial
from math import lcm
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponents import buchholz
from planilla.domain.tiebreaks.tally import NOBODY, Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working
from planilla.domain.tiebreaks.unplayed import Unplayed

USUAL_COEFFICIENT = 6
"""The book calls six or seven usual."""

_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


def points_difference(code: Code, _: object = None) -> Tiebreak:
    """The sum over the encounters of the points for less the points against.

    Where it is equal the book looks at the points for: `PTS:GP` after it in the list.

    Source: seed 000, 3.1.2.
    """
    adjusts = not code.has("off")

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        return [
            sum(term.value for term in _margins(contest, seat, adjusts=adjusts)) for seat in tied
        ]

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        return Working(
            unit=_games(contest).unit, terms=tuple(_margins(contest, seat, adjusts=adjusts))
        )

    return Tiebreak(
        code=code.written,
        unit=lambda contest: _games(contest).unit,
        values=values,
        working=working,
    )


def _games(contest: Contest) -> Tally:
    """The tally in which encounters are won by more or less: game points where there are teams."""
    return contest.tallies.get("GP") or contest.tally


def _margins(contest: Contest, seat: Seat, *, adjusts: bool) -> list[Term]:
    tally = _games(contest)
    return [
        _margin(tally, seat, at, adjusts=adjusts)
        for at, kind in enumerate(tally.kinds[seat])
        if kind not in {Kind.OPEN, Kind.FREE}
    ]


def _margin(tally: Tally, seat: Seat, at: int, *, adjusts: bool) -> Term:
    kind, opponent = tally.kinds[seat][at], tally.opponents[seat][at]
    is_played = kind == Kind.PLAYED
    met = opponent if is_played or (kind in _FORFEITS and not adjusts) else NOBODY
    if met == NOBODY:
        note = Note.OWN_UNPLAYED if adjusts else Note.NOT_COUNTED
        return Term(round=at + 1, opponent=None, value=0, note=note)
    return Term(
        round=at + 1,
        opponent=met,
        value=tally.points[seat][at] - tally.points[met][at],
        note=Note.PLAYED if is_played else Note.FORFEIT,
    )


# --- Brightwell ----------------------------------------------------------------------------------


class _Parts(NamedTuple):
    """What Brightwell adds up: the coefficient, the Buchholz, and whether margins are adjusted."""

    coefficient: int
    buchholz: Tiebreak
    adjusts: bool


def brightwell(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The margins of the encounters that were won, and a multiple of Buchholz.

    Only positive margins count: "the points of the loser are subtracted". `/K6`, `/K7`: by what
    Buchholz is multiplied.

    Source: seed 000, 3.1.3.
    """
    parts = _Parts(
        coefficient=code.number("K") or USUAL_COEFFICIENT,
        buchholz=buchholz(Code(name="BH"), unplayed),
        adjusts=not code.has("off"),
    )
    return Tiebreak(
        code=code.written,
        unit=_unit,
        values=partial(_values, parts),
        working=partial(_working, parts),
    )


def _unit(contest: Contest) -> int:
    return lcm(_games(contest).unit, contest.tally.unit)


def _values(parts: _Parts, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    of_margins, of_buchholz = _scales(parts, contest)
    return [
        of_margins * sum(_won(contest, seat, adjusts=parts.adjusts)) + of_buchholz * opponents
        for seat, opponents in zip(tied, parts.buchholz.values(contest, tied), strict=True)
    ]


def _scales(parts: _Parts, contest: Contest) -> tuple[int, int]:
    """By what margins and Buchholz are multiplied to be in the common unit."""
    unit = _unit(contest)
    return unit // _games(contest).unit, parts.coefficient * unit // contest.tally.unit


def _won(contest: Contest, seat: Seat, *, adjusts: bool) -> list[int]:
    return [max(term.value, 0) for term in _margins(contest, seat, adjusts=adjusts)]


def _working(parts: _Parts, contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
    (value,) = _values(parts, contest, (seat,))
    (opponents,) = parts.buchholz.values(contest, (seat,))
    margins = _margins(contest, seat, adjusts=parts.adjusts)
    won = sum(_won(contest, seat, adjusts=parts.adjusts))
    return Working(
        unit=_games(contest).unit,
        terms=tuple(term for term in margins if term.value > 0),
        steps=(
            Step(name="encounter-points", numerator=won, denominator=_games(contest).unit),
            Step(name="buchholz", numerator=opponents, denominator=contest.tally.unit),
            Step(name="coefficient", numerator=parts.coefficient),
            Step(name="sum", numerator=value, denominator=_unit(contest)),
        ),
    )
