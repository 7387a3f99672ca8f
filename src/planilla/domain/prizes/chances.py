"""An unfinished tournament: everybody's chance of each place, and the fund divided by the chances.

Every open game may still be won, drawn or lost. While there are few enough outcomes each of them is
followed to its final standings, and all figures are exact. Otherwise outcomes are drawn with the
numbers that follow from a seed, and each figure has a standard error. `standings_max` is the limit
of both: it bounds the time, which is one calculation of the standings for each outcome.

The mean prize of a player is the mean of the prizes of all outcomes, before amounts are rounded,
under the plan that was announced; the means are rounded once. With prizes by place that is what the
book does: each prize is divided by the chances of its place. Those whom no tie-break separates have
an equal chance of each place of their tie.

Source: seed 000, 1.2.2, the table of nine outcomes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
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
    ended,
    ends_drawn,
    every_outcome,
    weights_of,
)
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.standings import Announced, ranks
from planilla.domain.tiebreaks.contest import contest_of

EXACT_GAMES_MAX = 9
"""Open games whose outcomes, 19 683, are all followed, in a small tournament."""
ENTRANTS_MAX = 800_000
"""Entrants that are ranked in one calculation, over all outcomes: some seconds."""
ENTRANTS_BASE = 20
"""Entrants whose ranking takes as long as what is the same for standings of any size."""
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
        return _root_up(chance * (1 - chance) * TEN_THOUSAND**2 / self.outcomes)


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
    finals: Counter[Ranking] = Counter()
    for outcome, weight in followed:
        finals[_final(contest, outcome, end)] += weight
    tally = _tally(finals, plan, contest, without)
    return Chances(
        outcomes=outcomes,
        is_exact=is_exact,
        by_seat=_chances(tally, total, depth, is_exact=is_exact),
    )


def _drawn(weights: Weights, seed: int, samples: int) -> Iterator[tuple[Outcome, int]]:
    """Return so many outcomes, drawn with the current generator."""
    return ((outcome, 1) for outcome in islice(ends_drawn(seed, weights, GENERATOR), samples))


def _final(contest: OpenTournament, outcome: Outcome, depth: int) -> Ranking:
    """Return the final ranking to the end of the points group in which place `depth` is.

    Points are counted down from 0: only ties matter, and equal rankings are counted together.
    """
    after = ended(contest.crosstable, contest.games, outcome)
    rank, scores = ranks(after, contest.announced), contest_of(after).tally.scores
    ranking: list[RankedEntrant] = []
    points, last = 0, None
    for place, seat in enumerate(sorted(range(after.size), key=rank.__getitem__)):
        if scores[seat] != last:
            if place >= depth:
                break
            points, last = points - 1, scores[seat]
        ranking.append(RankedEntrant(seat, points, rank[seat]))
    return tuple(ranking)


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
    return _root_up(variance / samples)


def _root_up(square: Fraction) -> int:
    """Return the square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)
