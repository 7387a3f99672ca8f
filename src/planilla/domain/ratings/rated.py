"""Changes of everybody's rating in a tournament, game by game, and the rounds that do not count.

Only games that were played over the board against somebody rated count, with the results that
count for rating; open games do not count yet, so the change is live. All figures are exact: scores
in hundredths of a point, changes in hundredths of a rating point, rounded once at the end.
"""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Entrant, Game, Round, Seat
from planilla.domain.ratings.rules import RatingRules, k_by_rating, k_for_period
from planilla.domain.ratings.tables import away_from_zero, expected_hundredths, performance
from planilla.domain.ratings.unrated import Initial, initial_rating
from planilla.domain.vocabulary import RESULTS, GameResult

SCORES: dict[int, tuple[int, int]] = {
    GameResult.WHITE_WINS: (100, 0),
    GameResult.DRAW: (50, 50),
    GameResult.BLACK_WINS: (0, 100),
    GameResult.BOTH_LOSE: (0, 0),
}
"""Scores of White and Black in a game that was played, in hundredths, in any point system."""


class GameTerm(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One game that counts: against whom, what was expected, and what it changes.

    `difference` is the own rating less the opponent's as it was used, `is_cut` tells that it was
    brought down to the widest. `expected` and `score` are in hundredths of a point, `change` in
    hundredths of a rating point. A player without rating has no difference, expectation or change.
    """

    round: int
    opponent: Seat
    rating: int
    score: int
    difference: int = 0
    is_cut: bool = False
    expected: int = 0
    change: int = 0


class PlayerRating(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The sum of the games so far for one player; `rating` 0 is a player without one.

    `score` and `expected` (of the games that count) are in hundredths of a point, `change` is exact
    in hundredths of a rating point and `rounded` in whole ones. `rating_after` is None while an
    unrated player gets none; why, and the working, is in `initial`. `played` counts all games over
    the board, also those against unrated opponents.
    """

    seat: Seat
    rating: int
    k: int
    games: tuple[GameTerm, ...]
    played: int
    score: int
    expected: int
    change: int
    rounded: int
    rating_after: int | None
    performance: int | None
    initial: Initial | None = None


class Met(msgspec.Struct, frozen=True, gc=False):
    """One side of a board that was played: the opponent's rating may be 0."""

    round: int
    opponent: Seat
    rating: int
    score: int


def changes(crosstable: Crosstable, rules: RatingRules) -> tuple[PlayerRating, ...]:
    """Return everybody's change, or first rating, by seat. Linear in the number of games.

    K is the entrant's own, or else what the rating alone tells (`k.k_by_rating`).

    Source: seed 000, 4.3.1 and 4.3.2; FIDE B.02 (1 March 2024), 8.2 and 8.3.
    """
    met = games_met(crosstable)
    return tuple(
        _rated(seat, entrant, met[seat], rules)
        if entrant.rating
        else _unrated(seat, met[seat], rules)
        for seat, entrant in enumerate(crosstable.entrants)
    )


def games_met(crosstable: Crosstable) -> list[list[Met]]:
    """Return the games played over the board, by seat and then in the order of the rounds."""
    ratings = [entrant.rating for entrant in crosstable.entrants]
    met: list[list[Met]] = [[] for _ in ratings]
    for number, played in enumerate(crosstable.rounds, start=1):
        for white, black, (made_by_white, made_by_black) in scored_boards(played):
            met[white].append(Met(number, black, ratings[black], made_by_white))
            met[black].append(Met(number, white, ratings[white], made_by_black))
    return met


def scored_boards(played: Round) -> Iterator[tuple[Seat, Seat, tuple[int, int]]]:
    """The boards of a round that count for rating, with what both sides made, in hundredths."""
    results = played.results if played.rated is None else played.rated
    for (white, black), code in zip(played.boards, results, strict=True):
        score = SCORES.get(code)
        if score is not None:
            yield white, black, score


def k_in(rules: RatingRules, entrant: Entrant, games: int) -> int:
    """Return the K of a rated entrant who has played so many games that count."""
    return k_for_period(entrant.k or k_by_rating(rules.k, entrant.rating), games, rules.k_cap)


def difference_used(rules: RatingRules, own: int, opponent: int) -> int:
    """Return the difference of two ratings as it counts for the player rated `own`.

    Source: seed 000, 4.3.1; FIDE B.02 (1 March 2024, amended 1 October 2025), 8.3.1.
    """
    difference = own - opponent
    if rules.uncut_from and own >= rules.uncut_from:
        return difference
    if -rules.widest <= difference <= rules.widest:
        return difference
    return rules.widest if difference > 0 else -rules.widest


def is_too_wide(rules: RatingRules, own: int, opponent: int) -> bool:
    """Return whether a game is not rated because the two are too far apart.

    Source: FIDE B.02, rapid and blitz (since 1 December 2024).
    """
    return (
        rules.too_wide > 0
        and abs(own - opponent) >= rules.too_wide
        and max(own, opponent) > rules.too_wide_above
    )


def _rated(seat: Seat, entrant: Entrant, met: list[Met], rules: RatingRules) -> PlayerRating:
    own = entrant.rating
    counting = _counting(met, own, rules)
    k = k_in(rules, entrant, len(counting))
    games = tuple(_term(game, own, k, rules) for game in counting)
    change = sum(game.change for game in games)
    rounded = away_from_zero(change)
    score = sum(game.score for game in games)
    return PlayerRating(
        seat=seat,
        rating=own,
        k=k,
        games=games,
        played=len(met),
        score=score,
        expected=sum(game.expected for game in games),
        change=change,
        rounded=rounded,
        rating_after=own + rounded,
        performance=performance([game.rating for game in games], score),
    )


def _counting(met: list[Met], own: int, rules: RatingRules) -> list[Met]:
    against_rated = [game for game in met if game.rating]
    if not rules.too_wide:
        return against_rated
    return [game for game in against_rated if not is_too_wide(rules, own, game.rating)]


def _term(game: Met, own: int, k: int, rules: RatingRules) -> GameTerm:
    difference = difference_used(rules, own, game.rating)
    expected = expected_hundredths(difference)
    return GameTerm(
        round=game.round,
        opponent=game.opponent,
        rating=game.rating,
        score=game.score,
        difference=difference,
        is_cut=difference != own - game.rating,
        expected=expected,
        change=k * (game.score - expected),
    )


def _unrated(seat: Seat, met: list[Met], rules: RatingRules) -> PlayerRating:
    counting = [game for game in met if game.rating]
    opponents = [game.rating for game in counting]
    score = sum(game.score for game in counting)
    first = initial_rating(rules.initial, opponents, score, len(met))
    return PlayerRating(
        seat=seat,
        rating=0,
        k=0,
        games=tuple(
            GameTerm(round=game.round, opponent=game.opponent, rating=game.rating, score=game.score)
            for game in counting
        ),
        played=len(met),
        score=score,
        expected=0,
        change=0,
        rounded=0,
        rating_after=first.rating if first is not None else None,
        performance=performance(opponents, score),
        initial=first,
    )


# --- rounds that do not count --------------------------------------------------------------------


class UncountedReason(StrEnum):
    """The reason why a round does not count for rating; values name texts."""

    OPEN = "open"
    FORFEIT = "forfeit"
    BYE = "bye"
    ABSENT = "absent"
    UNRATED_OPPONENT = "unrated-opponent"
    NOT_RATED = "not-rated"
    TOO_WIDE = "too-wide"


class Uncounted(msgspec.Struct, frozen=True, kw_only=True):
    """A round that does not count; `opponent` is None without a board."""

    round: int
    opponent: Seat | None
    why: UncountedReason


def uncounted(crosstable: Crosstable, seat: Seat, rules: RatingRules) -> tuple[Uncounted, ...]:
    """Return the rounds of a player that are in no term of `changes`, in order.

    Source: seed 000, 4.3.1, note 2: games really played against rated opponents count.
    """
    ratings = [entrant.rating for entrant in crosstable.entrants]
    found = []
    for played, game in zip(crosstable.rounds, crosstable.games[seat], strict=True):
        if game.opponent is None:
            why: UncountedReason | None = (
                UncountedReason.ABSENT if game.bye is None else UncountedReason.BYE
            )
        else:
            why = _why_no_game(played, game, seat) or _why_not_these(
                rules, ratings[seat], ratings[game.opponent]
            )
        if why is not None:
            found.append(Uncounted(round=game.round, opponent=game.opponent, why=why))
    return tuple(found)


def _why_no_game(played: Round, game: Game, seat: Seat) -> UncountedReason | None:
    result = _rated_result(played, game, seat)
    if result is GameResult.OPEN:
        return UncountedReason.OPEN if game.is_open else UncountedReason.NOT_RATED
    return UncountedReason.FORFEIT if result.is_forfeit else None


def _why_not_these(rules: RatingRules, own: int, opponent: int) -> UncountedReason | None:
    if not opponent:
        return UncountedReason.UNRATED_OPPONENT
    return UncountedReason.TOO_WIDE if own and is_too_wide(rules, own, opponent) else None


def _rated_result(played: Round, game: Game, seat: Seat) -> GameResult:
    if played.rated is None:
        return game.result
    board = next(index for index, pair in enumerate(played.boards) if seat in pair)
    return RESULTS[played.rated[board]]
