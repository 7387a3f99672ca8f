"""Tie-breaks by ratings: own rating, mean rating of the opponents, and performances.

If any player is unrated the rules drop these tie-breaks, unless the code gives a rating for unrated
players (`/U1400`). Only games over the board count, not forfeits or byes (FIDE C.07, 15.2 and 10).

Source: FIDE C.07 (1 March 2026), `RTNG`, `ARO`, `TPR`, `PTP`, `APRO`, `APPO`; B.02, 8.1.1 and
8.1.2; seed 000, 3.3.1 to 3.3.3 and 4.3.2.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.ratings.rules import LIBRO
from planilla.domain.ratings.tables import difference_of, expected_hundredths, half_up, quotient
from planilla.domain.ratings.tables import percentage as percentage_of
from planilla.domain.ratings.tables import performance as rating_performance
from planilla.domain.ratings.unrated import Initial, initial_rating
from planilla.domain.tiebreaks.arrays import np
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.elements import (
    Elements,
    Label,
    Order,
    Sum,
    cuts_of,
    label_of_game,
    mean_step,
    with_cuts,
)
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponents import at_games, common_denominator, means
from planilla.domain.tiebreaks.own_results import numbered
from planilla.domain.tiebreaks.tiebreak import (
    BOOK,
    FIDE,
    IN_FORCE,
    Family,
    Term,
    Tiebreak,
    WorkingStep,
)

DIFFERENCE_LIMIT = 800
"""Difference from which the expected score is 0 or 1; the scale ends at 735."""
DIFFERENCE_MAX = 9999 + DIFFERENCE_LIMIT
"""The greatest difference: ratings have four digits."""
HUNDREDTHS = 50
"""Half a point in hundredths."""


def ratings_in(contest: Contest, unrated: int | None) -> tuple[int, ...]:
    """Return all ratings; unrated players have the rating given in the code."""
    if unrated is None:
        return contest.ratings
    return tuple(rating or unrated for rating in contest.ratings)


def are_all_rated(unrated: int | None, contest: Contest) -> bool:
    """Return whether rating tie-breaks may be used."""
    return unrated is not None or all(contest.ratings)


def own_rating(code: Code, _: object = None) -> Tiebreak:
    """Return the entrant's own rating."""
    unrated = code.number("U")
    return numbered(
        lambda contest, seat: ratings_in(contest, unrated)[seat],
        "rating",
        code,
        lower_is_better=code.has("R"),
    ).where(partial(are_all_rated, unrated))


# --- the mean ------------------------------------------------------------------------------------


def _met(code: Code, contest: Contest) -> Elements:
    """Return the ratings of the opponents met over the board, with the cut ones marked."""
    ratings = np.array(ratings_in(contest, code.number("U")), dtype=np.int64)
    elements = at_games(ratings, contest.tally)
    assert elements.exist is not None
    rounds = np.arange(contest.tally.rounds).reshape(-1, 1)
    # Of equal ratings the first one is cut at the low end, and the last one at the high end.
    order = Order(elements.values, np.broadcast_to(rounds, elements.values.shape), elements.exist)
    return with_cuts(elements, order, cuts_of(code))


def _label(contest: Contest, seat: Seat, at: int) -> Label:
    return label_of_game(contest.tally, seat, at)


def _unit(_: Contest) -> int:
    return 1


def _kept(terms: Sequence[Term]) -> list[int]:
    return [term.value for term in terms if not term.cut]


def average_rating(code: Code, _: object = None) -> Tiebreak:
    """Return the rounded mean of the opponents' ratings; 0 without games."""
    return (
        _rounded_mean(partial(_met, code))
        .tiebreak(code)
        .where(partial(are_all_rated, code.number("U")))
    )


