"""Faults of the ballots of an allocation, and its refusal."""

from typing import Any

import msgspec


class BallotFault(msgspec.Struct, frozen=True, kw_only=True):
    """A ballot that is not possible: a stable code, its place and the fields of its message.

    `player` and `option` are indices; without them the fault concerns all ballots.
    """

    code: str
    player: int | None = None
    option: int | None = None
    fields: dict[str, Any]


class NotAllocated(Exception):
    """Refusal of an allocation, with all faults of its ballots."""

    def __init__(self, *faults: BallotFault) -> None:
        self.faults = faults
        super().__init__(", ".join(fault.code for fault in faults))
