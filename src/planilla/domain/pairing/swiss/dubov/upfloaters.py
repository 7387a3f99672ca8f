"""Upfloaters of a score group: as few as possible, and of all such sets the best one.

The residents of a bracket and its upfloaters must be paired with one another, and all players below
that stay among themselves (C4). With the least number of upfloaters no two of them meet, so that
each is one pair between the bracket and those below; every criterion is then a sum over pairs.

Most groups need nobody, or one player to be even. One is looked for directly: the bounds that the
numbers of those who seek White and Black set prove that the first who reaches them is the best. For
several, or where no bound is reached, the criteria and the order of the sets are columns of gains
that become one weight for each pair: a matching of maximum weight is exact at any size.

Source: FIDE C.04.4.1 (2026), 2 (C4 to C10), 3.2.1, 3.2.2, 4.1 and 4.2.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

import msgspec

from planilla.domain.pairing.blossom import combined, heaviest_matching
from planilla.domain.pairing.matching import bits, largest_matching, set_of
from planilla.domain.pairing.swiss.dubov.seekers import FloatLimits, FloatLoss, Seeker
from planilla.domain.pairing.swiss.dutch.candidates import Column
from planilla.domain.pairing.system import PairingInput

Mates = list[int | None]

UPFLOATS_ALWAYS = 2
ROUNDS_PER_UPFLOAT = 5
"""MaxT is 2 and one more for every five rounds of the tournament (1.8)."""


def most_upfloats(given: PairingInput) -> int:
    """Return MaxT, with which a player is a maximum upfloater (1.8.2).

    While the number of rounds is unknown it is taken to be that of the round to be paired.
    """
    rounds = max(given.crosstable.rounds_planned, given.round)
    return UPFLOATS_ALWAYS + rounds // ROUNDS_PER_UPFLOAT


def loss_of_2026(given: PairingInput) -> FloatLoss:
    """Return the criteria C8 to C10, of which none counts in the last round."""
    last_round = given.round == given.crosstable.rounds_planned
    return FloatLimits(most=most_upfloats(given), last_round=last_round).loss


def loss_of_the_book(_given: PairingInput) -> FloatLoss:
    """Return B5 and B6: nobody floats up as one or two rounds before (seed 000, 2.9)."""
    return lambda each: (int(each.upfloated), int(each.upfloated_before), 0)


class Lower(msgspec.Struct, frozen=True, kw_only=True):
    """The players of lower score groups: their places, whom they may meet, a largest matching."""

    mask: int
    rows: Sequence[int]
    mates: Mates

    def without(self, places: int) -> Mates | None:
        """Return a matching of all but `places`, one bit each; None if there is none."""
        staying = self.mask & ~places
        known = list(self.mates)
        for place in bits(places):
            mate = known[place]
            if mate is not None:
                known[mate] = None
            known[place] = None
        mates = matched(self.rows, staying, known)
        return None if any(mates[place] is None for place in bits(staying)) else mates


def matched(rows: Sequence[int], mask: int, known: Sequence[int | None]) -> Mates:
    """Return a largest matching of the places of `mask`, grown from the pairs `known` in it."""
    among = [row & mask if mask >> place & 1 else 0 for place, row in enumerate(rows)]
    kept = [
        mate if mate is not None and mask >> place & mask >> mate & 1 else None
        for place, mate in enumerate(known)
    ]
    return largest_matching(among, kept)


class Renumbered:
    """Places that are numbered anew from 0, so that sets of them are short."""

    def __init__(self, places: Sequence[int]) -> None:
        self.places = tuple(places)
        self.runs: list[tuple[int, int, int]] = []
        """Runs of neighbouring places: the first one, all of them from bit 0, the new number."""
        start = 0
        for at in range(1, len(places) + 1):
            if at == len(places) or places[at] != places[at - 1] + 1:
                self.runs.append((places[start], (1 << at - start) - 1, start))
                start = at

    def row(self, places: int) -> int:
        """Return a set of places by their new numbers, without those that have none."""
        found = 0
        for first, run, number in self.runs:
            found |= (places >> first & run) << number
        return found

    def rows(self, rows: Sequence[int]) -> list[int]:
        """Return the rows of the places, by their new numbers."""
        return [self.row(rows[place]) for place in self.places]


class FloatingGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A score group whose upfloaters are to be found.

    `rows` holds whom each place may meet in the bracket; `residents` are places, ascending.
    """

    seekers: Sequence[Seeker]
    rows: Sequence[int]
    residents: tuple[int, ...]
    below: Lower
    loss: FloatLoss

    def levels(self) -> Iterator[list[int]]:
        """Yield the places below, score by score from the top (4.2)."""
        for _, level in groupby(
            bits(self.below.mask), key=lambda place: self.seekers[place].player.score
        ):
            yield list(level)


