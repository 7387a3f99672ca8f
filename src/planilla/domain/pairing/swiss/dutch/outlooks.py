"""Floaters with whom the next bracket can make as many pairs as it ever could.

These functions apply when one player must float. If the next bracket leaves no player over by
itself, it leaves one over with that floater; otherwise one fewer than by itself. No other floater
could do better. When no floater reaches this, or it cannot be decided, the answer is 0 and the
bracket is weighed.

Source: FIDE C.04.3 (2017), C.7; (2026), C4 and C8.
"""

from collections.abc import Callable, Sequence

from planilla.domain.pairing.matching import bits, largest_matching
from planilla.domain.pairing.swiss.dutch.prospects import Level, Prospects
from planilla.domain.pairing.swiss.players import SwissPlayer

Takes = Callable[[Sequence[int]], bool]
"""A predicate: these places of the next bracket may be left over together."""


def good_floaters(prospects: Prospects, number: int, leaving: int, takes: Takes) -> int:
    """Return the places of group `number` with whom the next group does as well as possible.

    `leaving` are the places of the next group of which one may be left over; `takes` tells of
    several whether they may.
    """
    inner = Level(prospects.rows, (), prospects.mask(number + 1))
    spare = inner.left.bit_count()
    over = spare - 1 if spare else 1
    wanted = _loosened(inner, takes) if spare else _mates_of(inner, leaving)
    good = 0
    for place in bits(prospects.mask(number)):
        if prospects.rows[place] & wanted:
            good |= 1 << place
            continue
        left = _left_with(prospects, number + 1, (prospects.players[place],), leaving, over)
        if left is not None and over != 1 and not takes(left):
            return 0
        good |= (left is not None) << place
    return good


def all_but_one(
    prospects: Prospects, number: int, floaters: Sequence[SwissPlayer], leaving: int
) -> bool:
    """Return whether group `number` pairs all with these floaters, except for one of `leaving`."""
    return _left_with(prospects, number, floaters, leaving, 1) is not None


def _loosened(level: Level, takes: Takes) -> int:
    """Places whose opponent would leave over one less, and only such as may be."""
    left = list(bits(level.left))
    return sum(
        {
            1 << loose
            for place in left
            if takes([other for other in left if other != place])
            for loose in bits(level.loosened_by(place))
        }
    )


def _mates_of(level: Level, places: int) -> int:
    mates = (level.mates[place] for place in bits(places))
    return sum(1 << mate for mate in mates if mate is not None)


def _left_with(
    prospects: Prospects, number: int, floaters: Sequence[SwissPlayer], leaving: int, over: int
) -> list[int] | None:
    """Places left over when group `number` pairs all others with the floaters; None if it cannot.

    `over` is how many there are; they are among `leaving`.
    """
    members = (*floaters, *prospects.group(number))
    places = [prospects.place_of[player.seat] for player in members]
    outside = (1 << over) - 1 << len(members)
    rows = [
        row | (outside if leaving >> place & 1 else 0)
        for row, place in zip(prospects.local(members), places, strict=True)
    ]
    may_leave = sum(1 << at for at, place in enumerate(places) if leaving >> place & 1)
    mates = largest_matching([*rows, *(may_leave for _ in range(over))])
    if None in mates:
        return None
    return [places[mate] for mate in mates[len(members) :] if mate is not None]
