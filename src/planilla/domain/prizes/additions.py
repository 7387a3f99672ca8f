"""What each open game adds to points and tie-breaks, found by asking for a few standings.

The value of a tie-break that is a sum over games is, after any outcome, its value when White wins
all open games, plus what each other end adds, plus, for two games of different rounds, what their
two ends add together (the result of one may be multiplied by the points of another). Nothing of
three games is multiplied in any tie-break of `SUMS`. Games of one round add nothing together: they
share no player.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

import msgspec

from planilla.domain.crosstable import Crosstable
from planilla.domain.prizes.outcomes import ENDS, OpenGame, Outcome, ended
from planilla.domain.standings import Standing

StandingsOf = Callable[[Crosstable], tuple[Standing, ...]]
"""The standings under the rules of the tournament, whatever they are."""

SUMS = frozenset({"PS", "WIN", "WON", "BH", "BH/own", "BH/off", "SB", "SB/own", "SB/off"})
"""Tie-breaks that are sums over games, of at most two factors."""

OTHER_ENDS = tuple(range(1, len(ENDS)))
"""The ends of a game but for White's win, by their index."""

Values = tuple[tuple[int, ...], ...]
"""The points and then the leading tie-breaks, by column and then by seat."""


class Additions(msgspec.Struct, frozen=True, kw_only=True):
    """The values when White wins all open games, and what other ends add to them.

    `singles` are by game and end, `pairs` by two games and their ends; what adds nothing to anybody
    is left out of `pairs`.
    """

    base: Values
    singles: dict[tuple[int, int], Values]
    pairs: dict[tuple[int, int, int, int], Values]

    def bound(self, column: int, pick: Callable[[Iterable[int]], int]) -> tuple[int, ...]:
        """The least (`min`) or the greatest (`max`) value of a column, by seat, or beyond it."""
        parts: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for (game, _), added in self.singles.items():
            parts.setdefault((game,), []).append(added[column])
        for (one, _, other, _), added in self.pairs.items():
            parts.setdefault((one, other), []).append(added[column])
        return tuple(
            value + sum(pick((0, *(added[seat] for added in part))) for part in parts.values())
            for seat, value in enumerate(self.base[column])
        )

    def is_constant(self, column: int) -> bool:
        """Whether no open game adds anything to this column."""
        return not any(
            any(added[column]) for added in (*self.singles.values(), *self.pairs.values())
        )


def leading_sums(tiebreaks: Sequence[str]) -> int:
    """How many tie-breaks at the head of a list are sums."""
    return next((place for place, code in enumerate(tiebreaks) if code not in SUMS), len(tiebreaks))


def additions(
    crosstable: Crosstable, games: Sequence[OpenGame], standings_of: StandingsOf, sums: int
) -> Additions:
    """What the open games add to the points and to the first `sums` tie-breaks."""

    def values(*ends: tuple[int, int]) -> Values:
        outcome = _outcome(len(games), ends)
        return _values(standings_of(ended(crosstable, games, outcome)), sums)

    base = values()
    alone = {each: values(each) for each in product(range(len(games)), OTHER_ENDS)}
    singles = {each: _less(found, base) for each, found in alone.items()}
    pairs = {
        (one, end, other, other_end): _less(
            _less(values((one, end), (other, other_end)), alone[one, end]),
            singles[other, other_end],
        )
        for one, other in _of_different_rounds(games)
        for end, other_end in product(OTHER_ENDS, repeat=2)
    }
    told = {key: added for key, added in pairs.items() if any(map(any, added))}
    return Additions(base=base, singles=singles, pairs=told)


def _of_different_rounds(games: Sequence[OpenGame]) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(len(games)), 2):
        if games[one].round != games[other].round:
            yield one, other


def _outcome(size: int, ends: Iterable[tuple[int, int]]) -> Outcome:
    outcome = [0] * size
    for game, end in ends:
        outcome[game] = end
    return tuple(outcome)


def _values(standings: tuple[Standing, ...], sums: int) -> Values:
    by_seat = sorted(standings, key=lambda standing: standing.seat)
    points = tuple(each.points for each in by_seat)
    columns = ([each.values[place] or 0 for each in by_seat] for place in range(sums))
    return (points, *map(tuple, columns))


def _less(values: Values, others: Values) -> Values:
    return tuple(
        tuple(one - other for one, other in zip(column, subtracted, strict=True))
        for column, subtracted in zip(values, others, strict=True)
    )
