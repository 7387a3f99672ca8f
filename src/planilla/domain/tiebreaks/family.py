"""A family: all the codes that have one name, and what an edition lets them be.

Kept apart from `editions` so that the lists of an edition can be modules of their own.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tiebreak import Tiebreak
from planilla.domain.tiebreaks.unplayed import Unplayed


class Reach(NamedTuple):
    """How far from an entrant, by meetings, that is looked at which decides a value.

    `games`: how far those may be whose results matter; 0 is the entrant alone, or the tied.
    `seats`: how far those of whom anything else is read. Whether a tie-break applies, and its unit,
    do not depend on results.
    """

    games: int
    seats: int


EVERYBODY = -1
"""Instead of a distance: all entrants, by their numbers."""
AMONG_TIED = Reach(0, 0)
"""The games of the tied with each other; for a tie-break that depends on who is tied."""
OWN = Reach(0, 1)
"""The own games, and against whom they were."""
OPPONENTS = Reach(1, 1)
"""What the opponents scored."""
OF_OPPONENTS = Reach(1, 2)
"""The own games of the opponents, and against whom those were."""
BY_NUMBER = Reach(0, EVERYBODY)
"""The seat itself."""
SECOND = Reach(2, 2)
"""What the opponents' opponents scored."""


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """All codes of one name: `make(code, unplayed)`, the modifiers it takes (`C`, `M`, `F`, …).

    `teams` tells that it needs a team tournament, `scored` that it can be asked by either score of
    teams (`:MP`, `:GP`). `not_by_schedule`: the rules forbid it where pairings are predetermined.
    `not_accelerated`: where scores of the first rounds are not what they seem. `reach` tells on
    which games a value depends; None: on any.
    """

    make: Callable[[Code, Unplayed], Tiebreak]
    takes: tuple[str, ...] = ()
    teams: bool = False
    scored: bool = True
    not_by_schedule: bool = False
    not_accelerated: bool = False
    reach: Reach | None = None
