"""Point systems: results and byes become points, as integers in the smallest unit.

To add one that tournaments are announced with: add it to `POINT_SYSTEMS`. Names are recorded in
events and are never changed. A crosstable may also carry a system of its own, as files do
(`Crosstable.points`; TRF 162, XXS).
"""

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappush, heapreplace

import msgspec

from planilla.domain.crosstable import ROUNDS_KEPT, Crosstable, Game, PointSystem, Round
from planilla.domain.vocabulary import ByeKind, Colour

__all__ = [
    "POINT_SYSTEMS",
    "STANDARD",
    "THREE_ONE_NOUGHT",
    "PointSystem",
    "byes_of_games",
    "growth",
    "notation_of",
    "points_by_round",
    "points_of",
    "points_of_match",
    "rounds_left_out",
    "scores",
    "system_of",
    "written_points",
]

STANDARD = PointSystem(
    name="1-½-0",
    unit=2,
    win=2,
    draw=1,
    loss=0,
    forfeit_win=2,
    forfeit_loss=0,
    pairing_bye=2,
    full_bye=2,
    half_bye=1,
    zero_bye=0,
)
"""One point for a win, half for a draw; a bye and a forfeit win count one (seed 000, 2.9)."""

THREE_ONE_NOUGHT = PointSystem(
    name="3-1-0",
    unit=1,
    win=3,
    draw=1,
    loss=0,
    forfeit_win=3,
    forfeit_loss=0,
    pairing_bye=3,
    full_bye=3,
    half_bye=1,
    zero_bye=0,
)

POINT_SYSTEMS: dict[str, PointSystem] = {
    "1-½-0": STANDARD,
    "3-1-0": THREE_ONE_NOUGHT,
}


def system_of(crosstable: Crosstable) -> PointSystem:
    """Return the crosstable's own point system, or else the one that was announced."""
    return crosstable.points or POINT_SYSTEMS[crosstable.point_system]


def points_of(game: Game, system: PointSystem) -> int:
    """Return the points of one round for one entrant; an open game and an absence have none."""
    if game.bye is not None:
        return system.by_bye[game.bye]
    if game.opponent is None:
        return system.zero_bye
    if game.scored is not None:
        return game.scored
    to_white, to_black = system.by_result[game.result]
    return to_white if game.colour is Colour.WHITE else to_black


def points_by_round(crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the points that each round added to each entrant's score, by seat and then by round.

    Where only the best rounds count, that may be less than its result is worth.
    """
    points, best = _gained(crosstable), crosstable.best_rounds
    return tuple(growth(own, best) for own in points) if best else points


def growth(points: Sequence[int], best: int) -> tuple[int, ...]:
    """Return by how much the sum of the `best` best rounds grew in each round (seed 000, 2.9.1)."""
    counted: list[int] = []
    grown = []
    for gained in points:
        if len(counted) < best:
            heappush(counted, gained)
            grown.append(gained)
        elif gained > counted[0]:
            grown.append(gained - heapreplace(counted, gained))
        else:
            grown.append(0)
    return tuple(grown)


def rounds_left_out(crosstable: Crosstable, seat: int) -> frozenset[int]:
    """Return the rounds of an entrant that do not count beside the best ones; none where all do.

    Of equal rounds the earlier ones count.
    """
    if not crosstable.best_rounds:
        return frozenset()
    points = _gained(crosstable)[seat]
    order = sorted(range(len(points)), key=lambda at: (-points[at], at))
    return frozenset(at + 1 for at in order[crosstable.best_rounds :])


def _gained(crosstable: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the points that the result of each round is worth, by seat and then by round."""
    system, size = system_of(crosstable), crosstable.size
    columns = [points_in(played, size, system) for played in crosstable.rounds]
    points = tuple(zip(*columns, strict=True)) if columns else ((),) * size
    return _without_annulled(crosstable, points) if crosstable.annulled else points


def _without_annulled(
    crosstable: Crosstable, points: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the points without those of games that count for nobody."""
    return tuple(
        tuple(
            gained if crosstable.counts(seat, game) else 0
            for gained, game in zip(points[seat], games, strict=True)
        )
        for seat, games in enumerate(crosstable.games)
    )


@lru_cache(maxsize=ROUNDS_KEPT)
def points_in(played: Round, size: int, system: PointSystem) -> tuple[int, ...]:
    """Return the points of one round by seat; cached, for a result changes only its own round."""
    points = [system.zero_bye] * size
    worth = played.scored or map(system.by_result.__getitem__, played.results)
    for (white, black), gained in zip(played.boards, worth, strict=True):
        points[white], points[black] = gained
    for seat, kind in played.byes:
        points[seat] = system.by_bye[kind]
    return tuple(points)


def scores(crosstable: Crosstable) -> tuple[int, ...]:
    """Return the sum of each entrant's points, by seat."""
    return tuple(sum(points) for points in points_by_round(crosstable))


@lru_cache
def points_of_match(system: PointSystem, games: int) -> PointSystem:
    """Return the worth of rounds that are matches of so many games, by the worth of one game.

    A match is worth its games, and so are a forfeit and a bye on request. A pairing-allocated bye
    is worth one bye for a game, and draws for the others: 1½ in two games.

    Source: FIDE C.04.5 (the bye is a win and a draw).
    """
    return msgspec.structs.replace(
        system,
        name=f"{system.name} × {games}",
        win=games * system.win,
        draw=games * system.draw,
        loss=games * system.loss,
        forfeit_win=games * system.forfeit_win,
        forfeit_loss=games * system.forfeit_loss,
        pairing_bye=system.pairing_bye + (games - 1) * system.half_bye,
        full_bye=games * system.full_bye,
        half_bye=games * system.half_bye,
        zero_bye=games * system.zero_bye,
        black_win=None,
        black_draw=None,
        black_loss=None,
    )


def byes_of_games(kind: ByeKind, games: int) -> tuple[ByeKind, ...]:
    """Return a bye in a match of so many games as one for each game, of the same worth in all."""
    if kind is ByeKind.PAIRING_ALLOCATED:
        return (kind, *(ByeKind.HALF_POINT,) * (games - 1))
    return (kind,) * games


def notation_of(system: PointSystem) -> str:
    """Return win, draw and loss as in the names above, and what else is not as usual: `1-½-0 U=½`.

    Usual is that a forfeit (`+ -`) and a full or pairing-allocated bye (`F U`) are worth as much as
    a game, a half-point bye (`H`) a draw, a zero-point bye (`Z`) a loss, and Black (`B`) as White.
    """
    usual = (
        ("+", system.forfeit_win, system.win),
        ("-", system.forfeit_loss, system.loss),
        ("U", system.pairing_bye, system.win),
        ("F", system.full_bye, system.win),
        ("H", system.half_bye, system.draw),
        ("Z", system.zero_bye, system.loss),
        ("B1", system.black_win, system.win),
        ("B½", system.black_draw, system.draw),
        ("B0", system.black_loss, system.loss),
    )
    games = "-".join(
        written_points(each, system.unit) for each in (system.win, system.draw, system.loss)
    )
    others = [
        f"{sign}={written_points(value or 0, system.unit)}"
        for sign, value, as_usual in usual
        if value not in {None, as_usual}
    ]
    return " ".join([games, *others])


def written_points(value: int, unit: int) -> str:
    """Return points in units as they are written without a language: `1½`, `2/3`."""
    whole, rest = divmod(value, unit)
    if not rest:
        return str(whole)
    if 2 * rest == unit:
        return f"{whole or ''}½"
    return f"{value}/{unit}"
