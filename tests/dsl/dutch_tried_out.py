"""Small brackets of any kind, and all their complete pairings tried out, with what each breaks."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from dsl.dutch_brackets import ONE_POINT, PRINTED
from dsl.dutch_worlds import player
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.dutch.criteria import Floating, PairingCriterion
from planilla.domain.pairing.swiss.dutch.solve import given_up
from planilla.domain.pairing.swiss.players import SwissPlayer

RESIDENT = 4
FLOATING = Floating(floor=RESIDENT - ONE_POINT, resident=RESIDENT)
HISTORIES = ("", "W", "B", "WB", "BW", "WBB", "BWW", "WW", "BB", "WBW", "BWB")
FLOATS = (Float.NONE, Float.NONE, Float.DOWN, Float.UP)

Places = tuple[tuple[int, int], ...]
Broken = tuple[tuple[int, ...], ...]


def any_bracket(chance: Random, moved: int, residents: int) -> tuple[SwissPlayer, ...]:
    """Players with any histories; the first `moved` come from above, with some more points."""
    size = moved + residents
    met: list[list[int]] = [[] for _ in range(size)]
    density = chance.choice([0.1, 0.3, 0.5])
    for one, other in combinations(range(size), 2):
        if chance.random() < density:
            met[one].append(other)
            met[other].append(one)
    above = sorted((chance.choice([1, 2]) * ONE_POINT for _ in range(moved)), reverse=True)
    extra = [*above, *([0] * residents)]
    # Few kinds of histories in a bracket, or many: with few the preferences clash more often.
    histories = chance.sample(HISTORIES, chance.choice([2, 3, 6]))
    return tuple(
        player(
            seat,
            RESIDENT + extra[seat],
            met=met[seat],
            played=tuple(PRINTED[each] for each in chance.choice(histories)),
            last_float=chance.choice(FLOATS),
            float_before=chance.choice(FLOATS),
            unplayed=chance.choice([0, 0, 1]),
        )
        for seat in range(size)
    )


def complete_pairings(rows: Sequence[int], drop: int) -> Iterator[Places]:
    """All ways to pair everybody as `rows` allow, one of `drop` floating if there is any."""

    def pair(free: tuple[int, ...], *, may_drop: bool) -> Iterator[Places]:
        if not free:
            if not may_drop:
                yield ()
            return
        head, *rest = free
        for at, other in enumerate(rest):
            if rows[head] >> other & 1:
                for pairs in pair((*rest[:at], *rest[at + 1 :]), may_drop=may_drop):
                    yield ((head, other), *pairs)
        if may_drop and drop >> head & 1:
            yield from pair(tuple(rest), may_drop=False)

    return pair(tuple(range(len(rows))), may_drop=drop != 0)


def broken(
    members: Sequence[SwissPlayer], pairs: Places, criteria: Sequence[PairingCriterion]
) -> Broken:
    """How often each criterion is broken, or the list of its differences, in their order."""
    paired = set_of(place for pair in pairs for place in pair)
    floaters = [each for at, each in enumerate(members) if not paired >> at & 1]
    found = given_up([(members[u], members[v]) for u, v in pairs], floaters, FLOATING, criteria)
    return tuple(
        costs if criterion.listed else (sum(costs),)
        for criterion, costs in zip(criteria, found, strict=True)
    )
