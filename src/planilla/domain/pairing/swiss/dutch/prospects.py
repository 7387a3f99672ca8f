"""Pairing prospects of the groups below each bracket, with the players who float into them.

They are computed once for a round, from the lowest bracket upwards: a largest matching of all
players from one bracket down (with the bye, if there is one). Each question about floaters then
takes one more augmenting path, and mostly only the test of a set of bits.

Source: FIDE C.04.3 (2012), C13; (2017), A.9; (2026), 1.9, C4 and C5.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.matching import bits, largest_matching
from planilla.domain.pairing.swiss.dutch.edition import Descent, Edition
from planilla.domain.pairing.swiss.dutch.graph import opponents_of, places_of, with_bye
from planilla.domain.pairing.swiss.players import SwissPlayer


class Level:
    """A largest matching of some of the places: the mates, and whom it leaves over."""

    def __init__(self, rows: Sequence[int], known: Sequence[int | None], mask: int) -> None:
        self.rows = rows
        self.mask = mask
        inside = [row & mask if mask >> place & 1 else 0 for place, row in enumerate(rows)]
        self.mates = largest_matching(inside, known)
        self.left = sum(1 << place for place in bits(mask) if self.mates[place] is None)

    @cached_property
    def loose(self) -> int:
        """Places left over by some largest matching, where it leaves one: whom they meet fits."""
        return self.loosened_by(self.left.bit_length() - 1)

    def loosened_by(self, place: int) -> int:
        """Places that are left over instead of `place`, which is, by some matching as large."""
        near = bits(self.rows[place] & self.mask)
        mates = (self.mates[other] for other in near)
        return 1 << place | sum(1 << mate for mate in mates if mate is not None)

    def takes(self, places: Sequence[int]) -> bool:
        """Return whether all are paired when `places` are added."""
        spare = self.left.bit_count()
        if spare > len(places) or (spare + len(places)) % 2:
            return False
        if not places or (len(places) == 1 and self.rows[places[0]] & self.loose):
            return True
        return not Level(self.rows, self.mates, self.mask | sum(1 << at for at in places)).left


class Prospects:
    """The players of a round by rank, whom they may meet, and what is below each score group.

    `rows` has one more entry for the bye if the number is odd; `eligible` may have it.
    """

    def __init__(self, players: Sequence[SwissPlayer], edition: Edition, eligible: int) -> None:
        self.players = tuple(players)
        rows = opponents_of(players, edition)
        self.odd = len(players) % 2 == 1
        self.rows = with_bye(rows, eligible) if self.odd else rows
        self.eligible = eligible if self.odd else 0
        self.place_of: dict[Seat, int] = {p.seat: place for place, p in enumerate(players)}
        self.starts = [
            place
            for place, player in enumerate(players)
            if not place or players[place - 1].score != player.score
        ] + [len(players)]

    @cached_property
    def levels(self) -> list[Level]:
        """Matchings by score group: all players from it downwards, and last the bye alone."""
        everybody = (1 << len(self.rows)) - 1
        levels: list[Level] = []
        known: Sequence[int | None] = ()
        for start in reversed(self.starts):
            levels.append(Level(self.rows, known, everybody >> start << start))
            known = levels[-1].mates
        return levels[::-1]

    @property
    def left_over(self) -> tuple[Seat, ...]:
        """The seats left without a pair in any pairing; empty if the round can be completed."""
        left = self.levels[0].left & ((1 << len(self.players)) - 1)
        return tuple(self.players[place].seat for place in bits(left))

    def group(self, number: int) -> tuple[SwissPlayer, ...]:
        """Return the players of a score group, counted from the top."""
        return self.players[self.starts[number] : self.starts[number + 1]]

    def mask(self, number: int) -> int:
        """Return the places of a score group."""
        start, end = self.starts[number], self.starts[number + 1]
        return (1 << end) - (1 << start)

    @property
    def groups(self) -> int:
        """The number of score groups."""
        return len(self.starts) - 1

    def completes(self, number: int, floaters: Iterable[SwissPlayer]) -> bool:
        """Return whether all from group `number` down can be paired with these floaters."""
        return self.levels[number].takes([self.place_of[player.seat] for player in floaters])

    def local(self, members: Sequence[SwissPlayer]) -> list[int]:
        """Return the permitted opponents among `members`, one bit each by their order."""
        places = [self.place_of[player.seat] for player in members]
        start = len(places)
        while start and places[start - 1] - places[-1] == start - len(places):
            start -= 1
        low, size = places[start], len(places) - start
        run = (1 << size) - 1
        rows = [(self.rows[place] >> low & run) << start for place in places]
        for own, place in enumerate(places):
            for at in range(start):
                if self.rows[place] >> places[at] & 1:
                    rows[own] |= 1 << at
        return rows


def foresee(players: Sequence[SwissPlayer], edition: Edition) -> Prospects:
    """The prospects of a round; in 2026 with the bye at the lowest score that can have it."""
    eligible = places_of(players, lambda player: player.may_have_bye)
    masks = [eligible]
    if edition.descent is Descent.COMPLETION and len(players) % 2:
        scores = sorted({player.score for player in players if player.may_have_bye})
        scored = {score: places_of(players, _has_score(score)) for score in scores}
        masks = [eligible & places for places in scored.values()]
    for mask in masks:
        prospects = Prospects(players, edition, mask)
        if not prospects.levels[0].left:
            return prospects
    return Prospects(players, edition, eligible)


def _has_score(score: int) -> Callable[[SwissPlayer], bool]:
    return lambda player: player.score == score


def spare(prospects: Prospects, number: int, floaters: Sequence[SwissPlayer]) -> int:
    """Return the least number of group `number` and these floaters that any pairing leaves over."""
    places = sum(1 << prospects.place_of[player.seat] for player in floaters)
    return Level(prospects.rows, (), prospects.mask(number) | places).left.bit_count()
