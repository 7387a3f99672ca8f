"""Who floats up: FIDE C.04.4.1, C4 to C10 and 4.1 to 4.2, criterion by criterion."""

import pytest

from dsl.dubov_brackets import barred, met, paired, seeker, upfloaters, world
from planilla.domain.pairing.swiss.dubov.seekers import FloatLimits
from planilla.domain.pairing.swiss.dubov.upfloaters import most_upfloats

ISLAND = ("1 2 ½-½, 3 4 -/-, 5 6 -/-",)
"""Two leaders who have met, and four players without points or games."""


@pytest.mark.parametrize(
    ("forbidden", "joined"),
    [
        ((), {3, 4}),
        (((1, 4), (2, 4)), {3, 5}),
        (((1, 4), (2, 4), (1, 5), (2, 5)), {3, 6}),
        (((1, 3), (2, 3)), {4, 5}),
    ],
)
def test_sets_of_upfloaters_come_in_the_printed_order(
    forbidden: tuple[tuple[int, int], ...], joined: set[int]
) -> None:
    """4.1.3: {#1, #2} before {#1, #3} before {#1, #P} before {#2, #3}."""
    boards = met(paired(world(6, *ISLAND, forbidden=barred(*forbidden))))
    assert {lower for upper, lower in boards if upper <= 2} == joined


@pytest.mark.parametrize(("rounds", "most"), [(5, 3), (9, 3), (10, 4)])
def test_1_8_2_the_most_upfloats_follow_from_the_number_of_rounds(rounds: int, most: int) -> None:
    assert most_upfloats(world(2, rounds_planned=rounds)) == most


def test_an_unknown_number_of_rounds_is_that_of_the_rounds_so_far() -> None:
    played = ["1 2 1-0"] * 9
    assert most_upfloats(world(2, *played[:3], rounds_planned=0)) == 2
    assert most_upfloats(world(2, *played[:4], rounds_planned=0)) == 3
    assert most_upfloats(world(2, *played, rounds_planned=0)) == 4


