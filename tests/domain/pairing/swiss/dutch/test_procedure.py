"""Brackets paired one after another: the articles B, C and D, each on a case made for it."""

from typing import Any

import pytest

from dsl.dutch_brackets import alone, counts, down, field, floaters, pairs, steps
from dsl.dutch_worlds import player, player_in_print, swiss_golden
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.brackets import BracketStep, ScoreBracket
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.dutch.solve import Solution
from planilla.domain.vocabulary import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_b1_nobody_meets_twice() -> None:
    assert down(field([0, 0, 0, 0], [(0, 2)])) == [([(0, 3), (1, 2)], "")]


def test_b1_a_point_without_playing_bars_from_the_bye() -> None:
    barred = field([0, 0, 0], may_have_bye={2: False})
    assert down(barred) == [([(0, 2)], "")]


def test_b2_two_absolute_preferences_of_one_colour_do_not_meet() -> None:
    twice = (WHITE, WHITE)
    assert not may_meet(player(0, 2, played=twice), player(1, 2, played=twice), LIBRO)
    assert may_meet(player(0, 2, played=twice), player(1, 2, played=(WHITE,)), LIBRO)


def test_b2_top_scorers_of_one_colour_meet_in_the_last_round_when_more_pairs_result() -> None:
    forced = {0: (WHITE, WHITE), 1: (WHITE, WHITE)}
    top = {0: True, 1: True}
    two = field([8, 8], played=forced, top_scorer=top)
    step = alone(ScoreBracket(moved=(), residents=two))
    assert pairs(step.solution) == [(0, 1)]
    assert counts(step) == {"B2": 1, "B4": 1}


def test_b2_top_scorers_of_one_colour_do_not_meet_when_as_many_pairs_result_without() -> None:
    # 0-2 and 1-3 would both be of one colour; 0-3 and 1-2 are as many pairs.
    forced = {0: (WHITE, WHITE), 2: (WHITE, WHITE), 1: (BLACK, BLACK), 3: (BLACK, BLACK)}
    four = field([8] * 4, played=forced, top_scorer=dict.fromkeys(range(4), True))
    assert pairs(alone(ScoreBracket(moved=(), residents=four)).solution) == [(0, 3), (1, 2)]


def test_b3_the_squares_of_the_score_differences_are_smallest() -> None:
    golden = swiss_golden("swiss_dutch", "d4_b3_lowest_bracket.json")
    assert _named(_joined("ABCDEF", golden["points"])) == {
        "".join(sorted(pair)) for pair in golden["best"]["pairs"]
    }


def test_d4_the_bye_counts_as_an_opponent_one_point_lower() -> None:
    golden = swiss_golden("swiss_dutch", "d4_b3_lowest_bracket.json")
    seventh = golden["with_seventh_player"]
    # G: fewer than 2.5 points; taken last of all, so that A, B and C are fewer than half.
    solution = _joined("ABCDEFG", golden["points"] | {"G": 0.5})
    assert _named(solution) == set(seventh["pairs"])
    assert floaters(solution) == ["ABCDEFG".index(seventh["bye"])]


def test_b4_as_many_colour_preferences_as_possible_are_granted() -> None:
    four = field([1] * 4, played={0: (WHITE,), 1: (BLACK,), 2: (WHITE,), 3: (BLACK,)})
    assert down(four) == [([(0, 3), (1, 2)], "")]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"last_float": {2: Float.DOWN}}, 1, id="B5: last round"),
        pytest.param({"float_before": {2: Float.DOWN}}, 1, id="B6: two rounds ago"),
        pytest.param(
            {"last_float": {2: Float.DOWN}, "float_before": {1: Float.DOWN}}, 1, id="B5 before B6"
        ),
        pytest.param(
            {"last_float": {1: Float.DOWN, 2: Float.DOWN}, "float_before": {2: Float.DOWN}},
            2,
            id="B6: either of the two rounds, counted once",
        ),
        pytest.param({"last_float": {1: Float.UP}}, 2, id="an upfloat bars no downfloat"),
    ],
)
def test_nobody_floats_down_again(options: dict[str, Any], expected: int) -> None:
    top = ScoreBracket(moved=(), residents=field([4, 4, 4], [(1, 2)], **options))
    assert floaters(alone(top).solution) == [expected]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"last_float": {1: Float.UP}}, 2, id="B5: last round"),
        pytest.param({"float_before": {1: Float.UP}}, 2, id="B6: two rounds ago"),
        pytest.param({"last_float": {1: Float.DOWN}}, 1, id="a downfloat bars no upfloat"),
    ],
)
def test_nobody_floats_up_again(options: dict[str, Any], expected: int) -> None:
    above, *residents = field([4, 2, 2, 2], **options)
    bracket = ScoreBracket(moved=(above,), residents=tuple(residents))
    assert pairs(alone(bracket).solution)[0] == (0, expected)


