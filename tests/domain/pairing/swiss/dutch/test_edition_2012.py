"""The edition of 2012 on whole rounds: the worked examples of the seeds, and where it has changed.

Every example is also given to the procedure written out, so that a wrong example shows itself.
"""

from collections.abc import Callable
from typing import Any

import pytest

from dsl.crosstables import crosstable, entrants
from dsl.dutch_articles import edition_2012
from dsl.dutch_articles import libro as edition_of_the_book
from dsl.dutch_by_hand import round_by_hand
from dsl.dutch_printed import Printed, as_world
from dsl.dutch_worlds import ROUNDS, as_by_hand, before, boards_in_print, libro, swiss_golden
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Pairing, PairingInput, RoundSystem, ScheduleSystem
from planilla.domain.vocabulary import Colour

Round = tuple[set[tuple[int, int]], int | None] | None
Answer = Callable[[PairingInput], Round]
Row = dict[str, Any]


def the_engine() -> RoundSystem:
    system = SYSTEMS["swiss-dutch-2012"]
    assert not isinstance(system, ScheduleSystem)
    return system


def by_the_engine(world: PairingInput) -> Round:
    return as_by_hand(the_engine().pair(world))


def by_hand(world: PairingInput) -> Round:
    return round_by_hand(world, edition_2012)


def by_the_book(world: PairingInput) -> Round:
    answer = as_by_hand(libro().pair(world))
    assert answer == round_by_hand(world, edition_of_the_book)
    return answer


ANSWERS = pytest.mark.parametrize("answer", [by_hand, by_the_engine])


def boards(answer: Answer, world: PairingInput) -> set[tuple[int, int]]:
    found = answer(world)
    assert found is not None
    return found[0]


def pairs(answer: Answer, printed: Printed) -> set[frozenset[int]]:
    return printed.pairs(boards(answer, printed.world))


def row(number: int, points: float, colours: str, marks: str = "", met: str = "") -> Row:
    """A printed row; `met` are numbers in the rounds played, such as `0 0 7`."""
    return {
        "no": number,
        "points": points,
        "colors": colours,
        "float": marks,
        "opponents": [int(opponent) for opponent in met.split()],
    }


def printed_pairs(golden: list[list[int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in golden}


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
    answer = the_engine().pair(before(5))
    assert isinstance(answer, Pairing)
    for printed, bracket in zip(groups, answer.explanation.brackets, strict=True):
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
        # Round 3. Two strong and two mild of one colour each: 1-3 and 2-4 keep the strong apart,
        # 1-4 and 2-3 as well; it is A7.d that forbids no pair here.
        pytest.param(["0N", "0N", "BN", "BN"], {(1, 3), (2, 4)}, id="none to keep apart"),
        # 1-3 would be two strong ones.
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
    book = as_by_hand(libro().pair(printed.world))
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
@pytest.mark.parametrize("case", swiss_golden("swiss_dutch", "color_allocation.json")["cases"])
def test_e_colours_are_those_of_the_seeds_and_e3_that_of_fide(
    answer: Answer, case: dict[str, Any]
) -> None:
    rows = [
        row(each["no"], each.get("points", 1.5), each["colors"].split()[0])
        for each in case["players"]
    ]
    rounds = len(rows[0]["colors"])
    if not any("points" in each for each in case["players"]):
        rows = [each | {"points": rounds / 2} for each in rows]
    printed = as_world(rows, bottom=False)
    numbers = sorted(each["no"] for each in rows)
    ((white, black),) = boards(answer, printed.world)
    # C.2: the shorter history ends the comparison, and E4 decides for the higher ranked.
    by_fide = (min(numbers), max(numbers))
    expected = by_fide if case["rule"] == "E3 (book)" else (case["white"], case["black"])
    assert (numbers[white], numbers[black]) == expected


@ANSWERS
@pytest.mark.parametrize(
    ("one", "other", "white"),
    [
        pytest.param("BN", "NB", 1, id="E1: both preferences"),
        pytest.param("00", "BN", 2, id="E1: who has none grants the other's (A7.f)"),
        pytest.param("00", "NB", 1, id="A7.f, Black"),
        pytest.param("BN", "0N", 2, id="E2: strong before mild"),
        pytest.param("0N", "NN", 2, id="E2: absolute before strong"),
        pytest.param("NBBN", "BNBN", 2, id="E3: the latest round with different colours"),
        pytest.param("NB0BN", "BNB0N", 2, id="E3: rounds without a game are left out"),
        pytest.param("00BN", "NBBN", 1, id="E3: no further than the shorter history"),
        pytest.param("BN", "BN", 1, id="E4: the higher ranked"),
        pytest.param("00", "00", 1, id="E5: neither has played: odd numbers have the drawn colour"),
    ],
)
def test_e_who_has_white(answer: Answer, one: str, other: str, white: int) -> None:
    points = len(one) / 2
    printed = as_world([row(1, points, one), row(2, points, other)], bottom=False)
    ((seat, _),) = boards(answer, printed.world)
    assert seat + 1 == white


@ANSWERS
def test_e2_of_two_absolute_preferences_the_larger_difference_is_granted(answer: Answer) -> None:
    # The last round: 1 is a top scorer, so that the two may meet; 2 lacks White twice (B2).
    rows = [row(1, 3, "BNBNN"), row(2, 2.5, "0NNBN")]
    ((white, _),) = boards(answer, as_world(rows, bottom=False, last=True).world)
    assert white == 1


def test_e5_the_first_round_of_gibraltar() -> None:
    golden = swiss_golden("blog_003", "gibraltar_checker.json")
    # Five were not there, and 128-2 is not printed, since the tournament had that board too.
    present = tuple(
        number - 1
        for number in range(1, 256)
        if number not in golden["round_1_reconstruction"]["absent_in_round_1"]
    )
    world = PairingInput(
        crosstable=Crosstable(entrants=entrants(255), rounds_planned=10), present=present
    )
    checker = [tuple(board["checker"]) for board in golden["differences"]["1"]]
    assert {(white + 1, black + 1) for white, black in boards(by_the_engine, world)} == {
        *checker,
        (128, 2),
    }


@ANSWERS
@pytest.mark.parametrize("colour", Colour)
def test_e5_the_drawn_colour_alternates_down_s1(answer: Answer, colour: Colour) -> None:
    world = PairingInput(crosstable=crosstable(6), present=tuple(range(6)), first_colour=colour)
    expected = {(0, 3), (4, 1), (2, 5)}
    if colour is Colour.BLACK:
        expected = {(black, white) for white, black in expected}
    assert boards(answer, world) == expected


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
