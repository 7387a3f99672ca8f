"""What tie-breaks say of groups that are tied, by their games with each other alone.

The tie-break itself is asked, of each group once for each way in which the open games among them
may end. There are so many groups in some tournaments that it pays to see beforehand where direct
encounter has nothing to say.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.outcomes import OpenGame, Outcome
from planilla.domain.prizes.parts import Parts
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.tally import NOBODY
from planilla.domain.tiebreaks.tiebreak import Tiebreak

KEPT = 200_000
"""So many answers are remembered, so that memory stays small."""

ENCOUNTER = "DE"
"""The code of direct encounter, with or without modifiers."""

Inside = tuple[tuple[int, int], ...]
"""How the open games of a group with each other end, by game."""


class _Group(NamedTuple):
    """A group: its open games, and whether direct encounter has nothing to say."""

    games: tuple[int, ...]
    is_apart: bool


class Among:
    """What tie-breaks say of tied groups out of some contenders."""

    def __init__(self, parts: Parts, games: Sequence[OpenGame], seats: Iterable[Seat]) -> None:
        self._parts = parts
        self._seats = list(seats)
        self._place = {seat: place for place, seat in enumerate(self._seats)}
        self._games = games
        met = [
            [each for each in parts.finished.tally.opponents[seat] if each in self._place]
            for seat in self._seats
        ]
        self._bit = {seat: 1 << place for place, seat in enumerate(reversed(self._seats))}
        self.met = [sum({self._bit[each] for each in row}) for row in reversed(met)]
        """Whom each has met or is to meet, by the end of the word and as bits of ends."""
        self._is_once = all(len(row) == len(set(row)) for row in met)
        self._tiebreaks: dict[str, Tiebreak] = {}
        self._group = lru_cache(KEPT)(self._made)
        self._contest = cache(self._contest_after)
        self._answer = lru_cache(KEPT)(self._asked)

    def values(self, tiebreak: Tiebreak, tied: tuple[Seat, ...], outcome: Outcome) -> Sequence[int]:
        """What a tie-break says of some who are tied, in their order."""
        group = self._group(tied)
        if group.is_apart and tiebreak.code[:2] == ENCOUNTER:
            return (0,) * len(tied)
        inside = tuple([(game, outcome[game]) for game in group.games])
        # A tie-break is the same as another of its code, which is sooner looked up.
        self._tiebreaks[tiebreak.code] = tiebreak
        return self._answer(tiebreak.code, tied, inside)

    def _asked(self, code: str, tied: tuple[Seat, ...], inside: Inside) -> Sequence[int]:
        places = [self._place[seat] for seat in tied]
        return self._tiebreaks[code].values(self._contest(inside), places)

    def _made(self, tied: tuple[Seat, ...]) -> _Group:
        members = frozenset(tied)
        games = tuple(
            [
                at
                for at, game in enumerate(self._games)
                if game.white in members and game.black in members
            ]
        )
        return _Group(games, self._is_once and self._is_apart(tied))

    def _is_apart(self, tied: tuple[Seat, ...]) -> bool:
        """Whether so few have met that direct encounter separates nobody.

        Who is alone on top whatever the missing results are has more points, losing all that is
        missing, than another who wins all. Of a group in which everybody is due to meet m others,
        one who met a of them and another who met b, that is impossible unless a + b is more than m.
        (A forfeit is taken for a meeting here; fewer meetings would say no more.)
        """
        members = sum([self._bit[seat] for seat in tied])
        met = [(self.met[-1 - self._place[seat]] & members).bit_count() for seat in tied]
        return min(met) + max(met) < len(tied)

    def _contest_after(self, inside: Inside) -> Contest:
        """The contenders after some games ended so."""
        ends, place = dict(inside), self._place
        rows = [self._parts.row(seat, ends) for seat in self._seats]
        placed = [
            replace(row, opponents=[place.get(met, NOBODY) for met in row.opponents])
            for row in rows
        ]
        return self._parts.contest(placed)
