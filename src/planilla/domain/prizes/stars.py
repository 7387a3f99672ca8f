"""What a tie-break says of one seat, by the ends of the open games on which it depends.

The tie-break itself is asked, in a part of the tournament made for it: whoever is asked about is in
it once for each way in which those games may end, and so is each opponent for each way in which
his own games may. So one question gives many answers.

Opponents who were met with the same result and have played all their games are told apart only by
what they scored (and in the last round, which `FB` takes as drawn): of ways to end that differ in
nothing else, one is asked about.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.additions import Additions
from planilla.domain.prizes.finals import Contest
from planilla.domain.prizes.outcomes import ended
from planilla.domain.prizes.parts import BASE, Ends, Parts, Row, all_ends
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.family import EVERYBODY, OPPONENTS, Reach
from planilla.domain.tiebreaks.tally import NOBODY, Kind
from planilla.domain.tiebreaks.tiebreak import Tiebreak

ASKED_AT_ONCE = 5_000
"""About so many, so that memory stays small."""


class Table(NamedTuple):
    """The values after all ends of some games; the end of the first game changes fastest."""

    games: tuple[int, ...]
    values: Sequence[int]


def table_of_points(parts: Parts, seat: Seat) -> Table:
    """The points of a seat."""
    games = tuple(parts.own[seat])
    return Table(games, [parts.row(seat, ends).score for ends in all_ends(games)])


def table_of_sum(found: Additions, column: int, seat: Seat) -> Table:
    """The values of a column of additions."""
    singles = {key: added[column][seat] for key, added in found.singles.items()}
    pairs = {key: added[column][seat] for key, added in found.pairs.items() if added[column][seat]}
    games = sorted(
        {game for (game, _), added in singles.items() if added}.union(
            *({one, other} for one, _, other, _ in pairs)
        )
    )
    values = [found.base[column][seat]]
    for at, game in enumerate(games):
        values = [
            value + more
            for end in range(BASE)
            for value, more in zip(
                values,
                _outer(
                    singles.get((game, end), 0),
                    [
                        [pairs.get((one, its, game, end), 0) for its in range(BASE)]
                        for one in games[:at]
                    ],
                ),
                strict=True,
            )
        ]
    return Table(tuple(games), values)


def _outer(start: int, added: Sequence[Sequence[int]]) -> list[int]:
    """The sums of what some games add, by all their ends."""
    sums = [start]
    for ends in added:
        sums = [value + more for more in ends for value in sums] if any(ends) else sums * BASE
    return sums


def table_of(tiebreak: Tiebreak, reach: Reach, parts: Parts, seat: Seat) -> Table:
    """The values of a tie-break that looks at the own games, or as far as those of opponents."""
    if reach.seats == EVERYBODY:
        return Table((), list(tiebreak.values(parts.finished, [seat])))
    return _Star(parts, reach, seat).table(tiebreak)


def tables_of(tiebreak: Tiebreak, contest: Contest, seats: Sequence[Seat]) -> list[Table]:
    """The values of a tie-break that looks farther, from the whole after each outcome."""
    games = tuple(range(len(contest.games)))
    columns = []
    for ends in all_ends(games):
        after = ended(contest.crosstable, contest.games, tuple(ends.values()))
        columns.append(tiebreak.values(contest_of(after), seats))
    return [Table(games, values) for values in zip(*columns, strict=True)]


class _Half(NamedTuple):
    """Some games: by the ends of all of them a number, and by number ends that stand for it."""

    games: tuple[int, ...]
    numbers: list[int]
    ends: list[Ends]


class _Star:
    """One seat and those whom it has met, each as after all ends of the own games."""

    def __init__(self, parts: Parts, reach: Reach, seat: Seat) -> None:
        self._parts = parts
        self._seat = seat
        self._by_scores = reach == OPPONENTS
        own = parts.own[seat]
        games = {
            met: tuple(game for game in parts.own[met] if reach.games or game in own)
            for met in sorted(parts.opponents(seat))
        }
        self._varied = {met: theirs for met, theirs in games.items() if theirs}
        seen = parts.seen(seat, reach)
        self._place = {NOBODY: NOBODY} | {each: place for place, each in enumerate(seen)}
        # Who was met beyond them is a stranger, for a round with an opponent is not one without.
        self._stranger = len(seen)
        self._rows = [self._placed(parts.row(each, {})) for each in seen]
        alone = parts.row(seat, {})
        self._rows.append(replace(alone, opponents=[NOBODY] * len(alone.opponents)))
        self._place_of: dict[tuple[Seat, tuple[int, ...]], int] = {}
        for each, games_of in self._varied.items():
            for ends in all_ends(games_of):
                self._place_of[each, tuple(ends.values())] = len(self._rows)
                self._rows.append(self._placed(parts.row(each, ends)))

    def _placed(self, row: Row) -> Row:
        place, stranger = self._place, self._stranger
        return replace(row, opponents=[place.get(met, stranger) for met in row.opponents])

    def table(self, tiebreak: Tiebreak) -> Table:
        """What a tie-break says, by the ends of all games that matter."""
        low, high = self._halves()
        asked = ({**one, **other} for other in high.ends for one in low.ends)
        values = list(self._values(tiebreak, asked))
        width = len(low.ends)
        return Table(
            (*low.games, *high.games),
            [values[one + width * other] for other in high.numbers for one in low.numbers],
        )

    def _values(self, tiebreak: Tiebreak, asked: Iterator[Ends]) -> Iterator[int]:
        """What it says after each of some ends."""
        first = len(self._rows)
        while after := [self._as_after(ends) for ends in islice(asked, ASKED_AT_ONCE)]:
            contest = self._parts.contest([*self._rows, *after])
            yield from tiebreak.values(contest, range(first, first + len(after)))

    def _as_after(self, ends: Ends) -> Row:
        row = self._parts.row(self._seat, ends)
        place = self._place | {
            each: self._place_of[each, tuple([ends[game] for game in games])]
            for each, games in self._varied.items()
        }
        return replace(row, opponents=[place[met] for met in row.opponents])

    # --- ways to end that come to the same -------------------------------------------------------

    def _halves(self) -> tuple[_Half, _Half]:
        """The games that matter in two parts of about the same number, none bound to another."""
        halves: tuple[list[int], list[int]] = ([], [])
        for block in sorted(self._blocks(), key=len, reverse=True):
            min(halves, key=len).extend(block)
        low, high = (self._half(tuple(sorted(games))) for games in halves)
        return low, high

    def _blocks(self) -> list[set[int]]:
        """The games that matter, those of the same player together."""
        blocks: list[set[int]] = []
        for each in (self._parts.own[self._seat], *self._varied.values()):
            games = set(each)
            touched = [block for block in blocks if block & games]
            blocks = [block for block in blocks if block not in touched]
            blocks.append(games.union(*touched))
        return [block for block in blocks if block]

    def _half(self, games: tuple[int, ...]) -> _Half:
        own = [game for game in self._parts.own[self._seat] if game in games]
        varied = [each for each, theirs in self._varied.items() if theirs[0] in games]
        found: dict[Hashable, int] = {}
        numbers: list[int] = []
        standing: list[Ends] = []
        for ends in all_ends(games):
            classes = sorted(self._class(each, ends) for each in varied)
            key = (tuple([ends[game] for game in own]), tuple(classes))
            number = found.setdefault(key, len(found))
            numbers.append(number)
            if number == len(standing):
                standing.append(ends)
        return _Half(games, numbers, standing)

    def _class(self, opponent: Seat, ends: Ends) -> tuple[int, ...]:
        """What may tell an opponent from another: without more ado, who it is and how he ended."""
        row = self._parts.row(opponent, ends)
        own = self._parts.row(self._seat, {})
        rounds = [at for at, met in enumerate(own.opponents) if met == opponent]
        at = rounds[0]
        is_over = not set(self._parts.own[opponent]).intersection(self._parts.own[self._seat])
        if (
            self._by_scores
            and is_over
            and len(rounds) == 1
            and at + 1 < len(row.kinds)
            and own.kinds[at] == Kind.PLAYED
            and set(row.kinds) == {Kind.PLAYED}
        ):
            return (-1, own.points[at], row.score, row.points[-1])
        return (opponent, *(ends[game] for game in self._varied[opponent]))
