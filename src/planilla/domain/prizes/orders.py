"""In which orders those tied on points may end, by the outcomes in which they end so.

The rules of the standings themselves (`planilla.domain.standings.rank`) put the tied in order, for
many outcomes at once: where a tie-break is asked, the outcomes are parted by what it says, the
first part goes on, and the others are come back to.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, product
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import Additions
from planilla.domain.prizes.finals import Contest
from planilla.domain.prizes.parts import Parts
from planilla.domain.prizes.variants import Variants, variants_of, variants_of_sum
from planilla.domain.prizes.worlds import BASE, Outcomes, Worlds
from planilla.domain.standings import Column, rank
from planilla.domain.tiebreaks import reach_of
from planilla.domain.tiebreaks.family import Reach
from planilla.domain.tiebreaks.tiebreak import Tiebreak

Order = tuple[tuple[Seat, ...], ...]
"""Seats from the top, those together whom nothing separates."""


class Rule(NamedTuple):
    """A tie-break, on which games it depends, and its place in the list."""

    tiebreak: Tiebreak
    reach: Reach | None
    place: int


class Said(NamedTuple):
    """What a tie-break says of a group, in its order, and the outcomes in which it says so."""

    values: Sequence[int]
    outcomes: Outcomes


VariantsOf = Callable[[int, Seat], Variants]
"""What the tie-break at a place of the list says of a seat."""


class Orders:
    """What puts tied groups in order; made once for a tournament with open games."""

    def __init__(
        self,
        rules: Sequence[Rule],
        mode: str,
        parts: Parts,
        worlds: Worlds,
        says: VariantsOf,
    ) -> None:
        self._rules = rules
        self._mode = mode
        self._parts = parts
        self._worlds = worlds
        self._says = says
        self._compared: dict[tuple[int, Seat, Seat], tuple[Outcomes, Outcomes]] = {}
        self._among: dict[tuple[int, tuple[Seat, ...], tuple[int, ...]], tuple[int, ...]] = {}

    def of(
        self, tied: tuple[Seat, ...], outcomes: Outcomes, depth: int
    ) -> Iterator[tuple[Order, Outcomes]]:
        """Each order in which they end in some of these outcomes, and in which.

        Those who come behind the first `depth` are not told apart.
        """
        waiting: list[tuple[Said, ...]] = [()]
        while waiting:
            inquiry = _Inquiry(self, _Asked(tied, outcomes, depth), waiting.pop(), waiting)
            columns = tuple(self._column(rule, inquiry) for rule in self._rules)
            groups = rank(columns, len(tied), self._mode).groups
            order = tuple(tuple(tied[at] for at in group) for group in groups)
            yield order, inquiry.outcomes

    def _column(self, rule: Rule, inquiry: "_Inquiry") -> Column:
        applies = rule.tiebreak.applies(self._parts.finished)
        return Column(
            values=partial(inquiry.ask, rule) if applies else None,
            # No column may be asked for everybody beforehand: it would part outcomes in vain.
            depends_on_tied=True,
            reapplies=rule.tiebreak.reapplies,
            lower_is_better=rule.tiebreak.lower_is_better,
        )

    def said(self, rule: Rule, tied: tuple[Seat, ...], outcomes: Outcomes) -> list[Said]:
        """All that a tie-break says of a group in some outcomes; equal is equal, more is more."""
        if rule.tiebreak.depends_on_tied:
            return self._said_among(rule, tied, outcomes)
        arranged: list[tuple[tuple[tuple[Seat, ...], ...], Outcomes]] = [(((tied[0],),), outcomes)]
        for seat in tied[1:]:
            arranged = [
                found
                for classes, theirs in arranged
                for found in self._inserted(rule.place, seat, classes, theirs)
            ]
        return [Said(_levels(tied, classes), theirs) for classes, theirs in arranged]

    def _inserted(
        self, place: int, seat: Seat, classes: tuple[tuple[Seat, ...], ...], outcomes: Outcomes
    ) -> Iterator[tuple[tuple[tuple[Seat, ...], ...], Outcomes]]:
        """The classes of equal value, the least first, with one seat more."""
        for at, equals in enumerate(classes):
            more, same = self._compare(place, seat, equals[0])
            level, above = outcomes & same, outcomes & more
            if level:
                yield (*classes[:at], (*equals, seat), *classes[at + 1 :]), level
            below = outcomes ^ level ^ above
            if below:
                yield (*classes[:at], (seat,), *classes[at:]), below
            if not above:
                return
            outcomes = above
        yield (*classes, (seat,)), outcomes

    def _compare(self, place: int, one: Seat, other: Seat) -> tuple[Outcomes, Outcomes]:
        """The outcomes in which one has more than another, and in which they have the same."""
        key = (place, one, other)
        if key not in self._compared:
            self._compared[key] = _compared(self._says(place, one), self._says(place, other))
        return self._compared[key]

    def _said_among(self, rule: Rule, tied: tuple[Seat, ...], outcomes: Outcomes) -> list[Said]:
        """What a tie-break says that depends on who is tied."""
        games = (
            self._parts.games_within(tied, None)
            if rule.reach is None
            else self._parts.games_among(tied)
        )
        found: dict[tuple[int, ...], Outcomes] = {}
        for ends in product(range(BASE), repeat=len(games)):
            theirs = outcomes
            for game, end in zip(games, ends, strict=True):
                theirs &= self._worlds.ends[game][end]
            if theirs:
                values = self._values_among(rule, tied, games, ends)
                found[values] = found.get(values, 0) | theirs
        return [Said(values, theirs) for values, theirs in found.items()]

    def _values_among(
        self, rule: Rule, tied: tuple[Seat, ...], games: tuple[int, ...], ends: tuple[int, ...]
    ) -> tuple[int, ...]:
        key = (rule.place, tied, ends)
        if key not in self._among:
            given = dict(zip(games, ends, strict=True))
            self._among[key] = self._parts.values(rule.tiebreak, rule.reach, tied, given)
        return self._among[key]


class _Asked(NamedTuple):
    """Who is tied, in which outcomes, and how deep they are told apart."""

    tied: tuple[Seat, ...]
    outcomes: Outcomes
    depth: int


class _Inquiry:
    """One way through the rules: what was said so far, and the outcomes in which all of it was."""

    def __init__(
        self,
        orders: Orders,
        asked: _Asked,
        said: tuple[Said, ...],
        waiting: list[tuple[Said, ...]],
    ) -> None:
        self.outcomes = asked.outcomes
        self._orders = orders
        self._given = asked
        self._said = said
        self._waiting = waiting
        self._asked = 0
        self._ahead = [0] * len(asked.tied)

    def ask(self, rule: Rule, group: Sequence[int]) -> Sequence[int]:
        """What a tie-break says of a group of indices; other answers are left for later."""
        if self._ahead[group[0]] >= self._given.depth:
            return (0,) * len(group)
        if self._asked == len(self._said):
            seats = tuple(self._given.tied[at] for at in group)
            answers = self._orders.said(rule, seats, self.outcomes)
            self._waiting.extend((*self._said, other) for other in answers[1:])
            self._said = (*self._said, answers[0])
        answer = self._said[self._asked]
        self._asked += 1
        self.outcomes = answer.outcomes
        self._note(group, answer.values, lower_is_better=rule.tiebreak.lower_is_better)
        return answer.values

    def _note(self, group: Sequence[int], values: Sequence[int], *, lower_is_better: bool) -> None:
        """How many are ahead of each of a group that was parted."""
        best_first = sorted(values, reverse=not lower_is_better)
        first = self._ahead[group[0]]
        for at, value in zip(group, values, strict=True):
            self._ahead[at] = first + best_first.index(value)


def _levels(tied: tuple[Seat, ...], classes: tuple[tuple[Seat, ...], ...]) -> tuple[int, ...]:
    """The class of each, from 0 up."""
    level = {seat: at for at, equals in enumerate(classes) for seat in equals}
    return tuple(level[seat] for seat in tied)


def _compared(one: Variants, other: Variants) -> tuple[Outcomes, Outcomes]:
    values = sorted({*one, *other})
    less = accumulate((other.get(value, 0) for value in values), lambda a, b: a | b, initial=0)
    more = same = 0
    for value, below in zip(values, less, strict=False):
        theirs = one.get(value, 0)
        more |= theirs & below
        same |= theirs & other.get(value, 0)
    return more, same


def orders_of(contest: Contest, found: Additions, worlds: Worlds) -> Orders:
    """What puts those tied in a contest in order; `found` are the additions of its `sums`."""
    announced, sums = contest.announced, contest.sums
    parts = Parts(contest.crosstable, contest.games)
    rules = [
        Rule(tiebreak, reach_of(tiebreak.code, announced.edition), place)
        for place, tiebreak in enumerate(announced.tiebreaks)
    ]

    def says(place: int, seat: Seat) -> Variants:
        if place in sums:
            return variants_of_sum(found, 1 + sums.index(place), seat, worlds)
        rule = rules[place]
        return variants_of(rule.tiebreak, rule.reach, seat, parts, worlds)

    return Orders(rules, announced.mode, parts, worlds, cache(says))