def test_c1_a_resident_without_any_opponent_moves_down_first() -> None:
    first, second = steps(field([4, 4, 4, 2], [(0, 2), (1, 2)]), LIBRO)
    assert pairs(first.solution) == [(0, 1)]
    assert floaters(first.solution) == [2]
    assert [lonely.seat for lonely in first.lonely] == [2]
    assert pairs(second.solution) == [(2, 3)]


def test_a3_a_bracket_half_of_which_moved_down_is_paired_as_a_homogeneous_one() -> None:
    # 0 and 1 have met nobody: in a homogeneous bracket of two and two they may meet each other.
    moved, residents = field([6, 6, 2, 2], [(0, 2), (0, 3)])[:2], field([6, 6, 2, 2])[2:]
    bracket = ScoreBracket(moved=moved, residents=residents)
    solution = alone(bracket).solution
    assert solution.homogeneous
    assert pairs(solution) == [(0, 1), (2, 3)]


def test_c6_moved_down_players_are_paired_before_the_others() -> None:
    above, *residents = field([4, 2, 2, 2, 2, 2])
    solution = alone(ScoreBracket(moved=(above,), residents=tuple(residents))).solution
    assert pairs(solution) == [(0, 1), (2, 4), (3, 5)]
    assert not solution.homogeneous


def test_c12_another_floater_is_asked_for_when_more_pairs_result() -> None:
    # 2 would float, but has met 3, 4 and 5; 1 floats instead.
    met = [(2, 3), (2, 4), (2, 5)]
    assert down(field([6, 6, 6, 4, 4, 4, 0, 0], met)) == [
        ([(0, 2)], "C12"),
        ([(1, 3), (4, 5)], ""),
        ([(6, 7)], ""),
    ]


def test_c12_changes_nothing_when_no_other_floater_gives_more_pairs() -> None:
    # Nobody of the top three may meet 3: it is no fault of the floater's.
    met = [(0, 3), (1, 3), (2, 3)]
    assert down(field([6, 6, 6, 4, 0, 0], met))[0] == ([(0, 1)], "")


def test_c12_may_find_only_pairings_that_are_no_better() -> None:
    # 1 in the place of 2 meets 3 as well, and then 4 and 5 have met: one pair all the same.
    met = [(2, 4), (2, 5), (4, 5), (3, 4), (3, 5), (1, 4), (1, 5), (0, 4), (0, 5)]
    assert down(field([6, 6, 6, 4, 4, 4, 0, 0], met))[0] == ([(0, 1)], "")


def test_c13_the_penultimate_bracket_gives_up_a_pair_for_the_lowest() -> None:
    # 4 and 5 have met: two must come down to them.
    assert down(field([2, 2, 2, 2, 0, 0], [(4, 5)])) == [
        ([(0, 1)], "C13"),
        ([(2, 4), (3, 5)], ""),
    ]


def test_c13_the_lowest_brackets_are_joined_when_no_pair_is_left_above() -> None:
    assert down(field([2, 2, 0, 0], [(2, 3)])) == [([(0, 2), (1, 3)], "C13")]


def test_c13_joins_as_many_brackets_as_it_takes() -> None:
    # 3 may meet 0 only: the score group between has nobody for it, nor has 1.
    assert down(field([6, 6, 4, 2], [(2, 3), (1, 3)])) == [([(0, 3), (1, 2)], "C13")]


def test_c14_fewer_moved_down_players_are_paired_when_not_all_can_be() -> None:
    # 0 and 1 may both meet 2 only: 0 does (D3: the first set), and 1 floats on.
    met = [(above, resident) for above in (0, 1) for resident in (3, 4, 5)] + [(0, 1)]
    moved, residents = field([4, 4, 2, 2, 2, 2], met)[:2], field([4, 4, 2, 2, 2, 2], met)[2:]
    solution = alone(ScoreBracket(moved=moved, residents=residents)).solution
    assert pairs(solution) == [(0, 2), (3, 4)]
    assert floaters(solution) == [1, 5]
    assert solution.moved_paired == 1


