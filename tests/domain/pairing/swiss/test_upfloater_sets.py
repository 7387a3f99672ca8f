"""The upfloaters of a scoregroup: the order of their sets, and the criteria on them."""

import pytest

from dsl.team_rounds import player
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.swiss.upfloater_sets import complies, field_of, first_set


def chosen(players: list[SwissPlayer], floated: tuple[int, ...] = ()) -> list[int]:
    """The numbers of the upfloaters of the highest group; `floated` are numbers."""
    ordered = tuple(sorted(players, key=lambda each: (-each.score, each.seat)))
    vertices = [at for at, each in enumerate(ordered) if each.seat + 1 in floated]
    field = field_of(ordered, vertices)
    found = first_set(field, (1 << len(ordered)) - 1)
    return [ordered[vertex].seat + 1 for vertex in bits(found)]


GROUP = (4, 7, 9)
"""The residents of the example: they have met one another, so that each needs an upfloater."""
EXAMPLE = (
    ((), (), [2, 6, 1]),
    ((), (1,), [2, 6, 3]),
    ((), (1, 3), [2, 6, 5]),
    ((6,), (), [2, 8, 1]),
    ((6,), (1,), [2, 8, 3]),
    ((6,), (1, 3), [2, 8, 5]),
    ((2,), (), [6, 8, 1]),
    ((2,), (1,), [6, 8, 3]),
    ((2,), (1, 3), [6, 8, 5]),
)
"""C.04.6, 3.5.4: of 2, 6 and 8 with 3 points two are needed, and one of 1, 3 and 5 with 2½.

Each row leaves out a team of the first three, some of the others, and has the set that is first
then: together the nine sets in their order.
"""


@pytest.mark.parametrize(("without", "nor", "expected"), EXAMPLE)
def test_the_nine_sets_of_the_example_come_in_their_order(
    without: tuple[int, ...], nor: tuple[int, ...], expected: list[int]
) -> None:
    # 4 and 7 meet only the three with 3 points, 9 only those with 2½ (scores are doubled). Number
    # 10 completes the field.
    threes, halves = {2, 6, 8}, {1, 3, 5}
    met = {
        4: {7, 9, 10, *halves, *without},
        7: {4, 9, 10, *halves, *without},
        9: {4, 7, 10, *threes, *nor},
    }
    scores = dict.fromkeys(GROUP, 8) | dict.fromkeys(threes, 6) | dict.fromkeys(halves, 5)
    players = [
        player(number, scores.get(number, 0), tuple(met.get(number, ())) + _back(met, number))
        for number in range(1, 11)
    ]
    assert chosen(players) == expected


def _back(met: dict[int, set[int]], number: int) -> tuple[int, ...]:
    return tuple(other for other, own in met.items() if number in own)


def test_an_even_group_that_can_be_paired_takes_nobody() -> None:
    assert chosen([player(1, 2), player(2, 2), player(3), player(4)]) == []


def test_two_who_have_met_take_the_two_highest_of_the_next_scores() -> None:
    # C4: two are needed. C5: one with 1 point and one with 0 are the best there are.
    players = [player(1, 2, [2]), player(2, 2, [1]), player(3, 1), player(4), player(5), player(6)]
    assert chosen(players) == [3, 4]


def test_an_upfloater_comes_from_further_down_if_the_higher_ones_are_not_possible() -> None:
    # Number 1 has met both with 1 point.
    players = [player(1, 2, [2, 3]), player(2, 1, [1]), player(3, 1, [1]), player(4)]
    assert chosen(players) == [4]


def test_an_upfloater_is_not_taken_from_those_who_need_one_another() -> None:
    # C3: without 2 the others, 3 and 4, have met. Without 3 the others are 2 and 4.
    players = [player(1, 2), player(2, 1), player(3, 1, [4]), player(4, 1, [3])]
    assert chosen(players) == [3]


