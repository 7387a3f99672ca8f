"""The criteria of 2026, C1 to C21: for each a small field in which it alone decides.

Scores are in half points. Every field is first paired without the one thing that is tried, so that
the difference is that thing's. Bracket by bracket, seats count from 0 by rank.
"""

from typing import Any

import pytest

from dsl.dutch_brackets import colours, counts, down, field, floaters, steps
from dsl.dutch_worlds import player
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2026
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.vocabulary import Colour

Brackets = list[list[tuple[Seat, Seat]]]
DOWN, UP = Float.DOWN, Float.UP
TOP = dict.fromkeys(range(4), True)


def brackets(players: tuple[SwissPlayer, ...]) -> Brackets:
    return [pairs for pairs, _ in down(players, OF_2026)]


def bye(players: tuple[SwissPlayer, ...]) -> Seat:
    (seat,) = floaters(steps(players, OF_2026)[-1].solution)
    return seat


def given_up(players: tuple[SwissPlayer, ...], bracket: int = 0) -> dict[str, int]:
    return counts(steps(players, OF_2026)[bracket])


def test_the_criteria_come_in_the_order_of_article_2() -> None:
    assert [criterion.article for criterion in OF_2026.criteria(1)] == [
        f"C{number}" for number in range(10, 22)
    ]
    assert OF_2026.criteria(1) == OF_2026.criteria(2)


def test_c1_who_have_met_do_not_meet_again() -> None:
    assert brackets(field([0] * 4)) == [[(0, 2), (1, 3)]]
    assert brackets(field([0] * 4, [(0, 2)])) == [[(0, 3), (1, 2)]]


def test_c2_who_may_not_have_the_bye_is_paired() -> None:
    assert bye(field([0] * 3)) == 2
    assert bye(field([0] * 3, may_have_bye={2: False})) == 1


def test_c3_binds_two_who_are_no_top_scorers() -> None:
    twice = (Colour.WHITE, Colour.WHITE)
    one, other = player(0, 2, played=twice), player(1, 2, played=twice)
    top = player(2, 2, played=twice, top_scorer=True)
    assert not may_meet(one, other, OF_2026)
    # One top scorer of the two is enough (reading 4); the book wants both.
    assert may_meet(one, top, OF_2026)
    assert may_meet(top, one, OF_2026)
    assert not may_meet(one, top, LIBRO)
    assert may_meet(one, player(3, 2, played=(Colour.BLACK, Colour.BLACK)), OF_2026)


def test_c4_a_pair_is_given_up_so_that_the_rest_can_be_paired() -> None:
    scores = [4, 4, 4, 4, 2, 2]
    assert brackets(field(scores)) == [[(0, 2), (1, 3)], [(4, 5)]]
    # 4 and 5 have met: two must come down to them.
    assert brackets(field(scores, [(4, 5)])) == [[(0, 1)], [(2, 4), (3, 5)]]


def test_c4_looks_through_all_brackets_below() -> None:
    # 3, at the bottom, may meet 0 only, two brackets further up.
    met = [(1, 3), (2, 3)]
    assert brackets(field([6, 6, 4, 0], met)) == [[], [(1, 2)], [(0, 3)]]


def test_c5_the_bye_goes_as_low_as_it_can_before_pairs_are_counted() -> None:
    # 6 may not have the bye and may meet 0 and 5 alone. With 0-1 and 5-6 the bye would fall on
    # two points; if 0 comes down to 6, it is 5 with one point. That costs 0-1 its pair (C6).
    scores, barred = [6, 6, 4, 4, 4, 2, 2], {6: False}
    met = [(seat, 6) for seat in (1, 2, 3, 4)]
    needed = field(scores, met, may_have_bye=barred)
    assert brackets(needed) == [[], [(1, 2), (3, 4)], [(0, 6)]]
    assert bye(needed) == 5
    # If 4 may come down to 6 instead, 0 and 1 play each other.
    free = field(scores, met[:3], may_have_bye=barred)
    assert brackets(free) == [[(0, 1)], [(2, 3)], [(4, 6)]]
    assert bye(free) == 5


def test_c5_passes_over_who_may_not_have_the_bye() -> None:
    assert bye(field([4, 2, 0])) == 2
    assert bye(field([4, 2, 0], may_have_bye={2: False})) == 1