def test_c14_a_moved_down_player_without_opponent_leaves_a_homogeneous_rest() -> None:
    met = [(0, 1), (0, 2), (0, 3)]
    above, *residents = field([6, 2, 2, 2, 2][:4], met)
    solution = alone(ScoreBracket(moved=(above,), residents=tuple(residents))).solution
    assert pairs(solution) == [(1, 2)]
    assert floaters(solution) == [0, 3]


def test_a_floater_is_not_chosen_in_advance() -> None:
    golden = swiss_golden("swiss_dutch", "appendix_c1_floater.json")
    step = _printed(golden["group"])
    assert _as_written(step.solution) == {
        frozenset(text.split("-")) for text in golden["right"]["pairs"]
    }
    assert [str(seat + 1) for seat in floaters(step.solution)] == [str(golden["right"]["float"])]
    assert counts(step).get("B4", 0) == golden["X"]


def test_the_book_knows_no_a7d() -> None:
    golden = swiss_golden("swiss_dutch", "a7d_odd_round.json")
    step = _printed(golden["group"])
    expected = golden["old"]
    assert _as_written(step.solution) == {frozenset(map(str, pair)) for pair in expected["pairs"]}
    assert floaters(step.solution) == [expected["float_down"] - 1]
    assert counts(step)["B4"] == expected["X"]


def test_the_book_knows_no_a7e() -> None:
    golden = swiss_golden("swiss_dutch", "a7e_even_round.json")
    step = _printed(golden["group"])
    assert _as_written(step.solution) == {
        frozenset(map(str, pair)) for pair in golden["old_pairing"]
    }
    assert counts(step)["B4"] == golden["counts_old"]["X"]


def test_who_is_left_over_cannot_be_paired() -> None:
    assert foresee(field([0, 0], [(0, 1)]), LIBRO).left_over == (0, 1)
    assert foresee(field([0], may_have_bye={0: False}), LIBRO).left_over == (0,)
    assert foresee(field([0]), LIBRO).left_over == ()
    assert foresee((), LIBRO).left_over == ()


def _joined(names: str, points: dict[str, float]) -> Solution:
    """A, B and C put together with the lowest players; F may meet A only, and G have the bye."""
    everybody = tuple(
        player(
            seat,
            round(2 * points[name]),
            met=[
                other
                for other, with_whom in enumerate(names)
                if "F" in (name, with_whom) and "A" not in (name, with_whom)
            ],
            may_have_bye=name == "G",
        )
        for seat, name in enumerate(names)
    )
    return alone(ScoreBracket(moved=everybody[:3], residents=everybody[3:], lowest=True)).solution


def _named(solution: Solution) -> set[str]:
    return {"ABCDEFG"[one] + "ABCDEFG"[other] for one, other in pairs(solution)}


def _printed(rows: list[dict[str, Any]]) -> BracketStep:
    members = sorted((player_in_print(row) for row in rows), key=lambda one: (-one.score, one.seat))
    lowest = members[-1].score
    bracket = ScoreBracket(
        moved=tuple(member for member in members if member.score > lowest),
        residents=tuple(member for member in members if member.score == lowest),
    )
    return alone(bracket)


def _as_written(solution: Solution) -> set[frozenset[str]]:
    return {frozenset((str(one + 1), str(other + 1))) for one, other in pairs(solution)}


def test_c12_counts_a_resident_who_came_down_alone_as_moved_down() -> None:
    # 1 is alone above; 3, left over by 0-2, may meet 5 only, and 5 alone may have the bye below:
    # one of the two would be without a game. With 2 in the place of 3 both play: 1-4 and 2-6.
    met = [(0, 1), (1, 2), (1, 3), (3, 4), (3, 6), (2, 4), (4, 6)]
    players = field([6, 4, 4, 4, 2, 2, 2], met, may_have_bye={0: False, 4: False, 6: False})
    assert down(players) == [([], ""), ([(0, 3)], "C12"), ([(1, 4), (2, 6)], "")]
