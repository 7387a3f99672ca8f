"""The order in which pairings of a bracket are generated, as columns of weights.

Many pairings may be equally good; the rules take the one that their procedure meets first. That
order is lexicographic, and each of its steps is a sum over the pairs, so that the first pairing is
the heaviest matching when later steps weigh less than earlier ones. All positions count from 0 in
the order of A.2; an edge (u, v) has u < v.

Source: FIDE C.04.3 (2012), D1 to D3; (2017), D; (2026), 4; seed 000, A.2.1, A.3.2 and A.6.3.
"""

from collections.abc import Callable, Iterator, Sequence

from planilla.domain.pairing.swiss.players import SwissPlayer

Edge = tuple[int, int]
Column = Callable[[int, int], int]
"""The gain of an edge; a heavier sum over the pairs of a pairing is generated earlier."""

SetOrder = Callable[[Sequence[SwissPlayer]], tuple[Column, ...]]
"""An order of the sets of moved-down players, made from all of them by rank."""


def lexicographic_sets(moved: Sequence[SwissPlayer]) -> tuple[Column, ...]:
    """The smallest differing number decides (2012, D3; 2026, 4.4)."""
    size = len(moved)

    def chosen(u: int, _v: int) -> int:
        return 1 << (size - 1 - u) if u < size else 0

    return (chosen,)


def highest_scores_first(moved: Sequence[SwissPlayer]) -> tuple[Column, ...]:
    """Order by size, then by the highest differing score, then by the numbers (2017, D.3)."""
    size = len(moved)
    scores = sorted({player.score for player in moved})

    def paired(u: int, _v: int) -> int:
        return int(u < size)

    def score(u: int, _v: int) -> int:
        return (size + 1) ** scores.index(moved[u].score) if u < size else 0

    return (paired, score, *lexicographic_sets(moved))


def moved_down_order(size: int, moved: Sequence[SwissPlayer], sets: SetOrder) -> tuple[Column, ...]:
    """D3 and D1.2: which of the moved-down players are paired, then with whom.

    For one set the transpositions of the others: the first of the set has the best opponent that
    is left to him, then the second.
    """
    count = len(moved)

    def opponents(u: int, v: int) -> int:
        return (size - v) * (size + 1) ** (count - 1 - u) if u < count else 0

    return (*sets(moved), opponents)


def transposition_order(size: int) -> Column:
    """D1.1: the first of S1 has the best opponent that is left to him, then the second."""

    def transposition(u: int, v: int) -> int:
        return int((size - v) * (size + 1) ** (size - u))

    return transposition


def exchange_order(size: int, boards: int) -> tuple[Column, ...]:
    """D2: exchanges between S1, the first `boards`, and S2, which settle who is in S1.

    After an exchange S1 holds the better placed player of every pair. So the number exchanged is
    that of pairs inside S2; the difference of the numbers exchanged is least when the sum over S1
    is; of equal differences the first gives up the lowest ranked players of S1, then takes the
    highest ranked of S2. Source: the procedure of D2, steps 1 to 5; (2026), 4.3.
    """

    def unexchanged(u: int, _v: int) -> int:
        return int(u < boards)

    def small_difference(u: int, _v: int) -> int:
        return size - u

    def lowest_given_up(u: int, _v: int) -> int:
        return (1 << boards) - (1 << u) if u < boards else 0

    def highest_taken(u: int, _v: int) -> int:
        return 1 << (size - u) if u >= boards else 0

    return (unexchanged, small_difference, lowest_given_up, highest_taken)


def exchanges_of_one(size: int, boards: int) -> Iterator[Edge]:
    """Exchanges of one player each way: who leaves S1, and who enters it, in their order.

    By rising difference of the two numbers, and of equal ones first the lowest ranked of S1.
    """
    for difference in range(1, size):
        for given in range(boards - 1, -1, -1):
            if boards <= given + difference < size:
                yield given, given + difference


def exchanged(size: int, boards: int, pairs: Sequence[Edge]) -> tuple[list[int], list[int]]:
    """Return the places that leave S1 and those that enter it, ascending."""
    first_half = {min(pair) for pair in pairs}
    leaving = [u for u in range(boards) if u not in first_half]
    entering = [u for u in range(boards, size) if u in first_half]
    return leaving, entering
