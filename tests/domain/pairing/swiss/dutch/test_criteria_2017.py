"""The criteria of 2017, C.1 to C.19: for each a small field in which it alone decides.

Scores are in half points. Every field is first paired without the one thing that is tried, so that
the difference is that thing's. Bracket by bracket, seats count from 0 by rank. `C.4` marks the
penultimate bracket (PPB) and `A.9` the collapsed last one (CLB).
"""

from typing import Any

import pytest

from dsl.dutch_brackets import colours, counts, down, field, floaters, steps
from dsl.dutch_worlds import player
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.edition import OF_2017
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.vocabulary import Colour

Brackets = list[list[tuple[Seat, Seat]]]
DOWN, UP = Float.DOWN, Float.UP
TOP = dict.fromkeys(range(4), True)


def brackets(players: tuple[SwissPlayer, ...]) -> Brackets:
    """The pairs of each bracket, where no bracket had to be paired again."""
    found = down(players, OF_2017)
    assert {reason for _, reason in found} == {""}
    return [pairs for pairs, _ in found]


def collapsed(players: tuple[SwissPlayer, ...]) -> Brackets:
    """The pairs of each bracket, where the last two are the PPB and the CLB."""
    found = down(players, OF_2017)
    assert [reason for _, reason in found][-2:] == ["C.4", "A.9"]
    return [pairs for pairs, _ in found]


def bye(players: tuple[SwissPlayer, ...]) -> Seat:
    (seat,) = floaters(steps(players, OF_2017)[-1].solution)
    return seat


def given_up(players: tuple[SwissPlayer, ...], bracket: int = 0) -> dict[str, int]:
    return counts(steps(players, OF_2017)[bracket])


def test_the_criteria_come_in_the_order_of_section_c() -> None:
    # C.7 looks at the next bracket, so that it is no sum over this one.
    assert [criterion.article for criterion in OF_2017.criteria(1)] == [
        "C.6", *(f"C.{number}" for number in range(8, 20)),
    ]  # fmt: skip
    assert OF_2017.criteria(1) == OF_2017.criteria(2)


def test_c1_who_have_met_do_not_meet_again() -> None:
    assert brackets(field([0] * 4)) == [[(0, 2), (1, 3)]]
    assert brackets(field([0] * 4, [(0, 2)])) == [[(0, 3), (1, 2)]]


def test_c2_who_may_not_have_the_bye_is_paired() -> None:
    assert bye(field([0] * 3)) == 2
    assert bye(field([0] * 3, may_have_bye={2: False})) == 1


def test_c3_binds_two_who_are_no_top_scorers() -> None:
    twice = (Colour.WHITE, Colour.WHITE)
    one, other = player(0, 2, played=twice), player(1, 2, played=twice)
    assert not may_meet(one, other, OF_2017)
    assert may_meet(one, player(2, 2, played=twice, top_scorer=True), OF_2017)


def test_c4_the_penultimate_bracket_gives_up_a_pair_for_what_is_below() -> None:
    scores = [4, 4, 4, 4, 2, 2]
    assert brackets(field(scores)) == [[(0, 2), (1, 3)], [(4, 5)]]
    # 4 and 5 have met: two must come down to them.
    assert collapsed(field(scores, [(4, 5)])) == [[(0, 1)], [(2, 4), (3, 5)]]


def test_a9_all_below_the_penultimate_bracket_collapse_into_one() -> None:
    # 3, at the bottom, may meet 0 only. 1 comes down as well, and 2 and 3 are one bracket.
    assert collapsed(field([6, 6, 4, 0], [(1, 3), (2, 3)])) == [[], [(0, 3), (1, 2)]]


def test_a9_brackets_above_the_penultimate_one_stand() -> None:
    found = down(field([8, 8, 6, 6, 4, 4], [(4, 5)]), OF_2017)
    assert found == [([(0, 1)], ""), ([], "C.4"), ([(2, 4), (3, 5)], "A.9")]


