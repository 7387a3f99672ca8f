"""Maximum weight matching in a general graph, exact for integers of any size.

Edmonds' blossom method with dual values, in the dense O(n^3) form: vertices are numbered from 1,
blossoms after them. Weights are kept doubled against the duals, so that every step stays whole.

Source: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965); Z. Galil,
"Efficient algorithms for finding maximum matching in graphs" (1986).
"""

from collections import deque
from collections.abc import Mapping, Sequence

_FREE = 0
_OUTER, _INNER, _UNSEEN = 0, 1, -1


def heaviest_matching(size: int, weights: Mapping[tuple[int, int], int]) -> list[int | None]:
    """Return the mates of vertices 0 to `size` - 1 in a matching of the greatest total weight.

    `weights` maps pairs (i, j) with i < j to positive weights; other pairs are no edges.
    """
    search = _Search(size, weights)
    while search.grows():
        pass
    return [mate - 1 if mate else None for mate in search.match[1 : size + 1]]


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
    """The state of one computation: a matching, its duals, and the blossoms that stand."""

    def __init__(self, size: int, weights: Mapping[tuple[int, int], int]) -> None:
        room = size + size // 2 + 2
        self.n = size
        self.top = size
        self.twice = [[0] * (size + 1) for _ in range(size + 1)]
        for (i, j), weight in weights.items():
            self.twice[i + 1][j + 1] = self.twice[j + 1][i + 1] = 2 * weight
        self.neighbours = [[v for v, weight in enumerate(row) if weight] for row in self.twice]
        self.edge = [[(u, v) for v in range(room)] for u in range(room)]
        self.dual = [max(weights.values(), default=0)] * (size + 1) + [0] * (room - size - 1)
        self.match = [_FREE] * room
        self.slack = [0] * room
        self.gap = [0] * room
        self.root = [u if u <= size else 0 for u in range(room)]
        self.parent = [0] * room
        self.label = [_UNSEEN] * room
        self.seen = [0] * room
        self.clock = 0
        self.petals: list[list[int]] = [[] for _ in range(room)]
        self.petal_of: list[dict[int, int]] = [{u: u} if u <= size else {} for u in range(room)]
        self.queue: deque[int] = deque()

    def grows(self) -> bool:
        """Make the matching one edge larger; False when it is the heaviest."""
        self.label = [_UNSEEN] * len(self.label)
        self.slack = [0] * len(self.slack)
        self.queue.clear()
        for x in range(1, self.top + 1):
            if self.root[x] == x and not self.match[x]:
                self.parent[x], self.label[x] = 0, _OUTER
                self._enqueue(x)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._shift_duals():
                return False
            if self._use_tight_edges():
                return True
            self._dissolve()

    def _reduced(self, edge: tuple[int, int]) -> int:
        u, v = edge
        return self.dual[u] + self.dual[v] - self.twice[u][v]

    def _is_edge(self, u: int, x: int) -> bool:
        one, other = self.edge[u][x]
        return one <= self.n and other <= self.n and self.twice[one][other] > 0

    def _scan(self) -> bool:
        while self.queue:
            u = self.queue.popleft()
            if self._scan_from(u):
                return True
        return False

    def _scan_from(self, u: int) -> bool:
        row, dual, root = self.twice[u], self.dual, self.root
        for v in self.neighbours[u]:
            if root[u] != root[v]:
                reduced = dual[u] + dual[v] - row[v]
                if reduced:
                    self._note_slack(u, root[v], reduced)
                elif self._found((u, v)):
                    return True
        return False

    def _note_slack(self, u: int, x: int, reduced: int) -> None:
        if x > self.n:
            reduced = self._reduced(self.edge[u][x])
        if not self.slack[x] or reduced < self.gap[x]:
            self.slack[x], self.gap[x] = u, reduced

    def _renew_slack(self, x: int) -> None:
        self.slack[x] = 0
        root, label, edge = self.root, self.label, self.edge
        for u in range(1, self.n + 1):
            if label[root[u]] == _OUTER and root[u] != x and self._is_edge(u, x):
                self._note_slack(u, x, self._reduced(edge[u][x]))

    def _shift_duals(self) -> bool:
        step = self._largest_step()
        root, labels, dual = self.root, self.label, self.dual
        for u in range(1, self.n + 1):
            label = labels[root[u]]
            if label == _OUTER:
                if dual[u] <= step:
                    return False
                dual[u] -= step
            elif label == _INNER:
                dual[u] += step
        for b in range(self.n + 1, self.top + 1):
            if self.root[b] == b and self.label[b] != _UNSEEN:
                self.dual[b] += 2 * step if self.label[b] == _OUTER else -2 * step
        self._renew_gaps()
        return True

    def _renew_gaps(self) -> None:
        dual, twice, edge, gap = self.dual, self.twice, self.edge, self.gap
        for x, nearest in enumerate(self.slack):
            if nearest:
                u, v = edge[nearest][x]
                gap[x] = dual[u] + dual[v] - twice[u][v]

    def _largest_step(self) -> int:
        # A free outer vertex always bounds the step: its dual may not fall below nothing.
        root, label, slack = self.root, self.label, self.slack
        steps = [self.dual[u] for u in range(1, self.n + 1) if label[root[u]] == _OUTER]
        steps += [
            self.dual[b] // 2
            for b in range(self.n + 1, self.top + 1)
            if self.root[b] == b and self.label[b] == _INNER
        ]
        for x in range(1, self.top + 1):
            if slack[x] and root[x] == x and label[x] != _INNER:
                steps.append(self.gap[x] if label[x] == _UNSEEN else self.gap[x] // 2)
        return min(steps)

    def _use_tight_edges(self) -> bool:
        self.queue.clear()
        for x in range(1, self.top + 1):
            u = self.slack[x]
            tight = u and self.gap[x] == 0 and self.root[x] == x != self.root[u]
            if tight and self._found(self.edge[u][x]):
                return True
        return False

    def _dissolve(self) -> None:
        for b in range(self.n + 1, self.top + 1):
            if self.root[b] == b and self.label[b] == _INNER and self.dual[b] == 0:
                self._expand(b)

    def _found(self, edge: tuple[int, int]) -> bool:
        u, v = self.root[edge[0]], self.root[edge[1]]
        if self.label[v] == _UNSEEN:
            self.parent[v], self.label[v] = edge[0], _INNER
            mate = self.root[self.match[v]]
            self.slack[v] = self.slack[mate] = 0
            self.label[mate] = _OUTER
            self._enqueue(mate)
        elif self.label[v] == _OUTER:
            meeting = self._common_ancestor(u, v)
            if not meeting:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, meeting, v)
        return False

    def _enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self._enqueue(petal)

    def _set_root(self, x: int, root: int) -> None:
        self.root[x] = root
        for petal in self.petals[x] if x > self.n else ():
            self._set_root(petal, root)

    def _even_way(self, b: int, petal: int) -> int:
        """Return the place of `petal` in `b`, after turning `b` so that the place is even."""
        place = self.petals[b].index(petal)
        if place % 2 == 0:
            return place
        self.petals[b][1:] = reversed(self.petals[b][1:])
        return len(self.petals[b]) - place

    def _set_match(self, u: int, v: int) -> None:
        inside, outside = self.edge[u][v]
        self.match[u] = outside
        if u > self.n:
            petal = self.petal_of[u][inside]
            place = self._even_way(u, petal)
            for i in range(place):
                self._set_match(self.petals[u][i], self.petals[u][i ^ 1])
            self._set_match(petal, v)
            self.petals[u] = self.petals[u][place:] + self.petals[u][:place]

    def _augment(self, u: int, v: int) -> None:
        while True:
            before = self.root[self.match[u]]
            self._set_match(u, v)
            if not before:
                return
            above = self.root[self.parent[before]]
            self._set_match(before, above)
            u, v = above, before

    def _common_ancestor(self, u: int, v: int) -> int:
        self.clock += 1
        while u or v:
            if u:
                if self.seen[u] == self.clock:
                    return u
                self.seen[u] = self.clock
                mate = self.root[self.match[u]]
                u = self.root[self.parent[mate]] if mate else 0
            u, v = v, u
        return 0

    def _shrink(self, u: int, meeting: int, v: int) -> None:
        b = self.n + 1
        while b <= self.top and self.root[b]:
            b += 1
        self.top = max(self.top, b)
        self.dual[b], self.label[b], self.match[b] = 0, _OUTER, self.match[meeting]
        self.petals[b] = [meeting, *reversed(self._way_up(u, meeting)), *self._way_up(v, meeting)]
        self._set_root(b, b)
        self.petal_of[b] = {x: petal for petal in self.petals[b] for x in self.petal_of[petal]}
        self._join_edges(b)
        self._renew_slack(b)

    def _way_up(self, x: int, meeting: int) -> list[int]:
        way = []
        while x != meeting:
            inner = self.root[self.match[x]]
            way += [x, inner]
            self._enqueue(inner)
            x = self.root[self.parent[inner]]
        return way

    def _join_edges(self, b: int) -> None:
        for x in range(1, self.top + 1):
            self.edge[b][x], self.edge[x][b] = (b, x), (x, b)
            for petal in self.petals[b]:
                if self._is_edge(petal, x) and (
                    not self._is_edge(b, x)
                    or self._reduced(self.edge[petal][x]) < self._reduced(self.edge[b][x])
                ):
                    self.edge[b][x], self.edge[x][b] = self.edge[petal][x], self.edge[x][petal]

    def _expand(self, b: int) -> None:
        for petal in self.petals[b]:
            self._set_root(petal, petal)
        entered = self.petal_of[b][self.edge[b][self.parent[b]][0]]
        place = self._even_way(b, entered)
        for inner, outer in zip(self.petals[b][:place:2], self.petals[b][1:place:2], strict=True):
            self.parent[inner] = self.edge[outer][inner][0]
            self.label[inner], self.label[outer] = _INNER, _OUTER
            self.slack[inner] = 0
            self._renew_slack(outer)
            self._enqueue(outer)
        self.label[entered], self.parent[entered] = _INNER, self.parent[b]
        for petal in self.petals[b][place + 1 :]:
            self.label[petal] = _UNSEEN
            self._renew_slack(petal)
        self.root[b] = 0
