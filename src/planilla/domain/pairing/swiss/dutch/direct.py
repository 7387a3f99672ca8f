"""The pairing of a bracket that meets every lower bound: found without weighing pairings.

Nearly every bracket of a real tournament has one: everybody from above is paired, at most one
player floats down, and no criterion is broken more often than it must be. Then only the order of
generation is left, in a graph of allowed pairs. Where a bound is missed, `solve` weighs.

Source: the bounds are those of the criteria (`bounds`); the order that of D (2012, 2017), 4 (2026).
"""

from collections.abc import Sequence
from itertools import islice

import msgspec

from planilla.domain.pairing.matching import bits, largest_matching, set_of
from planilla.domain.pairing.swiss.dutch.bounds import Allowed, BoundStage, restrict
from planilla.domain.pairing.swiss.dutch.candidates import Edge, exchanges_of_one
from planilla.domain.pairing.swiss.dutch.criteria import Floating, PairingCriterion
from planilla.domain.pairing.swiss.dutch.solve import (
    Solution,
    first_generated,
    places_left,
    solution_of,
)
from planilla.domain.pairing.swiss.players import ABSOLUTE, SwissPlayer
from planilla.domain.pairing.swiss.transpositions import first_transposition

WEIGHED_PLAYERS_MAX = 40
"""Players of a remainder up to whom the order of generation is weighed."""
EXCHANGES_MAX = 2000
"""Exchanges of one player that are tried in a larger one."""


