"""Who may float down: with whom the next bracket can make as many pairs as it ever could.

Asked where one player must float. With that player the next bracket has either an even number, and
can pair everybody, or an odd one, and leaves over one of its residents; no other floater could do
better. Where nobody does so well the answer is 0, and the bracket must be weighed.

Source: FIDE C.04.3 (2017), C.7; (2026), C4 and C8.
"""

from planilla.domain.pairing.matching import bits, largest_matching
from planilla.domain.pairing.swiss.dutch.prospects import Level, Prospects


def good_floaters(prospects: Prospects, number: int, leaving: int | None) -> int:
    """The places of group `number` with whom the next group does as well as possible.

    `leaving` are the places of the next group that it may leave over.
    """
    following = prospects.mask(number + 1)
    inner = Level(prospects.rows, (), following)
    odd = following.bit_count() % 2 == 1
    if inner.left.bit_count() != int(odd):
        return 0
    if odd:
        wanted, sink = inner.loose, 0
    else:
        wanted = sum(
            1 << mate for place in bits(leaving) if (mate := inner.mates[place]) is not None
        )
        sink = leaving
    good = 0
    for place in bits(prospects.mask(number)):
        if prospects.rows[place] & wanted or _fits(prospects, following, place, sink):
            good |= 1 << place
    return good


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
