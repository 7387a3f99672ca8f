"""How an unfinished tournament ends, in all outcomes at once: who ends where, tied with whom.

The outcomes are parted from the top: by who has the most points, by the order in which these end,
then by who has the next most, as far down as it matters. Where the prizes of one points group do
not depend on how others end, each group is a `Piece` by itself, and few pieces tell of all
outcomes; else the whole ranking is one piece.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from operator import ge
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import additions
from planilla.domain.prizes.finals import Contest
from planilla.domain.prizes.keys import Contenders
from planilla.domain.prizes.orders import Order, orders_of
from planilla.domain.prizes.ranking import Ranked, Ranking
from planilla.domain.prizes.variants import variants_of_sum
from planilla.domain.prizes.worlds import Outcomes, Weights, Worlds
from planilla.domain.standings import Announced
from planilla.domain.tiebreaks import reach_of

CASES_MAX = 3_000
"""So many ways in which points groups may be made up are gone through; each takes a millisecond."""


FEW_GAMES = 8
"""With so few games all cases are gone through, however many there are."""


class TooManyCases(Exception):
    """Too many different players may be tied: looking at all cases would take too long."""


class Piece(NamedTuple):
    """Some of a final ranking; `ahead` of them are in front and, by prize group, so many in each.

    Points count down from 0, for only ties matter, and ranks from 1.
    """

    ahead: int
    in_groups: tuple[int, ...]
    ranking: Ranking


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """Who matters and how deep.

    `contenders` chooses who matters. `groups` are those who compete for the prizes of each group,
    and `depths` how many prizes it has; `generals` are those groups for which all of the `size`
    compete. The first `depth` places of all matter too. `is_apart`
    tells that no prize depends on how other points groups end.
    """

    contenders: Contenders
    groups: tuple[frozenset[Seat], ...]
    depths: tuple[int, ...]
    depth: int
    size: int
    generals: frozenset[int]
    is_apart: bool


def pieces_of(contest: Contest, weights: Weights, field: Field) -> Counter[Piece]:
    """All pieces, each with the weight of the outcomes in which it comes about.

    Raises:
        TooManyCases: it would take minutes.
    """
    return _Ends(contest, weights, field).pieces()


def has_reach(announced: Announced) -> bool:
    """Whether of all tie-breaks it is known on which games they depend."""
    return all(reach_of(code, announced.edition) is not None for code in announced.codes)


class _Front(NamedTuple):
    """What is settled from the top: so many of all and of each group; the ranking if it is told."""

    ahead: int
    in_groups: tuple[int, ...]
    ranking: Ranking


class _Ends:
    """The outcomes of one contest, parted as far as a field asks."""

    def __init__(self, contest: Contest, weights: Weights, field: Field) -> None:
        self._field = field
        self._cases = 0
        self._may_stop = len(contest.games) > FEW_GAMES
        self._worlds = Worlds(weights)
        found = additions(contest.crosstable, contest.games, contest.standings_of, contest.sums)
        seats = field.contenders(found.bound(0, min), found.bound(0, max))
        self._points = {
            seat: variants_of_sum(found, 0, seat, self._worlds) for seat in sorted(seats)
        }
        self._orders = orders_of(contest, found, self._worlds)

    def pieces(self) -> Counter[Piece]:
        """Every piece once, with its weight; what weighs nothing is left out."""
        found: Counter[Piece] = Counter()
        nobody = (0,) * len(self._field.groups)
        fronts = {_Front(0, nobody, ()): self._worlds.everything}
        levels = {points for variants in self._points.values() for points in variants}
        for points in sorted(levels, reverse=True):
            fronts = self._behind(fronts, points, found)
        if not self._field.is_apart:
            for front, outcomes in fronts.items():
                found[Piece(0, nobody, front.ranking)] += self._worlds.weight(outcomes)
        return +found

    def _behind(
        self, fronts: dict[_Front, Outcomes], points: int, found: Counter[Piece]
    ) -> dict[_Front, Outcomes]:
        """The fronts after those with so many points; their pieces are `found`."""
        behind: dict[_Front, Outcomes] = {}
        for front, outcomes in fronts.items():
            if self._is_enough(front):
                continue
            for tied, theirs in self._with_points(points, outcomes):
                self._cases += 1
                for following, where in self._following(front, tied, theirs, found):
                    behind[following] = behind.get(following, 0) | where
        return behind

    def _following(
        self, front: _Front, tied: tuple[Seat, ...], outcomes: Outcomes, found: Counter[Piece]
    ) -> Iterator[tuple[_Front, Outcomes]]:
        in_groups = tuple(
            before + len(group.intersection(tied))
            for before, group in zip(front.in_groups, self._field.groups, strict=True)
        )
        behind = _Front(front.ahead + len(tied), in_groups, front.ranking)
        if not tied:
            yield front, outcomes
        elif self._field.is_apart:
            for order, where in self._orders.of(tied, outcomes, self._depth(front)):
                piece = Piece(front.ahead, front.in_groups, _ranking(order, 0))
                found[piece] += self._worlds.weight(where)
            yield behind, outcomes
        else:
            for order, where in self._orders.of(tied, outcomes, len(tied)):
                yield (
                    behind._replace(ranking=front.ranking + _ranking(order, front.ahead)),
                    where,
                )

    def _depth(self, front: _Front) -> int:
        """How deep those behind are to be told apart: all where not everybody wins this prize."""
        field = self._field
        is_open = any(
            taken < places and group not in field.generals
            for group, (taken, places) in enumerate(zip(front.in_groups, field.depths, strict=True))
        )
        return field.size if is_open else field.depth - front.ahead

    def _is_enough(self, front: _Front) -> bool:
        """Whether nobody behind matters; where one prize decides another, all do."""
        field = self._field
        return (
            field.is_apart
            and front.ahead >= field.depth
            and all(map(ge, front.in_groups, field.depths))
        )

    def _with_points(
        self, points: int, outcomes: Outcomes
    ) -> Iterator[tuple[tuple[Seat, ...], Outcomes]]:
        """Everybody who has so many points, by outcomes."""
        parted: list[tuple[tuple[Seat, ...], Outcomes]] = [((), outcomes)]
        for seat, variants in self._points.items():
            having = variants.get(points, 0)
            if not having:
                continue
            parted = [
                each
                for tied, theirs in parted
                for inside in (theirs & having,)
                for each in (((*tied, seat), inside), (tied, theirs ^ inside))
                if each[1]
            ]
            if self._may_stop and self._cases + len(parted) > CASES_MAX:
                raise TooManyCases
        yield from parted


def _ranking(order: Order, ahead: int) -> Ranking:
    """Those of one points group, so many being ahead of them; points are those fewer than 0."""
    places = accumulate(map(len, order), initial=ahead + 1)
    return tuple(
        Ranked(seat, -ahead, place)
        for place, level in zip(places, order, strict=False)
        for seat in level
    )
