"""Standings: points, then the tie-breaks, each separating those whom earlier ones left tied.

Two ways to apply a list of tie-breaks, named in `MODES`. *Successive*: one after another.
*Subsidiary* (the default): whenever somebody is separated, each group still tied starts again from
the first tie-break. Entrants who are tied after the last tie-break share a rank; rows of one rank
are in the order of the pairing numbers.

Source: seed 000, chapter 3, introduction.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tiebreaks.contest import Contest, contest_of
from planilla.domain.tiebreaks.tiebreak import Tiebreak

MODES: dict[str, bool] = {"subsidiary": True, "successive": False}
"""Modes of applying tie-breaks: True where a separation starts again from the first."""


PAIR = 2


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The tie-breaks of an event in their order, their mode and their edition.

    `mode` is one of `MODES`, `edition` one of `tiebreaks.EDITIONS`.
    """

    codes: tuple[str, ...] = ()
    mode: str = "subsidiary"
    edition: str = "libro"

    @property
    def tiebreaks(self) -> tuple[Tiebreak, ...]:
        """The tie-breaks themselves."""
        return tuple(tiebreak_of(code, self.edition) for code in self.codes)


class StandingEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row of the standings.

    `points` are in units of the point system, `values` in the units of the tie-breaks and in their
    order; None is a tie-break among the tied (`DE`) that was never asked for this entrant, or
    one that the rules drop here; if it was asked several times the last answer stands. `among` are
    those who were tied when it was asked: the working of value i is `working(contest, among[i],
    seat)`. `key` holds the integers in the order in which the rule used them, restarts included,
    and ends with the pairing number: all rows sorted by `key` alone, greatest first, are the
    standings. (`gc=False`: it holds numbers alone, and there are thousands.)
    """

    seat: Seat
    rank: int
    points: int
    values: tuple[int | None, ...]
    among: tuple[tuple[Seat, ...], ...]
    key: tuple[int, ...]


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One criterion of a ranking: an integer for each of a group, in its order.

    More is better unless `lower_is_better`. Only a column that `depends_on_tied` can give other
    values when it is asked again; one that `reapplies` is asked again of those it left tied. One
    without `values` is dropped by the rules and separates nobody.
    """

    values: Callable[[Sequence[Seat]], Sequence[int]] | None
    depends_on_tied: bool = False
    reapplies: bool = False
    lower_is_better: bool = False


class Ranking(NamedTuple):
    """Groups of equal rank from the top, and of each seat its key, as that of a `StandingEntry`.

    By column and then by seat, `shown` is the last value given and `among` the group in which.
    """

    groups: tuple[tuple[Seat, ...], ...]
    keys: Sequence[tuple[int, ...]]
    shown: Sequence[Sequence[int | None]]
    among: Sequence[Sequence[tuple[Seat, ...]]]


BySeat = Sequence[int] | Mapping[Seat, int]
"""A value for each seat, or for those of a group alone."""


_Tied = tuple[int, tuple[Seat, ...], int, int, tuple[int, ...]]
"""The number ahead of a group, its seats, the next column, the number of columns asked already, and
the values by which all of the group came here, more being better."""


_Part = tuple[int, tuple[Seat, ...], tuple[int, ...]]
"""The number ahead of a group, its seats, and the values by which all of it came here."""


def standings(crosstable: Crosstable, announced: Announced) -> tuple[StandingEntry, ...]:
    """Return all entrants in the order of their ranks; 1, 2, 2, 4 where two share the second."""
    return standings_of(contest_of(crosstable), announced)


def standings_of(contest: Contest, announced: Announced) -> tuple[StandingEntry, ...]:
    """Return the standings of individuals or of teams."""
    ranking = rank(columns_of(contest, announced), contest.size, announced.mode)
    keys, points = ranking.keys, contest.tally.scores
    first = _first_tiebreak(contest)
    values = list(zip(*ranking.shown[first:], strict=True)) or [()] * contest.size
    among = list(zip(*ranking.among[first:], strict=True)) or [()] * contest.size
    rows = [
        StandingEntry(
            seat=seat,
            rank=place,
            points=points[seat],
            values=values[seat],
            among=among[seat],
            key=keys[seat],
        )
        for place, group in _places(ranking.groups)
        for seat in group
    ]
    return tuple(rows)


