"""An unfinished tournament: everybody's chance of each place, and the fund divided by the chances.

Every open game may still be won, drawn or lost. Up to `EXACT_GAMES_MAX` of them all outcomes are
looked at (`exact`); beyond, `samples` outcomes are drawn with the numbers that follow from a seed,
and each figure has a standard error. So it is with fewer games too where of some tie-break it is
not known what it says after every outcome (`exact.has_tables`); and samples are fewer where the
full standings would have to be made more than `STANDINGS_MAX` times.

What a player is to get is the mean of what they would win, outcome by outcome and before amounts
are rounded, under the plan that was announced; the means are rounded once. With prizes by place
that is what the book does: each prize divided by the chances of its place. Who is tied for good has
an equal chance of each place of the tie.

Source: seed 000, 1.2.2, the table of nine outcomes.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from math import isqrt, prod

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import additions
from planilla.domain.prizes.contenders import Competitors, contenders
from planilla.domain.prizes.exact import Every, has_tables
from planilla.domain.prizes.finals import Contest, Finals
from planilla.domain.prizes.keys import Contenders
from planilla.domain.prizes.likelihood import Model, Weights, weights_of
from planilla.domain.prizes.plan import PrizePlan, Taking
from planilla.domain.prizes.sharing import rounded
from planilla.domain.prizes.tallies import Competing, Tally, counted, one_by_one

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
    if len(contest.games) <= basis.exact_max and has_tables(contest):
        tally, total, is_exact = _exact(contest, weights, field), prod(map(sum, weights)), True
    else:
        tally, total = _drawn(contest, weights, field, basis)
        is_exact = False
    return Chances(
        outcomes=3 ** len(contest.games) if is_exact else total,
        is_exact=is_exact,
        by_seat=_chances(tally, total, field.depth, is_exact=is_exact),
    )


class _Field(msgspec.Struct, frozen=True, kw_only=True):
    """Who matters and how deep.

    `contenders` chooses who matters. `competing` are all for the first `depth` places, and those
    for the prizes of each group of the `plan`; who is in `without` takes none. `is_general` tells
    that nobody else is left out, `is_apart` that no prize decides another one.
    """

    plan: PrizePlan
    without: frozenset[Seat]
    contenders: Contenders
    competing: tuple[Competing, ...]
    depth: int
    is_general: bool
    is_apart: bool


def _exact(contest: Contest, weights: Weights, field: _Field) -> Tally:
    """Every outcome by its weight."""
    found = additions(contest.crosstable, contest.games, contest.standings_of, ())
    seats = sorted(field.contenders(found.bound(0, min), found.bound(0, max)))
    every = Every(contest, seats, field.depth if field.is_general else 0)
    finals = every.finals(weights)
    if field.is_apart:
        return counted(finals, frozenset(seats), field.competing)
    return one_by_one(finals, field.plan, contest.crosstable.entrants, field.without)


def _drawn(contest: Contest, weights: Weights, field: _Field, basis: Basis) -> tuple[Tally, int]:
    """So many outcomes as do not take long, drawn from the seed; and how many."""
    finals = Finals(contest, field.contenders, field.depth if field.is_general else 0)
    slow = finals.share_told_apart(weights)
    total = min(basis.samples, int(STANDINGS_MAX / slow)) if slow else basis.samples
    drawn = finals.of_drawn(weights, basis.seed, total)
    entrants = contest.crosstable.entrants
    return one_by_one((drawn,), field.plan, entrants, field.without), total


def _field(contest: Contest, plan: PrizePlan, basis: Basis, without: frozenset[Seat]) -> _Field:
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
    return _Field(
        plan=plan,
        without=without,
        contenders=partial(contenders, Competitors(everybody, depth), groups),
        competing=(
            Competing(frozenset(everybody), depth),
            *(
                Competing(frozenset(seats) - without, len(group.prizes), group)
                for seats, group in zip(admitted, plan.groups, strict=True)
            ),
        ),
        depth=depth,
        is_general=all(group.is_general for group in plan.groups),
        is_apart=plan.taking is Taking.EVERY or len(plan.groups) <= 1,
    )


def _chances(tally: Tally, total: int, depth: int, *, is_exact: bool) -> dict[Seat, Chance]:
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


def _prize_error(tally: Tally, seat: Seat, samples: int) -> int:
    mean = tally.amounts[seat] / samples
    variance = tally.squares[seat] / samples - mean * mean
    return _root_up(variance / samples)


def _root_up(square: Fraction) -> int:
    """The square root, rounded up to a whole number."""
    whole = -(-square.numerator // square.denominator)
    root = isqrt(whole)
    return root + (root * root < whole)
