"""Values of a Keizer tournament: the list, and its recalculation from the games.

The first place has the greatest value, each further place one step less (seed 000, 2.10). In one
pass the games are counted with the current values, and the new order gives new values. In the other
mode that is repeated until nothing changes; a cycle of passes is detected and reported. Equal
totals keep their former order. The modes: `docs/rules/keizer.md`.
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.pairing.keizer.rules import KeizerRules, LateEntry, Mode, OnCycle, Retired
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.totals import Counting, Sums, sums_of


class KeizerList(msgspec.Struct, frozen=True, kw_only=True):
    """The values in force: `order` from the top, and each seat's value.

    Who is in no place has the value that they left with, or 0. `maximum` is the value of the first
    place.
    """

    order: tuple[Seat, ...]
    values: tuple[int, ...]
    maximum: int


def usual_maximum(players: int) -> int:
    """Three halves of the number of players, rounded half up: 40 → 60, 33 → 50 (seed 000, 2.10)."""
    return (3 * players + 1) // 2


def maximum_for(players: int, rules: KeizerRules, before: KeizerList | None = None) -> int:
    """The value of the first place; once it is fixed it stays, unless it follows the players."""
    if rules.given:
        return rules.given[0]
    if rules.maximum:
        return rules.maximum
    if before is not None and not rules.maximum_follows:
        return before.maximum
    return usual_maximum(players)


def value_at(place: int, maximum: int, rules: KeizerRules) -> int:
    """Return the value of a place, counted from 0."""
    if place < len(rules.given):
        return rules.given[place]
    if rules.given:
        below = place - len(rules.given) + 1
        return max(rules.floor, rules.given[-1] - rules.step * below)
    return max(rules.floor, maximum - rules.step * place)


def listed(
    order: Sequence[Seat], size: int, rules: KeizerRules, before: KeizerList | None = None
) -> KeizerList:
    """The list with this order, for `size` seats; who is not in it keeps the value from before."""
    maximum = maximum_for(len(order), rules, before)
    kept = before.values if before is not None else ()
    values = [*kept, *([0] * (size - len(kept)))]
    for place, seat in enumerate(order):
        values[seat] = value_at(place, maximum, rules)
    return KeizerList(order=tuple(order), values=tuple(values), maximum=maximum)


def starting_order(
    seats: Iterable[Seat], entrants: Sequence[Entrant], rules: KeizerRules
) -> tuple[Seat, ...]:
    """Sort seats by category, if any, then by pairing number (the order of strength)."""
    return tuple(sorted(seats, key=lambda seat: (category_of(entrants[seat], rules), seat)))


def category_of(entrant: Entrant, rules: KeizerRules) -> int:
    """Return the index of the entrant's category from the top; after all others without one."""
    found = [place for place, name in enumerate(rules.categories) if name in entrant.categories]
    return min(found, default=len(rules.categories))


def with_late_entries(
    order: Sequence[Seat], late: Iterable[Seat], entrants: Sequence[Entrant], rules: KeizerRules
) -> tuple[Seat, ...]:
    """Return the order with those who join now, in the order of their numbers.

    By rating somebody comes below as many as are at least as strong, wherever those stand.
    """
    joined = list(order)
    for seat in starting_order(late, entrants, rules):
        place = len(joined)
        if rules.late_entry is LateEntry.RATING:
            strength = _strength(entrants[seat], rules)
            place = sum(1 for other in joined if _strength(entrants[other], rules) <= strength)
        joined.insert(place, seat)
    return tuple(joined)


def _strength(entrant: Entrant, rules: KeizerRules) -> tuple[int, int]:
    """Return the sort key of an entrant, smallest for the strongest."""
    return category_of(entrant, rules), -entrant.rating


class Recalculation(msgspec.Struct, frozen=True, kw_only=True):
    """The new list, and how it came about.

    `counting` are the values that the games were counted with, `totals` what that came to, by
    seat, in units of one `unit`-th. `cycle` is the length of the round that the passes went, 0
    where they came to an end; `limited` tells that they were stopped at the greatest number.
    """

    listing: KeizerList
    counting: Counting
    totals: tuple[int, ...]
    unit: int
    passes: int = 1
    cycle: int = 0
    limited: bool = False