def test_c6_as_few_as_possible_float_whatever_else_is_broken() -> None:
    # 0 has met 2 and 3. All are due Black: 0-1 and 2-3 repeat two colours, 1-2 alone only one.
    met = [(0, 2), (0, 3)]
    wanting = colours("W", "W", "W", "W")
    assert brackets(field([4, 4, 4, 4, 2, 2], met, played=wanting))[0] == [(0, 1), (2, 3)]


def test_c7_the_lower_scores_float() -> None:
    # 0 comes down to 1 and 2, and one of the three floats on: a resident, though 0 is due the same
    # colour as both, both floated up last round, and 1-2 would break nothing.
    options: dict[str, Any] = {"played": colours("W", "W", "W"), "last_float": {1: UP, 2: UP}}
    assert brackets(field([6, 4, 4, 2], **options)) == [[], [(0, 1)], [(2, 3)]]
    # Only if 0 has met both does 0 float on.
    met = [(0, 1), (0, 2)]
    assert brackets(field([6, 4, 4, 2], met, **options)) == [[], [(1, 2)], [(0, 3)]]


def test_c7_compares_the_highest_score_first() -> None:
    # 0 (6) and 1 (4) have met; one of them may have 2 and the other must float on: 1.
    assert brackets(field([6, 4, 2, 0], [(0, 1)])) == [[], [], [(0, 2)], [(1, 3)]]


def test_c8_another_floats_so_that_the_next_bracket_makes_its_pairs() -> None:
    scores = [6, 6, 6, 4, 2, 2]
    assert brackets(field(scores)) == [[(0, 1)], [(2, 3)], [(4, 5)]]
    # 2 has met 3. Both could float on to 4 and 5 (C4 holds), but 1 meets 3 at once.
    assert brackets(field(scores, [(2, 3)])) == [[(0, 2)], [(1, 3)], [(4, 5)]]


def test_c8_then_low_scores_float_from_the_next_bracket() -> None:
    # 2 has met 3 and 4: they would play each other, and 2 float on with 6. With 1 in its place
    # it is 4 who floats on.
    scores = [6, 6, 6, 4, 4, 2]
    assert brackets(field(scores)) == [[(0, 1)], [(2, 3)], [(4, 5)]]
    assert brackets(field(scores, [(2, 3), (2, 4)])) == [[(0, 2)], [(1, 3)], [(4, 5)]]


def test_c8_where_the_next_bracket_cannot_be_paired_among_itself() -> None:
    # 3, 4 and 5 have met each other, and 2 has met all three: with 2 down all four float on. With
    # 1 in its place two of them do.
    scores, met = [6, 6, 6, 4, 4, 4, 2, 2], [(3, 4), (3, 5), (4, 5)]
    assert brackets(field(scores, met)) == [[(0, 1)], [(2, 3)], [(4, 6), (5, 7)]]
    more = [*met, (2, 3), (2, 4), (2, 5)]
    assert brackets(field(scores, more)) == [[(0, 2)], [(1, 3)], [(4, 6), (5, 7)]]


def test_c8_comes_before_the_floats_of_the_bracket() -> None:
    # 0 and 1 floated down last round, 2 did not; but 2 cannot play 3.
    marks = {0: DOWN, 1: DOWN}
    assert brackets(field([6, 6, 6, 4, 2, 2], last_float=marks))[0] == [(0, 1)]
    assert brackets(field([6, 6, 6, 4, 2, 2], [(2, 3)], last_float=marks))[0] == [(0, 2)]


def test_c8_looks_one_bracket_ahead_only() -> None:
    # 2 has met 4, and 4 has met 5. So 2 plays 3, and 4 finds nobody in the bracket after the next.
    # With 1 down in the place of 2, 1 would play 4, and 3 play 5; but the next bracket makes one
    # pair and leaves over a resident either way.
    scores, met = [8, 8, 8, 6, 6, 4, 2, 2], [(2, 4), (4, 5)]
    assert brackets(field(scores, met)) == [[(0, 1)], [(2, 3)], [], [(4, 6), (5, 7)]]


