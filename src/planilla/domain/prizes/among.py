"""What tie-breaks say of groups that are tied, by their games with each other alone.

The tie-break itself is asked, of each group once for each way in which the open games among them
may end. There are so many groups in some tournaments that it pays to see beforehand where direct
encounter has nothing to say.
"""

from collections.abc import Iterable, Sequence
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
        met = [parts.finished.tally.opponents[seat] for seat in self._seats]
        self._met = {
            seat: sum({1 << self._place[each] for each in row if each in self._place})
            for seat, row in zip(self._seats, met, strict=True)
        }
        self._is_once = all(
            len(row) == len(set(row))
            for row in ([each for each in row if each != NOBODY] for row in met)
        )
        self._contests: dict[Inside, Contest] = {}
        self._groups: dict[tuple[Seat, ...], _Group] = {}
        self._known: dict[tuple[str, tuple[Seat, ...], Inside], Sequence[int]] = {}

    def values(self, tiebreak: Tiebreak, tied: tuple[Seat, ...], outcome: Outcome) -> Sequence[int]:
        """What a tie-break says of some who are tied, in their order."""
        group = self._groups.get(tied)
        if group is None:
            if len(self._groups) >= KEPT:
                self._groups.clear()
            group = self._groups[tied] = self._group(tied)
        if group.is_apart and tiebreak.code[:2] == ENCOUNTER:
            return (0,) * len(tied)
        inside = tuple([(game, outcome[game]) for game in group.games])
        key = (tiebreak.code, tied, inside)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            places = [self._place[seat] for seat in tied]
            found = tiebreak.values(self._contest(inside), places)
            self._known[key] = found
        return found

    def _group(self, tied: tuple[Seat, ...]) -> _Group:
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
        members = sum([1 << self._place[seat] for seat in tied])
        met = [(self._met[seat] & members).bit_count() for seat in tied]
        return min(met) + max(met) < len(tied)

    def _contest(self, inside: Inside) -> Contest:
        if inside not in self._contests:
            ends, place = dict(inside), self._place
            rows = [self._parts.row(seat, ends) for seat in self._seats]
            self._contests[inside] = self._parts.contest(
                [
                    replace(row, opponents=[place.get(met, NOBODY) for met in row.opponents])
                    for row in rows
                ]
            )
        return self._contests[inside]
