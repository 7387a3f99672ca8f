"""The one pairing of a bracket that the rules give: fewest breaches, then first generated.

All is one lexicographic order, so that it is a heaviest matching: how many pairs, the criteria one
after another, the order of generation. Nothing is enumerated, so that a large bracket costs time
but never more than a polynomial of it.
"""

from collections.abc import Callable, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.blossom import heaviest_matching
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.candidates import (
    Column,
    Edge,
    combined,
    exchanged,
    moved_down_order,
    remainder_order,
)
from planilla.domain.pairing.swiss.dutch.criteria import Criterion, Floating
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of
from planilla.domain.pairing.swiss.dutch.players import Player


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A matching to be found: `members` first, then those below, then the bye if there is one.

    The first `moved` members come from above. Of those `below` the first `lonely` come from this
    bracket and float whatever happens, the next `waiting` are in the next bracket. `bye` tells who
    may have it, or is None. `aims` gives what comes before the order of generation, as columns of
    gains: how many pairs, the criteria, what the floaters do below.
    """

    members: tuple[Player, ...]
    edition: Edition
    floating: Floating
    aims: Callable[["Task"], list[Column]]
    moved: int = 0
    below: tuple[Player, ...] = ()
    lonely: int = 0
    waiting: int = 0
    bye: Callable[[Player], bool] | None = None

    @property
    def everybody(self) -> tuple[Player, ...]:
        """All vertices but the bye."""
        return (*self.members, *self.below)

    @property
    def coming(self) -> int:
        """Where those who do not come from this bracket begin."""
        return len(self.members) + self.lonely

    @property
    def next_end(self) -> int:
        """Where the players under the next bracket begin."""
        return self.coming + self.waiting

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.members) + len(self.below) + (self.bye is not None)

    def is_inside(self, u: int, v: int) -> bool:
        """Whether u and v, u < v, would be a pair of this bracket."""
        return v < len(self.members) and (
            u >= self.moved or v >= self.moved or self.edition.moved_down_meet
        )

    def is_ahead(self, u: int, v: int) -> bool:
        """Whether u and v, u < v, would be a pair of the next bracket."""
        return v < self.next_end and not self.is_inside(u, v)


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing of a bracket: pairs with the higher ranked first, and those left over by rank.

    `complete` tells that everybody of the task was paired; `moved_paired` is M1. `first` are the
    pairs of the first attempt, `exchange` the players who left and who entered S1 of the remainder.
    `unpaired_below` are those, floaters or players of the next bracket, whom that would leave over.
    """

    pairs: tuple[tuple[Player, Player], ...]
    floaters: tuple[Player, ...]
    complete: bool
    moved_paired: int = 0
    homogeneous: bool = True
    first: frozenset[tuple[Seat, Seat]] = frozenset()
    exchange: tuple[tuple[Player, ...], tuple[Player, ...]] = ((), ())
    unpaired_below: tuple[Player, ...] = ()


def solve(task: Task) -> Solution:
    """The pairing that `task` asks for."""
    leading, boards = _moved_down_part(task)
    taken = {place for pair in leading for place in pair}
    out = set() if task.edition.moved_down_meet else set(range(task.moved)) - taken
    rest = tuple(
        player for place, player in enumerate(task.members) if place not in taken | out
    )
    limbo = tuple(task.members[place] for place in sorted(out))
    remainder = msgspec.structs.replace(
        task,
        members=rest,
        moved=0,
        below=(*limbo, *task.below) if task.below or task.bye else (),
        lonely=task.lonely + len(limbo) if task.below or task.bye else 0,
    )
    mates = _matched(remainder, remainder_order(len(rest), boards))
    pairs = _pairs_inside(remainder, mates)
    leaving, entering = exchanged(len(rest), boards, pairs)
    chosen = (*_players(task.members, leading), *_players(rest, pairs))
    return Solution(
        pairs=chosen,
        floaters=_left_over(task, chosen),
        complete=None not in mates and len(mates) == remainder.size and (
            bool(remainder.below) or remainder.bye is not None or not limbo
        ),
        moved_paired=len(leading),
        homogeneous=task.moved == 0,
        first=_first_attempt(task, leading) | _seats_of(rest, natural(boards)),
        exchange=(
            tuple(rest[place] for place in leaving),
            tuple(rest[place] for place in entering),
        ),
        unpaired_below=_unpaired_below(remainder, mates),
    )


def given_up(
    pairs: Sequence[tuple[Player, Player]],
    floaters: Sequence[Player],
    floating: Floating,
    criteria: Sequence[Criterion],
) -> tuple[tuple[int, ...], ...]:
    """How much each criterion is broken: the costs that are not 0, from the largest down."""
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
    """One for each pair of the bracket."""
    return lambda u, v: int(task.is_inside(u, v))


