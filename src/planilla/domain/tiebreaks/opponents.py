"""Tie-breaks by the results of the opponents: Buchholz and Sonneborn-Berger.

Unplayed rounds: `unplayed`, by the setting of the tie-break.
"""

from collections.abc import Iterator
from functools import partial

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak
from planilla.domain.tiebreaks.unplayed import (
    Adjustment,
    Counted,
    counted_rounds,
    opponent_and_note,
)


def buchholz(code: str, adjustment: Adjustment) -> Tiebreak:
    """The sum of the final totals of all opponents, in units of the point system.

    Source: seed 000, 3.2.1; FIDE's code `BH`.
    """
    return Tiebreak(
        code=code,
        unit=_unit_of_points,
        values=partial(_buchholz, adjustment),
        working=partial(_buchholz_working, adjustment),
    )


def sonneborn_berger(code: str, adjustment: Adjustment) -> Tiebreak:
    """The sum of points scored against each opponent times his total, in square units.

    With half points that is quarters of a point.

    Source: seed 000, 3.2.6; FIDE's code `SB`.
    """
    return Tiebreak(
        code=code,
        unit=_unit_of_products,
        values=partial(_sonneborn_berger, adjustment),
        working=partial(_sonneborn_berger_working, adjustment),
    )


def _unit_of_points(crosstable: Crosstable) -> int:
    return system_of(crosstable).unit


def _unit_of_products(crosstable: Crosstable) -> int:
    return system_of(crosstable).unit ** 2


def _buchholz(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...]
) -> tuple[int, ...]:
    return tuple(
        sum(total for _, total in rounds) for rounds in counted_rounds(crosstable, tied, adjustment)
    )


def _buchholz_working(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    return tuple(
        Term(round=game.round, opponent=opponent, value=total, note=note)
        for game, opponent, note, (_, total) in _rounds(adjustment, crosstable, seat)
    )


def _sonneborn_berger(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...]
) -> tuple[int, ...]:
    return tuple(
        sum(points * total for points, total in rounds)
        for rounds in counted_rounds(crosstable, tied, adjustment)
    )


def _sonneborn_berger_working(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    return tuple(
        Term(
            round=game.round,
            opponent=opponent,
            value=points * total,
            note=note,
            factors=(points, total),
        )
        for game, opponent, note, (points, total) in _rounds(adjustment, crosstable, seat)
    )


def _rounds(
    adjustment: Adjustment, crosstable: Crosstable, seat: Seat
) -> Iterator[tuple[Game, Seat | None, Note, Counted]]:
    (rounds,) = counted_rounds(crosstable, (seat,), adjustment)
    for game, counted in zip(crosstable.games[seat], rounds, strict=True):
        yield game, *opponent_and_note(game, adjustment), counted
