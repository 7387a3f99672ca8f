"""An unfinished tournament: everybody's chance of each place, and the fund divided by the chances.

Every open game may still be won, drawn or lost. Up to `EXACT_GAMES_MAX` of them all outcomes are
looked at (`exact`); beyond, `samples` outcomes are drawn with the numbers that follow from a seed,
and each figure has a standard error. So it is with fewer games too, and with fewer samples, where
the tied may be others in too many ways, and the full standings would have to be made more than
`STANDINGS_MAX` times: when those tied on points are told apart by no sum (`additions`).

What a player is to get is the mean of what they would win, outcome by outcome, under the plan that
was announced; with prizes by place that is what the book does: each prize divided by the chances of
its place. Who is tied for good has an equal chance of each place of the tie.

Source: seed 000, 1.2.2, the table of nine outcomes.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from math import isqrt, prod

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.contenders import Competitors, contenders
from planilla.domain.prizes.distribution import Distribution, distribution
from planilla.domain.prizes.exact import Field, Piece, TooManyCases, has_reach, pieces_of
from planilla.domain.prizes.finals import Contest, Final, Finals, ranking_of_final
from planilla.domain.prizes.likelihood import Model, weights_of
from planilla.domain.prizes.plan import PrizePlan, Taking
from planilla.domain.prizes.ranking import Ranking, tied_on_rank
from planilla.domain.prizes.sharing import rounded
from planilla.domain.prizes.worlds import Weights

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
    model = (weights_of(basis.model, contest.crosstable, game) for game in contest.games)
    weights = tuple(model)
    field = _field(contest, plan, basis, without)
    found, total, is_exact = _found(contest, weights, field, basis)
    tally = _tally(found, plan, contest, without)
    return Chances(
        outcomes=3 ** len(contest.games) if is_exact else total,
        is_exact=is_exact,
        by_seat=_chances(tally, total, field.depth, is_exact=is_exact),
    )


def _found(
    contest: Contest, weights: Weights, field: Field, basis: Basis
) -> tuple[Counter[Piece], int, bool]:
    """What the outcomes lead to, what they weigh together, and whether they are all there are."""
    may_be_exact = len(contest.games) <= basis.exact_max
    everything = prod(map(sum, weights))
    if may_be_exact and has_reach(contest.announced):
        with suppress(TooManyCases):
            return pieces_of(contest, weights, field), everything, True
    is_general = len(field.generals) == len(field.groups)
    finals = Finals(contest, field.contenders, field.depth if is_general else 0)
    slow = finals.share_told_apart(weights)
    if may_be_exact and slow * 3 ** len(contest.games) <= STANDINGS_MAX:
        return _as_pieces(finals.of_all(weights), field), everything, True
    total = min(basis.samples, int(STANDINGS_MAX / slow)) if slow else basis.samples
    return _as_pieces(finals.of_drawn(weights, basis.seed, total), field), total, False


def _as_pieces(finals: Mapping[Final, int], field: Field) -> Counter[Piece]:
    nobody = (0,) * len(field.groups)
    return Counter(
        {Piece(0, nobody, ranking_of_final(final)): weight for final, weight in finals.items()}
    )


class _Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over outcomes by their weight: of places by seat, of amounts and of their squares."""

    places: dict[Seat, Counter[tuple[int, int]]]
    amounts: dict[Seat, Fraction]
    squares: dict[Seat, Fraction]


def _field(contest: Contest, plan: PrizePlan, basis: Basis, without: frozenset[Seat]) -> Field:
    entrants = contest.crosstable.entrants
    prizes = sum(len(group.prizes) for group in plan.groups)
    depth = max(prizes + len(without), basis.places)
    everybody = tuple(range(len(entrants)))
    admitted = [
        tuple(seat for seat in everybody if group.admits(entrants[seat])) for group in plan.groups
    ]
    groups = [
        Competitors(seats, len(group.prizes) + len(without))
        for seats, group in zip(admitted, plan.groups, strict=True)
    ]
    return Field(
        contenders=partial(contenders, Competitors(everybody, depth), groups),
        groups=tuple(frozenset(seats) - without for seats in admitted),
        depths=tuple(len(group.prizes) for group in plan.groups),
        depth=depth,
        size=len(entrants),
        generals=frozenset(number for number, group in enumerate(plan.groups) if group.is_general),
        is_apart=plan.taking is Taking.EVERY or len(plan.groups) <= 1,
    )


def _tally(
    pieces: Mapping[Piece, int], plan: PrizePlan, contest: Contest, without: frozenset[Seat]
) -> _Tally:
    places: dict[Seat, Counter[tuple[int, int]]] = defaultdict(Counter)
    amounts: dict[Seat, Fraction] = defaultdict(Fraction)
    squares: dict[Seat, Fraction] = defaultdict(Fraction)
    entrants = contest.crosstable.entrants
    left = cache(partial(_left, plan))
    for piece, weight in pieces.items():
        for run in tied_on_rank(piece.ranking):
            for each in run:
                places[each.seat][piece.ahead + each.rank, len(run)] += weight
        winning = _without(piece.ranking, without)
        for seat, amount in _won(distribution(left(piece.in_groups), entrants, winning)).items():
            amounts[seat] += amount * weight
            squares[seat] += amount * amount * weight
    return _Tally(places=places, amounts=amounts, squares=squares)


def _won(shared: Distribution) -> dict[Seat, Fraction]:
    """What each wins, before amounts are rounded."""
    won: dict[Seat, Fraction] = defaultdict(Fraction)
    for group in shared.groups:
        for tie in group.ties:
            for share in tie.shares:
                won[share.seat] += share.common + share.by_place
    return won


def _left(plan: PrizePlan, taken: tuple[int, ...]) -> PrizePlan:
    """The plan without the first prizes of each group, which others have taken."""
    groups = (
        replace(group, prizes=group.prizes[ahead:])
        for group, ahead in zip(plan.groups, taken, strict=True)
    )
    return replace(plan, groups=tuple(groups))


def _without(ranking: Ranking, without: frozenset[Seat]) -> Ranking:
    return tuple(each for each in ranking if each.seat not in without) if without else ranking


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
    """The chance of each place; a tie for good is spread over its places."""
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
    """The square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)