def test_a9_in_the_collapsed_bracket_everybody_keeps_the_own_score() -> None:
    # 5 may meet 0 and 1 only: 0 and 1, who would play each other, come down. The other one meets
    # 2 or 3 with 4 points, and whoever of these is left meets 4 with two (R4): differences of
    # 4, 2 and 2. 0-4 instead would be 4, 4 and 0.
    scores, met = [6, 6, 4, 4, 2, 2], [(2, 5), (3, 5), (4, 5)]
    assert collapsed(field(scores, met)) == [[], [(0, 2), (1, 5), (3, 4)]]


def test_c5_as_many_pairs_as_possible_whatever_else_is_broken() -> None:
    # 0 has met 2 and 3. All are due Black: 0-1 and 2-3 repeat two colours, 1-2 alone only one.
    met = [(0, 2), (0, 3)]
    wanting = colours("W", "W", "W", "W")
    assert brackets(field([4, 4, 4, 4, 2, 2], met, played=wanting))[0] == [(0, 1), (2, 3)]


def test_c6_the_list_of_score_differences_is_smallest() -> None:
    # 0 comes down to 1 and 2. 0-1, and 2 floats: a difference of 2, and one of 2 for the floater,
    # as if against somebody a point below. 1-2, and 0 floats: none, and one of 4.
    options: dict[str, Any] = {"played": colours("W", "W", "W"), "last_float": {1: UP, 2: UP}}
    assert brackets(field([6, 4, 4, 2], **options)) == [[], [(0, 1)], [(2, 3)]]
    # Only if 0 has met both does 0 float on.
    met = [(0, 1), (0, 2)]
    assert brackets(field([6, 4, 4, 2], met, **options)) == [[], [(1, 2)], [(0, 3)]]


def test_c6_compares_the_largest_difference_first() -> None:
    # 0 (8) and 1 (6) have met; one of them may have 2 (4). 0-2: differences of 4, and 4 for 1,
    # who floats. 1-2: 2, and 6 for 0. The sums are equal, and so are the numbers of pairs.
    scores, met = [8, 6, 4, 2], [(0, 1)]
    assert brackets(field(scores, met)) == [[], [], [(0, 2)], [(1, 3)]]


def test_c6_lets_the_bye_stand_for_a_point_less() -> None:
    # In the last bracket: 0 (4) with 1 or 2 (2); whoever is left has the bye, with a difference
    # of 2. If 0 had it, that would be 4.
    assert bye(field([4, 2, 2], played=colours("W", "W", "W"))) == 2
    assert bye(field([4, 2, 2], [(0, 1), (0, 2)])) == 0


def test_c7_another_floats_so_that_the_next_bracket_makes_its_pairs() -> None:
    scores = [6, 6, 6, 4, 2, 2]
    assert brackets(field(scores)) == [[(0, 1)], [(2, 3)], [(4, 5)]]
    # 2 has met 3. Both could float on to 4 and 5, but 1 meets 3 at once.
    assert brackets(field(scores, [(2, 3)])) == [[(0, 2)], [(1, 3)], [(4, 5)]]


def test_c7_then_low_scores_are_left_over_in_the_next_bracket() -> None:
    # 2 has met 3 and 4: they would play each other, and 2 float on with 6. With 1 in its place
    # it is 4 who floats on.
    scores = [6, 6, 6, 4, 4, 2]
    assert brackets(field(scores)) == [[(0, 1)], [(2, 3)], [(4, 5)]]
    assert brackets(field(scores, [(2, 3), (2, 4)])) == [[(0, 2)], [(1, 3)], [(4, 5)]]


def test_c7_where_the_next_bracket_cannot_be_paired_among_itself() -> None:
    # 3, 4 and 5 have met each other, and 2 has met all three: with 2 down all four float on. With
    # 1 in its place two of them do.
    scores, met = [6, 6, 6, 4, 4, 4, 2, 2], [(3, 4), (3, 5), (4, 5)]
    assert brackets(field(scores, met)) == [[(0, 1)], [(2, 3)], [(4, 6), (5, 7)]]
    more = [*met, (2, 3), (2, 4), (2, 5)]
    assert brackets(field(scores, more)) == [[(0, 2)], [(1, 3)], [(4, 6), (5, 7)]]


