"""Article by article: small rounds whose answer follows from the text, with the calculation.

`1 12 +/-` is a point by forfeit, `F` a full-point bye, `H` a half: they leave no colour and no
meeting, so that only the order of the text decides.
"""

import pytest
from msgspec import structs

from dsl.crosstables import crosstable
from dsl.dutch_worlds import side
from dsl.lim_worlds import BOOK, FIDE, groups, lim_world, numbered, paired
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.colours import colour_for
from planilla.domain.pairing.floats import floats_by_round, mark_of
from planilla.domain.pairing.swiss.lim.rules import LIM, LimGroup, lim_float
from planilla.domain.pairing.system import (
    Explanation,
    Instead,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
)
from planilla.domain.vocabulary import ByeKind, Colour

SIX_WIN = "1 7 +/-, 2 8 +/-, 3 9 +/-, 4 10 +/-, 5 11 +/-, 6 12 +/-"
SEVEN_WIN = "1 8 +/-, 2 9 +/-, 3 10 +/-, 4 11 +/-, 5 12 +/-, 6 13 +/-, 7 14 +/-"
BOTH = pytest.mark.parametrize("system", [FIDE, BOOK])


def _maxi(world: PairingInput) -> str:
    return numbered(structs.replace(world, is_maxi=True))


def _bye(world: PairingInput, system: str = FIDE) -> int:
    ((seat, kind),) = paired(world, system).byes
    assert kind is ByeKind.PAIRING_ALLOCATED
    return seat + 1


# The bye


def test_1_1_the_lowest_ranked_of_the_lowest_group_has_the_bye() -> None:
    # 1 and 2 won, 5 had a free point, 3 and 4 lost.
    assert _bye(lim_world(5, "1 3 1-0, 4 2 0-1, 5 U")) == 4


def test_1_1_a_point_without_playing_bars_from_the_bye() -> None:
    # 3 and 4 lost; 4 had the bye before, 3 won by forfeit: the next above is 2, with a draw.
    world = lim_world(5, "3 5 +/-, 4 U, 1 2 ½-½", "1 3 1-0, 5 4 1-0, 2 Z")
    assert _bye(structs.replace(world, present=(0, 1, 2, 3, 4))) == 2


@BOTH
def test_1_1_the_others_must_still_have_a_pairing(system: str) -> None:
    # Only 1 and 3 may meet: 2 rests, and not the lowest.
    assert _bye(lim_world(3, apart="1-2 2-3"), system) == 2


def test_7_1_in_round_1_the_lowest_rated_has_the_bye() -> None:
    assert _bye(lim_world(3, ratings=(2000, 1500, 1600))) == 2


def test_7_1_of_equal_ratings_the_highest_number_has_the_bye() -> None:
    assert _bye(lim_world(3, ratings=(1500, 1500, 1600))) == 2


@BOTH
def test_without_an_eligible_player_there_is_no_pairing(system: str) -> None:
    world = lim_world(3, "1 2 1-0, 3 U", "3 1 1-0, 2 U", "2 3 1-0, 1 U")
    answer = SYSTEMS[system].answer(world)
    assert isinstance(answer, NoPairing)
    assert answer.reason == "no-legal-pairing"
    assert answer.seats


@pytest.mark.parametrize(
    ("rounds", "bye"),
    [
        # 3 alone has half a point; it floated down in the last round, but nobody else is left.
        pytest.param(("1 F, 2 Z, 3 H, 4 F, 5 F", "3 2 0-1, 1 Z, 4 Z, 5 Z"), 3, id="one candidate"),
        # 3 and 4 have half a point, and neither floated: the higher number.
        pytest.param(("4 3 ½-½, 1 F, 2 F, 5 F", "4 Z, 3 Z, 1 H, 2 H, 5 H"), 4, id="nobody floated"),
    ],
)
def test_b5_the_book_gives_the_bye_within_the_lowest_group(
    rounds: tuple[str, ...], bye: int
) -> None:
    assert _bye(lim_world(5, *rounds), BOOK) == bye


