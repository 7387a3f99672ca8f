"""The book's ratings of a round robin: one mean opponent for each, in place of single games.

Every intermediate value (Rar, p, Dp, Ra, Rc) is rounded half up to a whole number before the next
step, as the book prints them. FIDE abolished the method; it is the seed's alone.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.ratings.rated import Met, difference_used, games_met, k_in
from planilla.domain.ratings.rules import RatingRules
from planilla.domain.ratings.tables import (
    HUNDRED,
    away_from_zero,
    difference_of,
    expected_hundredths,
    half_up,
    percentage,
)
from planilla.domain.ratings.unrated import NO_POINTS, difference_for

TOO_FEW_RATED = "too-few-rated-opponents"
LEAST_RATED = 4
RATED_SHARE = 3
"""One opponent in three must be rated for a first rating, and four at least."""


class RoundRobinPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One player's line; `rating` 0 is a player without one, `k` then 0.

    `score` and `expected` in hundredths of a point, `percentage` (p) in hundredths, `difference` as
    p gives it; `mean` (Rc) of the opponents; `against_mean` the own rating less Rc as it was used.
    `change` is in hundredths of a rating point (from Rc where there is no rating), rounded down to
    them if it must be; `rating_after` None for the reason in `reason`.
    """

    seat: Seat
    rating: int
    k: int
    games: int
    score: int
    percentage: int
    difference: int
    mean: int
    against_mean: int
    expected: int
    change: int
    rating_after: int | None
    reason: str = ""


class RoundRobin(msgspec.Struct, frozen=True, kw_only=True):
    """The table's means and its players: Rar of the rated, Dp of all differences, Ra of all."""

    rated_mean: int
    rated_mean_exact: Fraction
    mean_difference: int
    mean_difference_exact: Fraction
    table_mean: int
    opponents: int
    players: tuple[RoundRobinPlayer, ...]


class _RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player before the means are known."""

    seat: Seat
    rating: int
    games: int
    score: int
    percentage: int
    difference: int


def round_robin(crosstable: Crosstable, rules: RatingRules) -> RoundRobin | None:
    """Return the ratings of a round robin; None while nobody rated has played.

    Who has played no game is left out. A game that was not played counts in nobody's score; all
    who played stay in everybody's mean. The mean of the differences is taken over all players, as
    in the book's example (the old FIDE rule took the rated alone: UNVERIFIED).

    Source: seed 000, 4.3.3.
    """
    lines = _lines(crosstable)
    rated = [line.rating for line in lines if line.rating]
    if not rated:
        return None
    count = len(lines) - 1
    rated_mean = Fraction(sum(rated), len(rated))
    differences = Fraction(sum(line.difference for line in lines), len(lines))
    share = Fraction(count, count + 1)
    table_mean = half_up(half_up(rated_mean) - half_up(differences) * share)
    return RoundRobin(
        rated_mean=half_up(rated_mean),
        rated_mean_exact=rated_mean,
        mean_difference=half_up(differences),
        mean_difference_exact=differences,
        table_mean=table_mean,
        opponents=count,
        players=tuple(
            _rated(crosstable, rules, line, _mean_opponent(table_mean, count, line.rating))
            if line.rating
            else _unrated(rules, line, table_mean, _OpponentCounts(count, len(rated)))
            for line in lines
        ),
    )


def first_difference(rules: RatingRules, score: int, games: int, opponents: int) -> Fraction:
    """Return what a score in hundredths adds to the mean of the table for a first rating.

    Below one half the difference is taken N / (N + 1) times, N being the number of opponents.

    Source: seed 000, 4.3.3.
    """
    added = Fraction(difference_for(rules.initial, score, games))
    return added * Fraction(opponents, opponents + 1) if added < 0 else added


class _OpponentCounts(msgspec.Struct, frozen=True):
    """Numbers of opponents and of rated opponents."""

    opponents: int
    rated: int


def _lines(crosstable: Crosstable) -> list[_RatedPlayer]:
    return [
        _line(seat, crosstable.entrants[seat].rating, games)
        for seat, games in enumerate(games_met(crosstable))
        if games
    ]


def _line(seat: Seat, rating: int, games: Sequence[Met]) -> _RatedPlayer:
    score = sum(game.score for game in games)
    share = percentage(score, len(games))
    return _RatedPlayer(
        seat=seat,
        rating=rating,
        games=len(games),
        score=score,
        percentage=share,
        difference=difference_of(share),
    )


def _mean_opponent(table_mean: int, opponents: int, rating: int) -> int:
    return half_up(Fraction(table_mean * (opponents + 1) - rating, opponents))


def _rated(
    crosstable: Crosstable, rules: RatingRules, line: _RatedPlayer, mean: int
) -> RoundRobinPlayer:
    k = k_in(rules, crosstable.entrants[line.seat], line.games)
    against_mean = difference_used(rules, line.rating, mean)
    expected = line.games * expected_hundredths(against_mean)
    change = k * (line.score - expected)
    return RoundRobinPlayer(
        seat=line.seat,
        rating=line.rating,
        k=k,
        games=line.games,
        score=line.score,
        percentage=line.percentage,
        difference=line.difference,
        mean=mean,
        against_mean=against_mean,
        expected=expected,
        change=change,
        rating_after=line.rating + away_from_zero(change),
    )


def _unrated(
    rules: RatingRules, line: _RatedPlayer, mean: int, field: _OpponentCounts
) -> RoundRobinPlayer:
    """A first rating; unrated players have the mean of the table as the mean of their opponents."""
    added = first_difference(rules, line.score, line.games, field.opponents)
    reason = _refused(line, field)
    return RoundRobinPlayer(
        seat=line.seat,
        rating=0,
        k=0,
        games=line.games,
        score=line.score,
        percentage=line.percentage,
        difference=line.difference,
        mean=mean,
        against_mean=0,
        expected=0,
        change=(HUNDRED * added).__floor__(),
        rating_after=None if reason else half_up(mean + added),
        reason=reason,
    )


def _refused(line: _RatedPlayer, field: _OpponentCounts) -> str:
    if not line.score:
        return NO_POINTS
    enough = field.rated >= LEAST_RATED and RATED_SHARE * field.rated >= field.opponents
    return "" if enough else TOO_FEW_RATED