def test_c9_the_bye_goes_to_who_has_played_most() -> None:
    assert bye(field([2] * 3)) == 2
    assert bye(field([2] * 3, unplayed={2: 1})) == 1
    assert bye(field([2] * 3, unplayed={0: 1, 1: 2, 2: 3})) == 0


def test_c9_comes_before_colours() -> None:
    # 0 and 1 are due Black and 2 White: 0-2, unless 2 alone has played all rounds.
    wanting = colours("W", "W", "B")
    assert bye(field([2] * 3, played=wanting)) == 1
    assert bye(field([2] * 3, played=wanting, unplayed={0: 1, 1: 1})) == 2


def test_c9_is_looked_at_in_the_bracket_that_sends_the_bye_down() -> None:
    # 3 and 4 may not have the bye: whoever of the three comes down will have it.
    options: dict[str, Any] = {"may_have_bye": {3: False, 4: False}}
    assert brackets(field([2, 2, 2, 0, 0], **options)) == [[(0, 1)], [(3, 4)]]
    missed = field([2, 2, 2, 0, 0], unplayed={2: 1}, **options)
    assert brackets(missed) == [[(0, 2)], [(3, 4)]]
    assert bye(missed) == 1
    # Where a lower score can have the bye, it is nobody's matter up there.
    assert brackets(field([2, 2, 2, 0, 0], unplayed={2: 1})) == [[(0, 1)], [(2, 3)]]


def test_c9_counts_for_who_moved_down_into_the_last_bracket() -> None:
    # 3 and 4 have met and may not have the bye: all three come down, and one is left over.
    options: dict[str, Any] = {"may_have_bye": {3: False, 4: False}}
    assert bye(field([2, 2, 2, 0, 0], [(3, 4)], **options)) == 2
    assert bye(field([2, 2, 2, 0, 0], [(3, 4)], unplayed={2: 1}, **options)) == 1


# Of four top scorers who all must have Black, two must do without. Two Whites too many, but not
# running: `WWBW`, or both too many and running: `WW`; or running only: `BWW`. The wider difference
# gets its colour (5.2.2), of equal ones who had Black where they differ last does not (5.2.3).
BEYOND, RUNNING, BOTH, LATE = "WWBW", "BWW", "WW", "WWWWBB"


def test_c10_nobody_goes_beyond_a_difference_of_two() -> None:
    # 0-2 would send one of two beyond. With 0-3 and 1-2 it is 1 and 3 who do without, a third
    # White running for both: two for C11 against one in 0-2 and 1-3.
    played = colours(BEYOND, RUNNING, BEYOND, RUNNING)
    four = field([8] * 4, played=played, top_scorer=TOP)
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C11": 2, "C12": 2, "C13": 2}
    # Where nobody has two too many, they meet in their order.
    assert brackets(field([8] * 4, played=colours(*[RUNNING] * 4), top_scorer=TOP)) == [
        [(0, 2), (1, 3)]
    ]


def test_c11_nobody_has_one_colour_three_times_running() -> None:
    # All have two Whites too many (C10: 2 in any pairing). Of 0 and 2 one would have a third
    # White running; against 1 and 3, who had Black last but one, those take White.
    four = field([8] * 4, played=colours(BOTH, BEYOND, BOTH, BEYOND), top_scorer=TOP)
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C10": 2, "C12": 2, "C13": 2}
    assert brackets(field([8] * 4, played=colours(*[BEYOND] * 4), top_scorer=TOP)) == [
        [(0, 2), (1, 3)]
    ]


def test_c10_and_c11_count_the_opponents_of_top_scorers() -> None:
    two = field([8, 8], played=colours(BEYOND, RUNNING), top_scorer={0: True})
    assert given_up(two) == {"C11": 1, "C12": 1, "C13": 1}
    other_way = field([8, 8], played=colours(BEYOND, RUNNING), top_scorer={1: True})
    assert given_up(other_way) == {"C11": 1, "C12": 1, "C13": 1}
    beyond = field([8, 8], played=colours(BEYOND, BEYOND), top_scorer={1: True})
    assert given_up(beyond) == {"C10": 1, "C12": 1, "C13": 1}


