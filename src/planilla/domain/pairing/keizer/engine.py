"""A round of the list: from the top, each with the nearest one below who is allowed.

Somebody further down is taken only where the nearest may not be met, or where the others could then
not be paired: that is found out for each choice, so that the answer is the first one in the order
of all choices. Wishes give way only where nobody could be paired otherwise.
Source: seed 000, 2.10; `docs/rules/keizer.md`.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.pairing.colours import same_colour_wanted
from planilla.domain.pairing.keizer.byes import resting
from planilla.domain.pairing.keizer.colours import white_of
from planilla.domain.pairing.keizer.players import Climber, climbers_of, memory_of
from planilla.domain.pairing.keizer.wishes import (
    FORBIDDEN,
    Wishes,
    broken_by,
    code_of,
    is_forbidden,
    wishes_of,
)
from planilla.domain.pairing.matching import bits, largest_matching
from planilla.domain.pairing.system import (
    BoardReason,
    Bracket,
    Explanation,
    Floater,
    Instead,
    NoPairing,
    Pairing,
    PairingInput,
)
from planilla.domain.vocabulary import ByeKind


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A pair by places from the top; `nearest` is who came first below, where it was not they."""

    upper: int
    lower: int
    nearest: int


def pair_round(given: PairingInput, name: str) -> Pairing | NoPairing:
    """The round that the list in force gives, or who cannot be paired."""
    memory = memory_of(given)
    listed = climbers_of(given, memory)
    rests = resting(listed)
    climbers = tuple(climber for climber in listed if climber is not rests)
    wishes = wishes_of(given, memory.rules)
    graphs = _graphs(climbers, wishes)
    graph = next((each for each in graphs if _is_pairable(each)), None)
    if graph is None:
        mates = largest_matching(graphs[-1])
        left_over = (climbers[place].seat for place, mate in enumerate(mates) if mate is None)
        return NoPairing(reason="no-legal-pairing", seats=tuple(left_over))
    chosen = _first_choices(graphs[: graphs.index(graph) + 1])
    boards = tuple(_board(climbers, chosen, board, wishes, given) for board in range(len(chosen)))
    bracket = Bracket(
        name="ladder",
        points=0,
        seats=tuple(climber.seat for climber in listed),
        heterogeneous=False,
        figures={},
        boards=boards,
        floaters=() if rests is None else (Floater(seat=rests.seat, reason="bye"),),
        bye=None if rests is None else rests.seat,
        criteria=tuple(code_of(wish) for wish in wishes.asked),
        given_up=_given_up(climbers, chosen, wishes),
    )
    return Pairing(
        boards=tuple((board.white, board.black) for board in boards),
        byes=() if rests is None else ((rests.seat, ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=name, brackets=(bracket,)),
    )


def _graphs(climbers: Sequence[Climber], wishes: Wishes) -> list[list[int]]:
    """Who may meet whom, as sets of places, one graph for each level of `Wishes.levels`."""
    levels = wishes.levels
    graphs = [[0] * len(climbers) for _ in levels]
    asked = frozenset(wishes.asked)
    for upper, one in enumerate(climbers):
        for lower in range(upper + 1, len(climbers)):
            other = climbers[lower]
            if is_forbidden(one, other, wishes):
                continue
            broken = frozenset(broken_by(one, other, wishes)) if asked else asked
            for graph, relaxed in zip(graphs, levels, strict=True):
                if broken <= relaxed:
                    graph[upper] |= 1 << lower
                    graph[lower] |= 1 << upper
    return graphs


def _is_pairable(graph: Sequence[int]) -> bool:
    return None not in largest_matching(graph)


def _first_choices(graphs: Sequence[Sequence[int]]) -> tuple[Chosen, ...]:
    """The pairs from the top; the last graph has room for everybody.

    Whoever chooses first takes a pair that keeps more of the wishes, if the others can then still
    be paired: what must give way gives way as far down as it can.
    """
    widest = graphs[-1]
    mates = largest_matching(widest)
    rest = (1 << len(widest)) - 1
    chosen = []
    while rest:
        upper = (rest & -rest).bit_length() - 1
        rest ^= 1 << upper
        nearest = (rest & -rest).bit_length() - 1
        for lower in _candidates(graphs, upper, rest):
            left = rest & ~(1 << lower)
            following = _rematched(widest, mates, upper, lower, left)
            if following is not None:
                break
        else:
            raise AssertionError("unreachable: the matching that is known has a pair for everybody")
        mates, rest = following, left
        chosen.append(Chosen(upper=upper, lower=lower, nearest=nearest))
    return tuple(chosen)


def _candidates(graphs: Sequence[Sequence[int]], upper: int, rest: int) -> list[int]:
    """Who may be met, the nearest first, those who keep more of the wishes before the others."""
    found: dict[int, None] = {}
    for graph in graphs:
        found |= dict.fromkeys(bits(graph[upper] & rest))
    return list(found)


def _rematched(
    graph: Sequence[int], mates: Sequence[int | None], upper: int, lower: int, left: int
) -> list[int | None] | None:
    """A matching of all that are `left` once the two are a pair; None where there is none."""
    following = list(mates)
    if mates[upper] == lower:
        return following
    for place in (upper, lower):
        mate = mates[place]
        assert mate is not None
        following[mate] = following[place] = None
    following[upper], following[lower] = lower, upper
    among = [edges & left if left >> place & 1 else 0 for place, edges in enumerate(graph)]
    following = largest_matching(among, following)
    return None if None in following else following


def _board(
    climbers: Sequence[Climber],
    chosen: Sequence[Chosen],
    board: int,
    wishes: Wishes,
    given: PairingInput,
) -> BoardReason:
    pair = chosen[board]
    upper, lower = climbers[pair.upper], climbers[pair.lower]
    white, black, rule = white_of(upper, lower, board, given.first_colour)
    return BoardReason(
        white=white.seat,
        black=black.seat,
        meeting="ladder-next" if pair.lower == pair.nearest else "ladder-further",
        colour_rule=rule,
        same_preference=same_colour_wanted(white.preference, black.preference),
        instead=_instead(climbers, pair, wishes),
    )


def _instead(climbers: Sequence[Climber], pair: Chosen, wishes: Wishes) -> Instead | None:
    """The nearest one, where it was not they: what kept them apart, or that others needed them."""
    if pair.lower == pair.nearest:
        return None
    upper, nearest = climbers[pair.upper], climbers[pair.nearest]
    if is_forbidden(upper, nearest, wishes):
        return Instead(seat=nearest.seat, article=FORBIDDEN)
    broken = broken_by(upper, nearest, wishes)
    if broken:
        return Instead(seat=nearest.seat, article=code_of(broken[0]))
    return Instead(seat=nearest.seat, article="ladder-complete", for_others=True)


def _given_up(
    climbers: Sequence[Climber], chosen: Sequence[Chosen], wishes: Wishes
) -> dict[str, int]:
    """How many boards do not keep each wish."""
    counts: dict[str, int] = {}
    for pair in chosen:
        for wish in broken_by(climbers[pair.upper], climbers[pair.lower], wishes):
            counts[code_of(wish)] = counts.get(code_of(wish), 0) + 1
    return counts
