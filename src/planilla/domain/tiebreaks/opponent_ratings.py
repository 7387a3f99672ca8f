"""Tie-breaks by ratings: the average of the opponents met over the board, and performances.

Where somebody has no rating the rules drop these tie-breaks, unless the code says what an unrated
player counts as (`/U1400`). Forfeits and byes never count (FIDE C.07, 15.2 and 10).

Source: FIDE C.07 (1 March 2026), `RTNG`, `ARO`, `TPR`, `PTP`, `APRO`, `APPO`; B.02, 8.1.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.ratings.tables import difference_of, expected_hundredths
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.cuts import Cuts, cuts_of
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponents import met_over_the_board
from planilla.domain.tiebreaks.tally import Kind
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working

OUT_OF_REACH = 800
"""A difference beyond which nothing more is expected: the scale ends at 735."""

_EXPECTED = bytes(
    expected_hundredths(difference) for difference in range(-OUT_OF_REACH, OUT_OF_REACH + 1)
)


class Rated(NamedTuple):
    """The games that count: rounds from 0, opponents' ratings, points in half points of 1-½-0."""

    rounds: list[int]
    opponents: list[Seat]
    ratings: list[int]
    score: int


def round_half_up(numerator: int, denominator: int) -> int:
    """The nearest integer; a half goes up."""
    return (2 * numerator + denominator) // (2 * denominator)


def ratings_in(contest: Contest, unrated: int | None) -> tuple[int, ...]:
    """Everybody's rating, with what an unrated player counts as."""
    if unrated is None:
        return contest.ratings
    return tuple(rating or unrated for rating in contest.ratings)


def are_all_rated(unrated: int | None, contest: Contest) -> bool:
    """Whether rating tie-breaks may be used."""
    return unrated is not None or all(contest.ratings)


def rated_games(contest: Contest, seat: Seat, unrated: int | None = None) -> Rated:
    """The games that an entrant played over the board, against whom and how they ended."""
    ratings = ratings_in(contest, unrated)
    met = met_over_the_board(contest, seat)
    return Rated(
        rounds=[at for at, _ in met],
        opponents=[opponent for _, opponent in met],
        ratings=[ratings[opponent] for _, opponent in met],
        score=sum(contest.tally.outcomes[seat]),
    )


def after_cuts(ratings: Sequence[int], cuts: Cuts) -> list[int]:
    """The ratings without the lowest, and without the highest, in ascending order."""
    ordered = sorted(ratings)
    return ordered[cuts.low : max(cuts.low, len(ordered) - cuts.high)]


def own_rating(code: Code, _: object = None) -> Tiebreak:
    """The entrant's own rating."""
    unrated = code.number("U")

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        ratings = ratings_in(contest, unrated)
        return [ratings[seat] for seat in tied]

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        (rating,) = values(contest, (seat,))
        return Working(unit=1, terms=(), steps=(Step(name="rating", numerator=rating),))

    return Tiebreak(
        code=code.written,
        unit=_one,
        values=values,
        working=working,
        applies=partial(are_all_rated, unrated),
        lower_is_better=code.has("R"),
    )


def _one(_: Contest) -> int:
    return 1


def average_rating(code: Code, _: object = None) -> Tiebreak:
    """The mean of the opponents' ratings, rounded; 0 for who has met nobody."""
    unrated, cuts = code.number("U"), cuts_of(code)

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        return [_average(after_cuts(each, cuts)) for each in _ratings_met(contest, tied, unrated)]

    return Tiebreak(
        code=code.written,
        unit=_one,
        values=values,
        working=partial(_average_working, unrated, cuts),
        applies=partial(are_all_rated, unrated),
    )


def _average(ratings: Sequence[int]) -> int:
    return round_half_up(sum(ratings), len(ratings)) if ratings else 0


