"""Float histories: who met somebody with more or fewer points, and the marks the book prints.

In a pairing of unequal scores the higher scored player gets a downfloat (`D`), the lower one an
upfloat (`A`). The float of a round without a game differs between the editions, so each has its
rule: a function of the round, the difference of scores, and the point system.
"""

from collections.abc import Callable, Iterable
from enum import IntFlag
from itertools import accumulate

from planilla.domain.crosstable import Crosstable, Game, Round
from planilla.domain.pairing.byes import FULL_POINT_BYES, is_forfeit_win
from planilla.domain.scoring import PointSystem, growth, points_in, points_of, system_of
from planilla.domain.vocabulary import ByeKind, GameResult


class Float(IntFlag):
    """Direction of a float; in the edition of 2012 a round may have both."""

    NONE = 0
    DOWN = 1
    UP = 2


LETTERS = {Float.NONE: "", Float.DOWN: "D", Float.UP: "A", Float.DOWN | Float.UP: "DA"}
"""The book's letters for floats: descendente, ascendente."""

FloatRule = Callable[[Game, int, PointSystem], Float]
"""From a round, its difference of scores (own less opponent's) and the points: a float."""


def by_score(difference: int) -> Float:
    """Return the float of a pairing: of the higher score downwards, of the lower upwards (A.4)."""
    if difference == 0:
        return Float.NONE
    return Float.DOWN if difference > 0 else Float.UP


def book_float(game: Game, difference: int, _system: PointSystem) -> Float:
    """Return the float as paired, even if forfeited; a point bye is down (seed 000, A.5.3)."""
    if game.bye is not None:
        return Float.DOWN if game.bye in FULL_POINT_BYES else Float.NONE
    return by_score(difference)


def float_of_2012(game: Game, difference: int, system: PointSystem) -> Float:
    """Return the book's float, or down for a win by forfeit (C.04.3 of 2012, A4 and B1.b)."""
    paired = book_float(game, difference, system)
    return paired | Float.DOWN if is_forfeit_win(game) else paired


def float_of_2017(game: Game, difference: int, _system: PointSystem) -> Float:
    """Return the float of a round, down without a game (C.04.3 of 2017, A.4.b)."""
    return Float.DOWN if game.is_unplayed else by_score(difference)


def float_of_2026(game: Game, difference: int, system: PointSystem) -> Float:
    """The bye, and more points than a loss without playing (C.04.3 of 2026, 1.4.3 and 1.4.4)."""
    if not game.is_unplayed:
        return by_score(difference)
    gains = game.bye is ByeKind.PAIRING_ALLOCATED or points_of(game, system) > system.loss
    return Float.DOWN if gains else Float.NONE


def only_upfloats(game: Game, difference: int, _system: PointSystem) -> Float:
    """Return an upfloat for a game against a higher score; nobody floats down (C.04.4.1, 1.3)."""
    return Float.UP if difference < 0 and not game.is_unplayed else Float.NONE


def float_when_played(game: Game, difference: int, _system: PointSystem) -> Float:
    """Return the float of a match that was played; none without one (C.04.6 and C.04.5 of 2026)."""
    return Float.NONE if game.is_unplayed else by_score(difference)


def scores_by_round(
    crosstable: Crosstable, accelerated: tuple[tuple[int, ...], ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return each entrant's score before every round and after the last, by seat, for pairing.

    Units are those of the point system. A game without a result counts as a draw until it has
    one (seed 000, 2.9: "las partidas aplazadas cuentan como empate"; FIDE C.04.2, 3.1).
    `accelerated` adds fictitious points, by seat and then by round.
    """
    system, size = system_of(crosstable), crosstable.size
    columns = [_pairing_points_in(played, size, system) for played in crosstable.rounds]
    rows: Iterable[tuple[int, ...]] = zip(*columns, strict=True) if columns else ((),) * size
    if crosstable.best_rounds:
        rows = (growth(points, crosstable.best_rounds) for points in rows)
    totals = tuple(tuple(accumulate(points, initial=0)) for points in rows)
    return with_fictitious(totals, accelerated)


def with_fictitious(
    totals: tuple[tuple[int, ...], ...], accelerated: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return scores by seat and round with the fictitious points of an acceleration."""
    if not accelerated:
        return totals
    return tuple(
        tuple(map(sum, zip(mine, extra, strict=True)))
        for mine, extra in zip(totals, accelerated, strict=True)
    )


def _pairing_points_in(played: Round, size: int, system: PointSystem) -> tuple[int, ...]:
    """Return the points of one round for pairing, by seat; an open game counts as a draw."""
    points = points_in(played, size, system)
    if GameResult.OPEN not in played.results:
        return points
    counted = list(points)
    for (white, black), result in zip(played.boards, played.results, strict=True):
        if result == GameResult.OPEN:
            counted[white] = counted[black] = system.draw
    return tuple(counted)


def floats_by_round(
    crosstable: Crosstable, rule: FloatRule = book_float
) -> tuple[tuple[Float, ...], ...]:
    """Return the float of each entrant in each round, by seat."""
    scores = scores_by_round(crosstable)
    system = system_of(crosstable)
    return tuple(
        tuple(rule(game, difference_of(game, seat, scores), system) for game in games)
        for seat, games in enumerate(crosstable.games)
    )


def difference_of(game: Game, seat: int, scores: tuple[tuple[int, ...], ...]) -> int:
    """Return the score of `seat` less that of the opponent before this round; 0 without a board."""
    if game.opponent is None:
        return 0
    return scores[seat][game.round - 1] - scores[game.opponent][game.round - 1]


def float_marks(crosstable: Crosstable, rule: FloatRule = book_float) -> tuple[str, ...]:
    """Return the marks of the last two rounds as the book prints them, by seat.

    The older mark comes first and in lower case: `dA` floated down two rounds ago and up in the
    last round. Source: seed 000, A.4.
    """
    return tuple(mark_of(floats) for floats in floats_by_round(crosstable, rule))


def mark_of(floats: tuple[Float, ...]) -> str:
    """Return the marks of one history, such as `D`, `a`, `dD`, or nothing."""
    before, last = (Float.NONE, Float.NONE, *floats)[-2:]
    return LETTERS[before].lower() + LETTERS[last]
