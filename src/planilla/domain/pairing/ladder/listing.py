"""The list of a ladder: who stands where, and the value that each place has.

Source: seed 000, 2.10: the first has the greatest value, each further place one step less.
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.pairing.ladder.rules import KeizerRules, LateEntry


class Listing(msgspec.Struct, frozen=True, kw_only=True):
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


def maximum_for(players: int, rules: KeizerRules, before: Listing | None = None) -> int:
    """The value of the first place; once it is fixed it stays, unless it follows the players."""
    if rules.given:
        return rules.given[0]
    if rules.maximum:
        return rules.maximum
    if before is not None and not rules.maximum_follows:
        return before.maximum
    return usual_maximum(players)


def value_at(place: int, maximum: int, rules: KeizerRules) -> int:
    """The value of a place, counted from 0."""
    if place < len(rules.given):
        return rules.given[place]
    if rules.given:
        below = place - len(rules.given) + 1
        return max(rules.floor, rules.given[-1] - rules.step * below)
    return max(rules.floor, maximum - rules.step * place)


def listed(
    order: Sequence[Seat], size: int, rules: KeizerRules, before: Listing | None = None
) -> Listing:
    """The list with this order, for `size` seats; who is not in it keeps the value from before."""
    maximum = maximum_for(len(order), rules, before)
    kept = before.values if before is not None else ()
    values = [*kept, *([0] * (size - len(kept)))]
    for place, seat in enumerate(order):
        values[seat] = value_at(place, maximum, rules)
    return Listing(order=tuple(order), values=tuple(values), maximum=maximum)


def starting_order(
    seats: Iterable[Seat], entrants: Sequence[Entrant], rules: KeizerRules
) -> tuple[Seat, ...]:
    """By category where there are any, then by pairing number, which is the order of strength."""
    return tuple(sorted(seats, key=lambda seat: (category_of(entrants[seat], rules), seat)))


def category_of(entrant: Entrant, rules: KeizerRules) -> int:
    """How far down the entrant's category is; who is in none of them comes after all."""
    found = [place for place, name in enumerate(rules.categories) if name in entrant.categories]
    return min(found, default=len(rules.categories))


def with_late_entries(
    order: Sequence[Seat], late: Iterable[Seat], entrants: Sequence[Entrant], rules: KeizerRules
) -> tuple[Seat, ...]:
    """The order with those who join now, in the order of their numbers.

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
    """The less, the stronger."""
    return category_of(entrant, rules), -entrant.rating
