"""The upfloaters of a bracket: the set that completes a scoregroup to an even number of members.

Vertices are the players to be paired, numbered by score from the top and then by pairing number, so
that a lower vertex comes first in the order of a set. Sets of them are sets of bits.

A matching of everybody in which as few as possible of the group meet others gives the fewest
upfloaters (C4), for two upfloaters who met one another could both stay below. The groups that these
members complete are the bases of a matroid, so that its greedy set is the best of all unless it
makes the rest unpairable (C3) or leaves the next group in need of more upfloaters (C6). Then the
criteria are the weights of one matching of everybody.

Source: FIDE C.04.6 (2026), 2 and 3.5; C.04.5, which has the same procedure.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from planilla.domain.pairing.blossom import heaviest_matching
from planilla.domain.pairing.matching import bits, largest_matching, matching_of, set_of
from planilla.domain.pairing.swiss.players import SwissPlayer


class Field(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The players to be paired, and for each the set of those whom it may meet.

    `floated` are those whom C7 counts: who floated in the previous round, or nobody.
    """

    players: tuple[SwissPlayer, ...]
    allowed: tuple[int, ...]
    floated: int = 0

    @cached_property
    def groups(self) -> dict[int, int]:
        """The scoregroups by score."""
        groups: dict[int, int] = {}
        for vertex, player in enumerate(self.players):
            groups[player.score] = groups.get(player.score, 0) | 1 << vertex
        return groups

    def group_of(self, left: int) -> int:
        """Return the highest scoregroup of those `left`, who are one or more."""
        highest = (left & -left).bit_length() - 1
        return self.groups[self.players[highest].score] & left

    def following(self, group: int, below: int) -> int:
        """Return those who are left `below` of the scoregroup after that of `group`.

        It is empty if all its members went up to brackets before: the groups after it are not
        meant (C6).
        """
        own = self.groups[self.players[next(bits(group))].score]
        first = own.bit_length()
        if first == len(self.players):
            return 0
        return self.groups[self.players[first].score] & below

    def pairable(self, members: int) -> bool:
        """Return whether all of these can be paired with one another."""
        return matching_of(self.allowed, members) is not None

    def matched(self, members: int) -> list[int | None]:
        """Return a largest matching of these."""
        among = [
            edges & members if members >> at & 1 else 0 for at, edges in enumerate(self.allowed)
        ]
        return largest_matching(among)


def field_of(players: tuple[SwissPlayer, ...], floated: Iterable[int] = ()) -> Field:
    """Return the field of players in order; `floated` are the vertices that C7 counts."""
    everybody = (1 << len(players)) - 1
    vertices = {player.seat: vertex for vertex, player in enumerate(players)}
    allowed = []
    for vertex, player in enumerate(players):
        met = set_of(vertices[seat] for seat in bits(player.met) if seat in vertices)
        allowed.append(everybody & ~met & ~(1 << vertex))
    return Field(players=players, allowed=tuple(allowed), floated=set_of(floated))


def first_set(field: Field, left: int) -> int:
    """Return the upfloaters of the highest scoregroup of those `left`, who can all be paired.

    It is the first set (3.5.4, 3.5.5) of those that comply best with C3 to C7.
    """
    group = field.group_of(left)
    below = left & ~group
    if group.bit_count() % 2:
        single = _first_single(field, group, below)
        if single is not None:
            return 1 << single
    elif field.pairable(group) and field.pairable(below):
        return 0
    greedy = _greedy_set(field, group, below)
    if field.pairable(below & ~greedy) and complies(field, group, below, greedy):
        return greedy
    return _heaviest_set(field, group, below)


def complies(field: Field, group: int, below: int, upfloaters: int) -> bool:
    """Return whether the following scoregroup needs no more upfloaters than its parity (C6).

    One whose members all are upfloaters, or became so in a bracket before, needs none.
    """
    following = field.following(group, below) & ~upfloaters
    others = below & ~upfloaters & ~following
    if following.bit_count() % 2:
        return next(_singles(field, following, others, bits(others)), None) is not None
    return field.pairable(following) and field.pairable(others)


def _first_single(field: Field, group: int, below: int) -> int | None:
    """Return the only upfloater of a group; None where one cannot complete it."""
    left = below
    while left:
        level = field.group_of(left)
        left &= ~level
        in_order = sorted(bits(level), key=lambda vertex: (field.floated >> vertex & 1, vertex))
        first = None
        for vertex in _singles(field, group, below, in_order):
            if complies(field, group, below, 1 << vertex):
                return vertex
            first = vertex if first is None else first
        if first is not None:
            return first
    return None