def _ratings_met(contest: Contest, tied: Sequence[Seat], unrated: int | None) -> list[list[int]]:
    """The ratings of those met over the board, for each of `tied`."""
    ratings, tally = ratings_in(contest, unrated), contest.tally
    whole = bytes((Kind.PLAYED,)) * tally.rounds
    met = []
    for seat in tied:
        opponents, kinds = tally.opponents[seat], tally.kinds[seat]
        if kinds != whole:
            opponents = list(compress(opponents, [kind == Kind.PLAYED for kind in kinds]))
        met.append([ratings[opponent] for opponent in opponents])
    return met


def _average_working(
    unrated: int | None, cuts: Cuts, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    games = rated_games(contest, seat, unrated)
    order = sorted(range(len(games.ratings)), key=lambda index: games.ratings[index])
    kept = set(order[cuts.low : max(cuts.low, len(order) - cuts.high)])
    total = sum(games.ratings[index] for index in kept)
    return Working(
        unit=1,
        terms=_rating_terms(games, kept),
        steps=(
            Step(name="mean", numerator=total, denominator=len(kept) or 1),
            Step(name="rounded", numerator=round_half_up(total, len(kept)) if kept else 0),
        ),
    )


def _rating_terms(games: Rated, kept: set[int] | None = None) -> tuple[Term, ...]:
    return tuple(
        Term(
            round=at + 1,
            opponent=opponent,
            value=rating,
            note=Note.PLAYED,
            cut=kept is not None and index not in kept,
        )
        for index, (at, opponent, rating) in enumerate(
            zip(games.rounds, games.opponents, games.ratings, strict=True)
        )
    )


# --- performances --------------------------------------------------------------------------------

Measure = Callable[[Sequence[int], int], int]
"""A performance from the opponents' ratings and the score in half points; 0 without games."""


def tournament_performance(ratings: Sequence[int], score: int) -> int:
    """The average rating of the opponents and what the percentage score adds to it.

    The average is rounded first; the percentage is rounded half up to hundredths (UNVERIFIED: the
    text is silent).

    Source: FIDE C.07 (1 March 2026), `TPR`.
    """
    if not ratings:
        return 0
    return _average(ratings) + difference_of(round_half_up(50 * score, len(ratings)))


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
    lowest, highest = rating - OUT_OF_REACH, rating + OUT_OF_REACH
    return sum(
        _EXPECTED[highest - other] if lowest <= other <= highest else (other < rating) * 100
        for other in ratings
    )


def performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """One of the two performances of each."""
    unrated = code.number("U")
    return Tiebreak(
        code=code.written,
        unit=_one,
        values=partial(_performances, measure, unrated),
        working=partial(_performance_working, measure, unrated),
        applies=partial(are_all_rated, unrated),
    )


def _performances(
    measure: Measure, unrated: int | None, contest: Contest, tied: Sequence[Seat]
) -> list[int]:
    outcomes = contest.tally.outcomes
    met = _ratings_met(contest, tied, unrated)
    return [measure(ratings, sum(outcomes[seat])) for seat, ratings in zip(tied, met, strict=True)]


def _performance_working(
    measure: Measure, unrated: int | None, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    games = rated_games(contest, seat, unrated)
    value = measure(games.ratings, games.score)
    steps = [Step(name="score", numerator=games.score, denominator=2)]
    if games.ratings and measure is tournament_performance:
        percentage = round_half_up(50 * games.score, len(games.ratings))
        steps += [
            Step(name="average-rating", numerator=_average(games.ratings)),
            Step(name="percentage", numerator=percentage, denominator=100),
            Step(name="rating-difference", numerator=difference_of(percentage)),
        ]
    steps.append(Step(name="performance", numerator=value))
    return Working(unit=1, terms=_rating_terms(games), steps=tuple(steps))


def average_performance(measure: Measure, code: Code, _: object = None) -> Tiebreak:
    """The mean of the performances of those met over the board, rounded.

    Source: FIDE C.07 (1 March 2026), `APRO`, `APPO`.
    """
    unrated = code.number("U")
    return Tiebreak(
        code=code.written,
        unit=_one,
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
    everybody = _of_everybody(measure, unrated, contest)
    return [
        _average([everybody[opponent] for _, opponent in met_over_the_board(contest, seat)])
        for seat in tied
    ]


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
