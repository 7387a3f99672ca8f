"""Tie-breaks by ratings: the own one, and the average of the opponents met over the board.

Where somebody has no rating the rules drop these tie-breaks, unless the code says what an unrated
player counts as (`/U1400`). Forfeits and byes never count (FIDE C.07, 15.2 and 10).

Source: FIDE C.07 (1 March 2026), `RTNG`, `ARO`.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.cuts import NO_CUTS, Cuts, cuts_of
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.meetings import meetings_of, sums_of_met
from planilla.domain.tiebreaks.opponents import met_by, met_over_the_board
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working


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
        unit=one,
        values=values,
        working=working,
        applies=partial(are_all_rated, unrated),
        lower_is_better=code.has("R"),
    )


def one(_: Contest) -> int:
    """The unit of what is counted in whole numbers."""
    return 1


def average_rating(code: Code, _: object = None) -> Tiebreak:
    """The mean of the opponents' ratings, rounded; 0 for who has met nobody."""
    unrated, cuts = code.number("U"), cuts_of(code)

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        if cuts == NO_CUTS:
            return averages_over(ratings_in(contest, unrated), contest, tied)
        return averages_of([after_cuts(each, cuts) for each in ratings_met(contest, tied, unrated)])

    return Tiebreak(
        code=code.written,
        unit=one,
        values=values,
        working=partial(_average_working, unrated, cuts),
        applies=partial(are_all_rated, unrated),
    )


def average_of(ratings: Sequence[int]) -> int:
    """The mean, rounded half up; 0 of none."""
    (average,) = averages_of((ratings,))
    return average


def averages_over(values: Sequence[int], contest: Contest, tied: Sequence[Seat]) -> list[int]:
    """The mean of the values, given by seat, of those whom each has met, as `average_of`."""
    found = zip(sums_of_met(contest.tally, values), meetings_of(contest.tally).games, strict=True)
    means = [(2 * total + count) // (2 * count) if count else 0 for total, count in found]
    return [means[seat] for seat in tied]


def averages_of(rows: Iterable[Sequence[int]]) -> list[int]:
    """The mean of each, as `average_of`."""
    return [(2 * sum(each) + len(each)) // (2 * len(each)) if each else 0 for each in rows]


def ratings_met(contest: Contest, tied: Sequence[Seat], unrated: int | None) -> list[list[int]]:
    """The ratings of those met over the board, for each of `tied`."""
    rating_of = ratings_in(contest, unrated).__getitem__
    return [list(map(rating_of, met)) for met in met_by(contest, tied)]


def _average_working(
    unrated: int | None, cuts: Cuts, contest: Contest, _: Sequence[Seat], seat: Seat
) -> Working:
    games = rated_games(contest, seat, unrated)
    kept = kept_after(games, cuts)
    total = sum(games.ratings[index] for index in kept)
    return Working(
        unit=1,
        terms=rating_terms(games, kept),
        steps=(
            Step(name="mean", numerator=total, denominator=len(kept) or 1),
            Step(name="rounded", numerator=round_half_up(total, len(kept)) if kept else 0),
        ),
    )


def kept_after(games: Rated, cuts: Cuts) -> set[int]:
    """Which games are left after the cuts, as indices."""
    order = sorted(range(len(games.ratings)), key=lambda index: games.ratings[index])
    return set(order[cuts.low : max(cuts.low, len(order) - cuts.high)])


def rating_terms(games: Rated, kept: set[int] | None = None) -> tuple[Term, ...]:
    """One term for each game; those that are not `kept` are cut."""
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
