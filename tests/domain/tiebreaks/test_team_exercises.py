"""The team tournament of FIDE's "Exercises in tie-breaking": every value that is printed there."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dsl.team_tiebreaking import points, team_order, team_values, team_working
from dsl.teams import team_table
from dsl.tiebreaking import BEFORE, IN_FORCE

FILE = Path(__file__).parents[2] / "golden" / "team_tiebreaks" / "exercises.json"
PRINTED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
TABLE = team_table(14, *PRINTED["rounds"], rounds_planned=7)
BY_GAMES = team_table(14, *PRINTED["rounds"], rounds_planned=7, primary="GP")


def printed(values: list[str] | dict[str, str]) -> dict[int, Fraction]:
    by_number = values if isinstance(values, dict) else dict(enumerate(values, start=1))
    return {int(number): points(value) for number, value in by_number.items()}


def test_the_scores_are_those_of_the_crosstable() -> None:
    assert team_values("MPTS", TABLE) == PRINTED["match_points"]
    assert team_values("GPTS", TABLE) == [points(each) for each in PRINTED["game_points"]]


@pytest.mark.parametrize(
    ("table", "order"),
    [
        pytest.param(TABLE, "order_by_match_points_then_game_points", id="match points decide"),
        pytest.param(BY_GAMES, "order_by_game_points_then_match_points", id="game points decide"),
    ],
)
def test_the_other_score_orders_as_in_exercise_34(table: Any, order: str) -> None:
    assert [number for _, number in team_order(table, "MPvGP")] == PRINTED[order]


@pytest.mark.parametrize("code", PRINTED["values"])
def test_the_values_are_those_in_print_by_the_rules_before_march_2026(code: str) -> None:
    computed = team_values(code, TABLE, edition=BEFORE)
    expected = printed(PRINTED["values"][code])
    assert {number: computed[number - 1] for number in expected} == expected


@pytest.mark.parametrize(
    ("code", "less"),
    [
        # Round 6: team 1 won by forfeit against team 6, which has 7 match and 12½ game points.
        # The dummy had 10 and 17½ before: 3 and 5 less. Team 1 got 2 match and 4 game points.
        pytest.param("BH:MP", 3, id="BH:MP"),
        pytest.param("BH:MP/C1", 3, id="BH:MP/C1"),
        pytest.param("BH:GP", 5, id="BH:GP"),
        # Team 7 has 13½ adjusted: 11½, and 2 for round 7. The dummy with 12½ is lower, and is cut.
        pytest.param("BH:GP/C1", 4, id="BH:GP/C1: 109 - 12½ in place of 114 - 13½"),
        pytest.param("EMMSB", 3 * 2, id="EMMSB"),
        pytest.param("EMMSB/C1", 3 * 2, id="EMMSB/C1"),
        pytest.param("EGMSB", 5 * 2, id="EGMSB"),
    ],
)
def test_the_dummy_of_a_forfeit_win_has_had_a_limit_since_march_2026(code: str, less: int) -> None:
    expected = printed(PRINTED["values"][code]) | {1: printed(PRINTED["values"][code])[1] - less}
    computed = team_values(code, TABLE, edition=IN_FORCE)
    assert {number: computed[number - 1] for number in expected} == expected


def test_scores_and_strength_are_those_of_exercise_49_to_one_decimal() -> None:
    computed = team_values("SSSC", TABLE, edition=BEFORE)
    assert [f"{float(value):.1f}" for value in computed] == PRINTED["SSSC"]
    factor = team_working("SSSC", TABLE, 1).steps[1]
    assert (factor.name, factor.value) == ("factor", PRINTED["normalising_factor"])


def test_seven_match_points_are_parted_by_the_match_of_the_two() -> None:
    expected = PRINTED["EDE_at_7"]
    assert team_values("EDE", TABLE, 6, 8) == [expected["6"], expected["8"]]


def test_ten_match_points_are_parted_by_the_game_points_among_the_five() -> None:
    expected = PRINTED["EDE_at_10_GP"]
    assert len(set(PRINTED["EDE_at_10_MP"].values())) == 1
    assert team_values("EDE", TABLE, 1, 2, 3, 4, 5) == [points(each) for each in expected.values()]


def test_the_three_left_start_again_by_match_points() -> None:
    # 13.3.3. 1 beat 2 and 3, 2 beat 3: 4, 2 and 0. The exercise goes on by game points: 2 1 3.
    assert team_values("EDE", TABLE, 1, 2, 3) == [4, 2, 0]
    assert team_order(TABLE, "EDE")[:5] == [(1, 4), (2, 1), (3, 2), (4, 3), (5, 5)]


def test_four_match_points_are_parted_by_the_boards_of_the_match_11_14() -> None:
    top = PRINTED["match_11_14_by_board"]
    counts, left = PRINTED["BC_11_14"], PRINTED["BBE_11_14"]
    assert team_values("EDE", TABLE, 11, 14) == [1, 1]  # a drawn match: a match point each
    for code in ("EDEBT", "EDEBB"):
        assert team_values(code, TABLE, 11, 14) == [-points(counts["11"]), -points(counts["14"])]
    assert team_values("EDET", TABLE, 11, 14) == [points(top["11"][0]), points(top["14"][0])]
    assert team_values("EDEB", TABLE, 11, 14) == [points(left["11"]), points(left["14"])]


def test_six_match_points_are_not_parted_as_two_of_the_three_have_not_met() -> None:
    assert team_values("EDE", TABLE, 7, 9, 13) == [0, 0, 0]
