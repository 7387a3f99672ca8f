"""Amalfi: the ideal opponent is as many places below as rounds remain, the next one included.

With seven rounds number 1 meets number 8 in the first and number 2 in the last round, so that
nobody meets players of a very different strength and the leaders meet at the end.
Source: seed 000, 2.9.1 "Amalfi"; `docs/rules/amalfi.md`.
"""

from collections.abc import Iterator

from planilla.domain.pairing.colours import FIDE_COLOUR_RULES
from planilla.domain.pairing.swiss.ranked_list import (
    ListInput,
    ListSystem,
    by_points,
    system_of_list,
)


def distance_in(rounds: int, number: int) -> int:
    """Return the ideal distance in round `number` of `rounds`; 1 where these are not known."""
    return max(1, rounds - number + 1)


def from_the_distance(field: ListInput, upper: int, below: Iterator[int]) -> Iterator[int]:
    """Yield the others from the ideal distance downwards, then from it upwards.

    Distance is counted in the whole list; where it ends before, the last one is the ideal one.
    """
    given = field.given
    ideal = upper + distance_in(given.crosstable.rounds_planned, given.round)
    nearer = []
    for place in below:
        if place < ideal:
            nearer.append(place)
        else:
            yield place
    yield from reversed(nearer)


RULES = ListSystem(
    name="amalfi",
    ranked=by_points,
    order=from_the_distance,
    colour_rules=lambda _given: FIDE_COLOUR_RULES,
    limits_colours=True,
)

AMALFI = system_of_list(RULES, "libro")
