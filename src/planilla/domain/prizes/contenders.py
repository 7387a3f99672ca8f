"""Who may still win a prize: everybody else is left out when outcomes are put in order.

Points alone decide it, for those tied on points with the last prize may share in it. Who wins in
one group may be struck from another, where the rest move up; so every group reaches as much deeper
as there are possible winners of the others in it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from planilla.domain.crosstable import Seat


class Competitors(NamedTuple):
    """Those who compete for so many places."""

    seats: tuple[Seat, ...]
    places: int


def contenders(
    whole: Competitors, groups: Sequence[Competitors], least: Sequence[int], greatest: Sequence[int]
) -> set[Seat]:
    """The seats that may come among the places of a field, by the points that each may reach.

    Only in `groups` is anybody struck; `whole` is everybody for the first places.
    """
    reached: list[set[Seat]] = [set() for _ in groups]
    while True:
        found = [
            _within(field, _possible_strikes(field, number, reached), least, greatest)
            for number, field in enumerate(groups)
        ]
        if found == reached:
            return _within(whole, 0, least, greatest).union(*found)
        reached = found


def _possible_strikes(field: Competitors, number: int, reached: Sequence[set[Seat]]) -> int:
    others: set[Seat] = set()
    others.update(*(each for other, each in enumerate(reached) if other != number))
    return len(others.intersection(field.seats))


def _within(
    field: Competitors, strikes: int, least: Sequence[int], greatest: Sequence[int]
) -> set[Seat]:
    """Whoever has not so many surely ahead that no place is left."""
    surely = sorted((least[seat] for seat in field.seats), reverse=True)
    places = field.places + strikes
    bar = surely[places - 1] if 0 < places <= len(surely) else 0
    return {seat for seat in field.seats if greatest[seat] >= bar} if places else set()
