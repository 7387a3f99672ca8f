"""How far a what-if has come: told to whoever waits, step by step."""

from collections.abc import Callable
from enum import StrEnum

import msgspec


class Phase(StrEnum):
    """What is done: the log gone through, rounds paired again, ends followed, worlds drawn."""

    LOG = "log"
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

    @property
    def bar(self) -> tuple[int, int]:
        """How far it is, of how far it goes, worlds by their rounds; of 0 where nobody knows."""
        parts = self.rounds or 1
        return self.done * parts + self.round, self.total * parts


BEGUN = Step(phase=Phase.LOG, done=0, total=0)
"""The first step: nobody knows yet how many there will be."""

Tick = Callable[[Step], None]
"""Told of each step; what it raises ends the work."""


def untold(_: Step) -> None:
    """Nobody waits to be told."""
