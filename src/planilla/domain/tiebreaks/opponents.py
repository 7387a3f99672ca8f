"""Tie-breaks by the results of the opponents: Buchholz and Sonneborn-Berger.

Unplayed rounds: `unplayed`, by the setting of the tie-break.
"""

from functools import partial

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks.tiebreak import Term, Tiebreak
from planilla.domain.tiebreaks.unplayed import Adjustment, counted_rounds


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
        sum(total for _, _, total, _ in rounds)
        for rounds in counted_rounds(crosstable, tied, adjustment)
    )


def _buchholz_working(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    (rounds,) = counted_rounds(crosstable, (seat,), adjustment)
    return tuple(
        Term(round=each.game.round, opponent=each.opponent, value=each.total, note=each.note)
        for each in rounds
    )


def _sonneborn_berger(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...]
) -> tuple[int, ...]:
    return tuple(
        sum(points * total for _, points, total, _ in rounds)
        for rounds in counted_rounds(crosstable, tied, adjustment)
    )


def _sonneborn_berger_working(
    adjustment: Adjustment, crosstable: Crosstable, tied: tuple[Seat, ...], seat: Seat
) -> tuple[Term, ...]:
    assert seat in tied
    (rounds,) = counted_rounds(crosstable, (seat,), adjustment)
    return tuple(
        Term(
            round=each.game.round,
            opponent=each.opponent,
            value=each.points * each.total,
            note=each.note,
            factors=(each.points, each.total),
        )
        for each in rounds
    )
