"""The edition of 2012 on whole rounds: the worked examples of the seeds, and what is new in it."""

import msgspec
import pytest

from dsl.crosstables import crosstable
from dsl.dutch_2012 import (
    ANSWERS,
    Answer,
    boards,
    by_the_book,
    by_the_engine,
    pairs,
    row,
    the_engine,
)
from dsl.dutch_printed import Printed, as_world
from dsl.dutch_worlds import ROUNDS, as_by_hand, before, boards_in_print, libro, swiss_golden
from planilla.domain.pairing.system import Pairing, PairingInput


def printed_pairs(golden: list[list[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in golden}


@pytest.mark.no_cover
@ANSWERS
def test_a7d_the_odd_round_of_the_seed(answer: Answer) -> None:
    golden = swiss_golden("swiss_dutch", "a7d_odd_round.json")
    # B1.b: 35 got the point of round 4 without playing, and so floated down in it.
    marks = {35: "D"}
    rows = [each | {"float": marks.get(each["no"], "")} for each in golden["group"]]
    printed = as_world(rows)
    assert pairs(answer, printed) == printed_pairs(golden["new_2012"]["pairs"])
    assert pairs(by_the_book, printed) != printed_pairs(golden["new_2012"]["pairs"])


def test_a7d_changes_one_bracket_of_round_5_of_the_book() -> None:
    golden = swiss_golden("swiss_dutch", "a7d_odd_round.json")["new_2012"]
    groups = swiss_golden("dutch_appendix_a", "round_5_groups.json")["groups"]
    answer = the_engine().answer(before(5))
    assert isinstance(answer, Pairing)
    for printed, bracket in zip(groups, answer.explanation.steps, strict=True):
        found = {frozenset((board.white + 1, board.black + 1)) for board in bracket.boards}
        floaters = [floater.seat + 1 for floater in bracket.floaters if floater.reason != "bye"]
        if printed["group_points"] == 1.5:
            assert found == printed_pairs(golden["pairs"])
            assert floaters == [golden["float_down"]]
        if printed["group_points"] > 1.5:
            assert found == {frozenset((each["white"], each["black"])) for each in printed["pairs"]}
            assert floaters == printed["floaters_down"]


@pytest.mark.parametrize("number", ROUNDS)
def test_the_book_is_paired_as_in_2012_but_for_what_a7d_changes(number: int) -> None:
    # In round 5 the group of 1.5 has three other pairs at its end; 31 floats to 33, not 40.
    new = [(35, 25), (27, 40), (31, 33)] if number == 5 else []
    gone = [(31, 25), (27, 35), (40, 33)] if number == 5 else []
    printed, _ = boards_in_print(number)
    expected = {(white + 1, black + 1) for white, black in printed} - set(gone) | set(new)
    answer = boards(by_the_engine, before(number))
    assert {(white + 1, black + 1) for white, black in answer} == expected


@ANSWERS
def test_a7d_gives_way_to_the_number_of_pairs(answer: Answer) -> None:
    # Both are strong for White (A7.d), and there is nobody else: they meet all the same.
    two = [row(1, 1, "0N"), row(2, 1, "N0")]
    assert pairs(answer, as_world(two, bottom=False)) == {frozenset((1, 2))}


@ANSWERS
@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        # Round 3; all are due White, two of them strongly. The halves part the strong ones.
        pytest.param(["0N", "0N", "BN", "BN"], {(1, 3), (2, 4)}, id="none to keep apart"),
        # The halves would bring the strong ones together: 1-3.
        pytest.param(["0N", "BN", "0N", "BN"], {(1, 4), (2, 3)}, id="a transposition"),
    ],
)
def test_a7d_keeps_two_strong_ones_apart_though_as_many_colours_are_refused(
    answer: Answer, colours: list[str], expected: set[tuple[int, int]]
) -> None:
    rows = [row(number, 1, text) for number, text in enumerate(colours, start=1)]
    assert pairs(answer, as_world(rows, bottom=False)) == {frozenset(pair) for pair in expected}
    assert pairs(by_the_book, as_world(rows, bottom=False)) == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


