"""A pairing system that takes its time, for tests of what goes on meanwhile."""

import os
import time
from functools import partial
from pathlib import Path

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.floats import book_float
from planilla.domain.pairing.system import Explanation, Pairing, PairingInput, System

NAME = "slow"
WORK_S = 0.2


def pair(given: PairingInput, diary: Path) -> Pairing:
    """Pair neighbours by number, after some time of work; the last may be left over.

    Each pairing adds a line to `diary`: the id of the process that worked it out.
    """
    with diary.open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    until = time.monotonic() + WORK_S
    while time.monotonic() < until:  # it computes, as an engine does, and does not sleep
        sum(range(1000))
    seats = given.present
    boards = tuple(zip(seats[::2], seats[1::2], strict=False))
    return Pairing(boards=boards, explanation=Explanation(system=NAME))


def slow(diary: Path) -> System:
    """Return the system that writes into `diary`."""
    return System(name=NAME, edition="test", pair=partial(pair, diary=diary), floats=book_float)


def register(diary: Path) -> None:
    """Make the system known in this process."""
    SYSTEMS[NAME] = slow(diary)


def paired_in(diary: Path) -> list[int]:
    """The processes that paired, one for each pairing that was begun."""
    return [int(line) for line in diary.read_text(encoding="ascii").split()]
