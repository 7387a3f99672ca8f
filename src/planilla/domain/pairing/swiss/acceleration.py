"""Accelerations: fictitious points of a part of the field, by round, in units of the point system.

They count for pairing alone: for score groups, floats and the order of boards.
Source: FIDE C.04.7 (Baku); seed 000, 2.9.1 "Acelerado" (Haley).
"""

from collections.abc import Callable
from typing import NamedTuple

HALEY_ROUNDS = 2
"""Rounds in which the top half has a point more (seed 000, 2.9.1)."""


def baku_top(size: int) -> int:
    """Return the size of group GA: the first half of the list, rounded up to an even number.

    Source: C.04.7, 2.2: 161 players have a GA of 82, 178 one of 90.
    """
    return 2 * -(-size // 4)


def haley_top(size: int) -> int:
    """Return the size of the top half: half of the list rounded down, then up to an even number."""
    return 2 * -(-(size // 2) // 2)


def baku_points(rounds: int, win: int) -> tuple[int, ...]:
    """Return the points of group GA in the accelerated rounds of an event of `rounds` rounds.

    Half of the rounds are accelerated, rounded up: the points of a win in the first half of those,
    rounded up, and half of that in the others. Source: C.04.7, 3.
    """
    accelerated = -(-rounds // 2)
    in_full = -(-accelerated // 2)
    return (win,) * in_full + (win // 2,) * (accelerated - in_full)


def haley_points(_rounds: int, win: int) -> tuple[int, ...]:
    """Return the points of the top half in the accelerated rounds."""
    return (win,) * HALEY_ROUNDS


class TopGroupRule(NamedTuple):
    """The size of a top group by that of the list, and its points by rounds and those of a win."""

    size: Callable[[int], int]
    points: Callable[[int, int], tuple[int, ...]]


TOP_GROUPS = {
    "baku": TopGroupRule(baku_top, baku_points),
    "haley": TopGroupRule(haley_top, haley_points),
}
"""The accelerations of a top group, by name."""
