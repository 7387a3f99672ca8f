"""Ratings as the seed book reads them: the exact average, and the performance of an unrated player.

Source: seed 000, 3.3.1 to 3.3.3 and 4.3.2.
"""

from collections.abc import Sequence
from functools import partial

from planilla.domain.crosstable import Seat
from planilla.domain.ratings.rounding import half_up
from planilla.domain.ratings.rules import LIBRO
from planilla.domain.ratings.unrated import Initial, initial_rating
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.cuts import Cuts, cuts_of
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponent_ratings import (
    after_cuts,
    are_all_rated,
    kept_after,
    rated_games,
    rating_terms,
    ratings_met,
)
from planilla.domain.tiebreaks.opponents import common_denominator, mean_step
from planilla.domain.tiebreaks.performances import Measure
from planilla.domain.tiebreaks.tiebreak import Step, Tiebreak, Working

HUNDREDTHS = 50
"""What half a point is, in hundredths."""


def exact_average_rating(code: Code, _: object = None) -> Tiebreak:
    """The mean of the ratings of those met over the board; compared exactly, shown rounded.

    Its unit is so small that all means are integers. `/C1` leaves out the lowest rating.

    Source: seed 000, 3.3.1 and 3.3.2.
    """
    unrated, cuts = code.number("U"), cuts_of(code)
    return Tiebreak(
        code=code.written,
        unit=partial(common_denominator, cut=cuts.low),
        values=partial(_averages, unrated, cuts),
        working=partial(_average_working, unrated, cuts),
        applies=partial(are_all_rated, unrated),
        shown_rounded=True,
    )


def _averages(unrated: int | None, cuts: Cuts, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    unit = common_denominator(contest, cuts.low)
    kept = [after_cuts(each, cuts) for each in ratings_met(contest, tied, unrated)]
    return [sum(ratings) * unit // len(ratings) if ratings else 0 for ratings in kept]


def _average_working(
    unrated: int | None, cuts: Cuts, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    games = rated_games(contest, seat, unrated)
    kept = kept_after(games, cuts)
    total = sum(games.ratings[index] for index in kept)
    mean = mean_step(total, len(kept))
    return Working(
        unit=1,
        terms=rating_terms(games, kept),
        steps=(mean, Step(name="rounded", numerator=half_up(mean.value))),
    )


# --- the performance -----------------------------------------------------------------------------


def performance_as_unrated(ratings: Sequence[int], score: int) -> int:
    """What the book works out for a player without rating: Rc and what the score adds to it.

    Each half point above one half adds 15, below it the table says. Whether so few games, or
    none won, would be rated is not asked: everybody has a value.

    Source: seed 000, 3.3.3 and 4.3.2.
    """
    initial = _initial(ratings, score)
    return initial.value if initial else 0


def _initial(ratings: Sequence[int], score: int) -> Initial | None:
    return initial_rating(LIBRO.initial, ratings, HUNDREDTHS * score, len(ratings))


def _steps(ratings: Sequence[int], score: int) -> tuple[Step, ...]:
    initial = _initial(ratings, score)
    assert initial is not None
    return (
        Step(name="average-rating", numerator=initial.value - initial.difference),
        Step(name="percentage", numerator=initial.percentage, denominator=100),
        Step(name="rating-difference", numerator=initial.difference),
    )


AS_UNRATED = Measure(performance_as_unrated, _steps)
