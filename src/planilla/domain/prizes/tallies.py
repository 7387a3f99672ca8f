"""What everybody has in all finals together: the places, and what they win.

Where no prize decides another one, it is enough to count how often each stands where in which kind
of tie; the prizes are shared once for each kind. Else each final is shared by itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Entrant, Seat
from planilla.domain.prizes.distribution import Distribution, distribution
from planilla.domain.prizes.finals import APART, FOR_GOOD, ON_POINTS, Final, ranking_of_final
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.prizes.ranking import tied_on_rank
from planilla.domain.prizes.sharing import parts_of


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over outcomes by their weight: of places by seat, of amounts and of their squares.

    A place is the first of those who share it for good, and how many they are.
    """

    places: dict[Seat, Counter[tuple[int, int]]]
    amounts: dict[Seat, Fraction]
    squares: dict[Seat, Fraction]


def one_by_one(
    finals: Iterable[Mapping[Final, int]],
    plan: PrizePlan,
    entrants: Sequence[Entrant],
    without: frozenset[Seat],
) -> Tally:
    """The tally of finals, each shared by itself."""
    places: dict[Seat, Counter[tuple[int, int]]] = defaultdict(Counter)
    amounts: dict[Seat, Fraction] = defaultdict(Fraction)
    squares: dict[Seat, Fraction] = defaultdict(Fraction)
    for final, weight in (each for some in finals for each in some.items()):
        ranking = ranking_of_final(final)
        for run in tied_on_rank(ranking):
            for each in run:
                places[each.seat][each.rank, len(run)] += weight
        winning = tuple(each for each in ranking if each.seat not in without)
        for seat, amount in _won(distribution(plan, entrants, winning)).items():
            amounts[seat] += amount * weight
            squares[seat] += amount * amount * weight
    return Tally(places=places, amounts=amounts, squares=squares)


def _won(shared: Distribution) -> dict[Seat, Fraction]:
    """What each wins, before amounts are rounded."""
    won: dict[Seat, Fraction] = defaultdict(Fraction)
    for group in shared.groups:
        for tie in group.ties:
            for share in tie.shares:
                won[share.seat] += share.common + share.by_place
    return won


# --- counted -------------------------------------------------------------------------------------


class Competing(NamedTuple):
    """Who competes for some prizes; without a group, for the first `depth` places."""

    seats: frozenset[Seat]
    depth: int
    group: PrizeGroup | None = None


def counted(
    finals: Iterable[Mapping[Final, int]], seats: frozenset[Seat], competing: Sequence[Competing]
) -> Tally:
    """The tally of finals of `seats`, where no prize decides another one."""
    depths: dict[frozenset[Seat], int] = {}
    for each in competing:
        theirs = each.seats & seats
        depths[theirs] = max(depths.get(theirs, 0), each.depth)
    counts = {theirs: _Counts(theirs, depth) for theirs, depth in depths.items()}
    for some in finals:
        for view in counts.values():
            view.add(some if len(view.seats) == len(seats) else _among(some, view.seats))
    places: dict[Seat, Counter[tuple[int, int]]] = {seat: Counter() for seat in seats}
    amounts = dict.fromkeys(seats, Fraction(0))
    for each in competing:
        for seat, standing, weight in counts[each.seats & seats]:
            if each.group is None:
                places[seat][standing.place] += weight
            else:
                amounts[seat] += standing.wins(each.group) * weight
    return Tally(places=places, amounts=amounts, squares={})


class Standing(NamedTuple):
    """One of a tie on points, which begins at a place (from 0) and is parted so by tie-breaks."""

    first: int
    ties: bytes
    at: int

    @property
    def runs(self) -> tuple[int, ...]:
        """The sizes of the groups that no tie-break separates, from the top."""
        return tuple(len(run) + 1 for run in self.ties.split(bytes((ON_POINTS,))))

    @property
    def place(self) -> tuple[int, int]:
        """The first place (from 1) of those tied for good, and how many they are."""
        ends = list(accumulate(self.runs))
        run = next(place for place, end in enumerate(ends) if self.at < end)
        return self.first + ends[run] - self.runs[run] + 1, self.runs[run]

    def wins(self, group: PrizeGroup) -> Fraction:
        """What such a one wins in a group, before rounding."""
        prizes = group.prizes[self.first : self.first + len(self.ties) + 1]
        common, by_place, _, _ = parts_of(prizes, group.sharing, self.runs)[self.at]
        return common + by_place


class _Counts:
    """How often each of some stands where."""

    def __init__(self, seats: frozenset[Seat], depth: int) -> None:
        self.seats = seats
        self._depth = depth
        self._standings: list[Standing] = []
        self._numbers: dict[tuple[int, bytes], range] = {}
        self._found: dict[Seat, dict[int, int]] = {seat: {} for seat in seats}

    def add(self, finals: Mapping[Final, int]) -> None:
        """Count some finals."""
        found, depth = self._found, self._depth
        for (seats, ties), weight in finals.items():
            start, size = 0, len(seats)
            while start < depth and start < size:
                end = ties.find(APART, start) + 1 or size
                numbers = self._numbered(start, ties[start : end - 1])
                for seat, number in zip(seats[start:end], numbers, strict=True):
                    theirs = found[seat]
                    theirs[number] = theirs.get(number, 0) + weight
                start = end

    def _numbered(self, first: int, ties: bytes) -> range:
        key = (first, ties)
        if key not in self._numbers:
            start = len(self._standings)
            self._standings += [Standing(first, ties, at) for at in range(len(ties) + 1)]
            self._numbers[key] = range(start, len(self._standings))
        return self._numbers[key]

    def __iter__(self) -> Iterator[tuple[Seat, Standing, int]]:
        for seat, theirs in self._found.items():
            for number, weight in theirs.items():
                yield seat, self._standings[number], weight


def _among(finals: Mapping[Final, int], members: frozenset[Seat]) -> Counter[Final]:
    """The finals of some alone."""
    found: Counter[Final] = Counter()
    for (seats, ties), weight in finals.items():
        theirs: list[Seat] = []
        between: list[int] = []
        least = FOR_GOOD
        for seat, tie in zip(seats, (FOR_GOOD, *ties), strict=True):
            least = min(least, tie)
            if seat in members:
                theirs.append(seat)
                between.append(least)
                least = FOR_GOOD
        found[tuple(theirs), bytes(between[1:])] += weight
    return found
