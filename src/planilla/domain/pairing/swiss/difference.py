"""The first board at which another pairing parts from a system's own, for systems without more.

The Dutch systems name the criterion (`dutch.compare`). Here a pairing that breaks an absolute rule
is told from one that only comes later in the order of the system.
"""

from collections.abc import Callable

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import (
    Difference,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
)
from planilla.domain.vocabulary import ByeKind

ABSOLUTE, ORDER, BYE = "absolute-rule", "pair-order", "bye-order"
"""Articles of differences: an absolute rule, the order of pairs, and that of the bye."""


def first_difference_of_boards(
    given: PairingInput,
    other: Pairing,
    *,
    pair: Callable[[PairingInput], Pairing | NoPairing],
    check: Callable[[PairingInput, Pairing], tuple[PairingFault, ...]],
) -> Difference | None:
    """Return the first difference of `other` from the system's pairing, None if they are equal.

    The order of boards is not compared. Where the rules leave no pairing there is none.
    """
    own = pair(given)
    if isinstance(own, NoPairing):
        return None
    faults = check(given, other)
    if faults:
        return Difference(article=ABSOLUTE, points=0, seats=faults[0].seats)
    theirs = {frozenset(board) for board in other.boards}
    rest, other_rest = (_resting(each) for each in (own, other))
    if rest != other_rest:
        return Difference(article=BYE, points=0, seats=(*rest, *other_rest))
    for step in own.explanation.steps:
        for board in step.boards:
            seats = (board.white, board.black)
            if frozenset(seats) not in theirs:
                return Difference(article=ORDER, points=step.points or 0, seats=seats)
            if seats not in other.boards:
                article = board.colour_rule
                return Difference(article=article, points=step.points or 0, seats=seats)
    return None


def _resting(pairing: Pairing) -> tuple[Seat, ...]:
    return tuple(seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED)
