"""A pairing system that takes its time, for tests of what goes on meanwhile."""

import os
import time
from pathlib import Path

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.floats import book_float
from planilla.domain.pairing.system import Explanation, Pairing, PairingInput

NAME = "slow"
WORK_S = 0.2


class Slow:
    """Pairs neighbours by number, after some time of work.

    Each pairing adds a line to `diary`: the id of the process that worked it out.
    """

    edition = "test"
    floats = staticmethod(book_float)

    def __init__(self, diary: Path) -> None:
        self.diary = diary

    def pair(self, given: PairingInput) -> Pairing:
        """The first against the second, the third against the fourth; the last may be left over."""
        with self.diary.open("a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
        until = time.monotonic() + WORK_S
        while time.monotonic() < until:  # it computes, as an engine does, and does not sleep
            sum(range(1000))
        seats = given.present
        boards = tuple(zip(seats[::2], seats[1::2], strict=False))
        return Pairing(boards=boards, explanation=Explanation(system=NAME))


def register(diary: Path) -> None:
    """Make the system known in this process."""
    SYSTEMS[NAME] = Slow(diary)


def paired_in(diary: Path) -> list[int]:
    """The processes that paired, one for each pairing that was begun."""
    return [int(line) for line in diary.read_text(encoding="ascii").split()]
