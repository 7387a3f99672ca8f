"""A family: all the codes that have one name, and what an edition lets them be.

Kept apart from `editions` so that the lists of an edition can be modules of their own.
"""

from collections.abc import Callable

import msgspec

from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tiebreak import Tiebreak
from planilla.domain.tiebreaks.unplayed import Unplayed


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """All codes of one name: `make(code, unplayed)`, the modifiers it takes (`C`, `M`, `F`, …).

    `teams` tells that it needs a team tournament, `scored` that it can be asked by either score of
    teams (`:MP`, `:GP`). `not_by_schedule`: the rules forbid it where pairings are predetermined.
    `not_accelerated`: where scores of the first rounds are not what they seem.
    """

    make: Callable[[Code, Unplayed], Tiebreak]
    takes: tuple[str, ...] = ()
    teams: bool = False
    scored: bool = True
    not_by_schedule: bool = False
    not_accelerated: bool = False