def moved_down(task: Task) -> Column:
    """One for each pair of the bracket that holds somebody from above."""
    return lambda u, v: int(u < task.moved and task.is_inside(u, v))


def every_pair(_u: int, _v: int) -> int:
    """One for each pair: as many as possible are paired at all."""
    return 1


def breaches(task: Task, criteria: Sequence[Criterion]) -> list[Column]:
    """What is saved by a pair compared with two floaters, for each criterion in turn.

    A listed criterion is as many columns as there are differences: the largest is avoided first.
    """
    return [
        _saving(task, cost_of_pair, cost_of_floater)
        for criterion in criteria
        for cost_of_pair, cost_of_floater in _counted(task, criterion)
    ]


PairCosts = dict[Edge, int]


def _counted(task: Task, criterion: Criterion) -> list[tuple[PairCosts, list[int]]]:
    members = task.members
    alone = [criterion.of_floater(player, task.floating) for player in members]
    together = {
        (u, v): criterion.of_pair(members[u], members[v])
        for v in range(len(members))
        for u in range(v)
    }
    if not criterion.listed:
        return [(together, alone)]
    return [
        (
            {edge: int(cost == value) for edge, cost in together.items()},
            [int(cost == value) for cost in alone],
        )
        for value in sorted({*alone, *together.values()} - {0}, reverse=True)
    ]


def _saving(task: Task, together: PairCosts, alone: list[int]) -> Column:
    saved = {(u, v): alone[u] + alone[v] - cost for (u, v), cost in together.items()}
    least = min(saved.values(), default=0)
    return lambda u, v: saved[u, v] - least if task.is_inside(u, v) else 0


def _moved_down_part(task: Task) -> tuple[list[Edge], int]:
    """The pairs of the moved-down players, and how many boards the remainder has then."""
    order = moved_down_order(len(task.members), task.members[: task.moved], task.edition.sets)
    found = _pairs_inside(task, _matched(task, order))
    leading = [pair for pair in found if pair[0] < task.moved]
    return leading, len(found) - len(leading)


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


def _matched(task: Task, order: Sequence[Column]) -> list[int | None]:
    """The mates in the best matching: the aims of the task first, then `order`."""
    edges = _edges(task)
    if not edges:
        return [None] * task.size
    inner = [(u, v) if task.is_inside(u, v) else None for u, v in edges]
    gains = [[column(u, v) for u, v in edges] for column in task.aims(task)]
    gains += [[column(*edge) if edge else 0 for edge in inner] for column in order]
    # An edge without any gain is still better than none: nobody is left over for nothing.
    weights = combined([*gains], task.size // 2)
    return heaviest_matching(task.size, dict(zip(edges, weights, strict=True)))


def _pairs_inside(task: Task, mates: list[int | None]) -> list[Edge]:
    return [
        (u, v)
        for u, v in enumerate(mates[: len(task.members)])
        if v is not None and u < v and task.is_inside(u, v)
    ]


def _left_over(
    task: Task, pairs: Sequence[tuple[Player, Player]]
) -> tuple[Player, ...]:
    paired = {player.seat for pair in pairs for player in pair}
    staying = (*task.members, *task.below[: task.lonely])
    return tuple(
        sorted(
            (player for player in staying if player.seat not in paired),
            key=lambda player: (-player.score, player.seat),
        )
    )


def _unpaired_below(task: Task, mates: list[int | None]) -> tuple[Player, ...]:
    return tuple(
        player
        for place, player in enumerate(task.everybody[: task.next_end])
        if (mate := mates[place]) is None or mate >= task.next_end
    )


def _first_attempt(task: Task, leading: list[Edge]) -> frozenset[tuple[Seat, Seat]]:
    """The pairs that the moved-down players would have had without any transposition (C6)."""
    chosen = [u for u, _ in leading]
    others = [place for place in range(len(task.members)) if place not in chosen]
    return _seats_of(task.members, list(zip(chosen, others, strict=False)))


def natural(boards: int) -> list[Edge]:
    """S1 against S2 in their first order (C6)."""
    return [(place, boards + place) for place in range(boards)]


def _players(members: Sequence[Player], pairs: Sequence[Edge]) -> tuple[tuple[Player, Player], ...]:
    return tuple((members[u], members[v]) for u, v in pairs)


def _seats_of(members: Sequence[Player], pairs: Sequence[Edge]) -> frozenset[tuple[Seat, Seat]]:
    return frozenset((members[u].seat, members[v].seat) for u, v in pairs)
