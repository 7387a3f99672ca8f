"""Who may float down: with whom the next bracket can make as many pairs as it ever could.

Asked where one player must float. With that player the next bracket has either an even number, and
can pair everybody, or an odd one, and leaves over one of its residents; no other floater could do
better. Where nobody does so well the answer is 0, and the bracket must be weighed.

Source: FIDE C.04.3 (2017), C.7; (2026), C4 and C8.
"""

from planilla.domain.pairing.matching import bits, largest_matching
from planilla.domain.pairing.swiss.dutch.prospects import Level, Prospects


def good_floaters(prospects: Prospects, number: int, leaving: int) -> int:
    """The places of group `number` with whom the next group does as well as possible.

    `leaving` are the places of the next group that it may leave over; an odd group needs none.
    """
    following = prospects.mask(number + 1)
    inner = Level(prospects.rows, (), following)
    odd = following.bit_count() % 2 == 1
    if inner.left.bit_count() != int(odd):
        return 0
    wanted, sink = (inner.loose, 0) if odd else (_mates_of(inner, leaving), leaving)
    return sum(
        1 << place
        for place in bits(prospects.mask(number))
        if prospects.rows[place] & wanted or _fits(prospects, following, place, sink)
    )


def _mates_of(level: Level, places: int) -> int:
    mates = (level.mates[place] for place in bits(places))
    return sum(1 << mate for mate in mates if mate is not None)


def _fits(prospects: Prospects, following: int, place: int, sink: int) -> bool:
    """Whether the next group pairs everybody with `place`, one of `sink` being left over."""
    places = [place, *bits(following)]
    at = {own: index for index, own in enumerate(places)}
    inside = following | 1 << place
    graph = [sum(1 << at[other] for other in bits(prospects.rows[own] & inside)) for own in places]
    if sink:
        graph = [
            row | (1 << len(places) if sink >> own & 1 else 0)
            for own, row in zip(places, graph, strict=True)
        ]
        graph.append(sum(1 << at[own] for own in bits(sink)))
    return bool(graph[0]) and None not in largest_matching(graph)