@pytest.mark.parametrize(
    ("rounds", "bye"),
    [
        # 4 and 3 have half a point; 4 lost it to 5, who had none: D. 3 has the bye.
        pytest.param(("4 H, 3 H, 1 F, 2 F, 5 Z", "4 5 0-1, 3 Z, 1 F, 2 F"), 3, id="last round"),
        # The same a round earlier: d.
        pytest.param(
            ("4 H, 3 H, 1 F, 2 F, 5 Z", "4 5 0-1, 3 Z, 1 F, 2 F", "1 F, 2 F, 5 F"), 3, id="before"
        ),
    ],
)
def test_b5_b6_the_book_passes_over_who_floated_down_while_another_is_left(
    rounds: tuple[str, ...], bye: int
) -> None:
    assert _bye(lim_world(5, *rounds), BOOK) == bye


# The groups and their order


def test_2_2_the_median_is_paired_last_and_the_lower_groups_upwards() -> None:
    # After two rounds the median has one point (two units).
    world = lim_world(8, "1 5 1-0, 2 6 1-0, 3 7 1-0, 4 8 1-0", "2 1 0-1, 3 4 ½-½, 6 5 1-0, 7 8 ½-½")
    assert [points for points, _, _ in groups(world)] == [4, 3, 0, 1, 2]


def test_article_8_round_2_pairs_one_point_then_none_then_half_a_point() -> None:
    world = lim_world(6, "1 4 1-0, 5 2 ½-½, 3 6 1-0")
    assert [points for points, _, _ in groups(world)] == [2, 0, 1]


def test_2_2_the_median_exists_without_residents() -> None:
    # 1 beat 3 and 2 beat 4: nobody has half a point.
    world = lim_world(4, "1 3 1-0, 4 2 0-1", apart="1-2 3-4")
    assert groups(world) == [
        (2, "", "2:no-opponent 1:no-opponent"),
        (0, "", "3:no-opponent-up 4:no-opponent-up"),
        (1, "1-4 2-3", ""),
    ]


def test_2_2_no_score_need_be_half_of_the_points() -> None:
    # At three points for a win the median after round 1 has 1½: it is shown as 1.
    world = lim_world(4, "1 3 +/-, 2 4 +/-", apart="1-2 3-4")
    table = structs.replace(world.crosstable, point_system="3-1-0")
    assert groups(structs.replace(world, crosstable=table))[-1] == (1, "1-3 2-4", "")


def test_2_5_who_has_met_is_exchanged() -> None:
    # All have one point. 1 has met 3 and 4: 2 is left.
    world = lim_world(4, "1 3 1-0, 2 4 1-0", "4 1 1-0, 3 2 1-0")
    ((points, pairs, floaters),) = groups(world)
    assert (points, pairs, floaters) == (2, "1-2 3-4", "")


@BOTH
def test_2_6_a_pair_below_is_taken_back_where_more_floaters_came_from_above(system: str) -> None:
    # 1 and 2 come down and may not meet; 3-4 is taken back.
    assert groups(lim_world(4, "1 3 +/-, 2 4 +/-", apart="1-2"), system) == [
        (2, "", "2:no-opponent 1:no-opponent"),
        (0, "", "3:median 4:median"),
        (1, "1-3 2-4", ""),
    ]


@BOTH
def test_2_6_a_pair_above_is_taken_back_otherwise(system: str) -> None:
    assert groups(lim_world(4, "1 3 +/-, 2 4 +/-", apart="3-4"), system) == [
        (2, "", "1:median 2:median"),
        (0, "", "3:no-opponent-up 4:no-opponent-up"),
        (1, "1-3 2-4", ""),
    ]


def test_2_6_the_pair_made_last_is_taken_back_first() -> None:
    # 7 and 8 come up and may not meet. Above, 1-3 was made before 2-4: 2-4 is taken back, and that
    # is enough. 2 may not take 4, for 7 and 8 would be left.
    world = lim_world(8, "1 5 +/-, 2 6 +/-, 3 7 +/-, 4 8 +/-", apart="7-8 5-7 5-8 6-7 6-8")
    assert groups(world) == [
        (2, "1-3", "2:median 4:median"),
        (0, "5-6", "7:no-opponent-up 8:no-opponent-up"),
        (1, "2-7 4-8", ""),
    ]


# Floaters


def test_3_2_2_the_floater_equalises_the_colours_that_are_due() -> None:
    # Of the winners 1 and 2 had White, 3 Black: two are due Black, and 2 is the lower numbered.
    assert groups(lim_world(6, "1 4 1-0, 2 5 1-0, 6 3 0-1"))[0] == (2, "1-3", "2:odd")


