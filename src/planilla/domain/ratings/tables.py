"""The two conversion tables of the Elo system, in hundredths: a score for a difference, and back.

The tables are normative; the logistic curve comes within two hundredths of them (`abbreviated`).
Both look up one flat tuple, for tie-breaks ask thousands of times.

Source: seed 000, 4.1 and 4.2; FIDE B.02 (1 March 2024), 8.1.1 and 8.1.2: the same numbers.
"""

HUNDRED = 100
"""Scores, expected or made, are written in hundredths of a point."""

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
    """The rating difference that a score of so many hundredths of the games amounts to.

    From -800 (0) to 800 (100). Source: seed 000, 4.1; FIDE B.02 (1 March 2024), 8.1.1.
    """
    return _DIFFERENCES[hundredths]


def expected_hundredths(difference: int) -> int:
    """The score that a difference (own rating less the opponent's) lets expect, in hundredths.

    On the full scale: no difference is cut to 400 here. Source: seed 000, 4.2; FIDE B.02 (1 March
    2024), 8.1.2.
    """
    if difference >= 0:
        return _EXPECTED[difference] if difference <= WIDEST else HUNDRED
    return HUNDRED - _EXPECTED[-difference] if difference >= -WIDEST else 0
