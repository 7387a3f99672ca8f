"""What the world gives a decision: the time, a lot, the alphabet. Recorded where it mattered."""

from collections.abc import Mapping

import msgspec

from planilla.domain.vocabulary import EntrantId


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The time in microseconds since 1970 (UTC), a number drawn by lot, and names to sort by.

    `alphabet` maps entrants to their names; it is used for the initial order alone (C.04.2, 2.2).
    """

    at: int = 0
    lot: int = 0
    alphabet: Mapping[EntrantId, str] = {}
