"""The book's short formula: the change of a rating at one stroke, almost the same.

It uses the logistic curve, so its values are irrational: they are worked out with 28 digits and
rounded once. The tables are normative; this is for comparison.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

import msgspec

from planilla.domain.ratings.tables import away_from_zero, quotient

EXACT = Context(prec=28)
WHOLE = Decimal(1)


class Abbreviated(msgspec.Struct, frozen=True, kw_only=True):
    """The short formula with its working: `mean` of the valid opponents' ratings (rounded).

    `denominator` in ten-thousandths, `change` in hundredths of a rating point.
    """

    mean: int
    denominator: int
    change: int
    rating: int


def abbreviated(rating: int, k: int, valid: Sequence[int], score: int) -> Abbreviated:
    """K W - K N / (1 + 10 ^ ((Rc - R) / 400)), with `score` W in hundredths.

    `valid` are the opponents' ratings, cut to 400 points from the player's own: at least one.

    Source: seed 000, 4.3.1.
    """
    mean = quotient(sum(valid), len(valid))
    denominator = 1 + _odds(mean - rating)
    change = _whole(k * score - EXACT.divide(Decimal(100 * k * len(valid)), denominator))
    return Abbreviated(
        mean=mean,
        denominator=_whole(EXACT.multiply(denominator, Decimal(10_000))),
        change=change,
        rating=rating + away_from_zero(change),
    )


def logistic(difference: int) -> int:
    """1 / (1 + 10 ^ (-D / 400)) in ten-thousandths: what the tables come near to.

    Source: seed 000, 4.2.
    """
    return _whole(EXACT.divide(Decimal(10_000), 1 + _odds(-difference)))


def _odds(difference: int) -> Decimal:
    return EXACT.power(Decimal(10), EXACT.divide(Decimal(difference), Decimal(400)))


def _whole(value: Decimal) -> int:
    return int(value.quantize(WHOLE, rounding=ROUND_HALF_UP))
