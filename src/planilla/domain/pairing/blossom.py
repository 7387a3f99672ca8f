"""Maximum weight matching in a general graph, exact for integers of any size.

Edmonds' blossom method with dual values. One alternating tree grows at a time, from a vertex
without a mate, and only the duals of its vertices change: in a graph whose edges lead to near
vertices a search stays near its start. The duals of a tree are those of the moment of entry, less
or plus what the search has gone since; edges wait in a heap for the moment at which they are tight.

A matching is heaviest when every edge is covered by the duals of its ends and of the blossoms
around both, the edges of the matching exactly so, and the vertices without a mate have the dual 0.

Source: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); Z. Galil,
"Efficient algorithms for finding maximum matching in graphs" (1986).
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

import msgspec

from planilla.domain.pairing.matching import largest_matching, set_of

_NONE = -1
_UNSEEN, _OUTER, _INNER = 0, 1, 2

Link = tuple[int, int]
"""An edge from a vertex of one node to a vertex of another."""


def heaviest_matching(size: int, weights: Mapping[Link, int]) -> list[int | None]:
    """Return the mates of vertices 0 to `size` - 1 in a matching of the greatest total weight.

    `weights` maps pairs (i, j) with i < j to positive weights; other pairs, and those with weight
    0, are no edges.
    """
    search = _finished(size, weights)
    return [None if mate == _NONE else mate for mate in search.mates]


class HeaviestEdges(msgspec.Struct, frozen=True, kw_only=True):
    """One heaviest matching, and the edges that all of them may hold.

    `mates` are those of the one. `shares` holds the edges, each with its share in keeping a
    matching heaviest: a matching of these edges is heaviest if no other has a greater sum. They
    count the ends that must have mates, one bit each in `covered`, and the odd sets around both
    ends that must be full; `has_odd_sets` tells whether there are such sets.
    """

    mates: list[int | None]
    shares: dict[Link, int]
    covered: int
    has_odd_sets: bool


def heaviest_edges(size: int, weights: Mapping[Link, int]) -> HeaviestEdges:
    """Return the edges that heaviest matchings may hold: those that the duals cover exactly."""
    search = _finished(size, weights)
    duals = search.duals
    around = [_duals_around(search, vertex) for vertex in range(size)]
    shares = {}
    for (u, v), weight in weights.items():
        left = duals[u] + duals[v] - 2 * weight
        share = (duals[u] > 0) + (duals[v] > 0)
        if search.root[u] == search.root[v]:
            both = around[u].keys() & around[v].keys()
            left += sum(around[u][node] for node in both)
            share += len(both)
        if not left:
            shares[u, v] = share
    return HeaviestEdges(
        mates=[None if mate == _NONE else mate for mate in search.mates],
        shares=shares,
        covered=set_of(vertex for vertex, dual in enumerate(duals) if dual),
        has_odd_sets=any(around),
    )


def _duals_around(search: "_Search", vertex: int) -> dict[int, int]:
    """Return the blossoms around a vertex whose dual is not 0, with their duals."""
    found = {}
    node = search.around[vertex]
    while node != _NONE:
        if search.blossom_duals[node]:
            found[node] = search.blossom_duals[node]
        node = search.around[node]
    return found


def _finished(size: int, weights: Mapping[Link, int]) -> "_Search":
    search = _Search(size, weights)
    for vertex in range(size):
        if search.mates[vertex] == _NONE and search.duals[vertex]:
            search.grow(vertex)
    return search


def combined(columns: Sequence[Sequence[int]], pairs: int) -> list[int]:
    """Return one weight for each edge: the first column outweighs all others, and so on.

    Columns hold gains that are not negative, one for each edge; at most `pairs` edges are chosen.
    """
    weights = [0] * len(columns[0])
    for column in columns:
        radix = max(column, default=0) * pairs + 1
        if radix > 1:
            weights = [weight * radix + gain for weight, gain in zip(weights, column, strict=True)]
    return weights


class _Search:
    """A matching, its duals, and the blossoms that stand.

    Nodes are the vertices and, after them, the blossoms: odd cycles of nodes (`petals`) with the
    edge from each to the next (`links`), the first petal holding the `base`, whose mate is outside;
    `vertices` are all of a node.
    `around` is the blossom directly around a node, `root` the outermost node around a vertex.
    Weights are kept doubled, so that the duals stay whole numbers.

    Of one tree: `label` tells whether a root is at an even (outer) or odd distance; `entry` is the
    edge by which an inner root was reached; `since` is the time of entry, and `now` the time. At
    `end_time` the tree finds its `end`: an edge to a root without a mate, or a vertex whose dual
    is 0, which may be left without one.
    """

    def __init__(self, size: int, weights: Mapping[Link, int]) -> None:
        self.size = size
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for (u, v), weight in weights.items():
            if weight:
                self.near[u].append((v, 2 * weight))
                self.near[v].append((u, 2 * weight))
        self.duals = self._first_duals()
        self.mates = [_NONE] * size
        self.root = list(range(size))
        self.around = [_NONE] * size
        self.base = list(range(size))
        self.vertices = [[vertex] for vertex in range(size)]
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.links: list[list[Link]] = [[] for _ in range(size)]
        self.blossom_duals = [0] * size
        self.label = [_UNSEEN] * size
        self.since = [0] * size
        self.entry: list[Link] = [(_NONE, _NONE)] * size
        self.labelled: list[int] = []
        self.events: list[tuple[int, int, int, int]] = []
        self.earliest: dict[int, int] = {}
        self.now = self.end_time = 0
        self.end: Link = (_NONE, _NONE)
        self._start()

    def _first_duals(self) -> list[int]:
        """Return duals that cover every edge: for each vertex what its edges weigh at least.

        The rest of an edge is covered by each of its ends alone for one half.
        """
        least = [min((twice for _, twice in near), default=0) for near in self.near]
        below = min((each for each in least if each), default=0) // 2
        own = [each - below for each in least]
        return [
            max(0, own[u] + max((twice - own[v] for v, twice in near), default=0)) // 2
            for u, near in enumerate(self.near)
        ]

    def _start(self) -> None:
        """Match what can be matched over tight edges, and lower the duals of the others."""
        tight = [set_of(self._tight(u)) for u in range(self.size)]
        for u, mate in enumerate(largest_matching(tight)):
            self.mates[u] = _NONE if mate is None else mate
        for u, near in enumerate(self.near):
            if self.mates[u] == _NONE and near:
                self.duals[u] = max(0, *(twice - self.duals[v] for v, twice in near))
                mate = next((v for v in self._tight(u) if self.mates[v] == _NONE), None)
                if mate is not None:
                    self.mates[u], self.mates[mate] = mate, u

    def _tight(self, u: int) -> Iterator[int]:
        left = self.duals[u]
        return (v for v, twice in self.near[u] if left + self.duals[v] == twice)

    def grow(self, start: int) -> None:
        """Give `start` a mate, or let its dual or that of another come down to 0."""
        self.now, self.end_time, self.end = 0, self.duals[start], (start, _NONE)
        self.labelled, self.events, self.earliest = [], [], {}
        self._enter_outer(self.root[start])
        while self.events and self.events[0][0] < self.end_time:
            self.now, u, v, twice = heappop(self.events)
            if v == _NONE:
                self._open(u)
            else:
                self._meet(u, v, twice)
        self.now = self.end_time
        u, v = self.end
        if v != _NONE:
            self._rebase(self.root[v], v)
            self.mates[v] = u
        self._flip_way(u, v)
        for node in self.labelled:
            self._leave(node)

    # --- the tree ---------------------------------------------------------------------------------

    def _enter_outer(self, node: int) -> None:
        self.label[node], self.since[node] = _OUTER, self.now
        self.labelled.append(node)
        for vertex in self.vertices[node]:
            self._scan(vertex)

    def _enter_inner(self, node: int, entry: Link) -> None:
        self.label[node], self.since[node], self.entry[node] = _INNER, self.now, entry
        self.labelled.append(node)
        if node >= self.size:
            empty_at = self.now + self.blossom_duals[node] // 2
            heappush(self.events, (empty_at, node, _NONE, 0))

    def _leave(self, node: int) -> None:
        """Settle the duals of a root, and take it out of the tree."""
        gone = self.now - self.since[node] if self.label[node] != _UNSEEN else 0
        if gone:
            step = gone if self.label[node] == _OUTER else -gone
            for vertex in self.vertices[node]:
                self.duals[vertex] -= step
            if node >= self.size:
                self.blossom_duals[node] += 2 * step
        self.label[node] = _UNSEEN

    def _dual_now(self, vertex: int) -> int:
        """Return the dual of a vertex that is not in an inner node."""
        root = self.root[vertex]
        gone = self.now - self.since[root] if self.label[root] == _OUTER else 0
        return self.duals[vertex] - gone

    def _scan(self, u: int) -> None:
        """Note when the edges of a vertex that has become outer will be tight."""
        root, label, duals, now = self.root, self.label, self.duals, self.now
        own, mine = root[u], self._dual_now(u)
        if now + mine < self.end_time:
            self.end_time, self.end = now + mine, (u, _NONE)
        start = now + mine
        for v, twice in self.near[u]:
            node = root[v]
            kind = label[node]
            if kind == _UNSEEN:
                self._note(u, v, twice, start + duals[v] - twice)
            elif kind == _OUTER and node != own:
                time = now + (mine + duals[v] - now + self.since[node] - twice) // 2
                if time < self.end_time:
                    heappush(self.events, (time, u, v, twice))

    def _note(self, u: int, v: int, twice: int, time: int) -> None:
        """Note that an edge from outer `u` to unseen `v` will be tight at `time`."""
        if time < self.end_time:
            if self.mates[self.base[self.root[v]]] == _NONE:
                self.end_time, self.end = time, (u, v)
            elif time < self.earliest.get(v, self.end_time):
                self.earliest[v] = time
                heappush(self.events, (time, u, v, twice))

    def _meet(self, u: int, v: int, twice: int) -> None:
        """Use an edge of outer `u`, if it is tight: it adds two nodes, or closes a blossom."""
        node = self.root[v]
        kind = self.label[node]
        # Edges that were noted before `v` was inner for a time are tight later than noted.
        if kind == _INNER or node == self.root[u] or self._dual_now(u) + self._dual_now(v) != twice:
            return
        if kind == _OUTER:
            self._shrink(u, v)
            return
        self._enter_inner(node, (u, v))
        self._enter_outer(self.root[self.mates[self.base[node]]])

    # --- blossoms ---------------------------------------------------------------------------------

    def _shrink(self, u: int, v: int) -> None:
        """Make one node of the odd cycle that the edge closes."""
        above = set()
        node = self.root[u]
        while node != _NONE:
            above.add(node)
            node = self._outer_above(node)
        meeting = self.root[v]
        while meeting not in above:
            meeting = self._outer_above(meeting)
        left, left_links = self._way_up(self.root[u], meeting)
        right, right_links = self._way_up(self.root[v], meeting)
        petals = [meeting, *reversed(left), *right]
        down = [(inner, outer) for outer, inner in reversed(left_links)]
        new = self._new_node(petals, [*down, (u, v), *right_links])
        fresh = [
            vertex
            for petal in petals
            if self.label[petal] == _INNER
            for vertex in self.vertices[petal]
        ]
        for petal in petals:
            self._leave(petal)
            self.around[petal] = new
        for vertex in self.vertices[new]:
            self.root[vertex] = new
        for vertex in fresh:
            self._scan(vertex)

    def _new_node(self, petals: list[int], links: list[Link]) -> int:
        self.around.append(_NONE)
        self.base.append(self.base[petals[0]])
        self.petals.append(petals)
        self.links.append(links)
        self.vertices.append([vertex for petal in petals for vertex in self.vertices[petal]])
        self.blossom_duals.append(0)
        self.label.append(_OUTER)
        self.since.append(self.now)
        self.entry.append((_NONE, _NONE))
        self.labelled.append(len(self.label) - 1)
        return len(self.label) - 1

    def _outer_above(self, node: int) -> int:
        """Return the outer node above an outer one, towards the start of the tree."""
        mate = self.mates[self.base[node]]
        return _NONE if mate == _NONE else self.root[self.entry[self.root[mate]][0]]

    def _way_up(self, node: int, meeting: int) -> tuple[list[int], list[Link]]:
        """Return the nodes from an outer one up to `meeting`, without it, and the edges between."""
        nodes, links = [], []
        while node != meeting:
            base = self.base[node]
            mate = self.mates[base]
            inner = self.root[mate]
            above, below = self.entry[inner]
            nodes += [node, inner]
            links += [(base, mate), (below, above)]
            node = self.root[above]
        return nodes, links

    def _open(self, node: int) -> None:
        """Put the petals of an inner blossom whose dual is 0 in its place in the tree."""
        if self.label[node] != _INNER:
            return
        self._leave(node)
        petals, links, entry = self.petals[node], self.links[node], self.entry[node]
        for petal in petals:
            self.around[petal] = _NONE
            for vertex in self.vertices[petal]:
                self.root[vertex] = petal
        at = petals.index(self.root[entry[1]])
        way = self._way_to_base(at, links)
        for place, link in way[::2]:
            self._enter_inner(petals[place], entry)
            entry = link
        self._enter_inner(petals[0], entry)
        for place, _ in way[1::2]:
            self._enter_outer(petals[place])
        for petal in petals:
            if self.label[petal] == _UNSEEN:
                self._look_back(petal)

    def _way_to_base(self, at: int, links: Sequence[Link]) -> list[tuple[int, Link]]:
        """Return the places of the even way from `at` to the first petal.

        Those at an even place of the list are inner; each comes with the edge by which the next
        inner one is reached.
        """
        if at % 2:
            places = list(range(at, len(links)))
            edges = [links[place] for place in places]
        else:
            places = list(range(at, 0, -1))
            edges = [(far, near) for near, far in (links[place - 1] for place in places)]
        return [(place, edges[index | 1]) for index, place in enumerate(places)]

    def _look_back(self, node: int) -> None:
        """Note when edges from the tree to a node that has left it will be tight."""
        for v in self.vertices[node]:
            self.earliest.pop(v, None)
            for u, twice in self.near[v]:
                if self.label[self.root[u]] == _OUTER:
                    time = self.now + self._dual_now(u) + self.duals[v] - twice
                    self._note(u, v, twice, time)

    # --- changes of the matching ------------------------------------------------------------------

    def _flip_way(self, u: int, v: int) -> None:
        """Make `v` the mate of outer `u`, and change the way from there up to the start."""
        while True:
            node = self.root[u]
            before = self.mates[self.base[node]]
            self._rebase(node, u)
            self.mates[u] = v
            if before == _NONE:
                return
            inner = self.root[before]
            u, v = self.entry[inner]
            self._rebase(inner, v)
            self.mates[v] = u

    def _rebase(self, node: int, vertex: int) -> None:
        """Change the matching within a node such that `vertex` is the one to be matched outside."""
        waiting = [(node, vertex)]
        while waiting:
            blossom, base = waiting.pop()
            if blossom < self.size:
                continue
            petals, links = self.petals[blossom], self.links[blossom]
            own = base
            while self.around[own] != blossom:
                own = self.around[own]
            at = petals.index(own)
            waiting.append((own, base))
            for place in range(at + 1, len(petals), 2) if at % 2 else range(0, at, 2):
                one, other = links[place]
                self.mates[one], self.mates[other] = other, one
                waiting += [(petals[place], one), (petals[(place + 1) % len(petals)], other)]
            self.petals[blossom] = petals[at:] + petals[:at]
            self.links[blossom] = links[at:] + links[:at]
            self.base[blossom] = base
