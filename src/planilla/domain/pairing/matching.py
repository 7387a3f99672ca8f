"""Completion: can these players be paired at all? A largest matching on sets of bits.

A graph is a list of integers: bit v of `neighbours[u]` says that u and v may be paired. The method
is Edmonds', by breadth-first search with contracted odd cycles; a greedy start leaves little to do.

Source: J. Edmonds, "Paths, trees, and flowers" (1965).
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

_NONE = -1

Choices = Callable[[int, int], Iterable[int]]
"""From a vertex and the set of those left after it: its possible mates, the best first."""


def largest_matching(
    neighbours: Sequence[int], known: Sequence[int | None] = ()
) -> list[int | None]:
    """Return the mate of each vertex in a matching with as many pairs as possible.

    `known` is a matching of the first vertices to start from; it may be changed.
    """
    mates = [_NONE if mate is None else mate for mate in known]
    mates += [_NONE] * (len(neighbours) - len(mates))
    _match_greedily(neighbours, mates)
    single = [u for u, mate in enumerate(mates) if mate == _NONE and neighbours[u]]
    for place, start in enumerate(single):
        # A path leads from one single vertex to another: the last one has nowhere to go.
        others = sum(1 << u for u in single[place + 1 :] if mates[u] == _NONE)
        if mates[start] == _NONE and others and not _match_nearby(neighbours, mates, start, others):
            _Tree(neighbours, mates).augment(start)
    return [None if mate == _NONE else mate for mate in mates]


def matching_of(
    neighbours: Sequence[int], members: int, known: Sequence[int | None] = ()
) -> list[int | None] | None:
    """Return a matching in which all `members`, a set of bits, have mates; None if none exists.

    `known` is a matching among members to start from.
    """
    among = [edges & members if members >> at & 1 else 0 for at, edges in enumerate(neighbours)]
    mates = largest_matching(among, known)
    paired = len(mates) - mates.count(None)
    return mates if paired == members.bit_count() else None


def rematched(
    neighbours: Sequence[int], mates: Sequence[int | None], pair: tuple[int, int], left: int
) -> list[int | None] | None:
    """Return a matching of all that are `left` once `pair` is one; None where there is none.

    `mates` is a matching of them all that is known; `left` is a set of bits without the pair.
    """
    one, other = pair
    following = list(mates)
    if mates[one] == other:
        return following
    mate, other_mate = mates[one], mates[other]
    assert mate is not None, "everybody has a mate in the matching that is known"
    assert other_mate is not None, "everybody has a mate in the matching that is known"
    following[one], following[other] = other, one
    if neighbours[mate] >> other_mate & 1:
        following[mate], following[other_mate] = other_mate, mate
        return following
    following[mate] = following[other_mate] = None
    for between in bits(neighbours[mate] & left):
        far = following[between]
        assert far is not None, "everybody who is left has a mate, but for the two"
        if neighbours[other_mate] >> far & 1:
            following[mate], following[between] = between, mate
            following[other_mate], following[far] = far, other_mate
            return following
    among = [edges & left if left >> at & 1 else 0 for at, edges in enumerate(neighbours)]
    following = largest_matching(among, following)
    return None if None in following else following


def first_perfect_matching(
    neighbours: Sequence[int], choices: Choices
) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of the first perfect matching in the order of choices; None if none exists.

    The lowest vertex that is left takes the first of its choices with whom all others can be
    paired, and so on: no order of trying and taking back gives an earlier matching. The choices
    must include each neighbour that is left.
    """
    mates = largest_matching(neighbours, _chosen_greedily(len(neighbours), choices))
    if None in mates:
        return None
    known = [mate for mate in mates if mate is not None]
    rest = (1 << len(neighbours)) - 1
    pairs = []
    while rest:
        upper = (rest & -rest).bit_length() - 1
        rest ^= 1 << upper
        lower = _first_mate(neighbours, known, rest, (upper, choices(upper, rest)))
        rest ^= 1 << lower
        pairs.append((upper, lower))
    return tuple(pairs)


def _chosen_greedily(size: int, choices: Choices) -> list[int | None]:
    """Return the matching in which each vertex takes the first of its choices that is left."""
    mates: list[int | None] = [None] * size
    rest = (1 << size) - 1
    while rest:
        upper = (rest & -rest).bit_length() - 1
        rest ^= 1 << upper
        lower = next(iter(choices(upper, rest)), None)
        if lower is not None:
            rest ^= 1 << lower
            mates[upper], mates[lower] = lower, upper
    return mates


def _first_mate(
    neighbours: Sequence[int], mates: list[int], rest: int, wanted: tuple[int, Iterable[int]]
) -> int:
    """Return the first choice of a vertex that leaves `rest` a perfect matching, and match them.

    `wanted` is the vertex with its choices; `mates` matches it and all the rest.
    """
    upper, choices = wanted
    own, tree = mates[upper], None
    for lower in choices:
        if lower == own:
            return own
        other = mates[lower]
        if tree is None and neighbours[own] >> other & 1:
            # The two who lose their mates may meet each other.
            mates[own], mates[other] = other, own
            mates[upper], mates[lower] = lower, upper
            return lower
        if tree is None:
            # Without the vertex its mate is single: so may be whoever an even path leads to.
            mates[own] = _NONE
            tree = _Tree(neighbours, mates, rest)
            tree.grow(own, 1 << lower)
        if tree.outer >> lower & 1:
            tree.exchange(lower)
            mates[upper], mates[lower] = lower, upper
            return lower
    raise AssertionError("unreachable: the matching that is known has a pair for everybody")


