"""A round by FIDE C.04.4.1: the bye, subgroups, shifts, transpositions and colours."""

from typing import Any

import pytest
from msgspec.structs import replace

from dsl.dubov_brackets import barred, met, paired, seeker, world
from planilla.domain.pairing.matching import set_of
from planilla.domain.pairing.swiss.dubov import DUBOV, OF_2026
from planilla.domain.pairing.swiss.dubov.seekers import average_ratings, upfloats_of
from planilla.domain.pairing.swiss.dubov.subgroups import Subgroups, middle_outward, subgroups_of
from planilla.domain.pairing.system import Instead, NoPairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

NEW = "swiss-dubov-2026"


def bye_of(given: PairingInput) -> int | None:
    """The pairing number of who has the bye."""
    return next((seat + 1 for seat, _ in paired(given).byes), None)


def subgroups(
    colours: str, met: list[tuple[int, int]] | None = None, marks: list[int] | None = None
) -> Subgroups:
    """A bracket of players of equal scores, who seek `W` or `B`; places are their numbers."""
    members = [
        seeker(seat, 2, colour, mark=(marks or [0] * len(colours))[seat])
        for seat, colour in enumerate(colours)
    ]
    everybody = (1 << len(colours)) - 1
    rows = [
        everybody & ~set_of([at, *(sum(each) - at for each in met or () if at in each)])
        for at in range(len(colours))
    ]
    return subgroups_of(members, rows, OF_2026)


def boards(found: Subgroups) -> list[tuple[int, int]]:
    return list(zip(found.upper, found.lower, strict=True))


# The first round


def test_the_first_half_meets_the_second_by_pairing_numbers() -> None:
    """3.2.3, and 5.2.1: odd numbers have the initial colour."""
    assert set(paired(world(6)).boards) == {(0, 3), (4, 1), (2, 5)}
    assert set(paired(world(6, first_colour=Colour.BLACK)).boards) == {(3, 0), (1, 4), (5, 2)}


@pytest.mark.parametrize(
    ("options", "passed_over"),
    [
        pytest.param({}, [None, None, None], id="the halves as they are"),
        # 1-5, 2-4, 3-6: of the second half 4 came first for 1.
        pytest.param(
            {"forbidden": frozenset({(0, 3)})},
            [Instead(seat=3, article="C.04.2"), None, None],
            id="a prohibition",
        ),
        pytest.param(
            {"unwanted": frozenset({(0, 3)})},
            [Instead(seat=3, article="B3bis"), None, None],
            id="the same origin",
        ),
        # 1-4, 2-6, 3-5: if 2 met 5, 3 and 6 would be left.
        pytest.param(
            {"forbidden": frozenset({(2, 5)})},
            [None, Instead(seat=4, article="", for_others=True), None],
            id="the others",
        ),
    ],
)
def test_who_came_first_in_the_second_half_is_named_with_the_reason(
    options: dict[str, Any], passed_over: list[Instead | None]
) -> None:
    (step,) = paired(replace(world(6), **options)).explanation.steps
    first = [1, 2, 3]
    found = {min(board.white, board.black) + 1: board.instead for board in step.boards}
    assert [found[number] for number in first] == passed_over


def test_c1_a_former_opponent_came_first() -> None:
    # 3 and 4 seek White, 3 with the lower ARO of 2300: the first who seeks Black is 1, an opponent.
    answer = paired(world(4, "1 3 ½-½, 2 4 ½-½", ratings=(2300, 2400, 2200, 2100)))
    (step,) = answer.explanation.steps
    found = {(board.white, board.black): board.instead for board in step.boards}
    assert found == {(2, 1): Instead(seat=0, article="C1"), (3, 0): None}


@pytest.mark.parametrize(
    ("forbidden", "lower"),
    [
        ((), (4, 5, 6)),
        (((2, 5),), (4, 6, 5)),
        (((1, 4),), (5, 4, 6)),
        (((1, 4), (2, 4)), (5, 6, 4)),
        (((1, 4), (1, 5)), (6, 4, 5)),
        (((1, 4), (1, 5), (2, 4)), (6, 5, 4)),
    ],
)
def test_transpositions_of_three_come_in_the_printed_order(
    forbidden: tuple[tuple[int, int], ...], lower: tuple[int, ...]
) -> None:
    """4.4.2: {A, B, C} {A, C, B} {B, A, C} {B, C, A} {C, A, B} {C, B, A}."""
    assert met(paired(world(6, forbidden=barred(*forbidden)))) == set(
        zip((1, 2, 3), lower, strict=True)
    )


