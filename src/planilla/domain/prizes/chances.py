"""An unfinished tournament: everybody's chance of each place, and the fund divided by the chances.

Every open game may still be won, drawn or lost. While there are few enough outcomes each of them is
followed to its final standings, and all figures are exact. Otherwise outcomes are drawn with the
numbers that follow from a seed, and each figure has a standard error. `standings_max` is the limit
of both: it bounds the time.

The mean prize of a player is the mean of the prizes of all outcomes, before amounts are rounded,
under the plan that was announced; the means are rounded once. With prizes by place that is what the
book does: each prize is divided by the chances of its place. Those whom no tie-break separates have
an equal chance of each place of their tie.

To rank many outcomes, copies of the tournament, each with an outcome, stand side by side in one
contest, so that a tie-break is calculated for all of them together. It is asked only of those whom
points and earlier tie-breaks left tied; one among the tied once for each group and its results.

Source: seed 000, 1.2.2, the table of nine outcomes.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from math import isqrt, prod

import msgspec

from planilla.domain.chance import GENERATOR
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.distribution import (
    Distribution,
    RankedEntrant,
    Ranking,
    distribution,
    rounded,
    tied_on_rank,
)
from planilla.domain.prizes.outcomes import (
    ENDS,
    Model,
    OpenGame,
    Outcome,
    Weights,
    ends_drawn,
    every_outcome,
    weights_of,
)
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.standings import (
    MODES,
    PAIR,
    Announced,
    Column,
    columns_of,
    following_column,
    worth_asking,
)
from planilla.domain.tiebreaks.arrays import Array, np
from planilla.domain.tiebreaks.contest import Contest, contest_of_copies

EXACT_GAMES_MAX = 9
"""Open games whose outcomes, 19 683, are all followed, in a small tournament."""
ENTRANTS_MAX = 800_000
"""Entrants that are ranked in one calculation, over all outcomes: some seconds."""
ENTRANTS_BASE = 20
"""Entrants whose ranking takes as long as what is the same for standings of any size."""
ENTRANTS_AT_ONCE = 4_000
"""Entrants of the copies that are calculated together: the arrays fit into a processor's cache."""
SAMPLES_DEFAULT = 20_000
TEN_THOUSAND = 10_000


class OpenTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with open games, and the tie-breaks of its standings."""

    crosstable: Crosstable
    games: tuple[OpenGame, ...]
    announced: Announced


class Basis(msgspec.Struct, frozen=True, kw_only=True):
    """The method: likelihood of the ends, and the seed and number of outcomes that are drawn.

    `seed` and `samples` have no effect where every outcome is followed; with more than `exact_max`
    open games none is. Chances are given of the first `places` at least, 0: of those with a prize.
    """

    model: Model = Model()
    seed: int = 0
    samples: int = SAMPLES_DEFAULT
    exact_max: int = EXACT_GAMES_MAX
    places: int = 0


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of one player: of each place from the first on, and the mean prize.

    `prize` is in the smallest unit of the currency, `amount` the same in whole units.
    `prize_error` is its standard error, rounded up; 0 where every outcome was followed.
    """

    places: tuple[Fraction, ...]
    prize: Fraction
    amount: int
    prize_error: int


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who may still reach the places, the one with the highest mean prize first.

    `outcomes` is the number of those that were followed; all there are where it `is_exact`.
    """

    outcomes: int
    is_exact: bool
    by_seat: dict[Seat, Chance]

    def place_error(self, chance: Fraction) -> int:
        """Return the standard error of a chance in ten-thousandths, rounded up; 0 if exact."""
        if self.is_exact:
            return 0
        return root_up(chance * (1 - chance) * TEN_THOUSAND**2 / self.outcomes)


def standings_max(entrants: int) -> int:
    """Return the number of outcomes that are followed at most."""
    return ENTRANTS_MAX // (entrants + ENTRANTS_BASE)


def is_listed(contest: OpenTournament, basis: Basis) -> bool:
    """Return whether every outcome is followed."""
    games = len(contest.games)
    return games <= basis.exact_max and len(ENDS) ** games <= standings_max(contest.crosstable.size)


def chances(
    contest: OpenTournament, plan: PrizePlan, basis: Basis, without: frozenset[Seat] = frozenset()
) -> Chances:
    """Return the chances of all who may still win a prize or come among the first places.

    Seats in `without` have a place, and take no prize.
    """
    weights = tuple(weights_of(basis.model, contest.crosstable, game) for game in contest.games)
    prizes = sum(len(group.prizes) for group in plan.groups)
    depth = max(prizes + len(without), basis.places)
    is_exact = is_listed(contest, basis)
    if is_exact:
        total, outcomes = prod(map(sum, weights)), len(ENDS) ** len(weights)
        followed = every_outcome(weights)
    else:
        total = outcomes = min(basis.samples, standings_max(contest.crosstable.size))
        followed = _drawn(weights, basis.seed, outcomes)
    # With a band or a category somebody far behind may win; otherwise only the top matters.
    end = depth if all(group.is_general for group in plan.groups) else contest.crosstable.size
    outcomes_followed, weights_followed = zip(*followed, strict=True)
    rankings = final_rankings(contest, end, outcomes_followed)
    finals: Counter[Ranking] = Counter()
    for ranking, weight in zip(rankings, weights_followed, strict=True):
        finals[ranking] += weight
    tally = _tally(finals, plan, contest, without)
    return Chances(
        outcomes=outcomes,
        is_exact=is_exact,
        by_seat=_chances(tally, total, depth, is_exact=is_exact),
    )


def _drawn(weights: Weights, seed: int, samples: int) -> Iterator[tuple[Outcome, int]]:
    """Return so many outcomes, drawn with the current generator."""
    return ((outcome, 1) for outcome in islice(ends_drawn(seed, weights, GENERATOR), samples))


class _Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over outcomes by their weight: of places by seat, of amounts and of their squares.

    A place is the first of those whom no tie-break separates, and their number.
    """

    places: dict[Seat, Counter[tuple[int, int]]]
    amounts: dict[Seat, Fraction]
    squares: dict[Seat, Fraction]


def _tally(
    finals: Counter[Ranking], plan: PrizePlan, contest: OpenTournament, without: frozenset[Seat]
) -> _Tally:
    places: dict[Seat, Counter[tuple[int, int]]] = defaultdict(Counter)
    amounts: dict[Seat, Fraction] = defaultdict(Fraction)
    squares: dict[Seat, Fraction] = defaultdict(Fraction)
    for ranking, weight in finals.items():
        for run in tied_on_rank(ranking):
            for each in run:
                places[each.seat][each.rank, len(run)] += weight
        winning = tuple(each for each in ranking if each.seat not in without)
        shared = distribution(plan, contest.crosstable.entrants, winning)
        for seat, amount in _exact_amounts(shared).items():
            amounts[seat] += amount * weight
            squares[seat] += amount * amount * weight
    return _Tally(places=places, amounts=amounts, squares=squares)


def _exact_amounts(shared: Distribution) -> dict[Seat, Fraction]:
    """Return the prize of each winner before amounts are rounded."""
    won: dict[Seat, Fraction] = defaultdict(Fraction)
    for group in shared.groups:
        for tie in group.ties:
            for share in tie.shares:
                won[share.seat] += share.common + share.by_place
    return won


def _chances(tally: _Tally, total: int, depth: int, *, is_exact: bool) -> dict[Seat, Chance]:
    means = {seat: tally.amounts[seat] / total for seat in tally.places}
    places = {seat: _places(tally.places[seat], total, depth) for seat in means}
    order = sorted(means, key=lambda seat: (means[seat], places[seat], -seat), reverse=True)
    amounts = rounded([means[seat] for seat in order])
    return {
        seat: Chance(
            places=places[seat],
            prize=means[seat],
            amount=amount,
            prize_error=0 if is_exact else _prize_error(tally, seat, total),
        )
        for seat, amount in zip(order, amounts, strict=True)
        if any(places[seat]) or means[seat]
    }


def _places(counted: Counter[tuple[int, int]], total: int, depth: int) -> tuple[Fraction, ...]:
    """Return the chance of each place; an undecided tie is spread over its places."""
    chance = [Fraction(0)] * depth
    for (first, size), weight in counted.items():
        for place in range(first, min(first + size, depth + 1)):
            chance[place - 1] += Fraction(weight, total * size)
    return tuple(chance)


