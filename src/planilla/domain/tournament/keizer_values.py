"""Keizer's values as they were recorded, and the standings that follow from them.

Recorded values are read and nothing is recalculated, except for rounds played before values were
recorded, such as those of an imported file.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.keizer.memory import KeizerMemory, replayed
from planilla.domain.pairing.keizer.rules import SEED, Absence, Final, KeizerRules, Mode, OnCycle
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, sums_of
from planilla.domain.pairing.keizer.values import KeizerList
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.memory import SystemMemory
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameResult


class Recalculated(StrEnum):
    """The reason for a list of values."""

    START = "start"
    ROUND_CLOSED = "round-closed"
    LATE_ENTRY = "late-entry"
    CORRECTION = "correction"
    ARBITER = "arbiter"
    TIMER = "timer"


class ListedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the list: the new value, and the value by which its games were counted."""

    entrant: EntrantId
    value: int
    counted: int = 0


class ValueList(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a Keizer tournament from the top, fixed until the next list.

    `after_round` is the last round that counted (0: before the first). `off` are the entrants who
    are no longer in the list, with the value they left with. `counted` is in units of 1/`parts`.
    `cycle` is the length of the cycle that the passes entered, 0 if they converged; `on_cycle` is
    the treatment applied to it; `limited` is set if the passes were stopped at the limit.
    """

    after_round: int
    maximum: int
    values: tuple[ListedValue, ...]
    off: tuple[ListedValue, ...] = ()
    parts: int = 1
    mode: Mode = Mode.ONE_PASS
    passes: int = 1
    cycle: int = 0
    on_cycle: OnCycle = OnCycle.AVERAGE
    limited: bool = False
    why: Recalculated = Recalculated.ROUND_CLOSED


class KeizerState(SystemMemory, msgspec.Struct, frozen=True, kw_only=True):
    """The recorded state of a Keizer tournament.

    `lists` holds the last list calculated after each round, `original` each entrant's first value.
    `away` maps the entrants who had left when games were last counted to their first round away.
    """

    rules: KeizerRules = SEED
    lists: Mapping[int, ValueList] = {}
    original: Mapping[EntrantId, int] = {}
    absences: Mapping[tuple[EntrantId, int], Absence] = {}
    away: Mapping[EntrantId, int] = {}

    @property
    def known_entrants(self) -> frozenset[EntrantId]:
        """Return the entrants who have had a value: their entries cannot be removed."""
        return frozenset(self.original)

    def without(self, gone: EntrantId) -> "KeizerState":
        """Return the state without a removed entry, which is in no list."""
        return replace(
            self,
            absences={of: absence for of, absence in self.absences.items() if of[0] != gone},
            away={entrant: first for entrant, first in self.away.items() if entrant != gone},
        )

    def list_after(self, number: int) -> ValueList | None:
        """Return the current list after round `number`: the last one that is not newer."""
        known = [after for after in self.lists if after <= number]
        return self.lists[max(known)] if known else None


class KeizerStandings(msgspec.Struct, frozen=True, kw_only=True):
    """The Keizer standings at a moment, by seat.

    `order` is from the top: by totals, equal ones as in the current list; entrants who left the
    list come last and are in `off`. `totals` are in units of 1/`unit`, `values` are the current
    ones for the next pairing, `counting` those by which the totals were counted. `before` is each
    place in the previous list, 0 for entrants who were not in it.
    """

    season: Season
    counting: Counting
    totals: tuple[int, ...]
    unit: int
    order: tuple[Seat, ...]
    values: tuple[int, ...]
    before: tuple[int, ...]
    off: frozenset[Seat]


def keizer_of(state: Tournament) -> KeizerState:
    """Return the recorded values; those with the rules of the book if there is none."""
    return KeizerState.of(state.memory) or KeizerState()


def has_rules(state: Tournament, rules: KeizerRules) -> bool:
    """Return whether these rules of values are recorded."""
    known = KeizerState.of(state.memory)
    return known is not None and known.rules == rules


def season_of(state: Tournament, crosstable: Crosstable) -> Season:
    """Return the games of `crosstable`, with everything else on which totals depend."""
    keizer, seats = keizer_of(state), seats_of(state)
    return Season(
        crosstable=crosstable,
        rules=keizer.rules,
        original=tuple(keizer.original.get(entrant, 0) for entrant in state.order),
        absences={
            (seats[entrant], number): absence
            for (entrant, number), absence in keizer.absences.items()
        },
        left={
            seats[entrant.id]: entrant.out_from
            for entrant in state.entrants.values()
            if entrant.out_from is not None
        },
    )


def listing_after(state: Tournament, number: int) -> KeizerList | None:
    """Return the current list after round `number`; None before the first values."""
    known = keizer_of(state).list_after(number)
    return None if known is None else listing_of(known, state)


def listing_of(event: ValueList, state: Tournament) -> KeizerList:
    """Return a recorded list by the current seats."""
    seats = seats_of(state)
    values = [0] * len(seats)
    for each in (*event.values, *event.off):
        values[seats[each.entrant]] = each.value
    return KeizerList(
        order=tuple(seats[each.entrant] for each in event.values),
        values=tuple(values),
        maximum=event.maximum,
    )


def memory_of(state: Tournament) -> KeizerMemory:
    """Return the memory by which a Keizer system pairs the next round."""
    listing = listing_after(state, len(state.rounds))
    if listing is None:
        return replayed(season_of(state, for_standings(state)), len(state.rounds) + 1).memory
    original = season_of(state, for_standings(state)).original
    return KeizerMemory(rules=keizer_of(state).rules, listing=listing, original=original)


def keizer_standings(state: Tournament) -> KeizerStandings:
    """Return the present standings, with all results known now.

    If values were calculated after the last published round, the totals are those they follow from;
    otherwise the games are counted with the current values.
    """
    crosstable = for_standings(state)
    played = len(crosstable.rounds)
    season = season_of(state, crosstable)
    recorded = keizer_of(state).list_after(played)
    if recorded is None:
        return _unrecorded(season)
    listing = listing_of(recorded, state)
    before = _base_order(state, recorded, listing, played)
    if not recorded.after_round == played > 0:
        return _climb(season, listing, Counting(values=listing.values), before)
    seats = seats_of(state)
    joined = frozenset(seats[each.entrant] for each in recorded.values if not each.counted)
    return _climb(season, listing, _counting(recorded, state), before, joined)


def ahead_of(state: Tournament) -> tuple[int, ...]:
    """Return the order that precedes points, by seat, the greater first.

    It is empty if the final standings are ranked by points.
    """
    if state.finished and keizer_of(state).rules.final is Final.POINTS:
        return ()
    order = keizer_standings(state).order
    ahead = [0] * len(order)
    for place, seat in enumerate(order):
        ahead[seat] = len(order) - place
    return tuple(ahead)


def _unrecorded(season: Season) -> KeizerStandings:
    """Return the standings of rounds without recorded values, such as those of a file.

    While a round is played, its games count with the values by which it was paired.
    """
    found = replayed(season)
    season = replace(season, original=found.memory.original)
    listing = found.memory.listing
    if found.last is None:
        return _climb(season, listing, Counting(values=listing.values), listing.order)
    if GameResult.OPEN in season.crosstable.rounds[-1].results:
        counting = Counting(values=found.paired.values)
        return _climb(season, found.paired, counting, found.paired.order)
    return _climb(season, listing, found.last.counting, found.paired.order)


def _base_order(
    state: Tournament, recorded: ValueList, listing: KeizerList, played: int
) -> tuple[Seat, ...]:
    """Return the list with which present places are compared: that of the last pairing."""
    if recorded.after_round < played:
        return listing.order
    before = listing_after(state, recorded.after_round - 1)
    return listing.order if before is None else before.order


def _counting(event: ValueList, state: Tournament) -> Counting:
    """Return the counting values; an entrant who joined later counts with the first value."""
    seats = seats_of(state)
    values = [0] * len(seats)
    for each in (*event.values, *event.off):
        values[seats[each.entrant]] = each.counted or each.value * event.parts
    return Counting(values=tuple(values), parts=event.parts)


def _climb(
    season: Season,
    listing: KeizerList,
    counting: Counting,
    before: Sequence[Seat],
    joined: frozenset[Seat] = frozenset(),
) -> KeizerStandings:
    """Rank by totals; entrants who have just `joined` keep their place until they are counted."""
    sums = sums_of(season)
    totals = sums.totals(counting)
    off = frozenset(range(season.crosstable.size)).difference(listing.order)
    place = {seat: at for at, seat in enumerate(dict.fromkeys((*before, *listing.order)))}
    ranked = iter(
        sorted(
            (seat for seat in listing.order if seat not in joined),
            key=lambda seat: (-totals[seat], place[seat]),
        )
    )
    stood = {seat: at for at, seat in enumerate(before, start=1)}
    return KeizerStandings(
        season=season,
        counting=counting,
        totals=totals,
        unit=sums.total_units(counting),
        order=(
            *(seat if seat in joined else next(ranked) for seat in listing.order),
            *sorted(off),
        ),
        values=listing.values,
        before=tuple(stood.get(seat, 0) for seat in range(season.crosstable.size)),
        off=off,
    )
