"""The Dutch procedure done literally, by trying everything in the written order.

An oracle for small fields: exponential, and sharing nothing with the engine, not even the view of
a player. Each step is named as in FIDE C.04.3 (2012); the readings are those of the documentation,
and what differs from one edition to the next is in `dutch_articles`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import msgspec
from msgspec.structs import replace

from dsl.dutch_articles import Articles, Pair
from dsl.dutch_cards import Card, cards_of
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour

Pairs = tuple[Pair, ...]
Counts = tuple[int, ...]
Legal = Callable[[Card, Card], bool]
Boards = set[tuple[int, int]]
ONE_POINT = 2


def anybody(_one: Card, _other: Card) -> bool:
    return True


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A paired bracket: its level is the pairs of moved-down players and all pairs."""

    pairs: Pairs
    floaters: tuple[Card, ...]
    level: tuple[int, int] = (0, 0)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A bracket: its moved-down players, residents, and whether nothing lies below."""

    articles: Articles
    moved: tuple[Card, ...]
    residents: tuple[Card, ...]
    lowest: bool

    @property
    def all(self) -> tuple[Card, ...]:
        return (*self.moved, *self.residents)

    @property
    def lonely(self) -> tuple[Card, ...]:
        """C1."""
        return tuple(
            one
            for one in self.residents
            if not self.lowest
            and not any(
                self.articles.legal(one, other) for other in self.all if other.seat != one.seat
            )
        )

    @property
    def members(self) -> tuple[Card, ...]:
        lonely = {card.seat for card in self.lonely}
        return tuple(card for card in self.all if card.seat not in lonely)

    @property
    def moved_first(self) -> int:
        """How many players are paired first: none in a homogeneous bracket (A.3)."""
        return 0 if 2 * len(self.moved) >= len(self.members) else len(self.moved)

    @property
    def floor(self) -> int:
        return min(card.score for card in self.all) - ONE_POINT


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


def homogeneous(members: Sequence[Card], boards: int, legal: Legal = anybody) -> Iterator[Pairs]:
    """C4 to C8 and D1: S1 against S2, transpositions inside exchanges; the legal ones of them."""
    places = range(len(members))
    first, second = places[:boards], places[boards:]
    for leaving, entering in exchanges(first, second):
        upper = sorted((set(first) - set(leaving)) | set(entering))
        lower = sorted((set(second) - set(entering)) | set(leaving))
        yield from transpositions(members, upper, lower, legal)


def transpositions(
    members: Sequence[Card], upper: Sequence[int], lower: Sequence[int], legal: Legal
) -> Iterator[Pairs]:
    """D1: for the first of S1 each of S2 in turn, and so on down; illegal ones are left out."""
    if not upper:
        yield ()
        return
    for place in lower:
        pair = members[min(upper[0], place)], members[max(upper[0], place)]
        if legal(*pair):
            others = [other for other in lower if other != place]
            for following in transpositions(members, upper[1:], others, legal):
                yield (pair, *following)


def candidates(group: Group, level: tuple[int, int], legal: Legal | None = None) -> Iterator[Pairs]:
    """All legal pairings of a level in the order of their generation (D3, D1, D2, D1).

    `legal` may ask for more than the articles B1 and B2 do, as a requirement in force (C3).
    """
    members, legal = group.members, legal or group.articles.legal
    moved_pairs, boards = level
    if moved_pairs == 0:
        yield from homogeneous(members, boards, legal)
        return
    for chosen in combinations(range(group.moved_first), moved_pairs):
        others = [place for place in range(len(members)) if place not in chosen]
        for led in transpositions(members, chosen, others, legal):
            taken = {card.seat for pair in led for card in pair}
            rest = [card for card in members if card.seat not in taken]
            for following in homogeneous(rest, boards - moved_pairs, legal):
                yield (*led, *following)


def found_in(group: Group, level: tuple[int, int]) -> Iterator[Found]:
    """What each candidate leaves over; one that has been met before is harmless, and left out."""
    met_before = set()
    for pairs in candidates(group, level):
        seats = frozenset((one.seat, other.seat) for one, other in pairs)
        if seats not in met_before:
            met_before.add(seats)
            paired = {card.seat for pair in pairs for card in pair}
            yield Found(
                pairs=pairs,
                floaters=tuple(card for card in group.all if card.seat not in paired),
                level=level,
            )


def breaches(group: Group, found: Found) -> Counts:
    """How often each article is broken, in the order in which C10 gives them up, last first."""
    return tuple(
        sum(count.of_pair(*pair) for pair in found.pairs)
        + sum(count.of_floater(floater, group.floor) for floater in found.floaters)
        for count in group.articles.counts
    )


def levels(group: Group) -> Iterator[tuple[int, int]]:
    """C14 from the first level on: all moved-down players and all boards, then fewer."""
    members = group.members
    most = len(members) // 2
    for moved_pairs in range(min(group.moved_first, most), -1, -1):
        for boards in range(most, moved_pairs - 1, -1):
            yield moved_pairs, boards


def completed(found: Found) -> bool:
    return not found.floaters or (
        len(found.floaters) == 1 and not found.floaters[0].point_without_playing
    )


def at_level(group: Group, level: tuple[int, int]) -> list[Found]:
    """The pairings of one level, best first, equal ones in the order of generation."""
    found = [each for each in found_in(group, level) if not group.lowest or completed(each)]
    return sorted(found, key=lambda each: breaches(group, each))


def best(group: Group) -> Found | None:
    """C2 to C14 without the brackets around; None if the lowest cannot be completed."""
    return next((found[0] for level in levels(group) if (found := at_level(group, level))), None)


def can_complete(cards: tuple[Card, ...], legal: Legal) -> bool:
    """Whether all can be paired, but for one who may have the bye."""
    if not cards:
        return True
    head, *rest = cards
    if len(cards) % 2 and not head.point_without_playing and can_be_paired(tuple(rest), legal):
        return True
    return any(
        legal(head, other)
        and can_complete(tuple(card for card in rest if card.seat != other.seat), legal)
        for other in rest
    )


def can_be_paired(cards: tuple[Card, ...], legal: Legal) -> bool:
    return len(cards) % 2 == 0 and can_complete(cards, legal)


def round_by_hand(
    given: PairingInput, edition: Callable[[int], Articles]
) -> tuple[Boards, int | None] | None:
    """The boards, White first, and the bye of a round, or None where the rules leave none."""
    articles = edition(given.round)
    cards = cards_of(given, forfeit_win_floats=articles.forfeit_win_floats)
    if not can_complete(cards, articles.legal):
        return None
    boards = {
        coloured(pair, place, given, articles)
        for bracket in brackets_by_hand(cards, articles)
        for place, pair in enumerate(bracket)
    }
    paired = {seat for board in boards for seat in board}
    waiting = [card.seat for card in cards if card.seat not in paired]
    return boards, waiting[0] if waiting else None


def coloured(pair: Pair, place: int, given: PairingInput, articles: Articles) -> tuple[int, int]:
    """E: (White, Black)."""
    higher, lower = pair
    colour = articles.colours(higher, lower)
    if colour is None:
        # E5: down the S1 of a bracket in round 1; later, if neither has played, by the number.
        number = higher.seat if given.crosstable.rounds else place
        colour = given.first_colour.other if number % 2 else given.first_colour
    seats = higher.seat, lower.seat
    return seats if colour is Colour.WHITE else (lower.seat, higher.seat)


def brackets_by_hand(cards: tuple[Card, ...], articles: Articles) -> list[Pairs]:
    """All pairs of a round that can be completed, bracket by bracket from the top."""
    groups: list[Group] = []
    results: list[Found | None] = []
    scores = sorted({card.score for card in cards}, reverse=True)
    for score in scores:
        above = results[-1].floaters if results and results[-1] else ()
        groups.append(
            Group(
                articles=articles,
                moved=above,
                residents=tuple(card for card in cards if card.score == score),
                lowest=score == scores[-1],
            )
        )
        results.append(best(groups[-1]))
        _other_floaters(groups, results)
    return _completed(groups, results) if cards else []


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
            changed = replace(group, moved=alternative.floaters)
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


def _completed(groups: list[Group], results: list[Found | None]) -> list[Pairs]:
    """C13: the penultimate bracket goes on in its own order, or is joined with the lowest."""
    added: tuple[Card, ...] = ()
    rest = groups[-1].residents
    while results[-1] is None:
        above = groups[-2]
        changed = _changed_for(above, (*added, *rest))
        if changed is not None:
            last = replace(groups[-1], moved=(*changed.floaters, *added), residents=rest)
            results[-2:] = [changed, best(last)]
            break
        added, rest = above.residents, (*added, *rest)
        joined = replace(groups[-1], moved=above.all, residents=rest)
        groups[-2:] = [joined]
        results[-2:] = [best(joined)]
    return [found.pairs for found in results if found]


def _changed_for(above: Group, lower: tuple[Card, ...]) -> Found | None:
    for level in levels(above):
        if level[1]:
            for found in at_level(above, level):
                if can_complete((*found.floaters, *lower), above.articles.legal):
                    return found
    return None
