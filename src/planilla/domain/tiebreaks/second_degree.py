"""Tie-breaks of the second degree: the opponents count with their Buchholz or Sonneborn-Berger.

An own unplayed round counts with the entrant's own one, as a draw against oneself does.

Source: seed 000, 3.2.5 (`SOB`) and 3.4.2 (`BH2`, `SB2`). The first two have the same number; the
book gives them different places in the list.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponents import buchholz, sonneborn_berger
from planilla.domain.tiebreaks.tiebreak import Term, Tiebreak, Working
from planilla.domain.tiebreaks.unplayed import Unplayed, met_in, pair_in


class _Reading(NamedTuple):
    """The treatment of unplayed rounds, the first degree, and whether points multiply it."""

    unplayed: Unplayed
    first: Tiebreak
    pair: tuple[str, str]
    products: bool


def sum_of_buchholz(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The sum of the Buchholz of all opponents. Source: seed 000, 3.2.5 and 3.4.2."""
    return _second_degree(code, unplayed, buchholz, products=False)


def second_sonneborn_berger(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The sum of points scored against each opponent times his Sonneborn-Berger, in cubic units.

    Source: seed 000, 3.4.2.
    """
    return _second_degree(code, unplayed, sonneborn_berger, products=True)


def _second_degree(
    code: Code,
    unplayed: Unplayed,
    first: Callable[[Code, Unplayed], Tiebreak],
    *,
    products: bool,
) -> Tiebreak:
    bare = Code(name=code.name, score=code.score)
    reading = _Reading(unplayed, first(bare, unplayed), (code.score, code.score), products)
    return Tiebreak(
        code=code.written,
        unit=partial(_unit, reading),
        values=partial(_values, reading),
        working=partial(_working, reading),
    )


def _unit(reading: _Reading, contest: Contest) -> int:
    first = reading.first.unit(contest)
    worth, _ = pair_in(contest, reading.pair, fore=False)
    return first * worth.unit if reading.products else first


def _values(reading: _Reading, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    return [sum(term.value for term in _terms(reading, contest, seat)) for seat in tied]


def _working(reading: _Reading, contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
    pair = pair_in(contest, reading.pair, fore=False)
    return Working(
        unit=_unit(reading, contest),
        terms=tuple(_terms(reading, contest, seat)),
        factor_units=(pair.scored.unit, reading.first.unit(contest)),
    )


def _terms(reading: _Reading, contest: Contest, seat: Seat) -> list[Term]:
    everybody = contest.once(
        ("first-degree", reading.first.code, reading.unplayed.name),
        lambda: reading.first.values(contest, range(contest.size)),
    )
    pair = pair_in(contest, reading.pair, fore=False)
    faced = met_in(contest, reading.unplayed, reading.pair, fore=False).of(seat)
    terms = []
    for at, scored in zip(faced.rounds, faced.scored, strict=True):
        told = reading.unplayed.told(pair, seat, at)
        worth = everybody[seat if told.opponent is None else told.opponent]
        terms.append(
            Term(
                round=at + 1,
                opponent=told.opponent,
                value=scored * worth if reading.products else worth,
                note=told.note,
                factors=(scored, worth) if reading.products else None,
                article=told.article,
            )
        )
    return terms
