"""Courses of entrants: the place and the points after each published round."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from planilla.domain.tournament.crosstables import for_standings
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.ranking import gained_by_round, places_by_round
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


class EntrantCourse(NamedTuple):
    """The places and points of an entrant, one for each round from the first.

    A place is 0 where there was none. Where a list of values ranks, `points` are empty, and the
    places are those in the list calculated after each round.
    """

    places: tuple[int, ...]
    points: tuple[int, ...]


def courses(state: Tournament) -> Mapping[EntrantId, EntrantCourse]:
    """Return the courses of all entrants; there are no places in a bracket."""
    if state.system.keeps_values:
        return _in_lists(state)
    crosstable = for_standings(state)
    gained = gained_by_round(state, crosstable)
    places = places_by_round(state, crosstable)
    return {
        entrant: EntrantCourse(_of_seat(places, seat), tuple(accumulate(gained[seat])))
        for seat, entrant in enumerate(state.order)
    }


def _of_seat(places: Sequence[Sequence[int]], seat: int) -> tuple[int, ...]:
    return tuple(each[seat] for each in places)


def _in_lists(state: Tournament) -> dict[EntrantId, EntrantCourse]:
    """Return the courses in the lists of values, up to the last round that has one."""
    known = keizer_of(state).lists
    orders = [
        {each.entrant: place for place, each in enumerate(known[number].values, start=1)}
        for number in range(1, state.last_published + 1)
        if number in known
    ]
    return {
        entrant: EntrantCourse(tuple(order.get(entrant, 0) for order in orders), ())
        for entrant in state.order
    }
