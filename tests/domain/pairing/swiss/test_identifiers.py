"""The pairing of an even bracket: identifiers, and what goes before them."""

from itertools import combinations

from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.even_brackets import (
    Costs,
    EvenBracket,
    Pairs,
    first_pairs,
    total_costs,
)


def bracket(
    size: int,
    *,
    met: tuple[tuple[int, int], ...] = (),
    leans: tuple[int, ...] = (),
    moved: tuple[int, ...] = (),
    floated: tuple[int, ...] = (),
    unwanted: tuple[tuple[int, int], ...] = (),
) -> EvenBracket:
    """A bracket of places 1 to `size`, in which those who met are pairs of places."""
    return EvenBracket(
        allowed=tuple(
            set_of(
                other - 1
                for other in range(1, size + 1)
                if other != one and (min(one, other), max(one, other)) not in met
            )
            for one in range(1, size + 1)
        ),
        leans=leans or (0,) * size,
        moved=set_of(each - 1 for each in moved),
        floated=set_of(each - 1 for each in floated),
        unwanted=tuple(
            set_of(sum(pair) - one - 1 for pair in unwanted if one in pair)
            for one in range(1, size + 1)
        )
        if unwanted
        else (),
    )


def pairs(given: EvenBracket) -> list[tuple[int, int]]:
    return [(one + 1, other + 1) for one, other in first_pairs(given)]


def identifier(names: tuple[int, ...], found: Pairs) -> list[int]:
    """The identifier of 3.6.2, from the pairs in the order in which they are returned."""
    return [names[one] for one, _ in found] + [names[other] for _, other in found]


def test_the_identifier_is_that_of_the_example() -> None:
    # C.04.6, 3.6.2: 11-24, 16-6, 10-9 and 8-4 are 4 6 9 11 8 16 10 24.
    names = (4, 6, 8, 9, 10, 11, 16, 24)
    example = {frozenset(pair) for pair in ((11, 24), (16, 6), (10, 9), (8, 4))}
    given = bracket(
        8,
        met=tuple(
            (one + 1, other + 1)
            for one, other in combinations(range(8), 2)
            if frozenset((names[one], names[other])) not in example
        ),
    )
    assert identifier(names, first_pairs(given)) == [4, 6, 9, 11, 8, 16, 10, 24]


def test_the_first_half_meets_the_second_half() -> None:
    assert pairs(bracket(6)) == [(1, 4), (2, 5), (3, 6)]


def test_the_top_members_are_decided_before_their_opponents() -> None:
    # 1, 2 and 3 cannot meet 4 to 6 in order: 3 has met 4 to 6, so that it is no top member of
    # them; with the tops 1, 2 and 4 the opponents are 3, 5 and 6.
    given = bracket(6, met=((3, 4), (3, 5), (3, 6)))
    assert pairs(given) == [(1, 3), (2, 5), (4, 6)]


def test_equal_preferences_are_kept_apart_before_the_identifier_counts() -> None:
    # 1 and 4 prefer White: 1-5 comes before 1-6, and 2-4 before 2-6.
    assert pairs(bracket(6, leans=(1, 0, 0, 1, 0, 0))) == [(1, 5), (2, 4), (3, 6)]


def test_where_most_prefer_one_colour_everybody_else_meets_one_of_them() -> None:
    # Four of six prefer White: one pair of them at least. 5 and 6 must meet two of them.
    given = bracket(6, leans=(1, 1, 1, 1, 0, -1))
    assert pairs(given) == [(1, 4), (2, 5), (3, 6)]
    assert total_costs(given, first_pairs(given)) == Costs(preference=1)


def test_equal_strong_preferences_are_kept_apart_next() -> None:
    # All prefer White, 1 and 3 strongly: 1-3 would be the first pair.
    assert pairs(bracket(4, leans=(2, 1, 2, 1))) == [(1, 4), (2, 3)]


def test_where_most_prefer_one_colour_strongly_the_others_meet_one_of_them() -> None:
    # All prefer White, 1 to 4 strongly: 5-6 would leave two pairs of strong ones.
    given = bracket(6, leans=(2, 2, 2, 2, 1, 1))
    assert total_costs(given, first_pairs(given)) == Costs(preference=3, strong=1)


def test_an_upfloater_meets_somebody_who_did_not_float() -> None:
    # 4 came from below, and 2 floated in the previous round: 2-4 would be due.
    assert pairs(bracket(4, moved=(4,), floated=(2,))) == [(1, 4), (2, 3)]


def test_those_of_one_origin_meet_only_if_nothing_else_is_possible() -> None:
    assert pairs(bracket(4, unwanted=((1, 3),))) == [(1, 4), (2, 3)]
    given = bracket(4, met=((1, 2), (1, 4)), unwanted=((1, 3),))
    assert pairs(given) == [(1, 3), (2, 4)]
    assert total_costs(given, first_pairs(given)) == Costs(origin=1)


def test_criteria_that_meetings_make_dearer_are_weighed() -> None:
    # 1 and 2 prefer White, 3 and 4 Black, but 1 has met both of those: one pair at each end has
    # equal preferences, and 1-2 is the only one that leaves 3-4.
    given = bracket(4, met=((1, 3), (1, 4)), leans=(1, 1, -1, -1))
    assert pairs(given) == [(1, 2), (3, 4)]
    assert total_costs(given, first_pairs(given)) == Costs(preference=2)


def test_the_order_of_equal_pairings_by_weights_is_that_of_identifiers() -> None:
    # 5 has met all but 6, and both prefer White: one equal pair whatever happens, so the others
    # are a bracket of four.
    met = ((1, 5), (2, 5), (3, 5), (4, 5))
    assert pairs(bracket(6, met=met, leans=(0, 0, 0, 0, 1, 1))) == [(1, 3), (2, 4), (5, 6)]


def test_nobody_costs_nothing() -> None:
    assert total_costs(bracket(0), ()) == Costs()