class _Spare:
    """Residents of whom a largest matching leaves one over, and whoever could meet that one."""

    def __init__(self, rows: Sequence[int]) -> None:
        self.rows = rows
        self.mates = largest_matching(rows)
        self.left = [place for place, mate in enumerate(self.mates) if mate is None]

    @cached_property
    def loose(self) -> int:
        """Some of the places that may be left over: the one that is, and mates of whom it meets."""
        mates = (self.mates[place] for place in bits(self.rows[self.left[0]]))
        return set_of([self.left[0], *(mate for mate in mates if mate is not None)])

    def takes(self, row: int) -> bool:
        """Return whether all are paired with one more player, who may meet those of `row`."""
        if len(self.left) != 1:
            return False
        if row & self.loose:
            return True
        one = 1 << len(self.rows)
        rows = [each | one if row >> at & 1 else each for at, each in enumerate(self.rows)]
        return None not in largest_matching([*rows, row], [*self.mates, None])


def first_upfloaters(group: FloatingGroup) -> tuple[int, ...] | None:
    """Return the places of the upfloaters, ascending; None if the group cannot be paired."""
    numbers = Renumbered(group.residents)
    spare = _Spare(numbers.rows(group.rows))
    if not spare.left and group.below.without(0) is not None:
        return ()
    if len(spare.left) == 1:
        found = _first_alone(group, numbers, spare)
        if found is not None:
            return found
    elif spare.left:
        found = _weighed(group, _pool(group, len(spare.left)), closed=False)
        if found is not None and group.below.without(set_of(found)) is not None:
            return found
    return _weighed(group, list(bits(group.below.mask)), closed=True)


def _first_alone(
    group: FloatingGroup, numbers: Renumbered, spare: _Spare
) -> tuple[int, ...] | None:
    """Return the best single upfloater; None if there is no legal one.

    Of one score, who seeks the colour that fewer residents seek costs C7 the least, if nobody of
    the smaller subgroup must then meet another of it; who seeks the other colour costs one more,
    and anybody else at least one more than that.
    """
    colours = [_OfColour(group, numbers, white=white) for white in (True, False)]
    colours.sort(key=lambda each: each.losses)
    for level in group.levels():
        for colour in colours:
            for place in colour.candidates(level):
                if colour.takes(place) and group.below.without(1 << place) is not None:
                    return (place,)
        legal = [
            place
            for place in level
            if spare.takes(numbers.row(group.rows[place]))
            and group.below.without(1 << place) is not None
        ]
        if legal:
            return _weighed(group, legal, closed=False)
    return None


class _OfColour:
    """The bracket with one upfloater who seeks a given colour, at the bound of C7.

    At the bound nobody of the smaller subgroup meets another of it: those pairs are left out.
    """

    def __init__(self, group: FloatingGroup, numbers: Renumbered, *, white: bool) -> None:
        self.group = group
        self.numbers = numbers
        self.white = white
        whites = [group.seekers[place].white for place in group.residents]
        blacks = len(whites) - sum(whites) + (not white)
        self.losses = abs(sum(whites) + white - blacks)
        self.smaller_is_white = sum(whites) + white <= blacks
        self.smaller = set_of(at for at, each in enumerate(whites) if each is self.smaller_is_white)

    @cached_property
    def spare(self) -> _Spare:
        """The residents with the pairs that are left."""
        rows = self.numbers.rows(self.group.rows)
        for place in bits(self.smaller):
            rows[place] &= ~self.smaller
        return _Spare(rows)

    def candidates(self, level: Sequence[int]) -> list[int]:
        """Return those of one score who seek the colour, the best by C8 to C10 and 4.2 first."""
        seekers, loss = self.group.seekers, self.group.loss
        found = [place for place in level if seekers[place].white is self.white]
        return sorted(found, key=lambda place: (loss(seekers[place]), place))

    def takes(self, place: int) -> bool:
        """Return whether the bracket with this upfloater reaches the bound of C7."""
        row = self.numbers.row(self.group.rows[place])
        return self.spare.takes(row & ~self.smaller if self.white is self.smaller_is_white else row)