def _prize_error(tally: _Tally, seat: Seat, samples: int) -> int:
    mean = tally.amounts[seat] / samples
    variance = tally.squares[seat] / samples - mean * mean
    return root_up(variance / samples)


def root_up(square: Fraction) -> int:
    """Return the square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)


# --- final rankings of many outcomes at once ------------------------------------------------------

_Group = tuple[int, tuple[Seat, ...], tuple[int, ...]]
"""A column, those who are tied when it is asked, and the ends of the open games among them."""


def final_rankings(
    contest: OpenTournament, depth: int, outcomes: Sequence[Outcome]
) -> Iterator[Ranking]:
    """Yield the final ranking after each outcome, to the end of the points group of place `depth`.

    Points are counted down from 0: only ties matter, and equal rankings are to be equal.
    """
    finals = _Finals(contest, depth)
    count = max(ENTRANTS_AT_ONCE // max(contest.crosstable.size, 1), 1)
    for start in range(0, len(outcomes), count):
        yield from finals.rankings(outcomes[start : start + count])


class _Finals:
    """The rankings of one tournament, with what was found for earlier outcomes."""

    def __init__(self, contest: OpenTournament, depth: int) -> None:
        self._contest = contest
        self._size = contest.crosstable.size
        self._depth = depth
        self._among: dict[_Group, Array] = {}
        self._games: dict[tuple[Seat, ...], list[int]] = {}
        self._rankings: dict[bytes, Ranking] = {}

    def rankings(self, outcomes: Sequence[Outcome]) -> Iterator[Ranking]:
        """Yield the rankings after some outcomes."""
        ends = np.array(outcomes, dtype=np.intp).reshape(len(outcomes), -1)
        contest = self._contest_of(ends)
        points = _comparable(contest.tally.totals).reshape(len(ends), self._size)
        copies = _Copies(ends, *np.nonzero(self._reaching(points, contest)))
        self._separate(copies, contest)
        order = np.argsort(copies.ahead, kind="stable")
        ahead, scores = copies.ahead - copies.first, points[copies.copy, copies.seat]
        table = np.stack([copies.seat, scores, ahead], axis=1)[order]
        bounds = np.searchsorted(copies.copy, np.arange(len(ends) + 1)).tolist()
        return (self._ranking(table[start:end]) for start, end in pairwise(bounds))

    def _contest_of(self, ends: Array) -> Contest:
        results = np.array(ENDS, dtype=np.uint8)[ends]
        games = [(game.round - 1, game.board) for game in self._contest.games]
        return contest_of_copies(self._contest.crosstable, games, results)

    def _reaching(self, points: Array, contest: Contest) -> Array:
        """Return who comes to place `depth`, or has as many points as who does, in each copy."""
        if contest.ahead or self._depth >= self._size:
            return np.ones(points.shape, bool)
        place = self._size - self._depth
        reaching: Array = points >= np.partition(points, place, axis=1)[:, place, None]
        return reaching

    def _ranking(self, table: Array) -> Ranking:
        """Return the ranking of the rows of one copy: seat, points, number of those ahead."""
        key = table.tobytes()
        if key not in self._rankings:
            self._rankings[key] = tuple(self._ranked(table.tolist()))
        return self._rankings[key]

    def _ranked(self, rows: Sequence[tuple[int, int, int]]) -> Iterator[RankedEntrant]:
        points, last = 0, None
        for place, (seat, score, ahead) in enumerate(rows):
            if score != last:
                if place >= self._depth:
                    break
                points, last = points - 1, score
            yield RankedEntrant(seat, points, ahead + 1)

    def _separate(self, copies: "_Copies", contest: Contest) -> None:
        """Ask column after column of those who are still tied, as `standings.rank` does."""
        announced = self._contest.announced
        columns, restarts = columns_of(contest, announced), MODES[announced.mode]
        # Members of groups that are still tied, the next column, and the number of those asked.
        waiting = [(np.arange(len(copies.seat)), 0, 0)]
        while waiting:
            tied, column, asked = waiting.pop()
            column = worth_asking(columns, column, asked)
            if not len(tied) or column == len(columns):
                continue
            rule = columns[column]
            if rule.depends_on_tied:
                values = self._values_among(copies, tied, column)
            else:
                values = _asked(rule, (copies.copy[tied] * self._size + copies.seat[tied]).tolist())
            unchanged, separated = copies.part(tied, values if rule.lower_is_better else -values)
            asked = max(asked, column + 1)
            for left, parts in ((unchanged, 1), (separated, PAIR)):
                following = following_column(rule, column, restarts=restarts, parts=parts)
                waiting.append((left, following, asked))

    def _values_among(self, copies: "_Copies", tied: Array, column: int) -> Array:
        """Return the values of the tied group by group.

        They follow from the games among them: the same group with the same ends is asked once.
        """
        groups, unknown = [], {}
        for copy, seats in copies.groups(tied):
            group = (column, seats, self._ends_among(seats, copies.ends[copy]))
            groups.append(group)
            if group not in self._among:
                unknown[group] = copy
        if unknown:
            chosen = sorted(set(unknown.values()))
            rule = columns_of(self._contest_of(copies.ends[chosen]), self._contest.announced)[
                column
            ]
            for group, copy in unknown.items():
                first = self._size * bisect_left(chosen, copy)
                self._among[group] = _asked(rule, [first + seat for seat in group[1]])
        return np.concatenate([self._among[group] for group in groups])

    def _ends_among(self, seats: tuple[Seat, ...], ends: Array) -> tuple[int, ...]:
        if seats not in self._games:
            games = enumerate(self._contest.games)
            self._games[seats] = [
                at for at, game in games if game.white in seats and game.black in seats
            ]
        return tuple(ends[self._games[seats]].tolist()) if self._games[seats] else ()


class _Copies:
    """Entrants of copies that may reach the places: of each its copy, its seat and its place.

    Entrants are in the order of copies and then of seats. `ends` are those of the games by copy,
    `first` is the number of entrants in the copies before, `ahead` of all who are ahead as yet.
    """

    def __init__(self, ends: Array, copy: Array, seat: Array) -> None:
        self.ends = ends
        self.copy = copy
        self.seat = seat
        self.first = np.searchsorted(copy, copy)
        self.ahead = self.first.copy()

    def part(self, tied: Array, values: Array) -> tuple[Array, Array]:
        """Separate groups by value, the least first; `tied` are all members, group by group.

        Returns those who are still tied: of groups that stay whole, and of groups that parted.
        """
        groups = self.ahead[tied]
        order = np.lexsort((values, groups))
        tied, groups, values = tied[order], groups[order], values[order]
        begins_group = np.append(True, groups[1:] != groups[:-1])
        begins_part = begins_group | np.append(True, values[1:] != values[:-1])
        part, group = np.cumsum(begins_part) - 1, np.cumsum(begins_group) - 1
        group_at, part_at = np.flatnonzero(begins_group), np.flatnonzero(begins_part)
        self.ahead[tied] = groups + part_at[part] - group_at[group]
        is_tied = np.bincount(part)[part] > 1
        is_whole = np.bincount(group[begins_part])[group] == 1
        return tied[is_tied & is_whole], tied[is_tied & ~is_whole]

    def groups(self, tied: Array) -> Iterator[tuple[int, tuple[Seat, ...]]]:
        """Yield the copy and the seats of each group, in order."""
        ahead, seats = self.ahead[tied], self.seat[tied].tolist()
        starts = [0, *(np.flatnonzero(ahead[1:] != ahead[:-1]) + 1).tolist(), len(seats)]
        copies = self.copy[tied].tolist()
        return ((copies[start], tuple(seats[start:end])) for start, end in pairwise(starts))


def _asked(column: Column, seats: Sequence[Seat]) -> Array:
    """Return the values of a column."""
    assert column.values is not None, "a column that the rules drop is not asked"
    return _comparable(column.values(seats))


def _comparable(values: Sequence[int] | Array) -> Array:
    """Return values as an array; their order instead, where they do not fit into 64 bits."""
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return np.unique(np.array(values, dtype=object), return_inverse=True)[1]