def test_a7e_the_even_round_of_the_seed() -> None:
    golden = swiss_golden("swiss_dutch", "a7e_even_round.json")
    printed = as_world(golden["group"], bottom=False)
    assert pairs(by_the_engine, printed) == printed_pairs(golden["new_pairing"])
    book = as_by_hand(libro().answer(printed.world))
    assert book is not None
    assert printed.pairs(book[0]) == printed_pairs(golden["old_pairing"])


@ANSWERS
def test_a7e_two_strong_ones_meet_only_when_no_mild_one_can_step_in(answer: Answer) -> None:
    # Round 4, all are due Black: 1 and 3 strongly, 2 and 4 mildly. Two colours must be refused,
    # but none of the strong need meet another: not 1-3 and 2-4.
    rows = [row(1, 1.5, "BNB"), row(2, 1.5, "0NB"), row(3, 1.5, "BNB"), row(4, 1.5, "0NB")]
    printed = as_world(rows, bottom=False)
    assert pairs(answer, printed) == {frozenset((1, 4)), frozenset((2, 3))}
    assert pairs(by_the_book, printed) == {frozenset((1, 3)), frozenset((2, 4))}


@ANSWERS
def test_c1_of_the_book_a_floater_is_not_chosen_in_advance(answer: Answer) -> None:
    golden = swiss_golden("swiss_dutch", "appendix_c1_floater.json")
    assert pairs(answer, as_world(golden["group"])) == {
        frozenset(map(int, text.split("-"))) for text in golden["right"]["pairs"]
    }


@ANSWERS
@pytest.mark.parametrize(
    ("of_three", "barred"),
    [
        pytest.param("3 U", True, id="the bye"),
        pytest.param("3 F", True, id="a full point by request"),
        pytest.param("3 4 +/-", True, id="a win by forfeit"),
        pytest.param("3 H", False, id="a half point by request"),
        pytest.param("3 Z", False, id="nothing by request"),
        pytest.param("3 4 -/+", False, id="a loss by forfeit"),
        pytest.param("3 4 -/-", False, id="nobody came"),
        pytest.param("3 4 1-0", False, id="a game"),
    ],
)
def test_b1b_a_point_without_playing_bars_from_the_bye(
    answer: Answer, of_three: str, barred: bool
) -> None:
    # 1 and 2 had their point without playing; so 3 has the bye, or nobody can.
    world = PairingInput(crosstable=crosstable(4, f"1 F, 2 F, {of_three}"), present=(0, 1, 2))
    assert answer(world) == (None if barred else ({(0, 1)}, 2))


def three(*marks: str) -> Printed:
    """1, 2 and 3 with two points of four; 2 and 3 have met, so that one of the two floats."""
    return as_world(
        [
            row(1, 2, "BNBN", marks[0]),
            row(2, 2, "BNBN", marks[1], met="0 3"),
            row(3, 2, "BNBN", marks[2], met="0 2"),
        ]
    )


@ANSWERS
@pytest.mark.parametrize(
    ("marks", "floater"),
    [
        pytest.param(("", "", ""), 3, id="nobody floated: the lowest"),
        pytest.param(("", "", "D"), 2, id="B5: in the last round"),
        pytest.param(("", "", "d"), 2, id="B6: two rounds before"),
        pytest.param(("", "d", "D"), 2, id="B5 before B6"),
        pytest.param(("", "D", "dD"), 2, id="B6 is of the round before the last one only"),
        pytest.param(("", "", "A"), 3, id="an upfloat does not count downwards"),
    ],
)
def test_b5_and_b6_nobody_floats_down_again(
    answer: Answer, marks: tuple[str, str, str], floater: int
) -> None:
    assert pairs(answer, three(*marks)) == {frozenset((1, 5 - floater))}


