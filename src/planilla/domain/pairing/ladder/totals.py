"""Totals of a ladder, exact, and how each came about, term by term.

A total is the own value, and for each round a share of the opponent's value or of the own one, all
of them values in force. Source: seed 000, 2.10.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.ladder.rules import (
    SHARES_KEPT,
    Credit,
    ForfeitWin,
    KeizerRules,
    Of,
    OwnValue,
    Retired,
    share_of,
)
from planilla.domain.pairing.ladder.season import NOBODY, Entry, Kind, Season, entries_of

Share = tuple[int, int]
"""A fraction as numerator and denominator."""

NOTHING: Share = (0, 1)
HALF: Share = (1, 2)
WHOLE: Share = (1, 1)


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """The values by which games are counted, by seat, in units of one `parts`-th.

    They are those in force, or the mean of the lists of a cycle (`parts` of them, summed).
    """

    values: tuple[int, ...]
    parts: int = 1


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One term of a total: `value` times `share` is `product`.

    `value` is the opponent's or the own value as `of` tells; `is_frozen` that only part of it
    counts, as its player has left. `over_limit` tells that no more such rounds bring anything.
    `round` is None for the own value itself.
    """

    round: int | None
    kind: Kind
    of: Of
    opponent: Seat | None
    value: Fraction
    share: Fraction
    is_frozen: bool = False
    over_limit: bool = False

    @property
    def product(self) -> Fraction:
        """What it brings."""
        return self.value * self.share


_Credited = tuple[Entry, bool, Share, bool]
"""An entry, whether it takes the opponent's value, which share, and whether a limit is used up."""


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """Totals as linear forms, to be counted with one list of values after another.

    `of_opponents` holds, by seat, pairs of an opponent and a weight; `of_own` the weight of the own
    value and `fixed` what depends on no value in force; weights are in units of one `unit`-th.
    """

    unit: int
    of_opponents: tuple[list[tuple[Seat, int]], ...]
    of_own: tuple[int, ...]
    fixed: tuple[int, ...]
    frozen: frozenset[Seat]
    frozen_share: Share

    def total_units(self, counting: Counting) -> int:
        """So many units make one, in what `totals` returns."""
        return self.unit * counting.parts * self.frozen_share[1]

    def totals(self, counting: Counting) -> tuple[int, ...]:
        """Everybody's total, by seat, in units of one `total_units`-th."""
        numerator, scale = self.frozen_share
        worth = [
            value * (numerator if seat in self.frozen else scale)
            for seat, value in enumerate(counting.values)
        ]
        return tuple(
            sum([worth[other] * weight for other, weight in opponents])
            + (own * counting.values[seat] + fixed * counting.parts) * scale
            for seat, (opponents, own, fixed) in enumerate(
                zip(self.of_opponents, self.of_own, self.fixed, strict=True)
            )
        )


