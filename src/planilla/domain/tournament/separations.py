"""Separations in a round, as pairs of seats: prohibited pairs, and entrants of one origin.

Source: C.04.2 (forbidden pairs; TRF 260 and XXP) and seed 000, 2.9 B3 bis (same origin, where the
regulations of the tournament say so). The origin is the federation: clubs are personal data.
"""

from collections import defaultdict
from itertools import combinations

from planilla.domain.crosstable import Seat
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import SameOrigin

Pairs = frozenset[tuple[Seat, Seat]]
"""Pairs of seats, the lower first."""


def forbidden_pairs(state: Tournament, number: int) -> Pairs:
    """Return the pairs that may not meet when round `number` is paired."""
    seats = seats_of(state)
    pairs = {
        pair
        for prohibition in state.prohibitions
        if prohibition.holds_in(number)
        for pair in combinations(sorted(seats[each] for each in prohibition.entrants), 2)
    }
    return frozenset(pairs) | _of_one_origin(state, SameOrigin.FORBID)


def unwanted_pairs(state: Tournament) -> Pairs:
    """Return the pairs that meet only if nothing else is possible."""
    return _of_one_origin(state, SameOrigin.AVOID)


def _of_one_origin(state: Tournament, rule: SameOrigin) -> Pairs:
    if state.same_origin is not rule:
        return frozenset()
    members: dict[str, list[Seat]] = defaultdict(list)
    for seat, entrant in enumerate(state.order):
        federation = state.entrants[entrant].federation
        if federation:
            members[federation].append(seat)
    return frozenset(pair for seats in members.values() for pair in combinations(seats, 2))
