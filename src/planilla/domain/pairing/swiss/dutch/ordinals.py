"""The how manyth candidate a pairing is: its number among the exchanges and the transpositions.

Counted from 0, the first candidate. Source: FIDE C.04.3 (2012), D1 and D2; (2017), D.1 and D.2;
(2026), 4.2 and 4.3.
"""

from math import perm

from planilla.domain.pairing.swiss.dutch.brackets import BracketStep
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.dutch.passed_over import halves_of

PERMUTED_PLAYERS_MAX = 9
"""Players of S2 that are permuted, beyond whom the number tells nobody anything."""


def transposition_number(step: BracketStep, edition: Edition) -> int | None:
    """The number of the transposition of the remainder; None beyond what is counted."""
    halves = halves_of(step, edition)[-1]
    left, number = list(halves.second), 0
    for at, mate in enumerate(halves.mates):
        place, rows_after = left.index(mate), len(halves.mates) - at - 1
        if place and rows_after > PERMUTED_PLAYERS_MAX:
            return None
        # All arrangements that begin as this one, and go on with somebody placed before `mate`.
        number += place * perm(len(left) - 1, rows_after) if place else 0
        left.remove(mate)
    return number


def exchange_number(step: BracketStep, edition: Edition) -> int | None:
    """The number of the exchange, 0 for none; None if more than one player each way changed.

    Exchanges of one come by rising difference of the two numbers, and of equal differences first
    the one that gives up the lowest ranked player of S1.
    """
    leaving, entering = step.solution.exchange
    if not leaving:
        return 0
    if len(leaving) > 1:
        return None
    halves = halves_of(step, edition)[-1]
    order = [step.members[place].seat for place in sorted((*halves.first, *halves.second))]
    size, boards = len(order), len(halves.first)
    given, taken = order.index(leaving[0].seat), order.index(entering[0].seat)
    difference = taken - given
    nearer = sum(max(0, min(size, own + difference) - boards) for own in range(boards))
    as_near = sum(boards <= own + difference < size for own in range(given + 1, boards))
    return nearer + as_near + 1