@pytest.mark.parametrize(
    ("second", "floater"), [pytest.param(1800, 2, id="near"), pytest.param(1801, 3, id="far")]
)
def test_3_2_3_in_a_maxi_tournament_only_within_100_points(second: int, floater: int) -> None:
    # The lowest numbered of the group, 3, has 1700.
    world = lim_world(
        6, "1 4 1-0, 2 5 1-0, 6 3 0-1", ratings=(2000, second, 1700, 1600, 1500, 1400)
    )
    answer = paired(structs.replace(world, is_maxi=True))
    assert [each.seat + 1 for each in answer.explanation.steps[0].floaters] == [floater]


@BOTH
def test_3_2_4_otherwise_the_lowest_numbered_goes_down_and_the_highest_numbered_up(
    system: str,
) -> None:
    above, below, _ = groups(lim_world(14, SEVEN_WIN), system)
    assert above == (2, "1-4 2-5 3-6", "7:odd")
    # Upwards 8 floats; 14 tries 11, 10, 9 …: article 4.3.
    assert below == (0, "11-14 10-13 9-12", "8:odd-up")


def test_3_3_the_floater_must_have_an_opponent_in_the_adjacent_group() -> None:
    # 3 may meet neither 4 nor 5: 2 floats.
    world = lim_world(6, "1 F, 2 F, 3 F, 4 H, 5 H, 6 Z", apart="3-4 3-5")
    assert groups(world) == [
        (2, "1-3", "2:odd"),
        (0, "", "6:no-opponent-up"),
        (1, "2-4 5-6", ""),
    ]


@pytest.mark.parametrize(
    ("apart", "above", "median"),
    [
        # Only 1 may meet the others: two float. 4 needs 5, so that 3 has nobody, and 2 has 6.
        pytest.param("2-3 2-4 3-4 3-6 4-6", (2, "1-3", "4:odd 2:odd"), "2-6 4-5", id="needed"),
        # 4 can do with 6: 3 has 5.
        pytest.param("2-3 2-4 3-4 3-6", (2, "1-2", "4:odd 3:odd"), "3-5 4-6", id="not needed"),
    ],
)
def test_3_3_opponents_that_other_floaters_need_do_not_count(
    apart: str, above: tuple[int, str, str], median: str
) -> None:
    world = lim_world(6, "1 F, 2 F, 3 F, 4 F, 5 H, 6 H", apart=apart)
    assert groups(world) == [above, (1, median, "")]


def test_3_9_who_has_floated_already_does_not_float_again_if_another_can() -> None:
    # 1 floats to 2 and 3, who both floated in the last round (3.10): 3 floats, type d, and not 1.
    world = lim_world(
        8,
        "1 F, 2 H, 3 H, 4 H, 5 H, 6 F, 7 F, 8 Z",
        "1 F, 2 6 1-0, 3 7 1-0, 4 H, 5 H, 8 Z",
    )
    assert groups(world)[:2] == [(4, "", "1:no-opponent"), (3, "1-2", "3:odd")]


def test_3_10_nobody_floats_again_merely_to_make_a_group_even() -> None:
    # 2, 3 and 4 have half a point; 2 floated up to 1 in the last round: 3 floats.
    world = lim_world(6, "1 F, 2 Z, 3 H, 4 H, 5 F, 6 Z", "1 2 ½-½, 3 Z, 4 Z, 5 Z, 6 F")
    assert groups(world) == [
        (3, "", "1:no-opponent"),
        (1, "2-4", "3:odd-up"),
        (2, "1-5 3-6", ""),
    ]


def test_3_10_only_a_game_against_another_score_is_a_float() -> None:
    # 3 met 1 with the same points, 2 beat 4 by forfeit, 5 floats down to 6, who floats up.
    table = crosstable(6, "1 F, 2 F, 3 F, 4 Z, 5 F, 6 Z", "1 3 ½-½, 2 4 +/-, 5 6 1-0")
    marks = [mark_of(floats) for floats in floats_by_round(table, lim_float)]
    assert marks == ["", "", "", "", "D", "A"]


def test_3_8_a_floater_meets_the_first_who_is_due_the_other_colour() -> None:
    # 1 and 3 had White, 4 and 2 Black: 1 comes down and takes 4; 2 comes up and takes 3.
    world = lim_world(4, "1 2 1-0, 3 4 ½-½")
    assert groups(world)[-1] == (1, "1-4 2-3", "")
    assert numbered(world) == "4-1 2-3"


