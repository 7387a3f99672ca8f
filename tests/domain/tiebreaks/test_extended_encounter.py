"""Extended direct encounter: by the scores, then by boards, and from the start for each new set."""

import pytest

from dsl.team_tiebreaking import steps_of, team_order, team_values, team_working
from dsl.teams import team_table
from planilla.domain.tiebreaks.tiebreak import Note

# 1, 2 and 3 beat one another in a circle: 3-1, 2½-1½, 2½-1½.
CIRCLE = team_table(3, "1 2 3-1, 3 U", "2 3 2½-1½, 1 U", "3 1 2½-1½, 2 U")


def test_a_circle_in_match_points_is_parted_by_game_points() -> None:
    # 1: 3 + 1½ = 4½. 2: 1 + 2½ = 3½. 3: 1½ + 2½ = 4.
    assert team_values("EDE", CIRCLE) == [4.5, 3.5, 4]
    assert team_order(CIRCLE, "EDE") == [(1, 1), (2, 3), (3, 2)]
    working = team_working("EDE", CIRCLE, 1)
    assert steps_of(working) == [("encounter-GP", 4.5)]
    assert [(term.opponent, term.value) for term in working.terms] == [(1, 6), (2, 3)]


def test_where_game_points_decide_they_are_asked_first() -> None:
    table = team_table(2, "1 2 3-1", "2 1 3-1", "1 2 ====", primary="GP")
    # On average of three matches: 2 game points and 1 match point each. Nobody is ahead.
    assert team_values("EDE", table) == [2, 2]
    assert team_working("EDE", table, 1).steps[0].name == "encounter-GP"


@pytest.mark.parametrize(
    ("code", "values", "steps"),
    [
        # 1 scored 1 ½ ½ 0: 1 + 1 + 1½ + 0 = 3½; 2: 0 + 1 + 1½ + 4 = 6½.
        pytest.param("EDEBT", [-3.5, -6.5], ["board-count"], id="board count"),
        pytest.param("EDEBB", [-3.5, -6.5], ["board-count"], id="the same with the other end"),
        pytest.param("EDET", [1, 0], ["board", "sum"], id="board 1"),
        pytest.param("EDEB", [2, 1], ["boards-kept", "sum"], id="without board 4"),
        pytest.param("EDE", [1, 1], ["encounter-MP"], id="no boards: equal"),
    ],
)
def test_a_drawn_match_of_two_is_parted_by_its_boards(
    code: str, values: list[float], steps: list[str]
) -> None:
    table = team_table(4, "1 2 1==0, 3 4 2-2", "1 3 0110, 2 4 1010")
    assert team_values(code, table, 1, 2) == values
    working = team_working(code, table, 2, 1, 2)
    assert [step.name for step in working.steps] == steps
    assert working.value == values[1]
    assert working.total == values[1]


def test_equal_board_counts_leave_it_to_the_boards() -> None:
    # 1 scored boards 1 and 4, 2 boards 2 and 3: 5 and 5.
    table = team_table(2, "1 2 1001")
    assert team_values("EDEBT", table) == [1, 0]
    # Without board 4: 1 and 2.
    assert team_values("EDEBB", table) == [1, 2]


def test_nothing_parts_two_teams_with_the_same_boards() -> None:
    table = team_table(2, "1 2 ====")
    for code in ("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"):
        assert team_values(code, table) == [1, 1]
        assert team_order(table, code) == [(1, 1), (1, 2)]


def test_boards_part_two_teams_and_no_more() -> None:
    table = team_table(3, "1 2 1001, 3 U", "2 3 1001, 1 U", "3 1 1001, 2 U")
    assert team_values("EDET", table) == [2, 2, 2]
    assert team_working("EDET", table, 1).steps[0].name == "encounter-MP"


def test_two_teams_that_have_not_met_are_not_parted() -> None:
    table = team_table(4, "1 3 1==0, 2 4 0==1")
    assert team_values("EDET", table, 1, 2) == [0, 0]
    (term,) = team_working("EDET", table, 1, 1, 2).terms
    assert term.note is Note.MISSING


def test_forfeits_count_only_where_the_rules_say_so() -> None:
    table = team_table(4, "1 2 +/-, 3 4 2-2", "3 1 4-0, 2 4 4-0")
    assert team_values("EDE", table, 1, 2) == [0, 0]
    assert team_values("EDE/P", table, 1, 2) == [2, 0]


def test_boards_of_forfeits_count_with_them() -> None:
    # Both matches end 1-1 by forfeits, so both teams were there; 1 won board 2 twice, 2 board 3.
    level = team_table(2, "1 2 x+~x", "2 1 x~+x")
    assert team_values("EDET", level) == team_values("EDET/P", level) == [2, 0]
    by_schedule = team_table(2, "1 2 +~+~", predetermined=True)
    assert team_values("EDET", by_schedule) == [1, 0]