def test_players_of_the_first_half_are_shifted_where_they_must_meet() -> None:
    """3.2.4 without games: 1 may meet only 2, so one of the two goes to the other half.

    The middle of {1, 2} is first 1. Then one of {3, 4} goes up, the middle of which is 3.
    """
    found = met(paired(world(4, forbidden=barred((1, 3), (1, 4)))))
    assert found == {(1, 2), (3, 4)}


# The bye (3.1)


def test_the_bye_goes_to_the_lowest_score() -> None:
    assert bye_of(world(5)) == 5
    assert bye_of(world(5, "1 2 0-1, 3 4 0-1, 5 U")) == 3


def test_of_equal_scores_to_whoever_has_played_most_games() -> None:
    """4 lost by forfeit, and has no game."""
    assert bye_of(world(5, "1 2 1-0, 3 4 +/-, 5 U")) == 2


def test_of_equal_games_to_the_largest_number() -> None:
    assert bye_of(world(5, "1 2 1-0, 3 4 1-0, 5 U")) == 4


def test_c2_nobody_has_it_after_as_much_as_a_win_without_playing() -> None:
    """5 had the bye, 4 a full point by request, 3 a win by forfeit, 2 lost."""
    assert bye_of(world(5, "3 2 +/-, 4 F, 5 U, 1 H")) == 2
    nobody = world(3, "1 2 +/-, 3 U", present=(0, 2), rounds_planned=3)
    assert bye_of(nobody) is None


def test_the_bye_leaves_a_pairing_of_all_others() -> None:
    """3 may meet nobody but 5."""
    assert bye_of(world(5, forbidden=barred((1, 3), (2, 3), (3, 4)))) == 4


def test_without_a_legal_pairing_it_is_told_who_is_left_over() -> None:
    answer = DUBOV[NEW].answer(world(4, forbidden=barred((1, 2), (1, 3), (1, 4))))
    assert isinstance(answer, NoPairing)
    assert len(answer.seats) == 2
    assert 0 in answer.seats


def test_without_anybody_for_the_bye_it_is_told_who_is_left_over() -> None:
    answer = DUBOV[NEW].answer(world(3, "1 F, 2 F, 3 F"))
    assert isinstance(answer, NoPairing)
    assert len(answer.seats) == 1


def test_one_player_has_the_bye_and_nobody_an_empty_round() -> None:
    assert bye_of(world(1)) == 1
    assert paired(world(2, present=())).boards == ()


# Average ratings, upfloats, preferences


def test_1_7_the_average_is_rounded_to_the_nearest_a_half_upwards() -> None:
    """1 met 2000 and 2001: 2000.5; 4, without a rating, counts with 0; a forfeit does not count."""
    given = world(
        5, "1 2 1-0, 3 4 1-0", "3 1 0-1, 2 4 1-0", "1 5 +/-", ratings=(2100, 2000, 2001, 0, 1500)
    )
    # 2 met 2100 and 0: 1050; 3 met 0 and 2100: 1050; 4 met 2001 and 2000: 2000.5.
    assert list(average_ratings(given)) == [2001, 1050, 1050, 2001, 0]


def test_1_8_an_upfloat_is_a_game_against_a_higher_score() -> None:
    """Round 2: 2 (0 points) meets 1 (1 point), 4 forfeits against 3, and both have a mark apart."""
    given = world(4, "1 3 1-0, 4 2 ½-½", "1 2 1-0, 4 3 -/+")
    assert upfloats_of(given) == (0, 1, 0, 0)


def test_1_8_scores_for_upfloats_have_their_fictitious_points() -> None:
    """1 had a point more in round 1, when 3 met it."""
    accelerated = ((2, 0), (2, 0), (0, 0), (0, 0))
    given = world(4, "1 3 ½-½, 2 4 ½-½", accelerated=accelerated)
    assert upfloats_of(given) == (0, 0, 1, 1)


def test_1_6_4_without_a_game_black_is_sought_mildly() -> None:
    """2 and 3 drew: 3, who had Black, seeks White and meets the newcomer 1 of half a point.

    2 seeks Black like 1 and 4, who got half a point each for a round away.
    """
    given = world(4, "2 3 ½-½, 1 H, 4 H")
    # G1 is {3}, G2 {1, 2, 4}: its middle, 2, is shifted; ARO of 2 is 2200, of 3 2300.
    # S1 is {2, 3}, G2 {1, 4}: 2-1 and 3-4. 2 and 1 seek Black: 2's preference is strong, for the
    # difference of its colours is 1, the newcomer's is mild (5.2.3).
    assert set(paired(given).boards) == {(0, 1), (2, 3)}


