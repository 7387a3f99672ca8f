"""Rounding as rating rules ask for it: changes away from zero, everything else half up."""

from fractions import Fraction

HALF = Fraction(1, 2)


def away_from_zero(hundredths: int) -> int:
    """Whole points from hundredths; one half goes away from zero, so that -0.5 becomes -1.

    Source: FIDE B.02 (1 March 2024), 8.3.4; the seed book says "the nearest" (seed 000, 4.3.2).
    """
    whole = (abs(hundredths) + 50) // 100
    return whole if hundredths >= 0 else -whole


def half_up(value: Fraction | int) -> int:
    """The nearest whole number; one half goes up, as 1962.5 does in the book (seed 000, 4.3.2)."""
    return (value + HALF).__floor__()


def quotient(dividend: int, divisor: int) -> int:
    """The nearest whole number to a quotient, one half up, without a fraction in between."""
    return (2 * dividend + divisor) // (2 * divisor)


def percentage(score: int, games: int) -> int:
    """A score in hundredths as so many hundredths of the games, rounded half up: .375 is 38.

    Source: seed 000, 4.3.2; FIDE's text is silent (UNVERIFIED, done alike).
    """
    return quotient(score, games)
