"""The Dutch procedure done literally, by trying everything in the written order.

An oracle for small fields: exponential, and sharing nothing with the engine but the view of a
player. Each step is named as in FIDE C.04.3 (2012); the readings are those of the documentation.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import msgspec

from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.players import Player

Pair = tuple[Player, Player]
Pairs = tuple[Pair, ...]
Counts = tuple[int, ...]
ONE_POINT = 2


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A paired bracket: its level is the pairs of moved-down players and all pairs."""

    pairs: Pairs
    floaters: tuple[Player, ...]
    level: tuple[int, int] = (0, 0)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket: its moved-down players, residents, and whether nothing lies below."""

    moved: tuple[Player, ...]
    residents: tuple[Player, ...]
    lowest: bool

    @property
    def all(self) -> tuple[Player, ...]:
        return (*self.moved, *self.residents)

    @property
    def lonely(self) -> tuple[Player, ...]:
        """C1."""
        return tuple(
            one
            for one in self.residents
            if not self.lowest
            and not any(legal(one, other) for other in self.all if other.seat != one.seat)
        )

    @property
    def members(self) -> tuple[Player, ...]:
        lonely = {player.seat for player in self.lonely}
        return tuple(player for player in self.all if player.seat not in lonely)

    @property
    def moved_first(self) -> int:
        """How many players are paired first: none in a homogeneous bracket (A.3)."""
        return 0 if 2 * len(self.moved) >= len(self.members) else len(self.moved)

    @property
    def floor(self) -> int:
        return min(player.score for player in self.all) - ONE_POINT


def legal(one: Player, other: Player) -> bool:
    """B1.a and B2, with the exception of the last round."""
    if one.met >> other.seat & 1:
        return False
    forced = one.preference.strength == other.preference.strength == 3
    same = one.preference.colour == other.preference.colour
    return not (forced and same) or (one.top_scorer and other.top_scorer)


def exchanges(first: Sequence[int], second: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """D2: who leaves S1 and who enters it, the procedure step by step."""
    yield (), ()
    for number in range(1, min(len(first), len(second)) + 1):
        leaving = list(combinations(sorted(first, reverse=True), number))
        entering = list(combinations(second, number))
        differences = sorted({sum(two) - sum(one) for one in leaving for two in entering})
        for delta in differences:
            for one in leaving:
                for two in entering:
                    if sum(two) - sum(one) == delta:
                        yield one, two


def homogeneous(members: Sequence[Player], boards: int) -> Iterator[Pairs]:
    """C4 to C8 and D1: S1 against S2, transpositions inside exchanges."""
    places = range(len(members))
    first, second = places[:boards], places[boards:]
    for leaving, entering in exchanges(first, second):
        upper = sorted((set(first) - set(leaving)) | set(entering))
        lower = sorted((set(second) - set(entering)) | set(leaving))
        for order in permutations(lower, boards):
            yield tuple(
                (members[min(u, v)], members[max(u, v)]) for u, v in zip(upper, order, strict=True)
            )


def candidates(group: Group, moved_pairs: int, boards: int) -> Iterator[Pairs]:
    """All pairings of a level in the order of their generation (D3, D1, D2, D1)."""
    members = group.members
    if moved_pairs == 0:
        yield from homogeneous(members, boards)
        return
    for chosen in combinations(range(group.moved_first), moved_pairs):
        others = [place for place in range(len(members)) if place not in chosen]
        for partners in permutations(others, moved_pairs):
            led = tuple(
                (members[min(u, v)], members[max(u, v)])
                for u, v in zip(chosen, partners, strict=True)
            )
            if all(legal(*pair) for pair in led):
                rest = [members[place] for place in others if place not in partners]
                for following in homogeneous(rest, boards - moved_pairs):
                    yield (*led, *following)


def legal_candidates(group: Group, moved_pairs: int, boards: int) -> Iterator[Found]:
    for pairs in candidates(group, moved_pairs, boards):
        if all(legal(*pair) for pair in pairs):
            paired = {player.seat for pair in pairs for player in pair}
            yield Found(
                pairs=pairs,
                floaters=tuple(player for player in group.all if player.seat not in paired),
                level=(moved_pairs, boards),
            )


def breaches(group: Group, found: Found) -> Counts:
    """The counts of the book's criteria: B2, B3, B4, B5 and B6 down, B5 and B6 up."""
    counts = [0] * 7
    for higher, lower in found.pairs:
        forced = higher.preference.strength == lower.preference.strength == 3
        same = (
            higher.preference.colour is not None
            and higher.preference.colour == lower.preference.colour
        )
        counts[0] += forced and same
        counts[1] += (higher.score - lower.score) ** 2
        counts[2] += same
        if higher.score != lower.score:
            counts[5] += lower.last_float == Float.UP
            counts[6] += Float.UP in (lower.last_float, lower.float_before)
    for floater in found.floaters:
        counts[1] += (floater.score - group.floor) ** 2
        counts[3] += floater.last_float == Float.DOWN
        counts[4] += Float.DOWN in (floater.last_float, floater.float_before)
    return tuple(counts)