def test_c7_weighs_who_may_not_have_the_bye_in_the_last_bracket() -> None:
    # 2 and 3 have met and may not have the bye; so with 2 down nobody could have it (R6). With 1
    # in its place it is 4.
    scores, barred = [4, 4, 4, 2, 2], {2: False, 3: False}
    assert brackets(field(scores, may_have_bye=barred)) == [[(0, 1)], [(2, 3)]]
    again = field(scores, [(2, 3)], may_have_bye=barred)
    assert brackets(again) == [[(0, 2)], [(1, 3)]]
    assert bye(again) == 4


def test_c7_comes_before_colours_and_floats() -> None:
    # 2 should come down: 0 and 1 did so last round and are due different colours. But 2 has met 3.
    # Of the other two it is 0 then, for 0-2 would repeat a colour.
    options: dict[str, Any] = {
        "played": colours("W", "B", "W"), "last_float": {0: DOWN, 1: DOWN},
    }  # fmt: skip
    assert brackets(field([6, 6, 6, 4, 2, 2], **options))[0] == [(0, 1)]
    assert brackets(field([6, 6, 6, 4, 2, 2], [(2, 3)], **options))[0] == [(1, 2)]


def test_c7_looks_one_bracket_ahead_only() -> None:
    # 2 has met 4, and 4 has met 5. So 2 plays 3, and 4 finds nobody in the bracket after the next.
    # With 1 down in the place of 2, 1 would play 4, and 3 play 5; but the next bracket makes one
    # pair and leaves over a resident either way.
    scores, met = [8, 8, 8, 6, 6, 4, 2, 2], [(2, 4), (4, 5)]
    assert brackets(field(scores, met)) == [[(0, 1)], [(2, 3)], [], [(4, 6), (5, 7)]]


def test_the_bye_is_no_matter_of_unplayed_games() -> None:
    # C9 of 2026 has nothing before it.
    assert bye(field([2] * 3, unplayed={2: 1})) == 2


# Of four top scorers who all must have Black, two must do without. Two Whites too many, but not
# running: `WWBW`, or both too many and running: `WW`; or running only: `BWW`. The wider difference
# gets its colour (E.2), of equal ones who had Black where they differ last does not (E.3).
BEYOND, RUNNING, BOTH, LATE = "WWBW", "BWW", "WW", "WWWWBB"


def test_c8_nobody_goes_beyond_a_difference_of_two() -> None:
    # 0-2 would send one of two beyond. With 0-3 and 1-2 it is 1 and 3 who do without, a third
    # White running for both: two for C.9 against one in 0-2 and 1-3.
    played = colours(BEYOND, RUNNING, BEYOND, RUNNING)
    four = field([8] * 4, played=played, top_scorer=TOP)
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C.9": 2, "C.10": 2, "C.11": 2}
    assert brackets(field([8] * 4, played=colours(*[RUNNING] * 4), top_scorer=TOP)) == [
        [(0, 2), (1, 3)]
    ]


def test_c9_nobody_has_one_colour_three_times_running() -> None:
    # All have two Whites too many (C.8: 2 in any pairing). Of 0 and 2 one would have a third
    # White running; against 1 and 3, who had Black last but one, those take White.
    four = field([8] * 4, played=colours(BOTH, BEYOND, BOTH, BEYOND), top_scorer=TOP)
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C.8": 2, "C.10": 2, "C.11": 2}
    assert brackets(field([8] * 4, played=colours(*[BEYOND] * 4), top_scorer=TOP)) == [
        [(0, 2), (1, 3)]
    ]


def test_c9_counts_who_gets_a_third_colour_by_preference() -> None:
    # After WWWWBB the difference of two asks for Black, which would be the third one running. In
    # 0-2 that counts, as 2 is a top scorer; with 3 nobody is one. All get their colours anyhow.
    played = colours(LATE, "BW", "WB", "WB")
    assert brackets(field([8] * 4, played=played)) == [[(0, 2), (1, 3)]]
    four = field([8] * 4, played=played, top_scorer={2: True})
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {}
    # A top scorer has it against anybody.
    assert given_up(field([8, 8], played=colours(LATE, "WB"), top_scorer={0: True})) == {"C.9": 1}
    # The same of who moved down: 0-1 would be the first.
    scores, played = [10, 8, 8, 8], colours(LATE, "WB", "WB", "BW")
    assert brackets(field(scores, played=played)) == [[], [(0, 1), (2, 3)]]
    moved = field(scores, played=played, top_scorer={1: True})
    assert brackets(moved) == [[], [(0, 2), (1, 3)]]


