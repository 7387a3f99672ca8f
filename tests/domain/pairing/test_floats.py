"""Float histories, and the scores they rest on."""

import pytest
from msgspec import structs

from dsl.crosstables import crosstable
from planilla.domain.pairing.floats import (
    Float,
    FloatRule,
    book_float,
    float_marks,
    float_of_2012,
    float_of_2017,
    float_of_2026,
    floats_by_round,
    mark_of,
    scores_by_round,
)
from planilla.domain.scoring import STANDARD

RULES = [book_float, float_of_2012, float_of_2017, float_of_2026]
EVERY_KIND = crosstable(11, "1 2 +/-, 3 4 -/+, 5 6 -/-, 7 U, 8 F, 9 H, 10 Z")
"""One round: 11 is absent without a word."""


def down(rule: FloatRule, **worth: int) -> set[int]:
    """Pairing numbers of those who floated down in the round of every kind."""
    played = structs.replace(EVERY_KIND, points=structs.replace(STANDARD, **worth))
    floats = floats_by_round(played, rule)
    assert {each for (each,) in floats} <= {Float.NONE, Float.DOWN}
    return {number for number, (each,) in enumerate(floats, start=1) if each is Float.DOWN}


@pytest.mark.parametrize("rule", RULES)
def test_a_pairing_of_unequal_scores_floats_both(rule: FloatRule) -> None:
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 1-0, 4 2 0-1")
    assert floats_by_round(played, rule) == (
        (Float.NONE, Float.DOWN),
        (Float.NONE, Float.UP),
        (Float.NONE, Float.UP),
        (Float.NONE, Float.DOWN),
    )


def test_a_forfeited_game_keeps_the_floats_of_its_pairing() -> None:
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 +/-, 4 2 ½-½")
    assert float_marks(played) == ("D", "A", "A", "D")


def test_a_forfeit_win_is_no_float_and_a_bye_is_one() -> None:
    played = crosstable(6, "1 2 +/-, 3 U, 4 F, 5 H, 6 Z")
    assert float_marks(played) == ("", "", "D", "D", "", "")


def test_an_absence_is_no_float() -> None:
    assert float_marks(crosstable(3, "1 2 1-0")) == ("", "", "")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        # Seed 000, A.5.3: only a bye worth a point.
        pytest.param(book_float, {7, 8}, id="libro"),
        # A4 and B1.b: a point without playing; not who lost by forfeit.
        pytest.param(float_of_2012, {1, 4, 7, 8}, id="2012"),
        # A.4.b: whoever, for any reason, does not play.
        pytest.param(float_of_2017, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, id="2017"),
        # 1.4.3: the bye, and whoever scores more than a loss without playing.
        pytest.param(float_of_2026, {1, 4, 7, 8, 9}, id="2026"),
    ],
)
def test_a_round_without_a_game_floats_by_the_rule_of_the_edition(
    rule: FloatRule, expected: set[int]
) -> None:
    assert down(rule) == expected


@pytest.mark.parametrize("rule", RULES)
def test_a_short_game_floats_by_the_scores_alone(rule: FloatRule) -> None:
    played = crosstable(8, "1 2 1-0, 3 4 ½-½, 5 6 0-0, 7 8 *")
    assert set(floats_by_round(played, rule)) == {(Float.NONE,)}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        # Round 2: 1 with a point has been paired with 3, who has half a point.
        pytest.param(book_float, (Float.DOWN, Float.UP), id="libro: as it was paired"),
        pytest.param(float_of_2012, (Float.DOWN, Float.UP | Float.DOWN), id="2012: both marks"),
        pytest.param(float_of_2017, (Float.DOWN, Float.DOWN), id="2017: both, downwards"),
        pytest.param(float_of_2026, (Float.NONE, Float.DOWN), id="2026: who scored"),
    ],
)
def test_a_forfeit_between_unequal_scores(rule: FloatRule, expected: tuple[Float, Float]) -> None:
    # The lower one, 3, wins without playing.
    played = crosstable(4, "1 2 1-0, 3 4 ½-½", "1 3 -/+, 2 4 ½-½")
    floats = floats_by_round(played, rule)
    assert (floats[0][1], floats[2][1]) == expected


@pytest.mark.parametrize(
    ("worth", "expected"),
    [
        pytest.param({"pairing_bye": 0}, {1, 4, 7, 8, 9}, id="the bye floats, worth nothing"),
        pytest.param({"half_bye": 0}, {1, 4, 7, 8}, id="a bye without points does not"),
        pytest.param({"loss": 1}, {1, 4, 7, 8}, id="no more than a loss gives"),
        pytest.param({"zero_bye": 1}, {1, 4, 7, 8, 9, 10, 11}, id="absence worth half a point"),
        pytest.param({"forfeit_loss": 1}, {*range(1, 10)}, id="forfeit loss worth half a point"),
    ],
)
def test_1_4_3_judges_by_the_points(worth: dict[str, int], expected: set[int]) -> None:
    assert down(float_of_2026, **worth) == expected


@pytest.mark.parametrize("rule", [book_float, float_of_2012, float_of_2017])
def test_the_older_editions_judge_by_the_kind(rule: FloatRule) -> None:
    assert down(rule, pairing_bye=0, half_bye=0, forfeit_win=0, zero_bye=2) == down(rule)


def test_the_older_mark_comes_first_and_small() -> None:
    assert mark_of((Float.DOWN, Float.UP)) == "dA"
    assert mark_of((Float.UP, Float.NONE)) == "a"
    assert mark_of((Float.NONE, Float.NONE, Float.DOWN)) == "D"
    assert mark_of((Float.DOWN, Float.NONE, Float.NONE)) == ""
    assert mark_of(()) == ""


def test_both_marks_of_one_round_are_written() -> None:
    assert mark_of((Float.DOWN | Float.UP, Float.DOWN | Float.UP)) == "daDA"


def test_an_open_game_counts_as_a_draw_for_pairing() -> None:
    played = crosstable(2, "1 2 *")
    assert scores_by_round(played) == ((0, 1), (0, 1))


def test_an_adjourned_game_counts_what_a_draw_is_worth() -> None:
    assert scores_by_round(crosstable(2, "1 2 *", point_system="3-1-0")) == ((0, 1), (0, 1))


def test_accelerated_scores_are_those_of_each_round() -> None:
    # 1 has a fictitious point in rounds 1 and 2, and half a point in round 3, the next one.
    played = crosstable(2, "1 2 1-0", "2 1 ½-½")
    assert scores_by_round(played, ((2, 2, 1), (0, 0, 0))) == ((2, 4, 4), (0, 0, 1))
    assert scores_by_round(played) == ((0, 2, 3), (0, 0, 1))