def test_c11_counts_who_gets_a_third_colour_by_preference() -> None:
    # After WWWWBB the difference of two asks for Black, which would be the third one running. In
    # 0-2 that counts, as 2 is a top scorer; with 3 nobody is one. All get their colours anyhow.
    played = colours(LATE, "BW", "WB", "WB")
    assert brackets(field([8] * 4, played=played)) == [[(0, 2), (1, 3)]]
    four = field([8] * 4, played=played, top_scorer={2: True})
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {}
    # A top scorer has it against anybody.
    assert given_up(field([8, 8], played=colours(LATE, "WB"), top_scorer={0: True})) == {"C11": 1}
    # The same of who moved down: 0-1 would be the first.
    scores, played = [10, 8, 8, 8], colours(LATE, "WB", "WB", "BW")
    assert brackets(field(scores, played=played)) == [[], [(0, 1), (2, 3)]]
    moved = field(scores, played=played, top_scorer={1: True})
    assert brackets(moved) == [[], [(0, 2), (1, 3)]]


def test_c11_counts_both_of_a_pair() -> None:
    # Both must have Black. The difference of three after WWWWWBB is the wider one and takes it, a
    # third Black; the other, after BWWW, has White again and goes beyond a difference of two.
    losses = {"C10": 1, "C11": 2, "C12": 1, "C13": 1}
    for played in (colours("W" + LATE, "BWWW"), colours("BWWW", "W" + LATE)):
        assert given_up(field([8, 8], played=played, top_scorer={0: True})) == losses


def test_c12_as_many_as_possible_get_their_colour() -> None:
    # Mild preferences: Black, White, Black, White.
    four = field([2] * 4, played=colours("BW", "WB", "BW", "WB"))
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {}
    assert brackets(field([2] * 4, played=colours("BW", "WB", "WB", "BW"))) == [[(0, 2), (1, 3)]]


def test_c13_the_strong_preferences_first() -> None:
    # All are due Black, 0 and 2 strongly: 0-2 would refuse one of those two.
    four = field([2] * 4, played=colours("W", "BW", "W", "BW"))
    assert brackets(four) == [[(0, 3), (1, 2)]]
    assert given_up(four) == {"C12": 2}
    assert brackets(field([2] * 4, played=colours("W", "W", "BW", "BW"))) == [[(0, 2), (1, 3)]]


def test_c12_comes_before_c13() -> None:
    # 0 and 1 are due Black strongly, 3 and 4 mildly, 2 and 5 White; 0 and 1 have met those two.
    # 0-3, 1-4 and 2-5 repeat three colours, none of two strong ones; 0-1, 2-4 and 3-5 only one.
    met = [(0, 2), (0, 5), (1, 2), (1, 5)]
    six = field([2] * 6, met, played=colours("W", "W", "WB", "BW", "BW", "WB"))
    assert brackets(six) == [[(0, 1), (2, 4), (3, 5)]]
    assert given_up(six) == {"C12": 1, "C13": 1}
    assert brackets(field([2] * 6, met)) == [[(0, 3), (1, 4), (2, 5)]]


@pytest.mark.parametrize(
    ("mark", "article"), [("last_float", "C14"), ("float_before", "C16")], ids=["C14", "C16"]
)
def test_c14_and_c16_a_resident_does_not_float_down_again(mark: str, article: str) -> None:
    assert brackets(field([4, 4, 4, 2])) == [[(0, 1)], [(2, 3)]]
    assert brackets(field([4, 4, 4, 2], **{mark: {2: DOWN}})) == [[(0, 2)], [(1, 3)]]
    # An upfloat bars nobody from floating down.
    assert brackets(field([4, 4, 4, 2], **{mark: {2: UP}})) == [[(0, 1)], [(2, 3)]]
    everybody = field([4, 4, 4, 2], **{mark: {0: DOWN, 1: DOWN, 2: DOWN}})
    assert brackets(everybody) == [[(0, 1)], [(2, 3)]]
    assert given_up(everybody) == {article: 1}


