"""The first board at which another pairing parts from a system's own, for systems without more.

The Dutch systems judge all criteria (`dutch.compare`). Here a pairing that breaks an absolute rule
is told from one with a pair that came first but was passed over, whose article is named, and from
one that only comes later in the order of the system.
"""

from collections.abc import Callable

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import (
    BoardReason,
    Difference,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
    PairingStep,
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
    in_order: bool = False,
) -> Difference | None:
    """Return the first difference of `other` from the system's pairing, None if they are equal.

    The order of boards is not compared. Where the rules leave no pairing there is none. `in_order`
    holds where the first of two in the list of a step is the one for whom opponents are tried.
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
                passed_over = _against(step, board, theirs) if in_order else None
                return passed_over or Difference(
                    article=ORDER, points=step.points or 0, seats=seats
                )
            if seats not in other.boards:
                article = board.colour_rule
                return Difference(article=article, points=step.points or 0, seats=seats)
    return None


def _against(
    step: PairingStep, board: BoardReason, theirs: set[frozenset[Seat]]
) -> Difference | None:
    """Return the article against the opponent whom the better placed of a board has in `theirs`.

    None if that is not the one who came first, or if it is not known what was against the pair.
    """
    better_placed = min((board.white, board.black), key=step.seats.index)
    instead = board.instead
    if instead is None or not instead.article:
        return None
    pair = (better_placed, instead.seat)
    if frozenset(pair) not in theirs:
        return None
    return Difference(article=instead.article, points=step.points or 0, seats=pair, other=1)


def _resting(pairing: Pairing) -> tuple[Seat, ...]:
    return tuple(seat for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED)
