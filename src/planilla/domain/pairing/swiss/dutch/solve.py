"""The one pairing of a bracket that the rules give: fewest breaches, then first generated.

All is one lexicographic order, so that it is a heaviest matching: how many pairs, the relative
criteria one after another, the order of generation. Nothing is enumerated, so that a large bracket
costs time but never more than a polynomial of it.
"""

from collections.abc import Sequence
from enum import Enum

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.blossom import heaviest_matching
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.brackets import ScoreBracket
from planilla.domain.pairing.swiss.dutch.candidates import (
    Column,
    Edge,
    combined,
    exchanged,
    moved_down_order,
    remainder_order,
)
from planilla.domain.pairing.swiss.dutch.criteria import Criterion
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.players import Player, may_meet, opponents_of


class Demand(Enum):
    """What those who are left over must be able to do."""

    NOTHING = "nothing"
    COMPLETE = "complete"
    """With the players below all must be paired, but for one who may have the bye (C13)."""
    SWAP = "swap"
    """As many as possible are paired with the players below, the first thing being C12."""


class Below(msgspec.Struct, frozen=True, kw_only=True):
    """The players under a bracket, and what its floaters owe them.

    `moved_first`: below, those moved down are paired first (a heterogeneous bracket); `keepers`
    are the seats that may not float.
    """

    demand: Demand = Demand.NOTHING
    players: tuple[Player, ...] = ()
    complete: bool = False
    moved_first: bool = True
    keepers: frozenset[Seat] = frozenset()


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing of a bracket: pairs with the higher ranked first, and those left over by rank.

    `complete` tells that the demand could be met; `moved_paired` is M1. `first` are the pairs of
    the first attempt, `exchange` the players who left and who entered S1 of the remainder.
    """

    pairs: tuple[tuple[Player, Player], ...]
    floaters: tuple[Player, ...]
    complete: bool
    moved_paired: int = 0
    homogeneous: bool = True
    first: frozenset[tuple[Seat, Seat]] = frozenset()
    exchange: tuple[tuple[Player, ...], tuple[Player, ...]] = ((), ())


class _Task(msgspec.Struct, frozen=True, kw_only=True):
    """A matching to be found: `members` first, then those below, then the bye if there is one.

    Of those below the first `lonely` come from this bracket, the first `moved` members from above.
    """

    members: tuple[Player, ...]
    below: Below
    bye: bool
    moved: int
    lonely: int
    floor: int
    criteria: tuple[Criterion, ...]

    @property
    def size(self) -> int:
        return len(self.members) + len(self.below.players) + self.bye


def solve(bracket: ScoreBracket, edition: Edition, below: Below | None = None) -> Solution:
    """The pairing of `bracket` under `edition`, such that its floaters do what `below` demands."""
    lonely = bracket.lonely
    alone = {player.seat for player in lonely}
    members = tuple(player for player in bracket.everybody if player.seat not in alone)
    moved = len(bracket.moved) + len(bracket.joined)
    if edition.half_from_above_is_homogeneous and 2 * moved >= len(members):
        moved = 0
    owed = below or Below(demand=Demand.COMPLETE if bracket.lowest else Demand.NOTHING)
    owed = msgspec.structs.replace(owed, players=(*lonely, *owed.players))
    everyone = len(members) + len(owed.players)
    task = _Task(
        members=members,
        below=owed,
        bye=_is_complete_wanted(owed) and everyone % 2 == 1,
        moved=moved,
        lonely=len(lonely),
        floor=bracket.floor,
        criteria=edition.criteria,
    )
    return _with_floaters(_solution(task), bracket)


def given_up(
    pairs: Sequence[tuple[Player, Player]],
    floaters: Sequence[Player],
    floor: int,
    criteria: Sequence[Criterion],
) -> tuple[int, ...]:
    """How much each criterion is broken by these pairs and floaters."""
    return tuple(
        sum(criterion.of_pair(one, other) for one, other in pairs)
        + sum(criterion.of_floater(floater, floor) for floater in floaters)
        for criterion in criteria
    )


def _is_complete_wanted(below: Below) -> bool:
    return below.demand is Demand.COMPLETE or below.complete


def _with_floaters(solution: Solution, bracket: ScoreBracket) -> Solution:
    paired = {player.seat for pair in solution.pairs for player in pair}
    return msgspec.structs.replace(
        solution,
        floaters=tuple(player for player in bracket.everybody if player.seat not in paired),
    )


def _solution(task: _Task) -> Solution:
    leading, boards = _moved_down_part(task)
    taken = {place for pair in leading for place in pair}
    rest = tuple(player for place, player in enumerate(task.members) if place not in taken)
    remainder = msgspec.structs.replace(task, members=rest, moved=0)
    pairs, complete = _remainder(remainder, boards)
    leaving, entering = exchanged(len(rest), boards, pairs)
    return Solution(
        pairs=(*_players(task.members, leading), *_players(rest, pairs)),
        floaters=(),
        complete=complete,
        moved_paired=len(leading),
        homogeneous=task.moved == 0,
        first=_first_attempt(task, leading) | _seats_of(rest, _natural(boards)),
        exchange=(
            tuple(rest[place] for place in leaving),
            tuple(rest[place] for place in entering),
        ),
    )


def _moved_down_part(task: _Task) -> tuple[list[Edge], int]:
    """The pairs of the moved-down players, and how many boards the remainder has then."""
    if not task.moved and _first_attempt_breaks_nothing(task, len(task.members) // 2):
        return [], len(task.members) // 2
    ordered = _inside(task, moved_down_order(len(task.members), task.moved))
    inside = _pairs_inside(task, _matched(task, ordered))
    leading = [pair for pair in inside if pair[0] < task.moved]
    return leading, len(inside) - len(leading)


def _remainder(task: _Task, boards: int) -> tuple[list[Edge], bool]:
    """The pairs of a homogeneous bracket or remainder, and whether all is complete with them."""
    if _first_attempt_breaks_nothing(task, boards):
        return _natural(boards), True
    mates = _matched(task, _inside(task, remainder_order(len(task.members), boards)))
    return _pairs_inside(task, mates), None not in mates


def _first_attempt_breaks_nothing(task: _Task, boards: int) -> bool:
    """Whether S1 against S2 as they stand is faultless, so that nothing need be compared (C6)."""
    members, floor = task.members, task.floor
    left_over = members[2 * boards :]
    if task.below.players or boards < len(members) // 2 or not _may_end_here(task, left_over):
        return False
    pairs = _players(members, _natural(boards))
    return all(may_meet(*pair) for pair in pairs) and all(
        not any(criterion.of_pair(*pair) for pair in pairs)
        and all(
            criterion.of_floater(floater, floor)
            == min(criterion.of_floater(member, floor) for member in members)
            for floater in left_over
        )
        for criterion in task.criteria
    )


def _may_end_here(task: _Task, left_over: tuple[Player, ...]) -> bool:
    return not task.bye or all(player.may_have_bye for player in left_over)


def _edges(task: _Task) -> list[Edge]:
    players = (*task.members, *task.below.players)
    waiting = len(task.members)
    free = task.below.demand is Demand.NOTHING
    meeting = opponents_of(players[:waiting] if free else players)
    edges = [
        (u, v) for v, opponents in enumerate(meeting) for u in bits(opponents & ((1 << v) - 1))
    ]
    if task.bye:
        edges += [(u, len(players)) for u, player in enumerate(players) if player.may_have_bye]
    return edges


def _matched(task: _Task, order: list[Column]) -> list[int | None]:
    """The mates in the best matching: levels first, then breaches, then `order`."""
    edges = _edges(task)
    if not edges:
        return [None] * task.size
    columns = [*_levels(task), *_breaches(task), *order]
    gains = [[column(u, v) for u, v in edges] for column in columns]
    weights = combined(gains, task.size // 2)
    return heaviest_matching(task.size, dict(zip(edges, weights, strict=True)))


def _pairs_inside(task: _Task, mates: list[int | None]) -> list[Edge]:
    size = len(task.members)
    return [(u, v) for u, v in enumerate(mates[:size]) if v is not None and u < v < size]


def _levels(task: _Task) -> list[Column]:
    """How many pairs, and of which kind, before any criterion is looked at (C4, C12 to C14)."""
    size = len(task.members)

    def moved_down(u: int, v: int) -> int:
        return int(u < task.moved and v < size)

    def inside(_u: int, v: int) -> int:
        return int(v < size)

    if task.below.demand is Demand.NOTHING:
        return [moved_down, inside]
    if task.below.demand is Demand.COMPLETE:
        return [_every_pair, moved_down, inside]
    return [_kept(task), moved_down, inside, *_levels_below(task)]


def _levels_below(task: _Task) -> list[Column]:
    # Those who are alone here go down as well, and are moved-down players there (C1).
    coming = len(task.members) + task.lonely
    bye = len(task.members) + len(task.below.players)

    def downwards(u: int, v: int) -> int:
        return int(task.below.moved_first and u < coming <= v < bye)

    return [_every_pair, downwards] if task.below.complete else [downwards, _every_pair]


def _kept(task: _Task) -> Column:
    stays = [player.seat in task.below.keepers for player in task.members]
    size = len(task.members)
    return lambda u, v: stays[u] + stays[v] if v < size else 0


def _every_pair(_u: int, _v: int) -> int:
    return 1


def _breaches(task: _Task) -> list[Column]:
    return [
        column
        for criterion in task.criteria
        for column in _inside(task, (_gain_of(task, criterion),))
    ]


def _gain_of(task: _Task, criterion: Criterion) -> Column:
    """What is saved by a pair compared with two floaters, lifted so that it is never negative."""
    alone = [criterion.of_floater(player, task.floor) for player in task.members]

    def saved(u: int, v: int) -> int:
        return alone[u] + alone[v] - criterion.of_pair(task.members[u], task.members[v])

    places = range(len(task.members))
    least = min((saved(u, v) for v in places for u in range(v)), default=0)
    return lambda u, v: saved(u, v) - least


def _inside(task: _Task, columns: tuple[Column, ...]) -> list[Column]:
    """Columns that count for pairs inside the bracket only."""
    size = len(task.members)

    def limited(column: Column) -> Column:
        return lambda u, v: column(u, v) if v < size else 0

    return [limited(column) for column in columns]


def _first_attempt(task: _Task, leading: list[Edge]) -> frozenset[tuple[Seat, Seat]]:
    """The pairs that the moved-down players would have had without any transposition (C6)."""
    chosen = [u for u, _ in leading]
    others = [place for place in range(len(task.members)) if place not in chosen]
    return _seats_of(task.members, list(zip(chosen, others, strict=False)))


def _natural(boards: int) -> list[Edge]:
    """S1 against S2 in their first order (C6)."""
    return [(place, boards + place) for place in range(boards)]


def _players(members: Sequence[Player], pairs: Sequence[Edge]) -> tuple[tuple[Player, Player], ...]:
    return tuple((members[u], members[v]) for u, v in pairs)


def _seats_of(members: Sequence[Player], pairs: Sequence[Edge]) -> frozenset[tuple[Seat, Seat]]:
    return frozenset((members[u].seat, members[v].seat) for u, v in pairs)
