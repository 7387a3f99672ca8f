"""An unfinished tournament: everybody's chance of each place, and the fund divided by the chances.

Every open game may still be won, drawn or lost. Up to `EXACT_GAMES_MAX` of them all outcomes are
looked at; beyond, `samples` outcomes are drawn with the numbers that follow from a seed, and each
figure has a standard error. So it is with fewer games too, and with fewer samples, where the full
standings would have to be made more than `STANDINGS_MAX` times: when those tied on points are told
apart by a tie-break that is no sum (`additions`).

What a player is to get is the mean of what they would win, outcome by outcome, under the plan that
was announced; with prizes by place that is what the book does: each prize divided by the chances of
its place. Who is tied for good has an equal chance of each place of the tie.

Source: seed 000, 1.2.2, the table of nine outcomes.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import isqrt, prod

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.contenders import Field, contenders
from planilla.domain.prizes.distribution import distribution
from planilla.domain.prizes.finals import Contest, Final, Finals, ranking_of_final
from planilla.domain.prizes.likelihood import Model, weights_of
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.prizes.ranking import Ranking, tied_on_rank
from planilla.domain.prizes.sharing import rounded

EXACT_GAMES_MAX = 12
"""So many games have 531 441 outcomes."""
STANDINGS_MAX = 2_000
"""So many full standings take a few seconds."""
SAMPLES_DEFAULT = 20_000
TEN_THOUSAND = 10_000


class Basis(msgspec.Struct, frozen=True, kw_only=True):
    """How chances are worked out; `seed` and `samples` matter beyond `exact_max` open games.

    Chances are told of the first `places` at least, 0: of those that have a prize.
    """

    model: Model = Model()
    seed: int = 0
    samples: int = SAMPLES_DEFAULT
    exact_max: int = EXACT_GAMES_MAX
    places: int = 0


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """What one player may expect: the chance of each place from the first, and the mean prize.

    `prize` is in the smallest unit of the currency, `amount` the same in whole units.
    `prize_error` is its standard error, rounded up; 0 where every outcome was looked at.
    """

    places: tuple[Fraction, ...]
    prize: Fraction
    amount: int
    prize_error: int


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who may still come so far, the one with the most to expect first.

    `outcomes` were looked at; `is_exact` tells that they are all there are.
    """

    outcomes: int
    is_exact: bool
    by_seat: dict[Seat, Chance]

    def place_error(self, chance: Fraction) -> int:
        """The standard error of a chance in ten-thousandths, rounded up; 0 if it is exact."""
        if self.is_exact:
            return 0
        return _root_up(chance * (1 - chance) * TEN_THOUSAND**2 / self.outcomes)


def chances(
    contest: Contest, plan: PrizePlan, basis: Basis, without: frozenset[Seat] = frozenset()
) -> Chances:
    """The chances of all who may still win a prize or come among the first places.

    Who is in `without` has a place, and takes no prize.
    """
    finals = _finals(contest, plan, basis, len(without))
    model = (weights_of(basis.model, contest.crosstable, game) for game in contest.games)
    weights = tuple(model)
    slow = finals.share_told_apart(weights)
    is_exact = (
        len(contest.games) <= basis.exact_max and slow * 3 ** len(contest.games) <= STANDINGS_MAX
    )
    if is_exact:
        found = finals.of_all(weights)
        total = prod(map(sum, weights))
    else:
        total = min(basis.samples, int(STANDINGS_MAX / slow)) if slow else basis.samples
        found = finals.of_drawn(weights, basis.seed, total)
    tally = _tally(found, plan, contest, without)
    depth = _depth(plan, basis, len(without))
    return Chances(
        outcomes=3 ** len(contest.games) if is_exact else total,
        is_exact=is_exact,
        by_seat=_chances(tally, total, depth, is_exact=is_exact),
    )


class _Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over outcomes by their weight: of places by seat, of amounts and of their squares."""

    places: dict[Seat, Counter[tuple[int, int]]]
    amounts: Counter[Seat]
    squares: Counter[Seat]


def _depth(plan: PrizePlan, basis: Basis, without: int) -> int:
    prizes = sum(len(group.prizes) for group in plan.groups)
    return max(prizes + without, basis.places)


def _finals(contest: Contest, plan: PrizePlan, basis: Basis, without: int) -> Finals:
    depth = _depth(plan, basis, without)
    entrants = contest.crosstable.entrants
    whole = Field(tuple(range(len(entrants))), depth)
    groups = [
        Field(
            tuple(seat for seat, each in enumerate(entrants) if group.admits(each)),
            len(group.prizes) + without,
        )
        for group in plan.groups
    ]
    is_general = all(group.is_general for group in plan.groups)
    return Finals(contest, partial(contenders, whole, groups), depth if is_general else 0)


def _tally(
    finals: Mapping[Final, int], plan: PrizePlan, contest: Contest, without: frozenset[Seat]
) -> _Tally:
    places: dict[Seat, Counter[tuple[int, int]]] = defaultdict(Counter)
    amounts: Counter[Seat] = Counter()
    squares: Counter[Seat] = Counter()
    entrants = contest.crosstable.entrants
    for final, weight in finals.items():
        ranking = ranking_of_final(final)
        for run in tied_on_rank(ranking):
            for each in run:
                places[each.seat][each.rank, len(run)] += weight
        winning = _without(ranking, without)
        for seat, amount in distribution(plan, entrants, winning).amounts.items():
            amounts[seat] += amount * weight
            squares[seat] += amount * amount * weight
    return _Tally(places=places, amounts=amounts, squares=squares)


def _without(ranking: Ranking, without: frozenset[Seat]) -> Ranking:
    return tuple(each for each in ranking if each.seat not in without) if without else ranking


def _chances(tally: _Tally, total: int, depth: int, *, is_exact: bool) -> dict[Seat, Chance]:
    means = {seat: Fraction(tally.amounts[seat], total) for seat in tally.places}
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
    """The chance of each place; a tie for good is spread over its places."""
    chance = [Fraction(0)] * depth
    for (first, size), weight in counted.items():
        for place in range(first, min(first + size, depth + 1)):
            chance[place - 1] += Fraction(weight, total * size)
    return tuple(chance)


def _prize_error(tally: _Tally, seat: Seat, samples: int) -> int:
    mean = Fraction(tally.amounts[seat], samples)
    variance = Fraction(tally.squares[seat], samples) - mean * mean
    return _root_up(variance / samples)


def _root_up(square: Fraction) -> int:
    """The square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)