def ranks(crosstable: Crosstable, announced: Announced) -> tuple[int, ...]:
    """Return the rank of each entrant, by seat."""
    contest = contest_of(crosstable)
    groups = rank(columns_of(contest, announced), contest.size, announced.mode).groups
    of_seat = {seat: place for place, group in _places(groups) for seat in group}
    return tuple(of_seat[seat] for seat in range(contest.size))


def parted_by(
    crosstable: Crosstable, announced: Announced, rows: Sequence[StandingEntry], seat: Seat
) -> dict[Seat, int]:
    """Return what separated each other seat from one: 0 for the points, i for the i-th tie-break.

    -1 is what ranks before the points. `rows` are the standings of this crosstable, in any order.
    Seats that share the rank are left out.
    """
    contest = contest_of(crosstable)
    columns = columns_of(contest, announced)
    points = _first_tiebreak(contest) - 1
    used = {row.seat: row.key[:-1] for row in rows}
    group, column, asked = tuple(used), 0, 0
    found: dict[Seat, int] = {}
    for at, value in enumerate(used[seat]):
        column = worth_asking(columns, column, asked)
        found |= {each: column - points for each in group if used[each][at] != value}
        parts = len({used[each][at] for each in group})
        restarts = MODES[announced.mode]
        following = following_column(columns[column], column, restarts=restarts, parts=parts)
        asked = max(asked, column + 1)
        group, column = tuple(each for each in group if used[each][at] == value), following
    return found


def rank(columns: tuple[Column, ...], size: int, mode: str) -> Ranking:
    """Separate seats 0 … `size` - 1 by the columns, in the way that `mode` names."""
    restarts = MODES[mode]
    everybody = tuple(range(size))
    fixed = [_fixed_values(each, everybody) for each in columns]
    better = [
        None if values is None else _more_is_better(values, rule)
        for values, rule in zip(fixed, columns, strict=True)
    ]
    shown: list[list[int | None]] = [
        [None] * size if values is None else [*values] for values in fixed
    ]
    found = _Found(everybody)
    among: list[list[tuple[Seat, ...]]] = [[*found.alone] for _ in columns]
    waiting: list[_Tied] = [(0, everybody, 0, 0, ())]
    while waiting:
        ahead, group, column, asked, used = waiting.pop()
        column = worth_asking(columns, column, asked)
        if len(group) <= 1 or column == len(columns):
            found.place(ahead, group, used)
            continue
        rule, values = columns[column], better[column]
        if values is None:
            values = _more_is_better(_asked(group, rule, shown[column]), rule)
        among_them = among[column]
        for seat in group:
            among_them[seat] = group
        tied = found.part(ahead, group, used, values)
        if tied:
            parts = 1 if len(tied[0][1]) == len(group) else PAIR
            following = following_column(rule, column, restarts=restarts, parts=parts)
            asked = max(asked, column + 1)
            waiting += [(at, part, following, asked, known) for at, part, known in tied]
    return Ranking(tuple(filter(None, found.placed)), found.keys, shown, among)