def sums_of(season: Season) -> Sums:
    """The totals of a season as linear forms of the values."""
    rates = _rates_of(season.rules)
    credited = [list(_credited(rates, entries)) for entries in entries_of(season)]
    shares = {share for entries in credited for _, _, share, _ in entries}
    unit = lcm(*(denominator for _, denominator in shares))
    weights = {share: share[0] * (unit // share[1]) for share in shares}
    counted = season.rules.own_value
    own = unit if counted is OwnValue.IN_FORCE else 0
    originals = season.original if counted is OwnValue.ORIGINAL else ()
    fixed = [unit * value for value in originals]
    frozen = _frozen(season)
    return Sums(
        unit=unit,
        of_opponents=tuple(
            [
                (entry[2], weights[share])
                for entry, is_other, share, _ in entries
                if is_other and share[0]
            ]
            for entries in credited
        ),
        of_own=tuple(
            own + sum([weights[share] for _, is_other, share, _ in entries if not is_other])
            for entries in credited
        ),
        fixed=(*fixed, *([0] * (len(credited) - len(fixed)))),
        frozen=frozen,
        frozen_share=_pair(season.rules.retired_share) if frozen else WHOLE,
    )


def working_of(season: Season, counting: Counting, seat: Seat) -> tuple[Line, ...]:
    """A total term by term: the own value, then each round; their products add up to it."""
    return tuple(_lines(season, counting, seat))


def _lines(season: Season, counting: Counting, seat: Seat) -> Iterator[Line]:
    rules, frozen = season.rules, _frozen(season)
    own = Fraction(counting.values[seat], counting.parts)
    if rules.own_value is not OwnValue.NONE:
        first = season.original[seat] if seat < len(season.original) else 0
        yield Line(
            round=None,
            kind=Kind.OWN,
            of=Of.OWN,
            opponent=None,
            value=own if rules.own_value is OwnValue.IN_FORCE else Fraction(first),
            share=Fraction(1),
        )
    for entry, is_other, share, over_limit in _credited(_rates_of(rules), entries_of(season)[seat]):
        value = own
        if is_other:
            value = Fraction(counting.values[entry.opponent], counting.parts)
        is_frozen = is_other and entry.opponent in frozen
        yield Line(
            round=entry.round,
            kind=entry.kind,
            of=Of.OPPONENT if is_other else Of.OWN,
            opponent=None if entry.opponent == NOBODY else entry.opponent,
            value=value * share_of(rules.retired_share) if is_frozen else value,
            share=Fraction(*share),
            is_frozen=is_frozen,
            over_limit=over_limit,
        )


def _frozen(season: Season) -> frozenset[Seat]:
    """Who has left the list: a share of the value they left with counts for those they played."""
    return frozenset(season.left) if season.rules.retired is Retired.FROZEN else frozenset()


class _Rates(NamedTuple):
    """What each kind of round brings: the same each time, or a credit that may be used up."""

    plain: dict[Kind, tuple[bool, Share]]
    credits: dict[Kind, Credit]
    absences_max: int


def _rates_of(rules: KeizerRules) -> _Rates:
    as_win = rules.forfeit_win is ForfeitWin.WIN
    return _Rates(
        plain={
            Kind.WIN: (True, WHOLE),
            Kind.DRAW: (True, HALF),
            Kind.LOSS: (rules.loss_of is Of.OPPONENT, _pair(rules.loss)),
            Kind.OPEN: (True, NOTHING),
            Kind.FORFEIT_WIN: ((True, WHOLE) if as_win else (False, _pair(rules.bye.share))),
            Kind.NOTHING: (False, NOTHING),
        },
        credits={
            Kind.BYE: rules.bye,
            Kind.UNJUSTIFIED: rules.unjustified,
            Kind.JUSTIFIED: rules.justified,
            Kind.EXTERNAL: rules.external,
            Kind.EXTERNAL_WIN: Credit(share="1"),
            Kind.EXTERNAL_DRAW: Credit(share="1/2"),
            Kind.EXTERNAL_LOSS: Credit(share="0"),
        },
        absences_max=rules.absences_max,
    )


def _credited(rates: _Rates, entries: Sequence[Entry]) -> Iterator[_Credited]:
    """Each round with its share; limits are used up in the order of the rounds."""
    times: dict[Kind, int] = {}
    absences = 0
    for entry in entries:
        kind = entry.kind
        plain = rates.plain.get(kind)
        if plain is not None:
            yield entry, *plain, False
            continue
        credit = rates.credits[kind]
        time = times[kind] = times.get(kind, 0) + 1
        absences += kind is not Kind.BYE
        over = 0 < credit.limit < time
        if kind is not Kind.BYE:
            over = over or 0 < rates.absences_max < absences
        share = NOTHING if over else _decayed(credit.share, credit.decay, time)
        yield entry, False, share, over


@lru_cache(maxsize=SHARES_KEPT)
def _decayed(share: str, decay: str, time: int) -> Share:
    credited = share_of(share) * share_of(decay) ** (time - 1)
    return credited.numerator, credited.denominator


def _pair(text: str) -> Share:
    share = share_of(text)
    return share.numerator, share.denominator
