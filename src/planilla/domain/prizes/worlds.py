"""Sets of outcomes: one integer with a bit for each outcome, so that all are asked at once.

With n open games there are 3**n outcomes. The bit of an outcome is the number whose digits to the
base three are the ends of the games, the first game last. What is asked of every outcome by itself
takes minutes; the same by `&` and `|` of a few hundred thousand bits takes microseconds.
"""

from collections.abc import Sequence

from planilla.domain.prizes.outcomes import ENDS

Outcomes = int
"""A set of outcomes."""
Weights = tuple[tuple[int, int, int], ...]
"""For each open game how much its ends weigh."""

BASE = len(ENDS)
EVEN = (1, 1, 1)
KEPT_BELOW = 5
"""Sets over so few games come again and again: what they weigh is remembered."""


class Worlds:
    """All outcomes of some games: `everything`, and by game and end those in which it ends so."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._games = len(self._weights)
        self._is_even = all(each == EVEN for each in self._weights)
        self._kept: dict[tuple[int, Outcomes], int] = {}
        self.everything: Outcomes = (1 << BASE**self._games) - 1
        self.ends: tuple[tuple[Outcomes, ...], ...] = tuple(
            tuple(self.spread(1 << end, (game,)) for end in range(BASE))
            for game in range(self._games)
        )

    def spread(self, narrow: Outcomes, games: Sequence[int]) -> Outcomes:
        """A set of outcomes of some games (in ascending order) as one of all games."""
        return _spread(narrow, tuple(games), self._games)

    def weight(self, outcomes: Outcomes) -> int:
        """The sum of the products of what the ends weigh."""
        return outcomes.bit_count() if self._is_even else self._weight(outcomes, self._games)

    def _weight(self, outcomes: Outcomes, games: int) -> int:
        if not outcomes or not games:
            return outcomes
        key = (games, outcomes)
        if games <= KEPT_BELOW and key in self._kept:
            return self._kept[key]
        parts = zip(self._weights[games - 1], _thirds(outcomes, games), strict=True)
        found = sum(weight * self._weight(part, games - 1) for weight, part in parts if weight)
        if games <= KEPT_BELOW:
            self._kept[key] = found
        return found


def _thirds(outcomes: Outcomes, games: int) -> tuple[Outcomes, Outcomes, Outcomes]:
    """The set by the end of the last of so many games."""
    width: int = BASE ** (games - 1)
    mask = (1 << width) - 1
    return outcomes & mask, outcomes >> width & mask, outcomes >> 2 * width


def _spread(narrow: Outcomes, games: tuple[int, ...], level: int) -> Outcomes:
    """The set with the games below `level` that are not among `games` ending in any way."""
    if not narrow or len(games) == level:
        return narrow
    width: int = BASE ** (level - 1)
    if games and games[-1] == level - 1:
        low, middle, high = (
            _spread(part, games[:-1], level - 1) for part in _thirds(narrow, len(games))
        )
        return low | middle << width | high << 2 * width
    each = _spread(narrow, games, level - 1)
    return each | each << width | each << 2 * width
