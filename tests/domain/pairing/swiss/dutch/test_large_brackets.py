"""What is done otherwise in a large bracket: exchanges in turn, and what is not looked into."""

import pytest

from dsl.dutch_brackets import colours, field, pairs, steps
from dsl.dutch_by_hand import exchanges
from planilla.domain.pairing.swiss.dutch.candidates import exchanges_of_one
from planilla.domain.pairing.swiss.dutch.edition import OF_2026
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.passed_over import passed_over
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.system import Instead


@pytest.mark.parametrize("size", range(2, 12))
def test_exchanges_of_one_come_in_the_order_of_d2(size: int) -> None:
    boards = size // 2
    ones = [
        (given[0], taken[0])
        for given, taken in exchanges(range(boards), range(boards, size))
        if len(given) == 1
    ]
    assert list(exchanges_of_one(size, boards)) == ones


def test_the_first_exchange_of_one_that_will_do_is_taken() -> None:
    # 22, the last of S1, has met all of S2: 22 and 23 change places, and S2 is 22, 24, 25, ...
    players = field([0] * 46, [(22, other) for other in range(23, 46)])
    (step,) = steps(players, OF_2026)
    leaving, entering = step.solution.exchange
    assert ([each.seat for each in leaving], [each.seat for each in entering]) == ([22], [23])
    rest = [(at, at + 23) for at in range(1, 22)]
    assert sorted(pairs(step.solution)) == [(0, 22), *rest, (23, 45)]


def test_exchanges_of_two_come_after_all_those_of_one() -> None:
    # 21 and 22 have met all of S2 and each other: both must meet somebody of S1.
    players = field(
        [0] * 46, [(21, 22), *((own, other) for own in (21, 22) for other in range(23, 46))]
    )
    (step,) = steps(players, OF_2026)
    leaving, entering = step.solution.exchange
    assert {each.seat for each in leaving} == {21, 22}
    assert {each.seat for each in entering} == {23, 24}
    rest = [(at, at + 23) for at in range(2, 21)]
    assert sorted(pairs(step.solution)) == [(0, 21), (1, 22), *rest, (23, 44), (24, 45)]


def test_where_three_of_s1_have_met_all_of_s2_no_exchange_of_one_is_tried() -> None:
    # 20, 21 and 22 have met all of S2 and each other: each must meet somebody of S1.
    three = (20, 21, 22)
    met = [(own, other) for own in three for other in range(23, 46)]
    players = field([0] * 46, [(20, 21), (20, 22), (21, 22), *met])
    (step,) = steps(players, OF_2026)
    leaving, entering = step.solution.exchange
    assert {each.seat for each in leaving} == set(three)
    assert {each.seat for each in entering} == {23, 24, 25}
    rest = [(at, at + 23) for at in range(3, 20)]
    above = [(0, 20), (1, 21), (2, 22)]
    assert sorted(pairs(step.solution)) == [*above, *rest, (23, 43), (24, 44), (25, 45)]


def test_in_a_large_half_it_is_not_told_what_the_others_would_have_cost() -> None:
    # 62, the last of S1, may meet 63 alone, the first of S2, with whom 0 would have come first.
    players = field([0] * 126, [(62, other) for other in range(64, 126)])
    (step,) = steps(players, OF_2026)
    told = passed_over(step, OF_2026, foresee(players, OF_2026))
    assert (62, 63) in pairs(step.solution)
    assert told[frozenset((0, 64))] == Instead(seat=63, article="", for_others=True)


def test_a_large_bracket_is_not_weighed_again_for_a_reason() -> None:
    # 0 has met everybody in the next bracket, which is weighed for it; 1 and 21 are both due Black.
    players = field(
        [6, *([4] * 41), 2, 2],
        [(0, other) for other in range(1, 42)],
        played=colours("", "W", *([""] * 19), "W"),
    )
    bracket = steps(players, OF_2026)[1]
    told = passed_over(bracket, OF_2026, foresee(players, OF_2026))
    assert told[frozenset((1, 22))] == Instead(seat=21, article="", for_others=True)


def test_below_a_large_bracket_only_the_number_left_over_is_judged() -> None:
    players = field([4] * 3 + [2] * 61)
    top = steps(players, OF_2026)[0]
    found = difference_of_pairs(top, [(players[0], players[2])], OF_2026, foresee(players, OF_2026))
    assert found is not None
    assert found.article == "4.2"
