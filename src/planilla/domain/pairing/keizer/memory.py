"""Memory of a Keizer tournament between rounds: its rules and the current values, by seat.

In a tournament they are recorded facts. A file has games alone: the memory is then worked out from
them, one round after another.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.crosstable import Seat, before_round
from planilla.domain.pairing.keizer.rules import SEED, KeizerRules
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.values import (
    KeizerList,
    Recalculation,
    first_values,
    recalculated,
    with_newcomers,
)
from planilla.domain.pairing.system import PairingMemory


class KeizerMemory(PairingMemory, frozen=True, kw_only=True):
    """The rules, the list in force, and everybody's first value, by seat (0: none yet)."""

    rules: KeizerRules = SEED
    listing: KeizerList
    original: tuple[int, ...] = ()

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """The seats with a value, from the top; those who left the list come last."""
        known = frozenset(self.listing.order)
        others = [seat for seat in range(len(self.listing.values)) if seat not in known]
        return (*self.listing.order, *others)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """The memory after all rounds, and the last recalculation; None before the first round."""

    memory: KeizerMemory
    last: Recalculation | None
    season: Season


def replayed(
    season: Season, coming: int | None = None, gaps: Sequence[tuple[Seat, int, int]] = ()
) -> Replayed:
    """Return what the games alone lead to: values after each round, from the order of strength.

    Of `season` its first values are not read. Where a `coming` round is named, those who join for
    it are in the list, and those who left before it are treated as the rules say. `gaps` are a
    seat, the first round that they were away, and the one that they came back for.
    """
    rounds = len(season.crosstable.rounds)
    begun = msgspec.structs.replace(
        season, crosstable=before_round(season.crosstable, 1), left=_without(season, 1, gaps)
    )
    listing = first_values(begun)
    original = listing.values
    last = None
    for number in range(1, rounds + 1):
        known = _known_at(season, number, original, gaps)
        listing = with_newcomers(known, listing)
        original = with_first_values(original, listing)
        last = recalculated(msgspec.structs.replace(known, original=original), listing)
        listing = last.listing
        original = with_first_values(original, listing)
    if coming is not None and rounds:
        listing = with_newcomers(_known_at(season, coming, original, gaps), listing)
        original = with_first_values(original, listing)
    memory = KeizerMemory(rules=season.rules, listing=listing, original=original)
    told = msgspec.structs.replace(season, original=original)
    return Replayed(memory=memory, last=last, season=told)


def _known_at(
    season: Season,
    number: int,
    original: tuple[int, ...],
    gaps: Sequence[tuple[Seat, int, int]],
) -> Season:
    """Return the season as it was known once round `number` was played."""
    return msgspec.structs.replace(
        season,
        crosstable=before_round(season.crosstable, number + 1),
        original=original,
        left=_without(season, number, gaps),
    )


def with_first_values(original: tuple[int, ...], listing: KeizerList) -> tuple[int, ...]:
    """The first value of each seat; who has just got one starts with it."""
    known = (*original, *([0] * (len(listing.values) - len(original))))
    return tuple(first or value for first, value in zip(known, listing.values, strict=True))


def _without(season: Season, number: int, gaps: Sequence[tuple[Seat, int, int]]) -> dict[Seat, int]:
    """Return who has not joined in round `number`, or has left before it: since which round."""
    gone = {seat: first for seat, first in season.left.items() if first <= number}
    gone |= {seat: first for seat, first, back in gaps if first <= number < back}
    return gone | {
        seat: number
        for seat, entrant in enumerate(season.crosstable.entrants)
        if entrant.first_round > number
    }