def test_c9_counts_both_of_a_pair() -> None:
    # Both must have Black. The difference of three after WWWWWBB is the wider one and takes it, a
    # third Black; the other, after BWWW, has White again and goes beyond a difference of two.
    losses = {"C.8": 1, "C.9": 2, "C.10": 1, "C.11": 1}
    for played in (colours("W" + LATE, "BWWW"), colours("BWWW", "W" + LATE)):
        assert given_up(field([8, 8], played=played, top_scorer={0: True})) == losses


def test_c10_as_many_as_possible_get_their_colour() -> None:
    # Mild preferences: Black, White, Black, White.
    four = field([2] * 4, played=colours("BW", "WB", "BW", "WB"))
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {}
    assert brackets(field([2] * 4, played=colours("BW", "WB", "WB", "BW"))) == [[(0, 2), (1, 3)]]


def test_c11_the_strong_preferences_first() -> None:
    # All are due Black, 0 and 2 strongly: 0-2 would refuse one of those two. Odd and even rounds
    # are alike: A7.d and A7.e of 2012 are gone.
    four = field([2] * 4, played=colours("W", "BW", "W", "BW"))
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C.10": 2}
    assert brackets(field([2] * 4, played=colours("W", "W", "BW", "BW"))) == [[(0, 2), (1, 3)]]


