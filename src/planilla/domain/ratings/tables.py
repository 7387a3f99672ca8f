"""The two conversion tables of the Elo system, rounding, and performances.

The tables are in hundredths: a score for a difference, and back. They are normative; the logistic
curve comes within two hundredths of them (`abbreviated`). Both are flat tuples, because tie-breaks
read them thousands of times. Changes are rounded away from zero, everything else half up.

Source: seed 000, 4.1 and 4.2; FIDE B.02 (1 March 2024), 8.1.1 and 8.1.2: the same numbers.
"""

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)
HUNDRED = 100
"""Hundredths of a point, the unit of scores, expected or made."""

DIFFERENCES_FROM_HALF = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""The rating difference for a score of .50, .51, … 1.00; below one half it is the negative."""

BAND_ENDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
"""The last difference for which the higher rated is expected to make .50, .51, … .99."""

WIDEST = BAND_ENDS[-1]
"""Beyond this difference the higher rated is expected to make the whole point."""

_DIFFERENCES = (*(-each for each in DIFFERENCES_FROM_HALF[:0:-1]), *DIFFERENCES_FROM_HALF)

_EXPECTED = tuple(
    50 + band
    for band, (start, end) in enumerate(zip((-1, *BAND_ENDS), BAND_ENDS, strict=False))
    for _ in range(start, end)
)


def difference_of(hundredths: int) -> int:
    """Return the rating difference for a score in hundredths of the games.

    From -800 (0) to 800 (100). Source: seed 000, 4.1; FIDE B.02 (1 March 2024), 8.1.1.
    """
    return _DIFFERENCES[hundredths]


def expected_hundredths(difference: int) -> int:
    """Return the expected score of a difference (own rating less the opponent's), in hundredths.

    On the full scale: no difference is cut to 400 here. Source: seed 000, 4.2; FIDE B.02 (1 March
    2024), 8.1.2.
    """
    if difference >= 0:
        return _EXPECTED[difference] if difference <= WIDEST else HUNDRED
    return HUNDRED - _EXPECTED[-difference] if difference >= -WIDEST else 0


def performance(opponents: Sequence[int], score: int) -> int | None:
    """Return the mean of the opponents' ratings (rounded half up) and the difference for the score.

    `score` is in hundredths; nobody's rating is cut to 400 points here. None without a game.

    Source: seed 000, 4.1 (1 of 4 against 1980 is 1787); FIDE C.07, 10.2 likewise.
    """
    if not opponents:
        return None
    mean = quotient(sum(opponents), len(opponents))
    return mean + difference_of(percentage(score, len(opponents)))


# --- rounding ------------------------------------------------------------------------------------


def away_from_zero(hundredths: int) -> int:
    """Return whole points of hundredths; one half goes away from zero, so that -0.5 becomes -1.

    Source: FIDE B.02 (1 March 2024), 8.3.4; the seed book says "the nearest" (seed 000, 4.3.2).
    """
    whole = (abs(hundredths) + 50) // 100
    return whole if hundredths >= 0 else -whole


def half_up(value: Fraction | int) -> int:
    """Return the nearest whole number; a half goes up, as 1962.5 in the book (seed 000, 4.3.2)."""
    return (value + HALF).__floor__()


def quotient(dividend: int, divisor: int) -> int:
    """Return the nearest whole number to a quotient, one half up."""
    return (2 * dividend + divisor) // (2 * divisor)


def percentage(score: int, games: int) -> int:
    """Return a score in hundredths as hundredths of the games, rounded half up: .375 is 38.

    Source: seed 000, 4.3.2; FIDE's text is silent (UNVERIFIED, done alike).
    """
    return quotient(score, games)
