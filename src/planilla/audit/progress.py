"""How far a what-if has come: told to whoever waits, step by step."""

from collections.abc import Callable
from enum import StrEnum

import msgspec


class Phase(StrEnum):
    """What is being done: rounds paired again, all ends followed, or worlds drawn."""

    ROUNDS = "rounds"
    ENDS = "ends"
    WORLDS = "worlds"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """So many are done of so many; within the world that is being drawn so many rounds.

    How many ends there are is known only as far as they have been followed: `total` may grow.
    """

    phase: Phase
    done: int
    total: int
    round: int = 0
    rounds: int = 0


Tick = Callable[[Step], None]
"""Told of each step; what it raises ends the work."""


def untold(_: Step) -> None:
    """Nobody waits to be told."""