def test_the_next_group_is_left_as_many_as_it_needs() -> None:
    # C6: without 2 the next group is 3 and 4, who have met and would need two from below.
    low = [player(5), player(6)]
    players = [player(1, 2), player(2, 1), player(3, 1, [4]), player(4, 1, [3]), *low]
    assert chosen(players) == [3]


def test_if_no_set_leaves_the_next_group_so_the_first_one_is_taken() -> None:
    # 2, 3 and 4 have all met: two of them are left whoever goes, and need two from below.
    group = [player(2, 1, [3, 4]), player(3, 1, [2, 4]), player(4, 1, [2, 3])]
    assert chosen([player(1, 2), *group, player(5), player(6)]) == [2]


def test_a_next_group_that_is_emptied_needs_nobody() -> None:
    ordered = (player(1, 2), player(2, 1), player(3), player(4))
    assert complies(field_of(ordered), 0b0001, 0b1110, 0b0010)


def test_a_next_group_that_went_up_before_needs_nobody_and_no_other_takes_its_place() -> None:
    # C6: "unless all the teams in the following scoregroup became or are upfloaters". 1 and 2 have
    # met, and 1 meets 3. The group after that of 2 was 3 alone; 4 comes first of the next, and that
    # 5 and 6 have met is nothing to it.
    group = [player(4, 1), player(5, 1, [6]), player(6, 1, [5])]
    players = [player(1, 4, [2]), player(2, 3, [1]), player(3, 2), *group, player(7), player(8)]
    field = field_of(tuple(players))
    assert first_set(field, 0b11111111) == 0b00000100
    assert first_set(field, 0b11111010) == 0b00001000


def test_who_floated_in_the_previous_round_is_taken_after_the_others() -> None:
    players = [player(1, 2), player(2, 1), player(3, 1), player(4, 1)]
    assert chosen(players, floated=(2, 3)) == [4]


def test_the_next_group_goes_before_floats_of_the_previous_round() -> None:
    # C6 before C7: without 2 or without 4 the next group would be two who have met.
    low = [player(5), player(6)]
    players = [player(1, 2), player(2, 1, [3]), player(3, 1, [2, 4]), player(4, 1, [3]), *low]
    assert chosen(players, floated=(3,)) == [3]


def test_two_upfloaters_are_weighed_where_the_first_set_leaves_the_next_group_unpaired() -> None:
    # Two of 3 to 6 are needed. Without 3 and 4 the next group would be 5 and 6, who have met;
    # without 3 and 5 it is 4 and 6.
    top = [player(1, 2, [2]), player(2, 2, [1])]
    group = [player(3, 1), player(4, 1), player(5, 1, [6]), player(6, 1, [5])]
    assert chosen([*top, *group, player(7), player(8)]) == [3, 5]


def test_two_upfloaters_are_the_first_ones_if_no_set_complies() -> None:
    # All of 3 to 6 have met: any two of them are left and need two from below.
    top = [player(1, 2, [2]), player(2, 2, [1])]
    names = (3, 4, 5, 6)
    group = [player(each, 1, [other for other in names if other != each]) for each in names]
    assert chosen([*top, *group, player(7), player(8)]) == [3, 4]


def test_a_single_upfloater_is_not_enough_where_the_rest_needs_more_to_leave() -> None:
    # 1 to 3 have met one another, 4 to 6 too: all must meet across.
    top = [player(each, 2, [other for other in (1, 2, 3) if other != each]) for each in (1, 2, 3)]
    low = [player(each, 0, [other for other in (4, 5, 6) if other != each]) for each in (4, 5, 6)]
    assert chosen([*top, *low]) == [4, 5, 6]


def test_an_upfloater_leaves_the_others_of_the_group_a_pairing() -> None:
    # 2 and 3 have met, so that 1 meets one of them. 4 may meet 1 alone, and so 5 comes up.
    top = [player(1, 2), player(2, 2, [3, 4]), player(3, 2, [2, 4])]
    assert chosen([*top, player(4, 1, [2, 3]), player(5, 1), player(6)]) == [5]