def test_c3_two_of_the_same_absolute_preference_never_meet() -> None:
    """1 and 2 lead with two Blacks each, before the last round: no top scorer is exempt."""
    rounds = ("3 1 0-1, 4 2 0-1", "4 1 0-1, 3 2 0-1")
    given = world(6, *rounds, present=(0, 1, 4, 5), rounds_planned=3)
    assert set(paired(given).boards) == {(0, 4), (1, 5)}


# Subgroups (3.2.3 to 3.2.6)


def test_4_3_3_shifters_are_numbered_from_the_middle_outwards() -> None:
    """Of A to G the order is D, C, E, B, F, A, G; of two middles the upper one comes first."""
    seven = [seeker(seat, 2, "B") for seat in range(7)]
    assert "".join("ABCDEFG"[place] for place in middle_outward(seven)) == "DCEBFAG"
    assert "".join("ABCDEF"[place] for place in middle_outward(seven[:6])) == "CDBEAF"
    assert middle_outward([]) == []


def test_3_2_3_seekers_of_white_go_by_the_average_of_their_opponents() -> None:
    found = subgroups("WWWBBB", marks=[2100, 1900, 2000, 0, 0, 0])
    assert boards(found) == [(1, 3), (2, 4), (0, 5)]
    assert found.shifted == ((), ())


def test_3_2_3_equal_averages_go_by_pairing_numbers() -> None:
    assert boards(subgroups("WWBB", marks=[2000, 2000, 0, 0])) == [(0, 2), (1, 3)]


def test_3_2_6_the_first_transposition_that_is_legal() -> None:
    assert boards(subgroups("WWBB", [(0, 2)])) == [(0, 3), (1, 2)]


def test_3_2_4_the_middle_of_the_larger_subgroup_is_shifted() -> None:
    """By averages the seekers of White are 3, 2, 1, 0 and 4: the middle is 1."""
    found = subgroups("WWWWWB", marks=[2200, 2100, 2000, 1900, 2300, 0])
    # Two of five are shifted: 1, and of 2 and 0 the upper one, 2. Left are 3, 0 and 4.
    assert found.shifted == ((), (1, 2))
    assert boards(found) == [(3, 1), (0, 2), (4, 5)]


def test_3_2_4_seekers_of_black_are_shifted_by_their_numbers() -> None:
    """Of 1 to 5 the middle is 3, then comes 2; they are sorted into S1 by their averages."""
    found = subgroups("WBBBBB", marks=[2000, 0, 2100, 1900, 0, 0])
    assert found.shifted == ((), (2, 3))
    assert boards(found) == [(3, 1), (0, 4), (2, 5)]


def test_3_2_4_another_is_shifted_where_the_first_leaves_no_pairing() -> None:
    """3 has met all seekers of Black but one of those who stay, and would have nobody."""
    found = subgroups("WBBB", [(2, 1), (2, 3)])
    # 2 can meet only 0, so it stays; of 1 and 3 the upper one is shifted and meets the other.
    assert found.shifted == ((), (1,))
    assert boards(found) == [(0, 2), (1, 3)]


def test_3_2_4_candidates_are_fixed_one_after_another() -> None:
    """Two of five seekers of Black are shifted; 3, the middle one, can meet 0 alone."""
    found = subgroups("WBBBBB", [(3, 1), (3, 2), (3, 4), (3, 5)])
    assert found.shifted == ((), (2, 4))
    assert boards(found) == [(0, 3), (2, 1), (4, 5)]


def test_3_2_4_two_seekers_of_white_who_must_meet() -> None:
    """0 can meet only 1. (a) shifts one of them, (b) one who seeks Black, to have two and two.

    Of {0, 1} the first is 0, of {2, 3} it is 2; S1 is then {1, 2}, G2 {0, 3}.
    """
    found = subgroups("WWBB", [(0, 2), (0, 3)])
    assert found.shifted == ((0,), (2,))
    assert boards(found) == [(1, 0), (2, 3)]


def test_3_2_4_only_those_who_seek_the_larger_subgroups_colour_even_out() -> None:
    """1 seeker of Black too many, and 0 can meet only 1, who also seeks White.

    (a) shifts 0; (b) shifts two of 2 to 5, the middle ones 3 and 4, and not 0 back.
    """
    found = subgroups("WWBBBB", [(0, 2), (0, 3), (0, 4), (0, 5)])
    assert found.shifted == ((0,), (3, 4))
    assert boards(found) == [(1, 0), (3, 2), (4, 5)]


# Articles on colours: 5.2


