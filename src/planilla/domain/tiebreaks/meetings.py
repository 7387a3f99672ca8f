"""Whom all have met over the board, and what those are worth, for everybody at once.

A tie-break by opponents asks for one value of each opponent of each entrant: taken together that
is one step, and so are the sums.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.lanes import MAX_LANE, by_seat, columns_of, whole
from planilla.domain.tiebreaks.rows import flat
from planilla.domain.tiebreaks.tally import NOBODY, Kind, Tally

_NOT_PLAYED = bytes(kind != Kind.PLAYED for kind in range(256))


class Meetings(NamedTuple):
    """By place, which is a round of an entrant, one entrant after another.

    `opponents` are those paired, `unplayed` the places without a game over the board. `worth` gives
    of values by seat, with one more at the end, that of the opponent at each place with a game, and
    the last of all others. `games` is how many each has played.
    """

    kinds: bytes
    opponents: Sequence[Seat]
    unplayed: list[int]
    worth: Callable[[Sequence[int]], Sequence[int]]
    games: Sequence[int]


def meetings_of(tally: Tally) -> Meetings:
    """The meetings of a tally, made once and kept with it."""
    kept = tally.kept
    if "meetings" not in kept:
        kept["meetings"] = _meetings(tally)
    meetings: Meetings = kept["meetings"]
    return meetings


def _meetings(tally: Tally) -> Meetings:
    kinds, opponents = whole(tally.kinds), flat(tally.opponents)
    met, games = [*opponents], [tally.rounds] * tally.size
    unplayed = places_of(kinds.translate(_NOT_PLAYED))
    for place in unplayed:
        met[place] = NOBODY
        games[place // tally.rounds] -= 1
    return Meetings(kinds, opponents, unplayed, _picking(met), games)


def places_of(flags: bytes) -> list[int]:
    """Where the flags are 1, in order."""
    ends = accumulate([len(each) + 1 for each in flags.split(b"\1")[:-1]])
    return [end - 1 for end in ends]


def _picking(seats: Sequence[Seat]) -> Callable[[Sequence[int]], Sequence[int]]:
    """A function that gives of values those at some places."""
    if len(seats) > 1:
        return itemgetter(*seats)
    return lambda values: [values[seat] for seat in seats]


def sums_of_met(tally: Tally, values: Sequence[int]) -> Sequence[int]:
    """Of everybody the sum of the values, given by seat, of those met over the board."""
    size, rounds = tally.size, tally.rounds
    worth = meetings_of(tally).worth([*values, 0])
    if fits(values, rounds):
        return by_seat(sum(columns_of(worth, size, rounds)), size)
    return [sum(worth[seat * rounds : (seat + 1) * rounds]) for seat in range(size)]


def fits(values: Sequence[int], times: int) -> bool:
    """Whether lanes can hold the sum of so many of the values."""
    return min(values, default=0) >= 0 and max(values, default=0) * times <= MAX_LANE
