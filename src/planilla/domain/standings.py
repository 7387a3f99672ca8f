"""Standings: points, then the tie-breaks, each separating those whom the ones before left tied.

Two ways to apply a list of tie-breaks, named in `MODES`. *Successive*: one after another.
*Subsidiary* (the default): whenever somebody is separated, each group still tied starts again from
the first tie-break. Who is tied after the last tie-break shares a rank; rows of one rank are in
the order of the pairing numbers.

Source: seed 000, chapter 3, introduction.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.scoring import scores
from planilla.domain.tiebreaks import TIEBREAKS

MODES: dict[str, bool] = {"subsidiary": True, "successive": False}
"""How tie-breaks are applied: name → whether a separation starts again from the first."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the standings.

    `points` are in units of the point system, `values` in the units of the tie-breaks and in their
    order; None tells that a tie-break among the tied (`DE`) was never asked for this entrant, and
    if it was asked several times the last answer stands. `among` are those who were tied when it
    was asked: the working of value i is `working(crosstable, among[i], seat)`. `key` holds the
    integers in the order in which the rule used them, restarts included, and ends with the pairing
    number: all rows sorted by `key` alone, greatest first, are the standings.
    """

    seat: Seat
    rank: int
    points: int
    values: tuple[int | None, ...]
    among: tuple[tuple[Seat, ...], ...]
    key: tuple[int, ...]


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One criterion of a ranking: an integer for each of a group, in its order; more is better.

    Only a column that `depends_on_tied` can give other values when it is asked again.
    """

    values: Callable[[tuple[Seat, ...]], tuple[int, ...]]
    depends_on_tied: bool = False


class Ranking(NamedTuple):
    """Groups of equal rank from the top, and what each seat was given: `used` in order of use.

    By column and then by seat, `shown` is the last value given and `among` the group in which.
    """

    groups: tuple[tuple[Seat, ...], ...]
    used: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int | None, ...], ...]
    among: tuple[tuple[tuple[Seat, ...], ...], ...]


class _Tied(NamedTuple):
    """A group, the column to be asked next, and how many columns have been asked already."""

    group: tuple[Seat, ...]
    column: int
    asked: int


def standings(
    crosstable: Crosstable, tiebreaks: tuple[str, ...], mode: str = "subsidiary"
) -> tuple[Standing, ...]:
    """All entrants in the order of their ranks; 1, 2, 2, 4 where two share the second.

    `tiebreaks` are codes of `TIEBREAKS`, `mode` one of `MODES`.
    """
    columns = _columns(crosstable, tiebreaks)
    ranking = rank(columns, crosstable.size, mode)
    points = scores(crosstable)
    return tuple(
        Standing(
            seat=seat,
            rank=place,
            points=points[seat],
            values=tuple(column[seat] for column in ranking.shown[1:]),
            among=tuple(column[seat] for column in ranking.among[1:]),
            key=(*ranking.used[seat], -(seat + 1)),
        )
        for place, group in _places(ranking.groups)
        for seat in group
    )


def ranks(
    crosstable: Crosstable, tiebreaks: tuple[str, ...], mode: str = "subsidiary"
) -> tuple[int, ...]:
    """The rank of each entrant, by seat: with `before_round`, where they stood before."""
    groups = rank(_columns(crosstable, tiebreaks), crosstable.size, mode).groups
    of_seat = {seat: place for place, group in _places(groups) for seat in group}
    return tuple(of_seat[seat] for seat in range(crosstable.size))


def rank(columns: tuple[Column, ...], size: int, mode: str) -> Ranking:
    """Separate seats 0 … `size` - 1 by the columns, in the way that `mode` names."""
    restarts = MODES[mode]
    everybody = tuple(range(size))
    fixed = [None if each.depends_on_tied else each.values(everybody) for each in columns]
    shown = [_unasked(size) if values is None else list[int | None](values) for values in fixed]
    among = [_each_alone(size) for _ in columns]
    used: list[list[int]] = [[] for _ in everybody]
    groups = []
    waiting = [_Tied(everybody, 0, 0)]
    while waiting:
        group, column, asked = waiting.pop()
        if len(group) <= 1 or column == len(columns):
            groups.append(group)
            continue
        values = _values_of(group, columns[column], fixed[column])
        parts = _parts(group, values)
        # A fixed column that has been asked already has nothing new to say after a restart.
        if columns[column].depends_on_tied or column >= asked:
            for seat, value in zip(group, values, strict=True):
                used[seat].append(value)
                shown[column][seat] = value
                among[column][seat] = group
        following = 0 if restarts and len(parts) > 1 else column + 1
        asked = max(asked, column + 1)
        waiting.extend(_Tied(part, following, asked) for part in reversed(parts))
    return Ranking(
        groups=tuple(groups),
        used=tuple(map(tuple, used)),
        shown=tuple(map(tuple, shown)),
        among=tuple(map(tuple, among)),
    )


def _unasked(size: int) -> list[int | None]:
    return [None] * size


def _each_alone(size: int) -> list[tuple[Seat, ...]]:
    return [(seat,) for seat in range(size)]


def _values_of(
    group: tuple[Seat, ...], column: Column, fixed: tuple[int, ...] | None
) -> tuple[int, ...]:
    if fixed is None:
        return column.values(group)
    return tuple(fixed[seat] for seat in group)


def _parts(group: tuple[Seat, ...], values: tuple[int, ...]) -> list[tuple[Seat, ...]]:
    """The group split by value, greatest first; seats stay in ascending order."""
    parts: dict[int, list[Seat]] = {}
    for seat, value in zip(group, values, strict=True):
        parts.setdefault(value, []).append(seat)
    return [tuple(parts[value]) for value in sorted(parts, reverse=True)]


def _columns(crosstable: Crosstable, tiebreaks: tuple[str, ...]) -> tuple[Column, ...]:
    """The points, then the tie-breaks by their codes."""
    points = scores(crosstable)
    first = Column(values=lambda group: tuple(points[seat] for seat in group))
    chosen = (TIEBREAKS[code] for code in tiebreaks)
    return (
        first,
        *(
            Column(values=partial(each.values, crosstable), depends_on_tied=each.depends_on_tied)
            for each in chosen
        ),
    )


def _places(groups: tuple[tuple[Seat, ...], ...]) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """Each group with its shared rank."""
    place = 1
    for group in groups:
        yield place, group
        place += len(group)