def _rounded_mean(elements: Callable[[Contest], Elements]) -> Sum:
    def finish(_: Contest, found: Elements) -> list[int]:
        sums = zip(found.sums(), found.counts(), strict=True)
        return [quotient(total, count) if count else 0 for total, count in sums]

    def steps(_: Contest, __: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        kept = _kept(terms)
        return (mean_step_of(kept), WorkingStep(name="rounded", numerator=average_of(kept)))

    return Sum(unit=_unit, elements=elements, label=_label, finish=finish, steps=steps)


def mean_step_of(values: Sequence[int]) -> WorkingStep:
    """Return the step with the mean of some values."""
    return mean_step(sum(values), len(values))


def average_of(ratings: Sequence[int]) -> int:
    """Return the mean, rounded half up; 0 without ratings."""
    return quotient(sum(ratings), len(ratings)) if ratings else 0


def exact_average_rating(code: Code, _: object = None) -> Tiebreak:
    """Return the mean of the opponents' ratings, compared exactly and shown rounded.

    Its unit makes all means integers. `/C1` leaves out the lowest rating.

    Source: seed 000, 3.3.1 and 3.3.2.
    """
    cut = cuts_of(code).low

    def finish(contest: Contest, found: Elements) -> list[int]:
        return means(found, common_denominator(contest, cut))

    def steps(_: Contest, __: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        mean = mean_step_of(_kept(terms))
        return (mean, WorkingStep(name="rounded", numerator=half_up(mean.value)))

    each = Sum(unit=_unit, elements=partial(_met, code), label=_label, finish=finish, steps=steps)
    return each.tiebreak(
        code,
        unit=lambda contest: common_denominator(contest, cut),
        applies=partial(are_all_rated, code.number("U")),
        shown_rounded=True,
    )


# --- performances --------------------------------------------------------------------------------


class Measure(NamedTuple):
    """A performance from the opponents' ratings and the score in half points; 0 without games.

    `steps` returns the working for an entrant with games.
    """

    value: Callable[[Sequence[int], int], int]
    steps: Callable[[Sequence[int], int], tuple[WorkingStep, ...]]


def tournament_performance(ratings: Sequence[int], score: int) -> int:
    """Return the average rating of the opponents and the difference for the percentage score.

    The average is rounded first; the percentage is rounded half up to hundredths (UNVERIFIED: the
    text is silent).

    Source: FIDE C.07 (1 March 2026), `TPR`.
    """
    return rating_performance(ratings, HUNDREDTHS * score) or 0


def _steps_of_tournament(ratings: Sequence[int], score: int) -> tuple[WorkingStep, ...]:
    percentage = percentage_of(HUNDREDTHS * score, len(ratings))
    return (
        WorkingStep(name="average-rating", numerator=average_of(ratings)),
        WorkingStep(name="percentage", numerator=percentage, denominator=100),
        WorkingStep(name="rating-difference", numerator=difference_of(percentage)),
    )


def perfect_performance(ratings: Sequence[int], score: int) -> int:
    """Return the lowest rating with an expected score of at least this score.

    The full scale is used, without the 400-point rule. For a score of 0 it is the lowest rating of
    the opponents minus 800.

    Source: FIDE C.07 (1 March 2026), `PTP`.
    """
    if not ratings:
        return 0
    if score <= 0:
        return min(ratings) - DIFFERENCE_LIMIT
    wanted = 50 * score
    low, high = min(ratings) - DIFFERENCE_LIMIT, max(ratings) + DIFFERENCE_LIMIT
    while low < high:
        middle = (low + high) // 2
        if _expected_of(middle, ratings) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


def _expected_of(rating: int, ratings: Sequence[int]) -> int:
    """Return the expected score against all of these ratings, in hundredths."""
    expected, first = _expected(), rating + DIFFERENCE_MAX
    return sum([expected[first - other] for other in ratings])


@cache
def _expected() -> bytes:
    """Return the expected scores in hundredths by rating difference, from -`DIFFERENCE_MAX` on."""
    beyond = DIFFERENCE_MAX - DIFFERENCE_LIMIT
    scale = range(-DIFFERENCE_LIMIT, DIFFERENCE_LIMIT + 1)
    return bytes(beyond) + bytes(map(expected_hundredths, scale)) + bytes((100,)) * beyond


def performance_as_unrated(ratings: Sequence[int], score: int) -> int:
    """Return the book's rating of an unrated player: Rc, adjusted for the score.

    Each half point above 50 % adds 15; below 50 % the table is used. The book's conditions for a
    first rating (enough games, one win) are not applied.

    Source: seed 000, 3.3.3 and 4.3.2.
    """
    initial = _initial(ratings, score)
    return initial.value if initial else 0


def _initial(ratings: Sequence[int], score: int) -> Initial | None:
    return initial_rating(LIBRO.initial, ratings, HUNDREDTHS * score, len(ratings))


def _steps_as_unrated(ratings: Sequence[int], score: int) -> tuple[WorkingStep, ...]:
    initial = _initial(ratings, score)
    assert initial is not None
    return (
        WorkingStep(name="average-rating", numerator=initial.value - initial.difference),
        WorkingStep(name="percentage", numerator=initial.percentage, denominator=100),
        WorkingStep(name="rating-difference", numerator=initial.difference),
    )


def _no_steps(_: Sequence[int], __: int) -> tuple[WorkingStep, ...]:
    return ()


TOURNAMENT = Measure(tournament_performance, _steps_of_tournament)
PERFECT = Measure(perfect_performance, _no_steps)
AS_UNRATED = Measure(performance_as_unrated, _steps_as_unrated)


def performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """Return the performance by one of the measures."""
    return (
        _performances(measure, code).tiebreak(code).where(partial(are_all_rated, code.number("U")))
    )


def _performances(measure: Measure, code: Code) -> Sum:
    def score_of(contest: Contest, seat: Seat) -> int:
        return sum(contest.tally.outcomes[seat])

    def finish(contest: Contest, found: Elements) -> list[int]:
        rows = enumerate(found.rows())
        return [measure.value(ratings, score_of(contest, seat)) for seat, ratings in rows]

    def steps(contest: Contest, seat: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        ratings, score = [term.value for term in terms], score_of(contest, seat)
        return (
            WorkingStep(name="score", numerator=score, denominator=2),
            *(measure.steps(ratings, score) if ratings else ()),
            WorkingStep(name="performance", numerator=measure.value(ratings, score)),
        )

    return Sum(unit=_unit, elements=partial(_met, code), label=_label, finish=finish, steps=steps)


def average_performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """Return the rounded mean of the performances of the opponents met over the board.

    Source: FIDE C.07 (1 March 2026), `APRO`, `APPO`.
    """
    each = _performances(measure, code)

    def elements(contest: Contest) -> Elements:
        return at_games(np.array(each.everybody(contest), dtype=np.int64), contest.tally)

    return _rounded_mean(elements).tiebreak(code).where(partial(are_all_rated, code.number("U")))


TIEBREAKS = (
    Family(name="RTNG", editions=(IN_FORCE,), make=own_rating, takes=("U", "R")),
    Family(name="ARO", editions=FIDE, make=average_rating, takes=("C", "M", "U")),
    Family(name="TPR", editions=FIDE, make=partial(performance, TOURNAMENT), takes=("U",)),
    Family(name="PTP", editions=FIDE, make=partial(performance, PERFECT), takes=("U",)),
    Family(name="APRO", editions=FIDE, make=partial(average_performance, TOURNAMENT), takes=("U",)),
    Family(name="APPO", editions=FIDE, make=partial(average_performance, PERFECT), takes=("U",)),
    Family(name="ARO", editions=(BOOK,), make=exact_average_rating, takes=("C", "U"), scored=False),
    Family(
        name="TPR",
        editions=(BOOK,),
        make=partial(performance, AS_UNRATED),
        takes=("U",),
        scored=False,
    ),
    Family(
        name="RCD",
        editions=(BOOK,),
        make=partial(performance, TOURNAMENT),
        takes=("U",),
        scored=False,
    ),
)