@pytest.mark.parametrize(
    ("mark", "article"), [("last_float", "C15"), ("float_before", "C17")], ids=["C15", "C17"]
)
def test_c15_and_c17_nobody_floats_up_again(mark: str, article: str) -> None:
    assert brackets(field([4, 2, 2, 2])) == [[], [(0, 1), (2, 3)]]
    assert brackets(field([4, 2, 2, 2], **{mark: {1: UP}})) == [[], [(0, 2), (1, 3)]]
    # A downfloat bars nobody from floating up.
    assert brackets(field([4, 2, 2, 2], **{mark: {1: DOWN}})) == [[], [(0, 1), (2, 3)]]
    everybody = field([4, 2, 2, 2], **{mark: {1: UP, 2: UP, 3: UP}})
    assert brackets(everybody) == [[], [(0, 1), (2, 3)]]
    # The differences of those who meet from above are counted as well (C19, C21).
    assert given_up(everybody, 1)[article] == 1


def test_c14_comes_before_c16() -> None:
    # Whoever floats has floated: 0 and 2 last round, 1 the round before.
    marks: dict[str, Any] = {"last_float": {0: DOWN, 2: DOWN}, "float_before": {1: DOWN}}
    assert brackets(field([4, 4, 4, 2], **marks)) == [[(0, 2)], [(1, 3)]]


def test_c15_comes_before_c17() -> None:
    marks: dict[str, Any] = {"last_float": {1: UP, 3: UP}, "float_before": {2: UP}}
    assert brackets(field([4, 2, 2, 2], **marks)) == [[], [(0, 2), (1, 3)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C18", "C20"])
def test_c18_and_c20_who_came_down_again_does_not_float_on(mark: str) -> None:
    # 0 and 1 have met and come down together; one of them may have 2, the other floats on to 3.
    scores, met = [4, 4, 2, 0], [(0, 1)]
    assert brackets(field(scores, met)) == [[], [(0, 2)], [(1, 3)]]
    assert brackets(field(scores, met, **{mark: {1: DOWN}})) == [[], [(1, 2)], [(0, 3)]]
    # Both marked: one must float on all the same, and 4.4 decides.
    assert brackets(field(scores, met, **{mark: {0: DOWN, 1: DOWN}})) == [[], [(0, 2)], [(1, 3)]]
    # An upfloat does not count.
    assert brackets(field(scores, met, **{mark: {1: UP}})) == [[], [(0, 2)], [(1, 3)]]


@pytest.mark.parametrize("mark", ["last_float", "float_before"], ids=["C19", "C21"])
def test_c19_and_c21_who_floats_up_again_meets_the_nearest_score(mark: str) -> None:
    # 0 (6) and 1 (4) have met and meet 2 and 3 (2), of whom 2 floats up again whoever it meets:
    # by 4 half points against 0, by 2 against 1.
    scores, met = [6, 4, 2, 2], [(0, 1)]
    assert brackets(field(scores, met)) == [[], [], [(0, 2), (1, 3)]]
    assert brackets(field(scores, met, **{mark: {2: UP}})) == [[], [], [(0, 3), (1, 2)]]
    assert brackets(field(scores, met, **{mark: {2: DOWN}})) == [[], [], [(0, 2), (1, 3)]]


def test_c18_comes_before_c20() -> None:
    marks: dict[str, Any] = {"float_before": {0: DOWN}, "last_float": {1: DOWN}}
    assert brackets(field([4, 4, 2, 0], [(0, 1)], **marks)) == [[], [(1, 2)], [(0, 3)]]


def test_c19_comes_before_c21() -> None:
    marks: dict[str, Any] = {"float_before": {2: UP}, "last_float": {3: UP}}
    assert brackets(field([6, 4, 2, 2], [(0, 1)], **marks)) == [[], [], [(0, 2), (1, 3)]]
    turned: dict[str, Any] = {"float_before": {3: UP}, "last_float": {2: UP}}
    assert brackets(field([6, 4, 2, 2], [(0, 1)], **turned)) == [[], [], [(0, 3), (1, 2)]]


def test_4_4_the_first_set_of_moved_down_players_is_paired() -> None:
    # 0, 1 and 2 have met each other and come down; 3 and 4 are two: {0, 1} comes first.
    scores, met = [4, 4, 4, 2, 2, 0], [(0, 1), (0, 2), (1, 2)]
    assert brackets(field(scores, met)) == [[], [(0, 3), (1, 4)], [(2, 5)]]
    # 1 has met 3 and 4: {0, 2}.
    assert brackets(field(scores, [*met, (1, 3), (1, 4)])) == [[], [(0, 3), (2, 4)], [(1, 5)]]