class _Found:
    """The places of those who have been separated from all others, and their keys."""

    __slots__ = ("alone", "keys", "placed")

    def __init__(self, everybody: tuple[Seat, ...]) -> None:
        self.alone: list[tuple[Seat, ...]] = [*zip(everybody, strict=True)]
        self.keys: list[tuple[int, ...]] = [()] * len(everybody)
        self.placed: list[tuple[Seat, ...]] = [()] * max(len(everybody), 1)

    def place(self, ahead: int, group: tuple[Seat, ...], used: tuple[int, ...]) -> None:
        """Place a group that no column separates any more."""
        self.placed[ahead] = group
        for seat in group:
            self.keys[seat] = (*used, -(seat + 1))

    def part(
        self, ahead: int, group: tuple[Seat, ...], used: tuple[int, ...], values: BySeat
    ) -> list[_Part]:
        """Split a group by value; place those who are alone then, and return the others.

        Of equal value seats stay in order.
        """
        if len(group) == PAIR:
            return self._part_pair(ahead, group, used, values)
        parts: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in group:
            parts[values[seat]].append(seat)
        tied: list[_Part] = []
        alone, keys, placed = self.alone, self.keys, self.placed
        for value in sorted(parts, reverse=True):
            part = parts[value]
            seat = part[0]
            if len(part) == 1:
                placed[ahead] = alone[seat]
                keys[seat] = (*used, value, -(seat + 1))
            else:
                tied.append((ahead, tuple(part), (*used, value)))
            ahead += len(part)
        return tied

    def _part_pair(
        self, ahead: int, pair: tuple[Seat, ...], used: tuple[int, ...], values: BySeat
    ) -> list[_Part]:
        """Split a pair, the most frequent group."""
        one, other = pair
        first, second = values[one], values[other]
        if first == second:
            return [(ahead, pair, (*used, first))]
        alone, keys, placed = self.alone, self.keys, self.placed
        keys[one], keys[other] = (*used, first, -(one + 1)), (*used, second, -(other + 1))
        if first < second:
            one, other = other, one
        placed[ahead], placed[ahead + 1] = alone[one], alone[other]
        return []


def _fixed_values(column: Column, everybody: tuple[Seat, ...]) -> Sequence[int] | None:
    """Return the values of a column for everybody, if they are the same in every group."""
    if column.depends_on_tied or column.values is None:
        return None
    return column.values(everybody)


def _asked(group: tuple[Seat, ...], column: Column, shown: list[int | None]) -> BySeat:
    """Return the values of a column for a group, which are shown from now on."""
    assert column.values is not None
    values = dict(zip(group, column.values(group), strict=True))
    for seat, value in values.items():
        shown[seat] = value
    return values


def worth_asking(columns: tuple[Column, ...], column: int, asked: int) -> int:
    """Return the next column that may separate somebody.

    One that has been asked already separates nobody after a restart, unless it depends on who is
    tied.
    """
    while column < len(columns):
        rule = columns[column]
        if rule.values is not None and (rule.depends_on_tied or column >= asked):
            break
        column += 1
    return column


def following_column(asked: Column, at: int, *, restarts: bool, parts: int) -> int:
    """Return the column after this one: after a separation the first, or the same one again."""
    if parts == 1:
        return at + 1
    if restarts:
        return 0
    return at if asked.reapplies else at + 1


def _more_is_better(values: BySeat, column: Column) -> BySeat:
    """Return the values of a column, negative where less is better."""
    if not column.lower_is_better:
        return values
    if isinstance(values, Mapping):
        return {seat: -value for seat, value in values.items()}
    return [-value for value in values]


def columns_of(contest: Contest, announced: Announced) -> tuple[Column, ...]:
    """Return the points, then the tie-breaks; one that the rules drop here has no values.

    Before them, where there is one, comes the order of the system itself.
    """
    points, ahead = contest.tally.scores, contest.ahead
    if contest.ranks_by_ahead_alone:
        return (
            Column(values=lambda group: [ahead[seat] for seat in group]),
            *(Column(values=None) for _ in (points, *announced.tiebreaks)),
        )
    first = Column(values=lambda group: [points[seat] for seat in group])
    before = (Column(values=lambda group: [ahead[seat] for seat in group]),) if ahead else ()
    return (*before, first, *(_column(contest, each) for each in announced.tiebreaks))


def _first_tiebreak(contest: Contest) -> int:
    """Return the column of the first tie-break."""
    return 2 if contest.ahead else 1


def _column(contest: Contest, tiebreak: Tiebreak) -> Column:
    return Column(
        values=partial(tiebreak.values, contest) if tiebreak.applies(contest) else None,
        depends_on_tied=tiebreak.depends_on_tied,
        reapplies=tiebreak.reapplies,
        lower_is_better=tiebreak.lower_is_better,
    )


def _places(groups: tuple[tuple[Seat, ...], ...]) -> Iterator[tuple[int, tuple[Seat, ...]]]:
    """Yield each group with its shared rank."""
    place = 1
    for group in groups:
        yield place, group
        place += len(group)