def _pool(group: FloatingGroup, needed: int) -> list[int]:
    """Return the places down to the highest score that reaches `needed` upfloaters (C5, C6)."""
    pool: list[int] = []
    for level in group.levels():
        pool += level
        if len(pool) >= needed and _is_reached(group, pool):
            break
    return pool


def _is_reached(group: FloatingGroup, pool: Sequence[int]) -> bool:
    """Return whether all residents can be paired with some of the pool.

    The pool is closed by letting all its players meet, and one more vertex where the number is odd.
    """
    members = [*group.residents, *pool]
    rows = Renumbered(members).rows(group.rows)
    size = len(members)
    below = (1 << size) - (1 << len(group.residents))
    if size % 2:
        below |= 1 << size
        rows.append(0)
    for at in bits(below):
        rows[at] = (rows[at] | below) & ~(1 << at)
    return None not in largest_matching(rows)


def _weighed(group: FloatingGroup, pool: Sequence[int], *, closed: bool) -> tuple[int, ...] | None:
    """Return the best upfloaters of the pool by weights; None if some are left without a pair.

    In a `closed` pool those who do not float up must be paired with one another.
    """
    members = [*group.residents, *pool]
    first = len(group.residents)
    numbers = Renumbered(members)
    rows = numbers.rows(group.rows)
    lower = numbers.rows(group.below.rows)
    edges = [
        (one, other)
        for one in range(len(members))
        for other in bits((rows if one < first else lower)[one] >> one + 1 << one + 1)
        if one < first or closed
    ]
    columns = _FloatColumns(group, pool, closed=closed)
    weights = combined([[column(*edge) for edge in edges] for column in columns.all], len(members))
    mates = heaviest_matching(len(members), dict(zip(edges, weights, strict=True)))
    if None in mates[: len(members) if closed else first]:
        return None
    return tuple(
        members[place]
        for place in range(first, len(members))
        if (mate := mates[place]) is not None and mate < first
    )


class _FloatColumns:
    """Gains of the pairs of residents and a pool, from the criterion that counts most."""

    def __init__(self, group: FloatingGroup, pool: Sequence[int], *, closed: bool) -> None:
        self.first = len(group.residents)
        self.closed = closed
        self.whites = [group.seekers[place].white for place in [*group.residents, *pool]]
        scores = [group.seekers[place].player.score for place in pool]
        ranks = sorted(set(scores), reverse=True)
        highest = (len(pool) + 1) ** max(0, len(ranks) - 1)
        losses = [group.loss(group.seekers[place]) for place in pool]
        most = max((loss[1] for loss in losses), default=0)
        self.gains = [
            (
                highest - (len(pool) + 1) ** ranks.index(score),
                1 - maximum,
                most - times,
                1 - again,
                1 << len(pool) - 1 - number,
            )
            for number, (score, (maximum, times, again)) in enumerate(
                zip(scores, losses, strict=True)
            )
        ]

    @property
    def all(self) -> list[Column]:
        """Pairs, C5, C6, C7, C8, C9, C10 and the order of 4.1."""
        upfloater = [self._of_upfloater(number) for number in range(5)]
        return [self._paired, self._apart, upfloater[0], self._colours, *upfloater[1:]]

    def _paired(self, one: int, other: int) -> int:
        """Count the residents of a pair or, where the pool is closed, the pair."""
        return 1 if self.closed or self._floats(one, other) else 2

    def _apart(self, one: int, other: int) -> int:
        """C5: the pairs without an upfloater."""
        return int(not self._floats(one, other))

    def _colours(self, one: int, other: int) -> int:
        """C7: the pairs of the bracket in which both get the colour they seek."""
        return int(one < self.first and self.whites[one] is not self.whites[other])

    def _of_upfloater(self, number: int) -> Column:
        def gain(one: int, other: int) -> int:
            return self.gains[other - self.first][number] if self._floats(one, other) else 0

        return gain

    def _floats(self, one: int, other: int) -> bool:
        return one < self.first <= other