@pytest.mark.parametrize(
    ("fourth", "boards"),
    [
        pytest.param(1500, "4-1 2-3", id="near"),
        # 4 is too far from 3: 1 takes 3, the first. Both had White: 1 is ranked higher (5.4).
        pytest.param(1499, "3-1 4-2", id="far"),
    ],
)
def test_3_8_in_a_maxi_tournament_only_within_100_points(fourth: int, boards: str) -> None:
    world = lim_world(4, "1 2 1-0, 3 4 ½-½", ratings=(2000, 1900, 1600, fourth))
    assert _maxi(world) == boards


# Exchanges


@BOTH
@pytest.mark.parametrize(
    ("apart", "opponent"),
    [("", 4), ("1-4", 5), ("1-4 1-5", 6), ("1-4 1-5 1-6", 3), ("1-3 1-4 1-5 1-6", 2)],
)
def test_4_2_the_first_of_six_tries_4_5_6_3_2(apart: str, opponent: int, system: str) -> None:
    _, pairs, floaters = groups(lim_world(12, SIX_WIN, apart=apart), system)[0]
    assert (pairs.split()[0], floaters) == (f"1-{opponent}", "")


@BOTH
@pytest.mark.parametrize(
    ("apart", "opponent"),
    [
        ("", 9),
        ("9-12", 8),
        ("8-12 9-12", 7),
        ("7-12 8-12 9-12", 10),
        ("7-12 8-12 9-12 10-12", 11),
    ],
)
def test_4_3_the_last_of_six_tries_3_2_1_4_5_upwards(
    apart: str, opponent: int, system: str
) -> None:
    # 7 to 12 lost: they are numbers 1 to 6 of the group.
    _, pairs, floaters = groups(lim_world(12, SIX_WIN, apart=apart), system)[1]
    assert (pairs.split()[0], floaters) == (f"{opponent}-12", "")


@BOTH
def test_4_4_1_who_cannot_be_paired_floats_instead_of_the_floater_of_an_odd_group(
    system: str,
) -> None:
    # Without 2, whom nobody may meet, 7 stays and the proposal is 1-5, 3-6, 4-7.
    world = lim_world(14, SEVEN_WIN, apart="1-2 2-3 2-4 2-5 2-6 2-7")
    assert groups(world, system)[0] == (2, "1-5 3-6 4-7", "2:no-opponent")


@BOTH
def test_4_4_2_who_cannot_be_paired_floats_with_the_lowest_numbered_of_an_even_group(
    system: str,
) -> None:
    # 1 may only meet 6, and nobody 2: without 6 there would be one pair less, so 5 goes with 2.
    world = lim_world(12, SIX_WIN, apart="1-2 1-3 1-4 1-5 2-3 2-4 2-5 2-6")
    assert groups(world, system)[0] == (2, "1-6 3-4", "5:odd 2:no-opponent")


# Colours


def test_5_2_the_second_scrutiny_looks_for_the_other_colour() -> None:
    # 1, 2 and 3 had White, 4 Black: 1 takes 4. Upwards 8 had White and 7, 6, 5 Black: 8 takes 6.
    # 2-3 and 5-7 have the same histories: the higher ranked 2 has its colour, below the median
    # the lower ranked 7.
    world = lim_world(8, "1 5 1-0, 2 6 1-0, 3 7 1-0, 8 4 0-1")
    assert [pairs for _, pairs, _ in groups(world)] == ["1-4 2-3", "6-8 5-7"]
    assert numbered(world) == "4-1 3-2 7-5 6-8"


def test_5_7_in_a_maxi_tournament_nobody_further_than_100_points_is_exchanged_for_colours() -> None:
    # 4 is 101 points from 3: 1-3 and 2-4 stay. Below, 8 takes 6 as proposed.
    world = lim_world(
        8,
        "1 5 1-0, 2 6 1-0, 3 7 1-0, 8 4 0-1",
        ratings=(2400, 2300, 2201, 2100, 2000, 1900, 1800, 1700),
    )
    assert _maxi(world) == "3-1 4-2 7-5 6-8"


