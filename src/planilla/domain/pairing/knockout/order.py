"""Order of the first round of a knockout: which numbers meet, and in which half and quarter.

Numbers are seeds: 1 is the strongest. The winners of neighbouring matches meet.

Source: seed 000, 2.1.4; numbers that are no power of two by 2.1.3 (`dapiran`).
"""

from enum import StrEnum

from planilla.domain.pairing.knockout.dapiran import DapiranPlan

Pairs = tuple[tuple[int, int], ...]
"""The pairs of a first round from the top of the bracket to its bottom; 0 is nobody."""
PRINTED_COMPENSATION = {
    8: (1, 8, 4, 5, 3, 6, 2, 7),
    16: (1, 16, 9, 8, 4, 13, 12, 5, 2, 15, 10, 7, 3, 14, 11, 6),
}
"""The two printed lists that write the tree of the construction with some pairs exchanged."""


class SeedOrder(StrEnum):
    """The principle by which numbers meet in the first round.

    Compensation: the two numbers of every match have the same sum, so that a stronger player has
    an easier match. Equidistant: they have the same difference.
    """

    COMPENSATION = "compensation"
    EQUIDISTANT = "equidistant"


def leaves(size: int, order: SeedOrder) -> tuple[int, ...]:
    """Return the numbers 1..`size` from the top of the bracket to its bottom.

    `size` is a power of two. The list of twice the size has, in place of each number, the match in
    which that number is the stronger one. This gives all printed lists, except that the book
    exchanges some pairs of the compensation for 8 and 16: those two are as printed.
    """
    if order is SeedOrder.COMPENSATION and size in PRINTED_COMPENSATION:
        return PRINTED_COMPENSATION[size]
    if size == 1:
        return (1,)
    half = leaves(size // 2, order)
    if order is SeedOrder.EQUIDISTANT:
        return tuple(number for low in half for number in (low, low + size // 2))
    return tuple(number for low in half for number in (low, size + 1 - low))


def first_round(plan: DapiranPlan, order: SeedOrder) -> Pairs:
    """Return the pairs of the first round, as many as a power of two.

    Numbers skip rounds from 1 on: first those dispensed, the longest of them first, then those
    released. In every round the two numbers of a match keep the same sum, or difference, as long
    as the stronger one wins.
    """
    at_leaf = [0, 1]
    entered = 1
    skips = [0] * (plan.ideal.bit_length() - 1 - len(plan.rounds))
    skips += [round_.skipping for round_ in reversed(plan.rounds)]
    for skipping in skips:
        entered = 2 * entered - skipping
        stronger = at_leaf[1:] if order is SeedOrder.EQUIDISTANT else reversed(at_leaf[1:])
        at_leaf += [_opponent(number, skipping, entered, order) for number in stronger]
    numbers = [at_leaf[leaf] for leaf in leaves(plan.ideal, order)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _opponent(number: int, skipping: int, entered: int, order: SeedOrder) -> int:
    """Return the weaker number of a match of the numbers `skipping` + 1 to `entered`."""
    if number <= skipping:
        return 0
    if order is SeedOrder.EQUIDISTANT:
        return number + (entered - skipping) // 2
    return skipping + entered + 1 - number