def _singles(field: Field, group: int, below: int, candidates: Iterable[int]) -> Iterator[int]:
    """Yield the candidates with whom the group is pairable, and without whom the others are."""
    in_group, in_rest = field.matched(group), field.matched(below)
    if _alone(in_group, group) != 1 or _alone(in_rest, below) != 1:
        return
    for vertex in candidates:
        bit = 1 << vertex
        if not field.allowed[vertex] & group:
            continue
        if matching_of(field.allowed, group | bit, in_group) is None:
            continue
        known = list(in_rest)
        mate = known[vertex]
        if mate is not None:
            known[mate] = known[vertex] = None
        if matching_of(field.allowed, below & ~bit, known) is not None:
            yield vertex


def _alone(mates: Sequence[int | None], members: int) -> int:
    """Return how many members have no mate."""
    return sum(mates[vertex] is None for vertex in bits(members))


def _greedy_set(field: Field, group: int, below: int) -> int:
    """Return the first set that completes the group, by score, C7 and order; others aside.

    A member joins if the matching of the group grows with it: the exchange property of matchings
    makes the set best in each of its places at once.
    """
    mates = field.matched(group)
    missing = _alone(mates, group)
    among = [edges & group if group >> at & 1 else 0 for at, edges in enumerate(field.allowed)]
    chosen = 0
    for vertex in sorted(bits(below), key=lambda each: _by_level(field, each)):
        if chosen.bit_count() == missing:
            break
        bit, opponents = 1 << vertex, field.allowed[vertex] & group
        if not opponents:
            continue
        grown = list(among)
        grown[vertex] = opponents
        for opponent in bits(opponents):
            grown[opponent] |= bit
        matched = largest_matching(grown, list(mates))
        if matched[vertex] is not None:
            among, mates, chosen = grown, matched, chosen | bit
    return chosen


def _by_level(field: Field, vertex: int) -> tuple[int, int, int]:
    return -field.players[vertex].score, field.floated >> vertex & 1, vertex


def _heaviest_set(field: Field, group: int, below: int) -> int:
    """Return the best set of all by weights of a matching of everybody.

    C6 has to be met, or it is met by no set and then does not count.
    """
    chosen, crossing = _weighed(field, group, below, counts_following=True)
    following = field.following(group, below) & ~chosen
    if crossing > following.bit_count() % 2:
        chosen, _ = _weighed(field, group, below, counts_following=False)
    return chosen


def _weighed(field: Field, group: int, below: int, *, counts_following: bool) -> tuple[int, int]:
    """Return the set of the heaviest matching, and how many of the next group meet lower ones.

    The digits of a cost are C4, the scores from the lowest (C5), C6 and C7; then comes the order.
    """
    following = field.following(group, below)
    vertices = list(bits(group | below))
    base = len(vertices) + 1
    joining = _costs_of_joining(field, below, base)
    digits = base ** (len(field.groups) + 4)
    order = 1 << len(field.players)
    weights = {}
    for at, one in enumerate(vertices):
        for place in range(at + 1, len(vertices)):
            other = vertices[place]
            if not field.allowed[one] >> other & 1:
                continue
            cost, gain = 0, 0
            if group >> one & 1 and below >> other & 1:
                cost, gain = joining[other], order >> other + 1
            elif following >> one & 1 and not following >> other & 1:
                cost = base if counts_following else 0
            weights[at, place] = (digits - cost) * order + gain
    mates = heaviest_matching(len(vertices), weights)
    pairs = [
        (one, vertices[mate])
        for one, mate in zip(vertices, mates, strict=True)
        if mate is not None and vertices[mate] > one
    ]
    chosen = set_of(other for one, other in pairs if group >> one & 1 and below >> other & 1)
    crossing = sum(following >> one & 1 and not following >> other & 1 for one, other in pairs)
    return chosen, crossing


def _costs_of_joining(field: Field, below: int, base: int) -> dict[int, int]:
    """Return the cost of each member below as an upfloater: C4, C5 and C7, as digits."""
    scores = sorted({field.players[vertex].score for vertex in bits(below)}, reverse=True)
    digit = {score: base ** (place + 2) for place, score in enumerate(scores)}
    fewest = base ** (len(scores) + 2)
    return {
        vertex: fewest + digit[field.players[vertex].score] + (field.floated >> vertex & 1)
        for vertex in bits(below)
    }