def first_to_leave(neighbours: Sequence[int], candidates: Iterable[int]) -> int | None:
    """Return the first of `candidates` without whom all others can be paired; None if none can."""
    mates = largest_matching(neighbours)
    for vertex in candidates:
        among = [edges & ~(1 << vertex) for edges in neighbours]
        among[vertex] = 0
        known = list(mates)
        mate = known[vertex]
        if mate is not None:
            known[mate] = known[vertex] = None
        if largest_matching(among, known).count(None) == 1:
            return vertex
    return None


def connected_parts(neighbours: Sequence[int]) -> Iterator[int]:
    """Yield the sets of vertices between which no edge leads, each as large as need be."""
    left = (1 << len(neighbours)) - 1
    while left:
        part, fresh = 0, left & -left
        while fresh:
            part |= fresh
            near = 0
            for vertex in bits(fresh):
                near |= neighbours[vertex]
            fresh = near & ~part
        left &= ~part
        yield part


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set of bits, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def set_of(members: Iterable[int]) -> int:
    """Return the set of bits with these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def _match_greedily(neighbours: Sequence[int], mates: list[int]) -> None:
    waiting = [u for u, mate in enumerate(mates) if mate == _NONE]
    free = sum(1 << u for u in waiting)
    # Whoever has the fewest opponents chooses first: few vertices are then left over.
    for u in sorted(waiting, key=lambda u: neighbours[u].bit_count()):
        chosen = neighbours[u] & free
        if chosen and mates[u] == _NONE:
            lowest = chosen & -chosen
            v = lowest.bit_length() - 1
            mates[u], mates[v] = v, u
            free &= ~(1 << u | lowest)


def _match_nearby(neighbours: Sequence[int], mates: list[int], start: int, single: int) -> bool:
    """Pair `start` with one of `single` over one pair between; whether that went."""
    for v in bits(neighbours[start]):
        far = neighbours[mates[v]] & single
        if far:
            before, end = mates[v], far.bit_length() - 1
            mates[start], mates[v] = v, start
            mates[before], mates[end] = end, before
            return True
    return False


class _Tree:
    """The alternating tree grown from one free vertex; `outer` are those at an even distance."""

    def __init__(self, neighbours: Sequence[int], mates: list[int], among: int = -1) -> None:
        self.neighbours = neighbours
        self.mates = mates
        self.within = list(range(len(mates)))
        self.blossom = [1 << vertex for vertex in self.within]
        self.parent = [_NONE] * len(mates)
        self.outer = 0
        self.unseen = among
        self.queue: deque[int] = deque()

    def augment(self, start: int) -> None:
        """Pair `start`, if an augmenting path leaves from it."""
        self._reach(start)
        while self.queue:
            end = self._visit(self.queue.popleft(), start)
            if end != _NONE:
                self._flip(end)
                return

    def grow(self, start: int, wanted: int) -> None:
        """Grow from `start`, the only one without a mate, until one of `wanted` is outer."""
        self._reach(start)
        while self.queue and not self.outer & wanted:
            self._visit(self.queue.popleft(), start)

    def exchange(self, single: int) -> None:
        """Leave `single`, which is outer, without a mate instead of the start."""
        mate = self.mates[single]
        self.mates[single] = _NONE
        self._flip(mate)

    def _flip(self, end: int) -> None:
        while end != _NONE:
            before = self.parent[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

    def _visit(self, u: int, start: int) -> int:
        """Look at all neighbours of an outer vertex; return a free one, if there is any."""
        for v in bits(self.neighbours[u] & self.unseen):
            self.parent[v] = u
            self.unseen &= ~(1 << v)
            if self.mates[v] == _NONE:
                return v
            self._reach(self.mates[v])
        while clashing := self.neighbours[u] & self.outer & ~self.blossom[self._base(u)]:
            self._contract(u, (clashing & -clashing).bit_length() - 1, start)
        return _NONE

    def _reach(self, u: int) -> None:
        self.outer |= 1 << u
        self.unseen &= ~(1 << u)
        self.queue.append(u)

    def _contract(self, u: int, v: int, start: int) -> None:
        common = self._common_base(u, v, start)
        inside: set[int] = set()
        self._mark(u, common, v, inside)
        self._mark(v, common, u, inside)
        together = self.blossom[common]
        for base in inside:
            together |= self.blossom[base]
            self.within[base] = common
        self.blossom[common] = together
        for w in bits(together & ~self.outer):
            self._reach(w)

    def _mark(self, u: int, common: int, child: int, inside: set[int]) -> None:
        while self._base(u) != common:
            mate = self.mates[u]
            inside |= {self._base(u), self._base(mate)}
            self.parent[u] = child
            child, u = mate, self.parent[mate]

    def _common_base(self, u: int, v: int, start: int) -> int:
        passed = set(self._bases_up(u, start))
        return next(base for base in self._bases_up(v, start) if base in passed)

    def _bases_up(self, u: int, start: int) -> Iterator[int]:
        while True:
            u = self._base(u)
            yield u
            if u == self._base(start):
                return
            u = self.parent[self.mates[u]]

    def _base(self, u: int) -> int:
        """Return the base of the blossom around a vertex: the vertex itself without one."""
        within = self.within
        while within[u] != u:
            within[u] = within[within[u]]
            u = within[u]
        return u
