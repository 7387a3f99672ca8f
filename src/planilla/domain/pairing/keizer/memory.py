"""Memory of a Keizer tournament between rounds: its rules and the current values, by seat.

In a tournament they are recorded facts. A file has games alone: the memory is then worked out from
them, one round after another.
"""

from collections.abc import Mapping, Sequence

import msgspec

from planilla.domain.crosstable import Crosstable, Seat, before_round
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
    """The memory after all rounds, the list that `paired` the last one, and what followed from it.

    `last` is that recalculation; None before the first round.
    """

    memory: KeizerMemory
    paired: KeizerList
    last: Recalculation | None
    season: Season


def replayed(season: Season, coming: int | None = None) -> Replayed:
    """Return what the games alone lead to: values after each round, from the order of strength.

    Of `season` its first values are not read. Where a `coming` round is named, those who join for
    it are in the list, and those who left before it are treated as the rules say. A round without
    a board or a bye is one before joining, or while away.
    """
    rounds = len(season.crosstable.rounds)
    absences = _absences(season.crosstable)
    listing = first_values(_known_at(season, 1, (), absences))
    original = listing.values
    paired, last = listing, None
    for number in range(1, rounds + 1):
        known = _known_at(season, number, original, absences)
        paired = with_newcomers(known, listing)
        original = with_first_values(original, paired)
        last = recalculated(msgspec.structs.replace(known, original=original), paired)
        listing = last.listing
        original = with_first_values(original, listing)
    if coming is not None and rounds:
        listing = with_newcomers(_known_at(season, coming, original, absences), listing)
        original = with_first_values(original, listing)
    memory = KeizerMemory(rules=season.rules, listing=listing, original=original)
    completed = msgspec.structs.replace(season, original=original)
    return Replayed(memory=memory, paired=paired, last=last, season=completed)


def _known_at(
    season: Season,
    number: int,
    original: tuple[int, ...],
    absences: Sequence[Mapping[Seat, int]],
) -> Season:
    """Return the season as it was known once round `number` was played."""
    gone = {seat: first for seat, first in season.left.items() if first <= number}
    if number <= len(absences):
        gone |= absences[number - 1]
    for seat, entrant in enumerate(season.crosstable.entrants):
        if entrant.first_round > number:
            gone[seat] = number
    crosstable = before_round(season.crosstable, number + 1)
    return msgspec.structs.replace(season, crosstable=crosstable, original=original, left=gone)


def with_first_values(original: tuple[int, ...], listing: KeizerList) -> tuple[int, ...]:
    """Return the first value of each seat; who has just got one starts with it."""
    known = (*original, *([0] * (len(listing.values) - len(original))))
    return tuple(first or value for first, value in zip(known, listing.values, strict=True))


def _absences(crosstable: Crosstable) -> list[dict[Seat, int]]:
    """Return the seats without a board or a bye in each round, with the first such round."""
    found: list[dict[Seat, int]] = []
    for number, played in enumerate(crosstable.rounds, start=1):
        here = {seat for board in played.boards for seat in board}
        here |= {seat for seat, _ in played.byes}
        before = found[-1] if found else {}
        away = set(range(crosstable.size)) - here
        found.append({seat: before.get(seat, number) for seat in away})
    return found
