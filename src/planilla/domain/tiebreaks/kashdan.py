"""Kashdan: wins, draws and losses worth other figures, those of the code's name.

`K421` gives four for a win, two for a draw, one for a loss; `K100` counts wins. With the adjustment
(the default; `/own` is the same) each unplayed round is a draw. Without it (`/off`) a forfeit or a
bye counts as what it was scored, and a round without game and points counts nothing.

Source: seed 000, 3.1.6; the Kashdan column of its 3.5.1.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import counting
from planilla.domain.tiebreaks.tally import Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working

_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


class Weights(NamedTuple):
    """What a loss, a draw and a win are worth."""

    loss: int
    draw: int
    win: int


def kashdan(code: Code, _: object = None) -> Tiebreak:
    """The sum of the weights that the three digits of the name give to the results."""
    win, draw, loss = (int(digit) for digit in code.name.removeprefix("K"))
    weights = Weights(loss, draw, win)
    if code.has("off"):
        return counting(partial(_as_scored, weights), 1, code)
    return _told_as_own(counting(partial(_adjusted, weights), 1, code))


def _adjusted(weights: Weights, tally: Tally, seat: Seat, at: int) -> int:
    kind = tally.kinds[seat][at]
    if kind == Kind.OPEN:
        return 0
    return weights[tally.outcomes[seat][at]] if kind == Kind.PLAYED else weights.draw


def _as_scored(weights: Weights, tally: Tally, seat: Seat, at: int) -> int:
    kind, points = tally.kinds[seat][at], tally.points[seat][at]
    if kind == Kind.OPEN:
        return 0
    if kind == Kind.PLAYED:
        return weights[tally.outcomes[seat][at]]
    if points >= tally.win:
        return weights.win
    if points >= tally.draw:
        return weights.draw
    return weights.loss if kind in _FORFEITS else 0


def _told_as_own(tiebreak: Tiebreak) -> Tiebreak:
    """The same, whose working calls an unplayed round a draw against oneself."""

    def working(contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
        worked = tiebreak.working(contest, tied, seat)
        return msgspec.structs.replace(worked, terms=tuple(map(_own, worked.terms)))

    return msgspec.structs.replace(tiebreak, working=working)


def _own(term: Term) -> Term:
    if term.note in {Note.PLAYED, Note.OPEN}:
        return term
    return msgspec.structs.replace(term, opponent=None, note=Note.OWN_UNPLAYED)
