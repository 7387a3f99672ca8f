"""What a ladder remembers between rounds: its rules and the values in force, by seat.

In a tournament they are recorded facts. A file has games alone: the memory is then worked out from
them, one round after another.
"""

import msgspec

from planilla.domain.crosstable import Crosstable, Seat, before_round
from planilla.domain.pairing.ladder.listing import Listing
from planilla.domain.pairing.ladder.recalculation import (
    Recalculation,
    first_values,
    recalculated,
    with_newcomers,
)
from planilla.domain.pairing.ladder.rules import SEED, KeizerRules
from planilla.domain.pairing.ladder.season import Season


class LadderMemory(msgspec.Struct, frozen=True, kw_only=True):
    """The rules, the list in force, and everybody's first value, by seat (0: none yet)."""

    rules: KeizerRules = SEED
    listing: Listing
    original: tuple[int, ...] = ()

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """Who has a value, from the top; who has left the list comes last."""
        known = frozenset(self.listing.order)
        others = [seat for seat in range(len(self.listing.values)) if seat not in known]
        return (*self.listing.order, *others)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """The memory after all rounds, and the last recalculation; None before the first round."""

    memory: LadderMemory
    last: Recalculation | None
    season: Season


def replayed(crosstable: Crosstable, rules: KeizerRules = SEED) -> Replayed:
    """What the games alone lead to: values after each round, from the list in order of strength."""
    season = Season(crosstable=before_round(crosstable, 1), rules=rules)
    late = {seat: 0 for seat, entrant in enumerate(crosstable.entrants) if entrant.first_round > 1}
    listing = first_values(msgspec.structs.replace(season, left=late))
    original = listing.values
    last = None
    for number in range(1, len(crosstable.rounds) + 1):
        joined = _not_yet(crosstable, number)
        known = msgspec.structs.replace(
            season,
            crosstable=before_round(crosstable, number + 1),
            original=original,
            left=joined,
        )
        listing = with_newcomers(known, listing)
        original = with_first_values(original, listing)
        season = msgspec.structs.replace(known, original=original, left={})
        last = recalculated(msgspec.structs.replace(season, left=joined), listing)
        listing = last.listing
        original = with_first_values(original, listing)
    memory = LadderMemory(rules=rules, listing=listing, original=original)
    return Replayed(memory=memory, last=last, season=season)


def with_first_values(original: tuple[int, ...], listing: Listing) -> tuple[int, ...]:
    """The first value of each seat; who has just got one starts with it."""
    known = (*original, *([0] * (len(listing.values) - len(original))))
    return tuple(first or value for first, value in zip(known, listing.values, strict=True))


def _not_yet(crosstable: Crosstable, number: int) -> dict[Seat, int]:
    """Who has not joined in this round."""
    return {
        seat: number
        for seat, entrant in enumerate(crosstable.entrants)
        if entrant.first_round > number
    }
