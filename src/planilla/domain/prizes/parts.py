"""Small tournaments out of one with open games, in which a tie-break is asked what it says.

They hold those whom the tie-break looks at and nobody else, as they are after some ends of the open
games. The same seat may be there many times, each time as it is after other ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.outcomes import ENDS, OpenGame, Outcome, ended
from planilla.domain.tiebreaks.contest import Contest, contest_of
from planilla.domain.tiebreaks.family import Reach
from planilla.domain.tiebreaks.opponents import ROUNDS_FORESEEN
from planilla.domain.tiebreaks.tally import NOBODY, Tally, tally_of

Ends = Mapping[int, int]
"""How some of the open games end: an index of `ENDS` by game."""
BASE = len(ENDS)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat scored by round, as in a `Tally`."""

    seat: Seat
    opponents: Sequence[int]
    points: Sequence[int]
    kinds: bytes
    outcomes: bytes
    score: int


def all_ends(games: Sequence[int]) -> Iterator[dict[int, int]]:
    """All ways in which some games may end; the end of the first game changes fastest."""
    for ends in product(range(BASE), repeat=len(games)):
        yield dict(zip(games, reversed(ends), strict=True))


class Parts:
    """What makes parts of one tournament with open games."""

    def __init__(self, crosstable: Crosstable, games: Sequence[OpenGame]) -> None:
        self._crosstable = crosstable
        self._games = games
        self.own: dict[Seat, list[int]] = {seat: [] for seat in range(crosstable.size)}
        for at, game in enumerate(games):
            self.own[game.white].append(at)
            self.own[game.black].append(at)
        self._tallies: dict[Outcome, Tally] = {}
        self._rows: dict[tuple[Seat, tuple[int, ...]], Row] = {}
        self.finished = contest_of(ended(crosstable, games, (0,) * len(games)))
        # Rules for schedules ask how many rounds anybody played, units of long events likewise.
        self._is_whole = crosstable.predetermined or (
            max(crosstable.rounds_planned, len(crosstable.rounds)) > ROUNDS_FORESEEN
        )

    def opponents(self, seat: Seat) -> set[Seat]:
        """All who were met or are to be met."""
        return {met for met in self.finished.tally.opponents[seat] if met != NOBODY}

    def seen(self, seat: Seat, reach: Reach) -> list[Seat]:
        """Those of whom anything is read for the values of a seat."""
        if self._is_whole:
            return list(range(self._crosstable.size))
        near = {seat}
        for _ in range(reach.seats):
            near |= {met for each in near for met in self.opponents(each)}
        return sorted(near)

    def row(self, seat: Seat, ends: Ends) -> Row:
        """What a seat scored after some games ended so, White having won all others."""
        own = self.own[seat]
        key = (seat, tuple([ends.get(game, 0) for game in own]))
        row = self._rows.get(key)
        if row is None:
            tally = self._tally(dict(zip(own, key[1], strict=True)))
            row = self._rows[key] = Row(
                seat=seat,
                opponents=tally.opponents[seat],
                points=tally.points[seat],
                kinds=tally.kinds[seat],
                outcomes=tally.outcomes[seat],
                score=tally.scores[seat],
            )
        return row

    def contest(self, rows: Sequence[Row]) -> Contest:
        """The contest of these rows, whose opponents are places among them or `NOBODY`."""
        whole = self.finished
        tally = msgspec.structs.replace(
            whole.tally,
            opponents=[row.opponents for row in rows],
            blacks=[whole.tally.blacks[row.seat] for row in rows],
            points=[row.points for row in rows],
            kinds=[row.kinds for row in rows],
            outcomes=[row.outcomes for row in rows],
            scores=[row.score for row in rows],
        )
        return msgspec.structs.replace(
            whole,
            tallies={"": tally},
            ratings=tuple([whole.ratings[row.seat] for row in rows]),
            lots=tuple([whole.lots[row.seat] for row in rows]) if whole.lots else (),
        )

    def _tally(self, ends: Ends) -> Tally:
        outcome = tuple(ends.get(game, 0) for game in range(len(self._games)))
        if outcome not in self._tallies:
            self._tallies[outcome] = tally_of(ended(self._crosstable, self._games, outcome))
        return self._tallies[outcome]
