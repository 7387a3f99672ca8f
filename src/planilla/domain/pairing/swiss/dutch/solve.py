"""The one pairing of a bracket that the rules give: fewest breaches, then first generated.

All is one lexicographic order, so that it is a heaviest matching: how many pairs, the criteria one
after another, the order of generation. Nothing is enumerated, so that a large bracket costs time
but never more than a polynomial of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.blossom import (
    HeaviestEdges,
    combined,
    heaviest_edges,
    heaviest_matching,
)
from planilla.domain.pairing.matching import bits, connected_parts, set_of
from planilla.domain.pairing.swiss.dutch.bounds import BoundStage
from planilla.domain.pairing.swiss.dutch.candidates import (
    Column,
    Edge,
    exchange_order,
    exchanged,
    moved_down_order,
    transposition_order,
)
from planilla.domain.pairing.swiss.dutch.criteria import Floating, OfLeans, PairingCriterion
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.swiss.transpositions import first_transposition


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A matching to be found: `members` first, then those below, then the bye if there is one.

    The first `moved` members come from above. Of those `below` the first `lonely` come from this
    bracket and float whatever happens, the next `waiting` are in the next bracket. `bye` tells who
    may have it, or is None. `aims` gives what comes before the order of generation, as columns of
    gains: how many pairs, the criteria, what the floaters do below.
    """

    members: tuple[SwissPlayer, ...]
    edition: Edition
    floating: Floating
    aims: Callable[["Task"], list[Column]]
    moved: int = 0
    below: tuple[SwissPlayer, ...] = ()
    lonely: int = 0
    waiting: int = 0
    bye: Callable[[SwissPlayer], bool] | None = None

    @property
    def everybody(self) -> tuple[SwissPlayer, ...]:
        """All vertices but the bye."""
        return (*self.members, *self.below)

    @property
    def coming(self) -> int:
        """The index of the first vertex that does not come from this bracket."""
        return len(self.members) + self.lonely

    @property
    def next_end(self) -> int:
        """The index of the first player below the next bracket."""
        return self.coming + self.waiting

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.members) + len(self.below) + (self.bye is not None)

    def is_inside(self, u: int, v: int) -> bool:
        """Return whether u and v, u < v, would be a pair of this bracket."""
        return v < len(self.members) and (
            u >= self.moved or v >= self.moved or self.edition.moved_down_meet
        )

    def is_ahead(self, u: int, v: int) -> bool:
        """Return whether u and v, u < v, would be a pair of the next bracket."""
        return v < self.next_end and not self.is_inside(u, v)


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing of a bracket: pairs with the higher ranked first, and those left over by rank.

    `complete` tells that everybody of the task was paired; `moved_paired` is M1. `first` are the
    pairs of the first attempt, `exchange` the players who left and who entered S1 of the remainder.
    `unpaired_below` are those, floaters or players of the next bracket, whom that would leave over.
    `stages` tell what was allowed before any bound and what after each, if they alone were enough;
    otherwise `task` is what was weighed.
    """

    pairs: tuple[tuple[SwissPlayer, SwissPlayer], ...]
    floaters: tuple[SwissPlayer, ...]
    complete: bool
    moved_paired: int = 0
    homogeneous: bool = True
    first: frozenset[tuple[Seat, Seat]] = frozenset()
    exchange: tuple[tuple[SwissPlayer, ...], tuple[SwissPlayer, ...]] = ((), ())
    unpaired_below: tuple[SwissPlayer, ...] = ()
    stages: tuple[BoundStage, ...] | None = None
    task: Task | None = None


def solve(task: Task) -> Solution:
    """Return the pairing that `task` asks for."""
    weighed = _weighed(task)
    leading, boards = _moved_down_part(task, weighed)
    out = set() if task.edition.moved_down_meet else set(range(task.moved))
    places = places_left(len(task.members), leading, out)
    limbo = tuple(task.members[place] for place in sorted(out - {u for u, _ in leading}))
    remainder = msgspec.structs.replace(
        task,
        members=tuple(task.members[place] for place in places),
        moved=0,
        below=(*limbo, *task.below) if task.below or task.bye else (),
        lonely=task.lonely + len(limbo) if task.below or task.bye else 0,
    )
    mates = _remainder_mates(remainder, boards, _weighed(remainder) if task.moved else weighed)
    pairs = [(places[u], places[v]) for u, v in _pairs_inside(remainder, mates)]
    solution = solution_of(task.members, task.moved, leading, places, pairs)
    return msgspec.structs.replace(
        solution,
        floaters=by_rank((*solution.floaters, *task.below[: task.lonely])),
        complete=None not in mates and (bool(remainder.below) or not limbo),
        unpaired_below=_unpaired_below(remainder, mates),
        task=task,
    )


def best_with(
    task: Task, wanted: Sequence[tuple[SwissPlayer, SwissPlayer]]
) -> tuple[tuple[SwissPlayer, SwissPlayer], ...]:
    """Return the pairs of a best pairing in which these meet; the order of generation apart."""
    seats = {frozenset((one.seat, other.seat)) for one, other in wanted}
    members = task.members

    def meet(u: int, v: int) -> int:
        return int(v < len(members) and frozenset((members[u].seat, members[v].seat)) in seats)

    def aims(asked: Task) -> list[Column]:
        return [meet, *task.aims(asked)]

    mates = _weighed(msgspec.structs.replace(task, aims=aims)).mates
    return tuple((members[u], members[v]) for u, v in _pairs_inside(task, mates))


def solution_of(
    members: Sequence[SwissPlayer],
    moved: int,
    leading: Sequence[Edge],
    places: Sequence[int],
    pairs: Sequence[Edge],
) -> Solution:
    """The pairing of `members` by places: those moved down that are paired, then the remainder.

    `places` are those of the remainder, and `pairs` its pairs.
    """
    boards = len(pairs)
    position = {place: at for at, place in enumerate(places)}
    leaving, entering = exchanged(
        len(places), boards, [(position[u], position[v]) for u, v in pairs]
    )
    chosen = [(members[u], members[v]) for u, v in (*leading, *pairs)]
    paired = {player.seat for pair in chosen for player in pair}
    first = [(places[at], places[boards + at]) for at in range(boards)]
    return Solution(
        pairs=tuple(chosen),
        floaters=by_rank(player for player in members if player.seat not in paired),
        complete=len(paired) == len(members),
        moved_paired=len(leading),
        homogeneous=moved == 0,
        first=_seats_of(members, [*_first_attempt(len(members), leading), *first]),
        exchange=(
            tuple(members[places[at]] for at in leaving),
            tuple(members[places[at]] for at in entering),
        ),
    )


def places_left(size: int, leading: Sequence[Edge], out: set[int]) -> list[int]:
    """Return the places of the remainder: neither paired from above nor `out` of it."""
    gone = out | {place for pair in leading for place in pair}
    return [place for place in range(size) if place not in gone]


def first_generated(
    rows: Sequence[int], drop: int, places: Sequence[int], boards: int
) -> list[Edge]:
    """Return the first pairing in the order of generation that pairs all `places` as `rows` allow.

    One of `drop`, if any, is left over. There must be such a pairing.
    """
    among = set_of(places)
    position = {place: at for at, place in enumerate(places)}
    opponents = [set_of(position[v] for v in bits(rows[u] & among)) for u in places]
    leaving = set_of(position[u] for u in bits(drop & among))
    first = sorted(
        upper
        for part in connected_parts(opponents)
        for upper in _first_half(opponents, leaving if part.bit_count() % 2 else 0, part, boards)
    )
    second = set_of(range(len(places))) & ~set_of(first)
    choices = [opponents[upper] & second & -1 << upper for upper in first]
    mates = first_transposition([*choices, leaving & second] if leaving else choices, second)
    assert mates is not None, "the halves are those of a pairing of all places"
    return [(places[u], places[v]) for u, v in zip(first, mates, strict=False)]


def _first_half(opponents: Sequence[int], leaving: int, part: int, boards: int) -> Iterator[int]:
    """Yield the better placed of each pair of one part in the first pairing generated (D2).

    The parts do not depend on each other: the order of generation is a sum over the pairs.
    """
    members, size = list(bits(part)), len(opponents)
    pairs = (len(members) + 1) // 2
    columns = exchange_order(size, boards)
    gains = combined([[column(u, size) for u in members] for column in columns], pairs)
    # All are paired, so that a pair may as well lose what its lower placed player would gain: then
    # the duals differ little to begin with. More pairs outweigh all gains.
    one_pair = 2 * pairs * max(gains) + 1
    at = {vertex: index for index, vertex in enumerate(members)}
    weights = {
        (at[u], at[v]): one_pair + gains[at[u]] - gains[at[v]]
        for v in members
        for u in bits(opponents[v] & ((1 << v) - 1))
    }
    for u in bits(leaving & part):
        weights[at[u], len(members)] = one_pair - gains[at[u]]
    found = heaviest_matching(len(members) + bool(leaving), weights)
    for index, mate in enumerate(found[: len(members)]):
        if mate is not None and index < mate < len(members):
            yield members[index]


def by_rank(players: Iterable[SwissPlayer]) -> tuple[SwissPlayer, ...]:
    """Sort players by score from the top, then by pairing number (A.2)."""
    return tuple(sorted(players, key=lambda player: (-player.score, player.seat)))


def given_up(
    pairs: Sequence[tuple[SwissPlayer, SwissPlayer]],
    floaters: Sequence[SwissPlayer],
    floating: Floating,
    criteria: Sequence[PairingCriterion],
) -> tuple[tuple[int, ...], ...]:
    """Return the breaches of each criterion: the costs other than 0, from the largest down."""
    return tuple(
        tuple(
            sorted(
                filter(
                    None,
                    (
                        *(criterion.of_pair(one, other) for one, other in pairs),
                        *(criterion.of_floater(floater, floating) for floater in floaters),
                    ),
                ),
                reverse=True,
            )
        )
        for criterion in criteria
    )


def inside(task: Task) -> Column:
    """Return one for each pair of the bracket."""
    return lambda u, v: int(task.is_inside(u, v))


def moved_down(task: Task) -> Column:
    """Return one for each pair of the bracket that holds somebody from above."""
    return lambda u, v: int(u < task.moved and task.is_inside(u, v))


def every_pair(_u: int, _v: int) -> int:
    """Return one for each pair: as many as possible are paired at all."""
    return 1


def breaches(task: Task, criteria: Sequence[PairingCriterion]) -> list[Column]:
    """Return the gains of a pair over two floaters, one column for each criterion.

    A criterion that costs all pairs and floaters the same has none.
    """
    columns = (_saving(task, criterion) for criterion in criteria)
    return [column for column in columns if column is not None]


def _saving(task: Task, criterion: PairingCriterion) -> Column | None:
    if criterion.avoids is not None:
        return _apart(task, criterion.avoids(task.members))
    if criterion.of_leans is not None:
        return _granted(task, criterion.of_leans)
    members = task.members
    alone = [criterion.of_floater(player, task.floating) for player in members]
    if criterion.concerns is None and _are_equals(task):
        return _of_floaters(task, alone) if len(set(alone)) > 1 else None
    together = {
        (u, v): criterion.of_pair(members[u], members[v])
        for v in range(len(members))
        for u in range(v)
        if task.is_inside(u, v)
    }
    if criterion.listed:
        weight = _weights({*alone, *together.values()}, len(members))
        alone = [weight[cost] for cost in alone]
        together = {edge: weight[cost] for edge, cost in together.items()}
    saved = {(u, v): alone[u] + alone[v] - cost for (u, v), cost in together.items()}
    least = min(saved.values(), default=0)
    return lambda u, v: saved[u, v] - least if (u, v) in saved else 0


def _apart(task: Task, avoided: Sequence[int]) -> Column:
    return lambda u, v: int(task.is_inside(u, v) and not avoided[u] >> v & 1)


def _granted(task: Task, cost: OfLeans) -> Column:
    leans = [player.lean for player in task.members]
    costs = {(one, other): cost(one, other) for one in set(leans) for other in set(leans)}
    most = max(costs.values(), default=0)
    return lambda u, v: most - costs[leans[u], leans[v]] if task.is_inside(u, v) else 0


def _are_equals(task: Task) -> bool:
    """Return whether no pair costs another sum than the next: one score, colours as they may be."""
    members = task.members
    return not task.moved and all(
        player.score == members[0].score and not player.top_scorer for player in members
    )


def _of_floaters(task: Task, alone: Sequence[int]) -> Column:
    return lambda u, v: alone[u] + alone[v] if task.is_inside(u, v) else 0


def _weights(costs: set[int], size: int) -> dict[int, int]:
    """Return the weight of each cost: more than all smaller ones of a bracket together."""
    ranked = sorted(costs - {0})
    return {0: 0} | {cost: (size + 1) ** rank for rank, cost in enumerate(ranked)}


def _moved_down_part(task: Task, weighed: HeaviestEdges) -> tuple[list[Edge], int]:
    """Return the pairs of the moved-down players, and how many boards the remainder has then."""
    if not task.moved:
        return [], len(_pairs_inside(task, weighed.mates))
    order = moved_down_order(len(task.members), task.members[: task.moved], task.edition.sets)
    found = _pairs_inside(task, _first_of_best(task, weighed, order))
    leading = [pair for pair in found if pair[0] < task.moved]
    return leading, len(found) - len(leading)


def _remainder_mates(task: Task, boards: int, weighed: HeaviestEdges) -> list[int | None]:
    """Return the mates in the best pairing of a remainder that is generated first."""
    size = len(task.members)
    left = size - 2 * boards
    # Nobody but one member may be without a mate there, and not at the cost of an aim.
    has_place = left == 0 or (left == 1 and (task.bye is None or weighed.covered >> size & 1))
    if task.below or weighed.has_odd_sets or not has_place:
        return _in_two_steps(task, boards, weighed)
    everybody = (1 << size) - 1
    opponents = [0] * task.size
    for u, v in weighed.shares:
        opponents[u] |= 1 << v
        opponents[v] |= 1 << u
    leaving = everybody & (~weighed.covered if task.bye is None else opponents[size])
    rows = [row & everybody for row in opponents[:size]]
    mates: list[int | None] = [None] * task.size
    for u, v in _generated(rows, leaving if left else 0, boards):
        mates[u], mates[v] = v, u
    if task.bye is not None and left:
        single = mates.index(None)
        mates[single], mates[size] = size, single
    return mates


def _in_two_steps(task: Task, boards: int, weighed: HeaviestEdges) -> list[int | None]:
    """Return the same by weights: who is in S1 after the exchanges (D2), then with whom (D1)."""
    size = len(task.members)
    mates = _first_of_best(task, weighed, exchange_order(size, boards))
    first = set_of(u for u, _ in _pairs_inside(task, mates))
    shares = {
        (u, v): share
        for (u, v), share in weighed.shares.items()
        if not task.is_inside(u, v) or (first >> u & 1 and not first >> v & 1)
    }
    fixed = msgspec.structs.replace(weighed, shares=shares)
    return _first_of_best(task, fixed, (transposition_order(size),))


def _generated(rows: Sequence[int], leaving: int, boards: int) -> list[Edge]:
    """Return the first pairing generated: without an exchange if there is one."""
    second = ((1 << len(rows)) - 1) & -1 << boards
    choices = [row & second for row in rows[:boards]]
    mates = first_transposition([*choices, leaving & second] if leaving else choices, second)
    if mates is None:
        return first_generated(rows, leaving, range(len(rows)), boards)
    return list(zip(range(boards), mates, strict=False))


def _edges(task: Task) -> list[Edge]:
    players = task.everybody if task.below else task.members
    edges = [
        (u, v)
        for v, opponents in enumerate(opponents_of(players, task.edition))
        for u in bits(opponents & ((1 << v) - 1))
        if task.below or task.is_inside(u, v)
    ]
    if task.bye is not None:
        edges += [(u, len(players)) for u, player in enumerate(players) if task.bye(player)]
    return edges


def _weighed(task: Task) -> HeaviestEdges:
    """Return what the best matchings may hold, by the aims of the task alone."""
    edges = _edges(task)
    gains = [[column(u, v) for u, v in edges] for column in task.aims(task)]
    weights = combined(gains, task.size // 2)
    return heaviest_edges(task.size, dict(zip(edges, weights, strict=True)))


def matched(task: Task, order: Sequence[Column]) -> list[int | None]:
    """Return the mates in the best matching: the aims of the task first, then `order`."""
    return _first_of_best(task, _weighed(task), order)


def _first_of_best(task: Task, weighed: HeaviestEdges, order: Sequence[Column]) -> list[int | None]:
    """Return the mates in the best matching that comes first in `order`."""
    edges = weighed.shares
    inner = [(u, v) if task.is_inside(u, v) else None for u, v in edges]
    gains = [[column(*edge) if edge else 0 for edge in inner] for column in order]
    weights = combined([list(edges.values()), *gains], task.size // 2)
    return heaviest_matching(task.size, dict(zip(edges, weights, strict=True)))


def _pairs_inside(task: Task, mates: list[int | None]) -> list[Edge]:
    return [
        (u, v)
        for u, v in enumerate(mates[: len(task.members)])
        if v is not None and u < v and task.is_inside(u, v)
    ]


def _unpaired_below(task: Task, mates: list[int | None]) -> tuple[SwissPlayer, ...]:
    return tuple(
        player
        for place, player in enumerate(task.everybody[: task.next_end])
        if (mate := mates[place]) is None or mate >= task.next_end
    )


def _first_attempt(size: int, leading: Sequence[Edge]) -> list[Edge]:
    """The pairs that the moved-down players would have had without any transposition (C6)."""
    chosen = [u for u, _ in leading]
    others = [place for place in range(size) if place not in chosen]
    return list(zip(chosen, others, strict=False))


def _seats_of(
    members: Sequence[SwissPlayer], pairs: Sequence[Edge]
) -> frozenset[tuple[Seat, Seat]]:
    return frozenset((members[u].seat, members[v].seat) for u, v in pairs)