@pytest.mark.parametrize(
    ("given", "expected", "rule"),
    [
        (world(2), (0, 1), "5.2.1"),
        (world(2, first_colour=Colour.BLACK), (1, 0), "5.2.1"),
        (world(4, "1 3 ½-½, 4 2 ½-½", present=(0, 1)), (1, 0), "5.2.2"),
        (world(4, "1 3 ½-½, 4 2 ½-½", "1 H, 2 3 ½-½", present=(0, 1)), (1, 0), "5.2.3"),
        (world(4, "1 3 ½-½, 2 4 ½-½", present=(0, 1)), (1, 0), "5.2.5"),
    ],
)
def test_an_article_of_colours_decides(
    given: PairingInput, expected: tuple[int, int], rule: str
) -> None:
    found = paired(given)
    assert found.boards == (expected,)
    assert found.explanation.steps[0].boards[0].colour_rule == rule


def test_5_2_4_the_colours_alternate_from_the_latest_round_in_which_they_differed() -> None:
    """1 had W, B, B, W and 2 had B, W, B, W: both seek Black mildly; 1 had it in round 2."""
    rounds = ("1 3 ½-½, 4 2 ½-½", "5 1 ½-½, 2 6 ½-½", "7 1 ½-½, 8 2 ½-½", "1 9 ½-½, 2 10 ½-½")
    given = world(10, *rounds, present=(0, 1))
    found = paired(given)
    assert found.boards == ((0, 1),)
    assert found.explanation.steps[0].boards[0].colour_rule == "5.2.4"


# What is asked besides


def test_players_of_one_origin_are_kept_apart_in_a_group() -> None:
    assert met(paired(world(4, unwanted=barred((1, 3))))) == {(1, 4), (2, 3)}
    everybody = barred((1, 2), (1, 3), (1, 4))
    assert met(paired(world(4, unwanted=everybody))) == {(1, 3), (2, 4)}


def test_nobody_floats_up_to_keep_players_of_one_origin_apart() -> None:
    played = "1 3 1-0, 4 2 0-1"
    assert met(paired(world(4, played, unwanted=barred((1, 2))))) == {(1, 2), (3, 4)}


def test_of_those_who_float_up_one_of_another_origin_is_taken() -> None:
    """1 leads alone; 2, 3 and 4 have half a point, and 2 and 3 seek Black."""
    played = "1 5 1-0, 2 6 ½-½, 3 7 ½-½, 4 8 ½-½"
    plain = world(8, played, present=(0, 1, 2, 3))
    assert met(paired(plain)) == {(1, 2), (3, 4)}
    apart = world(8, played, present=(0, 1, 2, 3), unwanted=barred((1, 2)))
    assert met(paired(apart)) == {(1, 3), (2, 4)}


def test_fictitious_points_make_the_groups() -> None:
    accelerated = ((2,), (2,), (0,), (0,))
    assert met(paired(world(4, accelerated=accelerated))) == {(1, 2), (3, 4)}


# The explanation


def test_the_bye_is_a_step_of_its_own_before_the_brackets() -> None:
    given = world(5, "1 2 1-0, 3 4 1-0, 5 U")
    first, *brackets = paired(given).explanation.steps
    assert (first.kind, first.bye, first.points) == ("bye", 3, None)
    assert paired(given).byes == ((3, ByeKind.PAIRING_ALLOCATED),)
    # 1, 3 and 5 have a point; 2 floats up.
    assert [each.points for each in brackets] == [2]
    assert (brackets[0].raised, set(brackets[0].residents)) == ((1,), {0, 2, 4})


def test_a_bracket_names_who_is_shifted_and_what_is_given_up() -> None:
    """1, 2, 5 and 6 won with White and seek Black: the middle of the four, 2, is shifted, and 1."""
    given = world(8, "1 3 1-0, 2 4 1-0, 5 7 1-0, 6 8 1-0")
    bracket = paired(given).explanation.steps[0]
    remark = bracket.remark("shifted")
    assert remark is not None
    assert remark.groups == ((1, 4),)
    assert bracket.given_up == {"C7": 2}


def test_transposed_opponents_are_named_so() -> None:
    step = paired(world(6, forbidden=barred((2, 5)))).explanation.steps[0]
    assert [each.meeting for each in step.boards] == ["first", "transposition", "transposition"]


def test_two_newcomers_have_no_preference_to_lose() -> None:
    step = paired(world(2)).explanation.steps[0]
    assert not step.boards[0].same_preference
    assert step.given_up == {}


def test_the_last_round_has_no_criteria_on_upfloats() -> None:
    steps = [paired(world(2, rounds_planned=n)).explanation.steps[0] for n in (1, 2)]
    assert [each.criteria[-1] for each in steps] == ["C7", "C10"]
