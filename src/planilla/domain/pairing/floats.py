"""Float histories: who met somebody with more or fewer points, and the marks the book prints.

In a pairing of unequal scores the higher scored player gets a downfloat (`D`), the lower one an
upfloat (`A`), also when the game is forfeited afterwards (seed 000, A.5.3). A bye that brings a
point is a downfloat; a forfeit win is not one in the book's histories.
"""

from collections.abc import Iterable
from enum import StrEnum
from itertools import accumulate

from planilla.domain.crosstable import Crosstable, Game, games_by_entrant
from planilla.domain.scoring import points_of, system_of
from planilla.domain.vocabulary import ByeKind

FLOATING_BYES = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})
"""Byes that count as a downfloat: those that bring a full point (B1.b)."""


class Float(StrEnum):
    """The direction of a float, as the book writes it: descendente, ascendente."""

    DOWN = "D"
    UP = "A"


def scores_by_round(crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Each entrant's score before every round and after the last, by seat, for pairing.

    Units are those of the point system. A game without a result counts as a draw until it has
    one (seed 000, 2.9: "las partidas aplazadas cuentan como empate"; FIDE C.04.2).
    """
    system = system_of(crosstable)
    return tuple(
        _running_totals(system.draw if game.is_open else points_of(game, system) for game in games)
        for games in games_by_entrant(crosstable)
    )


def pairing_scores(crosstable: Crosstable) -> tuple[int, ...]:
    """The scores by which the next round is paired, by seat."""
    return tuple(scores[-1] for scores in scores_by_round(crosstable))


def floats_by_round(crosstable: Crosstable) -> tuple[tuple[Float | None, ...], ...]:
    """The float of each entrant in each round, by seat."""
    scores = scores_by_round(crosstable)
    return tuple(
        tuple(_float_of(game, seat, scores) for game in games)
        for seat, games in enumerate(games_by_entrant(crosstable))
    )


def float_marks(crosstable: Crosstable) -> tuple[str, ...]:
    """The marks of the last two rounds as the book prints them, by seat.

    The older mark comes first and in lower case: `dA` floated down two rounds ago and up in the
    last round. Source: seed 000, A.4.
    """
    return tuple(mark_of(floats) for floats in floats_by_round(crosstable))


def mark_of(floats: tuple[Float | None, ...]) -> str:
    """The marks of one history, such as `D`, `a`, `dD`, or nothing."""
    before, last = (None, None, *floats)[-2:]
    return (before.value.lower() if before else "") + (last.value if last else "")


def _running_totals(points: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(points, initial=0))


def _float_of(game: Game, seat: int, scores: tuple[tuple[int, ...], ...]) -> Float | None:
    if game.bye is not None:
        return Float.DOWN if game.bye in FLOATING_BYES else None
    if game.opponent is None:
        return None
    mine, theirs = scores[seat][game.round - 1], scores[game.opponent][game.round - 1]
    if mine == theirs:
        return None
    return Float.DOWN if mine > theirs else Float.UP