def test_b6_of_the_book_looks_at_either_of_the_two_rounds() -> None:
    # In the book both have floated in "either of the last two rounds": the lowest floats.
    assert pairs(by_the_book, three("", "D", "dD")) == {frozenset((1, 2))}


@ANSWERS
@pytest.mark.parametrize(
    ("marks", "opponent"),
    [
        pytest.param(("", ""), 2, id="nobody floated: the highest"),
        pytest.param(("A", ""), 3, id="B5: in the last round"),
        pytest.param(("a", ""), 3, id="B6: two rounds before"),
        pytest.param(("A", "a"), 3, id="B5 before B6"),
        pytest.param(("aA", "A"), 3, id="B6 is of the round before the last one only"),
        pytest.param(("D", ""), 2, id="a downfloat does not count upwards"),
    ],
)
def test_b5_and_b6_nobody_floats_up_again(
    answer: Answer, marks: tuple[str, str], opponent: int
) -> None:
    # 1 comes down to 2, 3 and 4, who have met among themselves.
    rows = [
        row(1, 3, "NBNB"),
        row(2, 2, "BNBN", marks[0], met="0 3 4"),
        row(3, 2, "BNBN", marks[1], met="0 2 4"),
        row(4, 2, "BNBN", "aA", met="0 2 3"),
        row(5, 1, "BNBN"),
        row(6, 1, "NBNB"),
    ]
    found = pairs(answer, as_world(rows, bottom=False))
    assert frozenset((1, opponent)) in found


@ANSWERS
def test_b1b_who_wins_by_forfeit_has_floated_down(answer: Answer) -> None:
    # 6 did not come: 3 has a point, as have 1 and 2, and may float down no more.
    world = PairingInput(
        crosstable=crosstable(6, "1 4 1-0, 5 2 0-1, 3 6 +/-"), present=(0, 1, 2, 3, 4, 5)
    )
    found = boards(answer, world)
    assert frozenset((0, 1)) not in {frozenset(board) for board in found}
    assert (0, 1) in boards(by_the_book, world) or (1, 0) in boards(by_the_book, world)


@ANSWERS
@pytest.mark.parametrize(
    ("points", "may"),
    [
        pytest.param((3, 2.5), True, id="both above half"),
        pytest.param((2.5, 2), True, id="one of the two above half"),
        pytest.param((2, 2), False, id="neither: exactly half"),
    ],
)
def test_b2_two_absolutes_meet_in_the_last_round_if_one_is_a_top_scorer(
    answer: Answer, points: tuple[float, float], may: bool
) -> None:
    rows = [row(1, points[0], "BNBB"), row(2, points[1], "BNBB")]
    last = as_world(rows, bottom=False, last=True)
    assert (answer(last.world) is not None) == may
    assert answer(as_world(rows, bottom=False).world) is None
    assert (by_the_book(last.world) is not None) == (min(points) > 2)


def field(points: list[float], *met: str, colours: str = "BNBN") -> Printed:
    """Players from 1 on, all of one colour history; `met` are pairs such as `1 3`."""
    meetings = [set(map(int, pair.split())) for pair in met]
    rows = [
        row(
            number,
            each,
            colours,
            met=" ".join(str(sum(pair) - number) for pair in meetings if number in pair),
        )
        for number, each in enumerate(points, start=1)
    ]
    return as_world(rows, bottom=False)


