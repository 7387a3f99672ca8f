"""The ladder of a tournament by seats: what its pairing and its totals are worked out from.

What is recorded is read here and nothing is recalculated, but for rounds that were played before
anything was recorded, as those of a file are.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.crosstable import Crosstable, Seat, before_round
from planilla.domain.pairing.keizer.memory import KeizerMemory, replayed
from planilla.domain.pairing.keizer.rules import Final
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, sums_of
from planilla.domain.pairing.keizer.values import KeizerList
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.keizer_state import LadderState, ValueList
from planilla.domain.tournament.state import Tournament


class Climb(msgspec.Struct, frozen=True, kw_only=True):
    """The ladder at a moment, by seat.

    `order` is from the top: by totals, equal ones as in the list in force; who left the list comes
    last and is in `off`. `totals` are in units of one `unit`-th, `values` those in force for the
    next pairing, `counting` those by which the totals were counted. `before` is the place at which
    each stood in the list of before, 0 for who was not in it.
    """

    season: Season
    counting: Counting
    totals: tuple[int, ...]
    unit: int
    order: tuple[Seat, ...]
    values: tuple[int, ...]
    before: tuple[int, ...]
    off: frozenset[Seat]


def ladder_of(state: Tournament) -> LadderState:
    """Return the recorded ladder; the rules of the book without one."""
    return state.ladder or LadderState()


def season_of(state: Tournament, crosstable: Crosstable) -> Season:
    """The games of `crosstable`, with everything else that totals follow from."""
    ladder, seats = ladder_of(state), seats_of(state)
    return Season(
        crosstable=crosstable,
        rules=ladder.rules,
        original=tuple(ladder.original.get(entrant, 0) for entrant in state.order),
        absences={
            (seats[entrant], number): absence
            for (entrant, number), absence in ladder.absences.items()
        },
        left={
            seats[entrant.id]: entrant.out_from
            for entrant in state.entrants.values()
            if entrant.out_from is not None
        },
    )


def listing_after(state: Tournament, number: int) -> KeizerList | None:
    """The list in force once round `number` was played; None before the first values."""
    known = ladder_of(state).list_after(number)
    return None if known is None else listing_of(known, state)


def listing_of(event: ValueList, state: Tournament) -> KeizerList:
    """A recorded list by the seats of now."""
    seats = seats_of(state)
    values = [0] * len(seats)
    for each in (*event.values, *event.off):
        values[seats[each.entrant]] = each.value
    return KeizerList(
        order=tuple(seats[each.entrant] for each in event.values),
        values=tuple(values),
        maximum=event.maximum,
    )


def memory_of(state: Tournament) -> KeizerMemory | None:
    """Return the memory used for the pairing of the next round; None in other systems."""
    if not state.system.keeps_values:
        return None
    listing = listing_after(state, len(state.rounds))
    if listing is None:
        return replayed(season_of(state, for_standings(state)), len(state.rounds) + 1).memory
    original = season_of(state, for_standings(state)).original
    return KeizerMemory(rules=ladder_of(state).rules, listing=listing, original=original)


def climb_of(state: Tournament) -> Climb:
    """The ladder as it stands, with all results known now.

    Once values were worked out after the last published round, the totals are those that they
    follow from; until then the games are counted with the values in force.
    """
    crosstable = for_standings(state)
    played = len(crosstable.rounds)
    season = season_of(state, crosstable)
    recorded = ladder_of(state).list_after(played)
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
    """Return the order before points, by seat, the greater first.

    Empty in other systems, and where the final standings go by points.
    """
    if not state.system.keeps_values:
        return ()
    if state.finished and ladder_of(state).rules.final is Final.POINTS:
        return ()
    order = climb_of(state).order
    ahead = [0] * len(order)
    for place, seat in enumerate(order):
        ahead[seat] = len(order) - place
    return tuple(ahead)


def for_ranking(state: Tournament, crosstable: Crosstable | None = None) -> Crosstable:
    """Return the crosstable that standings, prizes and reports rank by, with totals where it has.

    `crosstable` is that of `for_standings`, where it is made already.
    """
    crosstable = crosstable or for_standings(state)
    ahead = ahead_of(state)
    return msgspec.structs.replace(crosstable, ahead=ahead) if ahead else crosstable


def _unrecorded(season: Season) -> Climb:
    """Return the ladder of rounds without recorded values, as those of a file."""
    found = replayed(season)
    season = msgspec.structs.replace(season, original=found.memory.original)
    listing = found.memory.listing
    if found.last is None:
        return _climb(season, listing, Counting(values=listing.values), listing.order)
    played = len(season.crosstable.rounds)
    before = replayed(_before(season, played)).memory.listing
    return _climb(season, listing, found.last.counting, before.order)


def _before(season: Season, number: int) -> Season:
    return msgspec.structs.replace(season, crosstable=before_round(season.crosstable, number))


def _base_order(
    state: Tournament, recorded: ValueList, listing: KeizerList, played: int
) -> tuple[Seat, ...]:
    """The list that the places of now are compared with: the one the last round was paired by."""
    if recorded.after_round < played:
        return listing.order
    before = listing_after(state, recorded.after_round - 1)
    return listing.order if before is None else before.order


def _counting(event: ValueList, state: Tournament) -> Counting:
    """Return the values of counting; an entrant who joined later counts with the first value."""
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
) -> Climb:
    """The ladder by totals; who has just `joined` keeps the place in the list until they count."""
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
    return Climb(
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
