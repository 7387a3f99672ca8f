"""What each open game adds to points and tie-breaks, found by asking for a few standings.

The value of a tie-break that is a sum over games is, after any outcome, its value when White wins
all open games, plus what each other end adds, plus, for some two games, what their two ends add
together: the result of one may be multiplied by the points of the other where they are of different
rounds, and in `CAPPED` editions the scores of two who did not play each other are compared. Those
that are no sums are not asked for here (`sums_among`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

import msgspec

from planilla.domain.crosstable import Crosstable
from planilla.domain.prizes.outcomes import ENDS, OpenGame, Outcome, ended
from planilla.domain.standings import Announced, Standing
from planilla.domain.tiebreaks.grammar import Code, parse

StandingsOf = Callable[[Crosstable], tuple[Standing, ...]]
"""The standings under the rules of the tournament, whatever they are."""

OWN_GAMES = frozenset({"PS", "PTS", "WIN", "WON", "BPG", "BWG", "STD", "ARO"})
"""Tie-breaks to which each own game adds something by itself, or no open game anything."""

OPPONENTS = frozenset({"BH", "FB", "SB", "AOB", "SOB", "BH2"})
"""Tie-breaks to which games of opponents, or of theirs, add something; without cuts, sums."""

CAPPED = frozenset({"fide-2026-03"})
"""Editions in which an unplayed round counts the lesser of two scores (C.07, 16.4)."""

OTHER_ENDS = tuple(range(1, len(ENDS)))
"""The ends of a game but for White's win, by their index."""

Values = tuple[tuple[int, ...], ...]
"""The points and then some tie-breaks, by column and then by seat."""


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


def sums_among(
    announced: Announced, crosstable: Crosstable, games: Sequence[OpenGame]
) -> tuple[int, ...]:
    """Which tie-breaks of a list, from 0, are sums over these open games."""
    is_simple = len({game.round for game in games}) <= 1
    capped = announced.edition in CAPPED and not is_simple and _has_unplayed(crosstable)

    def is_sum(code: Code) -> bool:
        is_cut = code.number("C") is not None or code.number("M") is not None
        return code.name in OWN_GAMES or (code.name in OPPONENTS and not is_cut and not capped)

    return tuple(place for place, code in enumerate(map(parse, announced.codes)) if is_sum(code))


def leading(places: Sequence[int]) -> tuple[int, ...]:
    """Those of some places in a list that are at its head."""
    return tuple(place for at, place in enumerate(places) if at == place)


def _has_unplayed(crosstable: Crosstable) -> bool:
    return any(
        game.is_unplayed and not game.is_open for games in crosstable.games for game in games
    )


def additions(
    crosstable: Crosstable,
    games: Sequence[OpenGame],
    standings_of: StandingsOf,
    sums: Sequence[int],
) -> Additions:
    """What the open games add to the points and to the tie-breaks at these places of the list."""

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
        for one, other in _bound_together(crosstable, games)
        for end, other_end in product(OTHER_ENDS, repeat=2)
    }
    told = {key: added for key, added in pairs.items() if any(map(any, added))}
    return Additions(base=base, singles=singles, pairs=told)


def _bound_together(crosstable: Crosstable, games: Sequence[OpenGame]) -> Iterator[tuple[int, int]]:
    """Games of different rounds, and games of two who were to play each other and did not."""
    unplayed = {
        frozenset((seat, game.opponent))
        for seat, theirs in enumerate(crosstable.games)
        for game in theirs
        if game.opponent is not None and game.is_unplayed
    }
    for one, other in combinations(range(len(games)), 2):
        first, second = games[one], games[other]
        between = product((first.white, first.black), (second.white, second.black))
        if first.round != second.round or any(frozenset(two) in unplayed for two in between):
            yield one, other


def _outcome(size: int, ends: Iterable[tuple[int, int]]) -> Outcome:
    outcome = [0] * size
    for game, end in ends:
        outcome[game] = end
    return tuple(outcome)


def _values(standings: tuple[Standing, ...], sums: Sequence[int]) -> Values:
    by_seat = sorted(standings, key=lambda standing: standing.seat)
    points = tuple(each.points for each in by_seat)
    columns = ([each.values[place] or 0 for each in by_seat] for place in sums)
    return (points, *map(tuple, columns))


def _less(values: Values, others: Values) -> Values:
    return tuple(
        tuple(one - other for one, other in zip(column, subtracted, strict=True))
        for column, subtracted in zip(values, others, strict=True)
    )
