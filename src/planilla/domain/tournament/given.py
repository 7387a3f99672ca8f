"""What the world gives a decision: the time, a lot, the alphabet, work done before.

The first three are recorded where they mattered; the last changes no decision.
"""

from collections.abc import Mapping

import msgspec

from planilla.domain.tournament.questions import Prepared
from planilla.domain.vocabulary import EntrantId


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The time in microseconds since 1970 (UTC), a number drawn by lot, and names to sort by.

    `alphabet` maps entrants to their names; it is used for the initial order alone (C.04.2, 2.2).
    `prepared` is a pairing that was worked out before; it stands where it answers what is asked.
    """

    at: int = 0
    lot: int = 0
    alphabet: Mapping[EntrantId, str] = {}
    prepared: Prepared | None = None
