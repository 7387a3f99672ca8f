"""The performance: at which rating the score would have been the expected one."""

from collections.abc import Sequence

from planilla.domain.ratings.rounding import percentage, quotient
from planilla.domain.ratings.tables import difference_of


def performance(opponents: Sequence[int], score: int) -> int | None:
    """The mean of the opponents' ratings (rounded half up) and the difference for the score.

    `score` is in hundredths; nobody's rating is cut to 400 points here. None without a game.

    Source: seed 000, 4.1 (1 of 4 against 1980 is 1787); FIDE C.07, 10.2 likewise.
    """
    if not opponents:
        return None
    mean = quotient(sum(opponents), len(opponents))
    return mean + difference_of(percentage(score, len(opponents)))
