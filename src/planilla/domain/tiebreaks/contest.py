"""What tie-breaks read: the tallies of a tournament, ratings, lots, and how it was paired.

A tournament of individuals has one tally. A team tournament has two, of match points (`MP`) and of
game points (`GP`); the first of them is the primary score.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks.tally import Tally, tally_of

Made = TypeVar("Made")


class BoardResults(msgspec.Struct, frozen=True, kw_only=True):
    """What a team scored at each board, by team, round and board from the first, in game points.

    Individual forfeits count as they were scored; a bye of the team counts a win on each board
    (FIDE C.07, 12). A round without a match and without a bye is empty. `played` and `blacks` hold
    one byte a board: whether its game was played over the board, and whether with Black.
    """

    boards: int
    points: list[list[tuple[int, ...]]]
    played: list[list[bytes]]
    blacks: list[list[bytes]]


class Contest(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that a tie-break may look at. Seats are indices of all lists.

    `scores` names the tallies in the order of their weight; individuals have one, named "". A
    rating of 0 means unrated. `ahead` ranks before any score, where it is not empty. All tallies
    count in the same unit. (`dict=True` gives `kept` a place to stay.)
    """

    tallies: dict[str, Tally]
    ratings: tuple[int, ...]
    rounds_planned: int
    lots: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    boards: BoardResults | None = None

    @property
    def tally(self) -> Tally:
        """The primary score."""
        return next(iter(self.tallies.values()))

    @property
    def secondary(self) -> Tally:
        """The other score; that of individuals is the primary one again."""
        return list(self.tallies.values())[-1]

    def named(self, score: str) -> str:
        """The score of this name where there is one, or else the name of the primary score."""
        return score if score in self.tallies else next(iter(self.tallies))

    @property
    def size(self) -> int:
        """How many entrants there are."""
        return len(self.ratings)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """What tie-breaks have worked out and share."""
        return {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gives, made the first time that `key` is asked for."""
        if key not in self.kept:
            self.kept[key] = make()
        made: Made = self.kept[key]
        return made


def contest_of(crosstable: Crosstable) -> Contest:
    """The contest of individuals that a crosstable holds, made once and kept with it."""
    kept = crosstable.kept
    if "contest" not in kept:
        kept["contest"] = Contest(
            tallies={"": tally_of(crosstable)},
            ratings=tuple(entrant.rating for entrant in crosstable.entrants),
            rounds_planned=crosstable.rounds_planned,
            lots=crosstable.lots,
            ahead=crosstable.ahead,
        )
    contest: Contest = kept["contest"]
    return contest
