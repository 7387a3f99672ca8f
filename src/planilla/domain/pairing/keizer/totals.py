"""Totals of a Keizer tournament, exact, and how each came about, term by term.

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
from planilla.domain.pairing.keizer.rules import (
    SHARES_KEPT,
    Credit,
    ForfeitWin,
    KeizerRules,
    Of,
    OwnValue,
    Retired,
    share_of,
)
from planilla.domain.pairing.keizer.season import (
    CODES,
    KINDS,
    NOBODY,
    Entry,
    KeizerRoundKind,
    Season,
    SeasonColumn,
    columns_of,
    entries_of,
)

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


class TotalLine(msgspec.Struct, frozen=True, kw_only=True):
    """One term of a total: `value` times `share` is `product`.

    `value` is the opponent's or the own value as `of` tells; `is_frozen` that only part of it
    counts, as its player has left. `over_limit` tells that no more such rounds bring anything.
    `round` is None for the own value itself.
    """

    round: int | None
    kind: KeizerRoundKind
    of: Of
    opponent: Seat | None
    value: Fraction
    share: Fraction
    is_frozen: bool = False
    over_limit: bool = False

    @property
    def product(self) -> Fraction:
        """The contribution to the total."""
        return self.value * self.share


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """Totals as linear forms, to be counted with one list of values after another.

    `games` holds, for each round and by seat, opponents and the weights of their values; `of_own`
    the weight of the own value and `fixed` what depends on no value in force. Weights are in units
    of one `unit`-th.
    """

    unit: int
    games: tuple[tuple[list[Seat], list[int]], ...]
    of_own: tuple[int, ...]
    fixed: tuple[int, ...]
    frozen: frozenset[Seat]
    frozen_share: Share

    def total_units(self, counting: Counting) -> int:
        """Return the units of one point in the results of `totals`."""
        return self.unit * counting.parts * self.frozen_share[1]

    def totals(self, counting: Counting) -> tuple[int, ...]:
        """Return everybody's total, by seat, in units of one `total_units`-th."""
        numerator, scale = self.frozen_share
        worth = [value * scale for value in counting.values]
        totals = [
            own * value + fixed * counting.parts * scale
            for own, value, fixed in zip(self.of_own, worth, self.fixed, strict=True)
        ]
        for seat in self.frozen:
            worth[seat] = counting.values[seat] * numerator
        worth.append(0)  # that of nobody
        for opponents, weights in self.games:
            totals = [
                total + worth[other] * weight
                for total, other, weight in zip(totals, opponents, weights, strict=True)
            ]
        return tuple(totals)


