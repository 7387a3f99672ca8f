"""Section E of 2012 on whole rounds: who has White."""

from typing import Any

import pytest

from dsl.crosstables import crosstable, entrants
from dsl.dutch_2012 import ANSWERS, Answer, boards, by_the_engine, row
from dsl.dutch_printed import as_world
from dsl.dutch_worlds import swiss_golden
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour


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