class Simple(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket for the direct way.

    `opponents` holds for each of `members` whom it may meet, one bit each; the first `moved` come
    from above and must all be paired, with residents; `may_float` are the residents of whom one
    must float down, or None if nobody does.
    """

    members: tuple[SwissPlayer, ...]
    moved: int
    opponents: Sequence[int]
    may_float: int | None
    criteria: tuple[PairingCriterion, ...]
    floating: Floating


def pair_directly(given: Simple) -> Solution | None:
    """Return the pairing that the rules give, if it meets every lower bound; otherwise None."""
    if given.may_float == 0:
        return None
    above = (1 << given.moved) - 1
    allowed = Allowed(
        members=given.members,
        moved=given.moved,
        rows=[
            row & ~above if place < given.moved else row
            for place, row in enumerate(_without_forced(given))
        ],
        drop=given.may_float or 0,
    )
    rows, drop = allowed.state()
    start = BoundStage(article="", rows=rows, drop=drop)
    stages = (start, *restrict(allowed, given.criteria, given.floating))
    found = _first_in_order(allowed)
    if found is None:
        return None
    leading, pairs = found
    places = places_left(len(given.members), leading, set())
    solution = solution_of(given.members, given.moved, leading, places, pairs)
    return msgspec.structs.replace(solution, complete=True, stages=stages)


def _first_in_order(allowed: Allowed) -> tuple[list[Edge], list[Edge]] | None:
    """The pairs of those moved down and of the remainder that are generated first, if any."""
    leading = _first_opponents(allowed)
    pairs = _remainder(allowed, leading) if leading is not None else None
    if leading is not None and pairs is not None:
        return leading, pairs
    leading = _checked_opponents(allowed)
    if leading is None:
        return None
    pairs = _remainder(allowed, leading)
    return leading, _exchanged_remainder(allowed, leading) if pairs is None else pairs


def _without_forced(given: Simple) -> list[int]:
    """The opponents without those of the same absolute preference: no criterion then asks (C10)."""
    forced: dict[int, int] = {}
    for place, player in enumerate(given.members):
        if abs(player.lean) == ABSOLUTE:
            forced[player.lean] = forced.get(player.lean, 0) | 1 << place
    return [
        row & ~forced.get(player.lean, 0)
        for row, player in zip(given.opponents, given.members, strict=True)
    ]


def _first_opponents(allowed: Allowed) -> list[Edge] | None:
    """Each of those moved down with the first opponent that the ones before left, or None."""
    taken, leading = 0, []
    for place in range(allowed.moved):
        free = allowed.rows[place] & ~taken
        if not free:
            return None
        lowest = free & -free
        taken |= lowest
        leading.append((place, lowest.bit_length() - 1))
    return leading


def _checked_opponents(allowed: Allowed) -> list[Edge] | None:
    """Return the same, such that the others can all be paired; None if nothing pairs everybody."""
    graph = [*allowed.rows]
    if allowed.drop:
        down = len(graph)
        for place in bits(allowed.drop):
            graph[place] |= 1 << down
        graph.append(allowed.drop)
    mates = largest_matching(graph)
    if None in mates:
        return None
    leading: list[Edge] = []
    for place in range(allowed.moved):
        other, mates = next(
            (other, changed)
            for other in bits(graph[place])
            if (changed := _with_pair(graph, mates, place, other)) is not None
        )
        leading.append((place, other))
        _take_out(graph, place, other)
    return leading


def _with_pair(
    graph: list[int], mates: list[int | None], place: int, other: int
) -> list[int | None] | None:
    """Return a complete matching that pairs the two, made from `mates`."""
    if mates[place] == other:
        return mates
    rest = [*graph]
    _take_out(rest, place, other)
    known = [
        None if mate in (place, other) or own in (place, other) else mate
        for own, mate in enumerate(mates)
    ]
    found = largest_matching(rest, known)
    left = [own for own, mate in enumerate(found) if mate is None and graph[own]]
    if sorted(left) != sorted((place, other)):
        return None
    found[place], found[other] = other, place
    return found


def _take_out(graph: list[int], one: int, other: int) -> None:
    gone = ~(1 << one | 1 << other)
    for place, row in enumerate(graph):
        graph[place] = row & gone
    graph[one] = graph[other] = 0


def _remainder(allowed: Allowed, leading: Sequence[Edge]) -> list[Edge] | None:
    """S1 against S2 without any exchange, in the first transposition that is allowed."""
    places = places_left(len(allowed.rows), leading, set())
    return _transposed(allowed, places[: _boards(allowed, places)], places)


def _transposed(
    allowed: Allowed, first_half: Sequence[int], places: Sequence[int]
) -> list[Edge] | None:
    """Return the first transposition for this S1; the rest of `places` is S2."""
    second_half = set_of(places) & ~set_of(first_half)
    rows = [allowed.rows[place] & second_half for place in first_half]
    if allowed.drop:
        rows.append(allowed.drop & second_half)
    mates = first_transposition(rows, second_half)
    return list(zip(first_half, mates, strict=False)) if mates is not None else None


def _exchanged_remainder(allowed: Allowed, leading: Sequence[Edge]) -> list[Edge]:
    """Return the first pairing after an exchange between S1 and S2, among those allowed.

    Exchanges of one come first, so that in large remainders they are tried one after another; if
    none will do, and in small ones, the order of generation is weighed.
    """
    places = places_left(len(allowed.rows), leading, set())
    boards = _boards(allowed, places)
    if len(places) > WEIGHED_PLAYERS_MAX and _one_exchange_may_do(allowed, places, boards):
        for given, taken in islice(exchanges_of_one(len(places), boards), EXCHANGES_MAX):
            exchanged = sorted({*places[:boards], places[taken]} - {places[given]})
            pairs = _transposed(allowed, exchanged, places)
            if pairs is not None:
                return [(min(pair), max(pair)) for pair in pairs]
    return first_generated(allowed.rows, allowed.drop, places, boards)


def _one_exchange_may_do(allowed: Allowed, places: Sequence[int], boards: int) -> bool:
    """Return whether S1 and S2 have all but two pairs between them: one exchange adds no more."""
    second = set_of(places[boards:])
    between = [0] * len(allowed.rows)
    for place in places[:boards]:
        between[place] = allowed.rows[place] & second
        for other in bits(between[place]):
            between[other] |= 1 << place
    mates = largest_matching(between)
    return sum(mate is not None for mate in mates) >= 2 * (boards - 2)


def _boards(allowed: Allowed, places: Sequence[int]) -> int:
    return (len(places) - bool(allowed.drop)) // 2