def test_c5_nobody_floats_up_where_all_can_be_paired() -> None:
    field = [seeker(seat, 4 - seat // 2, "WB"[seat % 2]) for seat in range(4)]
    assert upfloaters(field) == ()


def test_c5_two_float_up_for_two_who_have_met() -> None:
    field = [seeker(seat, 4 - seat // 2, "WB"[seat % 2]) for seat in range(6)]
    assert upfloaters(field, [(0, 1)]) == (2, 3)


def test_c5_two_of_three_below_float_up_whose_number_is_odd() -> None:
    """5 has half a point less, and meets 4, who has no half point less than 2 and 3."""
    field = [seeker(seat, 4 if seat < 2 else 2, "WB"[seat % 2]) for seat in range(5)]
    field.append(seeker(5, 1, "B"))
    assert upfloaters(field, [(0, 1)]) == (2, 3)


def test_c4_two_float_up_where_the_rest_could_not_be_paired() -> None:
    """The residents could meet, but not the two below."""
    field = [seeker(seat, 4 - seat // 2, "WB"[seat % 2]) for seat in range(4)]
    assert upfloaters(field, [(2, 3)]) == (2, 3)


def test_c4_somebody_else_floats_up_so_that_the_rest_can_be_paired() -> None:
    """0 needs an opponent; without 1, 2 and 3 would be left, who have met."""
    field = [seeker(0, 4, "W"), seeker(1, 2, "B"), seeker(2, 2, "B"), seeker(3, 2, "B")]
    assert upfloaters(field) == (1,)
    assert upfloaters(field, [(2, 3)]) == (2,)


def test_c4_three_float_up_where_one_would_leave_three_who_have_met() -> None:
    """0, 1 and 2 need an opponent from 3 to 5, of whom no two may meet."""
    field = [seeker(seat, 4 if seat < 3 else 2, "W" if seat < 3 else "B") for seat in range(6)]
    assert upfloaters(field, [(3, 4), (3, 5), (4, 5)]) == (3, 4, 5)


def test_c4_of_sets_of_two_that_which_leaves_a_pairing() -> None:
    """Without {2, 3} the rest would be 4 and 5, who have met."""
    field = [seeker(seat, 4 if seat < 2 else 2, "WB"[seat % 2]) for seat in range(6)]
    assert upfloaters(field, [(0, 1), (4, 5)]) == (2, 5)
    assert upfloaters(field, [(0, 1), (4, 5), (2, 3)]) == (2, 5)
    # Where nobody may meet 2, {3, 4} gives all their colours: 0 (White) meets 3, 1 meets 4.
    assert upfloaters(field, [(0, 1), (4, 5), (0, 2), (1, 2)]) == (3, 4)


def test_c6_the_highest_scores_float_up() -> None:
    field = [seeker(0, 4, "W"), seeker(1, 3, "W"), seeker(2, 2, "B"), seeker(3, 2, "B")]
    assert upfloaters(field) == (1,)


def test_c6_the_lowest_score_of_a_set_counts_first() -> None:
    """Three leaders have met, and each needs an opponent; 3 to 7 have 3, 3, 2, 0 and 0."""
    scores = (4, 4, 4, 3, 3, 2, 0, 0)
    field = [seeker(seat, score, "WB"[seat % 2]) for seat, score in enumerate(scores)]
    island = [(0, 1), (0, 2), (1, 2)]
    assert upfloaters(field, island) == (3, 4, 5)
    # 0, who has met both of 3, meets 5.
    assert upfloaters(field, [*island, (0, 3), (0, 4)]) == (3, 4, 5)
    # 0, who seeks White, then needs one without points: 7 seeks Black (C7).
    assert upfloaters(field, [*island, (0, 3), (0, 4), (0, 5)]) == (3, 4, 7)


def test_c6_the_largest_difference_is_smallest_whoever_comes_with_it() -> None:
    """0 may meet 3 or 5, 1 may meet 2 or 4, and 4 and 5 have met: {2, 3} leaves no pairing.

    {2, 5} is 1 and 6 half points below the residents, {3, 4} is 3 and 4.
    """
    scores = (8, 8, 7, 5, 4, 2)
    field = [seeker(seat, score, "WB"[seat % 2]) for seat, score in enumerate(scores)]
    assert upfloaters(field, [(0, 1), (0, 2), (0, 4), (1, 3), (1, 5), (4, 5)]) == (3, 4)


def test_c7_a_seeker_of_the_rarer_colour_floats_up() -> None:
    field = [
        *(seeker(seat, 4, "W") for seat in range(3)),
        *(seeker(3 + at, 2, colour) for at, colour in enumerate("WBW")),
    ]
    assert upfloaters(field) == (4,)


def test_c7_a_seeker_of_the_same_colour_where_the_other_cannot_be_paired() -> None:
    """4 has met all three."""
    field = [
        *(seeker(seat, 4, "W") for seat in range(3)),
        *(seeker(3 + at, 2, colour) for at, colour in enumerate("WBW")),
    ]
    assert upfloaters(field, [(0, 4), (1, 4), (2, 4)]) == (3,)


def test_c7_weighs_where_two_of_the_rarer_colour_would_meet() -> None:
    """0 (Black) can meet only 3 (Black), and 1 only 2: either way two lose their colour.

    With 3 the pairs are 0-3 and 1-2; with 4, who seeks White, nobody is left for 0.
    """
    field = [seeker(0, 4, "B"), seeker(1, 4, "W"), seeker(2, 4, "W")]
    field += [seeker(3, 2, "B"), seeker(4, 2, "W"), seeker(5, 2, "W")]
    assert upfloaters(field, [(0, 1), (0, 2), (0, 4), (0, 5)]) == (3,)


@pytest.mark.parametrize("last_round", [False, True])
def test_c8_nobody_who_has_floated_up_as_often_as_is_allowed(last_round: bool) -> None:
    field = [seeker(0, 4, "W"), seeker(1, 2, "B", upfloats=3), seeker(2, 2, "B"), seeker(3, 2, "B")]
    limits = FloatLimits(most=3, last_round=last_round)
    assert upfloaters(field, (), limits) == ((1,) if last_round else (2,))


@pytest.mark.parametrize("last_round", [False, True])
def test_c9_of_maximum_upfloaters_who_has_floated_up_least_often(last_round: bool) -> None:
    times = (4, 3, 3)
    field = [seeker(0, 4, "W"), *(seeker(1 + at, 2, "B", upfloats=n) for at, n in enumerate(times))]
    limits = FloatLimits(most=3, last_round=last_round)
    assert upfloaters(field, (), limits) == ((1,) if last_round else (2,))


@pytest.mark.parametrize("last_round", [False, True])
def test_c10_nobody_who_floated_up_in_the_last_round(last_round: bool) -> None:
    field = [seeker(0, 4, "W"), seeker(1, 2, "B", upfloated=True), seeker(2, 2, "B")]
    field.append(seeker(3, 2, "B"))
    limits = FloatLimits(most=3, last_round=last_round)
    assert upfloaters(field, (), limits) == ((1,) if last_round else (2,))


def test_c8_to_c10_count_for_sets_too() -> None:
    """0 and 1 have met; of four below 2 is at the limit and 3 floated in the last round."""
    field = [seeker(0, 4, "W"), seeker(1, 4, "B")]
    field += [seeker(2, 2, "W", upfloats=3), seeker(3, 2, "B", upfloated=True)]
    field += [seeker(4, 2, "W"), seeker(5, 2, "B")]
    assert upfloaters(field, [(0, 1)]) == (4, 5)
    assert upfloaters(field, [(0, 1), (0, 5), (1, 5)]) == (3, 4)
    limits = FloatLimits(most=3, last_round=True)
    assert upfloaters(field, [(0, 1)], limits) == (2, 3)


def test_a_group_that_cannot_be_paired_has_no_upfloaters() -> None:
    assert upfloaters([seeker(0, 4, "W"), seeker(1, 2, "B")], [(0, 1)]) is None