def sums_of(season: Season) -> Sums:
    """Return the totals of a season as linear forms of the values."""
    rates, columns = _rates_of(season.rules), columns_of(season)
    rows = _rows(columns, season.crosstable.size)
    credited = [
        [share for share, _ in _credited(rates, row.translate(None, rates.plain_codes))]
        for row in rows
    ]
    shares = {share for each in credited for share in each} | set(rates.shares)
    unit = lcm(*(denominator for _, denominator in shares))
    weights = {share: share[0] * (unit // share[1]) for share in shares}
    others = [weights[share] if is_other else 0 for is_other, share in rates.plain]
    own = [(code, weights[share]) for code, share in rates.of_own]
    counted = season.rules.own_value
    base = unit if counted is OwnValue.IN_FORCE else 0
    fixed = [unit * value for value in season.original if counted is OwnValue.ORIGINAL]
    frozen = _frozen(season)
    return Sums(
        unit=unit,
        games=tuple(
            (column.opponents, [others[code] for code in column.kinds]) for column in columns
        ),
        of_own=tuple(
            base
            + sum([weights[share] for share in each])
            + sum([row.count(code) * weight for code, weight in own])
            for each, row in zip(credited, rows, strict=True)
        ),
        fixed=(*fixed, *([0] * (len(rows) - len(fixed)))),
        frozen=frozen,
        frozen_share=_pair(season.rules.retired_share) if frozen else WHOLE,
    )


def _rows(columns: Sequence[SeasonColumn], size: int) -> list[bytes]:
    """Return the codes of each player's rounds, by seat."""
    rounds = len(columns)
    by_seat = bytearray(size * rounds)
    for at, column in enumerate(columns):
        by_seat[at::rounds] = column.kinds
    whole = bytes(by_seat)
    return [whole[at * rounds : (at + 1) * rounds] for at in range(size)]


def working_of(season: Season, counting: Counting, seat: Seat) -> tuple[TotalLine, ...]:
    """Return a total term by term: the own value, then each round; their products add up to it."""
    return tuple(_lines(season, counting, seat))


def _lines(season: Season, counting: Counting, seat: Seat) -> Iterator[TotalLine]:
    rules, frozen = season.rules, _frozen(season)
    own = Fraction(counting.values[seat], counting.parts)
    if rules.own_value is not OwnValue.NONE:
        first = season.original[seat] if seat < len(season.original) else 0
        yield TotalLine(
            round=None,
            kind=KeizerRoundKind.OWN,
            of=Of.OWN,
            opponent=None,
            value=own if rules.own_value is OwnValue.IN_FORCE else Fraction(first),
            share=Fraction(1),
        )
    for entry, is_other, share, over_limit in _entries_credited(season, seat):
        value = own
        if is_other:
            value = Fraction(counting.values[entry.opponent], counting.parts)
        is_frozen = is_other and entry.opponent in frozen
        yield TotalLine(
            round=entry.round,
            kind=entry.kind,
            of=Of.OPPONENT if is_other else Of.OWN,
            opponent=None if entry.opponent == NOBODY else entry.opponent,
            value=value * share_of(rules.retired_share) if is_frozen else value,
            share=Fraction(*share),
            is_frozen=is_frozen,
            over_limit=over_limit,
        )


def _entries_credited(season: Season, seat: Seat) -> Iterator[tuple[Entry, bool, Share, bool]]:
    """Each round, whether it takes the opponent's value, which share, and whether over a limit."""
    rates, entries = _rates_of(season.rules), entries_of(season, seat)
    codes = bytes(CODES[entry.kind] for entry in entries)
    credited = _credited(rates, codes.translate(None, rates.plain_codes))
    for entry, code in zip(entries, codes, strict=True):
        if code in rates.plain_codes:
            yield entry, *rates.plain[code], False
        else:
            share, over_limit = next(credited)
            yield entry, False, share, over_limit


def _frozen(season: Season) -> frozenset[Seat]:
    """Return the seats that left the list and count with a share of their last value."""
    return frozenset(season.left) if season.rules.retired is Retired.FROZEN else frozenset()


class _Rates(NamedTuple):
    """Credit of each kind of round: a constant share, or a credit that may be used up.

    `plain` gives by code whether the opponent's value is taken, and the share; its entries for
    limited credits are unused. `plain_codes` are the codes with a constant share, `of_own` those of
    them that take the own value.
    """

    plain: list[tuple[bool, Share]]
    plain_codes: bytes
    credits: dict[int, Credit]
    absences_max: int

    @property
    def shares(self) -> list[Share]:
        """The shares that are the same each time."""
        return [share for _, share in self.plain]

    @property
    def of_own(self) -> list[tuple[int, Share]]:
        """The codes of what brings a share of the own value each time, with the share."""
        plain = [(code, *self.plain[code]) for code in self.plain_codes]
        return [(code, share) for code, is_other, share in plain if not is_other and share[0]]


def _rates_of(rules: KeizerRules) -> _Rates:
    as_win = rules.forfeit_win is ForfeitWin.WIN
    plain = {
        KeizerRoundKind.WIN: (True, WHOLE),
        KeizerRoundKind.DRAW: (True, HALF),
        KeizerRoundKind.LOSS: (rules.loss_of is Of.OPPONENT, _pair(rules.loss)),
        KeizerRoundKind.OPEN: (True, NOTHING),
        KeizerRoundKind.FORFEIT_WIN: (True, WHOLE) if as_win else (False, _pair(rules.bye.share)),
        KeizerRoundKind.NOTHING: (False, NOTHING),
    }
    credited = {
        KeizerRoundKind.BYE: rules.bye,
        KeizerRoundKind.UNJUSTIFIED: rules.unjustified,
        KeizerRoundKind.JUSTIFIED: rules.justified,
        KeizerRoundKind.EXTERNAL: rules.external,
        KeizerRoundKind.EXTERNAL_WIN: Credit(share="1"),
        KeizerRoundKind.EXTERNAL_DRAW: Credit(share="1/2"),
        KeizerRoundKind.EXTERNAL_LOSS: Credit(share="0"),
    }
    return _Rates(
        plain=[plain.get(kind, (False, NOTHING)) for kind in KINDS],
        plain_codes=bytes(CODES[kind] for kind in plain),
        credits={CODES[kind]: credit for kind, credit in credited.items()},
        absences_max=rules.absences_max,
    )


def _credited(rates: _Rates, codes: bytes) -> Iterator[tuple[Share, bool]]:
    """The share of each credit of one player, and whether a limit is used up; in their order."""
    times = [0] * len(KINDS)
    absences, rest = 0, CODES[KeizerRoundKind.BYE]
    for code in codes:
        credit = rates.credits[code]
        times[code] += 1
        over = 0 < credit.limit < times[code]
        if code != rest:
            absences += 1
            over = over or 0 < rates.absences_max < absences
        yield NOTHING if over else _decayed(credit.share, credit.decay, times[code]), over


@lru_cache(maxsize=SHARES_KEPT)
def _decayed(share: str, decay: str, time: int) -> Share:
    credited = share_of(share) * share_of(decay) ** (time - 1)
    return credited.numerator, credited.denominator


def _pair(text: str) -> Share:
    share = share_of(text)
    return share.numerator, share.denominator
