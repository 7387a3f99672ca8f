"""Performances: the rating that a result is worth, of each and of those one met.

Where somebody has no rating the rules drop these tie-breaks, unless the code says what an unrated
player counts as (`/U1400`). Only games over the board count.

Source: FIDE C.07 (1 March 2026), `TPR`, `PTP`, `APRO`, `APPO`; B.02, 8.1.1 and 8.1.2.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.ratings.tables import difference_of, expected_hundredths
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponent_ratings import (
    are_all_rated,
    average_of,
    averages_over,
    one,
    rated_games,
    rating_terms,
    ratings_met,
    round_half_up,
)
from planilla.domain.tiebreaks.opponents import met_over_the_board
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working

OUT_OF_REACH = 800
"""A difference beyond which nothing more is expected: the scale ends at 735."""

WIDEST = 9999 + OUT_OF_REACH
"""The greatest difference that is ever asked: ratings have four digits."""

_EXPECTED = (
    bytes(WIDEST - OUT_OF_REACH)
    + bytes(
        expected_hundredths(difference) for difference in range(-OUT_OF_REACH, OUT_OF_REACH + 1)
    )
    + bytes((100,)) * (WIDEST - OUT_OF_REACH)
)
"""The score expected, in hundredths, of each difference from minus `WIDEST` on."""


class Measure(NamedTuple):
    """A performance from the opponents' ratings and the score in half points; 0 without games.

    `steps` tells how it came about, of somebody who has played.
    """

    value: Callable[[Sequence[int], int], int]
    steps: Callable[[Sequence[int], int], tuple[Step, ...]]


def tournament_performance(ratings: Sequence[int], score: int) -> int:
    """The average rating of the opponents and what the percentage score adds to it.

    The average is rounded first; the percentage is rounded half up to hundredths (UNVERIFIED: the
    text is silent).

    Source: FIDE C.07 (1 March 2026), `TPR`.
    """
    if not ratings:
        return 0
    return average_of(ratings) + difference_of(round_half_up(50 * score, len(ratings)))


def _steps_of_tournament(ratings: Sequence[int], score: int) -> tuple[Step, ...]:
    percentage = round_half_up(50 * score, len(ratings))
    return (
        Step(name="average-rating", numerator=average_of(ratings)),
        Step(name="percentage", numerator=percentage, denominator=100),
        Step(name="rating-difference", numerator=difference_of(percentage)),
    )


def perfect_performance(ratings: Sequence[int], score: int) -> int:
    """The lowest rating of which at least this score would have been expected.

    On the full scale, without the cut to 400. Who scored nothing has the lowest opponent's less
    800.

    Source: FIDE C.07 (1 March 2026), `PTP`.
    """
    if not ratings:
        return 0
    if score <= 0:
        return min(ratings) - OUT_OF_REACH
    wanted = 50 * score
    low, high = min(ratings) - OUT_OF_REACH, max(ratings) + OUT_OF_REACH
    while low < high:
        middle = (low + high) // 2
        if _expected_of(middle, ratings) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


def _expected_of(rating: int, ratings: Sequence[int]) -> int:
    """The score expected against all of them, in hundredths."""
    first = rating + WIDEST
    return sum([_EXPECTED[first - other] for other in ratings])


def _no_steps(_: Sequence[int], __: int) -> tuple[Step, ...]:
    return ()


TOURNAMENT = Measure(tournament_performance, _steps_of_tournament)
PERFECT = Measure(perfect_performance, _no_steps)


def performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """The performance of each by one of the measures."""
    unrated = code.number("U")
    return Tiebreak(
        code=code.written,
        unit=one,
        values=partial(_performances, measure, unrated),
        working=partial(_performance_working, measure, unrated),
        applies=partial(are_all_rated, unrated),
    )


def _performances(
    measure: Measure, unrated: int | None, contest: Contest, tied: Sequence[Seat]
) -> list[int]:
    outcomes = contest.tally.outcomes
    met = ratings_met(contest, tied, unrated)
    return [
        measure.value(ratings, sum(outcomes[seat])) for seat, ratings in zip(tied, met, strict=True)
    ]


def _performance_working(
    measure: Measure, unrated: int | None, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    games = rated_games(contest, seat, unrated)
    value = measure.value(games.ratings, games.score)
    steps = [Step(name="score", numerator=games.score, denominator=2)]
    if games.ratings:
        steps += measure.steps(games.ratings, games.score)
    steps.append(Step(name="performance", numerator=value))
    return Working(unit=1, terms=rating_terms(games), steps=tuple(steps))


def average_performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """The mean of the performances of those met over the board, rounded.

    Source: FIDE C.07 (1 March 2026), `APRO`, `APPO`.
    """
    unrated = code.number("U")
    return Tiebreak(
        code=code.written,
        unit=one,
        values=partial(_average_performances, measure, unrated),
        working=partial(_average_performance_working, measure, unrated),
        applies=partial(are_all_rated, unrated),
    )


def _of_everybody(measure: Measure, unrated: int | None, contest: Contest) -> list[int]:
    return contest.once(
        (measure, unrated),
        lambda: _performances(measure, unrated, contest, range(contest.size)),
    )


def _average_performances(
    measure: Measure, unrated: int | None, contest: Contest, tied: Sequence[Seat]
) -> list[int]:
    return averages_over(_of_everybody(measure, unrated, contest), contest, tied)


def _average_performance_working(
    measure: Measure, unrated: int | None, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    everybody = _of_everybody(measure, unrated, contest)
    met = met_over_the_board(contest, seat)
    terms = tuple(
        Term(round=at + 1, opponent=opponent, value=everybody[opponent], note=Note.PLAYED)
        for at, opponent in met
    )
    total = sum(term.value for term in terms)
    return Working(
        unit=1,
        terms=terms,
        steps=(
            Step(name="mean", numerator=total, denominator=len(met) or 1),
            Step(name="rounded", numerator=round_half_up(total, len(met)) if met else 0),
        ),
    )