@ANSWERS
@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param(
            field([3, 3, 3, 2], "1 3", "2 3"),
            {(1, 2), (3, 4)},
            id="C1: 3 has nobody among its own and moves down first",
        ),
        pytest.param(
            field([3, 3, 3, 2, 2, 2, 1, 1], "3 4", "3 5", "3 6"),
            {(1, 3), (2, 4), (5, 6), (7, 8)},
            id="C12: 3 would float, but has met 4, 5 and 6; 2 does instead",
        ),
        pytest.param(
            field([3, 3, 3, 2, 1, 1], "1 4", "2 4", "3 4"),
            {(1, 2), (3, 5), (4, 6)},
            id="C12 does nothing when no other floater makes more pairs",
        ),
        pytest.param(
            field([2, 2, 2, 2, 1, 1], "5 6"),
            {(1, 2), (3, 5), (4, 6)},
            id="C13: 5 and 6 have met; the bracket above gives up a pair",
        ),
        pytest.param(
            field([2, 2, 1, 1], "3 4"),
            {(1, 3), (2, 4)},
            id="C13: no pair would be left above; the two are joined",
        ),
        pytest.param(
            field([3, 3, 2, 1], "2 3", "2 4"),
            {(1, 2), (3, 4)},
            id="C13 changes nothing that can be paired",
        ),
        pytest.param(
            field([3, 3, 2, 1], "3 4", "2 4"),
            {(1, 4), (2, 3)},
            id="C13: joined as often as it takes",
        ),
    ],
)
def test_c_the_brackets_above_change_for_those_below(
    answer: Answer, printed: Printed, expected: set[tuple[int, int]]
) -> None:
    assert pairs(answer, printed) == {frozenset(pair) for pair in expected}


@ANSWERS
def test_c14_fewer_moved_down_players_are_paired_when_not_all_can_be(answer: Answer) -> None:
    # 1 and 2 come down together and may both meet 3 only: 1 does (D3), 4 meets 5, and 2 goes on
    # with 6, whom it has met, to 7 and 8.
    strangers = [f"{one} {other}" for one in (1, 2) for other in (4, 5, 6)]
    found = pairs(answer, field([3, 3, 2, 2, 2, 2, 1, 1], "1 2", *strangers))
    assert found == {frozenset(pair) for pair in ((1, 3), (4, 5), (2, 7), (6, 8))}


@ANSWERS
def test_d4_the_squares_of_the_score_differences_are_smallest(answer: Answer) -> None:
    golden = swiss_golden("swiss_dutch", "d4_b3_lowest_bracket.json")
    names = sorted(golden["points"])
    # F may meet A only.
    met = [f"{number} 6" for number in range(2, 6)]
    found = pairs(answer, field([golden["points"][name] for name in names], *met))
    assert {frozenset(names[number - 1] for number in pair) for pair in found} == {
        frozenset(pair) for pair in golden["best"]["pairs"]
    }


@ANSWERS
def test_b3_also_of_residents_who_differ_after_several_joins(answer: Answer) -> None:
    # 3 may meet 1 only, and all joins with all. 1-3 and 2-5 first; of the rest 4-6 and 7-8 (a
    # difference of half a point each) are closer than 4-7 and 6-8 (one point each).
    met = [
        *("1 6", "1 7", "1 8", "2 3", "2 4", "2 6", "2 7"),
        *("3 4", "3 5", "3 6", "3 7", "3 8", "4 5", "5 7", "5 8"),
    ]
    printed = field([4, 3.5, 3, 3, 2.5, 2.5, 2, 1.5], *met, colours="BNBNBN")
    expected = {frozenset(pair) for pair in ((1, 3), (2, 5), (4, 6), (7, 8))}
    assert pairs(answer, printed) == expected


@ANSWERS
def test_b3_bis_those_of_the_same_origin_meet_only_when_scores_ask_for_it(answer: Answer) -> None:
    # 1 and 3 are of one club: 1-4 and 2-3 instead. Two alone in their bracket meet all the same.
    world = field([2, 2, 2, 2], colours="BNBN").world
    parted = msgspec.structs.replace(world, unwanted=frozenset({(0, 2)}))
    assert {frozenset(board) for board in boards(answer, parted)} == {
        frozenset((0, 3)),
        frozenset((1, 2)),
    }
    two = field([2, 2, 1, 1]).world
    together = msgspec.structs.replace(two, unwanted=frozenset({(0, 1)}))
    assert {frozenset(board) for board in boards(answer, together)} == {
        frozenset((0, 1)),
        frozenset((2, 3)),
    }