@pytest.mark.parametrize(
    ("higher", "lower", "drawn", "colour", "article"),
    [
        pytest.param("BN", "NB", Colour.WHITE, Colour.WHITE, "5.2", id="both get theirs"),
        pytest.param("B", "", Colour.WHITE, Colour.BLACK, "5.2", id="one without a game"),
        pytest.param("", "B", Colour.WHITE, Colour.WHITE, "5.2", id="the other without"),
        # Both are due Black; the lower ranked has had White twice running.
        pytest.param("B", "NBB", Colour.WHITE, Colour.WHITE, "5.1", id="three in a row"),
        # Both are due Black; the higher ranked would have three more White games than Black.
        pytest.param("BNBB", "B", Colour.WHITE, Colour.BLACK, "5.1", id="a difference"),
        # From the last: N N, B B, then N and B: the higher had Black there and has White.
        pytest.param("BNBN", "NBBN", Colour.WHITE, Colour.WHITE, "5.4", id="history"),
        pytest.param("BN", "BN", Colour.WHITE, Colour.WHITE, "5.4-higher", id="the same history"),
        pytest.param("", "", Colour.BLACK, Colour.BLACK, "7.2", id="by lot"),
    ],
)
def test_the_colours_of_a_pair_follow_article_5(
    higher: str, lower: str, drawn: Colour, colour: Colour, article: str
) -> None:
    rules = LIM.colour_rules(LimGroup(points=0, residents=()))
    assert colour_for(rules, side(higher), side(lower), drawn) == (colour, article)


@pytest.mark.parametrize(("histories", "article"), [(("BN", "BN"), "5.4-lower"), (("", ""), "7.2")])
def test_5_4_below_the_median_the_lower_ranked_gets_the_due_colour(
    histories: tuple[str, str], article: str
) -> None:
    # Both are due White, or have the lot: Black for the higher ranked either way.
    rules = LIM.colour_rules(LimGroup(points=0, residents=(), upward=True))
    higher, lower = map(side, histories)
    assert colour_for(rules, higher, lower, Colour.BLACK) == (Colour.BLACK, article)


TWO_WHITES = ("1 3 1-0, 2 4 1-0", "1 4 1-0, 2 3 1-0")


def test_5_1_two_who_must_have_the_same_colour_do_not_meet() -> None:
    # 1 and 2 had White twice, 3 and 4 Black twice, and each has met the two others.
    world = lim_world(4, *TWO_WHITES)
    assert SYSTEMS[FIDE].answer(world) == NoPairing(reason="no-legal-pairing", seats=(0, 1, 2, 3))


def test_6_1_in_the_last_round_equal_points_come_before_colours() -> None:
    # The same in the last round: 2 has White a third time, below the median 3 Black.
    assert numbered(lim_world(4, *TWO_WHITES, planned=3)) == "2-1 4-3"


@pytest.mark.parametrize(
    ("planned", "system", "codes"),
    [
        (9, FIDE, {"same-absolute-colour", "colour-three-times", "colour-difference"}),
        (3, FIDE, set()),
        (9, BOOK, set()),
    ],
)
def test_5_1_and_6_1_a_pairing_by_hand_is_checked(
    planned: int, system: str, codes: set[str]
) -> None:
    check = SYSTEMS[system].check
    assert check is not None
    by_hand = Pairing(boards=((1, 0), (3, 2)), explanation=Explanation(system="by hand"))
    faults = check(lim_world(4, *TWO_WHITES, planned=planned), by_hand)
    assert {fault.code for fault in faults} == codes


def test_a_rematch_is_a_fault_in_the_last_round_too() -> None:
    check = SYSTEMS[FIDE].check
    assert check is not None
    by_hand = Pairing(boards=((2, 0), (3, 1)), explanation=Explanation(system="by hand"))
    assert check(lim_world(4, *TWO_WHITES, planned=3), by_hand) == (
        PairingFault(code="rematch", seats=(2, 0)),
        PairingFault(code="rematch", seats=(3, 1)),
    )


# Rounds 1


@pytest.mark.parametrize(
    ("drawn", "start"),
    [
        (Colour.WHITE, ["1-21", "22-2", "3-23", "24-4"]),
        (Colour.BLACK, ["21-1", "2-22", "23-3", "4-24"]),
    ],
)
def test_7_2_round_1_of_forty_players(drawn: Colour, start: list[str]) -> None:
    boards = numbered(lim_world(40, first_colour=drawn)).split()
    assert boards[:4] == start
    assert len(boards) == 20
    assert boards[-1] == ("40-20" if drawn is Colour.WHITE else "20-40")


