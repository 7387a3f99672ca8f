"""Small parts of a tournament, in which a tie-break is asked what it says after some results.

A value depends on the few games in its reach (`planilla.domain.tiebreaks.family.Reach`). So it is
worked out by the tie-break itself, in a tournament of those whom it looks at and nobody else; who
was met beyond them is nobody there.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.prizes.outcomes import OpenGame, Outcome, ended
from planilla.domain.tiebreaks.contest import Contest, contest_of
from planilla.domain.tiebreaks.family import EVERYBODY, Reach
from planilla.domain.tiebreaks.opponents import ROUNDS_FORESEEN
from planilla.domain.tiebreaks.tally import NOBODY, Tally, tally_of
from planilla.domain.tiebreaks.tiebreak import Tiebreak

Ends = Mapping[int, int]
"""How some of the open games end: an index of `ENDS` by game."""


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat scored by round, as in a `Tally`."""

    points: list[int]
    kinds: bytes
    outcomes: bytes
    score: int


class Part:
    """Some seats of a tournament, renumbered from 0 up: `place` of each."""

    def __init__(self, whole: Contest, kept: Sequence[Seat]) -> None:
        self.kept = kept
        self.place = {seat: place for place, seat in enumerate(kept)}
        tally = whole.tally
        place_of = {**self.place, NOBODY: NOBODY}
        self._tally = msgspec.structs.replace(
            tally,
            opponents=[[place_of.get(met, NOBODY) for met in tally.opponents[at]] for at in kept],
            blacks=[tally.blacks[seat] for seat in kept],
        )
        self._contest = msgspec.structs.replace(
            whole,
            ratings=tuple(whole.ratings[seat] for seat in kept),
            lots=tuple(whole.lots[seat] for seat in kept) if whole.lots else (),
        )

    def with_rows(self, rows: Sequence[_Row]) -> Contest:
        """The contest of these seats with what each of them scored."""
        tally = msgspec.structs.replace(
            self._tally,
            points=[row.points for row in rows],
            kinds=[row.kinds for row in rows],
            outcomes=[row.outcomes for row in rows],
            scores=[row.score for row in rows],
        )
        return msgspec.structs.replace(self._contest, tallies={"": tally})


class Parts:
    """What makes parts of one tournament with open games."""

    def __init__(self, crosstable: Crosstable, games: Sequence[OpenGame]) -> None:
        self._crosstable = crosstable
        self._games = games
        self._own: dict[Seat, list[int]] = {seat: [] for seat in range(crosstable.size)}
        for at, game in enumerate(games):
            self._own[game.white].append(at)
            self._own[game.black].append(at)
        self._tallies: dict[Outcome, Tally] = {}
        self._rows: dict[tuple[Seat, tuple[int, ...]], _Row] = {}
        self._parts: dict[tuple[tuple[Seat, ...], int], Part] = {}
        self.finished = contest_of(ended(crosstable, games, (0,) * len(games)))
        """The whole after White won all open games."""
        # Rules for schedules ask how many rounds anybody played, units of long events likewise.
        self._is_whole = crosstable.predetermined or (
            max(crosstable.rounds_planned, len(crosstable.rounds)) > ROUNDS_FORESEEN
        )

    def games_within(self, seats: Iterable[Seat], reach: Reach | None) -> tuple[int, ...]:
        """The open games that matter to some seats, in ascending order."""
        if reach is None:
            return tuple(range(len(self._games)))
        near = self._near(seats, reach.games)
        return tuple(sorted({game for seat in near for game in self._own[seat]}))

    def games_among(self, seats: Iterable[Seat]) -> tuple[int, ...]:
        """The open games that some seats play with each other."""
        members = frozenset(seats)
        return tuple(
            at
            for at, game in enumerate(self._games)
            if game.white in members and game.black in members
        )

    def values(
        self, tiebreak: Tiebreak, reach: Reach | None, seats: tuple[Seat, ...], ends: Ends
    ) -> tuple[int, ...]:
        """What a tie-break says of some seats after some games ended so; White won all others."""
        part = self._part(seats, reach)
        contest = part.with_rows([self._row(seat, ends) for seat in part.kept])
        return tuple(tiebreak.values(contest, [part.place[seat] for seat in seats]))

    def _near(self, seats: Iterable[Seat], distance: int) -> set[Seat]:
        """The seats within so many meetings of some of them."""
        near, opponents = set(seats), self.finished.tally.opponents
        for _ in range(distance):
            near |= {met for seat in near for met in opponents[seat] if met != NOBODY}
        return near

    def _part(self, seats: tuple[Seat, ...], reach: Reach | None) -> Part:
        if reach is None or reach.seats == EVERYBODY or self._is_whole:
            seats, distance = tuple(range(self._crosstable.size)), 0
        else:
            distance = reach.seats
        key = (seats, distance)
        if key not in self._parts:
            self._parts[key] = Part(self.finished, sorted(self._near(seats, distance)))
        return self._parts[key]

    def _row(self, seat: Seat, ends: Ends) -> _Row:
        own = self._own[seat]
        key = (seat, tuple([ends.get(game, 0) for game in own]))
        row = self._rows.get(key)
        if row is None:
            tally = self._tally(dict(zip(own, key[1], strict=True)))
            row = self._rows[key] = _Row(
                points=tally.points[seat],
                kinds=tally.kinds[seat],
                outcomes=tally.outcomes[seat],
                score=tally.scores[seat],
            )
        return row

    def _tally(self, ends: Ends) -> Tally:
        outcome = tuple(ends.get(game, 0) for game in range(len(self._games)))
        if outcome not in self._tallies:
            self._tallies[outcome] = tally_of(ended(self._crosstable, self._games, outcome))
        return self._tallies[outcome]