def first_values(season: Season) -> KeizerList:
    """Return the list before the first round: by category, then in the order of strength."""
    entrants = season.crosstable.entrants
    seats = [seat for seat in range(len(entrants)) if seat not in season.left]
    return listed(starting_order(seats, entrants, season.rules), len(entrants), season.rules)


def with_newcomers(season: Season, before: KeizerList) -> KeizerList:
    """Return the list in force with those who joined since, and without those who left it.

    Nobody is counted anew; who is in it already keeps the order.
    """
    return _listed_after(season, before, _members(season, before))


def recalculated(season: Season, before: KeizerList) -> Recalculation:
    """Return the list that follows from the games, counted with the values of `before`.

    Who has no value yet is put in their place afterwards: nobody is ranked by games that they could
    not play.
    """
    members = _members(season, before)
    sums = sums_of(season)
    padded = _padded(before.values, season.crosstable.size)
    if season.rules.mode is Mode.ONE_PASS:
        return _counted(season, before, sums, Counting(values=padded), members)
    return _settled(season, before, sums, padded, members)


def ranked(members: Sequence[Seat], totals: Sequence[int]) -> tuple[Seat, ...]:
    """`members`, in the order of before, by their totals; equal ones stay as they were."""
    return tuple(sorted(members, key=lambda seat: -totals[seat]))


def _settled(
    season: Season,
    before: KeizerList,
    sums: Sums,
    values: tuple[int, ...],
    members: tuple[Seat, ...],
) -> Recalculation:
    """Passes until the order stays, or comes back to one that was there before."""
    rules, lists = season.rules, [values]
    order = members
    for number in range(1, rules.passes_max + 1):
        following = ranked(order, sums.totals(Counting(values=lists[-1])))
        values = listed(following, len(values), rules, before).values
        if values == lists[-1]:
            counting = Counting(values=values)
            return _counted(season, before, sums, counting, order, passes=number)
        if values in lists:
            cycle = lists[lists.index(values) :]
            counting = _treated(rules, cycle, lists[-1])
            return _counted(season, before, sums, counting, order, passes=number, cycle=len(cycle))
        lists.append(values)
        order = following
    counting = Counting(values=lists[-1])
    return _counted(season, before, sums, counting, order, passes=rules.passes_max, limited=True)


def _treated(rules: KeizerRules, cycle: list[tuple[int, ...]], last: tuple[int, ...]) -> Counting:
    """Return the mean of the lists that come round, or the last of them."""
    if rules.on_cycle is OnCycle.STOP:
        return Counting(values=last)
    return Counting(values=tuple(map(sum, zip(*cycle, strict=True))), parts=len(cycle))


def _counted(
    season: Season,
    before: KeizerList,
    sums: Sums,
    counting: Counting,
    members: tuple[Seat, ...],
    **how: int,
) -> Recalculation:
    totals = sums.totals(counting)
    return Recalculation(
        listing=_listed_after(season, before, ranked(members, totals)),
        counting=counting,
        totals=totals,
        unit=sums.total_units(counting),
        passes=how.get("passes", 1),
        cycle=how.get("cycle", 0),
        limited=bool(how.get("limited")),
    )


def _listed_after(season: Season, before: KeizerList, order: Sequence[Seat]) -> KeizerList:
    entrants = season.crosstable.entrants
    known = frozenset(order)
    late = [seat for seat in range(len(entrants)) if seat not in known and seat not in season.left]
    joined = with_late_entries(order, late, entrants, season.rules)
    return listed(joined, len(entrants), season.rules, before)


def _members(season: Season, before: KeizerList) -> tuple[Seat, ...]:
    """Return the seats with a value, from the top: those of the list, then those who came back.

    Players who left stay in the list, or leave it.
    """
    known = frozenset(before.order)
    back = [
        seat
        for seat, value in enumerate(before.values)
        if value and seat not in known and seat not in season.left
    ]
    if season.rules.retired is Retired.KEEP:
        return (*before.order, *back)
    return (*(seat for seat in before.order if seat not in season.left), *back)


def _padded(values: tuple[int, ...], size: int) -> tuple[int, ...]:
    """A value for everybody: who has none yet has nothing to count with."""
    return (*values, *([0] * (size - len(values))))