def levels(group: Group) -> Iterator[tuple[int, int]]:
    """C14 from the first level on: all moved-down players and all boards, then fewer."""
    members = group.members
    most = len(members) // 2
    for moved_pairs in range(min(group.moved_first, most), -1, -1):
        for boards in range(most, moved_pairs - 1, -1):
            yield moved_pairs, boards


def completed(found: Found) -> bool:
    return len(found.floaters) == 0 or (len(found.floaters) == 1 and found.floaters[0].may_have_bye)


def at_level(group: Group, level: tuple[int, int]) -> list[Found]:
    """The pairings of one level, best first, equal ones in the order of generation."""
    found = [
        each for each in legal_candidates(group, *level) if not group.lowest or completed(each)
    ]
    return sorted(found, key=lambda each: breaches(group, each))


def best(group: Group) -> Found | None:
    """C2 to C14 without the brackets around; None if the lowest cannot be completed."""
    return next((found[0] for level in levels(group) if (found := at_level(group, level))), None)


def can_complete(players: tuple[Player, ...]) -> bool:
    """Whether all can be paired, but for one who may have the bye."""
    if not players:
        return True
    head, *rest = players
    if len(players) % 2 and head.may_have_bye and can_be_paired(tuple(rest)):
        return True
    return any(
        legal(head, other)
        and can_complete(tuple(player for player in rest if player.seat != other.seat))
        for other in rest
    )


def can_be_paired(players: tuple[Player, ...]) -> bool:
    return len(players) % 2 == 0 and can_complete(players)


def round_by_hand(players: tuple[Player, ...]) -> tuple[set[frozenset[int]], int | None] | None:
    """The pairs and the bye of a round, or None where the rules leave none."""
    if not players:
        return set(), None
    if not can_complete(players):
        return None
    groups: list[Group] = []
    results: list[Found | None] = []
    scores = sorted({player.score for player in players}, reverse=True)
    for score in scores:
        above = results[-1].floaters if results and results[-1] else ()
        groups.append(
            Group(
                moved=above,
                residents=tuple(player for player in players if player.score == score),
                lowest=score == scores[-1],
            )
        )
        results.append(best(groups[-1]))
        _other_floaters(groups, results)
    pairs = _completed(groups, results)
    paired = {seat for pair in pairs for seat in pair}
    waiting = [player.seat for player in players if player.seat not in paired]
    return pairs, waiting[0] if waiting else None


def _other_floaters(groups: list[Group], results: list[Found | None]) -> None:
    """C12: before a level is given up, another pairing of the bracket above is looked for."""
    group, own = groups[-1], results[-1]
    if not group.moved:
        return
    for level in levels(group):
        if own is not None and own.level == level:
            return
        if group.lowest and level[1] < len(group.members) // 2:
            continue
        for alternative in _alternatives(groups[-2], results[-2]):
            changed = msgspec.structs.replace(group, moved=alternative.floaters)
            found = at_level(changed, level)
            if found:
                groups[-1], results[-2:] = changed, [alternative, found[0]]
                results[-1] = best(changed)
                return


def _alternatives(above: Group, accepted: Found | None) -> list[Found]:
    assert accepted is not None
    scores = sorted(floater.score for floater in accepted.floaters)
    resident = above.residents[0].score
    fixed = (
        {floater.seat for floater in accepted.floaters if floater.score != resident}
        if len(set(scores)) > 1
        else set()
    )
    return [
        each
        for each in at_level(above, accepted.level)
        if sorted(floater.score for floater in each.floaters) == scores
        and fixed <= {floater.seat for floater in each.floaters}
        and each.floaters != accepted.floaters
    ]


def _completed(groups: list[Group], results: list[Found | None]) -> set[frozenset[int]]:
    """C13: the penultimate bracket goes on in its own order, or is joined with the lowest."""
    added: tuple[Player, ...] = ()
    rest = groups[-1].residents
    while results[-1] is None:
        above = groups[-2]
        changed = _changed_for(above, (*added, *rest))
        if changed is not None:
            last = Group(moved=(*changed.floaters, *added), residents=rest, lowest=True)
            results[-2:] = [changed, best(last)]
            break
        added, rest = above.residents, (*added, *rest)
        joined = Group(moved=above.all, residents=rest, lowest=True)
        groups[-2:] = [joined]
        results[-2:] = [best(joined)]
    return {
        frozenset((one.seat, other.seat))
        for found in results
        if found
        for one, other in found.pairs
    }


def _changed_for(above: Group, lower: tuple[Player, ...]) -> Found | None:
    for level in levels(above):
        if level[1]:
            for found in at_level(above, level):
                if can_complete((*found.floaters, *lower)):
                    return found
    return None