def test_c10_comes_before_c11() -> None:
    # 0 and 1 are due Black strongly, 3 and 4 mildly, 2 and 5 White; 0 and 1 have met those two.
    # 0-3, 1-4 and 2-5 repeat three colours, none of two strong ones; 0-1, 2-4 and 3-5 only one.
    met = [(0, 2), (0, 5), (1, 2), (1, 5)]
    six = field([2] * 6, met, played=colours("W", "W", "WB", "BW", "BW", "WB"))
    assert brackets(six) == [[(0, 1), (2, 4), (3, 5)]]
    assert given_up(six) == {"C.10": 1, "C.11": 1}
    assert brackets(field([2] * 6, met)) == [[(0, 3), (1, 4), (2, 5)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C.12", "C.14"])
def test_c12_and_c14_nobody_is_left_over_again(mark: str) -> None:
    assert brackets(field([4, 4, 4, 2])) == [[(0, 1)], [(2, 3)]]
    assert brackets(field([4, 4, 4, 2], **{mark: {2: DOWN}})) == [[(0, 2)], [(1, 3)]]
    # An upfloat bars nobody from floating down.
    assert brackets(field([4, 4, 4, 2], **{mark: {2: UP}})) == [[(0, 1)], [(2, 3)]]
    # If all have floated down, one does so again, by a difference of a point (C.16, C.18).
    everybody = field([4, 4, 4, 2], **{mark: {0: DOWN, 1: DOWN, 2: DOWN}})
    assert brackets(everybody) == [[(0, 1)], [(2, 3)]]
    articles = ["C.12", "C.16"] if mark == "last_float" else ["C.14", "C.18"]
    assert given_up(everybody) == {"C.6": 2, **dict(zip(articles, (1, 2), strict=True))}


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C.12", "C.14"])
def test_c12_and_c14_nobody_meets_a_lower_score_again(mark: str) -> None:
    # The collapsed bracket from above: 3 (4) plays 4 (2), a downfloat as well. If 3 had one, 2
    # takes its place; the differences stay 4, 2 and 2.
    scores, met = [6, 6, 4, 4, 2, 2], [(2, 5), (3, 5), (4, 5)]
    marked = field(scores, met, **{mark: {3: DOWN}})
    assert collapsed(marked) == [[], [(0, 3), (1, 5), (2, 4)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C.13", "C.15"])
def test_c13_and_c15_nobody_floats_up_again(mark: str) -> None:
    assert brackets(field([4, 2, 2, 2])) == [[], [(0, 1), (2, 3)]]
    assert brackets(field([4, 2, 2, 2], **{mark: {1: UP}})) == [[], [(0, 2), (1, 3)]]
    # A downfloat bars nobody from floating up.
    assert brackets(field([4, 2, 2, 2], **{mark: {1: DOWN}})) == [[], [(0, 1), (2, 3)]]
    everybody = field([4, 2, 2, 2], **{mark: {1: UP, 2: UP, 3: UP}})
    assert brackets(everybody) == [[], [(0, 1), (2, 3)]]
    articles = ["C.13", "C.17"] if mark == "last_float" else ["C.15", "C.19"]
    assert given_up(everybody, 1) == {"C.6": 2, **dict(zip(articles, (1, 2), strict=True))}


def test_c12_comes_before_c14() -> None:
    # Whoever floats has floated: 0 and 2 last round, 1 the round before.
    marks: dict[str, Any] = {"last_float": {0: DOWN, 2: DOWN}, "float_before": {1: DOWN}}
    assert brackets(field([4, 4, 4, 2], **marks)) == [[(0, 2)], [(1, 3)]]


def test_c13_comes_before_c15() -> None:
    marks: dict[str, Any] = {"last_float": {1: UP, 3: UP}, "float_before": {2: UP}}
    assert brackets(field([4, 2, 2, 2], **marks)) == [[], [(0, 2), (1, 3)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C.16", "C.18"])
def test_c16_and_c18_who_floats_down_again_does_so_by_little(mark: str) -> None:
    # 0 and 1 have met and come down together; one of them may have 2, by a difference of 2, and
    # the other floats on, by 4. Both float down whatever happens (C.12, C.14).
    scores, met = [4, 4, 2, 0], [(0, 1)]
    assert brackets(field(scores, met)) == [[], [(0, 2)], [(1, 3)]]
    assert brackets(field(scores, met, **{mark: {1: DOWN}})) == [[], [(1, 2)], [(0, 3)]]
    # Both marked: 4 and 2 either way, and D.3 decides.
    assert brackets(field(scores, met, **{mark: {0: DOWN, 1: DOWN}})) == [[], [(0, 2)], [(1, 3)]]
    # An upfloat does not count.
    assert brackets(field(scores, met, **{mark: {1: UP}})) == [[], [(0, 2)], [(1, 3)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C.17", "C.19"])
def test_c17_and_c19_who_floats_up_again_does_so_by_little(mark: str) -> None:
    # 0 (6) and 1 (4) have met and meet 2 and 3 (2), of whom 2 floats up again whoever it meets:
    # by 4 half points against 0, by 2 against 1.
    scores, met = [6, 4, 2, 2], [(0, 1)]
    assert brackets(field(scores, met)) == [[], [], [(0, 2), (1, 3)]]
    assert brackets(field(scores, met, **{mark: {2: UP}})) == [[], [], [(0, 3), (1, 2)]]
    assert brackets(field(scores, met, **{mark: {2: DOWN}})) == [[], [], [(0, 2), (1, 3)]]


def test_c16_comes_before_c18() -> None:
    marks: dict[str, Any] = {"float_before": {0: DOWN}, "last_float": {1: DOWN}}
    assert brackets(field([4, 4, 2, 0], [(0, 1)], **marks)) == [[], [(1, 2)], [(0, 3)]]


def test_c17_comes_before_c19() -> None:
    marks: dict[str, Any] = {"float_before": {3: UP}, "last_float": {2: UP}}
    assert brackets(field([6, 4, 2, 2], [(0, 1)], **marks)) == [[], [], [(0, 3), (1, 2)]]


def test_d3_the_first_set_of_moved_down_players_is_paired() -> None:
    # 0, 1 and 2 have met each other and come down; 3 and 4 are two: {0, 1} comes first.
    scores, met = [4, 4, 4, 2, 2, 0], [(0, 1), (0, 2), (1, 2)]
    assert brackets(field(scores, met)) == [[], [(0, 3), (1, 4)], [(2, 5)]]
    # 1 has met 3 and 4: {0, 2}.
    assert brackets(field(scores, [*met, (1, 3), (1, 4)])) == [[], [(0, 3), (2, 4)], [(1, 5)]]
