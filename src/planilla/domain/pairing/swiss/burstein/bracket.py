"""One bracket: the first pairing in the order of article 4 that is best under C5 to C8.

Nearly every bracket has a pairing that reaches the lower bound of each criterion. Then the order
alone is left, in a graph of allowed pairs: the first of the order takes the last opponent that
leaves the others a pairing, and so on. Otherwise criteria and order are weighed as one matching of
maximum weight, first of the bracket alone and with the players below only if it must be.

Source: FIDE C.04.4.2 (2026), 3.2 and 4.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.domain.pairing.matching import first_perfect_matching, set_of
from planilla.domain.pairing.swiss.dutch.bounds import Allowed, BoundStage, restrict
from planilla.domain.pairing.swiss.dutch.candidates import Column, Edge
from planilla.domain.pairing.swiss.dutch.completion import (
    floaters_directly,
    is_at_its_best,
    low_floaters,
    next_bracket,
)
from planilla.domain.pairing.swiss.dutch.criteria import Floating, PairingCriterion
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.prospects import Prospects
from planilla.domain.pairing.swiss.dutch.solve import Task, breaches, every_pair, inside, matched
from planilla.domain.pairing.swiss.players import SwissPlayer

NO_FLOATING = Floating(floor=0, resident=0)
"""Stands for the scores of floaters, which no criterion of this system weighs player by player."""


class RankedBracket(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket as it was paired: `members` by the index, and pairs of their places from 0.

    The higher ranked player of a pair comes first. `stages` are the bounds of the criteria where
    they were enough to decide.
    """

    number: int
    members: tuple[SwissPlayer, ...]
    pairs: tuple[Edge, ...]
    stages: tuple[BoundStage, ...] = ()

    @property
    def floaters(self) -> tuple[SwissPlayer, ...]:
        """The members who were not paired, by the index."""
        paired = {place for pair in self.pairs for place in pair}
        return tuple(each for place, each in enumerate(self.members) if place not in paired)


class BracketRules(msgspec.Struct, frozen=True, kw_only=True):
    """Data of a round that all its brackets share."""

    prospects: Prospects
    edition: Edition
    criteria: tuple[PairingCriterion, ...]


def pair_bracket(
    members: tuple[SwissPlayer, ...], number: int, rules: BracketRules
) -> RankedBracket:
    """Return the bracket of score group `number`; the rest of the round can be completed (C4)."""
    return _directly(members, number, rules) or _weighed(members, number, rules)


def _directly(
    members: tuple[SwissPlayer, ...], number: int, rules: BracketRules
) -> RankedBracket | None:
    """Return the pairing that reaches every bound, if there is one."""
    prospects = rules.prospects
    drop = 0
    if len(members) % 2:
        may_float = floaters_directly(prospects, number)
        drop = set_of(
            at
            for at, player in enumerate(members)
            if may_float >> prospects.place_of[player.seat] & 1
        )
    if bool(drop) != len(members) % 2 or not (drop or prospects.completes(number + 1, ())):
        return None
    allowed = Allowed(members=members, moved=0, rows=prospects.local(members), drop=drop)
    start = BoundStage(article="", rows=tuple(allowed.rows), drop=drop)
    stages = (start, *restrict(allowed, rules.criteria, NO_FLOATING))
    pairs = first_in_order(allowed.rows, allowed.drop)
    if pairs is None:
        return None
    return RankedBracket(number=number, members=members, pairs=pairs, stages=stages)


def _weighed(members: tuple[SwissPlayer, ...], number: int, rules: BracketRules) -> RankedBracket:
    """Return the same by weights: without those below first, then with more and more of them.

    Who is left out can only forbid: an answer that is allowed with all of them is the answer.
    """
    prospects, last = rules.prospects, rules.prospects.groups
    for reach in (number + 1, number + 2, last):
        task = _task(members, number, rules, reach=reach)
        mates = matched(task, (order_of_pairings(len(members)),))
        found = RankedBracket(number=number, members=members, pairs=_inner_pairs(mates, members))
        if reach >= last or _is_best(found, mates, task, prospects):
            return found
    raise AssertionError("unreachable: with everybody below, the answer is allowed")


def _is_best(
    found: RankedBracket, mates: Sequence[int | None], task: Task, prospects: Prospects
) -> bool:
    """Return whether an answer without all those below stands when they are looked at (C4, C7)."""
    following = found.number + 1
    if not task.below:
        if not found.floaters:
            return prospects.completes(following, ())
        return is_at_its_best(prospects, following, found.floaters)
    left = [player for player, mate in zip(task.everybody, mates, strict=True) if mate is None]
    return prospects.completes(following + 1, left)


def _task(
    members: tuple[SwissPlayer, ...], number: int, rules: BracketRules, *, reach: int
) -> Task:
    """Return the task of the bracket with the score groups before `reach` below it."""
    prospects = rules.prospects
    whole = reach >= prospects.groups
    below = prospects.players[prospects.starts[number + 1] : prospects.starts[reach]]

    def aims(task: Task) -> list[Column]:
        return [
            *([every_pair] if whole else []),
            inside(task),
            *low_floaters(task),
            *next_bracket(task),
            *breaches(task, rules.criteria),
        ]

    return Task(
        members=members,
        edition=rules.edition,
        floating=NO_FLOATING,
        aims=aims,
        below=below,
        waiting=len(prospects.group(number + 1)) if below else 0,
    )


def order_of_pairings(size: int) -> Column:
    """Return the order of article 4 as gains: the opponent of each upper place, to the base."""
    return lambda upper, lower: (lower + 1) * (size + 1) ** (size - 1 - upper)


def _inner_pairs(mates: Sequence[int | None], members: Sequence[SwissPlayer]) -> tuple[Edge, ...]:
    size = len(members)
    return tuple(
        (place, mate)
        for place, mate in enumerate(mates[:size])
        if mate is not None and place < mate < size
    )


def first_in_order(rows: Sequence[int], drop: int) -> tuple[Edge, ...] | None:
    """Return the first complete pairing of places 0, 1, 2, …; None if there is none.

    `rows` holds whom each place may meet, one bit each; one of `drop`, unless it is 0, floats. The
    first place has the opponent furthest down the list, then the second; floating comes last of
    all, as an opponent with the number 0. Source: 4.1 to 4.3.
    """
    size = len(rows)
    floating = 1 << size

    def choices(upper: int, rest: int) -> Iterator[int]:
        yield from _downwards(graph[upper] & rest & ~floating)
        if graph[upper] & rest & floating:
            yield size

    graph = list(rows)
    if drop:
        graph = [row | (floating if drop >> place & 1 else 0) for place, row in enumerate(rows)]
        graph.append(drop)
    found = first_perfect_matching(graph, choices)
    return None if found is None else tuple(pair for pair in found if pair[1] < size)


def _downwards(mask: int) -> Iterator[int]:
    """Yield the members of a set of bits, descending."""
    while mask:
        highest = mask.bit_length() - 1
        yield highest
        mask ^= 1 << highest