def test_appendix_b_names_the_higher_ranked_first() -> None:
    assert numbered(lim_world(6), BOOK) == "1-4 2-5 3-6"


# The reasons

ALL_LEVEL = (
    "1 5 1-0, 3 6 1-0, 7 2 0-1, 8 4 0-1",
    "1 6 0-1, 3 5 0-1, 7 4 1-0, 8 2 1-0",
)
"""All have a point; 1 and 3 had White twice, 2 and 4 Black twice."""


@pytest.mark.parametrize(
    ("world", "meeting", "instead"),
    [
        pytest.param(lim_world(4), "first", None, id="as proposed"),
        pytest.param(
            lim_world(4, "1 3 ½-½, 2 4 ½-½"),
            "transposition",
            Instead(seat=2, article="2.5"),
            id="2.5",
        ),
        pytest.param(
            lim_world(4, apart="1-3"),
            "transposition",
            Instead(seat=2, article="C.04.2"),
            id="prohibited",
        ),
        pytest.param(
            lim_world(4, apart="1-3 1-4"),
            "exchange",
            Instead(seat=2, article="C.04.2"),
            id="exchange",
        ),
        pytest.param(
            lim_world(4, apart="2-4"),
            "transposition",
            Instead(seat=2, article="", for_others=True),
            id="for the others",
        ),
        # 1 and 3 had White, 2 and 4 Black.
        pytest.param(
            lim_world(4, "1 4 ½-½, 3 2 ½-½"), "exchange", Instead(seat=2, article="5.2"), id="5.2"
        ),
        pytest.param(
            structs.replace(lim_world(8, *ALL_LEVEL), present=(0, 1, 2, 3)),
            "transposition",
            Instead(seat=2, article="5.1"),
            id="5.1",
        ),
    ],
)
def test_a_board_names_the_first_opponent_in_the_order_and_the_article(
    world: PairingInput, meeting: str, instead: Instead | None
) -> None:
    board = paired(world).explanation.steps[-1].boards[0]
    assert (board.meeting, board.instead) == (meeting, instead)


@BOTH
def test_b3bis_those_of_one_origin_meet_only_where_nothing_else_is_possible(system: str) -> None:
    world = lim_world(4)
    other_opponents = structs.replace(world, unwanted=frozenset({(0, 2)}))
    (step,) = paired(other_opponents, system).explanation.steps
    assert {frozenset((each.white, each.black)) for each in step.boards} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }
    assert step.boards[0].instead == Instead(seat=2, article="B3bis")
    assert (step.given_up, "B3bis" in step.criteria) == ({}, True)
    nobody_else = structs.replace(world, unwanted=frozenset({(0, 1), (0, 2), (0, 3)}))
    (step,) = paired(nobody_else, system).explanation.steps
    assert step.boards[0].meeting == "first"
    assert step.given_up == {"B3bis": 1}


def test_without_unwanted_pairs_nobody_reads_of_origins() -> None:
    (step,) = paired(lim_world(4)).explanation.steps
    assert step.criteria == ()


def test_the_median_shows_who_came_from_above_and_from_below() -> None:
    step = paired(lim_world(4, "1 2 1-0, 3 4 ½-½")).explanation.steps[-1]
    assert (step.moved, step.raised, step.residents) == ((0,), (1,), (2, 3))


def test_nobody_present_is_a_round_without_boards() -> None:
    world = structs.replace(lim_world(3), present=())
    answer = paired(world)
    assert (answer.boards, answer.byes, answer.explanation.steps) == ((), (), ())


def test_b3_who_floated_in_floats_again_only_if_nobody_can_meet_the_player() -> None:
    # 1 comes down to 2, 3 and 4, none of whom it may meet: it goes on, and 2 meets 3 … 4 goes too.
    world = lim_world(
        6, "1 F, 2 F, 3 F, 4 F, 5 H, 6 H", "1 F, 2 H, 3 H, 4 H, 5 H, 6 H", apart="1-2 1-3 1-4"
    )
    assert groups(world, BOOK) == [
        (4, "", "1:no-opponent"),
        (3, "2-3", "1:no-opponent 4:odd"),
        (2, "1-5 4-6", ""),
    ]
